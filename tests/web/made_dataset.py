"""Small datasets in the documented folder format, made by hand: no structures, no renderer.

Every place where a truth stands (answers, truths, meta, file names, picture metadata) carries
``CANARY``, so that a test can look for it in what a browser received.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from misibench.dataset.embed import embedded_table
from misibench.dataset.manifest import write_manifest
from misibench.dataset.questions import question_record, questions_table, write_parquet
from misibench.records import Question

CANARY = "CANARY7Q"
ZERO = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
MOVES = ("move x 3", "move y -2", "move x -4", "move y 1")
ROLLS = ("roll y 15", "roll x -75", "roll z 90", "roll y -30")
# values that no other task's answers have, so that an answer found in a page was given away
OPTIONS = ("move x 7, move y 9", "move x -7, move y 9", "move x 7, move y -9", "move x 6, move y 8")
RESIDUES = (("ARG", 45, "", "A"), ("SER", 52, "A", "B"), ("GLY", -3, "", ""))
ATOMS = {
    "ARG": ("N", "CA", "C", "O", "NE", "NH1", "NH2"),
    "SER": ("N", "CA", "C", "O", "OG"),
    "GLY": ("N", "CA", "C", "O"),
}
LIGAND = ("C1", "O1B", "N2", "C3'")
SIX = ("front", "left", "top", "back", "right", "bottom")
COUNTS = {"T1": 4, "T2": 4, "T3": 4, "T4": 6, "T5": 11, "T6": 8, "T7": 7, "T8": 6, "T9": 6}
NAMES = {
    "T1": "translation", "T2": "rotation", "T3": "zooming", "T4": "residue_ligand_interaction",
    "T5": "translation_rotation", "T6": "rotation_rotation", "T7": "ligand_docking",
    "T8": "interaction_location", "T9": "pocket_ligand_interaction",
}  # fmt: skip
FULL_BOND = {
    "res_name": "SER", "res_number": 52, "ins_code": "A", "chain": "B", "res_atom": "OG",
    "lig_atom": "O1B",
}  # fmt: skip


def _content(code: str, place: int) -> tuple[str, dict[str, Any], tuple[str, ...]]:
    """Give answer, truth and options of a question."""
    if code == "T1":
        answer = MOVES[place % 4]
        return answer, {"axis": answer.split()[1], "value": int(answer.split()[2])}, ()
    if code == "T2":
        answer = ROLLS[place % 4]
        return answer, {"axis": answer.split()[1], "value": int(answer.split()[2])}, ()
    if code == "T3":
        value = 40 + 7 * place % 21
        return f"move z {value}", {"axis": "z", "value": value, "camera_distance": 90.0}, ()
    if code == "T4":
        residue = dict(zip(("res_name", "res_number", "ins_code", "chain"), RESIDUES[place % 2],
                           strict=True))  # fmt: skip
        atoms = ("NH1", "NH2") if place % 2 == 0 else ()
        bonds = [{"res_atom": atom, "lig_atom": "O1B"} for atom in atoms]
        answer = "Yes: " + "; ".join(f"ARG {atom}, O1B" for atom in atoms) if atoms else "No"
        return answer, {**residue, "bonds": bonds, "case_matters": False}, ()
    letter = "ABCD"[place % 4]
    if code == "T5":
        truth = {"move_axis": "x", "move_value": 2, "roll_axis": "y", "roll_value": 15}
        return letter, {**truth, "option": letter}, tuple(f"image {n}" for n in (8, 9, 10, 11))
    if code == "T6":
        truth = {"first_axis": "x", "first_value": 30, "second_axis": "y", "second_value": 15}
        return letter, {**truth, "option": letter}, tuple(f"image {n}" for n in (5, 6, 7, 8))
    if code == "T7":
        truth = {"roll_axis": "x", "roll_value": 75, "move_axis": "x", "move_value": -14,
                 "ligand_tensor": ZERO}  # fmt: skip
        return "roll x 75, move x -14", truth, ()
    if code == "T8":
        truth = {"move_x": 7, "move_y": 9, "bond": FULL_BOND, "option": letter}
        return letter, truth, OPTIONS
    answer = "SER 52A OG B, O1B; GLY -3 N _, N2"
    other = {**FULL_BOND, "res_name": "GLY", "res_number": -3, "ins_code": "", "chain": "",
             "res_atom": "N", "lig_atom": "N2"}  # fmt: skip
    return answer, {"bonds": [FULL_BOND, other], "case_matters": False}, ()


def made_question(code: str, complex_id: str, place: int, split: str) -> Question:
    """Make one question; its pictures are named after its truth, as in built datasets."""
    answer, truth, options = _content(code, place)
    key = {"T4": ("A:45", "B:52A")[place % 2], "T8": "B:52A"}.get(code, f"{place:02d}")
    described = answer.replace(" ", "_").replace(",", "") if " " in answer else "move_x_2"
    names = [f"complex_{view}" for view in SIX[: COUNTS[code]]]
    if code == "T4":
        names = [f"residue_A45_i0_{view}" for view in SIX]
    if code in ("T1", "T2", "T3"):
        names = ["complex_front", "complex_left", "complex_top", f"complex_front_{described}"]
    names += [f"complex_front_{CANARY}_{n}" for n in range(len(names), COUNTS[code])]
    listed = "\n".join(f"{a}. {text}" for a, text in zip("ABCD", options, strict=False))
    asked = f"Look at the {COUNTS[code]} pictures of <a> complex & say what you see."
    return Question(
        id=f"{code}/{complex_id}/{key}",
        task=NAMES[code],
        split=split,
        complex_id=complex_id,
        reference_id="9ref" if code == "T5" else None,
        images=tuple(f"images/{complex_id}/{name}.png" for name in names),
        prompt=f"{asked}\n{listed}\n",
        answer=answer,
        options=options,
        truth={**truth, "canary": CANARY},
        meta={"task_version": 1, "canary": CANARY,
              **({"bonds": 2} if code in ("T4", "T8", "T9") else {})},
    )  # fmt: skip


def annotation(complex_id: str) -> dict[str, Any]:
    """Make an annotation: three residues on a row, four ligand atoms above, one bond."""
    pocket, residues = [], []
    for index, (name, number, insertion, chain) in enumerate(RESIDUES):
        residues.append({"index": index, "name": name, "number": number, "ins_code": insertion,
                         "chain": chain})  # fmt: skip
        for place, atom in enumerate(ATOMS[name]):
            xyz = [1.4 * place - 4.0, 3.0 * index - 3.0, 0.0]
            pocket.append({"residue": index, "name": atom, "element": atom[0], "xyz": xyz,
                           "screen": [xyz[0], xyz[1], xyz[2] - 40.0], "drawn": True})  # fmt: skip
        pocket.append({"residue": index, "name": "H", "element": "H", "xyz": [0.0, 0.0, 0.0],
                       "screen": [0.0, 0.0, -40.0], "drawn": False})  # fmt: skip
    ligand = [
        {"label": label, "name": label, "element": label[0], "xyz": [1.3 * n - 2.0, 2.0, 2.0],
         "screen": [1.3 * n - 2.0, 2.0, -38.0], "drawn": True}
        for n, label in enumerate(LIGAND)
    ]  # fmt: skip
    return {
        "id": complex_id,
        "camera": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 40.0]],
        "fov_deg": 30.0,
        "centre": [0.2, 0.0, 1.0],
        "residues": residues,
        "pocket_atoms": pocket,
        "ligand_name": "LIG",
        "ligand_atoms": ligand,
        "ligand_bonds": [[0, 1], [1, 2], [2, 3]],
        "hbonds": [{**FULL_BOND, "donor": "protein", "distance": 2.9, "lig_index": 1}],
        "notes": {},
    }


def _picture(path: Path, text: str, size: int) -> None:
    # a picture of its own for every file, with metadata that gives the truth away
    seed = int.from_bytes(text.encode()[-8:].rjust(8, b"\0"), "big")
    rng = np.random.default_rng(seed)
    pixels = rng.integers(0, 8, size=(size, size), dtype=np.uint8)
    picture = Image.fromarray(pixels).convert("P")
    note = PngInfo()
    note.add_text("Title", f"{CANARY} {text}")
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, pnginfo=note)


def make_dataset(
    folder: Path,
    test_complexes: tuple[str, ...] = ("1aaa", "2bbb"),
    train_complexes: tuple[str, ...] = ("3ccc",),
    places: int = 2,
    size: int = 32,
    embedded: bool = False,
) -> Path:
    """Make a dataset with ``places`` questions per task and complex; tiny is all of test."""
    complexes = {**dict.fromkeys(test_complexes, "test"), **dict.fromkeys(train_complexes, "train")}
    for complex_id in complexes:
        path = folder / "annotations" / f"{complex_id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(annotation(complex_id)))
    counts: dict[str, dict[str, int]] = {}
    for code, task in NAMES.items():
        by_split: dict[str, list[dict[str, Any]]] = {"train": [], "test": [], "tiny": []}
        for complex_id, split in complexes.items():
            for place in range(1 if code in ("T8", "T9") else places):
                question = made_question(code, complex_id, place, split)
                by_split[split].append(question_record(question))
                for image in question.images:
                    if not (folder / image).exists():
                        _picture(folder / image, image, size)
        by_split["tiny"] = by_split["test"]
        schema = questions_table([*by_split["train"], *by_split["test"]]).schema
        for name, records in by_split.items():
            table = questions_table(records, like=schema)
            path = folder / task / f"{name}.parquet"
            if embedded:
                embedded_table(table, lambda name: (folder / name).read_bytes(), path)
            else:
                write_parquet(table, path)
        counts[task] = {name: len(records) for name, records in by_split.items()}
    _write_rest(folder, complexes, counts, size)
    return folder


def _write_rest(
    folder: Path, complexes: dict[str, str], counts: dict[str, dict[str, int]], size: int
) -> None:
    rows = [{"id": one, "kept": True, "split": split, "n_hbonds": 1}
            for one, split in complexes.items()]  # fmt: skip
    write_parquet(pa.Table.from_pylist(rows), folder / "complexes.parquet")
    write_manifest(
        folder,
        {
            "name": folder.name, "seed": 0, "settings": {"width": size, "height": size},
            "tasks": {task: {"version": 1} for task in counts}, "counts": {"questions": counts},
        },
    )  # fmt: skip


def make_large_dataset(folder: Path, rows: int = 100_000) -> Path:
    """Make a dataset of many questions that share the few pictures of one complex."""
    make_dataset(folder, ("1aaa",), (), places=1)
    counts: dict[str, dict[str, int]] = {}
    share = rows // len(NAMES)
    prompt = "A prompt of the usual length. " * 60
    for rank, (code, task) in enumerate(NAMES.items()):
        number = share + (rows - share * len(NAMES) if rank == 0 else 0)
        base = question_record(made_question(code, "1aaa", 0, "test"))
        base["prompt"] = prompt
        small = questions_table([base])
        table = small.take(pa.array(np.zeros(number, dtype=np.int64)))
        ids = [f"{code}/c{n // 9:05d}/{n % 9:02d}" for n in range(number)]
        table = table.set_column(0, "id", pa.array(ids))
        table = table.set_column(3, "complex_id", pa.array([one.split("/")[1] for one in ids]))
        for split in ("train", "test", "tiny"):
            part = table if split == "test" else table.slice(0, 50 if split == "tiny" else 0)
            write_parquet(part, folder / task / f"{split}.parquet")
        counts[task] = {"train": 0, "test": number, "tiny": 50}
    _write_rest(folder, {"1aaa": "test"}, counts, 32)
    return folder
