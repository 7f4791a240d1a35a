import shutil

import numpy as np
import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure import complexes, load_complex


@pytest.fixture
def folder(tmp_path, alanines, acetate_mol2, acetate_sdf, pdb_line):
    """A small pocket with acetate over it: as a pocket, and with the ligand as mol2 and SDF."""
    atoms = alanines(range(1, 7), start=(-8.0, -4.0, -5.0))
    (tmp_path / "x_pocket.pdb").write_text("\n".join([*atoms, "END\n"]))
    (tmp_path / "x_ligand.mol2").write_text(acetate_mol2)
    (tmp_path / "x_ligand.sdf").write_text(acetate_sdf)
    return tmp_path


def load(folder, receptor="x_pocket.pdb", ligand="x_ligand.mol2", **options):
    ligand_path = None if ligand is None else folder / ligand
    return load_complex(folder / receptor, ligand_path, complex_id="x", **options)


def test_a_pocket_file_is_the_pocket(folder):
    structure = load(folder)
    assert structure.id == "x"
    assert structure.pocket_residues == (0, 1, 2, 3, 4, 5)
    assert structure.ligand_labels == ("C1", "C2", "O1", "O2", "H1", "H2", "H3")
    assert structure.notes == {}


def test_a_whole_protein_keeps_everything_and_shows_what_is_near(folder):
    whole = load(folder, is_pocket=False, pocket_radius=6.0)
    assert 0 < len(whole.pocket_residues) < 6
    assert len(whole.receptor.residues) == 6
    everything = load(folder, is_pocket=False, pocket_radius=60.0)
    assert everything.pocket_residues == (0, 1, 2, 3, 4, 5)


def test_residues_of_one_chain_and_number_are_noted(folder, alanines):
    # two chains of a dimer whose letters were lost
    atoms = [*alanines(range(1, 4), start=(-8.0, -4.0, -5.0)), "TER"]
    atoms += alanines(range(3, 7), start=(-8.0, 4.0, -5.0))
    (folder / "x_pocket.pdb").write_text("\n".join([*atoms, "END\n"]))
    assert (
        load(folder)
        .notes["repeated_residues"]
        .startswith("2 residues have chain and number of another (the first: ALA A:3)")
    )


def test_an_sdf_stands_in_for_a_mol2_that_cannot_be_read(folder):
    (folder / "x_ligand.mol2").write_text("")
    structure = load(folder)
    assert len(structure.ligand) == 4
    assert "x_ligand.sdf is used" in structure.notes["ligand_fallback"]
    (folder / "x_ligand.sdf").unlink()
    with pytest.raises(StructureError, match=r"x_ligand\.mol2: the file is empty"):
        load(folder)


def test_a_ligand_rdkit_refuses_is_used_and_noted(folder, acetate_sdf):
    five_bonds = acetate_sdf.replace("  2  1  1  0", "  2  1  3  0")
    (folder / "x_ligand.sdf").write_text(five_bonds)
    structure = load(folder, ligand="x_ligand.sdf")
    assert len(structure.ligand) == 4
    assert "sanitise" in structure.notes["ligand_unsanitised"]


def test_solvent_is_left_out_unless_asked_for(folder, pdb_line):
    path = folder / "x_pocket.pdb"
    water = pdb_line(900, "O", "HOH", "A", 900, (0, 0, 4), hetero=True)
    path.write_text(path.read_text().replace("END", water + "\nEND"))
    structure = load(folder)
    assert "HOH" not in {one.name for one in structure.receptor.residues}
    assert "HOH" in structure.notes["solvent_removed"]
    assert "HOH" in {one.name for one in load(folder, keep_solvent=True).receptor.residues}


def test_the_ligand_in_the_receptor_file_is_left_out(folder, pdb_line):
    path = folder / "x_pocket.pdb"
    atoms = {"C1": (0, 0), "C2": (1.52, 0), "O1": (2.15, 1.08), "O2": (2.15, -1.08)}
    copy = [
        pdb_line(900 + n, name, "ACT", "A", 900, (*xy, 0), hetero=True)
        for n, (name, xy) in enumerate(atoms.items())
    ]
    path.write_text(path.read_text().replace("END", "\n".join([*copy, "END"])))
    structure = load(folder)
    assert "ACT" not in {one.name for one in structure.receptor.residues}
    assert "ACT A:900" in structure.notes["ligand_in_receptor"]
    assert structure.pocket_residues == (0, 1, 2, 3, 4, 5)


