import numpy as np

from misibench.structure.pdb import parse_pdb
from misibench.structure.solvent import bonded_groups, solvent_atoms


def read(lines):
    return parse_pdb("\n".join(lines), "a.pdb").molecule


def solvent_names(lines):
    molecule = read(lines)
    return {molecule.residue_of(int(i)).name for i in np.flatnonzero(solvent_atoms(molecule))}


def water(pdb_line, name="HOH", number=1, *, hydrogens=2, x=0.0):
    points = [("O", (x, 0, 0)), ("H1", (x + 0.96, 0, 0)), ("H2", (x - 0.3, 0.9, 0))]
    return [
        pdb_line(10 * number + n, atom, name, "W", number, xyz, hetero=True)
        for n, (atom, xyz) in enumerate(points[: hydrogens + 1])
    ]


def test_water_by_name_with_and_without_hydrogens(pdb_line, alanines):
    for name in ("HOH", "WAT", "DOD", "H2O"):
        for hydrogens in (0, 2):
            lines = [*alanines([1]), *water(pdb_line, name, 9, hydrogens=hydrogens, x=30)]
            assert solvent_names(lines) == {name}


def test_water_by_composition_whatever_its_name(pdb_line, alanines):
    assert solvent_names([*alanines([1]), *water(pdb_line, "SPC", 9, x=30)]) == {"SPC"}


def test_lone_atoms_of_light_elements_are_solvent_and_ions_are_not(pdb_line):
    lines = [
        pdb_line(1, "O", "XXX", "A", 1, (0, 0, 0), hetero=True),
        pdb_line(2, "ZN", "ZN", "A", 2, (9, 0, 0), hetero=True, element="ZN"),
        pdb_line(3, "CL", "CL", "A", 3, (18, 0, 0), hetero=True, element="CL"),
    ]
    assert solvent_names(lines) == {"XXX"}


def test_ten_copies_of_a_small_molecule_are_solvent_nine_are_not(pdb_line):
    def glycols(count):
        lines = []
        for number in range(count):
            for n, name in enumerate(("C1", "O1", "O2", "C2")):
                x = 20.0 * number + 1.4 * n
                lines.append(pdb_line(n, name, "EDO", "A", number, (x, 0, 0), hetero=True))
        return lines

    assert solvent_names(glycols(9)) == set()
    assert solvent_names(glycols(10)) == {"EDO"}


def test_ten_ions_are_not_solvent(pdb_line):
    lines = [
        pdb_line(n, "CL", "CL", "A", n, (9.0 * n, 0, 0), hetero=True, element="CL")
        for n in range(12)
    ]
    assert solvent_names(lines) == set()


def test_a_broken_chain_is_one_group(alanines):
    molecule = read([*alanines([1]), *alanines([7], start=(9, 0, 0))])
    assert bonded_groups(molecule)[0] == 1


def test_water_in_the_chain_of_a_protein_is_solvent(alanines, pdb_line):
    # ATOM records, no TER, and CONECT records that keep long links as missing structure
    water = [pdb_line(50 + n, "O", "WAT", "A", 50 + n, (9.0 * n, 30, 0)) for n in range(3)]
    lines = [*alanines([1, 2]), *water, "CONECT    1    2"]
    assert solvent_names(lines) == {"WAT"}


def test_lone_amino_acids_are_never_solvent(pdb_line):
    lines = [
        pdb_line(4 * number + n, name, "GLY", chr(65 + number), 1, (20.0 * number + x, y, 0))
        for number in range(12)
        for n, (name, x, y) in enumerate([("N", 0, 0), ("CA", 1.46, 0), ("C", 2, 1.4)])
    ]
    assert solvent_names(lines) == set()
