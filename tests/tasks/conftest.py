"""Small complexes written by hand: what each is there for.

- ``plain``: five residues around a ligand; ARG has three bonds (one pair found from both
  sides), SER one, the others none.
- ``odd``: insertion code, negative number, blank chain, atom names with ' and *, ligand labels
  that differ only in case.
- ``dry``: no hydrogen bond at all.
- ``random``: many complexes with atoms at random places, for what holds on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from misibench.hbonds.bond import HBond
from misibench.scene.annotation import Annotation, annotate
from misibench.structure import Complex, Molecule, Residue, ResidueId
from misibench.tasks.draft import DraftRequest

NUMBERS = {"H": 1, "C": 6, "N": 7, "O": 8, "S": 16}

Atom = tuple[str, tuple[float, float, float]]


def molecule(name: str, residues: Sequence[tuple[Residue, Sequence[Atom]]]) -> Molecule:
    atoms = [(atom, place) for place, (_, members) in enumerate(residues) for atom in members]
    elements = tuple(atom[0][0] for atom, _ in atoms)
    return Molecule(
        name=name,
        coords=np.array([atom[1] for atom, _ in atoms], dtype=float),
        atomic_numbers=np.array([NUMBERS[element] for element in elements], dtype=np.int32),
        elements=elements,
        atom_names=tuple(atom[0] for atom, _ in atoms),
        residues=tuple(residue for residue, _ in residues),
        residue_index=np.array([place for _, place in atoms], dtype=np.int32),
        bonds=np.zeros((0, 2), np.int32),
    )


def bond(receptor_atom: int, ligand_atom: int, donor: str = "protein") -> HBond:
    return HBond(receptor_atom, ligand_atom, donor, None, 2.9, None, None, "", "")  # type: ignore[arg-type]


def make(
    id_: str,
    residues: Sequence[tuple[Residue, Sequence[Atom]]],
    ligand: Sequence[Atom],
    bonds: Sequence[HBond],
    labels: Sequence[str] | None = None,
) -> Annotation:
    receptor = molecule(id_, residues)
    small = molecule("ligand", [(Residue("LIG", ResidueId("", 1)), ligand)])
    structure = Complex(
        id_,
        receptor,
        tuple(range(len(receptor.residues))),
        small,
        tuple(labels or small.atom_names),
    )
    return annotate(structure, tuple(bonds))


@pytest.fixture(scope="session")
def plain() -> Annotation:
    residues = [
        (Residue("ARG", ResidueId("A", 45)), [
            ("N", (9.0, 1.0, 0.0)), ("CA", (8.0, 2.0, 1.0)), ("NE", (5.6, 2.1, 0.4)),
            ("NH1", (5.0, 0.5, 1.2)), ("NH2", (4.4, 1.9, 2.8)), ("H", (9.6, 0.6, 0.2)),
        ]),
        (Residue("LYS", ResidueId("A", 47)), [
            ("N", (-9.0, 4.0, 2.0)), ("CA", (-8.0, 5.0, 1.5)), ("NZ", (-5.0, 5.5, 3.5)),
        ]),
        (Residue("SER", ResidueId("A", 52)), [
            ("N", (1.0, -8.0, -3.0)), ("CA", (0.5, -7.0, -2.0)), ("OG", (0.2, -4.9, -1.1)),
        ]),
        (Residue("LEU", ResidueId("B", 7)), [
            ("N", (-2.0, 9.0, -6.0)), ("CA", (-1.0, 8.0, -7.0)), ("CD1", (0.5, 7.0, -8.0)),
        ]),
        (Residue("GLY", ResidueId("B", 8)), [
            ("N", (-6.0, -7.0, 5.0)), ("CA", (-5.0, -8.0, 6.0)), ("O", (-3.0, -8.5, 7.0)),
        ]),
    ]  # fmt: skip
    ligand = [
        ("C1", (0.0, 0.0, 0.0)), ("C2", (1.4, 0.3, 0.2)), ("O1", (2.2, 1.3, 0.5)),
        ("O2", (2.0, -0.8, 1.9)), ("O3", (-0.6, -1.9, -0.4)), ("N4", (-2.0, 1.1, 0.6)),
        ("H1", (-2.6, 1.7, 0.9)),
    ]  # fmt: skip
    bonds = [bond(4, 2), bond(3, 3), bond(2, 2), bond(11, 4), bond(11, 4, "ligand")]
    return make("1abc", residues, ligand, bonds)


@pytest.fixture(scope="session")
def odd() -> Annotation:
    residues = [
        (Residue("SER", ResidueId("A", 52, "A")), [("N", (6, 0, 0)), ("OG", (3, 1, 0))]),
        (Residue("GLY", ResidueId("", -3)), [("N", (-4.0, 1.0, 2.0)), ("O", (-6.0, 2.0, 3.0))]),
        (Residue("DG", ResidueId("a", 5)), [("O2'", (0.0, 5.0, 1.0)), ("O4*", (0.0, 4.0, -3.0))]),
        (Residue("THR", ResidueId("A", 52)), [("N", (8.0, -5.0, 2.0)), ("CA", (9.0, -6.0, 2.0))]),
        (Residue("PHE", ResidueId("A", 60)), [("N", (-8.0, -5.0, 2.0)), ("CA", (-9.0, -6.0, 2.0))]),
        (Residue("VAL", ResidueId("A", 61)), [("N", (-8.0, 5.0, 6.0)), ("CA", (-9.0, 6.0, 6.0))]),
    ]  # fmt: skip
    ligand = [("O1'", (1.0, 0.0, 0.0)), ("O5*", (0.0, 2.0, 0.0)), ("N1", (-1.5, 0.0, 1.0)),
              ("N2", (0.0, 1.5, -1.5))]  # fmt: skip
    bonds = [bond(1, 0), bond(2, 2), bond(4, 1), bond(5, 3)]
    return make("2odd", residues, ligand, bonds, ["O1'", "O5*", "Na1", "NA1"])


@pytest.fixture(scope="session")
def dry(plain: Annotation) -> Annotation:
    return Annotation(plain.structure, plain.bounds, plain.camera, ())


@pytest.fixture(scope="session")
def random_complex() -> Callable[[int], Annotation]:
    """A complex with 16 residues at random places and one bond on each of six of them."""

    def build(seed: int) -> Annotation:
        rng = np.random.default_rng(seed)
        ligand = [(f"{'ON'[i % 2]}{i}", tuple(rng.normal(0.0, 3.0, 3))) for i in range(10)]
        residues = []
        for number in range(16):
            anchor = np.array(ligand[number % 10][1])
            direction = rng.normal(size=3)
            direction /= np.linalg.norm(direction)
            atoms = [
                (name, tuple(anchor + direction * reach))
                for name, reach in (("N", 2.9), ("CA", 4.4), ("C", 5.9), ("O", 9.0))
            ]
            residues.append((Residue("SER", ResidueId("A", number + 1)), atoms))
        bonds = [bond(4 * number, number % 10) for number in range(6)]
        return make(f"r{seed}", residues, ligand, bonds)

    return build


def request_for(
    annotation: Annotation,
    split: str = "train",
    seed: int = 0,
    per_complex: int | None = None,
    negatives: str = "random",
) -> DraftRequest:
    return DraftRequest(
        annotation,
        split,  # type: ignore[arg-type]
        lambda index: np.random.default_rng([seed, index + 1]),
        per_complex,
        negatives,  # type: ignore[arg-type]
    )


@pytest.fixture(scope="session")
def request_() -> Callable[..., DraftRequest]:
    return request_for
