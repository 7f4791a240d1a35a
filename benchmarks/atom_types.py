"""CPU time of atom typing per complex, for a folder of PDBbind-style structure folders.

    python benchmarks/atom_types.py STRUCTURES

Reading is not counted. Neighbour lists are, since typing is the first to ask for them. Every
file is typed once, so that remembered templates and rings help only as they do in a real run.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import fmean, median

from misibench.hbonds.idatm import idatm_types, ring_set
from misibench.structure.molecule import Molecule
from misibench.structure.reading import read_molecule


def milliseconds(molecule: Molecule) -> tuple[float, float]:
    """CPU time of types (neighbour lists included) and of the rings of all residues."""
    start = time.process_time_ns()
    idatm_types(molecule)
    typed = time.process_time_ns()
    ring_set(molecule)
    return (typed - start) / 1e6, (time.process_time_ns() - typed) / 1e6


def main(folder: Path) -> None:
    """Print median, mean and slowest for pockets, ligands and both together."""
    rows: dict[str, list[float]] = {}
    atoms: list[int] = []
    for path in sorted(one for one in folder.iterdir() if one.is_dir()):
        total = 0.0
        for part in ("pocket.pdb", "ligand.mol2"):
            source = path / f"{path.name}_{part}"
            if not source.is_file():
                continue
            molecule = read_molecule(source)
            if part == "pocket.pdb":
                atoms.append(len(molecule))
            types, rings = milliseconds(molecule)
            rows.setdefault(f"{part} types", []).append(types)
            rows.setdefault(f"{part} rings", []).append(rings)
            total += types + rings
        rows.setdefault("complex, all", []).append(total)
    print(f"{len(atoms)} pockets, median {median(atoms):.0f} atoms")
    for name, values in rows.items():
        print(
            f"{name:20s} median {median(values):5.2f}  mean {fmean(values):5.2f}"
            f"  slowest {max(values):5.1f} ms"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
