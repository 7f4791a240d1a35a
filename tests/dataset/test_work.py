import pytest

from misibench.dataset.demo_source import demo_source
from misibench.dataset.settings import BuildSettings
from misibench.dataset.work import LooseFiles, _annotation, _studio
from misibench.errors import RefusalReason, StructureError
from misibench.geometry import Move
from misibench.scene import Shot
from misibench.structure.sources import find_inputs

SETTINGS = BuildSettings(width=128, height=128)


@pytest.fixture(scope="module")
def annotation():
    return _annotation(find_inputs(demo_source())[0], SETTINGS)


def test_only_the_front_view_must_show_the_ligand(annotation, tmp_path):
    away = Shot(motions=(Move("x", 500),))
    files = LooseFiles(tmp_path)
    with pytest.raises(StructureError) as refusal:
        _studio(annotation, files, SETTINGS, strict=True).picture(away)
    assert refusal.value.reason is RefusalReason.BLANK_PICTURE
    _studio(annotation, files, SETTINGS).picture(away)  # a question's picture may be empty
