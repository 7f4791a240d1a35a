"""PDB and mol2 texts written by hand, and the complexes that ship with posebusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from misibench.structure import Molecule

PdbLine = Callable[..., str]

ALANINE = {  # internal geometry of an ideal residue, Å; the next residue is shifted along x
    "N": (0.00, 0.00, 0.00),
    "CA": (1.46, 0.00, 0.00),
    "C": (2.00, 1.42, 0.00),
    "O": (1.25, 2.39, 0.00),
    "CB": (1.99, -0.77, -1.21),
}
STEP = 3.33  # with a rise of 1.42 along y, the next N lies 1.33 Å from this C


@pytest.fixture(scope="session")
def pdb_line() -> PdbLine:
    """One ATOM or HETATM record by its fields."""

    def line(
        serial: int,
        name: str,
        residue: str,
        chain: str,
        number: int,
        xyz: Sequence[float],
        *,
        alt: str = " ",
        icode: str = " ",
        occupancy: float = 1.0,
        element: str | None = None,
        hetero: bool = False,
    ) -> str:
        symbol = name[0] if element is None else element
        column = name if len(name) == 4 or len(symbol) == 2 else f" {name}"
        x, y, z = xyz
        return (
            f"{'HETATM' if hetero else 'ATOM':<6}{serial:>5} {column:<4}{alt}{residue:>3} {chain}"
            f"{number:>4}{icode}   {x:>8.3f}{y:>8.3f}{z:>8.3f}{occupancy:>6.2f}{20.0:>6.2f}"
            f"          {symbol:>2}"
        )

    return line


@pytest.fixture(scope="session")
def alanines(pdb_line: PdbLine) -> Callable[..., list[str]]:
    """Records of an extended poly-alanine; ``numbers`` are its residue numbers."""

    def chain(
        numbers: Sequence[int],
        chain_id: str = "A",
        residue: str = "ALA",
        first_serial: int = 1,
        start: Sequence[float] = (0.0, 0.0, 0.0),
        hetero: bool = False,
    ) -> list[str]:
        lines = []
        serial = first_serial
        for place, number in enumerate(numbers):
            for name, (x, y, z) in ALANINE.items():
                point = (
                    x + STEP * place + start[0],
                    y + 1.42 * place + start[1],
                    z + start[2],
                )
                lines.append(
                    pdb_line(serial, name, residue, chain_id, number, point, hetero=hetero)
                )
                serial += 1
        return lines

    return chain


@pytest.fixture(scope="session")
def bond_names() -> Callable[[Molecule], set[frozenset[str]]]:
    """Bonds of a molecule as sets of ``number:name``."""

    def named(molecule: Molecule) -> set[frozenset[str]]:
        def label(atom: int) -> str:
            return f"{molecule.residue_of(atom).id.number}:{molecule.atom_names[atom]}"

        return {frozenset((label(i), label(j))) for i, j in molecule.bonds.tolist()}

    return named


@pytest.fixture(scope="session")
def shipped() -> Path:
    """Folder of the four PDB entries (public domain) that the posebusters package ships."""
    spec = find_spec("posebusters")
    if spec is None or spec.origin is None:
        pytest.skip("posebusters is not installed")
    return Path(spec.origin).parent / "datasets" / "pdb"


ACETATE_MOL2 = """@<TRIPOS>MOLECULE
acetate
    7     6     1     0     0
SMALL
NO_CHARGES

@<TRIPOS>ATOM
      1 C1          0.0000    0.0000    0.0000 C.3       1 ACT         0.0000
      2 C2          1.5200    0.0000    0.0000 C.2       1 ACT         0.0000
      3 O1          2.1500    1.0800    0.0000 O.co2     1 ACT         0.0000
      4 O2          2.1500   -1.0800    0.0000 O.co2     1 ACT         0.0000
      5 H1         -0.3600    1.0200    0.0000 H         1 ACT         0.0000
      6 H2         -0.3600   -0.5100    0.8900 H         1 ACT         0.0000
      7 H3         -0.3600   -0.5100   -0.8900 H         1 ACT         0.0000
@<TRIPOS>BOND
     1     2     1 1
     2     2     3 ar
     3     2     4 ar
     4     1     5 1
     5     1     6 1
     6     1     7 1
@<TRIPOS>SUBSTRUCTURE
     1 ACT         1
"""


@pytest.fixture
def acetate_mol2() -> str:
    """Acetate with hydrogens, bonds deliberately not in the order of atoms."""
    return ACETATE_MOL2


ACETATE_SDF = """acetate
  by hand

  4  3  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.5200    0.0000    0.0000 C   0  0
    2.1500    1.0800    0.0000 O   0  0
    2.1500   -1.0800    0.0000 O   0  5
  2  1  1  0
  2  3  2  0
  2  4  1  0
M  CHG  1   4  -1
M  END
$$$$
"""


@pytest.fixture
def acetate_sdf() -> str:
    """Acetate without hydrogens, V2000."""
    return ACETATE_SDF
