import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.dataset.files import file_name_of, image_path, write_bytes, write_json, writing
from misibench.errors import DatasetError


@given(st.text(min_size=1))
def test_no_id_leaves_the_folder(name):
    try:
        safe = file_name_of(name)
    except UnicodeEncodeError:  # lone surrogates are no file name anywhere
        return
    assert "/" not in safe
    assert "\\" not in safe
    assert not safe.startswith(".")


@given(st.lists(st.text("aA.%/ ", min_size=1), unique=True))
def test_different_ids_have_different_files(names):
    assert len({image_path(name, "complex_front") for name in names}) == len(names)


def _write_half(target):
    with writing(target) as temporary:
        temporary.write_text("half")
        raise RuntimeError


def test_failed_write_leaves_the_old_file_and_nothing_else(tmp_path):
    target = tmp_path / "a.json"
    write_json(target, {"a": 1})
    with pytest.raises(RuntimeError):
        _write_half(target)
    assert target.read_text() == '{\n"a": 1\n}\n'
    assert [one.name for one in tmp_path.iterdir()] == ["a.json"]


def test_full_disk_is_one_line(tmp_path):
    with (
        pytest.raises(DatasetError, match="no space left on the disk; free some"),
        writing(tmp_path / "a"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")


def test_folder_that_is_a_file_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DatasetError, match="cannot be written"):
        write_bytes(tmp_path / "file" / "a", b"")
