import hashlib
import threading

import pytest

from misibench.errors import FetchError
from misibench.fetch import Server, download

CONTENT = bytes(range(256)) * 2000  # half a megabyte: several blocks


def test_a_file_comes_with_its_checksum(site, tmp_path, patient):
    site.files["/a"] = CONTENT
    got = download(f"{site.url}/a", tmp_path / "new" / "a", patient)
    assert got.path.read_bytes() == CONTENT
    assert got.sha256 == hashlib.sha256(CONTENT).hexdigest()
    assert [one.name for one in got.path.parent.iterdir()] == ["a"]


def test_a_missing_file_is_one_line_and_leaves_nothing(site, tmp_path, patient, pauses):
    with pytest.raises(FetchError, match=r"/none: the server answered 404 Not Found; expected"):
        download(f"{site.url}/none", tmp_path / "none", patient)
    assert list(tmp_path.iterdir()) == []
    assert site.counts["/none"] == 1  # not asked again: it would not help


def test_a_body_that_is_cut_off_is_continued_where_it_stopped(cut_after, site, tmp_path, patient):
    site.files["/a"] = CONTENT
    site.answers["/a"] = [cut_after(200_000), cut_after(0)]
    got = download(f"{site.url}/a", tmp_path / "a", patient)
    assert got.path.read_bytes() == CONTENT
    # the second answer came without range support and began anew with nothing
    assert [wanted for _, wanted in site.requests] == [None, "bytes=200000-", None]


def test_what_an_interrupted_run_left_is_continued(cut_after, site, tmp_path, patient):
    site.files["/a"] = CONTENT
    site.answers["/a"] = [cut_after(300_000)]
    once = Server(attempts=1)
    with pytest.raises(FetchError, match=r"only 300,000 of 512,000 bytes came \(tried 1 times\)"):
        download(f"{site.url}/a", tmp_path / "a", once)
    assert not (tmp_path / "a").exists()
    got = download(f"{site.url}/a", tmp_path / "a", patient)
    assert got.resumed_from == 300_000
    assert got.path.read_bytes() == CONTENT
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_pieces_of_different_versions_are_never_joined(cut_after, site, tmp_path, patient):
    site.files["/a"] = CONTENT
    site.answers["/a"] = [cut_after(300_000)]
    with pytest.raises(FetchError):
        download(f"{site.url}/a", tmp_path / "a", Server(attempts=1))
    site.files["/a"] = CONTENT[::-1]
    got = download(f"{site.url}/a", tmp_path / "a", patient)
    assert got.resumed_from == 0
    assert got.path.read_bytes() == CONTENT[::-1]


def test_without_a_name_of_the_version_nothing_is_continued(cut_after, site, tmp_path, patient):
    site.tags = False
    site.files["/a"] = CONTENT
    site.answers["/a"] = [cut_after(300_000)]
    got = download(f"{site.url}/a", tmp_path / "a", patient)
    assert got.path.read_bytes() == CONTENT
    assert [wanted for _, wanted in site.requests] == [None, None]


@pytest.mark.parametrize("code", [429, 500, 503])
def test_passing_failures_are_tried_again_with_growing_pauses(
    status, site, tmp_path, patient, pauses, code
):
    site.files["/a"] = CONTENT
    site.answers["/a"] = [status(code), status(code)]
    download(f"{site.url}/a", tmp_path / "a", patient)
    assert [pause for pause in pauses if pause >= 1] == [1.0, 2.0]


def test_the_server_says_how_long_to_wait(status, site, tmp_path, patient, pauses):
    site.files["/a"] = CONTENT
    site.answers["/a"] = [status(429, Retry_After="7"), status(429, Retry_After="9999")]
    download(f"{site.url}/a", tmp_path / "a", patient)
    assert [pause for pause in pauses if pause >= 1] == [7.0, 60.0]  # a minute at most


def test_after_the_last_try_the_failure_is_one_line(status, site, tmp_path, patient):
    site.answers["/a"] = [status(500)] * 9
    with pytest.raises(FetchError, match=r"500 Internal Server Error \(tried 4 times\); expected"):
        download(f"{site.url}/a", tmp_path / "a", patient)
    assert list(tmp_path.iterdir()) == []


def test_nobody_listening_is_one_line(tmp_path, patient):
    with pytest.raises(FetchError, match="no answer"):
        download("http://127.0.0.1:9/a", tmp_path / "a", patient)


def test_a_file_found_wrong_is_fetched_again_and_not_kept(site, tmp_path, patient):
    site.files["/a"] = b"an error page"
    with pytest.raises(FetchError, match="not what it should be"):
        download(f"{site.url}/a", tmp_path / "a", patient, check=lambda _: "not what it should be")
    assert list(tmp_path.iterdir()) == []
    assert site.counts["/a"] == 4


def test_a_silent_server_is_not_waited_for_for_ever(site, tmp_path):
    release = threading.Event()
    site.files["/a"] = CONTENT
    site.answers["/a"] = [lambda handler, content: release.wait(20)]
    try:
        got = download(
            f"{site.url}/a", tmp_path / "a", Server(timeout_s=0.2, back_off_s=0.0, attempts=2)
        )
        assert got.size == len(CONTENT)
    finally:
        release.set()


def test_requests_keep_their_distance(pauses):
    now = [0.0]
    server = Server(per_second=4, sleep=pauses.append, clock=lambda: now[0])
    for now[0] in (0.0, 0.1, 2.0):
        server.wait_for_turn()
    assert pauses == [pytest.approx(0.15)]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x/y", "1ia1"])
def test_only_web_addresses_are_taken(tmp_path, url):
    with pytest.raises(FetchError, match="not an address of a web server"):
        download(url, tmp_path / "a")
