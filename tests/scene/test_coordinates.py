import json

import numpy as np
import pytest

from misibench.geometry import Move
from misibench.scene import Shot, compose_scene, screen_record


def test_record_names_every_drawn_atom_with_its_screen_coordinates(annotation):
    shot = Shot(motions=(Move("x", 3.0),))
    record = screen_record(annotation.structure, compose_scene(annotation, shot))
    record = json.loads(json.dumps(record))
    assert len(record["atoms"]) == 17
    first = record["atoms"][0]
    assert {key: first[key] for key in ("model", "chain", "res", "num", "ins", "name")} == {
        "model": "pocket", "chain": "A", "res": "ALA", "num": 10, "ins": "", "name": "N",
    }  # fmt: skip
    assert record["atoms"][5]["ins"] == "A"
    assert record["atoms"][-1]["model"] == "ligand"
    still = annotation.camera.screen(annotation.structure.receptor.coords[0])
    assert first["screen"] == pytest.approx(still + np.array([3.0, 0, 0]), abs=1e-4)
