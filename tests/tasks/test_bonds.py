"""How bonds and residues are named, and which of them are asked about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from misibench.scene.annotation import annotate
from misibench.structure import Complex, Residue, ResidueId
from misibench.tasks.bonds import Bond, bonds_of_residues, case_matters, name_bond, residue_keys
from misibench.tasks.moves import deal
from misibench.tasks.pictures import drawn_coords, mean_depth, share_in_view


def test_bond_is_written_short_and_full() -> None:
    bond = Bond("SER", 52, "A", "", "OG", "O3'")
    assert bond.short == "SER OG, O3'"
    assert bond.full == "SER 52A OG _, O3'"


def test_pair_found_from_both_sides_is_one_bond(plain) -> None:
    # the fixture lists the pair of SER OG and O3 twice
    assert bonds_of_residues(plain) == {0: ((2, 2), (3, 3), (4, 2)), 2: ((11, 4),)}
    assert name_bond(plain.structure, 11, 4) == Bond("SER", 52, "", "A", "OG", "O3")


def test_bonds_of_residues_that_are_not_drawn_are_left_out(plain) -> None:
    structure = replace(plain.structure, pocket_residues=(0, 1))
    assert set(bonds_of_residues(annotate(structure, plain.hbonds))) == {0}


def with_residues(structure: Complex, *residues: Residue) -> Complex:
    receptor = replace(structure.receptor, residues=residues)
    return replace(structure, receptor=receptor)


def test_keys_differ_even_where_residues_share_their_identity(plain) -> None:
    old = plain.structure.receptor.residues
    twin = Residue("SER", old[0].id)  # two residues modelled at one place
    folded = Residue("GLY", ResidueId("b", 7))  # chain b and chain B, number 7
    structure = with_residues(plain.structure, old[0], twin, old[2], old[3], folded)
    keys = residue_keys(structure)
    assert keys == {0: "A:45:ARG:0", 1: "A:45:SER:1", 2: "A:52", 3: "B:7:LEU:3", 4: "b:7:GLY:4"}


def test_case_matters_where_it_tells_chains_or_labels_apart(plain, odd) -> None:
    assert not case_matters(plain.structure)
    assert case_matters(odd.structure)


def test_cards_come_back_only_when_all_are_dealt() -> None:
    deck = deal(np.random.default_rng(1), "abcde")
    for _ in range(3):
        assert sorted(next(deck) for _ in range(5)) == list("abcde")


def test_depth_and_view_are_those_of_the_drawn_atoms(plain) -> None:
    coords = drawn_coords(plain.structure)
    hydrogens = 2  # one in the fixture's ARG, one in its ligand
    assert len(coords) == len(plain.structure.receptor) + len(plain.structure.ligand) - hydrogens
    # the camera looks along -z from its place
    expected = plain.camera.position[2] - coords[:, 2].mean()
    assert abs(mean_depth(plain) - expected) < 1e-9
    assert share_in_view(plain, []) == 1.0  # the fit leaves room
