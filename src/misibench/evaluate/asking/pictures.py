"""Pictures as they are sent: as in the dataset, made smaller, or black."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from misibench.dataset.files import sha256_of, write_bytes, writing
from misibench.dataset.pictures import DatasetPictures
from misibench.errors import DatasetError
from misibench.evaluate.asking.controls import BLANK

__all__ = ["PictureStore", "SentPicture"]


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture file as it is sent."""

    path: Path
    sha256: str
    width: int
    height: int
    bytes: int


@dataclass
class PictureStore:
    """Gives the file to send for a picture of the dataset.

    Attributes
    ----------
    data
        The dataset folder.
    scratch
        Folder for pictures made for the run.
    max_pixels
        Pixel budget of a picture; larger ones are made smaller. None sends them as they are.
    """

    data: Path
    scratch: Path
    max_pixels: int | None = None
    _known: dict[str, SentPicture] = field(default_factory=dict)
    _stored: DatasetPictures = field(init=False)

    def __post_init__(self) -> None:
        self._stored = DatasetPictures(self.data)

    def picture(self, name: str, size_of: str = "") -> SentPicture:
        """Give the file to send.

        Parameters
        ----------
        name
            Path relative to the dataset folder, or ``BLANK``.
        size_of
            For ``BLANK``: the picture whose size it has.

        Raises
        ------
        DatasetError
            If the file is missing or no picture.
        """
        key = f"{name}:{size_of}"
        if key not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[key] = self._blank(size_of) if name == BLANK else self._sent(name)
        return self._known[key]

    def _sent(self, name: str) -> SentPicture:
        path = self._file(name)
        width, height = self._size(path)
        scale = 1.0
        if self.max_pixels is not None and width * height > self.max_pixels:
            scale = (self.max_pixels / (width * height)) ** 0.5
        if scale == 1.0:
            return SentPicture(path, sha256_of(path), width, height, path.stat().st_size)
        size = max(1, int(width * scale)), max(1, int(height * scale))
        stem = hashlib.sha256(name.encode()).hexdigest()[:32]
        target = self.scratch / f"{stem}_{size[0]}x{size[1]}.png"
        if not target.is_file():
            with Image.open(path) as picture:
                small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
            with writing(target) as temporary:
                small.save(temporary, "PNG")
        return SentPicture(target, sha256_of(target), *size, target.stat().st_size)

    def _file(self, name: str) -> Path:
        """Give a picture as a file: the loose one, or one taken from its shard."""
        if self._stored.shards is None:
            return self.data / name
        target = self.scratch / name
        if not target.is_file():
            write_bytes(target, self._stored.read(name))
        return target

    def _blank(self, size_of: str) -> SentPicture:
        model = self.picture(size_of)
        target = self.scratch / f"blank_{model.width}x{model.height}.png"
        if not target.is_file():
            with writing(target) as temporary:
                Image.new("RGB", (model.width, model.height)).save(temporary, "PNG")
        return SentPicture(
            target, sha256_of(target), model.width, model.height, target.stat().st_size
        )

    def _size(self, path: Path) -> tuple[int, int]:
        try:
            with Image.open(path) as picture:
                return picture.size
        except (OSError, UnidentifiedImageError) as error:
            raise DatasetError(
                path, f"cannot be read as a picture ({error})", "a picture of the dataset",
                "pictures inside the tables cannot be sent: build with --images paths or shards",
            ) from error  # fmt: skip


MOST_REMEMBERED = 4096
"""Pictures whose hashes are kept; few-shot examples come back with every question."""
