"""Rigidly moved, renamed copies of complexes: for scale tests only, never for results.

    .venv/bin/python benchmarks/rigid_copies.py SOURCE OUT --count 3993

SOURCE is a folder of ``<id>/<id>_pocket.pdb`` with ``<id>_ligand.mol2`` or ``.sdf``. Every copy is
a whole complex turned and shifted at random and called ``copy00017-1hsg``; a file
``THESE_ARE_COPIES.txt`` in OUT says so. A split by clusters sees through them, a random one does
not.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import numpy as np

from misibench.structure.sources import find_inputs

WARNING = """These are rigidly moved copies of a few complexes, made to test how the builder
scales. Nothing measured on questions about them means anything.
"""


def main() -> None:
    """Write the copies."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=3993)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    rows = [row for row in find_inputs(chosen.source) if row.receptor and row.ligand]
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / "THESE_ARE_COPIES.txt").write_text(WARNING)
    for number in range(chosen.count):
        row = rows[number % len(rows)]
        name = f"copy{number:05d}-{row.id}"
        rng = np.random.default_rng([chosen.seed, number])
        rotation, shift = random_rotation(rng), rng.uniform(-40.0, 40.0, 3)
        home = chosen.out / name
        home.mkdir(exist_ok=True)
        role = "pocket" if row.is_pocket else "protein"
        for path, ending in ((row.receptor, f"_{role}{row.receptor.suffix}"),
                             (row.ligand, f"_ligand{row.ligand.suffix}")):  # fmt: skip
            text = path.read_text()
            (home / f"{name}{ending}").write_text(MOVERS[path.suffix](text, rotation, shift))


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """Give a rotation matrix, uniform over all rotations (Shoemake 1992)."""
    w, x, y, z = (q := rng.normal(size=4)) / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def move_pdb(text: str, rotation: np.ndarray, shift: np.ndarray) -> str:
    """Move the atoms of a PDB file; columns 31 to 54."""
    lines = []
    for line in text.splitlines():
        if line.startswith(("ATOM", "HETATM")):
            place = np.array([float(line[start : start + 8]) for start in (30, 38, 46)])
            x, y, z = rotation @ place + shift
            line = f"{line[:30]}{x:8.3f}{y:8.3f}{z:8.3f}{line[54:]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def move_mol2(text: str, rotation: np.ndarray, shift: np.ndarray) -> str:
    """Move the atoms of a mol2 file: the third to fifth word of atom lines."""
    lines, section = [], ""
    for line in text.splitlines():
        if line.startswith("@<TRIPOS>"):
            section = line.strip()
        elif section == "@<TRIPOS>ATOM" and line.strip():
            match = re.match(r"(\s*\S+\s+\S+\s+)(\S+\s+\S+\s+\S+)(.*)", line)
            x, y, z = rotation @ np.array([float(word) for word in match[2].split()]) + shift
            line = f"{match[1]}{x:10.4f}{y:10.4f}{z:10.4f}{match[3]}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def move_sdf(text: str, rotation: np.ndarray, shift: np.ndarray) -> str:
    """Move the atoms of a V2000 file: columns 1 to 30 of as many lines as the fourth says."""
    lines = text.splitlines()
    for place in range(4, 4 + int(lines[3][:3])):
        line = lines[place]
        at = np.array([float(line[start : start + 10]) for start in (0, 10, 20)])
        x, y, z = rotation @ at + shift
        lines[place] = f"{x:10.4f}{y:10.4f}{z:10.4f}{line[30:]}"
    return "\n".join(lines) + "\n"


MOVERS = {".pdb": move_pdb, ".mol2": move_mol2, ".sdf": move_sdf}

if __name__ == "__main__":
    main()
