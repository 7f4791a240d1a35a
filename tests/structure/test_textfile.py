import gzip

import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure import textfile
from misibench.structure.textfile import read_text


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_every_line_end_reads_the_same(tmp_path, ending):
    path = tmp_path / "a.txt"
    path.write_bytes(ending.join([b"one", b"two", b""]))
    assert read_text(path) == "one\ntwo\n"


def test_byte_order_mark_is_dropped(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfHEADER")
    assert read_text(path) == "HEADER"


def test_bytes_that_are_no_utf8_are_latin1(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"REMARK caf\xe9\x85x")
    assert read_text(path) == "REMARK café\x85x"


def test_gzip_is_known_by_content(tmp_path):
    path = tmp_path / "plain_name.pdb"
    path.write_bytes(gzip.compress(b"ATOM"))
    assert read_text(path) == "ATOM"


def test_damaged_gzip_is_one_line(tmp_path):
    path = tmp_path / "a.pdb.gz"
    path.write_bytes(gzip.compress(b"ATOM" * 1000)[:-30])
    with pytest.raises(StructureError, match="damaged gzip file") as caught:
        read_text(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_empty_file_is_unreadable(tmp_path, content):
    path = tmp_path / "a.pdb"
    path.write_bytes(content)
    with pytest.raises(StructureError, match="empty") as caught:
        read_text(path)
    assert caught.value.reason is RefusalReason.UNREADABLE


def test_missing_file_and_folder_are_unreadable(tmp_path):
    for path in (tmp_path / "none.pdb", tmp_path):
        with pytest.raises(StructureError):
            read_text(path)


def test_binary_file_is_unreadable(tmp_path):
    path = tmp_path / "a.bcif"
    path.write_bytes(b"\x83\xa7encoder\0\0")
    with pytest.raises(StructureError, match="binary"):
        read_text(path)


def test_compressed_bomb_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(textfile, "MAX_FILE_BYTES", 1000)
    path = tmp_path / "a.pdb.gz"
    path.write_bytes(gzip.compress(b"ATOM" * 1000))
    with pytest.raises(StructureError) as caught:
        read_text(path)
    assert caught.value.reason is RefusalReason.TOO_LARGE
