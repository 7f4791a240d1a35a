"""Auditing printed tables: what the arithmetic must find, and what it must leave alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.errors import DatasetError
from misibench.evaluate.players import play
from misibench.evaluate.scoring_run import score_predictions
from misibench.records import Question
from misibench.report.audit import (
    LATTICE,
    Finding,
    PrintedCell,
    audit_published,
    audit_table,
    fitting_count,
    read_table,
)
from misibench.report.audit.lattice import chance_of_fit
from misibench.report.published import published_weighted
from misibench.report.write import write_report


@pytest.fixture(scope="module")
def findings() -> tuple[Finding, ...]:
    return audit_published()


def _errors(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return [
        (one.table.split(", ")[-1], one.model, one.column)
        for one in findings
        if one.severity == "error"
    ]


def test_published_tables_have_exactly_the_known_errata(findings: tuple[Finding, ...]) -> None:
    # the list of errata known from working through the tables by hand
    assert Counter(_errors(findings)) == Counter(
        [
            ("weighted", "GPT-4.1", "avg"),
            ("weighted", "Qwen3-VL-235B-A22B-thinking", "avg"),
            ("exact", "o4-mini", "avg"),
            ("exact", "o3", "avg"),
            ("exact", "Gemini-2.5-flash-lite", "T1"),
            ("exact", "Qwen2.5-VL-7B-SFT", "T4+, T4−"),
        ]
    )


@pytest.mark.parametrize(
    ("table", "model", "column", "said"),
    [
        ("weighted", "GPT-4.1", "avg", "28.20"),
        ("weighted", "Qwen3-VL-235B-A22B-thinking", "avg", "23.36 to 23.37"),
        ("exact", "o4-mini", "avg", "16.76; fits if T8 was counted as 0"),
        ("exact", "o3", "avg", "23.25; equal to the weighted average"),
        ("exact", "Gemini-2.5-flash-lite", "T1", "equal to the weighted cell"),
        ("exact", "Qwen2.5-VL-7B-SFT", "T4+, T4−", "1,356 positives and 1,746 negatives"),
    ],
)
def test_each_erratum_says_what_would_be_right(
    findings: tuple[Finding, ...], table: str, model: str, column: str, said: str
) -> None:
    (one,) = [
        f
        for f in findings
        if f.table.endswith(table) and (f.model, f.column, f.severity) == (model, column, "error")
    ]
    assert said in one.text


def test_published_cells_show_how_many_replies_were_left_out(
    findings: tuple[Finding, ...],
) -> None:
    # 21.62 = 8/37
    (one,) = [f for f in findings if f.model == "Gemini-2.5-pro" and f.column == "T6"]
    assert one.severity == "note"
    assert "n = 37: 13 of 50" in one.text


def test_every_usable_translation_cell_is_a_multiple_of_one_seventh() -> None:
    # of the ten models' T1 cells all lie on k/(7 n) for n of 49 or 50, and the T2 cells on
    # k/(11 n): with one column's steps on the other's cells this fails
    tiny = [row for row in published_weighted() if row.answered == "tiny" and row.model != "Human"]
    for name, steps in (("T1", 7), ("T2", 11)):
        cells = [PrintedCell(row.columns[name], 0.005) for row in tiny]
        assert all(fitting_count(cell, steps, 50, 44) is not None for cell in cells)
    swapped = [fitting_count(PrintedCell(row.columns["T2"], 0.005), 7, 50, 50) for row in tiny]
    assert swapped.count(None) >= 5


@given(count=st.integers(1, 50), right=st.integers(0, 50), column=st.sampled_from(sorted(LATTICE)))
def test_a_true_mean_is_always_found_to_fit(count: int, right: int, column: str) -> None:
    steps = LATTICE[column] or 1
    units = min(right, count) * steps - (1 if right and steps > 1 else 0)
    printed = round(100 * max(units, 0) / (count * steps), 2)
    found = fitting_count(PrintedCell(printed, 0.005), steps, 50, count)
    assert found is not None


def test_no_fit_is_told() -> None:
    assert fitting_count(PrintedCell(36.29, 0.005), 1, 50) is None
    assert fitting_count(PrintedCell(33.33, 0.005), 1, 50) == 48
    assert fitting_count(PrintedCell(36.29, 0.005), 7, 50, 50) == 50


def test_fine_lattices_are_not_tested() -> None:
    # 980 questions in sevenths: a step of 0.0146 %, so two thirds of all numbers fit
    assert chance_of_fit(0.005, 7, 980) == pytest.approx(0.686)
    assert chance_of_fit(0.005, 11, 1470) == 1.0


def _csv(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    return path


HEADER = "Model,Average,t1,T2,T3,T4+,T4−,T5,T6,T7,T8,T9\n"


def test_user_table_is_read_with_any_spelling_of_headings(tmp_path: Path) -> None:
    path = _csv(tmp_path, HEADER + "m,33.13,57.43,24.73,6%,33.67,74.00,12.00,–,34.39,34.00,0.77\n")
    (table,) = read_table(path)
    (row,) = table.rows
    assert row.cells["T1"] == PrintedCell(57.43, 0.005)
    assert row.cells["T3"] == PrintedCell(6.0, 0.5)
    assert "T6" not in row.cells
    assert row.average == PrintedCell(33.13, 0.005)
    assert audit_table(table) == ()


def test_wrong_average_and_impossible_cell_are_found(tmp_path: Path) -> None:
    path = _csv(
        tmp_path, HEADER + "m,43.13,57.43,24.73,6.00,33.67,74.00,12.01,26.00,34.39,34.00,101\n"
    )
    (table,) = read_table(path)
    found = {one.column: one for one in audit_table(table)}
    assert "no k/(n) with n up to 50" in found["T5"].text
    assert found["T9"].text == "outside 0 to 100"
    assert found["avg"].severity == "error"


def test_table_without_some_columns_cannot_be_averaged(tmp_path: Path) -> None:
    (table,) = read_table(_csv(tmp_path, "model,avg,T1\nm,40.00,40.00\n"))
    (one,) = audit_table(table)
    assert one.severity == "note"
    assert "cannot be checked" in one.text


def test_exact_above_weighted_is_impossible(tmp_path: Path) -> None:
    (weighted,) = read_table(_csv(tmp_path, "model,T1,T9\nm,40.00,10.00\n"))
    (exact,) = read_table(_csv(tmp_path, "model,T1,T9\nm,42.00,12.00\n"), "exact")
    (one,) = audit_table(exact, beside=weighted)
    assert one.column == "T1"
    assert "impossible" in one.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n", "columns a, b"),
        ("", "columns none"),
        (HEADER + "m,abc,1,1,1,1,1,1,1,1,1,1\n", "line 2: avg is 'abc'"),
        ("table,model,column,value\nfoo,m,avg,1\n", "line 2: table 'foo'"),
    ],
)
def test_files_that_are_no_tables_are_one_line_errors(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DatasetError) as caught:
        read_table(_csv(tmp_path, text))
    assert said in str(caught.value)


def test_own_tables_pass_the_audit(question_set: tuple[Question, ...], tmp_path: Path) -> None:
    runs = [
        score_predictions(question_set, {p.id: p for p in play(player, question_set)})
        for player in ("random", "constant")
    ]
    write_report(runs, tmp_path)
    tables = read_table(tmp_path / "tables.csv")
    assert [table.kind for table in tables] == ["weighted", "exact"]
    own = {"random", "constant"}
    for table in tables:
        found = audit_table(table, beside=tables[0] if table.kind == "exact" else None)
        assert [one for one in found if one.model in own and one.severity == "error"] == []
