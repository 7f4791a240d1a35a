"""Where a ligand lies in its receptor: near enough, not inside it, perhaps bonded to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from misibench.errors import RefusalReason, StructureError
from misibench.structure.elements import COVALENT_RADII, METALS
from misibench.structure.molecule import Molecule

__all__ = [
    "CONTACT_LIMIT",
    "POCKET_RADIUS",
    "check_placement",
    "check_separation",
    "coinciding_residues",
    "residues_within",
]

POCKET_RADIUS: Final = 10.0
"""A residue belongs to the pocket with any heavy atom this near to one of the ligand, Å: the
rule of PDBbind's pocket files."""

CONTACT_LIMIT: Final = 6.0
"""A ligand none of whose heavy atoms comes this near to a receptor's heavy atom is not bound, Å.
Bound ligands touch at 3 to 4 Å; a missing layer of water still fits below it."""

BOND_TOLERANCE: Final = 0.4
"""Two heavy atoms up to the sum of covalent radii and this much apart count as bonded, Å."""

LONGEST_BOND: Final = 3.0
"""No covalent bond is longer than this, Å."""

CLASH_DISTANCE: Final = 1.15
"""Heavy atoms nearer than this cannot even be bonded (the shortest such bond, in carbon
monoxide, has 1.13 Å and never joins a ligand to a receptor), Å."""

MAX_COVALENT_BONDS: Final = 3
"""A ligand with more bond-length contacts to its receptor lies inside it."""

SAME_ATOM: Final = 0.5
"""Atoms of one element this near are the same atom in two files, Å."""

SAME_SITE: Final = 1.0
"""Atoms this near cannot both be there, Å."""

_RADII: Final = np.array(COVALENT_RADII)
_IS_METAL: Final = np.array([number in METALS for number in range(len(COVALENT_RADII))])


def residues_within(receptor: Molecule, ligand: Molecule, radius: float) -> tuple[int, ...]:
    """Residues of the receptor with a heavy atom within ``radius`` (Å) of the ligand, ascending.

    Heavy atoms of both count, so that a pocket does not depend on added hydrogens.
    """
    heavy = ~receptor.is_hydrogen
    tree = cKDTree(ligand.coords[~ligand.is_hydrogen])
    beyond = np.nextafter(radius, np.inf)  # the tree leaves out what lies on its bound
    distance, _ = tree.query(receptor.coords[heavy], distance_upper_bound=beyond)
    return tuple(np.unique(receptor.residue_index[heavy][distance <= radius]).tolist())


def coinciding_residues(receptor: Molecule, ligand: Molecule) -> tuple[list[int], list[int]]:
    """Residues of the receptor that are the ligand itself, and others that share its place.

    The ligand itself: nine tenths of the residue's heavy atoms lie on a ligand atom of the same
    element. Sharing its place: HETATM residues with half of their heavy atoms on ligand atoms
    of any element, as alternative occupants of the site have.
    """
    heavy = np.flatnonzero(~receptor.is_hydrogen)
    ligand_heavy = np.flatnonzero(~ligand.is_hydrogen)
    distance, nearest = cKDTree(ligand.coords[ligand_heavy]).query(
        receptor.coords[heavy], distance_upper_bound=SAME_SITE
    )
    overlapping = np.flatnonzero(np.isfinite(distance))
    if not len(overlapping):
        return [], []
    same_element = np.zeros(len(heavy), dtype=bool)
    same_element[overlapping] = (
        receptor.atomic_numbers[heavy[overlapping]]
        == ligand.atomic_numbers[ligand_heavy[nearest[overlapping]]]
    )
    of_residue = receptor.residue_index[heavy]
    count = len(receptor.residues)
    atoms = np.bincount(of_residue, minlength=count)
    same = np.bincount(of_residue[same_element & (distance <= SAME_ATOM)], minlength=count)
    shared = np.bincount(of_residue[overlapping], minlength=count)
    itself = [one for one in np.flatnonzero(same) if same[one] >= 0.9 * atoms[one]]
    beside = [
        int(one)
        for one in np.flatnonzero(shared)
        if one not in itself and 2 * shared[one] >= atoms[one] and receptor.residues[one].hetero
    ]
    return [int(one) for one in itself], beside


