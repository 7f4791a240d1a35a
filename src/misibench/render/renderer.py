"""Drawing pictures: one at a time, or many of a complex with everything reused."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.render.frame import BAND, SLACK, draw_frame, mark_frame, prepare
from misibench.render.glyphs import load_font
from misibench.render.light import CUE_START
from misibench.render.pack import pack_indexed, pack_rgb, pack_rgba
from misibench.render.palette import palette_of
from misibench.render.picture import Picture
from misibench.render.placement import LabelPlaces, place_labels
from misibench.render.raster import MAX_SPANS, SPAN_COLUMNS
from misibench.render.setup import COLUMNS, to_camera
from misibench.render.text import GlyphCache, TextLines, encode_texts, place_letters
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
_Primitives = tuple[
    Floats, Floats, NDArray[np.float32], NDArray[np.int32], NDArray[np.int32], Floats
]

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
        stride = self._width + SLACK
        self._layers = (
            np.zeros(BAND * stride, np.float32), np.zeros(BAND * stride, np.int32),
            np.zeros(BAND * stride, np.float32), np.zeros(BAND * stride, np.int32),
        )  # fmt: skip
        self._spans = (
            np.zeros((MAX_SPANS, SPAN_COLUMNS), np.float32), np.zeros((MAX_SPANS, 4), np.int32),
        )  # fmt: skip
        self._left = np.zeros(BAND, np.int64)
        self._right = np.zeros(BAND, np.int64)
        self._starts = np.zeros((self._height + BAND - 1) // BAND + 1, np.int64)
        self._rows = np.zeros((0, COLUMNS))
        self._entries = np.zeros(4096, np.int32)
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
        scale = self._scale(scene)
        primitives = self._prepare(scene, scale)
        letters = self._place_letters(scene, scale)
        draw_frame(
            *primitives, self._rows, self._starts, self._entries, scene.near, scene.far, CUE_START,
            scale, scene.camera.orthographic_width is not None, self._width, self._height,
            background, self._letters, letters, self._glyphs.pixels, self._glyphs.shapes,
            *self._layers, *self._spans, self._left, self._right, lookup, indexed, image,
        )  # fmt: skip

    def areas(self, scene: Scene) -> NDArray[np.int64]:
        """Count for every drawn atom (n,) the pixels at whose centre it is seen.

        An atom owns its sphere and its halves of its bonds. Labels hide nothing.
        """
        scale = self._scale(scene)
        primitives = self._prepare(scene, scale)
        areas = np.zeros(len(primitives[0]), np.int64)
        mark_frame(
            *primitives, self._rows, self._starts, self._entries, scene.near, scale,
            scene.camera.orthographic_width is not None, self._width, self._height,
            *self._layers[:2], *self._spans, self._left, self._right, areas,
        )  # fmt: skip
        return areas[: len(scene)]

    def _prepare(self, scene: Scene, scale: float) -> _Primitives:
        """Fill the tables of primitives; gives the arrays that the frame functions begin with."""
        points, radii, index, segments, thickness = _primitives(scene)
        centres = np.empty((len(points), 3))
        to_camera(points, scene.camera.position, scene.camera.axes, centres)
        count = len(points) + len(segments)
        if len(self._rows) < count:
            self._rows = np.zeros((count + count // 2, COLUMNS))
        while True:
            total = prepare(
                centres, radii, segments, thickness, scene.near, scale,
                scene.camera.orthographic_width is not None, self._width, self._height,
                self._rows, self._starts, self._entries,
            )  # fmt: skip
            if total >= 0:
                break
            self._entries = np.zeros(-2 * total, np.int32)
        colours = (scene.colours / 255.0).astype(np.float32)
        return centres, radii, colours, index, segments, thickness

    def _scale(self, scene: Scene) -> float:
        """Pixels per unit of X: see :mod:`misibench.render.setup`."""
        width = scene.camera.orthographic_width
        return self._width / (2.0 * _TANGENT) if width is None else self._width / width

    def label_boxes(self, scene: Scene) -> Floats:
        """Left, top, right, bottom (t, 4) of every label's rectangle, pixels; zero if not drawn."""
        lines = encode_texts(scene.label_texts, self.options.font)
        places = self._label_places(scene, lines, self._scale(scene))
        boxes = places.boxes / self.options.supersample
        boxes[places.ems <= 0.0] = 0.0
        return boxes

    def _label_places(self, scene: Scene, lines: TextLines, scale: float) -> LabelPlaces:
        size = (self._width, self._height)
        return place_labels(scene, lines, self._glyphs.font, self.options.look, size, scale)

    def _place_letters(self, scene: Scene, scale: float) -> int:
        if not scene.label_texts:
            return 0
        glyphs, look = self._glyphs, self.options.look
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
                return int(count)
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


def _primitives(
    scene: Scene,
) -> tuple[Floats, Floats, NDArray[np.int32], NDArray[np.int32], Floats]:
    """Points, radii and colours of all spheres; ends and radii of all cylinders."""
    thickness = np.full(len(scene.bonds), scene.bond_radius)
    if not len(scene.dashes):
        return scene.coords, scene.radii, scene.colour_index, scene.bonds, thickness
    ends = scene.dashes.reshape(-1, 3)
    first = len(scene.coords)
    pairs = np.arange(first, first + len(ends), dtype=np.int32).reshape(-1, 2)
    return (
        np.concatenate([scene.coords, ends]),
        np.concatenate([scene.radii, np.full(len(ends), scene.dash_radius)]),
        np.concatenate([scene.colour_index, np.full(len(ends), scene.dash_colour, np.int32)]),
        np.concatenate([scene.bonds, pairs]),
        np.concatenate([thickness, np.full(len(pairs), scene.dash_radius)]),
    )
