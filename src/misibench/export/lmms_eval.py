"""A task folder for lmms-eval, prompts and scoring delegated to this package."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq

from misibench.dataset.files import write_bytes
from misibench.dataset.load import question_file
from misibench.dataset.manifest import read_manifest
from misibench.errors import UsageError
from misibench.export.hub import export_hub
from misibench.export.rows import Exported, ExportRequest, dataset_tasks

__all__ = ["export_lmms_eval"]

_TASK = """\
# {title}
task: misibench_{task}
dataset_path: {data}
dataset_name: {task}
dataset_kwargs:
  token: false
test_split: {split}
output_type: generate_until
doc_to_visual: !function utils.doc_to_visual
doc_to_text: !function utils.doc_to_text
doc_to_messages: !function utils.doc_to_messages
doc_to_target: answer
process_results: !function utils.process_results
generation_kwargs:
  max_new_tokens: 4096
  temperature: 0
  do_sample: false
metric_list:
- metric: exact
  aggregation: mean
  higher_is_better: true
- metric: weighted
  aggregation: mean
  higher_is_better: true
metadata:
- version: {version}
"""

_UTILS = '''\
"""Questions and scores of misibench for lmms-eval; needs misibench in the same environment."""

from misibench.export.harness import question_parts, score_reply


def doc_to_visual(doc):
    """Give the pictures, in the order the prompt names them."""
    return [picture.convert("RGB") for picture in doc["images"]]


def doc_to_text(doc, lmms_eval_specific_kwargs=None):
    """Give the prompt."""
    return doc["prompt"]


def doc_to_messages(doc, lmms_eval_specific_kwargs=None):
    """Give the question as one turn, every picture after its number."""
    pictures = doc_to_visual(doc)
    content = [
        {"type": "text", "text": part}
        if isinstance(part, str)
        else {"type": "image", "url": pictures[part]}
        for part in question_parts(doc["prompt"], len(pictures))
    ]
    return [{"role": "user", "content": content}]


def process_results(doc, results):
    """Score a reply by the published rule (weighted) and exactly."""
    score = score_reply(results[0], {key: doc[key] for key in doc if key != "images"})
    return {"exact": score.exact, "weighted": score.paper}
'''


def export_lmms_eval(request: ExportRequest) -> Exported:
    """Write a YAML file per task, a group of all, ``utils.py``, and the data where needed.

    A dataset with pictures inside its tables is used where it lies; others are put into
    ``data/`` in that form, the one split only.

    Raises
    ------
    UsageError
        If more than one split is asked for.
    """
    if len(request.splits) > 1:
        raise UsageError("--split", ", ".join(request.splits), "one split for lmms-eval")
    split = (request.splits or ("test",))[0]
    tasks = dataset_tasks(request)
    manifest = read_manifest(request.directory)
    data = request.directory
    rows = {split: sum(_length(question_file(data, task, split)) for task in tasks)}
    if manifest["settings"]["images"] != "embedded":
        data = request.out / "data"
        export_hub(ExportRequest(request.directory, data, request.tasks, (split,)))
    files = [request.out / "utils.py", request.out / "misibench.yaml"]
    write_bytes(files[0], _UTILS.encode())
    group = ["group: misibench", "task:", *(f"- misibench_{task}" for task in tasks)]
    write_bytes(files[1], ("\n".join(group) + "\n").encode())
    for task in tasks:
        text = _TASK.format(
            title=f"{manifest['name']}: {task}",
            task=task,
            data=data.resolve(),
            split=split,
            version=manifest["tasks"][task]["version"],
        )
        files.append(request.out / f"misibench_{task}.yaml")
        write_bytes(files[-1], text.encode())
    hint = f"lmms_eval --include_path {request.out} --tasks misibench --model MODEL"
    return Exported(tuple(files), rows, (hint,))


def _length(path: Path) -> int:

    return int(pq.read_metadata(path).num_rows)
