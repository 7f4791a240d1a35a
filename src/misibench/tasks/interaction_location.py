"""T8: which move brings a hydrogen bond to the middle of the picture?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from misibench.geometry import Move
from misibench.records import Question, Score
from misibench.scene.annotation import Annotation
from misibench.scene.shot import Shot
from misibench.structure import Molecule
from misibench.tasks.bonds import bonds_of_residues, name_bond, residue_keys
from misibench.tasks.decoys import Decoy, translation_decoys
from misibench.tasks.draft import Draft, DraftRequest, Option, Skip
from misibench.tasks.moves import LETTERS, deal, describe, shared_generators
from misibench.tasks.pictures import share_in_view, six_views
from misibench.tasks.scoring import score_location

__all__ = ["InteractionLocation", "bond_centroid"]

Pair = tuple[int, int]

MAX_OFF_AXIS = 0.5
"""How far from the view axis the true option may leave the middle of the bond, Å."""

REACH = 4.5
"""Polar atoms at most this far apart count as a possible bond, Å."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The bond that a question is about: its residue's place and key, its atoms, the letter."""

    index: int
    key: str
    pair: Pair
    letter: str


class InteractionLocation:
    """Six views of the complex: which of four moves along x and y centres the named bond?"""

    name: ClassVar[str] = "interaction_location"
    code: ClassVar[str] = "T8"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False

    def drafts(self, request: DraftRequest) -> Iterator[Draft | Skip]:
        """Ask about one bond of every residue that has one, in pocket order."""
        annotation = request.annotation
        structure = annotation.structure
        bonds = bonds_of_residues(annotation)
        if not bonds:
            yield Skip(self.name, "no hydrogen bonds")
            return
        letter_rng, choice_rng = shared_generators(request, 2)
        rngs = {index: request.rng(structure.pocket_residues.index(index)) for index in bonds}
        chosen: dict[int, Pair] = {}
        for residue_index, pairs in bonds.items():
            pair = choose_bond(annotation, pairs, rngs[residue_index])
            if pair is None:
                yield Skip(self.name, f"whole Å miss the bond by more than {MAX_OFF_AXIS} Å")
            else:
                chosen[residue_index] = pair
        letters = dict(zip(chosen, deal(letter_rng, LETTERS), strict=False))
        if request.per_complex is not None and request.per_complex < len(chosen):
            order = deal(choice_rng, list(chosen))
            wanted = {next(order) for _ in range(request.per_complex)}
            chosen = {index: pair for index, pair in chosen.items() if index in wanted}
        keys = residue_keys(structure)
        for residue_index, pair in chosen.items():
            index = structure.pocket_residues.index(residue_index)
            made = _Chosen(index, keys[residue_index], pair, letters[residue_index])
            yield self._draft(annotation, made, len(bonds[residue_index]), rngs[residue_index])

    def _draft(
        self, annotation: Annotation, chosen: _Chosen, bonds: int, rng: np.random.Generator
    ) -> Draft:
        pair = chosen.pair
        bond = name_bond(annotation.structure, *pair)
        centroid = bond_centroid(annotation, pair)
        truth = centring_move(annotation, centroid)
        decoys = translation_decoys(truth, likely_moves(annotation, rng), rng)
        options = (Decoy((Move("x", truth[0]), Move("y", truth[1])), "true"), *decoys)
        screen = annotation.camera.screen(centroid[None])[0]
        return Draft(
            task=self.name,
            index=chosen.index,
            images=six_views(),
            slots={
                "residue": f"{bond.res_name} {bond.res_number}{bond.ins_code}",
                "chain": f" of chain {bond.chain}" if bond.chain else "",
                "residue_atom": bond.res_atom,
                "ligand_atom": bond.lig_atom,
            },
            answer="",
            truth={
                "move_x": truth[0],
                "move_y": truth[1],
                "bond": bond.as_record(),
                "receptor_atom": pair[0],
                "ligand_atom": pair[1],
                "centroid": [round(float(value), 4) for value in centroid],
                "screen": [round(float(value), 4) for value in screen],
            },
            options=tuple(
                Option(describe(one.motions), Shot(motions=one.motions), in_picture=False)
                for one in options
            ),
            letter=chosen.letter,
            key=chosen.key,
            meta={
                "bonds": bonds,
                "schemes": [one.scheme for one in decoys],
                "off_axis": round(float(np.hypot(screen[0] + truth[0], screen[1] + truth[1])), 4),
                "in_view": share_in_view(annotation, options[0].motions),
            },
            asked=(pair,),
        )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right or wrong."""
        return score_location(reply, question)


def bond_centroid(annotation: Annotation, pair: Pair) -> NDArray[np.float64]:
    """Middle of the bond's two heavy atoms, shape (3,), Å."""
    structure = annotation.structure
    return np.asarray(0.5 * (structure.receptor.coords[pair[0]] + structure.ligand.coords[pair[1]]))


def centring_move(annotation: Annotation, point: NDArray[np.float64]) -> tuple[int, int]:
    """Translation along x and y, whole Å, that brings a point (3,) to the view axis."""
    screen = annotation.camera.screen(point[None])[0]
    return -round(float(screen[0])), -round(float(screen[1]))


def choose_bond(
    annotation: Annotation, pairs: tuple[Pair, ...], rng: np.random.Generator
) -> Pair | None:
    """Choose one bond of a residue, of those that a move by whole ångströms brings to the axis.

    Rounding leaves up to 0.5 Å in each component, so up to 0.71 Å in all; a bond that stays more
    than ``MAX_OFF_AXIS`` from the axis is not asked about. None where the residue has no other.
    """
    good = []
    for pair in pairs:
        centroid = bond_centroid(annotation, pair)
        screen = annotation.camera.screen(centroid[None])[0]
        x, y = centring_move(annotation, centroid)
        if float(np.hypot(screen[0] + x, screen[1] + y)) <= MAX_OFF_AXIS:
            good.append(pair)
    return good[int(rng.integers(len(good)))] if good else None


def likely_moves(annotation: Annotation, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw moves, shape (256, 2), that would centre places where a bond could be.

    A bond could be between a polar atom of the ligand and one of the pocket at most 4.5 Å away;
    the places are moved by some 1 Å, since few pairs are as near as that.
    """
    structure = annotation.structure
    receptor, ligand = structure.receptor, structure.ligand
    near = _polar(ligand, np.arange(len(ligand)))
    far = _polar(receptor, structure.pocket_atoms)
    gaps = np.linalg.norm(near[:, None, :] - far[None, :, :], axis=2)
    first, second = np.nonzero(gaps <= REACH)
    points = 0.5 * (near[first] + far[second])
    if not len(points):
        points = ligand.coords[~ligand.is_hydrogen]
    places = points[rng.integers(len(points), size=256)] + rng.normal(0.0, 1.0, size=(256, 3))
    return -np.rint(annotation.camera.screen(places)[:, :2]).astype(np.int64)


def _polar(molecule: Molecule, atoms: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
    """Coordinates (n, 3) of those of the atoms that are N, O or S."""
    polar = np.isin(molecule.atomic_numbers[atoms], (7, 8, 16))
    return np.asarray(molecule.coords[atoms[polar]])
