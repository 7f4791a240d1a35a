import pytest

from misibench.structure.pdb import parse_pdb


def read(lines):
    return parse_pdb("\n".join(lines), "a.pdb")


def serine(pdb_line, conformers, number=1):
    """A serine whose OG has the conformers given as letter -> (occupancy, z)."""
    lines = [
        pdb_line(1, "N", "SER", "A", number, (0, 0, 0)),
        pdb_line(2, "CA", "SER", "A", number, (1.46, 0, 0)),
        pdb_line(3, "CB", "SER", "A", number, (2, -1.4, 0)),
    ]
    for place, (letter, (occupancy, z)) in enumerate(conformers.items()):
        lines.append(
            pdb_line(4 + place, "OG", "SER", "A", number, (3, -2, z),
                     alt=letter, occupancy=occupancy)
        )  # fmt: skip
    return lines


@pytest.mark.parametrize(
    ("conformers", "expected"),
    [
        ({"A": (0.6, 0.0), "B": (0.4, 1.0)}, 0.0),
        ({"A": (0.4, 0.0), "B": (0.6, 1.0)}, 1.0),
        ({"B": (0.5, 1.0), "A": (0.5, 0.0)}, 0.0),  # a tie goes to the first letter
        ({"1": (0.2, 0.0), "2": (0.3, 1.0), "3": (0.5, 2.0)}, 2.0),
    ],
)
def test_residue_with_altlocs_is_one_residue_in_its_most_occupied_conformer(
    pdb_line, conformers, expected
):
    parsed = read(serine(pdb_line, conformers))
    molecule = parsed.molecule
    assert len(molecule.residues) == 1
    assert molecule.atom_names == ("N", "CA", "CB", "OG")
    assert molecule.coords[3, 2] == expected
    assert "alternative_locations" in parsed.notes


def test_a_whole_conformer_is_chosen_not_the_best_of_each_atom(pdb_line):
    lines = [
        pdb_line(1, "CB", "VAL", "A", 1, (0, 0, 0), alt="A", occupancy=0.7),
        pdb_line(2, "CB", "VAL", "A", 1, (0, 0, 1), alt="B", occupancy=0.3),
        pdb_line(3, "CG1", "VAL", "A", 1, (1.5, 0, 0), alt="A", occupancy=0.4),
        pdb_line(4, "CG1", "VAL", "A", 1, (1.5, 0, 1), alt="B", occupancy=0.6),
    ]
    assert read(lines).molecule.coords[:, 2].tolist() == [0, 0]


def test_atoms_of_other_conformers_only_are_left_out(pdb_line):
    # a neutron structure: hydrogen and deuterium share a place under different names
    lines = [
        pdb_line(1, "N", "GLY", "A", 1, (0, 0, 0)),
        pdb_line(2, "CA", "GLY", "A", 1, (1.46, 0, 0)),
        pdb_line(3, "H", "GLY", "A", 1, (-0.5, 0.9, 0), alt="A", occupancy=0.3),
        pdb_line(4, "D", "GLY", "A", 1, (-0.5, 0.9, 0), alt="B", occupancy=0.7, element="D"),
    ]
    molecule = read(lines).molecule
    assert molecule.atom_names == ("N", "CA", "D")
    assert molecule.elements == ("N", "C", "H")
    assert molecule.neighbours[2] == (0,)


def test_two_residues_on_one_site_leave_the_more_occupied_one(pdb_line):
    lines = [
        pdb_line(1, "CA", "SER", "A", 22, (0, 0, 0), alt="A", occupancy=0.4),
        pdb_line(2, "CA", "PRO", "A", 22, (0, 0, 0.3), alt="B", occupancy=0.6),
        pdb_line(3, "CB", "SER", "A", 22, (1.5, 0, 0), alt="A", occupancy=0.4),
        pdb_line(4, "CB", "PRO", "A", 22, (1.5, 0, 0.3), alt="B", occupancy=0.6),
    ]
    parsed = read(lines)
    assert [one.name for one in parsed.molecule.residues] == ["PRO"]
    assert len(parsed.molecule) == 2
    assert "SER" in parsed.notes["alternative_residues"]


def test_bonds_follow_the_last_alternative_read_and_coordinates_the_best(pdb_line):
    # ChimeraX makes bonds first and switches the best alternative in afterwards. In a residue
    # without template only the last alternative of O1 lies within bonding distance.
    lines = [
        pdb_line(1, "C1", "LIG", "A", 1, (0, 0, 0), hetero=True),
        pdb_line(2, "O1", "LIG", "A", 1, (5.0, 0, 0), alt="A", occupancy=0.9, hetero=True),
        pdb_line(3, "O1", "LIG", "A", 1, (1.4, 0, 0), alt="B", occupancy=0.1, hetero=True),
    ]
    molecule = read(lines).molecule
    assert molecule.bonds.tolist() == [[0, 1]]
    assert molecule.coords[1, 0] == 5.0
    assert molecule.file_index.tolist() == [0, 1]


def test_equal_names_without_letters_are_different_atoms_in_a_ligand(pdb_line):
    lines = [pdb_line(n + 1, "C", "UNL", "A", 1, (1.5 * n, 0, 0), hetero=True) for n in range(4)]
    assert len(read(lines).molecule) == 4


def test_heavy_atoms_repeated_in_a_standard_residue_are_used_once(pdb_line):
    lines = serine(pdb_line, {" ": (1.0, 0.0)})
    lines.append(pdb_line(9, "OG", "SER", "A", 1, (3, -2, 0.8)))
    parsed = read(lines)
    assert parsed.molecule.atom_names.count("OG") == 1
    assert "repeated_atoms" in parsed.notes


def test_hydrogens_that_are_all_called_h_are_kept(pdb_line):
    # as some protonation programs write
    lines = serine(pdb_line, {" ": (1.0, 0.0)})
    lines += [
        pdb_line(8, "H", "SER", "A", 1, (-0.4, 0.9, 0)),
        pdb_line(9, "H", "SER", "A", 1, (3.2, -2.0, 0.9)),
    ]
    molecule = read(lines).molecule
    assert molecule.neighbours[4] == (0,)
    assert molecule.neighbours[5] == (3,)
