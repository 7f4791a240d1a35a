"""The files of one complex, as commands take them."""

from __future__ import annotations

import re
from pathlib import Path

from misibench.errors import UsageError
from misibench.structure import Complex, load_complex

__all__ = ["read_complex"]


def read_complex(pocket: Path, ligand: Path | None, selection: str | None) -> Complex:
    """Read a pocket and a ligand, or a whole complex; its id is the stem without ``_pocket``.

    Raises
    ------
    UsageError
        If a ligand is selected although it has a file of its own.
    StructureError
        If the files cannot be used.
    """
    if ligand is not None and selection is not None:
        raise UsageError("--ligand", "given beside a ligand file", "one or the other")
    stem = pocket.name.split(".")[0]
    complex_id = re.sub(r"_(pocket|protein|complex)$", "", stem, flags=re.IGNORECASE)
    return load_complex(pocket, ligand, complex_id=complex_id, ligand_selection=selection)
