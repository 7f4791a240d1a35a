import numpy as np
import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure.pdb import parse_pdb
from misibench.structure.placement import (
    check_placement,
    check_separation,
    coinciding_residues,
    residues_within,
)


def read(lines):
    return parse_pdb("\n".join(lines), "a.pdb").molecule


@pytest.fixture
def receptor(alanines):
    return read(alanines([1, 2, 3]))


@pytest.fixture
def ligand_at(pdb_line):
    def ligand(x, y=0.0, z=0.0, count=3, name="C"):
        lines = [
            pdb_line(n, f"{name}{n}", "LIG", "L", 1, (x + 1.5 * n, y, z), hetero=True)
            for n in range(count)
        ]
        return read(lines)

    return ligand


def test_a_ligand_in_contact_is_fine(receptor, ligand_at):
    assert check_placement("a", receptor, ligand_at(0, 0, 4)) is None


def test_a_ligand_far_away_is_refused(receptor, ligand_at):
    with pytest.raises(StructureError, match=r"50\.0 Å") as caught:
        check_placement("a", receptor, ligand_at(0, 0, 50))
    assert caught.value.reason is RefusalReason.LIGAND_FAR


def test_a_ligand_on_the_protein_is_refused(receptor, ligand_at):
    with pytest.raises(StructureError) as caught:
        check_placement("a", receptor, ligand_at(0.3, 0.3, 0.3))
    assert caught.value.reason is RefusalReason.CLASH


def test_one_covalent_bond_is_allowed_and_described(receptor, ligand_at):
    # 1.5 Å below the CB of residue 1
    sentence = check_placement("a", receptor, ligand_at(1.99, -0.77, -2.71))
    assert sentence == "Covalently bound: ALA A:1 CB to C0 at 1.50 Å."


def test_metal_contacts_are_no_clash(receptor, pdb_line, ligand_at):
    zinc = read([pdb_line(1, "ZN", "ZN", "A", 9, (0, 0, 6.0), element="ZN", hetero=True),
                 pdb_line(2, "CA", "ALA", "A", 1, (0, 0, 9))])  # fmt: skip
    assert check_placement("a", zinc, ligand_at(0, 0, 4.0, name="O")) is None


def test_atoms_on_top_of_each_other_are_bad_coordinates(ligand_at, pdb_line):
    check_separation("a", ligand_at(0))
    flat = read([pdb_line(n, f"C{n}", "LIG", "L", 1, (0, 0, 0), hetero=True) for n in range(4)])
    with pytest.raises(StructureError) as caught:
        check_separation("a", flat)
    assert caught.value.reason is RefusalReason.BAD_COORDINATES


def test_pocket_radius_counts_heavy_atoms_only(receptor, ligand_at, pdb_line, alanines):
    ligand = ligand_at(-10.0, count=1)  # 10.0 Å from N of residue 1
    assert residues_within(receptor, ligand, 10.0) == (0,)
    assert residues_within(receptor, ligand, 9.9) == ()
    with_hydrogen = read([*alanines([1]), pdb_line(9, "H", "ALA", "A", 1, (-1.0, 0, 0))])
    assert residues_within(with_hydrogen, ligand, 9.5) == ()


def test_the_ligands_own_copy_and_its_rivals_are_found(alanines, pdb_line, ligand_at):
    ligand = ligand_at(30.0, count=5)

    def copy(name, number, element, dz):
        return [
            pdb_line(n, f"{element}{n}", name, "X", number, (30.0 + 1.5 * n, 0, dz), hetero=True)
            for n in range(5)
        ]

    receptor = read([*alanines([1]), "TER", *copy("LIG", 1, "C", 0.1), *copy("ALT", 2, "N", 0.8),
                     *copy("FAR", 3, "C", 3.5)])  # fmt: skip
    itself, beside = coinciding_residues(receptor, ligand)
    assert [receptor.residues[one].name for one in itself] == ["LIG"]
    assert [receptor.residues[one].name for one in beside] == ["ALT"]
    assert np.array_equal(ligand.coords[:, 1], np.zeros(5))
