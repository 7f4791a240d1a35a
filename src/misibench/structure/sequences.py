"""Sequences of the protein chains at a ligand, in one-letter code."""

from __future__ import annotations

from pathlib import Path

import gemmi

from misibench.structure.ligand_choice import polymer_residues
from misibench.structure.molecule import Complex
from misibench.structure.textfile import format_suffix

__all__ = ["chain_sequences", "protein_beside", "read_sequences"]


def chain_sequences(structure: Complex) -> dict[str, str]:
    """Give the sequences of the receptor chains that have a residue in the pocket, by chain.

    Amino acids are capital letters (modified ones as the letter of their parent), nucleotides
    small ones, what is neither ``X``. Breaks in the numbering are not marked: a pocket file
    gives its residues one after the other.
    """
    receptor = structure.receptor
    in_pocket = {receptor.residues[one].id.chain_id for one in structure.pocket_residues}
    polymer = polymer_residues(receptor)
    found: dict[str, list[str]] = {}
    for residue, of_polymer in zip(receptor.residues, polymer, strict=True):
        letter = _letter(residue.name)
        if residue.id.chain_id in in_pocket and (of_polymer or letter != "X"):
            found.setdefault(residue.id.chain_id, []).append(letter)
    return {chain: "".join(letters) for chain, letters in found.items()}


def _letter(name: str) -> str:
    known = gemmi.find_tabulated_residue(name)
    letter: str = known.one_letter_code.upper()
    if known.is_amino_acid() and letter.strip():
        return letter
    if known.is_nucleic_acid() and letter.strip():
        return letter.lower()
    return "X"


def protein_beside(pocket: Path) -> Path | None:
    """Give the whole protein that lies beside a pocket file, as in PDBbind; None without one."""
    name = pocket.name
    place = name.lower().rfind("_pocket.")
    if place < 0:
        return None
    other = pocket.with_name(f"{name[:place]}_protein{name[place + len('_pocket') :]}")
    return other if other.is_file() else None


def read_sequences(path: Path, chains: frozenset[str]) -> dict[str, str]:
    """Read the sequences of some chains from a PDB or mmCIF file, without its chemistry.

    Gives nothing for a file that cannot be read: sequences of whole proteins are a gain, not a
    condition.
    """
    try:
        if format_suffix(path) in (".cif", ".mmcif"):
            structure = gemmi.read_structure(str(path), format=gemmi.CoorFormat.Mmcif)
        else:
            structure = gemmi.read_pdb(str(path))
    except (OSError, RuntimeError, ValueError):
        return {}
    found: dict[str, str] = {}
    if len(structure):
        for chain in structure[0]:
            if chain.name in chains:
                letters = "".join(
                    letter for residue in chain if (letter := _letter(residue.name)) != "X"
                )
                found[chain.name] = found.get(chain.name, "") + letters
    return {chain: letters for chain, letters in found.items() if letters}
