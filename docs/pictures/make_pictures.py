"""Draw the pictures of the README and the pages from a demo build.

Run after ``make demo``: ``.venv/bin/python docs/pictures/make_pictures.py demo/dataset``
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from misibench.dataset import read_questions
from misibench.records import Question

HERE = Path(__file__).parent
SIDE = 420
GAP = 6
FONT = "DejaVuSans.ttf"


def sheet(folder: Path, question: Question, captions: list[str], columns: int) -> Image.Image:
    """Lay the pictures of a question out in rows, a caption under each."""
    import matplotlib

    font_file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / FONT
    font = ImageFont.truetype(str(font_file), 17)
    rows = -(-len(captions) // columns)
    step = SIDE + GAP
    canvas = Image.new("RGB", (columns * step - GAP, rows * (step + 26)), "white")
    draw = ImageDraw.Draw(canvas)
    for place, (caption, image) in enumerate(zip(captions, question.images, strict=True)):
        left, top = place % columns * step, place // columns * (step + 26)
        picture = Image.open(folder / image).convert("RGB")
        canvas.paste(picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS), (left, top))
        draw.text((left + 4, top + SIDE + 3), caption, fill="black", font=font)
    return canvas


def main(folder: Path) -> None:
    """Write the pictures."""
    rotation = next(iter(read_questions(folder, "rotation")))
    captions = ["1: front", "2: left", "3: top", "4: front, after a rotation"]
    save(sheet(folder, rotation, captions, 4), "question_rotation.png")
    print(rotation.id, rotation.answer)
    bonded = next(
        one
        for one in read_questions(folder, "residue_ligand_interaction")
        if one.answer.count(";") >= 0 and one.answer != "No"
    )
    views = ["1: front", "2: left", "3: top", "4: back", "5: right", "6: bottom"]
    save(sheet(folder, bonded, views, 3), "question_residue.png")
    print(bonded.id, bonded.answer)


def save(picture: Image.Image, name: str) -> None:
    """Write a picture with a palette, which keeps it small."""
    picture.quantize(128).save(HERE / name, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
