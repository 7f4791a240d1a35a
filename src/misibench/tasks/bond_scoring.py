"""What a list of hydrogen bonds is worth (T4, T9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from misibench.records import Outcome, Question, Score
from misibench.tasks.answers import NoAnswer
from misibench.tasks.bond_lists import BondList, read_bonds
from misibench.tasks.bond_sides import Claim
from misibench.tasks.scoring import bare_score

__all__ = ["UNWRITABLE", "bond_share", "reads_back", "score_pocket_bonds", "score_residue_bonds"]

UNWRITABLE = "a name cannot be written in the answer format"


def bond_share(predicted: int, true: int, common: int) -> float:
    """Give the published share for a list of bonds.

    Parameters
    ----------
    predicted, true, common
        Sizes of the predicted set P, of the true set G (at least 1) and of what they share.

    Returns
    -------
    float
        0 if P has more than twice as many bonds as G; else 0.5 if P contains all of G and
        more; else the share of P that is true, 0 for an empty P.

    >>> bond_share(3, 2, 2), bond_share(2, 2, 1), bond_share(5, 2, 2)
    (0.5, 0.5, 0.0)
    """
    if predicted == 0 or predicted > 2 * true:
        return 0.0
    if common == true and predicted > true:
        return 0.5
    return common / predicted


def score_residue_bonds(reply: str, question: Question) -> Score:
    """Score T4: the published share where there are bonds, "No" right or wrong where not."""
    residue = _true_residue(question)
    read = read_bonds(reply, numbered=False, residue_names=[residue.get("res_name") or ""])
    if isinstance(read, NoAnswer):
        return bare_score(read)
    truths = _true_claims(question, residue, numbered=False)
    return _score(read, truths, question, f"Yes: {_write(read)}" if read.claims else "Yes")


def score_pocket_bonds(reply: str, question: Question) -> Score:
    """Score T9: the published share; a complex without bonds wants an explicit "No"."""
    read = read_bonds(reply, numbered=True)
    if isinstance(read, NoAnswer):
        return bare_score(read)
    truths = _true_claims(question, {}, numbered=True)
    return _score(read, truths, question, _write(read) or "Yes")


def reads_back(answer: str, truth: Mapping[str, Any], *, numbered: bool) -> bool:
    """Say whether a true answer is read as what it says: not so with commas in atom names."""
    question = Question("", "", "", "", (), "", answer, truth=truth)
    score = score_pocket_bonds if numbered else score_residue_bonds
    return score(answer, question).exact == 1.0


def _score(read: BondList, truths: Sequence[Claim], question: Question, written: str) -> Score:
    answer = written if read.bonded else "No"
    figures = {"says_bonds": float(read.bonded)}
    if not truths:
        right = not read.bonded
        return _made(float(right), right, answer, figures)
    fold = not question.truth.get("case_matters", False)
    predicted = {_key(claim, truths, fold) for claim in read.claims} if read.bonded else set()
    common = sum(isinstance(key, int) for key in predicted)
    precision = common / len(predicted) if predicted else 0.0
    recall = common / len(truths)
    total = precision + recall
    figures |= {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / total if total else 0.0,
    }
    paper = bond_share(len(predicted), len(truths), common)
    return _made(paper, common == len(truths) == len(predicted), answer, figures)


def _made(paper: float, exact: bool, answer: str, figures: Mapping[str, float]) -> Score:
    if exact:
        outcome = Outcome.CORRECT
    else:
        outcome = Outcome.PARTIAL if paper > 0.0 else Outcome.WRONG
    return Score(outcome, paper, float(exact), answer, figures=figures)


def _key(claim: Claim, truths: Sequence[Claim], fold: bool) -> int | tuple[object, ...]:
    """Give the index of the true bond that a claim names, else what makes the claim itself.

    Atoms without a residue may be in either order.
    """
    for index, truth in enumerate(truths):
        if _names(claim, truth, fold):
            return index
    if claim.res_name is None:
        swapped = Claim(claim.lig_atom, claim.res_atom)
        for index, truth in enumerate(truths):
            if _names(swapped, truth, fold):
                return index
    words = (claim.res_name, claim.ins_code, claim.chain, claim.res_atom, claim.lig_atom)
    return (claim.res_number, *((word or "").upper() if fold else word or "" for word in words))


def _names(claim: Claim, truth: Claim, fold: bool) -> bool:
    """Whether a claim names a true bond; what a T4 claim may leave out is not compared."""

    def same(one: str | None, other: str | None) -> bool:
        first, second = (one or "").replace('"', ""), (other or "").replace('"', "")
        return first.upper() == second.upper() if fold else first == second

    if not (same(claim.res_atom, truth.res_atom) and same(claim.lig_atom, truth.lig_atom)):
        return False
    if claim.res_name is not None and claim.res_name.upper() != (truth.res_name or "").upper():
        return False
    if claim.res_number is None:
        return True
    numbers = {claim.res_number} if claim.signed else {claim.res_number, -claim.res_number}
    return (
        (truth.res_number is None or truth.res_number in numbers)
        and (truth.res_number is None or claim.ins_code.upper() == truth.ins_code.upper())
        and (truth.chain is None or same(claim.chain, truth.chain))
    )


def _true_residue(question: Question) -> Mapping[str, Any]:
    if "res_name" in question.truth:
        return question.truth
    read = read_bonds(question.answer, numbered=False)
    named = [one.res_name for one in read.claims] if isinstance(read, BondList) else []
    return {"res_name": named[0]} if named else {}


def _true_claims(
    question: Question, residue: Mapping[str, Any], *, numbered: bool
) -> tuple[Claim, ...]:
    """Give the true bonds, from the structured truth, else from the answer."""
    records: Iterable[Mapping[str, Any]] | None = question.truth.get("bonds")
    if records is None:
        read = read_bonds(question.answer, numbered=numbered)
        claims = read.claims if isinstance(read, BondList) else ()
        # where the answer does not give a chain, its absence means a blank one
        return claims
    return tuple(
        dict.fromkeys(
            Claim(
                one["res_atom"],
                one["lig_atom"],
                (residue or one).get("res_name"),
                (residue or one).get("res_number"),
                (residue or one).get("ins_code") or "",
                (residue or one).get("chain") or "",
            )
            for one in records
        )
    )


def _write(read: BondList) -> str:
    """Write what was read in the answer format."""
    written = []
    for claim in read.claims:
        name = (claim.res_name or "").upper()
        number = "" if claim.res_number is None else f"{claim.res_number}{claim.ins_code}"
        chain = "" if claim.chain is None else claim.chain or "_"
        left = " ".join(word for word in (name, number, claim.res_atom, chain) if word)
        written.append(f"{left}, {claim.lig_atom}")
    return "; ".join(written)
