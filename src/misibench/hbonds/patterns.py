"""Small patterns of bonded atoms, matched exactly: what a chemical group looks like.

A pattern counts substituents: an atom whose substituents are listed has these and no others.
Only an entry that could be a hydrogen may be missing, since files often leave hydrogens out.
A chain break counts as one more substituent, which no entry matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.idatm.type_table import Geometry, geometry

__all__ = [
    "CARBON",
    "CARBON_OR_HYDROGEN",
    "HYDROGEN",
    "SINGLE_BONDED",
    "TETRAHEDRAL_ATOM",
    "AtomTest",
    "Match",
    "Pattern",
    "element",
    "matches",
    "typed",
]


@dataclass(frozen=True, slots=True)
class AtomTest:
    """What an atom must be: any one of types, elements or geometries will do.

    Attributes
    ----------
    types
        IDATM types.
    elements
        Atomic numbers.
    geometries
        Geometries of the type table, unless the type is among ``except_types``.
    unknown_types
        Whether a type without geometry will do.
    may_be_missing
        Whether the entry could be a hydrogen, which the file may leave out.
    """

    types: frozenset[str] = frozenset()
    elements: frozenset[int] = frozenset()
    geometries: frozenset[int] = frozenset()
    except_types: frozenset[str] = frozenset()
    unknown_types: bool = False
    may_be_missing: bool = False

    def holds(self, number: int, type_: str) -> bool:
        """Whether an atom with this atomic number and IDATM type passes."""
        if number in self.elements or type_ in self.types:
            return True
        if type_ in self.except_types:
            return False
        shape = geometry(type_)
        return shape in self.geometries or (self.unknown_types and shape is Geometry.UNKNOWN)


def typed(*types: str) -> AtomTest:
    """Test for one of some IDATM types."""
    return AtomTest(types=frozenset(types))


def element(*numbers: int) -> AtomTest:
    """Test for one of some elements, which may be missing if hydrogen is among them."""
    return AtomTest(elements=frozenset(numbers), may_be_missing=1 in numbers)


HYDROGEN = element(1)
CARBON = element(6)
CARBON_OR_HYDROGEN = element(1, 6)
TETRAHEDRAL_ATOM = AtomTest(geometries=frozenset({Geometry.TETRAHEDRAL}))
SINGLE_BONDED = AtomTest(
    geometries=frozenset({Geometry.TETRAHEDRAL, Geometry.SINGLE}), may_be_missing=True
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """An atom and, unless ``substituents`` is None, all that is bonded to it.

    Attributes
    ----------
    atom
        Test for the atom itself.
    substituents
        What else is bonded to it, in any order; equal entries next to each other. None: anything.
    label
        A name by which a rule refers to the matched atom; labels make no difference to a match.
    fewest, repeats
        Number of substituents that may not be missing, and for every substituent whether it asks
        the same as the one before it; both follow from the rest.
    """

    atom: AtomTest
    substituents: tuple[Pattern, ...] | None = None
    label: str = ""
    fewest: int = field(init=False, compare=False)
    repeats: tuple[bool, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        entries = self.substituents or ()
        fewest = sum(not entry.atom.may_be_missing for entry in entries)
        object.__setattr__(self, "fewest", fewest)
        repeats = (False, *(one.is_like(other) for one, other in pairwise(entries)))
        object.__setattr__(self, "repeats", repeats)

    def is_like(self, other: Pattern) -> bool:
        """Whether two entries ask the same, so that swapping their atoms gives nothing new."""
        if self.atom != other.atom:
            return False
        if self.substituents is None or other.substituents is None:
            return self.substituents is other.substituents
        return len(self.substituents) == len(other.substituents) and all(
            mine.is_like(theirs)
            for mine, theirs in zip(self.substituents, other.substituents, strict=True)
        )


Match = dict[str, int]
"""Label -> matched atom."""


def matches(
    pattern: Pattern, side: TypedMolecule, atom: int, parent: int | None = None
) -> Iterator[Match]:
    """Give every way to match a pattern at an atom, reached from ``parent``.

    Neighbours are tried in bond order; orders that differ only among equal entries count once.
    """
    if not pattern.atom.holds(side.numbers[atom], side.types[atom]):
        return
    own: Match = {pattern.label: atom} if pattern.label else {}
    if pattern.substituents is None:
        yield own
        return
    if atom in side.gap_counts:
        return
    others = [one for one in side.neighbours[atom] if one != parent]
    if not pattern.fewest <= len(others) <= len(pattern.substituents):
        return
    for rest in _assignments(pattern, side, others, atom, (), 0):
        yield own | rest


def _assignments(
    pattern: Pattern,
    side: TypedMolecule,
    others: list[int],
    centre: int,
    taken: tuple[int, ...],
    position: int,
) -> Iterator[Match]:
    """Assign the atoms ``others`` to the entries from ``position`` on; -1 in ``taken``: missing."""
    entries = pattern.substituents or ()
    left = len(others) - sum(one >= 0 for one in taken)
    if position == len(entries):
        if not left:
            yield {}
        return
    entry = entries[position]
    start = 0
    if pattern.repeats[position]:
        previous = taken[position - 1]
        start = len(others) if previous < 0 else previous + 1
    for choice in range(start, len(others)):
        if choice in taken:
            continue
        for here in matches(entry, side, others[choice], centre):
            for rest in _assignments(pattern, side, others, centre, (*taken, choice), position + 1):
                yield here | rest
    if entry.atom.may_be_missing and len(entries) - position > left:
        yield from _assignments(pattern, side, others, centre, (*taken, -1), position + 1)
