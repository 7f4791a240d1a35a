"""Small molecules made from internal coordinates, regular polygons or SMILES."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from rdkit import Chem
from rdkit.Chem import rdDistGeom, rdForceFieldHelpers

from misibench.structure.molecule import Molecule, Residue, ResidueId

Make = Callable[..., Molecule]

_NUMBERS = Chem.GetPeriodicTable()


def _molecule(
    names: Sequence[str],
    coords: Sequence[Sequence[float]],
    bonds: Sequence[tuple[int, int]],
    residue: str = "UNL",
) -> Molecule:
    symbols = tuple(re.match("[A-Za-z]+", name)[0].capitalize() for name in names)  # type: ignore[index]
    elements = tuple("H" if symbol == "D" else symbol for symbol in symbols)
    return Molecule(
        name="test",
        coords=np.array(coords, dtype=float).reshape(-1, 3),
        atomic_numbers=np.array([_NUMBERS.GetAtomicNumber(one) for one in elements]),
        elements=elements,
        atom_names=tuple(names),
        residues=(Residue(residue, ResidueId("", 1)),),
        residue_index=np.zeros(len(names)),
        bonds=np.array(bonds, dtype=int).reshape(-1, 2),
    )


@pytest.fixture(scope="session")
def zmatrix() -> Make:
    """Atoms one by one: ``name partner length [name angle [name torsion]]``, each bonded."""

    def make(text: str, closures: str = "", residue: str = "UNL") -> Molecule:
        names: list[str] = []
        points: list[np.ndarray] = []
        bonds: list[tuple[int, int]] = []
        for line in filter(None, (one.strip() for one in re.split("[;\n]", text))):
            name, *rest = line.split()
            at = [names.index(one) for one in rest[0::2]]
            values = [float(one) for one in rest[1::2]]
            points.append(_placed(points, at, values))
            bonds += [(at[0], len(names))] if at else []
            names.append(name)
        for closure in closures.split():
            first, second = closure.split("-")
            bonds.append((names.index(first), names.index(second)))
        return _molecule(names, points, bonds, residue)

    return make


def _placed(points: list[np.ndarray], at: list[int], values: list[float]) -> np.ndarray:
    """Position of a new atom from a distance, an angle and a torsion; planar by default."""
    if not at:
        return np.zeros(3)
    if len(at) == 1:
        return points[at[0]] + [values[0], 0.0, 0.0]
    length, angle = values[0], math.radians(values[1])
    torsion = math.radians(values[2]) if len(values) > 2 else 0.0
    near, far = points[at[0]], points[at[1]]
    third = points[at[2]] if len(at) > 2 else far + np.array([0.0, 1.0, 0.0])
    axis = (near - far) / np.linalg.norm(near - far)
    normal = np.cross(far - third, axis)
    normal = normal / np.linalg.norm(normal)
    side = np.cross(normal, axis)
    return near + length * (
        -math.cos(angle) * axis
        + math.sin(angle) * (math.cos(torsion) * side + math.sin(torsion) * normal)
    )


@pytest.fixture(scope="session")
def regular_ring() -> Make:
    """A regular polygon of atoms; ``outside`` gives atoms that point outward, default H on C."""

    def make(
        members: str, outside: Mapping[int, tuple[str, float]] | None = None, side: float = 1.39
    ) -> Molecule:
        names = members.split()
        size = len(names)
        radius = side / (2 * math.sin(math.pi / size))
        directions = [
            np.array([math.cos(2 * math.pi * at / size), math.sin(2 * math.pi * at / size), 0.0])
            for at in range(size)
        ]
        points = [radius * direction for direction in directions]
        bonds = [(at, (at + 1) % size) for at in range(size)]
        chosen = {at: ("H", 1.08) for at, name in enumerate(names) if name == "C"}
        chosen.update(outside or {})
        for at, (name, length) in sorted(chosen.items()):
            if name:
                bonds.append((at, len(names)))
                names.append(name)
                points.append((radius + length) * directions[at])
        return _molecule(names, points, bonds)

    return make


@pytest.fixture(scope="session")
def from_smiles() -> Make:
    """A conformer of a SMILES, force-field relaxed, with or without its hydrogens."""

    def make(smiles: str, *, hydrogens: bool = True) -> Molecule:
        rdkit_molecule = Chem.AddHs(Chem.MolFromSmiles(smiles))
        assert rdDistGeom.EmbedMolecule(rdkit_molecule, randomSeed=7) == 0
        rdForceFieldHelpers.MMFFOptimizeMolecule(rdkit_molecule)
        if not hydrogens:
            rdkit_molecule = Chem.RemoveHs(rdkit_molecule)
        return _molecule(
            [f"{atom.GetSymbol()}{atom.GetIdx()}" for atom in rdkit_molecule.GetAtoms()],
            rdkit_molecule.GetConformer().GetPositions().tolist(),
            [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in rdkit_molecule.GetBonds()],
        )

    return make
