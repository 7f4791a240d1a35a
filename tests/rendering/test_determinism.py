"""The same pixels whatever was drawn before, in any process, on any processor."""

import os
import platform
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from tests.scene.conftest import made_complex

from misibench.geometry import Move, Roll
from misibench.rendering import Renderer, render
from misibench.scene import Look, PictureOptions, Shot, View, annotate

SHOTS = (
    *(Shot(view=view) for view in View),
    Shot(motions=(Roll("x", 15.0), Move("y", -2.0))),
    Shot(motions=(Move("z", 22.0),)),
    Shot(motions=(Move("z", 30.5),)),
)


def hashes(shots=SHOTS, size=(192, 192)):
    annotation = annotate(made_complex(), ())
    plain, clear = Renderer(size), Renderer(size, PictureOptions(look=Look.CLEAR))
    return [
        renderer.picture(annotation, shot).pixel_hash()
        for shot in shots
        for renderer in (plain, clear)
    ]


def test_earlier_pictures_leave_no_trace(annotation):
    renderer = Renderer((192, 192))
    first = [renderer.picture(annotation, shot).pixel_hash() for shot in SHOTS]
    backwards = [renderer.picture(annotation, shot).pixel_hash() for shot in SHOTS[::-1]]
    alone = [render(annotation, shot, (192, 192)).pixel_hash() for shot in SHOTS]
    assert first == backwards[::-1] == alone


def test_letters_that_did_not_fit_are_baked_again_alike(annotation):
    renderer, roomy = Renderer((192, 192)), Renderer((192, 192))
    renderer._glyphs.shapes = renderer._glyphs.shapes[:60].copy()  # room for 60 letters only
    for shot in SHOTS:
        expected = roomy.picture(annotation, shot).pixel_hash()
        assert renderer.picture(annotation, shot).pixel_hash() == expected


def test_number_of_processes_does_not_matter():
    expected = hashes()
    half = len(SHOTS) // 2
    for workers in (1, 2, 4):
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            parts = list(pool.map(hashes, [SHOTS[:half], SHOTS[half:]]))
        assert parts[0] + parts[1] == expected


_TARGETS = {
    "x86_64": ("x86-64", "haswell", "skylake-avx512"),
    "arm64": ("generic", "apple-m1"),
    "aarch64": ("generic", "neoverse-n1"),
}


@pytest.mark.slow
def test_kind_of_processor_does_not_matter(tmp_path):
    targets = _TARGETS.get(platform.machine().lower().replace("amd64", "x86_64"), ("generic",))
    program = "from tests.rendering.test_determinism import hashes; print(*hashes())"
    running = []
    for target in targets:
        # no features beyond the target's own, and machine code of its own
        environment = os.environ | {
            "NUMBA_CPU_NAME": target, "NUMBA_CPU_FEATURES": "",
            "NUMBA_CACHE_DIR": str(tmp_path / target),
        }  # fmt: skip
        running.append(
            subprocess.Popen(
                [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True
            )
        )
    expected = hashes()
    for target, process in zip(targets, running, strict=True):
        out, _ = process.communicate(timeout=900)
        assert process.returncode == 0, target
        assert out.split() == expected, target
