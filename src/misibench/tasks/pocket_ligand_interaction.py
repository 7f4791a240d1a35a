"""T9: find every hydrogen bond between pocket and ligand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from misibench.records import Question, Score
from misibench.structure import Complex
from misibench.tasks.bond_scoring import UNWRITABLE, reads_back, score_pocket_bonds
from misibench.tasks.bonds import bonds_of_residues, case_matters, name_bond
from misibench.tasks.draft import Draft, DraftRequest, Skip
from misibench.tasks.moves import number_of_questions
from misibench.tasks.pictures import six_views

__all__ = ["PocketLigandInteraction"]


class PocketLigandInteraction:
    """Six views of the complex: which atoms form hydrogen bonds?"""

    name: ClassVar[str] = "pocket_ligand_interaction"
    code: ClassVar[str] = "T9"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False
    published: ClassVar[dict[str, int]] = {"train": 1, "test": 1}

    def drafts(self, request: DraftRequest) -> Iterator[Draft | Skip]:
        """Ask once per complex."""
        structure = request.annotation.structure
        if number_of_questions(request, self.published) < 1:
            return
        by_residue = bonds_of_residues(request.annotation)
        asked = tuple(pair for pairs in by_residue.values() for pair in pairs)
        bonds = tuple(dict.fromkeys(name_bond(structure, *pair) for pair in asked))
        answer = "; ".join(bond.full for bond in bonds) or "No"
        truth = {
            "bonds": [bond.as_record() for bond in bonds],
            "case_matters": case_matters(structure),
        }
        if not reads_back(answer, truth, numbered=True):
            yield Skip(self.name, UNWRITABLE)
            return
        yield Draft(
            task=self.name,
            index=0,
            images=six_views(),
            slots={"chains": describe_chains(structure)},
            answer=answer,
            truth=truth,
            meta={"bonds": len(bonds)},
            asked=asked,
        )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: precision with a limit on the number of bonds."""
        return score_pocket_bonds(reply, question)


def describe_chains(structure: Complex) -> str:
    """Say which residue belongs to which chain: pictures label residues without their chain."""
    by_chain: dict[str, list[str]] = {}
    for index in structure.pocket_residues:
        residue = structure.receptor.residues[index]
        by_chain.setdefault(residue.id.chain_id.strip() or "_", []).append(residue.label)
    if len(by_chain) == 1:
        (chain,) = by_chain
        name = (
            "has no chain name, so write _ for its chain" if chain == "_" else f"is chain {chain}"
        )
        return f"The whole pocket {name}."
    listed = "; ".join(f"{chain}: {', '.join(names)}" for chain, names in by_chain.items())
    return f"The pocket's residues by chain: {listed}."
