import io
import tarfile

import pytest

from misibench.errors import FetchError
from misibench.fetch import unpack_archive


def make(path, members, mode="w:gz"):
    with tarfile.open(path, mode) as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            if isinstance(content, bytes):
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
            else:
                info.type, info.linkname = content
                archive.addfile(info)
    return path


PLAIN = [
    ("refined-set/1abc/1abc_pocket.pdb", b"ATOM\n" * 50_000),
    ("refined-set/1abc/1abc_ligand.mol2", b"@<TRIPOS>MOLECULE\n"),
    ("refined-set/1abc/1abc_ligand.sdf", b"sdf"),
    ("refined-set/index/INDEX_refined_data.2020", b"index"),
]


@pytest.mark.parametrize(
    ("ending", "mode"), [(".tar.gz", "w:gz"), (".tar", "w"), (".tar.xz", "w:xz")]
)
def test_an_archive_is_unpacked_whole(tmp_path, ending, mode):
    source = make(tmp_path / f"pdbbind{ending}", PLAIN, mode)
    done = unpack_archive(source, tmp_path / "out")
    assert (done.files, done.complexes, done.refused) == (4, 1, ())
    for name, content in PLAIN:
        assert (tmp_path / "out" / name).read_bytes() == content


def test_what_is_there_is_not_unpacked_again_and_what_is_cut_is(tmp_path):
    source = make(tmp_path / "a.tar.gz", PLAIN)
    unpack_archive(source, tmp_path / "out")
    (tmp_path / "out" / PLAIN[0][0]).write_bytes(b"half")
    again = unpack_archive(source, tmp_path / "out")
    assert (again.files, again.present) == (1, 3)
    assert (tmp_path / "out" / PLAIN[0][0]).read_bytes() == PLAIN[0][1]


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/evil", "a\\..\\evil", "C:evil", "./../evil"]
)
def test_no_name_leads_out_of_the_folder(tmp_path, name):
    source = make(tmp_path / "a.tar.gz", [(name, b"x"), PLAIN[1]])
    done = unpack_archive(source, tmp_path / "out" / "deep")
    assert [why for _, why in done.refused] == ["its name leads out of the folder"]
    assert not list(tmp_path.rglob("*evil*"))
    assert done.files == 1


def test_links_and_devices_are_left_out_and_said(tmp_path):
    source = make(
        tmp_path / "a.tar.gz",
        [
            ("link", (tarfile.SYMTYPE, "/etc")),
            ("link/passwd", b"through the link"),
            ("hard", (tarfile.LNKTYPE, "/etc/passwd")),
            ("pipe", (tarfile.FIFOTYPE, "")),
        ],
    )
    done = unpack_archive(source, tmp_path / "out")
    assert dict(done.refused) == {"link": "a link", "hard": "a link", "pipe": "no plain file"}
    # the folder that came instead of the link is a plain one
    assert (tmp_path / "out" / "link" / "passwd").read_bytes() == b"through the link"
    assert not (tmp_path / "out" / "link").is_symlink()


@pytest.mark.parametrize("share", [0.2, 0.7, 0.99])
def test_a_cut_archive_is_one_line_and_leaves_no_half_file(tmp_path, share):
    source = make(tmp_path / "a.tar.gz", [(name, content * 3) for name, content in PLAIN])
    whole = source.read_bytes()
    source.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(FetchError, match="damaged or cut off after"):
        unpack_archive(source, tmp_path / "out")
    for name, content in PLAIN:
        path = tmp_path / "out" / name
        assert not path.exists() or path.read_bytes() == content * 3
    assert not list((tmp_path / "out").rglob("*.tmp"))


def test_files_that_are_no_archives_are_one_line(tmp_path):
    (tmp_path / "a.tar.gz").write_bytes(b"not a tar file at all")
    with pytest.raises(FetchError, match="damaged or cut off"):
        unpack_archive(tmp_path / "a.tar.gz", tmp_path / "out")
    with pytest.raises(FetchError, match="no such file"):
        unpack_archive(tmp_path / "none.tar.gz", tmp_path / "out")
