"""The columns of the published tables and their average."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from misibench.evaluate.columns import (
    AVERAGED,
    COLUMNS,
    average,
    bond_texts,
    column_of,
    counts_for_exact,
)
from misibench.records import Question
from misibench.report.published import published_exact, published_weighted
from misibench.tasks import TASKS

MakeQuestion = Callable[..., Question]


def test_ten_columns_cover_the_nine_tasks() -> None:
    assert [column.heading for column in COLUMNS] == [
        "T1", "T2", "T3", "T4+", "T4−", "T5", "T6", "T7", "T8", "T9",
    ]  # fmt: skip
    assert list(dict.fromkeys(column.task for column in COLUMNS)) == [task.name for task in TASKS]


def test_residue_questions_split_by_whether_there_are_bonds(make_question: MakeQuestion) -> None:
    task = "residue_ligand_interaction"
    assert column_of(make_question(task, "No")).name == "T4-"
    assert column_of(make_question(task, "Yes: ARG NH2, O1B")).name == "T4+"
    assert column_of(make_question("rotation", "roll x 15")).name == "T2"


def test_only_pocket_questions_without_bonds_are_left_out_of_exact(
    make_question: MakeQuestion,
) -> None:
    assert not counts_for_exact(make_question("pocket_ligand_interaction", "No"))
    assert counts_for_exact(make_question("pocket_ligand_interaction", "ARG 45 NH2 A, O1B"))
    assert counts_for_exact(make_question("residue_ligand_interaction", "No"))


def test_bond_answers_are_split_at_semicolons() -> None:
    assert bond_texts("SER 52A OG _, O3'; LYS 47 NZ A, O1A") == (
        "SER 52A OG _, O3'", "LYS 47 NZ A, O1A",
    )  # fmt: skip
    assert bond_texts("none") == ()


def test_average_leaves_t5_and_t6_out_and_is_not_rounded() -> None:
    # Claude Opus 4, weighted, as printed: mean of eight is 33.12375, printed 33.13
    values = {"T1": 57.43, "T2": 24.73, "T3": 6.0, "T4+": 33.67, "T4-": 74.0, "T5": 12.0,
              "T6": 26.0, "T7": 34.39, "T8": 34.0, "T9": 0.77}  # fmt: skip
    mean, used = average(values)
    assert mean == pytest.approx(33.12375, abs=1e-12)
    assert used == AVERAGED


def test_average_says_which_columns_it_is_over() -> None:
    assert average({"T1": 40.0, "T5": 100.0, "T3": None, "T9": 20.0}) == (30.0, ("T1", "T9"))
    assert average({"T5": 100.0}) == (None, ())


MISPRINTED = {"weighted": {"GPT-4.1", "Qwen3-VL-235B-A22B-thinking"}, "exact": {"o4-mini", "o3"}}


@pytest.mark.parametrize("kind", ["weighted", "exact"])
def test_average_reproduces_the_published_averages(kind: str) -> None:
    # columns are rounded to 0.01, so their mean is known to 0.005 and the printed one to 0.01
    rows = published_weighted() if kind == "weighted" else published_exact()
    assert len(rows) == 12
    off = {row.model for row in rows if abs((average(row.columns)[0] or 0) - row.average) > 0.01}
    assert off == MISPRINTED[kind]
