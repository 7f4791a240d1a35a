"""Checking printed result tables by arithmetic alone."""

from misibench.report.audit.checks import Finding, audit_table
from misibench.report.audit.lattice import LATTICE, fitting_count
from misibench.report.audit.printed import PrintedCell, PrintedRow, PrintedTable, read_table
from misibench.report.audit.published import audit_published

__all__ = [
    "LATTICE",
    "Finding",
    "PrintedCell",
    "PrintedRow",
    "PrintedTable",
    "audit_published",
    "audit_table",
    "fitting_count",
    "read_table",
]
