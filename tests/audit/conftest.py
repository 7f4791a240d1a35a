"""Small datasets without pictures, written question by question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from misibench.dataset.manifest import write_manifest
from misibench.dataset.questions import question_record, questions_table, write_parquet
from misibench.records import Question


@pytest.fixture
def dataset(tmp_path) -> Callable[..., Path]:
    def make(
        questions: Sequence[Question] = (),
        complexes: Sequence[dict[str, object]] = (),
        **settings: object,
    ) -> Path:
        for task in {one.task for one in questions}:
            members = [question_record(one) for one in questions if one.task == task]
            schema = questions_table(members).schema
            for split in ("train", "test", "tiny"):
                rows = [one for one in members if one["split"] == split]
                write_parquet(
                    questions_table(rows, like=schema), tmp_path / task / f"{split}.parquet"
                )
        if complexes:
            pq.write_table(pa.Table.from_pylist(list(complexes)), tmp_path / "complexes.parquet")
        write_manifest(tmp_path, {"settings": {"split": "random", **settings}})
        return tmp_path

    return make
