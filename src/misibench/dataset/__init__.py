"""Building, storing and loading datasets."""

from misibench.dataset.build import BuildResult, build
from misibench.dataset.load import load_dataset, read_questions
from misibench.dataset.manifest import read_manifest
from misibench.dataset.settings import BuildSettings

__all__ = [
    "BuildResult",
    "BuildSettings",
    "build",
    "load_dataset",
    "read_manifest",
    "read_questions",
]
