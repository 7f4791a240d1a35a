"""Whether RDKit accepts a ligand file. It is asked, never obeyed: the ligand is used anyway."""

from __future__ import annotations

from rdkit import Chem, rdBase

__all__ = ["sanitisation_problem"]


def sanitisation_problem(text: str, suffix: str) -> str | None:
    """Say in one sentence why RDKit refuses the first record of an SDF or mol2 text.

    None means that it accepts the record, or that the format carries no bond orders (PDB, mmCIF).
    """
    with rdBase.BlockLogs():
        if suffix in (".sdf", ".sd", ".mol"):
            block = text.split("$$$$", 1)[0]
            molecule = Chem.MolFromMolBlock(block, sanitize=False, removeHs=False)
        elif suffix == ".mol2":
            molecule = Chem.MolFromMol2Block(text, sanitize=False, removeHs=False)
        else:
            return None
        if molecule is None:
            return "RDKit cannot read the record; it is used as it stands."
        try:
            Chem.SanitizeMol(molecule)
        except (ValueError, RuntimeError) as error:  # RDKit's chemistry errors are ValueErrors
            reason = str(error).strip().splitlines()
            return f"RDKit cannot sanitise it ({reason[0] if reason else 'no reason given'})."
    return None
