"""The published rule for lists of bonds, by hand-worked examples."""

from __future__ import annotations

import pytest

from misibench.records import Outcome, Question
from misibench.tasks import task_named
from misibench.tasks.bond_scoring import bond_share, reads_back


def score(code: str, reply: str, answer: str, **truth):
    task = task_named(code)
    question = Question("q", task.name, "test", "1abc", (), "", answer, truth=truth)
    return task.score(reply, question)


@pytest.mark.parametrize(
    ("predicted", "true", "common", "share"),
    [
        (0, 1, 0, 0.0),
        (1, 1, 1, 1.0),
        (1, 1, 0, 0.0),
        (2, 1, 1, 0.5),  # all and one more
        (3, 1, 1, 0.0),  # more than twice as many
        (1, 2, 1, 1.0),  # precision: half of the bonds, none wrong
        (2, 2, 1, 0.5),
        (3, 2, 2, 0.5),
        (3, 2, 1, 1 / 3),
        (4, 2, 2, 0.5),
        (4, 2, 0, 0.0),
        (5, 2, 2, 0.0),
        (4, 3, 3, 0.5),
        (6, 3, 2, 1 / 3),
    ],
)
def test_bond_share(predicted: int, true: int, common: int, share: float) -> None:
    assert bond_share(predicted, true, common) == pytest.approx(share)


TWO = "Yes: ARG NH2, O1B; ARG NE, O2G"


@pytest.mark.parametrize(
    ("reply", "answer", "paper", "exact"),
    [
        (TWO, TWO, 1.0, 1.0),
        ("Yes: ARG NE, O2G; ARG NH2, O1B", TWO, 1.0, 1.0),
        ("yes: arg ne, o2g; o1b, arg nh2", TWO, 1.0, 1.0),
        ("Yes: NH2, O1B; NE, O2G", TWO, 1.0, 1.0),
        ("Yes: O1B, NH2; NE, O2G", TWO, 1.0, 1.0),  # order within a pair is free
        ("Yes: ARG NH2, O1B", TWO, 1.0, 0.0),
        ("Yes: ARG NH2, O1B; ARG NH2, O1B", TWO, 1.0, 0.0),
        ("Yes: ARG NH2, O1B; ARG NH1, O1B", TWO, 0.5, 0.0),
        (f"{TWO}; ARG NH1, O1B", TWO, 0.5, 0.0),
        (f"{TWO}; ARG NH1, O1B; ARG NH1, O2; ARG NH1, O3", TWO, 0.0, 0.0),
        ("Yes: ARG NH1, O9", TWO, 0.0, 0.0),
        ("Yes: LYS NH2, O1B", TWO, 0.0, 0.0),  # another residue
        ("Yes", TWO, 0.0, 0.0),
        ("No", TWO, 0.0, 0.0),
        ("No", "No", 1.0, 1.0),
        ("No hydrogen bonds.", "No", 1.0, 1.0),
        ("Yes: ARG NH2, O1B", "No", 0.0, 0.0),
        ("Yes", "No", 0.0, 0.0),
    ],
)
def test_residue_ligand_interaction(reply: str, answer: str, paper: float, exact: float) -> None:
    made = score("T4", reply, answer)
    assert (made.paper, made.exact) == (paper, exact)
    outcome = Outcome.CORRECT if exact else Outcome.PARTIAL if paper else Outcome.WRONG
    assert made.outcome == outcome


FULL = "ARG 45 NH2 A, O1B; LYS 47 NZ A, O1A"


