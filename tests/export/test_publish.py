"""Publishing against a stand-in for the Hub on the loopback address."""

import base64
import http.server
import json
import re
import threading

import pytest
import yaml

from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.dataset.settings import BuildSettings
from misibench.errors import DatasetError, UsageError
from misibench.export.publish import publish, published_files

SETTINGS = BuildSettings(width=96, height=96, test_fraction=0.5, tasks=("T1",), limit=2)


ADDRESS = "https://huggingface.co/datasets/me/pockets"


class Hub(http.server.BaseHTTPRequestHandler):
    """Answers what an upload asks; every file is a regular one."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.server.refuse:
            self.answer({"error": "You may not."}, 403)
        else:
            self.answer({"id": "me/pockets", "sha": "0" * 40, "siblings": []})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = self.chunks()
        self.server.requests.append((self.path, self.headers.get("Authorization")))
        if self.server.refuse:
            self.answer({"error": "You may not."}, 403)
        elif self.path.endswith("/preupload/main"):
            wanted = json.loads(body)["files"]
            self.answer(
                {
                    "files": [
                        {"path": one["path"], "uploadMode": "regular", "shouldIgnore": False}
                        for one in wanted
                    ]
                }
            )
        elif "/commit/" in self.path:
            for line in body.splitlines():
                entry = json.loads(line)
                if entry["key"] == "file":
                    content = base64.b64decode(entry["value"]["content"])
                    self.server.files[entry["value"]["path"]] = content
                else:
                    self.server.commits.append(entry["value"])
            self.answer(
                {
                    "commitUrl": "https://huggingface.co/datasets/me/pockets/commit/1",
                    "commitOid": "1" * 40,
                }
            )
        elif self.path.endswith("/validate-yaml"):
            self.answer({"errors": [], "warnings": []})
        else:
            self.answer({"url": ADDRESS, "name": "me/pockets"})

    def chunks(self) -> bytes:
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def answer(self, content, status=200) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments) -> None:
        pass


@pytest.fixture
def hub():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    server.daemon_threads = True
    server.requests, server.files, server.commits, server.refuse = [], {}, [], False
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    server.url = f"http://127.0.0.1:{server.server_port}"
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(params=["paths", "embedded", "shards"])
def dataset(request, tmp_path):
    folder = tmp_path / "bench"
    build(demo_source(), folder, SETTINGS.model_copy(update={"images": request.param}), workers=1)
    return folder


def test_all_that_belongs_to_a_dataset_is_uploaded(hub, dataset):
    done = publish(dataset, "me/pockets", licence="cc0-1.0", endpoint=hub.url, token="hf_x")
    assert set(hub.files) == {name.as_posix() for name in published_files(dataset)}
    assert done.files == len(hub.files)
    assert not [name for name in hub.files if name.startswith(".build")]
    for name, content in hub.files.items():
        assert content == (dataset / name).read_bytes()
    assert {"README.md", "manifest.json", "croissant.json", "translation/test.parquet"} <= set(
        hub.files
    )
    assert all(token == "Bearer hf_x" for path, token in hub.requests if "validate" not in path)
    assert hub.commits[0]["summary"] == "Add the dataset (bench)"


def test_the_licence_stands_in_card_and_croissant(hub, dataset):
    publish(dataset, "me/pockets", licence="other", endpoint=hub.url, token="hf_x")
    publish(dataset, "me/pockets", licence="cc0-1.0", endpoint=hub.url, token="hf_x")
    card = (dataset / "README.md").read_text()
    header = yaml.safe_load(card.split("---")[1])
    assert header["license"] == "cc0-1.0"
    assert "before publishing" not in card
    croissant = json.loads((dataset / "croissant.json").read_text())
    assert croissant["license"] == "cc0-1.0"
    assert {one["@id"] for one in croissant["recordSet"]} == {
        "translation/train", "translation/test", "translation/tiny",
    }  # fmt: skip


def test_pictures_are_uploaded_once(dataset):
    names = [name.as_posix() for name in published_files(dataset)]
    loose = [name for name in names if name.endswith(".png")]
    embedded = "Pictures are inside" in (dataset / "README.md").read_text()
    assert not (loose and embedded)


def test_a_refusal_of_the_hub_is_one_line(hub, dataset):
    hub.refuse = True
    with pytest.raises(DatasetError, match="the Hub refused or did not answer"):
        publish(dataset, "me/pockets", licence="other", endpoint=hub.url, token="hf_x")


@pytest.mark.parametrize(
    ("repo", "licence", "said"),
    [("pockets", "other", "owner/name"), ("me/pockets", "a b\nc: d", "a licence such as")],
)
def test_wrong_names_are_refused_before_anything_is_sent(hub, dataset, repo, licence, said):
    with pytest.raises(UsageError, match=re.escape(said)):
        publish(dataset, repo, licence=licence, endpoint=hub.url)
    assert hub.requests == []
