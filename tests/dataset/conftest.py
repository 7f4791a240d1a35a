"""A real dataset, built once: the four demo complexes with all tasks, small pictures."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from PIL import Image

from misibench.dataset import BuildSettings
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source

SMALL = BuildSettings(width=256, height=256, test_fraction=0.5)
"""Paper counts on the demo complexes; pictures of 256 pixels keep the tests quick."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo dataset, built in this process."""
    folder = tmp_path_factory.mktemp("built") / "dataset"
    build(demo_source(), folder, SMALL, workers=1)
    return folder


def contents(folder: Path) -> dict[str, str]:
    """Hash everything in a dataset that must not depend on how it was built.

    Pictures by decoded pixels, since compressors may differ; tables by their rows.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_dir() or name.startswith(".build"):
            continue
        if path.suffix == ".png":
            raw = np.asarray(Image.open(path).convert("RGB")).tobytes()
        elif path.suffix == ".parquet":
            raw = repr(pq.read_table(path).to_pylist()).encode()
        else:
            raw = path.read_bytes()
        found[name] = hashlib.sha256(raw).hexdigest()
    return found
