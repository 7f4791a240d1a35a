"""Time reading: pocket and ligand to a complex, and a whole protein to a molecule with bonds.

    python benchmarks/bench_read.py POCKET LIGAND [PROTEIN] [--repeats 30]

Without arguments the largest entry that the posebusters package ships is used. Times are the
median and the best of the repeats, in milliseconds, after one warm-up run.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from misibench.structure import load_complex, read_molecule


def timed(action: Callable[[], object], repeats: int) -> str:
    """Median and best time of an action after one warm-up, in words."""
    action()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - start))
    return f"median {statistics.median(times):6.1f} ms, best {min(times):6.1f} ms"


def shipped() -> tuple[Path, Path]:
    """Files of the largest complex that posebusters ships."""
    spec = find_spec("posebusters")
    if spec is None or spec.origin is None:
        raise SystemExit("posebusters is not installed; name the files")
    folder = Path(spec.origin).parent / "datasets" / "pdb" / "1of6"
    return folder / "1of6_protein_one_lig_removed.pdb", folder / "1of6_ligand.sdf"


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pocket", nargs="?", type=Path)
    parser.add_argument("ligand", nargs="?", type=Path)
    parser.add_argument("protein", nargs="?", type=Path)
    parser.add_argument("--repeats", type=int, default=30)
    chosen = parser.parse_args()
    pocket, ligand = (chosen.pocket, chosen.ligand) if chosen.ligand else shipped()
    structure = load_complex(pocket, ligand, complex_id="bench")
    print(
        f"complex, {len(structure.receptor)} + {len(structure.ligand)} atoms: ",
        timed(lambda: load_complex(pocket, ligand, complex_id="bench"), chosen.repeats),
    )
    protein = chosen.protein or pocket
    molecule = read_molecule(protein)
    print(
        f"molecule, {len(molecule)} atoms, {len(molecule.bonds)} bonds: ",
        timed(lambda: read_molecule(protein), chosen.repeats),
    )


if __name__ == "__main__":
    main()
