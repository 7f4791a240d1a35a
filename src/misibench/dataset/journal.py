"""What an interrupted build has finished: the hidden folder ``.build`` of a dataset."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from misibench.dataset.files import file_name_of, is_written, sha256_of, write_json, writing
from misibench.dataset.manifest import FORMAT_VERSION, read_manifest
from misibench.dataset.settings import BuildSettings
from misibench.dataset.shards import shard_path
from misibench.errors import DatasetError
from misibench.structure.sources import InputRow
from misibench.version import __version__

__all__ = ["Journal", "input_digest", "opened_journal"]


def input_digest(row: InputRow) -> str:
    """Give a hash of the files of an input, and of how they are to be read."""
    words = [row.id, str(row.is_pocket), *filter(None, [row.ligand_selection])]
    for path in (row.receptor, row.ligand):
        try:
            words.append(sha256_of(path) if path else "-")
        except OSError:
            words.append("unreadable")
    return hashlib.sha256("\x1f".join(words).encode()).hexdigest()


class Journal:
    """Finished steps of a build, each a file that is there whole or not at all.

    Parameters
    ----------
    folder
        The dataset folder.
    settings_digest
        ``BuildSettings.digest()`` of the build.
    """

    def __init__(self, folder: Path, settings_digest: str) -> None:
        self.folder = folder
        self.home = folder / ".build"
        self.settings_digest = settings_digest

    def prepared(self, row: InputRow, digest: str) -> dict[str, Any] | None:
        """Give the finished entry of an input, or None; forget all of an input that changed.

        An entry whose annotation was removed since is not finished.
        """
        path = self._prepared_path(row.id)
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        if found["input"] != digest:
            self.forget(row.id)
            return None
        entry: dict[str, Any] = found["entry"]
        if entry["kept"] and not is_written(self._annotation_path(row.id)):
            return None
        return entry

    def remember(self, row: InputRow, digest: str, entry: dict[str, Any]) -> None:
        """Write down the finished entry of an input."""
        write_json(self._prepared_path(row.id), {"input": digest, "entry": entry})

    def forget(self, complex_id: str) -> None:
        """Remove everything made from an input."""
        name = file_name_of(complex_id)
        shutil.rmtree(self.folder / "images" / name, ignore_errors=True)
        (self.folder / shard_path(complex_id)).unlink(missing_ok=True)
        self._annotation_path(complex_id).unlink(missing_ok=True)
        self._prepared_path(complex_id).unlink(missing_ok=True)

    def questions_path(self, complex_id: str, *depends_on: str) -> Path:
        """Give the file of a complex's questions; its name tells what they depend on."""
        words = "\x1f".join((self.settings_digest, *depends_on))
        mark = hashlib.sha256(words.encode()).hexdigest()[:16]
        return self.home / "questions" / f"{file_name_of(complex_id)}.{mark}.jsonl"

    def _annotation_path(self, complex_id: str) -> Path:
        return self.folder / "annotations" / f"{file_name_of(complex_id)}.json"

    def _prepared_path(self, complex_id: str) -> Path:
        return self.home / "prepared" / f"{file_name_of(complex_id)}.json"


@contextmanager
def opened_journal(folder: Path, settings: BuildSettings) -> Iterator[Journal]:
    """Open a dataset folder for one build at a time; make it where it is missing.

    Raises
    ------
    DatasetError
        If the folder holds something else, was built with other settings or another version,
        is being built by another process, or cannot be written.
    """
    _refuse_foreign(folder)
    home = folder / ".build"
    stamp = {
        "format_version": FORMAT_VERSION,
        "misibench": __version__,
        "digest": settings.digest(),
        "settings": settings.model_dump(mode="json"),
    }
    try:
        home.mkdir(parents=True, exist_ok=True)
        lock = (home / "lock").open("w")
    except OSError as error:
        raise DatasetError(
            folder, f"cannot be written ({error.strerror})", "a folder that can be written",
            "give another --out",
        ) from error  # fmt: skip
    with lock:
        _lock(lock.fileno(), folder)
        _compare_stamp(folder, home / "settings.json", stamp)
        yield Journal(folder, settings.digest())


def _lock(descriptor: int, folder: Path) -> None:
    if os.name != "posix":
        return  # no such lock elsewhere; two builds into one folder are then the user's care
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise DatasetError(
            folder, "another build is running in this folder", "", "wait for it or stop it"
        ) from error


def _refuse_foreign(folder: Path) -> None:
    if folder.is_dir():
        if (folder / "manifest.json").is_file():
            read_manifest(folder)  # says so where the format version differs
        elif not (folder / ".build").is_dir() and any(folder.iterdir()):
            raise DatasetError(
                folder, "a folder with other things in it", "a new folder or a dataset",
                "give another --out",
            )  # fmt: skip
    elif folder.exists():
        raise DatasetError(folder, "a file", "a folder", "give another --out")


def _compare_stamp(folder: Path, path: Path, stamp: dict[str, Any]) -> None:
    try:
        before = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        with writing(path) as temporary:
            temporary.write_text(json.dumps(stamp, indent=1) + "\n", encoding="utf-8")
        return
    except ValueError as error:
        raise DatasetError(path, f"not JSON ({error})", "the settings of a build") from error
    for key in ("format_version", "misibench", "digest"):
        if before.get(key) != stamp[key]:
            old, new = before.get("settings", {}), stamp["settings"]
            changed = [name for name in new if old.get(name) != new[name]]
            found = f"{key} {before.get(key)}" if key != "digest" else ", ".join(changed)
            raise DatasetError(
                folder, f"holds a build with other settings ({found})",
                "the settings it was begun with", "use these, or give another --out",
            )  # fmt: skip
