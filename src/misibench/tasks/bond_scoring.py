"""What a list of hydrogen bonds is worth (T4, T9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    written = f"Yes: {_write(read)}" if read.claims else "Yes"
    return _score(read, truths, question, written, residue_known=True)


def score_pocket_bonds(reply: str, question: Question) -> Score:
    """Score T9: the published share; a complex without bonds wants an explicit "No"."""
    read = read_bonds(reply, numbered=True)
    if isinstance(read, NoAnswer):
        return bare_score(read)
    truths = _true_claims(question, {}, numbered=True)
    return _score(read, truths, question, _write(read) or "Yes", residue_known=False)


def reads_back(answer: str, truth: Mapping[str, Any], *, numbered: bool) -> bool:
    """Say whether a true answer is read as what it says: not so with commas in atom names."""
    question = Question("", "", "", "", (), "", answer, truth=truth)
    score = score_pocket_bonds if numbered else score_residue_bonds
    return score(answer, question).exact == 1.0


def _score(
    read: BondList,
    truths: Sequence[Claim],
    question: Question,
    written: str,
    *,
    residue_known: bool,
) -> Score:
    answer = written if read.bonded else "No"
    figures = {"says_bonds": float(read.bonded)}
    if not truths:
        right = not read.bonded
        return _made(float(right), right, answer, figures)
    fold = not question.truth.get("case_matters", False)
    matcher = _Matcher(truths, fold, residue_known)
    predicted = {matcher.key(claim) for claim in read.claims}
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


@dataclass(frozen=True, slots=True)
class _Matcher:
    """Compares claims with the true bonds.

    Attributes
    ----------
    truths
        The true bonds.
    fold
        Whether upper and lower case of atoms and chains are one.
    residue_known
        Whether all bonds are of one known residue (T4): a claim may then leave out its chain.
    """

    truths: Sequence[Claim]
    fold: bool
    residue_known: bool

    def key(self, claim: Claim) -> int | tuple[object, ...]:
        """Give the index of the true bond that a claim names, else what makes the claim itself.

        Atoms without a residue may be in either order.
        """
        readings = [claim]
        if claim.res_name is None:
            readings.append(Claim(claim.lig_atom, claim.res_atom))
        for reading in readings:
            for index, truth in enumerate(self.truths):
                if self._names(reading, truth):
                    return index
        words = (claim.res_name, claim.ins_code, claim.chain, claim.res_atom, claim.lig_atom)
        return (claim.res_number, *(self._plain(word) for word in words))

    def _plain(self, word: str | None) -> str:
        plain = (word or "").replace('"', "")
        return plain.upper() if self.fold else plain

    def _names(self, claim: Claim, truth: Claim) -> bool:
        same_atoms = self._plain(claim.res_atom) == self._plain(truth.res_atom) and self._plain(
            claim.lig_atom
        ) == self._plain(truth.lig_atom)
        if not same_atoms:
            return False
        if claim.res_name is not None and claim.res_name.upper() != (truth.res_name or "").upper():
            return False
        if claim.res_number is None or truth.res_number is None:
            return True
        if claim.chain is None and self.residue_known:
            same_chain = True
        else:
            same_chain = self._plain(claim.chain) == self._plain(truth.chain)
        # behind a hyphen a number may be negative or not
        numbers = {claim.res_number} if claim.signed else {claim.res_number, -claim.res_number}
        return (
            same_chain
            and truth.res_number in numbers
            and claim.ins_code.upper() == truth.ins_code.upper()
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
