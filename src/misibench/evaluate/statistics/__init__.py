"""How sure a score is: intervals, comparisons, chance, power."""

from misibench.evaluate.statistics.bootstrap import (
    Interval,
    bootstrap_interval,
    cluster_weights,
    mean_interval,
)
from misibench.evaluate.statistics.chance import ChanceCorrected, chance_corrected
from misibench.evaluate.statistics.circular import circular_accuracy
from misibench.evaluate.statistics.comparison import (
    ColumnComparison,
    compare_runs,
    holm,
    mcnemar_exact,
)
from misibench.evaluate.statistics.power import (
    Design,
    questions_needed,
    smallest_detectable_difference,
)
from misibench.evaluate.statistics.run_intervals import RunIntervals, run_intervals
from misibench.evaluate.statistics.yes_no import YesNo, letter_accuracy, yes_no

__all__ = [
    "ChanceCorrected",
    "ColumnComparison",
    "Design",
    "Interval",
    "RunIntervals",
    "YesNo",
    "bootstrap_interval",
    "chance_corrected",
    "circular_accuracy",
    "cluster_weights",
    "compare_runs",
    "holm",
    "letter_accuracy",
    "mcnemar_exact",
    "mean_interval",
    "questions_needed",
    "run_intervals",
    "smallest_detectable_difference",
    "yes_no",
]
