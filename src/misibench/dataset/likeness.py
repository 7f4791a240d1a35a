"""What of a complex its likeness to others is judged by, as columns of ``complexes.parquet``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from misibench.structure import Complex
from misibench.structure.ligand_smiles import ligand_skeleton, ligand_smiles
from misibench.structure.sequences import chain_sequences, protein_beside, read_sequences
from misibench.structure.sources import InputRow

__all__ = ["LIKENESS_COLUMNS", "likeness_columns"]

LIKENESS_COLUMNS = ("sequences", "whole_chains", "ligand_smiles", "ligand_skeleton")


def likeness_columns(row: InputRow, structure: Complex) -> dict[str, Any]:
    """Give sequences of the chains at the ligand, and the ligand as SMILES.

    Where the receptor is a pocket and the whole protein lies beside it, as in PDBbind, the
    sequences are those of the whole chains; ``whole_chains`` says which it is.
    """
    chains = chain_sequences(structure)
    whole = not row.is_pocket
    if row.is_pocket and row.receptor is not None:
        beside = protein_beside(row.receptor)
        full = read_sequences(beside, frozenset(chains)) if beside else {}
        whole = bool(full) and full.keys() >= chains.keys()
        chains |= full
    return {
        "sequences": chains,
        "whole_chains": whole,
        "ligand_smiles": _smiles(row.ligand),
        "ligand_skeleton": ligand_skeleton(structure.ligand),
    }


def _smiles(path: Path | None) -> str | None:
    if path is None:
        return None
    # a mol2 file that RDKit refuses has, in PDBbind, an SDF of the same ligand beside it
    return ligand_smiles(path) or ligand_smiles(path.with_suffix(".sdf"))
