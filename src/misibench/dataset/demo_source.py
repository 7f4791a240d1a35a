"""Four real complexes that come with an installed dependency."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from misibench.errors import DatasetError

__all__ = ["demo_source"]


def demo_source() -> Path:
    """Give the folder of the four PDB entries in the ``posebusters`` package.

    1ia1, 1of6, 1s3v and 1uou are public-domain PDB entries: whole proteins with one ligand.
    The package is looked up, not imported, which would take a second.
    """
    found = importlib.util.find_spec("posebusters")
    places = list(found.submodule_search_locations or []) if found else []
    for place in places:
        folder = Path(place) / "datasets" / "pdb"
        if folder.is_dir():
            return folder
    raise DatasetError(
        "posebusters", "its example structures are not installed", "posebusters/datasets/pdb",
        "pip install --force-reinstall posebusters",
    )  # fmt: skip
