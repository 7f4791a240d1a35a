"""Tables of inputs: id, protein, ligand and, if wanted, split."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

from misibench.errors import UsageError
from misibench.structure.textfile import format_suffix

__all__ = ["read_table"]


def read_table(table: Path) -> list[dict[str, str]]:
    """Read a CSV, TSV or Parquet table.

    Returns
    -------
    list of dict
        One per row: column names in lower case, values as stripped text, "" where there is none.

    Raises
    ------
    UsageError
        If it is no such table, or has no columns id and protein.
    """
    suffix = format_suffix(table)
    if suffix == ".parquet":
        # pyarrow takes a tenth of a second to load, and most sources are folders
        import pyarrow.parquet

        try:
            columns = pyarrow.parquet.read_table(table).to_pydict()
        except (OSError, ValueError) as error:
            raise UsageError(table, f"no readable Parquet file ({error})") from error
        records = [
            dict(zip(columns, values, strict=True))
            for values in zip(*columns.values(), strict=True)
        ]
        header = list(columns)
    else:
        try:
            raw = table.read_bytes()
            text = (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8-sig")
        except (OSError, EOFError, UnicodeDecodeError) as error:
            raise UsageError(table, f"no readable UTF-8 text ({error})") from error
        reader = csv.DictReader(
            text.splitlines(), delimiter="\t" if suffix == ".tsv" else ",", restval=""
        )
        records = [dict(record) for record in reader]
        header = list(reader.fieldnames or [])
    names = {str(one).strip().lower() for one in header}
    missing = [one for one in ("id", "protein") if one not in names]
    if missing:
        raise UsageError(
            table,
            f"no column {' and '.join(missing)} among {', '.join(map(str, header)) or 'none'}",
            "the columns id, protein, ligand and, if wanted, split",
        )
    return [
        {
            str(key).strip().lower(): "" if value is None else str(value).strip()
            for key, value in record.items()
            if key is not None
        }
        for record in records
    ]
