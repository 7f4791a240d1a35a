"""Whether RDKit accepts a ligand file. It is asked, never obeyed: the ligand is used anyway."""

from __future__ import annotations

from rdkit import Chem, rdBase

__all__ = ["read_with_rdkit", "sanitisation_problem"]

_SDF_SUFFIXES = (".sdf", ".sd", ".mol")


def read_with_rdkit(text: str, suffix: str) -> Chem.Mol | None:
    """Read the first record of an SDF or mol2 text, unsanitised, hydrogens kept.

    None where RDKit cannot read it, and for formats without bond orders (PDB, mmCIF).
    """
    with rdBase.BlockLogs():
        if suffix in _SDF_SUFFIXES:
            block = text.split("$$$$", 1)[0]
            return Chem.MolFromMolBlock(block, sanitize=False, removeHs=False)
        if suffix == ".mol2":
            return Chem.MolFromMol2Block(text, sanitize=False, removeHs=False)
    return None


def sanitisation_problem(text: str, suffix: str) -> str | None:
    """Say in one sentence why RDKit refuses the first record of an SDF or mol2 text.

    None means that it accepts the record, or that the format carries no bond orders.
    """
    if suffix not in (*_SDF_SUFFIXES, ".mol2"):
        return None
    molecule = read_with_rdkit(text, suffix)
    if molecule is None:
        return "RDKit cannot read the record; it is used as it stands."
    with rdBase.BlockLogs():
        try:
            Chem.SanitizeMol(molecule)
        except (ValueError, RuntimeError) as error:  # RDKit's chemistry errors are ValueErrors
            reason = str(error).strip().splitlines()
            return f"RDKit cannot sanitise it ({reason[0] if reason else 'no reason given'})."
    return None
