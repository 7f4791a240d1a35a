"""T8: which move brings a hydrogen bond to the middle of the picture?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from misibench.geometry import Move
from misibench.records import Question, Score
from misibench.scene.annotation import Annotation
from misibench.scene.shot import Shot
from misibench.tasks.bonds import bonds_of_residues, name_bond, residue_keys
from misibench.tasks.decoys import Decoy, translation_decoys
from misibench.tasks.draft import Draft, DraftRequest, Option, Skip
from misibench.tasks.moves import LETTERS, deal, describe, shared_generators
from misibench.tasks.pictures import share_in_view, six_views
from misibench.tasks.scoring import score_location

__all__ = ["InteractionLocation", "bond_centroid"]

Pair = tuple[int, int]

HALF_BOND = 1.45
"""Half the usual distance of donor and acceptor, Å: how far a bond's middle is from the ligand."""


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
        letters = deal(letter_rng, LETTERS)
        chosen = set(bonds)
        if request.per_complex is not None and request.per_complex < len(bonds):
            order = deal(choice_rng, list(bonds))
            chosen = {next(order) for _ in range(request.per_complex)}
        keys = residue_keys(structure)
        for residue_index, pairs in bonds.items():
            letter = next(letters)
            if residue_index in chosen:
                index = structure.pocket_residues.index(residue_index)
                yield self._draft(request, index, keys[residue_index], pairs, letter)

    def _draft(
        self, request: DraftRequest, index: int, key: str, pairs: tuple[Pair, ...], letter: str
    ) -> Draft:
        annotation = request.annotation
        rng = request.rng(index)
        pair = choose_bond(annotation, pairs, rng)
        bond = name_bond(annotation.structure, *pair)
        centroid = bond_centroid(annotation, pair)
        truth = centring_move(annotation, centroid)
        decoys = translation_decoys(truth, lambda r: _likely_move(annotation, r), rng)
        options = (Decoy((Move("x", truth[0]), Move("y", truth[1])), "true"), *decoys)
        screen = annotation.camera.screen(centroid[None])[0]
        return Draft(
            task=self.name,
            index=index,
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
            letter=letter,
            key=key,
            meta={
                "bonds": len(pairs),
                "schemes": [one.scheme for one in decoys],
                "off_axis": round(float(np.hypot(screen[0] + truth[0], screen[1] + truth[1])), 4),
                "in_view": share_in_view(annotation, options[0].motions),
            },
        )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right or wrong."""
        return score_location(reply, question)


def bond_centroid(annotation: Annotation, pair: Pair) -> np.ndarray:
    """Middle of the bond's two heavy atoms, shape (3,), Å."""
    structure = annotation.structure
    return np.asarray(0.5 * (structure.receptor.coords[pair[0]] + structure.ligand.coords[pair[1]]))


def centring_move(annotation: Annotation, point: np.ndarray) -> tuple[int, int]:
    """Translation along x and y, whole Å, that brings a point (3,) to the view axis."""
    screen = annotation.camera.screen(point[None])[0]
    return -round(float(screen[0])), -round(float(screen[1]))


def choose_bond(annotation: Annotation, pairs: tuple[Pair, ...], rng: np.random.Generator) -> Pair:
    """Choose one bond of a residue, of those that whole ångströms can centre within 0.5 Å.

    Rounding leaves up to 0.5 Å in each component, so up to 0.71 Å in all. Where no bond of the
    residue comes within 0.5 Å, the one that comes nearest is taken.
    """
    rests = []
    for pair in pairs:
        centroid = bond_centroid(annotation, pair)
        screen = annotation.camera.screen(centroid[None])[0]
        x, y = centring_move(annotation, centroid)
        rests.append(float(np.hypot(screen[0] + x, screen[1] + y)))
    good = [pair for pair, rest in zip(pairs, rests, strict=True) if rest <= 0.5]
    if good:
        return good[int(rng.integers(len(good)))]
    return pairs[int(np.argmin(rests))]


def _likely_move(annotation: Annotation, rng: np.random.Generator) -> tuple[int, int]:
    """Draw the move that would centre a bond at a random place around the ligand."""
    ligand = annotation.structure.ligand
    heavy = np.flatnonzero(~ligand.is_hydrogen)
    atom = int(heavy[int(rng.integers(len(heavy)))])
    direction = rng.normal(size=3)
    point = ligand.coords[atom] + HALF_BOND * direction / np.linalg.norm(direction)
    return centring_move(annotation, point)
