"""A molecule with its atom types: everything the hydrogen-bond rules ask about an atom."""

from __future__ import annotations

from functools import cached_property

from misibench.hbonds.idatm.rings import Ring, is_aromatic, ring_set, rings_by_atom
from misibench.hbonds.idatm.type_table import TYPE_TABLE, Geometry
from misibench.hbonds.positions import (
    linear_position,
    planar_positions,
    tetrahedral_positions,
)
from misibench.hbonds.vectors import Point, dot, perpendicular, subtract
from misibench.structure import Molecule
from misibench.structure.elements import COVALENT_RADII, METALS
from misibench.structure.residue_templates import template_heavy_neighbours

__all__ = ["TypedMolecule"]

_IN_LINE = 0.01
"""A point closer to an axis than this is taken to lie on it, Å."""
_FRAME: tuple[Point, ...] = ((1e3, 0.0, 0.0), (0.0, 1e3, 0.0), (0.0, 0.0, 1e3))
"""Far points that give two atoms on their own some plane."""


class TypedMolecule:
    """A molecule, its IDATM types, and what follows from both.

    Parameters
    ----------
    molecule
        The molecule; its bond order decides the order of neighbours.
    types
        One IDATM type per atom.
    """

    def __init__(self, molecule: Molecule, types: tuple[str, ...]) -> None:
        if len(types) != len(molecule):
            raise ValueError(f"{molecule.name}: {len(types)} types for {len(molecule)} atoms")
        self.molecule = molecule
        self.types = types
        self.numbers: list[int] = molecule.atomic_numbers.tolist()
        self.points: list[Point] = [(x, y, z) for x, y, z in molecule.coords.tolist()]
        self.neighbours = molecule.neighbours
        self.gap_counts: dict[int, int] = {}
        for end in molecule.gaps.ravel().tolist():
            self.gap_counts[end] = self.gap_counts.get(end, 0) + 1
        self._positions: dict[int, list[Point]] = {}

    def geometry(self, atom: int) -> Geometry:
        """Geometry of the atom's type."""
        known = TYPE_TABLE.get(self.types[atom])
        return known.geometry if known else Geometry.UNKNOWN

    def substituents(self, atom: int) -> int:
        """Count the substituents the atom's type has, 0 for an unknown type."""
        known = TYPE_TABLE.get(self.types[atom])
        return known.substituents if known else 0

    def heavy_neighbours(self, atom: int) -> list[int]:
        """Bonded atoms other than hydrogen, in bond order."""
        return [one for one in self.neighbours[atom] if self.numbers[one] != 1]

    def hydrogens(self, atom: int) -> list[int]:
        """Bonded hydrogens of the file, in bond order."""
        return [one for one in self.neighbours[atom] if self.numbers[one] == 1]

    @cached_property
    def metals(self) -> list[int]:
        """Metal atoms."""
        return [atom for atom, number in enumerate(self.numbers) if number in METALS]

    @cached_property
    def _rings(self) -> dict[int, tuple[Ring, ...]]:
        return rings_by_atom(ring_set(self.molecule, include_templated=True))

    def rings(self, atom: int) -> tuple[Ring, ...]:
        """Rings an atom is in, those of standard residues included."""
        return self._rings.get(atom, ())

    def is_aromatic(self, ring: Ring) -> bool:
        """Whether every carbon of the ring is aromatic (true of a ring without carbon)."""
        return is_aromatic(ring, self.molecule, self.types)

    def lacks_heavy_neighbours(self, atom: int) -> bool:
        """Whether an atom of a standard residue misses bonds to heavy atoms of its residue."""
        residue = self.molecule.residue_of(atom)
        template = template_heavy_neighbours(residue.name)
        if template is None:
            return False
        wanted = template.get(self.molecule.atom_names[atom], 0)
        own = self.molecule.residue_index[atom]
        present = sum(
            1 for one in self.heavy_neighbours(atom) if self.molecule.residue_index[one] == own
        )
        return present < wanted

    def hydrogen_positions(self, atom: int) -> list[Point]:
        """Hydrogens of an atom: those of the file, or where the bonds leave no choice, Å.

        Empty where there is none or where it could be anywhere on a circle.
        """
        known = self._positions.get(atom)
        if known is None:
            explicit = self.hydrogens(atom)
            if explicit:
                known = [self.points[one] for one in explicit]
            else:
                known = self._computed_positions(atom, self.substituents(atom))
            self._positions[atom] = known
        return known

    def substituent_positions(self, atom: int) -> list[Point]:
        """Hydrogens of the file, and computed positions of what else is free, lone pairs too, Å."""
        explicit = [self.points[one] for one in self.hydrogens(atom)]
        return explicit + self._computed_positions(atom, self.geometry(atom))

    def lone_pair_positions(self, atom: int) -> list[Point]:
        """Free tetrahedral positions of an acceptor at 1 Å, whatever its type says.

        None are fixed for an atom with fewer than two neighbours.
        """
        bonded = [self.points[one] for one in self.neighbours[atom]]
        return tetrahedral_positions(self.points[atom], bonded, 1.0)

    def _computed_positions(self, atom: int, substituents: int) -> list[Point]:
        geometry = self.geometry(atom)
        bonded = self.neighbours[atom]
        if (
            geometry is Geometry.UNKNOWN
            or not bonded
            or len(bonded) >= substituents
            or geometry > substituents
        ):
            return []
        if len(bonded) == 1 and geometry is Geometry.TETRAHEDRAL:
            return []  # can turn about its bond
        length = COVALENT_RADII[self.numbers[atom]] + COVALENT_RADII[1]
        points = [self.points[one] for one in bonded]
        if geometry is Geometry.TETRAHEDRAL:
            return tetrahedral_positions(self.points[atom], points, length)
        if geometry is Geometry.PLANAR:
            coplanar = self._coplanar_points(atom) if len(bonded) == 1 else []
            return planar_positions(self.points[atom], points, length, coplanar)
        return [linear_position(self.points[atom], points[0], length)]

    def _coplanar_points(self, atom: int) -> list[Point]:
        """Points that lie in the plane of a planar atom with one neighbour.

        Where the neighbour is not planar ChimeraX takes a plane that depends on how the complex
        lies in its frame; here it is the plane through the neighbour's first other neighbour, or
        else through the first atom that is not in line, so that moving a complex changes nothing.
        """
        neighbour = self.neighbours[atom][0]
        further = [self.points[one] for one in self.neighbours[neighbour] if one != atom]
        if further and self.geometry(neighbour) is Geometry.PLANAR:
            return further
        here = self.points[atom]
        axis = subtract(self.points[neighbour], here)
        for point in (*further[:1], *self.points, *_FRAME):
            sideways = perpendicular(subtract(point, here), axis)
            if dot(sideways, sideways) > _IN_LINE**2:
                return [point]
        return []
