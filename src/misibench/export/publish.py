"""Putting a dataset on the Hugging Face Hub, with the Hub's own client."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from misibench.dataset.card import REMINDER
from misibench.dataset.files import write_bytes
from misibench.dataset.manifest import read_manifest
from misibench.errors import DatasetError, UsageError
from misibench.export.croissant import write_croissant

__all__ = ["MOST_FILES", "Published", "publish", "published_files"]

MOST_FILES = 25_000
"""The Hub asks for at most 100,000 files in a repository and 10,000 in a folder; a dataset with
more than this should have its pictures in tables or shards."""

_LICENCE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")


@dataclass(frozen=True, slots=True)
class Published:
    """What was uploaded: the address of the commit, the number of files and bytes."""

    url: str
    files: int
    size: int


def published_files(directory: Path) -> list[Path]:
    """Give the files of a dataset that belong on the Hub, relative to the folder, sorted.

    Left out: hidden files, what an interrupted build remembers, and loose pictures where they
    are inside the tables as well.
    """
    embedded = read_manifest(directory)["settings"]["images"] == "embedded"
    names = (path.relative_to(directory) for path in directory.rglob("*") if path.is_file())
    return sorted(
        name
        for name in names
        if not any(part.startswith(".") for part in name.parts)
        and not (embedded and name.parts[0] == "images")
    )


def publish(
    directory: str | Path,
    repo_id: str,
    *,
    licence: str,
    private: bool = True,
    revision: str | None = None,
    token: str | None = None,
    endpoint: str | None = None,
    message: str = "Add the dataset",
) -> Published:
    """Upload a dataset to a repository of the Hugging Face Hub; it is made if missing.

    Writes the licence into the card and ``croissant.json`` first.

    Parameters
    ----------
    directory
        A finished dataset.
    repo_id
        ``owner/name``.
    licence
        Name of the licence as the Hub writes it ("cc-by-4.0", "other"). Structures have licences
        of their own: PDBbind's does not allow passing its files on.
    private
        Whether a repository that is made now is private.
    revision
        Branch; the main one by default.
    token
        Access token; that of ``hf auth login`` by default.
    endpoint
        Address of a Hub of one's own.
    message
        Title of the commit.

    Raises
    ------
    UsageError
        If the repository or licence cannot be named so.
    DatasetError
        If the dataset is unfinished or has too many files, or the Hub refuses.
    """
    folder = Path(directory)
    manifest = read_manifest(folder)
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repo_id):
        raise UsageError("--repo-id", f"{repo_id!r}", "owner/name")
    if not _LICENCE.fullmatch(licence):
        raise UsageError("--license", f"{licence!r}", "a licence such as cc-by-4.0, or other")
    names = published_files(folder)
    if len(names) > MOST_FILES:
        raise DatasetError(
            folder, f"{len(names):,} files", f"at most {MOST_FILES:,} for the Hub",
            "misi export --format hub puts the pictures into the tables",
        )  # fmt: skip
    _set_licence(folder / "README.md", licence)
    write_croissant(folder, licence, datetime.now(UTC).date().isoformat())
    names = published_files(folder)
    url = _upload(
        folder, repo_id, names, private=private, revision=revision, token=token,
        endpoint=endpoint, message=f"{message} ({manifest['name']})",
    )  # fmt: skip
    return Published(url, len(names), sum((folder / name).stat().st_size for name in names))


def _upload(
    folder: Path,
    repo_id: str,
    names: Sequence[Path],
    *,
    private: bool,
    revision: str | None,
    token: str | None,
    endpoint: str | None,
    message: str,
) -> str:
    # imported here: it takes half a second, and only this command needs it
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, LocalTokenNotFoundError

    # the client below has changed with versions; all its errors share the base of this one
    no_answer = next(
        one for one in HfHubHTTPError.__mro__ if one.__name__ in ("HTTPError", "RequestException")
    )
    api = HfApi(endpoint=endpoint, token=token)
    try:
        api.create_repo(repo_id, repo_type="dataset", private=private, exist_ok=True)
        commit = api.upload_folder(
            repo_id=repo_id,
            repo_type="dataset",
            folder_path=folder,
            allow_patterns=[_escaped(name.as_posix()) for name in names],
            revision=revision,
            commit_message=message,
        )
    except (no_answer, LocalTokenNotFoundError, OSError) as error:  # type: ignore[misc]
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise DatasetError(
            repo_id, f"the Hub refused or did not answer ({first})", "an upload",
            "check the token (hf auth login) and the name; the same command tries again",
        ) from error  # fmt: skip
    return str(commit)


def _escaped(name: str) -> str:
    """Keep a file name from being read as a pattern."""
    return re.sub(r"([*?\[])", r"[\1]", name)


def _set_licence(card: Path, licence: str) -> None:
    """Put the licence into the header of the card, in place of one that is there."""
    text = card.read_text(encoding="utf-8")
    header, mark, rest = text.removeprefix("---\n").partition("\n---\n")
    if not text.startswith("---\n") or not mark:
        raise DatasetError(card, "no header", "--- lines around YAML", "build the dataset again")
    lines = [line for line in header.splitlines() if not line.startswith("license:")]
    changed = "\n".join(["---", *lines, f"license: {licence}", "---", ""]) + rest
    write_bytes(card, changed.replace(REMINDER, "").encode())
