"""Explanations: each direction with its steps, or why an atom takes no part."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from misibench.errors import UsageError
from misibench.hbonds import explain_pair, find_hydrogen_bonds
from misibench.structure import Complex

PocketOf = Callable[[str], Complex]


def test_explanation_agrees_with_the_search_on_every_near_pair(pocket_of: PocketOf) -> None:
    structure = pocket_of("1uou")
    bonds = {(b.receptor_atom, b.ligand_atom, b.donor): b for b in find_hydrogen_bonds(structure)}
    checked = 0
    for receptor_atom, number in enumerate(structure.receptor.atomic_numbers):
        if number not in (7, 8):
            continue
        for ligand_atom, other in enumerate(structure.ligand.atomic_numbers):
            if other not in (7, 8):
                continue
            explained = explain_pair(structure, receptor_atom, ligand_atom)
            for direction in explained.directions:
                checked += 1
                key = (receptor_atom, ligand_atom, direction.donor)
                assert direction.bonded == (key in bonds)
                if direction.bonded:
                    margins = [
                        check.margin
                        for check in (*direction.acceptor_checks, *direction.donor_checks)
                        if check.unit == "°" and check.margin is not None
                    ]
                    assert bonds[key].angle_margin_deg == min(margins, default=None)
    assert checked > 500


def test_carbon_takes_no_part(pocket_of: PocketOf) -> None:
    structure = pocket_of("1uou")
    explained = explain_pair(structure, 1, 0)
    assert structure.receptor.atom_names[1] == "CA"
    assert not explained.bonded
    assert "does not donate: type C3" in explained.directions[1].reason
    assert "does not accept: type C3" in explained.directions[0].reason


def test_index_outside_the_molecule_is_a_usage_error(pocket_of: PocketOf) -> None:
    with pytest.raises(UsageError, match="ligand atom 99"):
        explain_pair(pocket_of("1uou"), 0, 99)
