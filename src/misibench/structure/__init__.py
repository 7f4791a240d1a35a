"""What a complex is, and how it is read from files."""

from misibench.structure.molecule import Complex, Molecule, Residue, ResidueId

__all__ = ["Complex", "Molecule", "Residue", "ResidueId"]
