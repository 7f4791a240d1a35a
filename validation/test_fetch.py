"""Fetching real entries from a local server that serves the reference folder's raw files."""

import functools
import http.server
import os
import threading
from pathlib import Path

import pytest

from misibench.fetch import FetchSettings, Server, fetch_entries
from misibench.structure import load_complex

RAW = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared")) / "structures_hard" / "raw"

pytestmark = pytest.mark.skipif(not RAW.is_dir(), reason=f"no reference folder {RAW}")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def address():
    handler = functools.partial(Quiet, directory=str(RAW))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_real_entries_are_fetched_and_read(address, tmp_path):
    settings = FetchSettings(address + "/{id}.cif", server=Server(per_second=1000))
    wanted = ["7akl", "7x9k", "7u0u", "6yqv", "7oeo", "6tw7", "9none"]
    results = {one.id: one for one in fetch_entries(wanted, tmp_path, settings)}
    assert "404" in results.pop("9none").problem
    for name, one in results.items():
        assert not one.problem, one.problem
        structure = load_complex(one.path, complex_id=name)
        assert structure.pocket_residues


def test_compressed_entries_and_their_assembly(address, tmp_path):
    settings = FetchSettings(address + "/{id}.cif.gz", server=Server(per_second=1000))
    (one,) = fetch_entries(["p2rank_1fbl"], tmp_path, settings)
    # its assembly is a dimer by crystal symmetry: two operators on all chains
    assert "Assembly 1 of 1" in one.notes[0]
    assert load_complex(one.path, complex_id="1fbl").pocket_residues