def test_a_complex_file_gives_its_ligand(folder, pdb_line):
    ligand = [
        pdb_line(900 + n, f"C{n}", "LIG", "A", 900, (1.5 * n, 0, 0), hetero=True) for n in range(4)
    ]
    text = (folder / "x_pocket.pdb").read_text().replace("END", "\n".join(["TER", *ligand, "END"]))
    (folder / "x.pdb").write_text(text)
    structure = load(folder, "x.pdb", None)
    assert structure.ligand.atom_names == ("C0", "C1", "C2", "C3")
    assert len(structure.ligand.bonds) == 3
    assert "LIG A:900" in structure.notes["ligand_choice"]
    named = load(folder, "x.pdb", None, ligand_selection="LIG:A")
    assert np.array_equal(named.ligand.coords, structure.ligand.coords)


def test_labels_of_equal_names_come_with_their_map(folder, acetate_mol2):
    text = acetate_mol2
    for name in ("C1", "C2", "O1", "O2", "H1", "H2", "H3"):
        text = text.replace(f" {name} ", f" {name[0]}  ")
    (folder / "x_ligand.mol2").write_text(text)
    structure = load(folder)
    assert structure.ligand_labels == ("C1", "C2", "O1", "O2", "H1", "H2", "H3")
    assert structure.ligand.atom_names[:2] == ("C", "C")
    assert "O2=O#4" in structure.notes["ligand_labels"]


@pytest.mark.parametrize(
    ("shift", "reason"), [(80.0, RefusalReason.LIGAND_FAR), (-3.0, RefusalReason.CLASH)]
)
def test_misplaced_ligands_are_refused(folder, acetate_sdf, alanines, shift, reason):
    atoms = alanines(range(1, 7), start=(-8.0, -4.0, -5.0))
    target = np.array([float(atoms[12][i : i + 8]) for i in (30, 38, 46)])
    if shift > 0:
        target = target + shift
    lines = acetate_sdf.split("\n")
    for n in range(4, 8):
        point = [float(lines[n][i : i + 10]) for i in (0, 10, 20)] + target
        lines[n] = "".join(f"{one:10.4f}" for one in point) + lines[n][30:]
    (folder / "x_ligand.sdf").write_text("\n".join(lines))
    with pytest.raises(StructureError) as caught:
        load(folder, ligand="x_ligand.sdf")
    assert caught.value.reason is reason


def test_a_single_metal_is_no_ligand(folder):
    (folder / "x_ligand.sdf").write_text(
        "Ca\n\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n"
        "    0.0000    0.0000    0.0000 Ca  0  2\nM  END\n$$$$\n"
    )
    with pytest.raises(StructureError, match="a ligand of 1 heavy atoms") as caught:
        load(folder, ligand="x_ligand.sdf")
    assert caught.value.reason is RefusalReason.NO_LIGAND


def test_water_alone_is_no_pocket(folder, pdb_line):
    line = pdb_line(1, "O", "HOH", "A", 1, (0, 0, 4), hetero=True)
    (folder / "x_pocket.pdb").write_text(line + "\n")
    with pytest.raises(StructureError) as caught:
        load(folder)
    assert caught.value.reason is RefusalReason.NO_POCKET


@pytest.mark.parametrize(
    "limit", ["MAX_RECEPTOR_ATOMS", "MAX_LIGAND_HEAVY_ATOMS", "MAX_POCKET_ATOMS"]
)
def test_sizes_have_limits(folder, monkeypatch, limit):
    monkeypatch.setattr(complexes, limit, 3)
    with pytest.raises(StructureError) as caught:
        load(folder)
    assert caught.value.reason is RefusalReason.TOO_LARGE


def test_unknown_formats_name_the_known_ones(folder):
    shutil.copy(folder / "x_pocket.pdb", folder / "x.gro")
    with pytest.raises(StructureError, match=r"unknown file type '\.gro'"):
        load(folder, "x.gro")


@pytest.mark.parametrize("entry", ["1ia1", "1of6", "1s3v", "1uou"])
def test_shipped_entries_load(shipped, entry):
    structure = load_complex(
        shipped / entry / f"{entry}_protein_one_lig_removed.pdb",
        shipped / entry / f"{entry}_ligand.sdf",
        complex_id=entry,
    )
    assert 60 <= len(structure.pocket_residues) <= 80
    assert len(structure.receptor.residues) > len(structure.pocket_residues)
    identities = [(one.name, one.id) for one in structure.receptor.residues]
    assert len(set(identities)) == len(identities)
