"""Intervals, comparisons, chance correction and power."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from misibench.errors import UsageError
from misibench.evaluate.columns import COLUMNS
from misibench.evaluate.players import play
from misibench.evaluate.scoring_run import ScoredRun, score_predictions
from misibench.evaluate.statistics import (
    Design,
    bootstrap_interval,
    chance_corrected,
    compare_runs,
    holm,
    letter_accuracy,
    mcnemar_exact,
    mean_interval,
    questions_needed,
    run_intervals,
    smallest_detectable_difference,
    yes_no,
)
from misibench.records import Outcome, Prediction, Question, Score

MakeQuestion = Callable[..., Question]


def _exact_scorer(reply: str, question: Question) -> Score:
    right = float(reply == question.answer)
    return Score(Outcome.CORRECT if right else Outcome.WRONG, right, right, reply)


def _run(
    questions: Sequence[Question], replies: Mapping[str, str | None], name: str = "m"
) -> ScoredRun:
    found = {key: Prediction(key, reply) for key, reply in replies.items()}
    return score_predictions(questions, found, name=name, scorer=_exact_scorer)


def _simulated(
    rng: np.random.Generator, clusters: int, per_cluster: int, mean: float, within: float
) -> np.ndarray:
    """Right/wrong with a known mean and a known correlation within clusters (beta-binomial)."""
    total = 1 / within - 1
    rates = rng.beta(mean * total, (1 - mean) * total, clusters)
    return (rng.random((clusters, per_cluster)) < rates[:, None]).astype(float)


@pytest.mark.parametrize(
    ("clusters", "per_cluster", "mean", "within", "bounds"),
    [
        (50, 6, 0.35, 0.3, (0.0, 1.0)),
        (20, 3, 0.6, 0.5, (0.0, 1.0)),
        (50, 6, 0.1, 0.3, (0.0, 1.0)),
        # as for differences, which have no bounds
        (50, 6, 0.35, 0.3, None),
    ],
)
def test_interval_covers_the_truth_as_often_as_it_says(
    clusters: int,
    per_cluster: int,
    mean: float,
    within: float,
    bounds: tuple[float, float] | None,
) -> None:
    rng = np.random.default_rng(20261129)
    labels = np.repeat(np.arange(clusters), per_cluster)
    hits = 0
    for repeat in range(1000):
        values = _simulated(rng, clusters, per_cluster, mean, within).ravel()
        _, interval = mean_interval(values, labels, seed=repeat, resamples=400, bounds=bounds)
        assert interval is not None
        hits += interval.low <= mean <= interval.high
    # two binomial standard errors of 1,000 repeats at 95 % are 1.4 points
    assert 930 <= hits <= 970


@pytest.mark.parametrize("clusters", [3, 5, 8])
def test_few_complexes_never_make_too_sure(clusters: int) -> None:
    rng = np.random.default_rng(3)
    labels = np.repeat(np.arange(clusters), 3)
    hits = 0
    for repeat in range(300):
        values = _simulated(rng, clusters, 3, 0.3, 0.3).ravel()
        _, interval = mean_interval(values, labels, seed=repeat, resamples=300, bounds=(0.0, 1.0))
        assert interval is not None
        hits += interval.low <= 0.3 <= interval.high
    assert hits >= 0.93 * 300


def test_equal_complexes_still_have_an_interval() -> None:
    # each of four complexes has one right of two: no spread between them, four trials
    _, interval = mean_interval([0.0, 1.0] * 4, np.repeat(np.arange(4), 2), bounds=(0.0, 1.0))
    assert interval is not None
    assert interval.low < 0.25
    assert interval.high > 0.75


def test_many_independent_questions_have_wilsons_interval() -> None:
    # scipy's binomtest(60, 200).proportion_ci(method="wilson") gives 0.24075 to 0.36679
    _, interval = mean_interval([1.0] * 60 + [0.0] * 140, np.arange(200), bounds=(0.0, 1.0))
    assert interval is not None
    assert interval.low == pytest.approx(0.24075, abs=0.006)
    assert interval.high == pytest.approx(0.36679, abs=0.006)


def test_ignoring_clusters_would_be_too_sure() -> None:
    rng = np.random.default_rng(7)
    values = _simulated(rng, 50, 6, 0.35, 0.3).ravel()
    _, clustered = mean_interval(values, np.repeat(np.arange(50), 6))
    _, single = mean_interval(values, np.arange(300))
    assert clustered is not None
    assert single is not None
    # design effect 1 + 5 × 0.3 = 2.5, so about 1.6 times as wide
    ratio = (clustered.high - clustered.low) / (single.high - single.low)
    assert 1.3 < ratio < 1.9


@settings(max_examples=60, deadline=None)
@given(
    values=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5)), min_size=1, max_size=40),
    seed=st.integers(0, 100),
)
def test_interval_contains_the_estimate(values: list[tuple[float, int]], seed: int) -> None:
    scores = [value for value, _ in values]
    labels = [label for _, label in values]
    mean, interval = mean_interval(scores, labels, seed=seed, resamples=200, bounds=(0.0, 1.0))
    assert mean == pytest.approx(np.mean(scores))
    assert (interval is None) == (len(set(labels)) < 2)
    if interval is not None:
        assert -1e-9 <= interval.low <= mean <= interval.high <= 1 + 1e-9


def test_interval_is_reproducible_and_labels_do_not_matter() -> None:
    values, labels = [0.0, 1.0, 1.0, 0.5], ["b", "a", "b", "c"]
    first = mean_interval(values, labels, seed=3)
    assert first == mean_interval(values, labels, seed=3)
    assert first == mean_interval(values, [f"x{one}" for one in labels], seed=3)


def test_normal_data_give_the_t_interval() -> None:
    # one value per cluster: the textbook interval mean ± t s/√n is what to expect
    values = np.random.default_rng(0).normal(10, 2, 12)
    mean, interval = mean_interval(values, np.arange(12), resamples=40_000)
    assert interval is not None
    half = stats.t.ppf(0.975, 11) * values.std(ddof=1) / np.sqrt(12)
    assert interval.high - interval.low == pytest.approx(2 * half, rel=0.06)
    assert interval.low == pytest.approx(mean - half, abs=0.15)


def test_all_right_has_the_exact_binomial_interval() -> None:
    # Clopper-Pearson for 10 of 10: lower end 0.025^(1/10) = 0.6915
    _, interval = mean_interval([1.0] * 30, np.repeat(np.arange(10), 3), bounds=(0.0, 1.0))
    assert interval is not None
    assert interval.high == 1.0
    assert interval.low == pytest.approx(
        stats.binomtest(10, 10).proportion_ci(0.95, method="exact").low
    )


def test_one_complex_has_no_interval() -> None:
    assert bootstrap_interval(0.5, [0.5, 0.5], clusters=1) is None


def test_run_intervals_contain_columns_and_averages(question_set: tuple[Question, ...]) -> None:
    found = {p.id: p for p in play("random", question_set, seed=5)}
    run = score_predictions(question_set, found, scorer=_exact_scorer)
    sure = run_intervals(run, resamples=300)
    for scores, intervals in ((run.weighted(), sure.weighted), (run.exact(), sure.exact)):
        assert scores.keys() == intervals.keys()
        for name, value in scores.items():
            interval = intervals[name]
            assert interval is not None
            assert interval.low <= value <= interval.high
    average = run.weighted_average()
    assert average is not None
    assert sure.weighted_average is not None
    assert sure.weighted_average.low <= average <= sure.weighted_average.high
    assert sure.complexes["T1"] == 4


def test_interval_of_a_column_equals_that_of_its_mean(make_question: MakeQuestion) -> None:
    questions = [make_question("zooming", "move z 50", f"c{n % 9}", n) for n in range(36)]
    replies = {q.id: "move z 50" if n % 5 < 2 else "no" for n, q in enumerate(questions)}
    run = _run(questions, replies)
    sure = run_intervals(run, seed=4)
    _, expected = mean_interval(
        [100 * row.score.paper for row in run.rows],
        [row.question.complex_id for row in run.rows],
        seed=4,
        bounds=(0.0, 100.0),
    )
    found = sure.weighted["T3"]
    assert found is not None
    assert expected is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_mcnemar_agrees_with_the_binomial_tail() -> None:
    # 2 against 9: 2 × P(X ≤ 2) for X ~ Bin(11, 1/2) = 2 × (1 + 11 + 55)/2048
    assert mcnemar_exact(2, 9) == pytest.approx(2 * 67 / 2048)
    assert mcnemar_exact(9, 2) == mcnemar_exact(2, 9)
    assert mcnemar_exact(0, 0) == 1.0


def test_holm_by_hand() -> None:
    # sorted 0.01, 0.02, 0.03, 0.9 → 0.04, 0.06, max(0.06, 0.06), 0.9
    assert holm([0.03, 0.9, 0.01, 0.02]) == pytest.approx((0.06, 0.9, 0.04, 0.06))
    assert holm([]) == ()


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_never_lowers_and_keeps_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(a >= p for a, p in zip(adjusted, p_values, strict=True))
    assert all(a <= 1 for a in adjusted)
    order = np.argsort(p_values, kind="stable")
    assert list(np.array(adjusted)[order]) == sorted(adjusted)


def test_comparison_uses_only_what_both_answered(make_question: MakeQuestion) -> None:
    questions = [make_question("zooming", "move z 50", f"c{n % 4}", n) for n in range(8)]
    ids = [q.id for q in questions]
    right, wrong = "move z 50", "move z 41"
    first = _run(questions, {one: right if n < 2 else wrong for n, one in enumerate(ids[:7])}, "a")
    second = _run(questions, {one: right if n > 0 else wrong for n, one in enumerate(ids)}, "b")
    (one,) = compare_runs(first, second, resamples=300)
    assert (one.column, one.questions, one.left_out) == ("T3", 7, 1)
    # of seven: first right in 0, 1; second right in 1 to 6
    assert one.difference == pytest.approx(100 * (6 - 2) / 7)
    assert (one.only_first, one.only_second) == (1, 5)
    assert one.p_value == pytest.approx(2 * 7 / 64)
    assert one.interval is not None
    assert one.interval.low <= one.difference <= one.interval.high


def test_comparison_with_itself_is_nothing(question_set: tuple[Question, ...]) -> None:
    run = _run(question_set, {q.id: q.answer for q in question_set})
    for one in compare_runs(run, run, resamples=100):
        assert one.difference == 0.0
        assert one.p_adjusted == 1.0


def test_runs_on_different_questions_cannot_be_compared(
    question_set: tuple[Question, ...], make_question: MakeQuestion
) -> None:
    other = [make_question("zooming", "move z 50", "other")]
    with pytest.raises(UsageError, match="no question that both answered"):
        compare_runs(_run(question_set, {}), _run(other, {other[0].id: "x"}))


def test_constant_is_0_and_truth_is_1_after_chance_correction(
    question_set: tuple[Question, ...],
) -> None:
    for player, expected in (("constant", 0.0), ("truth", 1.0)):
        run = score_predictions(question_set, {p.id: p for p in play(player, question_set)})
        corrected = chance_corrected(run)
        assert corrected.keys() == {column.name for column in COLUMNS}
        for name, one in corrected.items():
            if one.constant_score == 100.0:
                assert one.value is None
                assert name in ("T4-", "T4+")
            else:
                assert one.value == pytest.approx(expected, abs=1e-12)


def test_yes_no_by_hand(make_question: MakeQuestion) -> None:
    task, bond = "residue_ligand_interaction", "Yes: ARG NE, O2G"
    questions = [make_question(task, bond if n < 4 else "No", index=n) for n in range(10)]
    ids = [q.id for q in questions]
    # 3 of 4 bonds seen (one unreadable counts as missed), 5 of 6 "No"
    replies = dict.fromkeys(ids[:3], bond) | dict.fromkeys(ids[4:9], "No") | {ids[9]: bond}
    found = yes_no(_run(questions, replies))
    assert found is not None
    assert (found.sensitivity, found.specificity) == (3 / 4, 5 / 6)
    assert found.balanced_accuracy == pytest.approx((3 / 4 + 5 / 6) / 2)
    # (3·5 − 1·1)/√(4·4·6·6)
    assert found.matthews == pytest.approx(14 / 24)


def test_always_no_has_balanced_accuracy_half_and_no_correlation(
    question_set: tuple[Question, ...],
) -> None:
    found = yes_no(_run(question_set, {q.id: "No" for q in question_set}))
    assert found is not None
    assert found.balanced_accuracy == 0.5
    assert found.matthews == 0.0


def test_letter_accuracy_counts_right_asked_and_chosen(make_question: MakeQuestion) -> None:
    questions = [
        make_question("rotation_rotation", letter, index=n) for n, letter in enumerate("AABC")
    ]
    run = _run(questions, {q.id: "A" for q in questions})
    assert letter_accuracy(run.rows) == {
        "A": (2, 2, 4),
        "B": (0, 1, 0),
        "C": (0, 1, 0),
        "D": (0, 0, 0),
    }


def test_smallest_difference_of_two_independent_groups_of_50() -> None:
    # equal to the textbook solution of δ = 2.8016 √((p q + p' q')/n), p = 0.3, n = 50
    found = smallest_detectable_difference(50, Design(base=0.3, paired=False))
    assert found is not None
    second = 0.3 + found
    expected = (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) * np.sqrt(
        (0.3 * 0.7 + second * (1 - second)) / 50
    )
    assert found == pytest.approx(expected, abs=1e-6)
    assert 0.26 < found < 0.29


def test_power_is_what_a_simulation_gives() -> None:
    design = Design(base=0.3, paired=False)
    difference = smallest_detectable_difference(200, design)
    assert difference is not None
    rng = np.random.default_rng(1)
    first = rng.binomial(200, 0.3, 4000) / 200
    second = rng.binomial(200, 0.3 + difference, 4000) / 200
    error = np.sqrt((first * (1 - first) + second * (1 - second)) / 200)
    shown = np.mean(np.abs(second - first) / error > stats.norm.ppf(0.975))
    assert shown == pytest.approx(0.8, abs=0.03)


def test_questions_needed_undoes_the_smallest_difference() -> None:
    for design in (Design(), Design(base=0.1, per_complex=3, within_complex=0.3)):
        difference = smallest_detectable_difference(120, design)
        assert difference is not None
        assert questions_needed(difference, design) in (120, 121)


def test_pairing_helps_and_clustering_hurts() -> None:
    plain = smallest_detectable_difference(100, Design(paired=False))
    paired = smallest_detectable_difference(100, Design(correlation=0.5))
    shared = smallest_detectable_difference(
        100, Design(paired=False, per_complex=3, within_complex=0.3)
    )
    assert paired is not None
    assert plain is not None
    assert shared is not None
    assert paired < plain < shared


def test_too_few_questions_show_nothing() -> None:
    assert smallest_detectable_difference(2, Design(base=0.9, paired=False)) is None
    with pytest.raises(UsageError):
        smallest_detectable_difference(0, Design())
    with pytest.raises(UsageError, match=r"base 1\.5"):
        Design(base=1.5)
    with pytest.raises(UsageError):
        questions_needed(0.8, Design(base=0.3))
