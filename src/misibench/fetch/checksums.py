"""A checksums file that ``sha256sum -c`` understands."""

from __future__ import annotations

from pathlib import Path

from misibench.dataset.files import sha256_of, write_bytes

__all__ = ["Checksums"]


class Checksums:
    """SHA-256 of files below the folder of the checksums file, by relative path."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sums: dict[str, str] = {}
        if path.is_file():
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                digest, _, name = line.partition("  ")
                if len(digest) == 64 and name:
                    self._sums[name] = digest

    def holds(self, file: Path) -> bool:
        """Whether a file is there with the checksum it was written with."""
        expected = self._sums.get(self._name(file))
        return expected is not None and file.is_file() and sha256_of(file) == expected

    def remember(self, file: Path, digest: str | None = None) -> None:
        """Write down the checksum of a file, worked out where it is not given."""
        self._sums[self._name(file)] = digest or sha256_of(file)
        self._write()

    def forget(self, file: Path) -> None:
        """Leave a file out from now on."""
        if self._sums.pop(self._name(file), None) is not None:
            self._write()

    def _name(self, file: Path) -> str:
        return file.relative_to(self.path.parent).as_posix()

    def _write(self) -> None:
        lines = [f"{digest}  {name}\n" for name, digest in sorted(self._sums.items())]
        write_bytes(self.path, "".join(lines).encode())
