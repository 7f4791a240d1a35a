"""What is printed is shown as it is: no markup in ids, no emoji in atom names, no lost letters."""

import io
import sys

import pytest

from misibench.cli.app import main
from misibench.cli.build import print_result
from misibench.cli.console import plain_console
from misibench.dataset.build import BuildResult
from misibench.dataset.demo_source import demo_source


@pytest.fixture
def run(capsys):
    """Run ``misi`` in this process; gives exit code, standard output and standard error."""

    def misi(*words):
        code = 0
        try:
            main([str(word) for word in words])
        except SystemExit as ended:
            code = ended.code
        said = capsys.readouterr()
        return code, said.out, said.err

    return misi


@pytest.mark.parametrize("text", ["[/b]z", "x[bold]y[/bold]", "ATP:A:501, MG:B:2", ":warning:"])
def test_text_is_neither_markup_nor_emoji(capsys, text):
    plain_console().print(text)
    assert capsys.readouterr().out == f"{text}\n"


def test_refused_inputs_are_listed_by_their_whole_ids_and_messages(tmp_path, capsys):
    # 40 characters: more than an 80-column table leaves for an id
    name = "[/b]" + "long_name_" * 3 + ":a:b:c"
    refusal = (name, "unreadable", "no file /home/[user]/x:a:.mol2")
    print_result(BuildResult(tmp_path, 1, 0, (refusal,), {}, {}, 0, 0), 1.0)
    shown = capsys.readouterr().out
    assert name in shown
    assert "/home/[user]/x:a:.mol2" in shown


def test_residues_in_errors_are_not_turned_into_emoji(run):
    receptor = demo_source() / "1ia1" / "1ia1_protein_one_lig_removed.pdb"
    code, _, error = run("hbonds", receptor, "--ligand", ":")
    assert code == 2
    assert "ATP:A:501" in error


def test_output_that_is_not_unicode_loses_letters_but_does_not_fail(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    home = demo_source() / "1ia1"
    receptor, ligand = home / "1ia1_protein_one_lig_removed.pdb", home / "1ia1_ligand.sdf"
    with pytest.raises(SystemExit) as ended:
        main(["hbonds", str(receptor), str(ligand)])
    assert ended.value.code == 0
    sys.stdout.flush()
    assert b"limits relaxed by 0.4 ? and 20?" in raw.getvalue()


def test_interrupted_is_one_line_and_code_130(run, tmp_path, monkeypatch):
    def interrupted(*_arguments, **_options):
        raise KeyboardInterrupt

    import misibench.cli.build

    monkeypatch.setattr(misibench.cli.build, "build", interrupted)
    code, _, error = run("build", demo_source(), "--out", tmp_path / "d")
    assert (code, error) == (130, "misi: interrupted; the same command goes on from here\n")
