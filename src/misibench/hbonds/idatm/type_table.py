"""The IDATM atom types that have a geometry, and what it is."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["TYPE_TABLE", "Geometry", "TypeEntry", "geometry", "substituents"]


class Geometry(IntEnum):
    """Arrangement of an atom's bonds and lone pairs; the value is the number of directions."""

    UNKNOWN = 0
    SINGLE = 1
    LINEAR = 2
    PLANAR = 3
    TETRAHEDRAL = 4


class TypeEntry(NamedTuple):
    """Geometry of a type and how many atoms it bonds to when nothing is missing."""

    geometry: Geometry
    substituents: int


# Geometry value: the types with it, each with its number of substituents. Source: the table of
# idatm types in the ChimeraX documentation; Meng and Lewis, J. Comput. Chem. 12, 891 (1991).
_BY_GEOMETRY: Mapping[Geometry, str] = {
    Geometry.TETRAHEDRAL: (
        "C3:4 N3+:4 N3:3 O3:2 O3-:1 S3+:3 S3:2 S3-:1 Sac:4 Son:4 Sxd:3 Pac:4 Pox:4 P3+:4"
    ),
    Geometry.PLANAR: (
        "Car:3 C2:3 Cac:3 Npl:3 N2+:3 N2:2 Ntr:3 Ng+:3 Oar:2 Oar+:2 O2:1 O2-:1 S2:1 Sar:2"
    ),
    Geometry.LINEAR: "C1:2 C1-:1 N1+:2 N1:1 O1:1 O1+:1",
    Geometry.SINGLE: "HC:1 H:1 DC:1 D:1",
}

TYPE_TABLE: Mapping[str, TypeEntry] = MappingProxyType(
    {
        name: TypeEntry(shape, int(count))
        for shape, entries in _BY_GEOMETRY.items()
        for name, _, count in (entry.partition(":") for entry in entries.split())
    }
)
"""Geometry and substituent count by type; a type not in it (an element symbol) is *unknown*."""

_UNKNOWN = TypeEntry(Geometry.UNKNOWN, 0)


def geometry(atom_type: str) -> Geometry:
    """Geometry of a type; ``Geometry.UNKNOWN`` for bare element symbols.

    >>> geometry("Npl").name, geometry("Zn").name
    ('PLANAR', 'UNKNOWN')
    """
    return TYPE_TABLE.get(atom_type, _UNKNOWN).geometry


def substituents(atom_type: str) -> int:
    """Give the number of atoms that an atom of this type bonds to; 0 for unknown types.

    >>> substituents("N3+"), substituents("Se")
    (4, 0)
    """
    return TYPE_TABLE.get(atom_type, _UNKNOWN).substituents
