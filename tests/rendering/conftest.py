"""Scenes made by hand, and a slow drawing of them to compare with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.scene.conftest import annotation

from misibench.scene import Camera, Scene, depth_limits

__all__ = ["annotation", "make_scene", "slow_picture"]

MakeScene = Callable[..., Scene]


@pytest.fixture(scope="session")
def make_scene() -> MakeScene:
    """Make a scene seen from (0, 0, ``eye``): centres, radii, colours, bonds, labels."""

    def make(
        coords,
        *,
        radii=0.2,
        colours=((255, 0, 0),),
        colour_index=None,
        bonds=(),
        bond_radius=0.2,
        labels=(),
        eye=20.0,
        orthographic_width=None,
        limits=None,
        is_ligand=None,
    ) -> Scene:
        centres = np.array(coords, dtype=np.float64).reshape(-1, 3)
        count = len(centres)
        reach = np.broadcast_to(np.asarray(radii, dtype=np.float64), (count,)).copy()
        camera = Camera(np.array([0.0, 0.0, eye]), np.eye(3), orthographic_width=orthographic_width)
        near, far = depth_limits(centres, reach, camera) if limits is None else limits
        return Scene(
            name="made", camera=camera, near=near, far=far, coords=centres, radii=reach,
            colours=np.array(colours, dtype=np.uint8),
            colour_index=np.zeros(count, np.int32) if colour_index is None
            else np.array(colour_index, dtype=np.int32),
            is_ligand=np.zeros(count, bool) if is_ligand is None else np.array(is_ligand),
            atom_index=np.arange(count, dtype=np.int32),
            bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2), bond_radius=bond_radius,
            dashes=np.zeros((0, 2, 3)), dash_radius=0.075, dash_colour=0,
            label_texts=tuple(text for text, *_ in labels),
            label_anchors=np.array([place for _, place in labels]).reshape(-1, 3),
            label_offsets=np.zeros((len(labels), 3)),
            label_kinds=np.zeros(len(labels), np.int32),
            label_targets=np.arange(len(labels), dtype=np.int32),
        )  # fmt: skip

    return make


def _light(normal, toward, depth, colour, scene):
    """ChimeraX's default light on points: formula and figures from its shader."""
    key = np.array([0.577, -0.577, -0.577])
    fill = np.array([-0.2, -0.2, -0.959])
    key, fill = key / np.linalg.norm(key), fill / np.linalg.norm(fill)
    k = np.maximum(0.0, -(normal @ key))
    f = np.maximum(0.0, -(normal @ fill))
    mirrored = key + 2.0 * k[..., None] * normal
    eye = toward / np.linalg.norm(toward, axis=-1, keepdims=True)
    shine = np.maximum(0.0, -(mirrored * eye).sum(-1)) ** 30
    lit = colour * (0.32 + 0.8 * k + 0.4 * f)[..., None] + 0.3 * shine[..., None]
    cue = np.clip((scene.far - depth) / (0.5 * (scene.far - scene.near)), 0.0, 1.0)
    return np.minimum(lit * cue[..., None], 1.0)


@pytest.fixture(scope="session")
def slow_picture() -> Callable[..., NDArray[np.uint8]]:
    """Cast a ray through 4 x 4 points of every pixel, in double precision, with no shortcuts."""

    def draw(scene: Scene, width: int, height: int, samples: int = 4) -> NDArray[np.uint8]:
        across, down = width * samples, height * samples
        flat = scene.camera.orthographic_width
        half = np.tan(np.deg2rad(15.0)) if flat is None else flat / 2
        x = ((np.arange(across) + 0.5) / across * 2 - 1) * half
        y = -((np.arange(down) + 0.5) / down * 2 - 1) * half * height / width
        grid = np.stack([*np.meshgrid(x, y), np.zeros((down, across))], -1)
        zero = np.zeros_like(grid)
        origin = zero if flat is None else grid
        ray = (grid if flat is None else zero) - np.array([0.0, 0.0, 1.0])
        nearest = np.full((down, across), np.inf)
        image = np.zeros((down, across, 3))
        seen = scene.camera.screen(scene.coords)
        palette = scene.colours / 255.0

        def put(depth, normal, colour, valid):
            valid &= (depth < nearest) & (depth >= scene.near)
            facing = np.where((normal * ray).sum(-1, keepdims=True) > 0, -normal, normal)
            lit = _light(facing, ray, depth, colour, scene)
            image[valid] = lit[valid]
            nearest[valid] = depth[valid]

        shapes = [(p, p, r, c, c) for p, r, c in
                  zip(seen, scene.radii, scene.colour_index, strict=True)]  # fmt: skip
        shapes += [
            (seen[i], seen[j], scene.bond_radius, scene.colour_index[i], scene.colour_index[j])
            for i, j in scene.bonds.tolist()
        ]
        for p, q, radius, first, second in shapes:
            length = float(np.linalg.norm(q - p))
            axis = (q - p) / length if length else np.zeros(3)
            v = ray - (ray @ axis)[..., None] * axis
            o = (p - origin) - ((p - origin) @ axis)[..., None] * axis
            a, b = (v * v).sum(-1), (v * o).sum(-1)
            d = b * b - a * ((o * o).sum(-1) - radius * radius)
            root = np.sqrt(np.maximum(d, 0.0))
            for sign in (-1.0, 1.0):  # the far side shows where the near one is cut away
                depth = (b + sign * root) / np.maximum(a, 1e-12)
                point = origin + depth[..., None] * ray - p
                along = point @ axis
                normal = (point - along[..., None] * axis) / radius
                share = along / length if length else np.zeros_like(along)
                colour = np.where((share < 0.5)[..., None], palette[first], palette[second])
                put(depth, normal, colour, (d > 0) & (share >= 0) & (share <= 1))
        mean = np.rint(image * 255).reshape(height, samples, width, samples, 3).mean((1, 3))
        return np.rint(mean).astype(np.uint8)

    return draw
