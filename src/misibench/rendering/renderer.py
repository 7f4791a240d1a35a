"""Drawing pictures: one at a time, or many of a complex with everything reused."""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.rendering.frame import count_areas, draw_frame
from misibench.rendering.glyphs import load_font
from misibench.rendering.pack import pack_indexed, pack_rgb, pack_rgba
from misibench.rendering.palette import palette_of
from misibench.rendering.picture import Picture
from misibench.rendering.placement import LabelPlaces, place_labels
from misibench.rendering.setup import COLUMNS, GRID, camera_coords
from misibench.rendering.shapes import (
    BAND,
    SLACK,
    Buffers,
    Lens,
    Letters,
    Shapes,
    Table,
    fill_table,
)
from misibench.rendering.spans import MAX_SPANS, SPAN_COLUMNS
from misibench.rendering.text import GlyphCache, TextLines, encode_texts, place_letters
from misibench.scene import (
    Annotation,
    Look,
    PictureOptions,
    Scene,
    SceneComposer,
    Shot,
)

__all__ = ["DEFAULT_SIZE", "LARGEST_SIDE", "Renderer", "render"]

Floats = NDArray[np.float64]
_Scalar = TypeVar("_Scalar", bound=np.generic)

DEFAULT_SIZE = (1024, 1024)
"""Width and height of the published pictures, pixels."""
LARGEST_SIDE = 16384
OUTLINE = 0.12
"""Width of the dark outline of labels in look ``clear``, in em."""
_BLACK, _WHITE = 0, 0xFFFFFF
_TANGENT = 2.0 - float(np.sqrt(3.0))  # tan 15 degrees, exactly rounded everywhere


def render(
    what: Annotation | Scene,
    shot: Shot | None = None,
    size: tuple[int, int] = DEFAULT_SIZE,
    options: PictureOptions | None = None,
) -> Picture:
    """Draw one picture of a complex, or of a scene composed already.

    Parameters
    ----------
    what
        The annotated complex (then ``shot`` says what is drawn; front view by default) or a scene.
    size
        Width and height, pixels.
    options
        Look, style and switches; a scene has its style already.

    Raises
    ------
    StructureError
        With reason ``blank_picture``, where ``options.refuse_blank`` is set and nothing is seen, or
        nothing of a ligand that should be.
    UsageError
        For an impossible size, or options that do not fit the complex.
    """
    renderer = Renderer(size, options)
    if isinstance(what, Scene):
        return renderer.draw(what)
    return renderer.picture(what, Shot() if shot is None else shot)


