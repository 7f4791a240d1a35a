"""Write docs/pictures/side_by_side.png: ChimeraX's pictures beside this project's.

    MISIBENCH_REFERENCE=DIR python validation/side_by_side.py [--out FILE] [--font FILE]

DIR holds reference/chimerax and structures. Prints the SSIM of every reference picture, as the
table in docs/explanations/pictures.md has them.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from skimage.metrics import structural_similarity

from misibench.geometry import Move, Roll
from misibench.rendering import Renderer
from misibench.rendering.glyphs import default_font_path
from misibench.scene import Annotation, PictureOptions, Shot, View, annotate
from misibench.structure import load_complex

REFERENCE = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared"))
PICTURES = REFERENCE / "reference" / "chimerax"
CHOSEN = (("8b8h", "views_front"), ("6nhb", "roll_x_-60_front"), ("7ujf", "move_z_45_front"))
SIDE, MARGIN, HEAD = 470, 8, 26


def annotation_of(name: str) -> Annotation:
    """Read one of the reference complexes."""
    folder = REFERENCE / "structures" / name
    files = folder / f"{name}_pocket.pdb", folder / f"{name}_ligand.mol2"
    return annotate(load_complex(*files, complex_id=name), ())


def shot_of(stem: str) -> Shot:
    """Give the shot of a reference picture by its file name."""
    words = stem.split("_")
    if words[0] in ("views", "nolabel"):
        return Shot(view=View(words[1]))
    kind = Move if words[0] == "move" else Roll
    return Shot(motions=(kind(words[1], float(words[2])),))  # type: ignore[arg-type]


def sheet(font: str | None) -> Image.Image:
    """Lay the chosen pictures out, ChimeraX left."""
    width = 2 * SIDE + 3 * MARGIN
    page = Image.new("RGB", (width, HEAD + len(CHOSEN) * (SIDE + MARGIN)), (40, 40, 40))
    letters = ImageFont.truetype(default_font_path(), 15)
    pen = ImageDraw.Draw(page)
    for column, title in enumerate(("ChimeraX 1.12", "misibench")):
        pen.text((MARGIN + column * (SIDE + MARGIN) + 4, 4), title, (255, 255, 255), letters)
    renderer = Renderer(options=PictureOptions(rgb=True, font=font))
    for row, (name, stem) in enumerate(CHOSEN):
        with Image.open(PICTURES / name / f"{stem}.png") as image:
            theirs = image.convert("RGB")
        ours = Image.fromarray(renderer.picture(annotation_of(name), shot_of(stem)).rgb())
        for column, picture in enumerate((theirs, ours)):
            small = picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
            page.paste(small, (MARGIN + column * (SIDE + MARGIN), HEAD + row * (SIDE + MARGIN)))
    return page.quantize(96, dither=Image.Dither.NONE)


def table(font: str | None) -> None:
    """Print least, mean and greatest SSIM per kind of picture."""
    found: dict[str, list[float]] = {}
    renderers = {
        labels: Renderer(options=PictureOptions(labels=labels, font=font))
        for labels in (True, False)
    }
    for folder in sorted(path for path in PICTURES.iterdir() if path.is_dir()):
        annotation = annotation_of(folder.name)
        for path in sorted(folder.glob("*.png")):
            renderer = renderers[not path.stem.startswith("nolabel")]
            ours = Image.fromarray(renderer.picture(annotation, shot_of(path.stem)).rgb())
            with Image.open(path) as image:
                theirs = image.convert("RGB").convert("L")
            value = structural_similarity(np.asarray(ours.convert("L")), np.asarray(theirs))
            kind = path.stem if "_z_" in path.stem else path.stem.split("_")[0]
            found.setdefault(kind, []).append(float(value))
    for kind, values in found.items():
        print(
            f"{kind:<18}{len(values):>4}  least {min(values):.4f}  mean {np.mean(values):.4f}"
            f"  greatest {max(values):.4f}"
        )


def main() -> None:
    """Write the sheet and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/side_by_side.png"))
    parser.add_argument("--font", help="font file for labels (DejaVu Sans if not given)")
    chosen = parser.parse_args()
    sheet(chosen.font).save(chosen.out, optimize=True)
    print(f"{chosen.out}: {chosen.out.stat().st_size / 1000:.0f} kB")
    table(chosen.font)


if __name__ == "__main__":
    main()
