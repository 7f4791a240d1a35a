"""Training questions as TRL reads them: prompt, completion and pictures in columns of their own."""

from __future__ import annotations

import json
from typing import Any

from misibench.dataset.files import writing
from misibench.dataset.pictures import QuestionRow
from misibench.export.configs import write_configs
from misibench.export.messages import media_folder
from misibench.export.rows import Exported, ExportRequest, answer_text, place_picture, rows_of

__all__ = ["export_trl", "trl_record"]


def trl_record(row: QuestionRow, images: list[str]) -> dict[str, Any]:
    """Give one training example in TRL's conversational prompt-completion form."""
    record = row.record
    asked: list[dict[str, str | None]] = []
    # all parts have both keys: Arrow columns need one type
    for number in range(1, len(images) + 1):
        asked += [
            {"type": "text", "text": f"Image {number}:"},
            {"type": "image", "text": None},
        ]
    asked.append({"type": "text", "text": record["prompt"]})
    answer = {"type": "text", "text": answer_text(record["answer"])}
    return {
        "id": record["id"],
        "prompt": [{"role": "user", "content": asked}],
        "completion": [{"role": "assistant", "content": [answer]}],
        "images": images,
    }


def export_trl(request: ExportRequest) -> Exported:
    """Write ``SPLIT.jsonl`` with absolute paths of pictures, and a ready training script."""
    media = media_folder(request)
    rows: dict[str, int] = {}
    files = []
    for split in request.splits or ("train",):
        path = request.out / f"{split}.jsonl"
        with writing(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
            rows[split] = 0
            for row in rows_of(request, split):
                images = [
                    place_picture(row, place, request).resolve().relative_to(media).as_posix()
                    for place in range(len(row.record["images"]))
                ]
                stream.write(json.dumps(trl_record(row, images), ensure_ascii=False) + "\n")
                rows[split] += 1
        files.append(path)
    written = write_configs(request.out, media, ("train_trl.py",))
    return Exported((*files, *written), rows, (f"pictures are relative to {media}",))
