"""T4: does this residue form hydrogen bonds with the ligand, and between which atoms?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from misibench.records import Question, Score
from misibench.structure import Complex
from misibench.tasks.bond_scoring import UNWRITABLE, reads_back, score_residue_bonds
from misibench.tasks.bonds import (
    bonds_of_residues,
    case_matters,
    name_bond,
    residue_keys,
)
from misibench.tasks.draft import Draft, DraftRequest, Skip
from misibench.tasks.moves import deal, shared_generators
from misibench.tasks.negatives import matched_order
from misibench.tasks.pictures import six_views

__all__ = ["NEAR", "ResidueLigandInteraction", "near_residues"]

NEAR = 4.0
"""A residue is near the ligand when two heavy atoms are at most this far apart, Å."""


class ResidueLigandInteraction:
    """Six views of one residue and the ligand: is there a hydrogen bond, and which atoms?"""

    name: ClassVar[str] = "residue_ligand_interaction"
    code: ClassVar[str] = "T4"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False

    def drafts(self, request: DraftRequest) -> Iterator[Draft | Skip]:
        """Ask about every residue with a bond, and about as many without, in pocket order."""
        structure = request.annotation.structure
        bonds = bonds_of_residues(request.annotation)
        if not bonds:
            yield Skip(self.name, "no hydrogen bonds")
            return
        positives, negatives, missing = self._choose(request, list(bonds))
        for _ in range(missing):
            yield Skip(self.name, "too few residues without bonds")
        keys = residue_keys(structure)
        matters = case_matters(structure)
        for index, residue_index in enumerate(structure.pocket_residues):
            if residue_index not in positives and residue_index not in negatives:
                continue
            named = [name_bond(structure, *pair) for pair in bonds.get(residue_index, ())]
            residue = structure.receptor.residues[residue_index]
            listed = "; ".join(dict.fromkeys(bond.short for bond in named))
            answer = f"Yes: {listed}" if named else "No"
            truth = {
                "res_name": residue.name.strip(),
                "res_number": residue.id.number,
                "ins_code": residue.id.insertion_code.strip(),
                "chain": residue.id.chain_id.strip(),
                "bonds": [{"res_atom": bond.res_atom, "lig_atom": bond.lig_atom} for bond in named],
                "case_matters": matters,
            }
            if not reads_back(answer, truth, numbered=False):
                yield Skip(self.name, UNWRITABLE)
                continue
            yield Draft(
                task=self.name,
                index=index,
                images=six_views(residue.id, residue_index),
                slots={"residue": residue.label, "residue_name": residue.name.strip()},
                answer=answer,
                truth=truth,
                key=keys[residue_index],
                meta={
                    "bonds": len(named),
                    "negatives": negatives.get(residue_index, ""),
                },
                asked=bonds.get(residue_index, ()),
            )

    def _choose(
        self, request: DraftRequest, bonded: list[int]
    ) -> tuple[set[int], dict[int, str], int]:
        """Choose the residues to ask about: with bonds, without (and how drawn), how many lack."""
        structure = request.annotation.structure
        positives = list(bonded)
        wanted = len(positives)
        positive_rng, near_rng, far_rng, odd_rng = shared_generators(request, 4)
        if request.per_complex is not None and request.per_complex < 2 * len(positives):
            order = deal(positive_rng, positives)
            # of an odd number, the one left over has a bond as often as not
            with_bonds = (request.per_complex + int(odd_rng.integers(2))) // 2
            positives = [next(order) for _ in range(with_bonds)]
            wanted = request.per_complex - with_bonds
        others = [one for one in _visible_residues(structure) if one not in set(bonded)]
        near = [one for one in near_residues(structure) if one in set(others)]
        drawn: dict[int, str] = {}
        if request.negatives == "near":
            order = deal(near_rng, near)
            drawn = {next(order): "near" for _ in range(min(wanted, len(near)))}
        rest = [one for one in others if one not in drawn]
        if request.negatives == "matched":
            names = [structure.receptor.residues[one].name for one in rest]
            chosen = matched_order(far_rng, names)[:wanted]
            drawn = {rest[place]: "matched" for place in chosen}
            return set(positives), drawn, wanted - len(drawn)
        order = deal(far_rng, rest)
        for _ in range(min(wanted - len(drawn), len(rest))):
            drawn[next(order)] = "random"
        return set(positives), drawn, wanted - len(drawn)

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: precision with a limit on the number of bonds; "No" right or wrong."""
        return score_residue_bonds(reply, question)


def _visible_residues(structure: Complex) -> list[int]:
    """Pocket residues that have a heavy atom, in pocket order."""
    receptor = structure.receptor
    return [
        residue
        for residue in structure.pocket_residues
        if not receptor.is_hydrogen[list(receptor.residue_atoms[residue])].all()
    ]


def near_residues(structure: Complex) -> list[int]:
    """Pocket residues with a heavy atom within 4 Å of one of the ligand's, in pocket order."""
    receptor, ligand = structure.receptor, structure.ligand
    target = ligand.coords[~ligand.is_hydrogen]
    near = []
    for residue in _visible_residues(structure):
        atoms = [atom for atom in receptor.residue_atoms[residue] if not receptor.is_hydrogen[atom]]
        gaps = receptor.coords[atoms][:, None, :] - target[None, :, :]
        if float(np.square(gaps).sum(axis=2).min()) <= NEAR**2:
            near.append(residue)
    return near
