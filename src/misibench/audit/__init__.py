"""Audits of datasets: what could be answered without looking."""
