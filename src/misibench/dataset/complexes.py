"""The kept complexes of a dataset, read again from the files that they were built from."""

from __future__ import annotations

from pathlib import Path

from misibench.dataset.questions import iterate_parquet
from misibench.errors import DatasetError, RefusalReason, StructureError
from misibench.structure import Complex, load_complex
from misibench.structure.sources import InputRow, names_pocket

__all__ = ["kept_input", "read_input"]


def kept_input(directory: Path, complex_id: str) -> InputRow:
    """Find a kept complex in ``complexes.parquet``: its files and how they were read.

    Raises
    ------
    DatasetError
        If the dataset keeps no such complex.
    """
    for entry in iterate_parquet(directory / "complexes.parquet"):
        if entry["id"] == complex_id and entry["kept"]:
            receptor = Path(entry["receptor_path"])
            is_pocket = entry.get("is_pocket")  # not in datasets of the first days
            return InputRow(
                complex_id,
                receptor,
                Path(entry["ligand_path"]) if entry["ligand_path"] else None,
                is_pocket=names_pocket(receptor) if is_pocket is None else is_pocket,
                ligand_selection=entry.get("ligand_selection"),
            )
    raise DatasetError(directory, f"no kept complex {complex_id!r}", "one of complexes.parquet")


def read_input(row: InputRow, pocket_radius: float) -> Complex:
    """Read the files of an input as a build does.

    Raises
    ------
    StructureError
        If they cannot be used.
    """
    if row.receptor is None:
        raise StructureError(row.id, "no receptor file", reason=RefusalReason.NO_POCKET)
    return load_complex(
        row.receptor,
        row.ligand,
        complex_id=row.id,
        ligand_selection=row.ligand_selection,
        pocket_radius=pocket_radius,
        is_pocket=row.is_pocket,
    )
