"""Building, storing and loading datasets.

``build`` has a module of its own, ``misibench.dataset.build``, and is not imported here: it needs
the renderer, which readers of a finished dataset should not have to load.
"""

from misibench.dataset.load import load_dataset, read_questions
from misibench.dataset.manifest import read_manifest
from misibench.dataset.settings import BuildSettings

__all__ = ["BuildSettings", "load_dataset", "read_manifest", "read_questions"]
