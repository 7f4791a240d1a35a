"""Exports of questions: what the tools' own schemas ask for (checked with the tools by hand)."""

import ast
import csv
import json
import sys

import datasets
import pytest
import yaml

from misibench.dataset import read_manifest, read_questions
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.dataset.settings import BuildSettings
from misibench.errors import DatasetError, UsageError
from misibench.export.formats import TABLE_FORMATS
from misibench.export.harness import question_parts, score_reply
from misibench.export.hub import export_hub
from misibench.export.messages import question_text
from misibench.export.rows import ExportRequest

SETTINGS = BuildSettings(width=128, height=128, test_fraction=0.5, tasks=("T2", "T6"), limit=2)


@pytest.fixture(scope="module", params=["paths", "embedded", "shards"])
def dataset(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param) / "bench"
    settings = SETTINGS.model_copy(update={"images": request.param})
    build(demo_source(), folder, settings, workers=1)
    return folder


def export(name, dataset, out, **options):
    return TABLE_FORMATS[name].write(ExportRequest(dataset, out, **options))


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def by_id(dataset, split):
    return {one.id: one for one in read_questions(dataset, split=split)}


def test_messages_have_a_mark_per_picture_and_the_exact_answer(dataset, tmp_path):
    done = export("messages", dataset, tmp_path)
    rows = lines(tmp_path / "train.jsonl")
    questions = by_id(dataset, "train")
    assert done.rows == {"train": len(rows)}
    assert [row["id"] for row in rows] == list(questions)
    media = tmp_path if (tmp_path / "images").is_dir() else dataset
    for row in rows:
        question = questions[row["id"]]
        asked, answer = row["messages"]
        assert asked["content"].count("<image>") == len(row["images"]) == len(question.images)
        assert asked["content"].endswith(question.prompt)
        assert answer == {"role": "assistant", "content": f"Answer: {question.answer}"}
        assert score_reply(answer["content"], _record(question)).exact == 1.0
        for image in row["images"]:
            assert (media / image).read_bytes()[:4] == b"\x89PNG"


def _record(question):
    return {
        name: getattr(question, name)
        for name in (
            "id", "task", "split", "complex_id", "reference_id", "prompt", "options", "answer",
            "truth", "meta",
        )
    }  # fmt: skip


def test_dataset_info_names_what_llama_factory_asks_for(dataset, tmp_path):
    export("messages", dataset, tmp_path, splits=("train", "test"))
    info = json.loads((tmp_path / "dataset_info.json").read_text())
    assert set(info) == {"misibench_train", "misibench_test"}
    entry = info["misibench_train"]
    assert entry["formatting"] == "sharegpt"
    assert (tmp_path / entry["file_name"]).is_file()
    config = yaml.safe_load((tmp_path / "llamafactory.yaml").read_text())
    assert config["dataset"] in info
    assert config["dataset_dir"] == str(tmp_path)


def test_copied_pictures_lie_beside_the_rows(dataset, tmp_path):
    export("messages", dataset, tmp_path, pictures="copy", tasks=("T2",))
    for row in lines(tmp_path / "train.jsonl"):
        assert all((tmp_path / image).is_file() for image in row["images"])


def test_trl_has_an_image_part_per_picture(dataset, tmp_path):
    export("trl", dataset, tmp_path)
    loaded = datasets.load_dataset(
        "json", data_files=str(tmp_path / "train.jsonl"), split="train", cache_dir=tmp_path / "c"
    )
    for row in loaded:
        ((asked,), (answer,)) = row["prompt"], row["completion"]
        kinds = [part["type"] for part in asked["content"]]
        assert kinds.count("image") == len(row["images"])
        assert answer["content"][0]["text"].startswith("Answer: ")
    compile((tmp_path / "train_trl.py").read_text(), "train_trl.py", "exec")


def test_hub_form_is_read_by_plain_datasets_streaming_or_not(dataset, tmp_path):
    if read_manifest(dataset)["settings"]["images"] == "embedded":
        with pytest.raises(DatasetError, match="inside the tables already"):
            export("hub", dataset, tmp_path / "hub")
        hub = dataset
    else:
        hub = tmp_path / "hub"
        export("hub", dataset, hub)
        assert list(read_questions(hub)) == list(read_questions(dataset))
    for streaming in (False, True):
        loaded = datasets.load_dataset(
            str(hub), "rotation", split="test", streaming=streaming, cache_dir=str(tmp_path / "c")
        )
        row = next(iter(loaded))
        assert row["images"][0].size == (128, 128)
        assert row["answer"].startswith("roll ")


