"""Hydrogen bonds between receptor and ligand, by ChimeraX's rules."""

from misibench.hbonds.bond import HBond, HBondCriteria
from misibench.hbonds.explain import DirectionExplanation, PairExplanation, explain_pair
from misibench.hbonds.search import find_hydrogen_bonds

__all__ = [
    "DirectionExplanation",
    "HBond",
    "HBondCriteria",
    "PairExplanation",
    "explain_pair",
    "find_hydrogen_bonds",
]
