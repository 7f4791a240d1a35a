"""Datasets for the tests of the web pages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from made_dataset import make_dataset


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with two test complexes and one train complex; read only."""
    return make_dataset(tmp_path_factory.mktemp("made") / "dataset")


@pytest.fixture(scope="session")
def embedded_dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the pictures inside the Parquet files, and no picture files."""
    folder = make_dataset(tmp_path_factory.mktemp("made") / "embedded", embedded=True)
    for path in (folder / "images").rglob("*.png"):
        path.unlink()
    return folder
