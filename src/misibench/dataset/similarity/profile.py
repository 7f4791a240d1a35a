"""What of a complex is compared with others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Profile"]


@dataclass(frozen=True, slots=True)
class Profile:
    """Sequences and ligand of a complex.

    Attributes
    ----------
    id
        The complex.
    sequences
        Of the chains at the ligand; capital letters are amino acids, small ones nucleotides.
    smiles
        The ligand with bond orders; None where its file has none.
    skeleton
        The ligand's heavy atoms and bonds without orders.
    """

    id: str
    sequences: tuple[str, ...]
    smiles: str | None
    skeleton: str

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Profile:
        """Read a row of ``complexes.parquet``."""
        chains = dict(entry.get("sequences") or {})
        return cls(
            str(entry["id"]),
            tuple(chains[name] for name in sorted(chains)),
            entry.get("ligand_smiles"),
            str(entry.get("ligand_skeleton") or ""),
        )
