"""What must not matter: where a complex lies, the order of its atoms, the names of chains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from misibench.hbonds import HBond, find_hydrogen_bonds
from misibench.structure import Complex, Molecule, Residue, ResidueId, unique_labels

PocketOf = Callable[[str], Complex]
Summary = set[tuple[object, ...]]

NAMES = ("1of6", "1uou")
few = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def pockets(pocket_of: PocketOf) -> dict[str, Complex]:
    return {name: pocket_of(name) for name in NAMES}


def summary(bonds: tuple[HBond, ...]) -> Summary:
    return {
        (
            bond.receptor_atom, bond.ligand_atom, bond.donor, bond.donor_class,
            bond.acceptor_class, round(bond.distance, 6),
        )
        for bond in bonds
    }  # fmt: skip


def moved(molecule: Molecule, turn: np.ndarray, shift: np.ndarray) -> Molecule:
    return replace(molecule, coords=molecule.coords @ turn.T + shift)


@pytest.mark.parametrize("name", NAMES)
@few
@given(
    vector=st.tuples(*[st.floats(-3.1, 3.1)] * 3),
    shift=st.tuples(*[st.floats(-200.0, 200.0)] * 3),
)
def test_rigid_motion_changes_nothing(
    pockets: dict[str, Complex],
    name: str,
    vector: tuple[float, float, float],
    shift: tuple[float, float, float],
) -> None:
    structure = pockets[name]
    turn = Rotation.from_rotvec(vector).as_matrix()
    there = replace(
        structure,
        receptor=moved(structure.receptor, turn, np.array(shift)),
        ligand=moved(structure.ligand, turn, np.array(shift)),
    )
    expected = summary(find_hydrogen_bonds(structure))
    assert len(expected) > 2
    assert summary(find_hydrogen_bonds(there)) == expected


def reordered(molecule: Molecule, order: np.ndarray) -> Molecule:
    """The same molecule with its atoms in another order, bonds in the same order."""
    new = np.argsort(order).astype(np.int32)  # old index -> new index
    return Molecule(
        name=molecule.name,
        coords=molecule.coords[order],
        atomic_numbers=molecule.atomic_numbers[order],
        elements=tuple(molecule.elements[one] for one in order),
        atom_names=tuple(molecule.atom_names[one] for one in order),
        residues=molecule.residues,
        residue_index=molecule.residue_index[order],
        bonds=new[molecule.bonds],
        gaps=new[molecule.gaps],
        metal_bonds=new[molecule.metal_bonds],
    )


@pytest.mark.parametrize("name", NAMES)
@few
@given(seed=st.integers(0, 2**32 - 1))
def test_order_of_atoms_changes_nothing(pockets: dict[str, Complex], name: str, seed: int) -> None:
    structure = pockets[name]
    rng = np.random.default_rng(seed)
    receptor_order = rng.permutation(len(structure.receptor))
    ligand_order = rng.permutation(len(structure.ligand))
    ligand = reordered(structure.ligand, ligand_order)
    shuffled = Complex(
        name,
        reordered(structure.receptor, receptor_order),
        structure.pocket_residues,
        ligand,
        unique_labels(ligand),
    )
    back = {
        (int(receptor_order[receptor]), int(ligand_order[ligand]), *rest)
        for receptor, ligand, *rest in summary(find_hydrogen_bonds(shuffled))
    }
    assert back == summary(find_hydrogen_bonds(structure))


@pytest.mark.parametrize("name", NAMES)
@few
@given(chains=st.permutations("ABXYZ"), step=st.integers(-50, 50))
def test_renaming_chains_and_residues_changes_only_names(
    pockets: dict[str, Complex], name: str, chains: list[str], step: int
) -> None:
    structure = pockets[name]
    receptor = structure.receptor
    known = sorted({residue.id.chain_id for residue in receptor.residues})
    residues = tuple(
        Residue(
            one.name,
            ResidueId(chains[known.index(one.id.chain_id)], one.id.number + step),
            one.hetero,
        )
        for one in receptor.residues
    )
    renamed = replace(structure, receptor=replace(receptor, residues=residues))
    assert summary(find_hydrogen_bonds(renamed)) == summary(find_hydrogen_bonds(structure))


def test_bonds_come_in_order_of_atoms(pockets: dict[str, Complex]) -> None:
    for structure in pockets.values():
        found = [(b.receptor_atom, b.ligand_atom, b.donor) for b in find_hydrogen_bonds(structure)]
        assert found == sorted(found)
