"""What a complex is, and how it is read from files."""

from misibench.structure.complexes import load_complex
from misibench.structure.labels import unique_labels
from misibench.structure.molecule import Complex, Molecule, Residue, ResidueId
from misibench.structure.reading import read_file, read_molecule
from misibench.structure.sources import InputRow, find_inputs

__all__ = [
    "Complex",
    "InputRow",
    "Molecule",
    "Residue",
    "ResidueId",
    "find_inputs",
    "load_complex",
    "read_file",
    "read_molecule",
    "unique_labels",
]
