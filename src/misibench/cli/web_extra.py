"""Telling what to install where the web pages' packages are missing."""

from __future__ import annotations

from misibench.errors import UsageError

__all__ = ["web_extra_missing"]


def web_extra_missing(command: str, error: ModuleNotFoundError) -> UsageError:
    """Give the error of a command that needs the extra ``web``."""
    return UsageError(
        f"misi {command}", f"the package {error.name} is not installed", "the web packages",
        "install them with: pip install 'misibench[web]'",
    )  # fmt: skip
