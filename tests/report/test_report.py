"""The report: tables beside the published rows, one page that needs nothing else."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from misibench.dataset.pictures import DatasetPictures
from misibench.errors import UsageError
from misibench.evaluate.columns import COLUMNS
from misibench.evaluate.players import play
from misibench.evaluate.scoring_run import ScoredRun, score_predictions
from misibench.evaluate.statistics import run_intervals
from misibench.records import Prediction, Question
from misibench.report.gallery import choose_examples, picture_uri
from misibench.report.published import published_exact, published_weighted
from misibench.report.rows import result_rows
from misibench.report.tables import latex_table
from misibench.report.terminal import dropped_table, print_table, results_table, score_table
from misibench.report.write import Report, write_report

MakeQuestion = Callable[..., Question]


@pytest.fixture(scope="module")
def runs(question_set: tuple[Question, ...]) -> tuple[ScoredRun, ...]:
    scored = [
        score_predictions(question_set, {p.id: p for p in play(player, question_set)})
        for player in ("truth", "random")
    ]
    replies = {
        q.id: Prediction(q.id, "I <b>cannot</b> tell & that is \"it\".", q.task, "shy",
                         extra={"usage": {"input_tokens": 10, "output_tokens": 2}})
        for q in question_set[::2]
    }  # fmt: skip
    return (*scored, score_predictions(question_set, replies))


@pytest.fixture(scope="module")
def data(question_set: tuple[Question, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for name in {name for question in question_set for name in question.images}:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("P", (64, 64), 3).save(folder / name)
    return folder


@pytest.fixture(scope="module")
def report(
    runs: tuple[ScoredRun, ...], data: Path, tmp_path_factory: pytest.TempPathFactory
) -> Report:
    return write_report(runs, tmp_path_factory.mktemp("report"), data=data)


def test_published_tables_are_whole() -> None:
    names = {column.name for column in COLUMNS}
    for rows in (published_weighted(), published_exact()):
        assert len(rows) == 12
        assert all(row.columns.keys() == names for row in rows)
    # two cells by their place in the paper
    assert published_weighted()[0].columns["T9"] == 82.78
    assert published_exact()[-1].columns["T4+"] == 57.52


def test_all_parts_are_written(report: Report) -> None:
    names = {path.name for path in report.directory.iterdir()}
    assert names == {"report.html", "report.md", "tables.csv", "tables.tex", "figures"}
    stems = {"overview", "t4_by_bonds", "t3_by_zoom", "t2_by_angle", "t2_by_axis",
             "t2_confusion", "t7_by_distance", "t9_by_bonds"}  # fmt: skip
    figures = {path.name for path in (report.directory / "figures").iterdir()}
    assert figures == {f"{stem}.{kind}" for stem in stems for kind in ("png", "svg")}


def test_same_runs_give_the_same_bytes(
    runs: tuple[ScoredRun, ...], data: Path, report: Report, tmp_path: Path
) -> None:
    again = write_report(runs, tmp_path / "again", data=data)
    for path in report.directory.rglob("*.*"):
        if path.is_file():
            other = again.directory / path.relative_to(report.directory)
            assert path.read_bytes() == other.read_bytes(), path.name


def test_csv_has_published_and_own_rows_with_intervals(
    report: Report, runs: tuple[ScoredRun, ...]
) -> None:
    with (report.directory / "tables.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 2 * (12 + len(runs)) * 11
    own = {(r["table"], r["model"], r["column"]): r for r in rows if r["published"] == "no"}
    weighted = runs[1].weighted()
    for name, value in weighted.items():
        row = own["weighted", "random", name]
        assert float(row["value"]) == value
        assert float(row["low"]) <= value <= float(row["high"])
    assert own["weighted", "shy", "avg"]["asked"] == str(len(runs[2].rows))
    assert own["weighted", "shy", "avg"]["parsed"] == "0"
    printed = [r for r in rows if r["published"] == "yes" and r["model"] == "o3"]
    assert {r["value"] for r in printed if r["column"] == "avg"} == {"33.65"}


class _Page(HTMLParser):
    """Collects what a browser would fetch, and checks that tags nest."""

    void = ("meta", "link", "img", "br")

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sources += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag not in self.void:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_page_needs_no_other_file_and_escapes_replies(report: Report) -> None:
    source = report.page.read_text(encoding="utf-8")
    page = _Page()
    page.feed(source)
    assert page.open == []
    assert page.sources
    assert all(one.startswith(("data:", "#")) for one in page.sources)
    assert "<script" not in source
    assert not re.search(r"@import|url\(", source)
    assert 'I <b>cannot</b> tell & that is "it".' in page.text
    assert not [t for t in page.text if "no picture file" in t]


def test_page_says_what_is_published_and_how_much_was_answered(report: Report) -> None:
    source = report.page.read_text(encoding="utf-8")
    assert source.count("class='published'") == 24
    assert "GPT-5-mini †" in source
    assert "misprints" in source


def test_markdown_names_every_run_and_figure(report: Report) -> None:
    text = report.text.read_text(encoding="utf-8")
    for name in ("**truth**", "**random**", "**shy**", "Human †"):
        assert name in text
    for target in re.findall(r"\]\((figures/[^)]+)\)", text):
        assert (report.directory / target).is_file()
    widths = {line.count("|") for line in text.splitlines() if line.startswith("| ")}
    assert widths


def test_tables_in_latex_are_escaped(runs: tuple[ScoredRun, ...]) -> None:
    named = replace(runs[1], name="my_model & 50 %")
    text = latex_table(result_rows([named], [run_intervals(named)], "weighted"), "weighted")
    assert r"my\_model \& 50 \%" in text
    assert "T4$-$" in text
    assert all(line.count(" & ") == 11 for line in text.splitlines() if line.endswith(r"\\")
               and not line.startswith("my"))  # fmt: skip


def test_report_without_pictures_is_still_written(
    runs: tuple[ScoredRun, ...], tmp_path: Path
) -> None:
    without = write_report(runs[:1], tmp_path / "a")
    assert "data:image/jpeg" not in without.page.read_text(encoding="utf-8")
    missing = write_report(runs[:1], tmp_path / "b", data=tmp_path / "nowhere")
    assert "no picture file" in missing.page.read_text(encoding="utf-8")


def test_report_needs_runs_with_different_names(
    runs: tuple[ScoredRun, ...], tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="no runs"):
        write_report([], tmp_path)
    with pytest.raises(UsageError, match="two runs named 'truth'"):
        write_report([runs[0], runs[0]], tmp_path)


def test_partial_run_says_which_columns_are_missing(
    make_question: MakeQuestion, tmp_path: Path
) -> None:
    questions = [make_question("zooming", "move z 50", f"c{n}", n) for n in range(3)]
    run = score_predictions(questions, {p.id: p for p in play("truth", questions)})
    text = write_report([run], tmp_path).text.read_text(encoding="utf-8")
    assert "truth has no questions for T1, T2, T4+, T4−, T7, T8, T9" in text


def test_gallery_has_each_outcome_and_turns_through_the_runs(
    runs: tuple[ScoredRun, ...],
) -> None:
    examples = choose_examples(runs)
    keys = [(one.row.question.task, one.row.score.outcome) for one in examples]
    assert len(keys) == len(set(keys))
    assert {one.player for one in examples} == {"truth", "random", "shy"}


def test_picture_is_made_small(data: Path, question_set: tuple[Question, ...]) -> None:
    uri = picture_uri(DatasetPictures(data), question_set[0].images[0])
    assert uri is not None
    assert uri.startswith("data:image/jpeg;base64,")
    assert picture_uri(DatasetPictures(data), "none.png") is None


def test_half_a_letter_in_a_reply_does_not_stop_the_report(
    question_set: tuple[Question, ...], data: Path, tmp_path: Path
) -> None:
    half = "\ud83d"  # a lone surrogate: JSON can hold it, a file of text cannot
    replies = {q.id: Prediction(q.id, f"{half} {q.answer}", q.task, "m") for q in question_set}
    written = write_report([score_predictions(question_set, replies)], tmp_path, data=data)
    assert "? move" in written.page.read_text(encoding="utf-8")


def test_results_table_is_players_by_ten_columns(
    runs: tuple[ScoredRun, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    print_table(results_table(runs))
    text = capsys.readouterr().out
    line = next(line for line in text.splitlines() if line.strip().startswith("truth"))
    assert line.split() == ["truth", *["100.00"] * 11]
    heading = next(line for line in text.splitlines() if "T4+" in line)
    assert heading.split() == ["player", "avg", *(column.heading for column in COLUMNS)]


def test_score_table_shows_coverage_and_a_dash_for_empty_columns(
    make_question: MakeQuestion, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = [make_question("zooming", "move z 50", f"c{n}", n) for n in range(4)]
    run = score_predictions(questions, {questions[0].id: Prediction(questions[0].id, "move z 50")})
    print_table(score_table(run))
    print_table(dropped_table(run))
    text = capsys.readouterr().out
    t3 = next(line for line in text.splitlines() if line.strip().startswith("T3"))
    assert t3.split()[2] == "25.00"
    assert t3.split()[-3:] == ["1", "1", "4"]
    t1 = next(line for line in text.splitlines() if line.strip().startswith("T1"))
    assert t1.split()[2:6] == ["–"] * 4
    assert "Here without T1" in " ".join(text.split())
    readable = next(line for line in text.splitlines() if "readable replies only" in line)
    assert "100.00" in readable
