"""Marks: near a limit, or refused by both other programs that ran."""

from __future__ import annotations

import pytest

from misibench.hbonds import HBond, ToolResult, ambiguous_pairs, mark_bonds


def bond(
    distance_margin: float | None = 0.5,
    angle_margin_deg: float | None = 20.0,
    donor: str = "protein",
    ligand_atom: int = 2,
) -> HBond:
    return HBond(
        1, ligand_atom, donor, None, 2.9, None, None, "d", "a", distance_margin, angle_margin_deg  # type: ignore[arg-type]
    )  # fmt: skip


def tool(name: str, *pairs: tuple[int, int], ran: bool = True) -> ToolResult:
    return ToolResult(name, "1", frozenset(pairs) if ran else None)


@pytest.mark.parametrize(
    ("distance_margin", "angle_margin_deg", "near"),
    [
        (0.5, 20.0, False),
        (0.09, 20.0, True),
        (0.5, 4.9, True),
        (0.1, 5.0, False),
        (None, None, False),
    ],
)
def test_near_a_limit_is_within_0_1_angstrom_or_5_degrees(
    distance_margin: float | None, angle_margin_deg: float | None, near: bool
) -> None:
    (mark,) = mark_bonds([bond(distance_margin, angle_margin_deg)])
    assert (mark.near_limit, mark.ambiguous) == (near, near)


@pytest.mark.parametrize(
    ("comparison", "ambiguous"),
    [
        ([tool("PLIP"), tool("ProLIF")], True),
        ([tool("PLIP", (1, 2)), tool("ProLIF")], False),
        ([tool("PLIP", (1, 2)), tool("ProLIF", (1, 2))], False),
        # one that did not run has refused nothing
        ([tool("PLIP"), tool("ProLIF", ran=False)], False),
        ([], False),
    ],
)
def test_refused_by_both_is_ambiguous(comparison: list[ToolResult], ambiguous: bool) -> None:
    (mark,) = mark_bonds([bond()], comparison)
    assert mark.ambiguous is ambiguous
    assert set(mark.found_by) | set(mark.refused_by) == {
        result.tool for result in comparison if result.pairs is not None
    }


def test_a_pair_is_sure_if_either_direction_is() -> None:
    near, sure = bond(0.01), bond(0.5, donor="ligand")
    other = bond(0.01, ligand_atom=3)
    assert ambiguous_pairs([near, sure, other]) == {(1, 3)}
