"""Hydrogen bonds between receptor and ligand, by ChimeraX's rules."""

from misibench.hbonds.ambiguity import BondMark, ToolResult, ambiguous_pairs, mark_bonds
from misibench.hbonds.bond import DEFAULT_CRITERIA, HBond, HBondCriteria
from misibench.hbonds.check import CheckReport, check_reference
from misibench.hbonds.compare import compare_tools
from misibench.hbonds.explain import DirectionExplanation, PairExplanation, explain_pair
from misibench.hbonds.hydrogens import HydrogensPresent, hydrogens_present
from misibench.hbonds.listing import bond_record
from misibench.hbonds.search import find_hydrogen_bonds

__all__ = [
    "DEFAULT_CRITERIA",
    "BondMark",
    "CheckReport",
    "DirectionExplanation",
    "HBond",
    "HBondCriteria",
    "HydrogensPresent",
    "PairExplanation",
    "ToolResult",
    "ambiguous_pairs",
    "bond_record",
    "check_reference",
    "compare_tools",
    "explain_pair",
    "find_hydrogen_bonds",
    "hydrogens_present",
    "mark_bonds",
]
