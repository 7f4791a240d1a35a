"""How many atoms the six views show, and how many labels are covered, on the demo's complexes.

    python benchmarks/visible_atoms.py [POCKET LIGAND] [--look chimerax]

An atom counts as seen in a view where at least 4 pixels show it; a label as covered where other
labels overlap more than half of its rectangle.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from misibench.rendering import Renderer, visibility
from misibench.rendering.occlusion import LEAST_PIXELS
from misibench.scene import Look, PictureOptions, Shot, View, annotate
from misibench.structure import load_complex

MOST_COVERED = 0.5


def shipped() -> list[tuple[Path, Path]]:
    """Files of the complexes that the posebusters package ships."""
    spec = find_spec("posebusters")
    if spec is None or spec.origin is None:
        raise SystemExit("posebusters is not installed; name the files")
    folder = Path(spec.origin).parent / "datasets" / "pdb"
    return [
        (one / f"{one.name}_protein_one_lig_removed.pdb", one / f"{one.name}_ligand.sdf")
        for one in sorted(path for path in folder.iterdir() if path.is_dir())
    ]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pocket", nargs="?", type=Path)
    parser.add_argument("ligand", nargs="?", type=Path)
    parser.add_argument("--look", choices=[str(look) for look in Look], default="chimerax")
    chosen = parser.parse_args()
    pairs = [(chosen.pocket, chosen.ligand)] if chosen.ligand else shipped()
    renderer = Renderer(options=PictureOptions(look=Look(chosen.look)))
    print(f"{'complex':<12}{'atoms':>7}{'seen in 1 view':>16}{'in 2':>8}{'ligand in 1':>13}"
          f"{'in 2':>8}{'labels covered':>16}")  # fmt: skip
    for files in pairs:
        annotation = annotate(load_complex(*files, complex_id=files[1].stem), ())
        views = []
        covered = []
        for view in View:
            found = visibility(renderer.scene(annotation, Shot(view)), renderer=renderer)
            views.append(found.areas >= LEAST_PIXELS)
            covered.append((found.label_covered > MOST_COVERED).mean())
        times = np.sum(views, axis=0)
        ligand = found.scene.is_ligand
        shares = [
            100 * (times[group] >= least).mean()
            for group in (np.ones(len(times), bool), ligand)
            for least in (1, 2)
        ]
        print(f"{files[1].stem:<12}{len(times):>7}{shares[0]:>14.1f} %{shares[1]:>6.1f} %"
              f"{shares[2]:>11.1f} %{shares[3]:>6.1f} %"
              f"{100 * np.mean(covered):>14.1f} %")  # fmt: skip


if __name__ == "__main__":
    main()