def test_files_form_gives_the_same_questions_with_pictures_as_files(dataset, tmp_path):
    if read_manifest(dataset)["settings"]["images"] == "paths":
        with pytest.raises(DatasetError, match="files already"):
            export("files", dataset, tmp_path / "files")
        return
    export("files", dataset, tmp_path / "files")
    before, after = list(read_questions(dataset)), list(read_questions(tmp_path / "files"))
    assert after == before
    for question in after:
        for image in question.images:
            assert (tmp_path / "files" / image).read_bytes()[:4] == b"\x89PNG"
    assert read_manifest(tmp_path / "files")["settings"]["images"] == "paths"


def test_hub_form_of_part_of_a_dataset_announces_that_part_only(tmp_path_factory, tmp_path):
    folder = tmp_path_factory.mktemp("part") / "bench"
    build(demo_source(), folder, SETTINGS, workers=1)
    export("hub", folder, tmp_path / "hub", splits=("test",), tasks=("T2",))
    header = (tmp_path / "hub" / "README.md").read_text().split("---")[1]
    configs = yaml.safe_load(header)["configs"]
    assert [one["config_name"] for one in configs] == ["rotation"]
    assert [one["split"] for one in configs[0]["data_files"]] == ["test"]


class _Loader(yaml.SafeLoader):
    pass


_Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))


def test_lmms_eval_tasks_point_to_data_and_functions_that_are_there(dataset, tmp_path, monkeypatch):
    export("lmms-eval", dataset, tmp_path, splits=("test",))
    group = yaml.safe_load((tmp_path / "misibench.yaml").read_text())
    assert group["task"] == ["misibench_rotation", "misibench_rotation_rotation"]
    task = yaml.load((tmp_path / "misibench_rotation.yaml").read_text(), _Loader)
    rows = datasets.load_dataset(
        task["dataset_path"], task["dataset_name"], split=task["test_split"],
        cache_dir=str(tmp_path / "c"),
    )  # fmt: skip
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("utils", None)
    import utils

    doc = rows[0]
    assert task["doc_to_text"] == "utils.doc_to_text"
    assert utils.doc_to_text(doc) == doc["prompt"]
    assert len(utils.doc_to_visual(doc)) == 4
    (turn,) = utils.doc_to_messages(doc)
    assert [part["type"] for part in turn["content"]] == ["text", "image"] * 4 + ["text"]
    assert utils.process_results(doc, [f"Answer: {doc['answer']}"]) == {
        "exact": 1.0,
        "weighted": 1.0,
    }
    assert utils.process_results(doc, ["I cannot say"]) == {"exact": 0.0, "weighted": 0.0}
    sys.modules.pop("utils")


def test_vlmevalkit_table_has_its_columns_and_scores(dataset, tmp_path):
    done = export("vlmevalkit", dataset, tmp_path, splits=("test",))
    with (tmp_path / "misibench_test.tsv").open(newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    questions = by_id(dataset, "test")
    assert done.rows["test"] == len(rows) == len(questions)
    for row in rows:
        question = questions[row["index"]]
        paths = ast.literal_eval(row["image_path"])
        assert len(paths) == len(question.images)
        assert row["question"] == question.prompt
        assert score_reply(f"Answer: {row['answer']}", json.loads(row["record"])).exact == 1.0
    compile((tmp_path / "misibench_vlmevalkit.py").read_text(), "module", "exec")


@pytest.mark.parametrize("name", ["lmms-eval", "vlmevalkit"])
def test_harnesses_take_one_split(dataset, tmp_path, name):
    with pytest.raises(UsageError, match="one split"):
        export(name, dataset, tmp_path, splits=("test", "tiny"))


def test_unknown_splits_are_named(dataset, tmp_path):
    with pytest.raises(UsageError, match="'dev'; expected train, test, tiny"):
        export("messages", dataset, tmp_path, splits=("dev",))


def test_a_model_is_trained_on_what_it_is_asked():
    # misi eval sends these parts in turn
    said = "".join(
        part if isinstance(part, str) else "<image>" for part in question_parts("What moved?", 2)
    )
    assert question_text("What moved?", 2).replace("\n", "") == said


def test_a_copy_of_some_tasks_names_only_these(built, tmp_path):
    export_hub(ExportRequest(built, tmp_path / "out", tasks=("T2",)))
    assert list(read_manifest(tmp_path / "out")["tasks"]) == ["rotation"]
