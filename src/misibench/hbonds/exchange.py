"""A complex as PDB text, for programs that read nothing else."""

from __future__ import annotations

from misibench.structure import Complex, Molecule

__all__ = ["LIGAND_NAME", "complex_as_pdb", "receptor_as_pdb"]

LIGAND_NAME = "LIG"
_LIGAND_CHAIN = "Z"
_RESIDUES_PER_CHAIN = 9999
_CHAINS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


def receptor_as_pdb(structure: Complex) -> str:
    """Give the receptor as PDB text, atoms in order, residues renumbered from 1."""
    return "\n".join([*_atom_lines(structure.receptor, 1, ligand=False), "END", ""])


def complex_as_pdb(structure: Complex) -> str:
    """Give receptor and ligand as PDB text; the ligand is residue LIG of chain Z.

    Bonds of the ligand stand in CONECT records; residues are renumbered from 1.
    """
    first_ligand = len(structure.receptor) + 1
    lines = _atom_lines(structure.receptor, 1, ligand=False)
    lines.append("TER")
    lines.extend(_atom_lines(structure.ligand, first_ligand, ligand=True))
    for atom, bonded in enumerate(structure.ligand.neighbours):
        for start in range(0, len(bonded), 4):
            serials = [first_ligand + one for one in (atom, *bonded[start : start + 4])]
            lines.append("CONECT" + "".join(f"{_serial(one):5d}" for one in serials))
    return "\n".join([*lines, "END", ""])


def _serial(number: int) -> int:
    return (number - 1) % 99_999 + 1


def _atom_lines(molecule: Molecule, first_serial: int, *, ligand: bool) -> list[str]:
    lines = []
    for atom, (x, y, z) in enumerate(molecule.coords.tolist()):
        place = int(molecule.residue_index[atom])
        residue = molecule.residues[place]
        symbol = molecule.elements[atom].upper()[:2]
        name = molecule.atom_names[atom][:4]
        if len(name) < 4 and len(symbol) < 2:
            name = f" {name}"
        if ligand:
            record, residue_name, chain, number = "HETATM", LIGAND_NAME, _LIGAND_CHAIN, 1
        else:
            record = "HETATM" if residue.hetero else "ATOM"
            chain = _CHAINS[(place // _RESIDUES_PER_CHAIN) % len(_CHAINS)]
            residue_name, number = residue.name[:3], place % _RESIDUES_PER_CHAIN + 1
        lines.append(
            f"{record:<6s}{_serial(first_serial + atom):5d} {name:<4s} {residue_name:>3s} "
            f"{chain}{number:4d}    {x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00          {symbol:>2s}"
        )
    return lines
