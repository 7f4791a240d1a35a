"""The gallery as plain files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from misibench.errors import UsageError
from misibench.web.gallery import Gallery, write_static_site


def _data(path: Path) -> tuple[str, object]:
    found = re.fullmatch(r'misiData\(("[^"]+"), (.*)\);\n', path.read_text(), re.DOTALL)
    assert found is not None
    return json.loads(found[1]), json.loads(found[2])


def test_the_site_holds_every_question_and_picture(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    ticks: list[str] = []
    count = write_static_site(Gallery(dataset), out, ticks.append)
    assert count == (7 * 2 + 2) * (3 + 2)  # train, test and tiny
    name, questions = _data(out / "data" / "rotation.test.0.js")
    assert name == "rotation.test.0"
    assert isinstance(questions, list)
    assert [one["id"] for one in questions] == [
        "T2/1aaa/00", "T2/1aaa/01", "T2/2bbb/00", "T2/2bbb/01",
    ]  # fmt: skip
    for image in questions[0]["images"]:
        assert (out / image).read_bytes() == (dataset / image).read_bytes()
    assert (out / "data" / f"{questions[0]['complex_file']}.js").is_file()
    assert len(ticks) == 9 * 3


def test_the_page_names_only_files_of_the_site(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_static_site(Gallery(dataset), out)
    page = (out / "index.html").read_text()
    for name in re.findall(r'(?:src|href)="([^"#]+?)(?:\?[^"]*)?"', page):
        if name != "data:,":
            assert (out / name).is_file()


def test_embedded_pictures_become_files(embedded_dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_static_site(Gallery(embedded_dataset), out)
    picture = out / "images" / "1aaa" / "complex_front.png"
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_folder_with_something_in_it_is_left_alone(dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(UsageError, match="is not empty"):
        write_static_site(Gallery(dataset), tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]
