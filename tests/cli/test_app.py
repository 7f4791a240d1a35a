"""Errors of the command line are one line, with the right exit code."""

import errno
import json
import pathlib
import sys
from pathlib import Path

import pytest

from misibench.cli.app import COMMANDS, main
from misibench.dataset import read_questions
from misibench.dataset.demo_source import demo_source
from misibench.dataset.manifest import FORMAT_VERSION
from misibench.errors import MisiError
from misibench.version import __version__


@pytest.fixture
def misi(capsys):
    """Run ``misi`` in this process; gives exit code and the lines on standard error."""

    def run(*words):
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        return ended.value.code, capsys.readouterr().err.splitlines()

    return run


def build(*words):
    return ("build", demo_source(), "--size", "64x64", "--workers", "1", *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bild"], "misi: No such command 'bild'. Did you mean 'build'?; see misi --help"),
        (["build"], "misi: Missing argument 'source'; see misi build --help"),
        (["demo", "--nope"], "misi: No such option: --nope; see misi demo --help"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(misi, words, message):
    assert misi(*words) == (2, [message])


def test_help_is_code_0_and_names_every_command(misi, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in COMMANDS)


def test_version_is_printed(capsys):
    main(["--version"])
    assert capsys.readouterr().out == f"misibench {__version__}\n"


def test_unknown_task_is_one_line_with_the_nearest_name(misi, tmp_path):
    code, lines = misi(*build("--out", tmp_path / "d", "--tasks", "rotaton"))
    assert code == 2
    assert len(lines) == 1
    assert "did you mean 'rotation'?" in lines[0]


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--size", "10", "width x height"),
        ("--size", "10x10", "--width: 10"),
        ("--per-complex", "some", "'paper' or a number"),
        ("--look", "dark", "--look: 'dark'"),
        ("--test-fraction", "2", "--test-fraction: 2.0"),
        ("--pocket-radius", "inf", "--pocket-radius: inf"),
    ],
)
def test_a_bad_value_names_its_option(misi, tmp_path, option, value, expected):
    words = ["build", demo_source(), "--out", tmp_path / "d", option, value]
    code, lines = misi(*words)
    assert (code, len(lines)) == (2, 1)
    assert expected in lines[0]


def test_a_list_of_test_ids_may_begin_with_a_mark_and_unknown_ids_are_told(tmp_path, capsys):
    ids = tmp_path / "ids.txt"
    ids.write_bytes(b"\xef\xbb\xbf1ia1\r\n9zzz\r\n")  # as Windows' editor writes it
    out = tmp_path / "d"
    words = build("--out", out, "--tasks", "T1", "--per-complex", "1", "--limit", "2")
    with pytest.raises(SystemExit) as ended:
        main([str(one) for one in (*words, "--test-ids", ids)])
    assert ended.value.code == 0
    assert "1 test ids are no input (first: 9zzz)" in capsys.readouterr().out
    assert {one.complex_id for one in read_questions(out, split="test")} == {"1ia1"}


def test_missing_source_is_one_line(misi, tmp_path):
    code, lines = misi("build", tmp_path / "nothing", "--out", tmp_path / "d")
    assert (code, len(lines)) == (2, 1)
    assert "nothing: no such file or folder" in lines[0]


def test_unwritable_output_is_one_line(misi, tmp_path):
    (tmp_path / "file").write_text("")
    code, lines = misi(*build("--out", tmp_path / "file" / "d"))
    assert (code, len(lines)) == (1, 1)
    assert "cannot be written" in lines[0]


def test_dataset_of_another_format_version_is_one_line(misi, tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({"format_version": FORMAT_VERSION + 1}))
    (tmp_path / "p.jsonl").write_text("")
    for words in (build("--out", tmp_path), ("score", tmp_path / "p.jsonl", "--data", tmp_path)):
        code, lines = misi(*words)
        assert (code, len(lines)) == (1, 1)
        assert f"format version {FORMAT_VERSION + 1}; expected {FORMAT_VERSION}" in lines[0]


def test_full_disk_is_one_line_and_leaves_no_half_file(misi, tmp_path, monkeypatch):
    written = pathlib.Path.write_bytes

    def full(self: Path, content):
        if "left" in self.name:
            written(self, content[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return written(self, content)

    out = tmp_path / "d"
    with monkeypatch.context() as patched:
        patched.setattr(pathlib.Path, "write_bytes", full)
        code, lines = misi(*build("--out", out, "--tasks", "T1"))
    assert code == 1
    assert lines[-1].endswith("no space left on the disk; free some and run the same command again")
    assert not [one for one in out.rglob("*") if one.name.endswith(".tmp")]
    assert not list(out.rglob("complex_left.png"))
    code, _ = misi(*build("--out", out, "--tasks", "T1"))
    assert code == 0


def test_debug_gives_the_exception_itself(tmp_path):
    with pytest.raises(MisiError):
        main(["build", str(tmp_path / "nothing"), "--out", str(tmp_path / "d"), "--debug"])


def test_a_defect_is_one_line_that_asks_for_a_report(misi, tmp_path, monkeypatch):
    def broken(*_args, **_options):
        raise ZeroDivisionError("made by this test")

    import misibench.cli.build

    monkeypatch.setattr(misibench.cli.build, "build", broken)
    code, lines = misi(*build("--out", tmp_path / "d"))
    assert (code, len(lines)) == (1, 1)
    assert lines[0].startswith("misi: internal error: ZeroDivisionError: made by this test")
    assert "--debug" in lines[0]


def test_command_line_page_is_what_the_commands_say():
    folder = Path(__file__).parents[2] / "docs" / "reference"
    sys.path.insert(0, str(folder))
    try:
        import make_command_line
    finally:
        sys.path.remove(str(folder))
    assert (folder / "command-line.md").read_text(encoding="utf-8") == make_command_line.page(), (
        "run .venv/bin/python docs/reference/make_command_line.py"
    )
