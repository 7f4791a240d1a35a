"""Pictures drawn again without labels: the same scene, and a stop where it is another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misibench.dataset import BuildSettings, read_questions
from misibench.dataset.build import build
from misibench.errors import DatasetError
from misibench.evaluate.asking.unlabelled import draw_unlabelled

posebusters = pytest.importorskip("posebusters")
SOURCE = Path(posebusters.__file__).parent / "datasets" / "pdb"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One complex, one T1 question per axis, small pictures."""
    folder = tmp_path_factory.mktemp("built") / "data"
    settings = BuildSettings(
        tasks=("translation",), limit=1, per_complex=1, width=256, height=256, test_fraction=1.0
    )
    build(SOURCE, folder, settings, workers=1)
    return folder


def _pixels(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB")).astype(int)


def test_labels_go_and_the_molecules_stay(built: Path, tmp_path: Path) -> None:
    names = [name for question in read_questions(built) for name in question.images]
    assert draw_unlabelled(built, names, tmp_path) == len(set(names))
    assert draw_unlabelled(built, names, tmp_path) == 0
    for name in set(names):
        with_labels, without = _pixels(built / name), _pixels(tmp_path / name)
        assert with_labels.shape == without.shape
        changed = (with_labels != without).any(axis=2)
        assert 0.005 < changed.mean() < 0.5
        # what is drawn without labels is drawn with them too, except below a label
        drawn = without.any(axis=2)
        assert (with_labels.any(axis=2) & drawn).sum() > 0.95 * drawn.sum()


def test_changed_picture_is_told(built: Path, tmp_path: Path) -> None:
    name = next(iter(read_questions(built))).images[0]
    kept = (built / name).read_bytes()
    try:
        Image.new("RGB", (256, 256)).save(built / name)
        with pytest.raises(DatasetError, match="differs when drawn again"):
            draw_unlabelled(built, [name], tmp_path)
    finally:
        (built / name).write_bytes(kept)


def test_unknown_complex_is_told(built: Path, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no kept complex '9zzz'"):
        draw_unlabelled(built, ["images/9zzz/complex_front.png"], tmp_path)
