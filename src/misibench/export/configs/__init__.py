"""Training configurations for Qwen2.5-VL-7B, written beside an export."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from string import Template

from misibench.dataset.files import write_bytes

__all__ = ["write_configs"]


def write_configs(out: Path, media: Path, names: tuple[str, ...]) -> tuple[Path, ...]:
    """Write configuration files with the paths of an export filled in.

    Parameters
    ----------
    out
        Folder of the export.
    media
        Folder that picture paths are relative to.
    names
        Files of this package.
    """
    written = []
    for name in names:
        template = Template(
            files("misibench.export.configs").joinpath(f"{name}.txt").read_text(encoding="utf-8")
        )
        text = template.substitute(out=out.resolve(), media=media)
        write_bytes(out / name, text.encode())
        written.append(out / name)
    return tuple(written)
