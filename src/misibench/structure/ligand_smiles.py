"""A ligand as SMILES, for fingerprints: with bond orders where a file has them, and without."""

from __future__ import annotations

from pathlib import Path

from rdkit import Chem, rdBase

from misibench.errors import StructureError
from misibench.structure.molecule import Molecule
from misibench.structure.textfile import format_suffix, read_text

__all__ = ["ligand_skeleton", "ligand_smiles"]


def ligand_smiles(path: Path) -> str | None:
    """Give the canonical SMILES of the first record of a mol2 or SDF file, hydrogens implicit.

    None where the format carries no bond orders or RDKit cannot read or sanitise the record.
    """
    suffix = format_suffix(path)
    if suffix not in (".mol2", ".sdf", ".sd", ".mol"):
        return None
    try:
        text = read_text(path)
    except StructureError:
        return None
    with rdBase.BlockLogs():
        if suffix == ".mol2":
            molecule = Chem.MolFromMol2Block(text, sanitize=False, removeHs=False)
        else:
            molecule = Chem.MolFromMolBlock(
                text.split("$$$$", 1)[0], sanitize=False, removeHs=False
            )
        if molecule is None:
            return None
        try:
            Chem.SanitizeMol(molecule)
            molecule = Chem.RemoveHs(molecule)
        except (ValueError, RuntimeError):  # RDKit's chemistry errors are ValueErrors
            return None
        text = Chem.MolToSmiles(molecule, isomericSmiles=False)
    return text or None


def ligand_skeleton(ligand: Molecule) -> str:
    """Give the heavy atoms and their bonds, all single, as canonical SMILES.

    It is the same for every format, whatever it says of bond orders, charges and hydrogens.
    """
    editable = Chem.RWMol()
    index: dict[int, int] = {}
    for atom, number in enumerate(ligand.atomic_numbers.tolist()):
        if number != 1:
            index[atom] = editable.AddAtom(Chem.Atom(number))
    for first, second in ligand.bonds.tolist():
        if first in index and second in index:
            editable.AddBond(index[first], index[second], Chem.BondType.SINGLE)
    molecule = editable.GetMol()
    molecule.UpdatePropertyCache(strict=False)
    text: str = Chem.MolToSmiles(molecule, isomericSmiles=False)
    return text