def check_separation(where: str, ligand: Molecule) -> None:
    """Refuse ligands with heavy atoms on top of each other (flat or missing coordinates).

    Raises
    ------
    StructureError
        With reason ``bad_coordinates``.
    """
    heavy = np.flatnonzero(~ligand.is_hydrogen)
    distance, nearest = cKDTree(ligand.coords[heavy]).query(ligand.coords[heavy], k=2)
    if distance[:, 1].min() >= SAME_ATOM:
        return
    first = int(distance[:, 1].argmin())
    one, other = int(heavy[first]), int(heavy[nearest[first, 1]])
    raise StructureError(
        where,
        f"atoms {ligand.atom_names[one]} and {ligand.atom_names[other]} of the ligand are "
        f"{distance[first, 1]:.2f} Å apart",
        f"heavy atoms at least {SAME_ATOM:g} Å apart",
        "choose one conformer, or give the ligand coordinates",
        reason=RefusalReason.BAD_COORDINATES,
    )


@dataclass(frozen=True, slots=True)
class _Contacts:
    """Heavy-atom pairs near bonding distance: receptor atoms, ligand atoms, distances (Å)."""

    receptor: NDArray[np.int64]
    ligand: NDArray[np.int64]
    distance: NDArray[np.float64]


def check_placement(where: str, receptor: Molecule, ligand: Molecule) -> str | None:
    """Refuse ligands that lie far from the receptor or inside it.

    Returns
    -------
    str or None
        A sentence on the bonds of a covalently bound ligand; None where there are none.

    Raises
    ------
    StructureError
        ``ligand_far`` or ``clash``.
    """
    heavy = np.flatnonzero(~receptor.is_hydrogen)
    ligand_heavy = np.flatnonzero(~ligand.is_hydrogen)
    tree = cKDTree(receptor.coords[heavy])
    nearest, _ = tree.query(ligand.coords[ligand_heavy])
    if nearest.min() > CONTACT_LIMIT:
        raise StructureError(
            where,
            f"the ligand is {nearest.min():.1f} Å away from the receptor",
            f"heavy atoms within {CONTACT_LIMIT:g} Å",
            "check that both files share one frame",
            reason=RefusalReason.LIGAND_FAR,
        )
    close = _contacts(receptor, ligand, heavy, ligand_heavy[nearest < LONGEST_BOND], tree)
    if not len(close.distance):
        return None
    order = np.argsort(close.distance, kind="stable")
    described = [_describe(receptor, ligand, close, int(one)) for one in order]
    metal = (
        _IS_METAL[receptor.atomic_numbers[close.receptor]]
        | _IS_METAL[ligand.atomic_numbers[close.ligand]]
    )
    covalent = int((~metal).sum())
    if close.distance.min() < CLASH_DISTANCE or covalent > MAX_COVALENT_BONDS:
        raise StructureError(
            where,
            f"ligand and receptor overlap, {covalent} contacts as short as bonds: {described[0]}",
            f"at most {MAX_COVALENT_BONDS} covalent bonds, none below {CLASH_DISTANCE:g} Å",
            "check that the ligand is not in the receptor file as well",
            reason=RefusalReason.CLASH,
        )
    bonds = [described[i] for i, one in enumerate(order) if not metal[one]]
    return f"Covalently bound: {'; '.join(bonds)}." if bonds else None


def _contacts(
    receptor: Molecule,
    ligand: Molecule,
    heavy: NDArray[np.int64],
    near_ligand: NDArray[np.int64],
    tree: cKDTree,
) -> _Contacts:
    """Pairs at bonding distance, and any pair below the clash distance."""
    rows: list[int] = []
    columns: list[int] = []
    for atom, found in zip(
        near_ligand.tolist(),
        tree.query_ball_point(ligand.coords[near_ligand], LONGEST_BOND),
        strict=True,
    ):
        rows.extend(int(heavy[one]) for one in found)
        columns.extend([atom] * len(found))
    first, second = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    distance = np.linalg.norm(receptor.coords[first] - ligand.coords[second], axis=1)
    reach = _RADII[receptor.atomic_numbers[first]] + _RADII[ligand.atomic_numbers[second]]
    keep = (distance <= reach + BOND_TOLERANCE) | (distance < CLASH_DISTANCE)
    return _Contacts(first[keep], second[keep], distance[keep])


def _describe(receptor: Molecule, ligand: Molecule, close: _Contacts, one: int) -> str:
    atom, other = int(close.receptor[one]), int(close.ligand[one])
    residue = receptor.residue_of(atom)
    return (
        f"{residue.name} {residue.id} {receptor.atom_names[atom]} to {ligand.atom_names[other]} "
        f"at {close.distance[one]:.2f} Å"
    )
