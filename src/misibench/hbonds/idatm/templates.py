"""Atom types of standard residues, by residue and atom name."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misibench.hbonds.idatm.template_table import (
    AMINO_ACIDS,
    NUCLEOTIDES,
    POLYMER_BACKBONE,
    TEMPLATES,
)
from misibench.structure.molecule import Molecule

__all__ = ["template_types", "templated_residues"]

Link = tuple[int, int]
Ints = NDArray[np.int32]


def templated_residues(molecule: Molecule) -> tuple[bool, ...]:
    """For every residue whether its types come from a template.

    A residue with a template goes through the typing passes all the same if it belongs to a
    polymer (two or more amino acids or nucleotides joined, chain breaks included) and an atom
    outside its backbone is bonded to another residue, disulphide bridges excepted.
    """
    names = [_template_name(molecule, index) for index in range(len(molecule.residues))]
    links = _links(molecule, molecule.bonds)
    cross_linked = _side_chain_links(molecule, links)
    if cross_linked:
        cross_linked &= _polymer_residues(molecule, links)
    return tuple(bool(name) and index not in cross_linked for index, name in enumerate(names))


def template_types(molecule: Molecule, templated: tuple[bool, ...]) -> list[str | None]:
    """Types by template, one per atom; None for atoms left to the typing passes.

    Hydrogens of templated residues are HC if bonded to carbon, else H, whatever their names.
    """
    types: list[str | None] = [None] * len(molecule)
    if not any(templated):
        return types
    chain_starts = _residues_without_link_at_n(molecule)
    hydrogen_types = _hydrogen_types(molecule)
    atom_names = molecule.atom_names
    for index, members in enumerate(molecule.residue_atoms):
        if not templated[index] or not members:
            continue
        by_name = _types_by_name(
            _template_name(molecule, index),
            tuple([atom_names[atom] for atom in members]),
            chain_starts[index],
        )
        for atom, atom_type in zip(members, by_name, strict=True):
            types[atom] = atom_type or hydrogen_types[atom]
    return types


@lru_cache(maxsize=8192)
def _types_by_name(
    template: str, names: tuple[str, ...], starts_chain: bool
) -> tuple[str | None, ...]:
    """Types of a residue's atoms; None where the template does not know the name."""
    present = {*names, "^"} if starts_chain else set(names)
    known: dict[str, str] = {}
    for name, rule in TEMPLATES[template].items():
        for alternative in rule.split():
            condition, _, atom_type = alternative.rpartition("=")
            if not condition or condition in present:
                known[name] = atom_type
                break
    return tuple(known.get(name) for name in names)


def _template_name(molecule: Molecule, residue: int) -> str:
    """Name of the template that a residue uses; empty for none."""
    name = molecule.residues[residue].name
    if name in TEMPLATES:
        return name
    if name == "UNK":
        names = {molecule.atom_names[atom] for atom in molecule.residue_atoms[residue]}
        if names >= {"N", "CA", "C"}:
            return "GLY"
    return ""


def _links(molecule: Molecule, pairs: Ints) -> list[Link]:
    """Those of the atom pairs, shape (m, 2), that lie in two residues."""
    residue_of_end = molecule.residue_index[pairs]
    crossing = pairs[residue_of_end[:, 0] != residue_of_end[:, 1]]
    return [(first, second) for first, second in crossing.tolist()]


def _side_chain_links(molecule: Molecule, links: list[Link]) -> set[int]:
    """Residues with a link at an atom that no polymer bond uses."""
    found: set[int] = set()
    for link in links:
        if _is_disulphide(molecule, link):
            continue
        for atom in link:
            nucleotide = molecule.residue_of(atom).name in NUCLEOTIDES
            if molecule.atom_names[atom] not in POLYMER_BACKBONE[nucleotide]:
                found.add(int(molecule.residue_index[atom]))
    return found


def _is_disulphide(molecule: Molecule, link: Link) -> bool:
    return all(
        molecule.atom_names[atom] == "SG" and molecule.residue_of(atom).name in {"CYS", "CYX"}
        for atom in link
    )


def _polymer_residues(molecule: Molecule, links: list[Link]) -> set[int]:
    """Residues joined, or parted by a gap only, to another of the same kind of polymer."""
    found: set[int] = set()
    for first, second in [*links, *_links(molecule, molecule.gaps)]:
        residues = int(molecule.residue_index[first]), int(molecule.residue_index[second])
        kinds = {_polymer_kind(molecule, residue) for residue in residues}
        if len(kinds) == 1 and "" not in kinds:
            found.update(residues)
    return found


def _polymer_kind(molecule: Molecule, residue: int) -> str:
    """Tell amino acids from nucleotides, by name or, for unusual names, by backbone atoms."""
    name = molecule.residues[residue].name
    if name in AMINO_ACIDS:
        return "protein"
    if name in NUCLEOTIDES:
        return "nucleic"
    names = {molecule.atom_names[atom] for atom in molecule.residue_atoms[residue]}
    if names >= POLYMER_BACKBONE[False]:
        return "protein"
    if names >= POLYMER_BACKBONE[True]:
        return "nucleic"
    return ""


def _residues_without_link_at_n(molecule: Molecule) -> list[bool]:
    """For every residue whether none of its atoms called N is bonded to another residue."""
    free = [True] * len(molecule.residues)
    for link in _links(molecule, molecule.bonds):
        for atom in link:
            if molecule.atom_names[atom] == "N":
                free[int(molecule.residue_index[atom])] = False
    return free


def _hydrogen_types(molecule: Molecule) -> list[str | None]:
    """HC or H for hydrogens by what they are bonded to; None for all other atoms."""
    is_carbon = molecule.atomic_numbers == 6
    on_carbon = np.zeros(len(molecule), dtype=bool)
    for one, other in ((0, 1), (1, 0)):
        ends = molecule.bonds[is_carbon[molecule.bonds[:, one]], other]
        on_carbon[ends] = True
    choices = {(True, True): "HC", (True, False): "H"}
    flags = zip(molecule.is_hydrogen.tolist(), on_carbon.tolist(), strict=True)
    return [choices.get(flag) for flag in flags]
