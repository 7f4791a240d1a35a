"""Tables, figures and pages about scored runs, beside the published results."""

from misibench.report.published import PublishedRow, published_exact, published_weighted
from misibench.report.terminal import print_table, results_table, score_table
from misibench.report.write import Report, write_report

__all__ = [
    "PublishedRow",
    "Report",
    "print_table",
    "published_exact",
    "published_weighted",
    "results_table",
    "score_table",
    "write_report",
]
