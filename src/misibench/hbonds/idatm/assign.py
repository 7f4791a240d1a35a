"""IDATM types of every atom of a molecule."""

from __future__ import annotations

from collections import Counter

from misibench.hbonds.idatm.degree import type_by_degree, type_hydrogens
from misibench.hbonds.idatm.late_passes import (
    revert_imines_beside_aromatic_carbon,
    type_charged_groups,
    type_isolated_planar_carbons,
    type_metal_sulfides,
    type_nitrites,
    type_nitrogens_beside_planar_atoms,
    type_terminal_oxygens,
)
from misibench.hbonds.idatm.ring_types import type_planar_rings
from misibench.hbonds.idatm.rings import Ring, is_aromatic, typing_rings
from misibench.hbonds.idatm.second_look import look_again, move_double_bonds_to_nitrogen
from misibench.hbonds.idatm.state import TypingState, new_state
from misibench.hbonds.idatm.templates import template_types, templated_residues
from misibench.hbonds.idatm.terminal import type_terminal_atoms
from misibench.structure.molecule import Molecule

__all__ = ["idatm_types"]


def idatm_types(molecule: Molecule) -> tuple[str, ...]:
    """Type of every atom, in atom order, as ChimeraX assigns them.

    Standard residues are typed by atom name, all other atoms from coordinates and connectivity;
    bond orders, charges and other type names in the file never count. Atoms and neighbours are
    visited in file order. An atom whose type is its element symbol is of unknown geometry.

    See docs/explanations/atom-types.md.
    """
    templated = templated_residues(molecule)
    by_template = template_types(molecule, templated)
    complete = [atom_type for atom_type in by_template if atom_type is not None]
    if len(complete) == len(molecule) and not len(molecule.metal_bonds):
        return tuple(complete)
    state = new_state(molecule, by_template)
    if not _is_overbonded(molecule):
        type_hydrogens(state, molecule, by_template)
        algorithmic = [index for index, done in enumerate(templated) if not done]
        _run_passes(state, molecule, algorithmic)
    return tuple(state.types)


def _is_overbonded(molecule: Molecule) -> bool:
    """Whether there are so many bonds that this is no molecule, such as overlaid copies."""
    bonds, atoms = len(molecule.bonds), len(molecule)
    return bonds - atoms > 100 and bonds > 1.25 * atoms


def _run_passes(state: TypingState, molecule: Molecule, algorithmic: list[int]) -> None:
    type_by_degree(state)
    type_terminal_atoms(state)
    look_again(state)
    move_double_bonds_to_nitrogen(state)
    rings: tuple[Ring, ...] = typing_rings(molecule, algorithmic) if state.untyped else ()
    type_planar_rings(state, rings, molecule.bonds.tolist())
    ring_atoms = frozenset(atom for ring in rings for atom in ring.atoms)
    revert_imines_beside_aromatic_carbon(state, ring_atoms)
    aromatic_atoms = frozenset(
        atom for ring in rings if is_aromatic(ring, molecule, state.types) for atom in ring.atoms
    )
    type_isolated_planar_carbons(state)
    type_charged_groups(state, ring_atoms)
    type_nitrogens_beside_planar_atoms(state, aromatic_atoms)
    type_terminal_oxygens(state, aromatic_atoms)
    type_nitrites(state)
    type_metal_sulfides(state, Counter(molecule.metal_bonds.ravel().tolist()))
