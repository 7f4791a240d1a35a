"""Passes 4.75 to 11: corrections by the types of the neighbours.

Lengths in Å, from ChimeraX; passes are numbered as in docs/explanations/atom-types.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from misibench.hbonds.idatm.state import CARBON, NITROGEN, OXYGEN, SULFUR, TypingState
from misibench.hbonds.idatm.type_table import Geometry

__all__ = [
    "revert_imines_beside_aromatic_carbon",
    "type_charged_groups",
    "type_isolated_planar_carbons",
    "type_metal_sulfides",
    "type_nitrites",
    "type_nitrogens_beside_planar_atoms",
    "type_terminal_oxygens",
]

RingAtoms = frozenset[int]

DOUBLE_BOND_LENGTH = {CARBON: 1.41, OXYGEN: 1.30, NITROGEN: 1.38, SULFUR: 1.76}
_DOUBLE_BOND_TYPE = {CARBON: "C2", OXYGEN: "O2", NITROGEN: "N2", SULFUR: "S2"}
OXIDE_WITHIN = 1.295
METALS_OF_SULFIDE = 3


def revert_imines_beside_aromatic_carbon(state: TypingState, ring_atoms: RingAtoms) -> None:
    """Pass 4.75: an open-chain N2 typed by bond length alone becomes Npl beside Car.

    Every other planar neighbour must have another planar atom to share a double bond with.
    """
    for atom in state.untyped:
        if state.types[atom] != "N2" or state.second_look.get(atom) != 4 or atom in ring_atoms:
            continue
        others = list(state.neighbours[atom])
        aromatic = next((other for other in others if state.types[other] == "Car"), None)
        if aromatic is None:
            continue
        others.remove(aromatic)
        if all(
            any(state.is_planar(further) for further in state.other_neighbours(other, atom))
            for other in others
            if state.is_planar(other)
        ):
            state.types[atom] = "Npl"


def type_isolated_planar_carbons(state: TypingState) -> None:
    """Pass 5: a C2 without a partner for its double bond finds one or becomes C3."""
    for atom in state.untyped:
        if state.types[atom] != "C2" or _has_planar_partner(state, atom):
            continue
        terminal = [
            other
            for other in state.neighbours[atom]
            if state.degree[other] == 1 and state.atomic_numbers[other] in DOUBLE_BOND_LENGTH
        ]
        if state.degree[atom] != 3 or not terminal:
            state.types[atom] = "C3"
            continue
        nearest = min(
            terminal,
            key=lambda other: (
                state.distance(atom, other) / DOUBLE_BOND_LENGTH[state.atomic_numbers[other]]
            ),
        )
        state.types[nearest] = _DOUBLE_BOND_TYPE[state.atomic_numbers[nearest]]


def _has_planar_partner(state: TypingState, carbon: int) -> bool:
    neighbours = state.neighbours[carbon]
    if sum(state.types[other] == "Npl" for other in neighbours) == 3:
        return True
    return any(
        state.is_planar(other)
        and state.types[other] not in ("Cac", "N2+")
        and not (
            state.types[other] == "Npl"
            and state.degree[other] > 2
            and state.heavy_degree[other] > 1
        )
        for other in neighbours
    )


def type_charged_groups(state: TypingState, ring_atoms: RingAtoms) -> None:
    """Pass 6: ammonium, amidinium and guanidinium, carboxylate."""
    for atom in state.untyped:
        number, atom_type = state.atomic_numbers[atom], state.types[atom]
        if number == NITROGEN and atom_type != "N3+":
            if all(state.types[other] in ("C3", "H", "D") for other in state.neighbours[atom]):
                state.types[atom] = "N3+"
        elif atom_type == "C2":
            _type_amidinium(state, _amidinium_nitrogens(state, atom), ring_atoms)
        elif atom_type == "Cac":
            for other in state.neighbours[atom]:
                if state.atomic_numbers[other] == OXYGEN and state.heavy_degree[other] == 1:
                    state.types[other] = "O2-"


def _amidinium_nitrogens(state: TypingState, carbon: int) -> list[int]:
    """Nitrogens of a carbon that may share a charge; none where another atom has the bond."""
    candidates: list[int] = []
    for other in state.neighbours[carbon]:
        atom_type = state.types[other]
        terminal = state.atomic_numbers[other] == NITROGEN and state.degree[other] == 1
        if atom_type == "Ng+" or ((atom_type == "Npl" or terminal) and state.is_untyped[other]):
            candidates.append(other)
        elif atom_type in ("O2", "S2"):
            return []
        elif atom_type == "N2":
            beyond = state.other_neighbours(other, carbon)
            if beyond and state.distance(carbon, other) > state.distance(other, beyond[0]):
                return []
            candidates.append(other)
    return candidates


def _type_amidinium(state: TypingState, candidates: list[int], ring_atoms: RingAtoms) -> None:
    if len(candidates) < 2:
        return
    made: list[int] = []
    for nitrogen in candidates:
        if nitrogen in ring_atoms:
            for earlier in made:
                state.types[earlier] = "Npl"
            return
        state.types[nitrogen] = "Ng+"
        made.append(nitrogen)


def type_nitrogens_beside_planar_atoms(state: TypingState, aromatic_atoms: RingAtoms) -> None:
    """Pass 8: N between single and double bonds beside atoms that lack a partner."""
    planar_of: dict[int, list[int]] = {}
    for atom in state.untyped:
        if (
            state.types[atom] not in ("Npl", "N2", "N3")
            or atom in state.ring_decided
            or atom in aromatic_atoms
            or (state.types[atom] == "Npl" and state.degree[atom] != 2)
        ):
            continue
        planar_of[atom] = []
        for other in state.neighbours[atom]:
            if other in aromatic_atoms:
                if state.heavy_degree[atom] == 1:
                    state.types[atom] = "Npl"
                    break
            elif state.is_planar(other) and state.types[other] != "Npl":
                planar_of[atom].append(other)
    for size in (1, 2, 3):
        for atom, planar in planar_of.items():
            if len(planar) == size and any(
                _others_are_harmless(state, other, atom) for other in planar
            ):
                state.types[atom] = "Npl" if state.degree[atom] > 2 else "N2"


def _others_are_harmless(state: TypingState, atom: int, than: int) -> bool:
    """Whether no other neighbour of an atom can have a double bond to it."""
    return all(
        state.types[other] in ("Car", "Npl")
        or state.geometry(other) not in (Geometry.UNKNOWN, Geometry.PLANAR)
        for other in state.other_neighbours(atom, than)
    )


def type_terminal_oxygens(state: TypingState, aromatic_atoms: RingAtoms) -> None:
    """Pass 9: a terminal O3 beside a planar atom without a partner is doubly bonded to it."""
    for atom in state.untyped:
        if state.types[atom] != "O3" or state.degree[atom] != 1:
            continue
        partner = state.neighbours[atom][0]
        if (
            partner in aromatic_atoms
            or not state.is_planar(partner)
            or not _others_are_harmless(state, partner, atom)
        ):
            continue
        if state.types[partner] != "Npl":
            state.types[atom] = "O2"
        elif state.distance(atom, partner) < OXIDE_WITHIN:
            state.types[atom] = "O2"
            state.types[partner] = "N2+"


def type_nitrites(state: TypingState) -> None:
    """Pass 10: N between two terminal oxygens."""
    for atom in state.untyped:
        if state.atomic_numbers[atom] != NITROGEN or state.degree[atom] != 2:
            continue
        oxygens = state.bare_oxygens(atom)
        if len(oxygens) == 2:
            state.types[atom] = "N2"
            for oxygen in oxygens:
                state.types[oxygen] = "O2-"


def type_metal_sulfides(state: TypingState, metals_around: Mapping[int, int]) -> None:
    """Pass 11: a sulfur that three or more metals coordinate, templated ones too."""
    for atom, count in metals_around.items():
        if count >= METALS_OF_SULFIDE and state.types[atom] == "S3" and state.degree[atom] < 2:
            state.types[atom] = "S3-"
