"""What the typing passes share: the molecule in plain lists, the types so far, and marks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from misibench.hbonds.idatm.type_table import Geometry, geometry
from misibench.structure.molecule import Molecule

__all__ = [
    "CARBON",
    "HYDROGEN",
    "NITROGEN",
    "OXYGEN",
    "PHOSPHORUS",
    "SULFUR",
    "TypingState",
    "new_state",
]

HYDROGEN, CARBON, NITROGEN, OXYGEN, PHOSPHORUS, SULFUR = 1, 6, 7, 8, 15, 16


@dataclass(slots=True)
class TypingState:
    """The one place that changes while a molecule is typed.

    Attributes
    ----------
    atomic_numbers, neighbours, degree
        Per atom; ``degree`` counts all neighbours, hydrogens and metals too.
    heavy_degree
        Per atom, the neighbours that are not hydrogen.
    types
        Per atom, the present type; the element symbol where nothing is decided.
    untyped
        Heavy atoms without a template type, in file order: those that the passes visit.
    second_look
        Atom -> code of the test that pass 4 repeats with bond lengths: 1, 2, 3, -1; 4 marks a
        nitrogen for pass 4.75.
    ambiguous
        Two-coordinate carbons whose angle lies between those of C3 and C2.
    ring_decided
        Two-coordinate ring nitrogens whose type follows from the ring's bond orders.
    """

    coords: list[list[float]]
    atomic_numbers: list[int]
    neighbours: Sequence[Sequence[int]]
    degree: list[int]
    heavy_degree: list[int]
    types: list[str]
    untyped: list[int]
    is_untyped: list[bool]
    second_look: dict[int, int] = field(default_factory=dict)
    ambiguous: set[int] = field(default_factory=set)
    ring_decided: set[int] = field(default_factory=set)

    def distance(self, first: int, second: int) -> float:
        """Distance of two atoms, Å."""
        return math.dist(self.coords[first], self.coords[second])

    def angle_deg(self, first: int, centre: int, last: int) -> float:
        """Angle at ``centre``, degrees; 0 where two of the atoms coincide."""
        middle = self.coords[centre]
        one = [a - b for a, b in zip(self.coords[first], middle, strict=True)]
        two = [a - b for a, b in zip(self.coords[last], middle, strict=True)]
        lengths = math.hypot(*one) * math.hypot(*two)
        if lengths == 0.0:
            return 0.0
        cosine = sum(a * b for a, b in zip(one, two, strict=True)) / lengths
        return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))

    def geometry(self, atom: int) -> Geometry:
        """Geometry of the atom's present type."""
        return geometry(self.types[atom])

    def is_planar(self, atom: int) -> bool:
        """Whether the atom's present type is a planar one."""
        return geometry(self.types[atom]) is Geometry.PLANAR

    def other_neighbours(self, atom: int, than: int) -> list[int]:
        """Neighbours of ``atom`` other than one of them, in bond order."""
        return [other for other in self.neighbours[atom] if other != than]

    def free_oxygens(self, atom: int) -> int:
        """Oxygen neighbours with no other heavy neighbour; a hydroxyl counts."""
        return sum(
            self.atomic_numbers[other] == OXYGEN and self.heavy_degree[other] == 1
            for other in self.neighbours[atom]
        )

    def bare_oxygens(self, atom: int) -> list[int]:
        """Oxygen neighbours with no other neighbour at all, in bond order."""
        return [
            other
            for other in self.neighbours[atom]
            if self.atomic_numbers[other] == OXYGEN and self.degree[other] == 1
        ]

    def set_type_if_untyped(self, atom: int, atom_type: str) -> None:
        """Retype a neighbour unless its type comes from a template."""
        if self.is_untyped[atom]:
            self.types[atom] = atom_type


def new_state(molecule: Molecule, template_types: Iterable[str | None]) -> TypingState:
    """Start typing: templated atoms have their types, all others their element symbols."""
    size = len(molecule)
    is_heavy = ~molecule.is_hydrogen
    first, second = molecule.bonds[:, 0], molecule.bonds[:, 1]
    degree = np.bincount(molecule.bonds.ravel(), minlength=size)
    heavy_degree = np.bincount(first[is_heavy[second]], minlength=size) + np.bincount(
        second[is_heavy[first]], minlength=size
    )
    heavy = is_heavy.tolist()
    types: list[str] = []
    is_untyped: list[bool] = []
    pairs = zip(template_types, molecule.elements, strict=True)
    for atom, (template_type, element) in enumerate(pairs):
        types.append(template_type or element)
        is_untyped.append(template_type is None and heavy[atom])
    return TypingState(
        coords=molecule.coords.tolist(),
        atomic_numbers=molecule.atomic_numbers.tolist(),
        neighbours=molecule.neighbours,
        degree=degree.tolist(),
        heavy_degree=heavy_degree.tolist(),
        types=types,
        untyped=[atom for atom, wanted in enumerate(is_untyped) if wanted],
        is_untyped=is_untyped,
    )
