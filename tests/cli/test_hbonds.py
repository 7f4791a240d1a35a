"""``misi hbonds``: tables, JSON, explanations, checks, and three outcomes kept apart."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from misibench.cli.app import main

ACETONE_MOL2 = """\
@<TRIPOS>MOLECULE
acetone
 4 3 1 0 0
SMALL
NO_CHARGES

@<TRIPOS>ATOM
 1 C1 {0} C.3 1 LIG
 2 C2 {1} C.2 1 LIG
 3 O1 {2} O.2 1 LIG
 4 C3 {3} C.3 1 LIG
@<TRIPOS>BOND
 1 1 2 1
 2 2 3 2
 3 2 4 1
"""
ACETONE_SDF = """\
acetone
  by hand

  4  3  0  0  0  0  0  0  0  0999 V2000
{0} C   0  0
{1} C   0  0
{2} O   0  0
{3} C   0  0
  1  2  1  0
  2  3  2  0
  2  4  1  0
M  END
$$$$
"""
# its O lies 2.9 Å below the N of GLY 2, on the line of the N-H
ACETONE = ((3.277, -4.673, 0.0), (1.767, -4.617, 0.0), (1.157, -3.560, 0.0), (1.012, -5.924, 0.0))
GLYCINES = """\
ATOM      1  N   GLY A   1      -2.550   0.000   0.000  1.00  0.00           N
ATOM      2  CA  GLY A   1      -1.300  -0.770   0.000  1.00  0.00           C
ATOM      3  C   GLY A   1       0.000   0.000   0.000  1.00  0.00           C
ATOM      4  O   GLY A   1       0.000   1.230   0.000  1.00  0.00           O
ATOM      5  N   GLY A   2       1.150  -0.660   0.000  1.00  0.00           N
ATOM      6  CA  GLY A   2       2.390   0.110   0.000  1.00  0.00           C
ATOM      7  C   GLY A   2       3.650  -0.750   0.000  1.00  0.00           C
ATOM      8  O   GLY A   2       3.650  -1.980   0.000  1.00  0.00           O
ATOM      9  H   GLY A   2       1.166  -1.670   0.000  1.00  0.00           H
HETATM   10  O   HOH A 101      -1.530  -3.420   0.780  1.00  0.00           O
END
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with x_pocket.pdb (water in it) and x_ligand.mol2 and .sdf of one molecule."""
    rows = [tuple(f"{value:10.4f}" for value in point) for point in ACETONE]
    spaced = [" ".join(row) for row in rows]
    packed = ["".join(row) for row in rows]
    (tmp_path / "x_pocket.pdb").write_text(GLYCINES, encoding="utf-8")
    (tmp_path / "x_ligand.mol2").write_text(ACETONE_MOL2.format(*spaced), encoding="utf-8")
    (tmp_path / "x_ligand.sdf").write_text(ACETONE_SDF.format(*packed), encoding="utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    try:
        main(["hbonds", *(str(one) for one in arguments)])
        code = 0
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_json_has_the_field_names_of_the_reference(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2", "--json")
    assert code == 0
    result = json.loads(out)
    assert result["id"] == "x"
    assert result["hydrogens"] == {"receptor": True, "ligand": False}
    (bond,) = result["hbonds"]
    expected = {
        "res_name": "GLY", "res_number": 2, "ins_code": "", "chain": "A", "res_atom": "N",
        "lig_atom": "O1", "lig_index": 2, "donor": "protein", "hydrogen": "H",
    }  # fmt: skip
    assert {name: bond[name] for name in expected} == expected
    assert bond["distance"] == pytest.approx(2.9, abs=1e-3)
    assert bond["hydrogen_distance"] == pytest.approx(1.89, abs=1e-3)


def test_mol2_and_sdf_of_one_molecule_give_the_same_bonds(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = []
    for name in ("x_ligand.mol2", "x_ligand.sdf"):
        _, out, _ = run(capsys, files / "x_pocket.pdb", files / name, "--json")
        bonds = json.loads(out)["hbonds"]
        results.append([(b["res_atom"], b["lig_index"], b["donor"], b["distance"]) for b in bonds])
    assert results[0] == results[1]
    assert results[0]


def test_water_is_removed_and_said_so(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # the water lies 2.8 Å from the O of the ketone, where it would donate if it were kept
    _, out, _ = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2")
    rows = [line for line in out.splitlines() if not line.startswith("Note:")]
    assert "HOH" not in "".join(rows)
    assert "solvent" in out


def test_table_names_atoms_rules_and_criteria(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2")
    for text in ("GLY A:2", "secondary amide N", "ketone or aldehyde O", "1 hydrogen-bonded pair",
                 "relaxed by 0.4 Å and 20°"):  # fmt: skip
        assert text in out


def test_no_bond_found_is_said_and_no_error(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strict = ("--distance-tolerance", "0", "--angle-tolerance", "0")
    far = (files / "x_ligand.mol2").read_text(encoding="utf-8").replace("-3.5600", "-4.3600")
    (files / "y_ligand.mol2").write_text(far, encoding="utf-8")
    code, out, _ = run(capsys, files / "x_pocket.pdb", files / "y_ligand.mol2", *strict)
    assert code == 0
    assert "Looked, and there is no hydrogen bond" in out
    code, out, _ = run(capsys, files / "x_pocket.pdb", files / "y_ligand.mol2", "--json", *strict)
    assert (code, json.loads(out)["hbonds"]) == (0, [])


def test_missing_hydrogens_are_said(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = "\n".join(line for line in GLYCINES.splitlines() if "  H   GLY" not in line)
    (files / "x_pocket.pdb").write_text(bare, encoding="utf-8")
    code, out, _ = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2")
    assert code == 0
    assert "no hydrogens in the receptor and the ligand" in out
    assert "GLY A:2" in out  # the amide's hydrogen is where its bonds say


def test_unreadable_input_is_one_line_and_exit_code_1(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "x_ligand.mol2").write_text("not a molecule", encoding="utf-8")
    (files / "x_ligand.sdf").unlink()
    code, out, err = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2", "--json")
    assert (code, out) == (1, "")
    assert err.startswith("misi: ")
    assert "x_ligand.mol2" in err
    assert len(err.strip().splitlines()) == 1


def test_explain_gives_every_step_with_its_margin(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(
        capsys, files / "x_pocket.pdb", files / "x_ligand.mol2", "--explain", "GLY2:N", "O1"
    )
    assert code == 0
    assert "bonded" in out.splitlines()[0]
    assert "hydrogen distance: 1.89 Å (at most 2.63 Å, margin +0.74 Å)" in out
    assert "GLY 2 N does not accept: type Npl" in out


def test_explain_as_json(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(
        capsys, files / "x_pocket.pdb", files / "x_ligand.mol2", "--json",
        "--explain", "A:2:N", "O1",
    )  # fmt: skip
    explained = json.loads(out)
    assert explained["bonded"]
    assert {one["donor"]: one["bonded"] for one in explained["directions"]} == {
        "ligand": False,
        "protein": True,
    }


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (("GLY9:N", "O1"), "no residue 'GLY9'"),
        (("2:XX", "O1"), "GLY 2 of chain A (N CA C O H)"),
        (("2:N", "O7"), "N, O and S atoms: O1"),
        (("N", "O1"), "RES:ATOM"),
    ],
)
def test_explain_names_what_is_there(
    files: Path, capsys: pytest.CaptureFixture[str], pair: tuple[str, str], message: str
) -> None:
    code, _, err = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2", "--explain", *pair)
    assert code == 2
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "no input"),
        (("a.pdb", "--structures", "x"), "--check"),
        (("a.pdb", "b.sdf", "--criteria", "loose"), "relaxed or strict"),
        (("a.pdb", "b.sdf", "--criteria", "strict", "--angle-tolerance", "3"), "no tolerance"),
        (("a.pdb", "b.sdf", "--ligand", "LIG"), "one or the other"),
        (("a.pdb", "--check", "ref"), "--check"),
    ],
)
def test_contradicting_options_are_bad_usage(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert message in err


def test_compare_without_the_programs_says_what_to_install(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "plip", None)
    monkeypatch.setitem(sys.modules, "prolif", None)
    code, _, err = run(capsys, files / "x_pocket.pdb", files / "x_ligand.mol2", "--compare")
    assert code == 1
    assert "misibench[compare]" in err


def _reference(files: Path, **changes: object) -> Path:
    folder = files / "reference"
    folder.mkdir(exist_ok=True)
    # a check takes files as they are, so the water would count
    dry = "\n".join(line for line in GLYCINES.splitlines() if "HOH" not in line)
    (files / "x_pocket.pdb").write_text(dry, encoding="utf-8")
    bond = {
        "res_name": "GLY", "res_number": 2, "ins_code": "", "chain": "A", "res_atom": "N",
        "lig_atom": "O1", "lig_index": 2, "donor": "protein", "hydrogen": "H",
        "distance": 2.9000, "hydrogen_distance": 1.8900,
    }  # fmt: skip
    record = {
        "id": "x", "pocket": "x_pocket.pdb", "ligand": "x_ligand.mol2",
        "as_is": [bond | changes],
        "no_h": [bond | {"hydrogen": None, "hydrogen_distance": None}],
        "ligand_types": ["C3", "C2", "O2", "C3"],
    }  # fmt: skip
    (folder / "mol2.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    return folder


def test_check_ends_with_the_totals(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--check", _reference(files), "--structures", files)
    assert code == 0
    no_h, as_is = out.strip().splitlines()[-2:]
    assert no_h == ("no_h: complexes 1, bonds 1, missing 0, extra 0, type agreement not given")
    assert as_is == (
        "as_is: complexes 1, bonds 1, missing 0, extra 0, type agreement 100.00 % (4 of 4)"
    )


def test_check_lists_differences_and_fails(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = _reference(files, res_atom="O")
    code, out, _ = run(capsys, "--check", folder, "--structures", files)
    assert code == 1
    assert "mol2.jsonl x as_is: missing GLY A:2 O - ligand O1 (atom 2)" in out
    assert "mol2.jsonl x as_is: extra GLY A:2 N - ligand O1 (atom 2)" in out
    assert (
        out.strip().splitlines()[-1].startswith("as_is: complexes 1, bonds 1, missing 1, extra 1")
    )


def test_ligand_inside_a_complex_file(capsys: pytest.CaptureFixture[str], files: Path) -> None:
    spec = importlib.util.find_spec("posebusters")
    assert spec is not None
    assert spec.submodule_search_locations
    protein = Path(spec.submodule_search_locations[0]) / (
        "datasets/pdb/1ia1/1ia1_protein_one_lig_removed.pdb"
    )
    code, out, _ = run(capsys, protein, "--ligand", "NDP:A", "--json")
    assert code == 0
    result = json.loads(out)
    assert result["id"] == "1ia1_protein_one_lig_removed"
    assert len(result["hbonds"]) > 5
