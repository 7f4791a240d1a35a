"""``manifest.json``: what a dataset is, what it was made from and with which versions."""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path
from typing import Any

from misibench.dataset.files import write_json
from misibench.errors import DatasetError
from misibench.version import __version__

__all__ = ["FORMAT_VERSION", "package_versions", "read_manifest", "write_manifest"]

FORMAT_VERSION = 1
"""Raised when a folder written by one version cannot be read by the other."""

_PACKAGES = ("gemmi", "numba", "numpy", "pillow", "pyarrow", "rdkit", "isal", "matplotlib")


def package_versions() -> dict[str, str]:
    """Give the versions of the packages that can change what is built."""
    versions = {"misibench": __version__}
    return versions | {name: importlib.metadata.version(name) for name in _PACKAGES}


def write_manifest(directory: Path, content: dict[str, Any]) -> None:
    """Write the manifest; last of all files, so that its presence means a finished build."""
    write_json(directory / "manifest.json", {"format_version": FORMAT_VERSION, **content})


def read_manifest(directory: Path) -> dict[str, Any]:
    """Read the manifest of a dataset folder.

    Raises
    ------
    DatasetError
        If it is missing, not JSON, or of another format version.
    """
    path = directory / "manifest.json"
    if not path.is_file():
        if (directory / ".build").is_dir():
            raise DatasetError(
                directory, "an unfinished build", "a finished dataset",
                "run the same misi build command again to finish it",
            )  # fmt: skip
        raise DatasetError(
            directory, "no manifest.json", "a folder made by misi build", "check the path"
        )
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        found = content["format_version"]
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise DatasetError(path, f"not a manifest ({error})", "JSON with format_version") from error
    if found != FORMAT_VERSION:
        raise DatasetError(
            path,
            f"format version {found}",
            f"{FORMAT_VERSION}",
            "build the dataset again or use the misibench version that wrote it",
        )
    return content
