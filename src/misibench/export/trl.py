"""Training questions as TRL reads them: prompt, completion and pictures in columns of their own."""

from __future__ import annotations

from typing import Any

from misibench.dataset.pictures import QuestionRow
from misibench.export.configs import write_configs
from misibench.export.messages import media_folder, write_examples
from misibench.export.rows import Exported, ExportRequest, answer_text

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
    """Write ``SPLIT.jsonl`` with paths of pictures from one folder, and a ready training script."""
    media = media_folder(request)
    files, rows = write_examples(request, media, trl_record)
    written = write_configs(request.out, media, ("train_trl.py",))
    return Exported((*files, *written), rows, (f"pictures are relative to {media}",))
