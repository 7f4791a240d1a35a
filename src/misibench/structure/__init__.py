"""What a complex is, and how it is read from files."""

from misibench.structure.molecule import Complex, Molecule, Residue, ResidueId
from misibench.structure.reading import read_file, read_molecule

__all__ = ["Complex", "Molecule", "Residue", "ResidueId", "read_file", "read_molecule"]
