"""Croissant metadata (MLCommons, version 1.0) of a dataset: what each table and column is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.files import sha256_of, write_bytes
from misibench.dataset.load import SPLITS
from misibench.dataset.manifest import read_manifest
from misibench.tasks import TASKS, task_named

__all__ = ["CROISSANT", "write_croissant"]

CROISSANT = "croissant.json"

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}

_FIELDS = {
    "id": "stable name of the question",
    "task": "name of the task",
    "split": "train or test",
    "complex_id": "the complex asked about",
    "prompt": "all that a reader needs to answer, but for the pictures",
    "answer": "the right answer in the answer format",
}
"""Columns that are described; pictures, options and structured truths are in the Parquet files."""


def write_croissant(
    directory: Path, licence: str | None = None, published: str | None = None
) -> Path:
    """Write ``croissant.json`` beside the tables; hashes every table.

    Parameters
    ----------
    directory
        A finished dataset.
    licence
        SPDX name or address, where it is known.
    published
        Date of publication, ISO 8601, where there is one.

    Raises
    ------
    DatasetError
        If the folder is no finished dataset.
    """
    manifest = read_manifest(directory)
    files: list[dict[str, Any]] = []
    records: list[dict[str, Any]] = []
    for task in TASKS:
        for split in SPLITS:
            path = directory / task.name / f"{split}.parquet"
            if path.is_file():
                files.append(_file(directory, path))
                records.append(_record_set(task.name, split, path))
    files.append(_file(directory, directory / "complexes.parquet"))
    description = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": manifest["name"],
        "description": "Questions about pictures of protein-ligand complexes, after MiSI-Bench "
        "(arXiv:2512.10867), built with misibench.",
        "citeAs": "arXiv:2512.10867",
        "url": "https://arxiv.org/abs/2512.10867",
        "version": f"{manifest['format_version']}.0.0",
        "license": licence or "see README.md",
        **({"datePublished": published} if published else {}),
        "distribution": files,
        "recordSet": records,
    }
    target = directory / CROISSANT
    write_bytes(target, (json.dumps(description, indent=1) + "\n").encode())
    return target


def _name(directory: Path, path: Path) -> str:
    return path.relative_to(directory).as_posix()


def _file(directory: Path, path: Path) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": _name(directory, path),
        "name": _name(directory, path),
        "contentUrl": _name(directory, path),
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": sha256_of(path),
    }


def _record_set(task: str, split: str, path: Path) -> dict[str, Any]:
    schema: pa.Schema = pq.read_schema(path)
    identity = f"{task}/{split}"
    return {
        "@type": "cr:RecordSet",
        "@id": identity,
        "name": identity,
        "description": f"{task_named(task).code}: {task.replace('_', ' ')}, split {split}",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{identity}/{name}",
                "name": name,
                "description": description,
                "dataType": "sc:Text",
                "source": {
                    "fileObject": {"@id": f"{task}/{split}.parquet"},
                    "extract": {"column": name},
                },
            }
            for name, description in _FIELDS.items()
            if name in schema.names
        ],
    }