@pytest.mark.parametrize(
    ("reply", "answer", "paper", "exact"),
    [
        (FULL, FULL, 1.0, 1.0),
        ("LYS47 NZ A – O1A; O1B, Arg45 NH2 A", FULL, 1.0, 1.0),
        ("ARG 45 NH2 A, O1B", FULL, 1.0, 0.0),
        ("ARG 45 NH2 B, O1B", FULL, 0.0, 0.0),  # another chain
        ("ARG 45 NH2, O1B", FULL, 0.0, 0.0),  # no chain is a blank chain
        ("ARG 46 NH2 A, O1B", FULL, 0.0, 0.0),
        ("ARG 45A NH2 A, O1B", FULL, 0.0, 0.0),  # another insertion code
        ("LYS 45 NH2 A, O1B", FULL, 0.0, 0.0),
        ("No", FULL, 0.0, 0.0),
        ("GLY 3 N _, O1", "GLY 3 N _, O1", 1.0, 1.0),
        ("GLY 3 N, O1", "GLY 3 N _, O1", 1.0, 1.0),
        ("GLY-3 N A, O1", "GLY -3 N A, O1", 1.0, 1.0),  # the hyphen may be a minus
        ("GLY-3 N A, O1", "GLY 3 N A, O1", 1.0, 1.0),  # or not
        ("GLY -3 N A, O1", "GLY 3 N A, O1", 0.0, 0.0),
        ("SER 52A OG A, O3'", "SER 52A OG A, O3'", 1.0, 1.0),
        ("SER 52 OG A, O3'", "SER 52A OG A, O3'", 0.0, 0.0),
        ("None", "No", 1.0, 1.0),
        ("ARG 45 NH2 A, O1B", "No", 0.0, 0.0),
    ],
)
def test_pocket_ligand_interaction(reply: str, answer: str, paper: float, exact: float) -> None:
    made = score("T9", reply, answer)
    assert (made.paper, made.exact) == (paper, exact)


def test_silence_is_not_no() -> None:
    assert score("T9", "", "No").outcome == Outcome.NO_ANSWER
    assert score("T4", "I cannot tell.", "No").outcome == Outcome.NO_ANSWER


def test_precision_recall_and_f1() -> None:
    # one of three listed is right, one of two true ones is found
    made = score("T4", "Yes: ARG NH2, O1B; ARG NH1, O1; ARG NH1, O2", TWO)
    assert made.figures["precision"] == pytest.approx(1 / 3)
    assert made.figures["recall"] == pytest.approx(1 / 2)
    assert made.figures["f1"] == pytest.approx(2 / 5)
    assert made.figures["says_bonds"] == 1.0
    none = score("T4", "No", TWO)
    assert (none.figures["precision"], none.figures["f1"], none.figures["says_bonds"]) == (0, 0, 0)
    assert set(score("T4", "No", "No").figures) == {"says_bonds"}


def test_case_counts_only_where_it_tells_names_apart() -> None:
    bonds = [{"res_name": "GLY", "res_number": 3, "ins_code": "", "chain": "a", "res_atom": "N",
              "lig_atom": "Na1"}]  # fmt: skip
    answer = "GLY 3 N a, Na1"
    assert score("T9", "gly 3 n A, NA1", answer, bonds=bonds, case_matters=False).exact == 1.0
    assert score("T9", "GLY 3 N A, NA1", answer, bonds=bonds, case_matters=True).exact == 0.0
    assert score("T9", "GLY 3 N a, Na1", answer, bonds=bonds, case_matters=True).exact == 1.0


def test_residue_may_be_named_in_full_where_it_is_known() -> None:
    truth = {"res_name": "ARG", "res_number": 45, "ins_code": "", "chain": "A",
             "bonds": [{"res_atom": "NH2", "lig_atom": "O1B"}], "case_matters": False}  # fmt: skip
    answer = "Yes: ARG NH2, O1B"
    assert score("T4", "Yes: ARG45 NH2 A, O1B", answer, **truth).exact == 1.0
    assert score("T4", "Yes: ARG 45 NH2, O1B", answer, **truth).exact == 1.0
    assert score("T4", "Yes: ARG 45 NH2 B, O1B", answer, **truth).exact == 0.0
    assert score("T4", "Yes: ARG 46 NH2 A, O1B", answer, **truth).exact == 0.0


def test_names_that_the_format_cannot_hold_are_noticed() -> None:
    bond = {"res_name": "ARG", "res_number": 1, "ins_code": "", "chain": "A", "res_atom": "N"}
    good = {"bonds": [{**bond, "lig_atom": "O1"}]}
    bad = {"bonds": [{**bond, "lig_atom": "O,1"}]}
    assert reads_back("ARG 1 N A, O1", good, numbered=True)
    assert not reads_back("ARG 1 N A, O,1", bad, numbered=True)
