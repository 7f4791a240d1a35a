"""What is known of a complex before any question: the fitted camera and the hydrogen bonds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from misibench.hbonds.ambiguity import BondMark, ToolResult, ambiguous_pairs, mark_bonds
from misibench.hbonds.bond import HBond
from misibench.scene.camera import Bounds, Camera, fit_camera
from misibench.structure import Complex

__all__ = ["STICK_RADIUS", "Annotation", "annotate"]

STICK_RADIUS = 0.2
"""Radius of sticks and of the spheres at their joints, Å (ChimeraX's stick style)."""


@dataclass(frozen=True, eq=False)
class Annotation:
    """A complex with its front camera and hydrogen bonds.

    Attributes
    ----------
    structure
        The complex.
    bounds
        Box of everything drawn in a whole-complex picture (stick radius, no hydrogens).
    camera
        The front camera, fitted to ``bounds``.
    hbonds
        Every donor-acceptor pair found, in order of receptor atom, ligand atom.
    marks
        How sure each of them is, in the same order.
    ambiguous
        (receptor atom, ligand atom) of the pairs that are near a limit, or that both other
        programs refuse, where these ran.
    """

    structure: Complex
    bounds: Bounds
    camera: Camera
    hbonds: tuple[HBond, ...]
    marks: tuple[BondMark, ...] = ()
    ambiguous: frozenset[tuple[int, int]] = frozenset()

    @property
    def centre(self) -> NDArray[np.float64]:
        """The centre of rotation of the whole scene, shape (3,), Å."""
        return self.bounds.centre

    @cached_property
    def drawn_atoms(self) -> int:
        """Number of atoms in a whole-complex picture (hydrogens are not drawn)."""
        receptor, ligand = self.structure.receptor, self.structure.ligand
        pocket = self.structure.pocket_atoms
        return int((~receptor.is_hydrogen[pocket]).sum() + (~ligand.is_hydrogen).sum())

    @cached_property
    def bonded_pairs(self) -> tuple[tuple[int, int], ...]:
        """(receptor atom, ligand atom) of every hydrogen bond, each pair once, ascending."""
        return tuple(sorted({(bond.receptor_atom, bond.ligand_atom) for bond in self.hbonds}))

    @cached_property
    def ligand_centre(self) -> NDArray[np.float64]:
        """Centroid of the ligand's heavy atoms, shape (3,), Å."""
        ligand = self.structure.ligand
        return np.asarray(ligand.coords[~ligand.is_hydrogen].mean(axis=0))


def annotate(
    structure: Complex, hbonds: tuple[HBond, ...], comparison: tuple[ToolResult, ...] = ()
) -> Annotation:
    """Fit the front camera to a complex and put its hydrogen bonds beside it.

    ``comparison`` is what other programs found (``misibench.hbonds.compare_tools``), if asked.
    """
    receptor, ligand = structure.receptor, structure.ligand
    pocket = structure.pocket_atoms
    drawn = np.concatenate(
        [
            receptor.coords[pocket[~receptor.is_hydrogen[pocket]]],
            ligand.coords[~ligand.is_hydrogen],
        ]
    )
    bounds = Bounds.of_spheres(drawn, STICK_RADIUS)
    ordered = tuple(sorted(hbonds, key=lambda b: (b.receptor_atom, b.ligand_atom, b.donor)))
    return Annotation(
        structure=structure,
        bounds=bounds,
        camera=fit_camera(bounds),
        hbonds=ordered,
        marks=mark_bonds(ordered, comparison),
        ambiguous=ambiguous_pairs(ordered, comparison),
    )