class Renderer:
    """Draws many pictures of one size with buffers, letters and palettes reused.

    One renderer serves one thread; processes have their own.
    """

    def __init__(
        self, size: tuple[int, int] = DEFAULT_SIZE, options: PictureOptions | None = None
    ) -> None:
        width, height = size
        if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
            raise UsageError(
                "size", f"{width}x{height} pixels", f"sides of 1 to {LARGEST_SIDE} pixels"
            )
        self.size = (int(width), int(height))
        self.options = PictureOptions() if options is None else options
        self._composer: SceneComposer | None = None
        self._glyphs = GlyphCache(load_font(self.options.font))
        inner = self.options.supersample
        self._width, self._height = width * inner, height * inner
        self._buffers = _buffers(self._width)
        self._table = Table(
            np.zeros((0, COLUMNS)),
            np.zeros((self._height + BAND - 1) // BAND + 1, np.int64),
            np.zeros(4096, np.int32),
        )
        self._letters = np.zeros((0, 4), np.int64)

    def picture(self, annotation: Annotation, shot: Shot) -> Picture:
        """Draw a shot of a complex; shots of the same complex in a row share most of the work."""
        return self.draw(self.scene(annotation, shot))

    def scene(self, annotation: Annotation, shot: Shot) -> Scene:
        """Compose the scene of a shot for this renderer's size and options."""
        if self._composer is None or self._composer.annotation is not annotation:
            self._composer = SceneComposer(annotation, self.options)
        return self._composer.compose(shot, self.size[1] / self.size[0])

    def draw(self, scene: Scene) -> Picture:
        """Draw a scene."""
        options = self.options
        if options.refuse_blank:
            self._refuse_blank(scene)
        width, height = self.size
        palette = palette_of(scene.colours)
        if options.transparent:
            # what lets the background through is what differs over black and over white
            black, white = self._image(scene, _BLACK), self._image(scene, _WHITE)
            rows = np.zeros((height, 1 + 4 * width), np.uint8)
            pack_rgba(black, white, options.supersample, rows)
            picture = Picture(rows, 4, None)
        elif options.rgb:
            rows = np.zeros((height, 1 + 3 * width), np.uint8)
            pack_rgb(self._image(scene, _BLACK), options.supersample, rows)
            picture = Picture(rows, 3, None)
        elif options.supersample > 1:
            rows = np.zeros((height, 1 + width), np.uint8)
            pack_indexed(self._image(scene, _BLACK), options.supersample, palette.lookup, rows)
            picture = Picture(rows, 1, palette.colours)
        else:
            rows = np.empty((height, 1 + width), np.uint8)
            self._frame(scene, palette.lookup, rows, np.zeros((0, 0), np.int32), _BLACK)
            picture = Picture(rows, 1, palette.colours)
        return picture

    def _image(self, scene: Scene, background: int) -> NDArray[np.int32]:
        image = np.empty((self._height, self._width), np.int32)
        self._frame(scene, np.zeros(0, np.uint8), np.zeros((0, 0), np.uint8), image, background)
        return image

    def _frame(
        self,
        scene: Scene,
        lookup: NDArray[np.uint8],
        indexed: NDArray[np.uint8],
        image: NDArray[np.int32],
        background: int,
    ) -> None:
        lens = self._lens(scene)
        shapes = self._prepare(scene, lens)
        letters = self._place_letters(scene, lens.scale)
        draw_frame(
            shapes, lens, self._table, self._buffers, letters, background, lookup, indexed, image
        )

    def areas(self, scene: Scene) -> NDArray[np.int64]:
        """Count for every drawn atom (n,) the pixels at whose centre it is seen.

        An atom owns its sphere and its halves of its bonds. Labels hide nothing.
        """
        lens = self._lens(scene)
        shapes = self._prepare(scene, lens)
        areas = np.zeros(len(shapes.centres), np.int64)
        count_areas(shapes, lens, self._table, self._buffers, areas)
        return areas[: len(scene)]

    def _prepare(self, scene: Scene, lens: Lens) -> Shapes:
        """Fill the table of primitives, in which there is always room afterwards."""
        shapes = _shapes(scene)
        count = len(shapes.centres) + len(shapes.ends)
        if len(self._table.rows) < count:
            self._table = self._table._replace(rows=np.zeros((count + count // 2, COLUMNS)))
        while (total := fill_table(shapes, lens, self._table)) < 0:
            self._table = self._table._replace(entries=np.zeros(-2 * total, np.int32))
        return shapes

    def _lens(self, scene: Scene) -> Lens:
        across = scene.camera.orthographic_width
        scale = self._width / (2.0 * _TANGENT if across is None else _on_grid(across))
        return Lens(
            _on_grid(scene.near), _on_grid(scene.far), scale, across is not None,
            self._width, self._height,
        )  # fmt: skip

    def label_boxes(self, scene: Scene) -> Floats:
        """Left, top, right, bottom (t, 4) of every label's rectangle, pixels; zero if not drawn."""
        lines = encode_texts(scene.label_texts, self.options.font)
        places = self._label_places(scene, lines, self._lens(scene).scale)
        boxes = places.boxes / self.options.supersample
        boxes[places.ems <= 0.0] = 0.0
        return boxes

    def _label_places(self, scene: Scene, lines: TextLines, scale: float) -> LabelPlaces:
        size = (self._width, self._height)
        return place_labels(scene, lines, self._glyphs.font, self.options.look, size, scale)

    def _place_letters(self, scene: Scene, scale: float) -> Letters:
        glyphs, look = self._glyphs, self.options.look
        if not scene.label_texts:
            return Letters(self._letters, 0, glyphs.pixels, glyphs.shapes)
        lines = encode_texts(scene.label_texts, self.options.font)
        places = self._label_places(scene, lines, scale)
        rim = OUTLINE * float(places.ems.max()) if look is Look.CLEAR else 0.0
        needed = 2 * len(lines.slots)
        if len(self._letters) < needed:
            self._letters = np.zeros((2 * needed, 4), np.int64)
        for attempt in range(8):
            count = place_letters(
                places.corners, places.ems, places.shades, rim, lines.starts, lines.slots,
                lines.pens, self._width, self._height, glyphs.sizes, glyphs.font.tables,
                glyphs.font.boxes, glyphs.table, glyphs.pixels, glyphs.shapes, glyphs.used,
                self._letters,
            )  # fmt: skip
            if count >= 0:
                return Letters(self._letters, int(count), glyphs.pixels, glyphs.shapes)
            if attempt:
                glyphs.grow()
            else:
                glyphs.clear()
        raise StructureError(
            scene.name, "labels too large to draw", remedy="draw smaller, or without labels"
        )

    def _refuse_blank(self, scene: Scene) -> None:
        """Raise where no atom is seen, or none of the ligand though it is drawn."""
        areas = self.areas(scene)
        if not areas.any():
            found = "the picture is blank: no atom is in it"
        elif scene.is_ligand.any() and not areas[scene.is_ligand].any():
            found = "no pixel of the ligand is seen"
        else:
            return
        raise StructureError(
            scene.name, found, "a ligand in sight", "check coordinates and moves",
            reason=RefusalReason.BLANK_PICTURE,
        )  # fmt: skip


def _on_grid(length: float) -> float:
    """Round as coordinates are rounded, so that last digits cannot reach a pixel."""
    return math.floor(length * GRID + 0.5) / GRID


def _buffers(width: int) -> Buffers:
    pixels = BAND * (width + SLACK)
    shift = 3  # pieces of a line are no shorter than a span's blocks
    while (width - 1) >> shift > 63:
        shift += 1
    return Buffers(
        np.zeros(pixels, np.float32), np.zeros(pixels, np.int32),
        np.zeros(pixels, np.float32), np.zeros(pixels, np.int32),
        np.zeros((MAX_SPANS, SPAN_COLUMNS), np.float32), np.zeros((MAX_SPANS, 4), np.int32),
        np.zeros(BAND, np.uint64), shift,
    )  # fmt: skip


def _shapes(scene: Scene) -> Shapes:
    """All spheres and cylinders of a scene in camera coordinates, dashes at the end."""
    points, radii, index, ends = scene.coords, scene.radii, scene.colour_index, scene.bonds
    thickness = np.full(len(ends), scene.bond_radius)
    if len(scene.dashes):
        tips = scene.dashes.reshape(-1, 3)
        first = len(points)
        pairs = np.arange(first, first + len(tips), dtype=np.int32).reshape(-1, 2)
        points = np.concatenate([points, tips])
        radii = np.concatenate([radii, np.full(len(tips), scene.dash_radius)])
        index = np.concatenate([index, np.full(len(tips), scene.dash_colour, np.int32)])
        ends = np.concatenate([ends, pairs])
        thickness = np.concatenate([thickness, np.full(len(pairs), scene.dash_radius)])
    colours = (scene.colours / 255.0).astype(np.float32)
    return Shapes(
        camera_coords(scene.camera, points), _read_only(radii), colours, _read_only(index),
        _read_only(ends), thickness,
    )  # fmt: skip


def _read_only(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Give a view that cannot be written: numba compiles for either kind, and one is enough."""
    view = array.view()
    view.setflags(write=False)
    return view
