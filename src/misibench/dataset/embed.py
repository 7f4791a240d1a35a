"""Question tables with the pictures inside, as plain ``datasets.load_dataset`` reads them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.files import writing
from misibench.dataset.questions import ROW_GROUP_SIZE

__all__ = ["EMBEDDED_IMAGES", "embedded_table", "write_embedded"]

EMBEDDED_IMAGES = pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
"""How Hugging Face datasets stores a list of pictures."""


def embedded_table(table: pa.Table, read: Callable[[str], bytes], path: Path) -> None:
    """Write a table of questions with the bytes of their pictures, see ``write_embedded``."""
    write_embedded(table.to_batches(ROW_GROUP_SIZE), table.schema, read, path)


def write_embedded(
    batches: Iterable[pa.RecordBatch],
    schema: pa.Schema,
    read: Callable[[str], bytes],
    path: Path,
) -> None:
    """Write questions with the bytes of their pictures, batch by batch.

    Parameters
    ----------
    batches
        Questions whose ``images`` are paths.
    schema
        Of the batches.
    read
        Gives the bytes of a picture.
    path
        The Parquet file to write, in row groups of at most 100 so that memory stays small.
    """
    place = schema.get_field_index("images")
    new = schema.remove_metadata().set(place, pa.field("images", EMBEDDED_IMAGES))
    new = new.with_metadata({"huggingface": json.dumps({"info": _features(new)})})
    with writing(path) as temporary, pq.ParquetWriter(temporary, new, compression="zstd") as writer:
        for batch in batches:
            for start in range(0, len(batch), ROW_GROUP_SIZE):
                rows = batch.slice(start, ROW_GROUP_SIZE)
                pictures = [
                    [{"bytes": read(one), "path": one} for one in images]
                    for images in rows.column(place).to_pylist()
                ]
                columns = rows.columns
                columns[place] = pa.array(pictures, EMBEDDED_IMAGES)
                table = pa.Table.from_arrays(columns, schema=new)
                writer.write_table(table, row_group_size=ROW_GROUP_SIZE)


def _features(schema: pa.Schema) -> dict[str, Any]:
    """Describe the columns as Hugging Face ``datasets`` does in the Parquet metadata."""
    # imported here: more than a second, and only the embedded form needs it
    import datasets

    features = datasets.Features.from_arrow_schema(schema.remove_metadata())
    features["images"] = datasets.List(datasets.Image())
    described: dict[str, Any] = features.to_dict()
    return {"features": described}
