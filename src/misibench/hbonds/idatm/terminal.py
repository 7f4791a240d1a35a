"""Pass 3: atoms with a single neighbour, by bond length and the neighbour's type.

Only atoms that still carry their bare symbol are visited; one atom of a pair may have typed the
other already. Lengths in Å: Meng and Lewis, J. Comput. Chem. 12, 891 (1991), and ChimeraX.
"""

from __future__ import annotations

from misibench.hbonds.idatm.state import CARBON, NITROGEN, OXYGEN, PHOSPHORUS, SULFUR, TypingState

__all__ = ["type_terminal_atoms"]

ARSENIC = 33
ESTER_OXYGEN_EXCESS = 0.05
"""How much longer than all other terminal P-O bonds a protonated one is at least."""


def type_terminal_atoms(state: TypingState) -> None:
    """Type untyped C, N, O and S atoms with one neighbour; the neighbour may change as well."""
    rules = {CARBON: _carbon, NITROGEN: _nitrogen, OXYGEN: _oxygen, SULFUR: _sulfur}
    symbols = {CARBON: "C", NITROGEN: "N", OXYGEN: "O", SULFUR: "S"}
    for atom in state.untyped:
        number = state.atomic_numbers[atom]
        if state.degree[atom] != 1 or state.types[atom] != symbols.get(number):
            continue
        partner = state.neighbours[atom][0]
        state.types[atom] = rules[number](state, atom, partner, state.distance(atom, partner))


def _carbon(state: TypingState, atom: int, partner: int, distance: float) -> str:
    number, partner_type = state.atomic_numbers[partner], state.types[partner]
    if distance <= 1.22 and partner_type == "C1":
        return "C1"
    if distance <= 1.20 and number == NITROGEN and state.degree[partner] < 3:
        state.types[partner] = "N1"
        return "C1"
    if partner_type == "N1+":
        others = state.other_neighbours(partner, atom)
        return "C1" if all(state.types[other] in ("H", "D", "C3") for other in others) else "C3"
    if (distance <= 1.41 and number == CARBON) or (distance <= 1.37 and number == NITROGEN):
        return "C2"
    if distance <= 1.17 and number == OXYGEN and state.degree[partner] == 1:
        return "C1-"
    return "C3"


def _nitrogen(state: TypingState, atom: int, partner: int, distance: float) -> str:
    number, partner_type = state.atomic_numbers[partner], state.types[partner]
    if (
        (distance <= 1.20 and (partner_type == "C1" or number == NITROGEN))
        or partner_type == "N1+"
        or (distance < 1.21 and number == OXYGEN)
    ):
        return "N1"
    if partner_type == "C1" and any(
        state.degree[other] > 2 for other in state.other_neighbours(partner, atom)
    ):
        return "N1"
    amine_above = {"C2": 1.38, "C3": 1.38, "N3": 1.43, "Npl": 1.41}
    if distance > amine_above.get(partner_type, float("inf")):
        return "N3"
    return "Npl" if number in (CARBON, NITROGEN) else "N3"


def _oxygen(state: TypingState, atom: int, partner: int, distance: float) -> str:
    number, partner_type = state.atomic_numbers[partner], state.types[partner]
    alone = state.degree[partner] == 1
    if partner_type in ("Cac", "Ntr", "N1+"):
        return "O2-"
    if partner_type in ("Pac", "Sac", "N3+", "Pox", "Son", "Sxd"):
        return "O3" if _is_longest_of_phosphate(state, atom, partner, distance) else "O3-"
    if distance <= 1.17 and number == CARBON and alone:
        return "O1+"
    if distance <= 1.30 and number == CARBON:
        _make_doubly_bonded_carbon(state, partner)
        return "O2"
    if distance <= 1.685 and number == ARSENIC:
        return "O2"
    if distance <= 1.338 and number == OXYGEN and alone:
        return "O2"
    if distance <= 1.21 and number == NITROGEN and alone:
        return "O1"
    return "O3"


def _is_longest_of_phosphate(
    state: TypingState, atom: int, phosphorus: int, distance: float
) -> bool:
    """Whether an oxygen of a phosphate is set apart by its length, as a P-OH without its H is."""
    if state.types[phosphorus] != "Pac":
        return False
    oxygens = state.bare_oxygens(phosphorus)
    return len(oxygens) >= 3 and all(
        distance - state.distance(phosphorus, other) >= ESTER_OXYGEN_EXCESS
        for other in oxygens
        if other != atom
    )


def _sulfur(state: TypingState, atom: int, partner: int, distance: float) -> str:
    number = state.atomic_numbers[partner]
    if number == PHOSPHORUS:
        return "S3-"
    if state.types[partner] == "N1+":
        return "S2"
    if distance <= 1.76 and number == CARBON:
        _make_doubly_bonded_carbon(state, partner)
        return "S2"
    if distance <= 2.11 and number == ARSENIC:
        return "S2"
    return "S3"


def _make_doubly_bonded_carbon(state: TypingState, carbon: int) -> None:
    state.set_type_if_untyped(carbon, "C2")
    state.second_look.pop(carbon, None)
