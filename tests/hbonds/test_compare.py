"""Other programs: what happens without them, and what is handed to them."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable

import pytest

from misibench.errors import MisiError
from misibench.hbonds import compare as compare_module
from misibench.hbonds import compare_tools, find_hydrogen_bonds
from misibench.hbonds.exchange import complex_as_pdb
from misibench.structure import Complex
from misibench.structure.pdb import parse_pdb

PocketOf = Callable[[str], Complex]


def test_without_either_program_the_error_says_what_to_install(
    pocket_of: PocketOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "plip", None)
    monkeypatch.setitem(sys.modules, "prolif", None)
    with pytest.raises(MisiError, match=r"pip install 'misibench\[compare\]'"):
        compare_tools(pocket_of("1uou"))


def test_pdb_text_keeps_atoms_in_place(pocket_of: PocketOf) -> None:
    structure = pocket_of("1uou")
    text = complex_as_pdb(structure)
    again = parse_pdb(text, "text").molecule
    count = len(structure.receptor)
    assert len(again) == count + len(structure.ligand)
    assert again.coords[:count] == pytest.approx(structure.receptor.coords, abs=1e-3)
    assert again.coords[count:] == pytest.approx(structure.ligand.coords, abs=1e-3)
    assert {again.residue_of(one).name for one in range(count, len(again))} == {"LIG"}


def test_programs_find_most_of_the_same_bonds(pocket_of: PocketOf) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("plip", reason="PLIP is not installed")
        pytest.importorskip("prolif", reason="ProLIF is not installed")
    structure = pocket_of("1uou")
    own = {(bond.receptor_atom, bond.ligand_atom) for bond in find_hydrogen_bonds(structure)}
    plip, prolif = compare_tools(structure)
    assert plip.pairs is not None
    assert len(own & plip.pairs) >= len(own) / 2
    # the ligand file has no hydrogens, from which bond orders would follow
    assert prolif.pairs is None
    assert "hydrogens" in prolif.reason


def test_a_program_that_fails_is_listed_with_the_reason(
    pocket_of: PocketOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(structure: Complex) -> set[tuple[int, int]]:
        raise ValueError("cannot kekulize\nlong text")

    monkeypatch.setattr(
        compare_module, "COMPARED_TOOLS", {"json": fails, "csv": lambda _: {(1, 2)}}
    )
    monkeypatch.setattr(compare_module.importlib.metadata, "version", lambda name: "9")
    first, second = compare_tools(pocket_of("1uou"))
    assert first.pairs is None
    assert first.reason == "did not run: cannot kekulize"
    assert second.pairs == {(1, 2)}
