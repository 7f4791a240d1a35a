"""Question tables with the pictures inside, as plain ``datasets.load_dataset`` reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.files import writing
from misibench.dataset.questions import ROW_GROUP_SIZE

__all__ = ["EMBEDDED_IMAGES", "embedded_table"]

EMBEDDED_IMAGES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
"""How Hugging Face datasets stores a list of pictures."""


def embedded_table(table: pa.Table, folder: Path, path: Path) -> None:
    """Write a table of questions with the bytes of their pictures.

    Parameters
    ----------
    table
        Questions whose ``images`` are paths relative to ``folder``.
    folder
        The dataset folder, where the pictures lie.
    path
        The Parquet file to write, in row groups of at most 100 so that memory stays small.
    """
    place = table.schema.get_field_index("images")
    schema = table.schema.set(place, pa.field("images", EMBEDDED_IMAGES))
    schema = schema.with_metadata({"huggingface": json.dumps({"info": _features(schema)})})
    with writing(path) as temporary, pq.ParquetWriter(temporary, schema) as writer:
        for start in range(0, max(len(table), 1), ROW_GROUP_SIZE):
            rows = table.slice(start, ROW_GROUP_SIZE)
            pictures = [
                [{"bytes": (folder / one).read_bytes(), "path": one} for one in images]
                for images in rows.column(place).to_pylist()
            ]
            with_bytes = rows.set_column(place, "images", pa.array(pictures, EMBEDDED_IMAGES))
            writer.write_table(with_bytes.cast(schema), row_group_size=ROW_GROUP_SIZE)


def _features(schema: pa.Schema) -> dict[str, Any]:
    """Describe the columns as Hugging Face ``datasets`` does in the Parquet metadata."""
    # imported here: more than a second, and only the embedded form needs it
    import datasets

    features = datasets.Features.from_arrow_schema(schema.remove_metadata())
    features["images"] = datasets.List(datasets.Image())
    described: dict[str, Any] = features.to_dict()
    return {"features": described}
