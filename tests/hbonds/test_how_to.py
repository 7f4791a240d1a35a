"""The how-to page runs as it stands: its Python blocks, its commands, and what they print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from misibench.cli.app import main

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "check-hydrogen-bonds.md"
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(not PAGE.is_file(), reason="the documentation is not part of this copy")
def test_examples_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 8
    for language, text in blocks:
        if language == "python":
            exec(compile(text, str(PAGE), "exec"), names)
            continue
        command, _, expected = text.partition("\n")
        arguments = shlex.split(command.removeprefix("$ misi "))
        assert "hbonds" in arguments
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:  # Typer ends every command this way
            main(arguments)
        assert not stopped.value.code, command
        shown = capsys.readouterr().out
        assert expected.strip() in shown, command
