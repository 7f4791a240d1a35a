"""Milliseconds per complex for hydrogen bonds: ours, and PLIP and ProLIF where installed.

Run by hand on a folder in PDBbind layout::

    python benchmarks/bench_hbonds.py STRUCTURES --every 10

All programs get the same complexes in the same run, one process, everything read beforehand. Each
figure is the median over complexes of the best of three repeats, in milliseconds of processor
time; atom types and bonds are perceived anew every time. Reading the files is timed apart, once.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from misibench.errors import MisiError
from misibench.hbonds import compare_tools, find_hydrogen_bonds
from misibench.hbonds.ambiguity import mark_bonds
from misibench.hbonds.compare import COMPARED_TOOLS
from misibench.hbonds.idatm import idatm_types
from misibench.structure import Complex, load_complex

REPEATS = 3


def best_ms(work: Callable[[], object], repeats: int) -> float:
    """Shortest of some runs, milliseconds of processor time: other work has no say in it."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(1000 * (time.process_time() - start))
    return min(times)


def fresh(structure: Complex) -> Complex:
    """The complex without anything it remembers from earlier work."""
    for molecule in (structure.receptor, structure.ligand):
        for name in ("neighbours", "residue_atoms", "is_hydrogen"):
            molecule.__dict__.pop(name, None)
    return structure


def load(source: Path, every: int) -> tuple[list[Complex], list[float]]:
    """Complexes of a folder in PDBbind layout, and how long reading each took, ms."""
    complexes, times = [], []
    for folder in sorted(one for one in source.iterdir() if one.is_dir())[::every]:
        pocket = folder / f"{folder.name}_pocket.pdb"
        ligand = folder / f"{folder.name}_ligand.mol2"
        if not pocket.is_file() or not ligand.is_file():
            continue
        start = time.process_time()
        try:
            complexes.append(load_complex(pocket, ligand, complex_id=folder.name))
        except MisiError as error:
            print(f"left out: {error}")
            continue
        times.append(1000 * (time.process_time() - start))
    return complexes, times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("--every", type=int, default=10, help="use every so many complexes")
    arguments = parser.parse_args()
    complexes, reading = load(arguments.source, arguments.every)
    heavy = [int((~one.receptor.is_hydrogen).sum()) for one in complexes]
    total = [len(one.receptor) for one in complexes]
    print(
        f"{len(complexes)} complexes; median receptor {statistics.median(heavy):.0f} heavy atoms, "
        f"{statistics.median(total):.0f} with hydrogens"
    )
    for one in complexes:  # fill the tables that residues of one kind share
        find_hydrogen_bonds(one)
    rows = {"reading both files": reading}
    rows["types and bonds"] = [
        best_ms(lambda one=one: find_hydrogen_bonds(fresh(one)), REPEATS) for one in complexes
    ]
    types = [(idatm_types(one.receptor), idatm_types(one.ligand)) for one in complexes]
    rows["bonds, types known"] = [
        best_ms(lambda one=one, t=t: find_hydrogen_bonds(one, types=t), REPEATS)
        for one, t in zip(complexes, types, strict=True)
    ]
    rows |= compared(complexes)
    ours = statistics.median(rows["types and bonds"])
    for name, values in rows.items():
        median = statistics.median(values)
        ratio = f", {median / ours:.0f} times ours" if name in COMPARED_TOOLS else ""
        print(
            f"{name:>20}: median {median:8.2f} ms, slowest {max(values):8.2f} ms "
            f"({len(values)} complexes){ratio}"
        )


def compared(complexes: list[Complex]) -> dict[str, list[float]]:
    """Times of the other programs where they run, and how far they agree."""
    try:
        results = [compare_tools(one) for one in complexes]
    except MisiError as error:
        print(error)
        return {}
    own = [{(b.receptor_atom, b.ligand_atom) for b in find_hydrogen_bonds(o)} for o in complexes]
    rows = {}
    for place, (tool, find) in enumerate(COMPARED_TOOLS.items()):
        ran = [i for i, result in enumerate(results) if result[place].pairs is not None]
        for result in results:
            if result[place].pairs is None:
                print(f"{tool} {result[place].reason}")
        if not ran:
            continue
        theirs = [results[i][place].pairs or frozenset() for i in ran]
        print(
            f"{tool} {results[ran[0]][place].version}: {sum(map(len, theirs))} pairs, "
            f"{sum(len(t & own[i]) for t, i in zip(theirs, ran, strict=True))} of our "
            f"{sum(len(own[i]) for i in ran)} among them"
        )
        rows[tool] = [best_ms(lambda i=i, f=find: f(complexes[i]), REPEATS) for i in ran]
    marks = [
        mark
        for one, result in zip(complexes, results, strict=True)
        for mark in mark_bonds(find_hydrogen_bonds(one), result)
    ]
    print(
        f"marks on {len(marks)} bonds: {sum(m.near_limit for m in marks)} near a limit, "
        f"{sum(m.ambiguous and not m.near_limit for m in marks)} more refused by both, "
        f"{sum(m.ambiguous for m in marks)} ambiguous"
    )
    return rows


if __name__ == "__main__":
    main()
