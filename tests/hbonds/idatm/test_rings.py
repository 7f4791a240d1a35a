from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from misibench.hbonds.idatm import Ring, idatm_types, is_aromatic, ring_set, rings_by_atom
from misibench.hbonds.idatm.rings import typing_rings
from misibench.structure.molecule import Molecule, Residue, ResidueId

Make = Callable[..., Molecule]


def test_ring_knows_its_bonds_and_what_lies_beside(regular_ring: Make) -> None:
    benzene = regular_ring("C C C C C C")
    (ring,) = ring_set(benzene)
    assert ring.atoms == (0, 1, 2, 3, 4, 5)
    assert benzene.bonds[list(ring.bonds)].tolist() == [
        [0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]
    ]  # fmt: skip
    assert ring.beside(0) == (5, 1)
    assert ring.beside(4, steps=2) == (2, 0)
    assert len(ring) == 6


def test_ring_across_two_residues_is_no_ring(regular_ring: Make) -> None:
    benzene = regular_ring("C C C C C C")
    in_two = dataclasses.replace(
        benzene,
        residues=(Residue("ONE", ResidueId("", 1)), Residue("TWO", ResidueId("", 2))),
        residue_index=np.array([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]),
    )
    assert ring_set(in_two) == ()
    assert set(idatm_types(in_two)[:6]) == {"C2"}  # and nothing is aromatic


def test_residues_interleaved_in_the_file_keep_their_rings(regular_ring: Make) -> None:
    benzene = regular_ring("C C C C C C")
    size = len(benzene)
    order = np.arange(2 * size).reshape(2, size).T.ravel()  # atoms of the copies alternate
    place = np.argsort(order)
    both = Molecule(
        name="two",
        coords=np.vstack([benzene.coords, benzene.coords + 20.0])[order],
        atomic_numbers=np.tile(benzene.atomic_numbers, 2)[order],
        elements=tuple(np.array(benzene.elements * 2)[order]),
        atom_names=tuple(np.array(benzene.atom_names * 2)[order]),
        residues=(Residue("ONE", ResidueId("", 1)), Residue("TWO", ResidueId("", 2))),
        residue_index=np.repeat([0, 1], size)[order],
        bonds=place[np.vstack([benzene.bonds, benzene.bonds + size])],
    )
    rings = ring_set(both)
    assert [set(ring.atoms) for ring in rings] == [{0, 2, 4, 6, 8, 10}, {1, 3, 5, 7, 9, 11}]
    for ring in rings:
        closed = zip(ring.atoms, (*ring.atoms[1:], ring.atoms[0]), strict=True)
        for bond, pair in zip(ring.bonds, closed, strict=True):
            assert set(both.bonds[bond].tolist()) == set(pair)


def test_templated_residues_are_left_out_on_request(regular_ring: Make) -> None:
    phenyl = dataclasses.replace(
        regular_ring("C C C C C C"),
        residues=(Residue("PHE", ResidueId("A", 1)),),
        atom_names=("CG", "CD1", "CE1", "CZ", "CE2", "CD2", "HG", "H1", "H2", "H3", "H4", "H5"),
    )
    assert len(ring_set(phenyl)) == 1
    assert ring_set(phenyl, include_templated=False) == ()


def test_rings_come_by_size_then_by_first_bond(from_smiles: Make) -> None:
    molecule = from_smiles("C1CCCCC1C1CCC1C1CCCCC1")
    rings = ring_set(molecule)
    assert [len(ring) for ring in rings] == [4, 6, 6]
    assert min(rings[1].bonds) < min(rings[2].bonds)
    by_atom = rings_by_atom(rings)
    assert by_atom[0] == (rings[1],)
    assert set(by_atom) == {atom for ring in rings for atom in ring.atoms}


def test_aromatic_means_every_carbon_is_aromatic(regular_ring: Make) -> None:
    benzene = regular_ring("C C C C C C")
    (ring,) = ring_set(benzene)
    assert is_aromatic(ring, benzene, idatm_types(benzene))
    assert not is_aromatic(ring, benzene, ["C2"] + ["Car"] * 11)
    nitrogens = regular_ring("N N N N N N")
    assert is_aromatic(Ring(tuple(range(6)), ()), nitrogens, ["N2"] * 6)  # no carbon at all


def test_molecules_without_bonds_or_atoms_have_no_rings() -> None:
    empty = Molecule("none", np.zeros((0, 3)), [], (), (), (), [], [])  # type: ignore[arg-type]
    assert ring_set(empty) == ()
    assert idatm_types(empty) == ()


def _complete(size: int) -> Molecule:
    """Every atom bonded to every other, as in an average of many conformers."""
    coords = np.random.default_rng(1).normal(size=(size, 3))
    bonds = [(one, other) for one in range(size) for other in range(one + 1, size)]
    return Molecule(
        "crowd", coords, np.full(size, 6), ("C",) * size, ("C",) * size,
        (Residue("UNL", ResidueId("", 1)),), np.zeros(size), np.array(bonds),
    )  # fmt: skip


def test_twenty_triangles_a_residue_leave_only_triangles() -> None:
    crowd = _complete(6)  # 20 triangles
    assert [len(ring) for ring in typing_rings(crowd, [0])] == [3] * 20


def test_twenty_small_rings_a_residue_give_all_small_rings() -> None:
    """K(3,4) has 18 four-rings and 24 six-rings; as a set of shortest rings only the former."""
    bonds = [(one, other) for one in range(3) for other in range(3, 7)]
    crowd = dataclasses.replace(_complete(7), bonds=np.array(bonds))
    assert [len(ring) for ring in ring_set(crowd)] == [4] * 18
    assert [len(ring) for ring in typing_rings(crowd, [0])] == [4] * 18 + [6] * 24
    in_two = dataclasses.replace(
        crowd, residues=(*crowd.residues, Residue("ION", ResidueId("", 2)))
    )
    assert len(typing_rings(in_two, [0, 1])) == 42  # 42 >= 20 a residue
