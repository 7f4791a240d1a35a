"""Training questions as JSON lines of messages: one file for ms-swift and LLaMA-Factory."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from misibench.dataset.files import write_bytes, writing
from misibench.dataset.manifest import read_manifest
from misibench.dataset.pictures import QuestionRow
from misibench.export.configs import write_configs
from misibench.export.rows import Exported, ExportRequest, answer_text, place_picture, rows_of

__all__ = ["export_messages", "media_folder", "message_record", "question_text", "write_examples"]

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
    files, rows = write_examples(request, media, message_record)
    info = request.out / "dataset_info.json"
    write_bytes(info, (json.dumps(_dataset_info(tuple(rows)), indent=2) + "\n").encode())
    written = write_configs(request.out, media, ("ms_swift.sh", "llamafactory.yaml"))
    return Exported(
        (*files, info, *written),
        rows,
        (f"pictures are relative to {media} (ROOT_IMAGE_DIR, media_dir)",),
    )


def write_examples(
    request: ExportRequest,
    media: Path,
    example: Callable[[QuestionRow, list[str]], dict[str, Any]],
) -> tuple[list[Path], dict[str, int]]:
    """Write ``SPLIT.jsonl`` of every split asked for, train by default; give files and rows.

    Parameters
    ----------
    media
        The folder that picture paths are relative to.
    example
        Makes a line of a question and the paths of its pictures.
    """
    files: list[Path] = []
    rows: dict[str, int] = {}
    for split in request.splits or ("train",):
        path = request.out / f"{split}.jsonl"
        count = 0
        with writing(path) as temporary, temporary.open("w", encoding="utf-8") as stream:
            for row in rows_of(request, split):
                images = [
                    place_picture(row, place, request).resolve().relative_to(media).as_posix()
                    for place in range(len(row.record["images"]))
                ]
                stream.write(json.dumps(example(row, images), ensure_ascii=False) + "\n")
                count += 1
        files.append(path)
        rows[split] = count
    return files, rows


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
