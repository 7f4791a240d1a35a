"""Training questions as JSON lines of messages: one file for ms-swift and LLaMA-Factory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from misibench.dataset.files import write_bytes, writing
from misibench.dataset.manifest import read_manifest
from misibench.dataset.pictures import QuestionRow
from misibench.export.configs import write_configs
from misibench.export.rows import Exported, ExportRequest, answer_text, place_picture, rows_of

__all__ = ["export_messages", "media_folder", "message_record", "question_text"]

IMAGE = "<image>"


def question_text(prompt: str, images: int) -> str:
    """Give the words of a question with a mark where each picture goes.

    As in ``misi eval``: every picture follows its number, the prompt comes after all pictures, so
    that a model is trained on what it will be asked.
    """
    shown = "".join(f"Image {number}:{IMAGE}\n" for number in range(1, images + 1))
    return f"{shown}\n{prompt}" if shown else prompt


def message_record(row: QuestionRow, images: list[str]) -> dict[str, Any]:
    """Give one training example: what is asked, the exact answer, the pictures in order."""
    record = row.record
    return {
        "id": record["id"],
        "messages": [
            {"role": "user", "content": question_text(record["prompt"], len(images))},
            {"role": "assistant", "content": answer_text(record["answer"])},
        ],
        "images": images,
    }


def media_folder(request: ExportRequest) -> Path:
    """Give the folder that picture paths are relative to."""
    form = read_manifest(request.directory)["settings"]["images"]
    stay = form == "paths" and request.pictures == "reference"
    return (request.directory if stay else request.out).resolve()


def export_messages(request: ExportRequest) -> Exported:
    """Write ``SPLIT.jsonl``, LLaMA-Factory's ``dataset_info.json`` and ready configurations."""
    media = media_folder(request)
    splits = request.splits or ("train",)
    rows: dict[str, int] = {}
    files = []
    for split in splits:
        path = request.out / f"{split}.jsonl"
        with writing(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
            rows[split] = 0
            for line in _lines(request, split, media):
                stream.write(line)
                rows[split] += 1
        files.append(path)
    info = request.out / "dataset_info.json"
    write_bytes(info, (json.dumps(_dataset_info(splits), indent=2) + "\n").encode())
    written = write_configs(request.out, media, ("ms_swift.sh", "llamafactory.yaml"))
    return Exported(
        (*files, info, *written),
        rows,
        (f"pictures are relative to {media} (ROOT_IMAGE_DIR, media_dir)",),
    )


def _lines(request: ExportRequest, split: str, media: Path) -> Iterator[str]:
    for row in rows_of(request, split):
        images = [
            place_picture(row, place, request).resolve().relative_to(media).as_posix()
            for place in range(len(row.record["images"]))
        ]
        yield json.dumps(message_record(row, images), ensure_ascii=False) + "\n"


def _dataset_info(splits: tuple[str, ...]) -> dict[str, Any]:
    return {
        f"misibench_{split}": {
            "file_name": f"{split}.jsonl",
            "formatting": "sharegpt",
            "columns": {"messages": "messages", "images": "images"},
            "tags": {
                "role_tag": "role",
                "content_tag": "content",
                "user_tag": "user",
                "assistant_tag": "assistant",
                "system_tag": "system",
            },
        }
        for split in splits
    }
