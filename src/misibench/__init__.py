"""misibench: can a vision-language model see molecules?

The verbs of the command line are functions here: ``build``, ``find_hydrogen_bonds``,
``render``, ``score`` and ``load_dataset``. They are loaded when first used, so that
``import misibench`` stays quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from misibench.version import __version__

if TYPE_CHECKING:
    from misibench.dataset import BuildSettings, load_dataset, read_questions
    from misibench.dataset.build import build
    from misibench.errors import DatasetError, MisiError, StructureError, UsageError
    from misibench.evaluate import score
    from misibench.hbonds import HBondCriteria, find_hydrogen_bonds
    from misibench.rendering import render
    from misibench.scene.annotation import annotate
    from misibench.structure import load_complex

__all__ = [
    "BuildSettings",
    "DatasetError",
    "HBondCriteria",
    "MisiError",
    "StructureError",
    "UsageError",
    "__version__",
    "annotate",
    "build",
    "find_hydrogen_bonds",
    "load_complex",
    "load_dataset",
    "read_questions",
    "render",
    "score",
]

_HOMES = {
    "BuildSettings": "misibench.dataset",
    "DatasetError": "misibench.errors",
    "HBondCriteria": "misibench.hbonds",
    "MisiError": "misibench.errors",
    "StructureError": "misibench.errors",
    "UsageError": "misibench.errors",
    "annotate": "misibench.scene.annotation",
    "build": "misibench.dataset.build",
    "find_hydrogen_bonds": "misibench.hbonds",
    "load_complex": "misibench.structure",
    "load_dataset": "misibench.dataset",
    "read_questions": "misibench.dataset",
    "render": "misibench.rendering",
    "score": "misibench.evaluate",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'misibench' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
