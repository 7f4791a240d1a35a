"""A TSV file and a dataset class for VLMEvalKit, scoring delegated to this package.

Written to the schema of VLMEvalKit's ``ImageBaseDataset`` (columns index, image_path, question,
answer, category, A to D): the kit is not on PyPI, so it could not be run here.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

from misibench.dataset.files import write_bytes, writing
from misibench.errors import UsageError
from misibench.export.rows import Exported, ExportRequest, place_picture, rows_of

__all__ = ["export_vlmevalkit"]

COLUMNS = ("index", "image_path", "question", "answer", "category", "A", "B", "C", "D", "record")

_CLASS = '''\
"""misibench for VLMEvalKit: put this file into vlmeval/dataset and add MisiBench to the list
IMAGE_DATASET in vlmeval/dataset/__init__.py. Needs misibench in the same environment.
"""

import json

import pandas as pd
from misibench.export.harness import question_parts, score_reply

from ..smp import dump, load, toliststr
from .image_base import ImageBaseDataset

TSV = {tsv!r}


class MisiBench(ImageBaseDataset):
    TYPE = "VQA"
    DATASET_URL = {{{name!r}: TSV}}
    DATASET_MD5 = {{{name!r}: None}}

    def load_data(self, dataset):
        return pd.read_csv(TSV, sep="\\t", dtype=str, keep_default_na=False)

    def build_prompt(self, line):
        if isinstance(line, int):
            line = self.data.iloc[line]
        paths = toliststr(line["image_path"])
        return [
            {{"type": "text", "value": part}}
            if isinstance(part, str)
            else {{"type": "image", "value": paths[part]}}
            for part in question_parts(line["question"], len(paths))
        ]

    def evaluate(self, eval_file, **judge_kwargs):
        replies = load(eval_file)
        scores = [
            score_reply(str(reply), json.loads(record))
            for reply, record in zip(replies["prediction"], replies["record"])
        ]
        replies["exact"] = [score.exact for score in scores]
        replies["weighted"] = [score.paper for score in scores]
        dump(replies, eval_file.rsplit(".", 1)[0] + "_scored.xlsx")
        means = replies.groupby("category")[["exact", "weighted"]].mean() * 100
        return means.reset_index()
'''


def export_vlmevalkit(request: ExportRequest) -> Exported:
    """Write ``misibench_SPLIT.tsv`` with paths of pictures, and the class that reads it.

    The column ``record`` holds the question's truth as JSON, for scoring.

    Raises
    ------
    UsageError
        If more than one split is asked for.
    """

    if len(request.splits) > 1:
        raise UsageError("--split", ", ".join(request.splits), "one split for VLMEvalKit")
    split = (request.splits or ("test",))[0]
    path = request.out / f"misibench_{split}.tsv"
    count = 0
    with writing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows_of(request, split):
            record = row.record
            images = [
                str(place_picture(row, place, request).resolve())
                for place in range(len(record["images"]))
            ]
            options = [*record["options"], "", "", "", ""][:4]
            kept = {key: value for key, value in record.items() if key not in ("images", "prompt")}
            writer.writerow(
                [
                    record["id"],
                    repr(images),  # the kit reads lists with Python's literal_eval
                    record["prompt"],
                    record["answer"],
                    record["task"],
                    *options,
                    json.dumps({**kept, "prompt": ""}, ensure_ascii=False),
                ]
            )
            count += 1
    module = request.out / "misibench_vlmevalkit.py"
    text = _CLASS.format(tsv=str(path.resolve()), name=_kit_name(path))
    write_bytes(module, text.encode())
    return Exported(
        (path, module), {split: count}, (f"copy {module.name} into vlmeval/dataset, see its top",)
    )


def _kit_name(path: Path) -> str:
    return path.stem
