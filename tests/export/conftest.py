"""The built demo dataset, as in tests/dataset."""

from tests.dataset.conftest import built

__all__ = ["built"]
