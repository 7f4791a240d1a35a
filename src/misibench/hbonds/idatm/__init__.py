"""Atom types and rings after Meng and Lewis (1991), as ChimeraX assigns them."""

from misibench.hbonds.idatm.assign import idatm_types
from misibench.hbonds.idatm.rings import Ring, is_aromatic, ring_set, rings_by_atom
from misibench.hbonds.idatm.templates import templated_residues
from misibench.hbonds.idatm.type_table import (
    TYPE_TABLE,
    Geometry,
    TypeEntry,
    geometry,
    substituents,
)

__all__ = [
    "TYPE_TABLE",
    "Geometry",
    "Ring",
    "TypeEntry",
    "geometry",
    "idatm_types",
    "is_aromatic",
    "ring_set",
    "rings_by_atom",
    "substituents",
    "templated_residues",
]
