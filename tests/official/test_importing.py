"""Archives made here: the published ones were not at hand, and their fields are not documented."""

import io
import json
import tarfile
import zipfile

import pytest

from misibench.errors import DatasetError, FetchError, UsageError
from misibench.official import import_official, read_mapping

PNG = b"\x89PNG"


def zipped(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def questions(out):
    return [json.loads(line) for line in (out / "questions.jsonl").read_text().splitlines()]


def table(*records):
    return json.dumps(list(records))


ROW = {"id": 7, "question": "Which move?", "answer": "B", "images": ["q7/front.png"], "pdb": "1abc"}


def test_an_archive_becomes_questions_with_pictures(tmp_path):
    source = zipped(
        tmp_path / "test-location-1160.zip",
        {"data/test.json": table(ROW), "data/q7/front.png": PNG, "data/q8/front.png": PNG},
    )
    report = import_official(source, tmp_path / "out")
    (one,) = questions(tmp_path / "out")
    assert (one["id"], one["task"]) == ("7", "interaction_location")
    assert (one["prompt"], one["answer"]) == ("Which move?", "B")
    assert one["images"][0].endswith("files/test-location-1160/data/q7/front.png")
    assert one["extra"] == {"pdb": "1abc"}
    assert (report.pictures, report.unused_pictures) == (2, 1)
    (found,) = report.tables
    assert found.columns == {
        "id": "id", "prompt": "question", "answer": "answer", "images": "images",
    }  # fmt: skip
    assert found.ignored == {"pdb": "'1abc'"}
    assert json.loads((tmp_path / "out" / "import.json").read_text())["questions"] == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", json.dumps(ROW) + "\n"),
        ("a.json", json.dumps({"data": [ROW]})),
        ("a.json", json.dumps({"7": {key: ROW[key] for key in ROW if key != "id"}})),
        ("a.csv", "id,Question,GT,image\n7,Which move?,B,q7/front.png\n"),
        (
            "a.json",
            table(
                {
                    "id": 7,
                    "images": ["q7/front.png"],
                    "messages": [
                        {"role": "user", "content": "Which move?"},
                        {"role": "assistant", "content": "B"},
                    ],
                }
            ),
        ),
        (
            "a.json",
            table(
                {
                    "id": 7,
                    "image": "['q7/front.png']",
                    "conversations": [
                        {"from": "human", "value": "Which move?"},
                        {"from": "gpt", "value": "B"},
                    ],
                }
            ),
        ),
    ],
)
def test_tables_of_many_forms_are_read(tmp_path, name, content):
    source = zipped(tmp_path / "test_scale.zip", {name: content, "q7/front.png": PNG})
    import_official(source, tmp_path / "out")
    (one,) = questions(tmp_path / "out")
    assert (one["id"], one["task"], one["prompt"], one["answer"], len(one["images"])) == (
        "7", "zooming", "Which move?", "B", 1,
    )  # fmt: skip


def test_what_cannot_be_mapped_is_said(tmp_path):
    source = zipped(
        tmp_path / "bind_multiview_test.zip",
        {"t.json": table({"frage": "Was?", "antwort": "B"}, {**ROW, "images": ["none.png"]})},
    )
    report = import_official(source, tmp_path / "out")
    (found,) = report.tables
    assert found.task is None
    assert found.problems == {
        "no prompt": 1,
        "a picture that is named is not there": 1,
        "no pictures": 1,
        "no file name says which task this is; a mapping file can": 1,
    }
    assert set(found.ignored) == {"frage", "antwort", "pdb"}


def test_a_mapping_file_says_the_rest(tmp_path):
    mapping = tmp_path / "mapping.json"
    mapping.write_text(
        json.dumps(
            {
                "tasks": {"bind_multiview": "T9"},
                "fields": {"prompt": ["Frage"], "answer": "antwort"},
            }
        )
    )
    source = zipped(
        tmp_path / "bind_multiview_test.zip", {"t.json": table({"frage": "Was?", "antwort": "B"})}
    )
    import_official(source, tmp_path / "out", read_mapping(mapping))
    (one,) = questions(tmp_path / "out")
    assert (one["task"], one["prompt"]) == ("pocket_ligand_interaction", "Was?")


def test_a_folder_of_archives_and_tar_files(tmp_path):
    home = tmp_path / "in"
    home.mkdir()
    zipped(home / "test-interaction-pos-1160.zip", {"a.json": table(ROW), "q7/front.png": PNG})
    with tarfile.open(home / "test_scale.tar.gz", "w:gz") as archive:
        content = table({**ROW, "id": 9}).encode()
        info = tarfile.TarInfo("s/a.json")
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    import_official(home, tmp_path / "out")
    assert {one["id"]: one["task"] for one in questions(tmp_path / "out")} == {
        "7": "residue_ligand_interaction",
        "9": "zooming",
    }


def test_no_name_in_a_zip_leads_out_of_the_folder(tmp_path):
    source = zipped(tmp_path / "location.zip", {"../evil.json": table(ROW), "a.json": table(ROW)})
    import_official(source, tmp_path / "deep" / "out")
    assert not list(tmp_path.rglob("evil.json"))
    assert len(questions(tmp_path / "deep" / "out")) == 1


def test_damaged_archives_and_empty_sources_are_one_line(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"no zip")
    with pytest.raises(FetchError, match="damaged"):
        import_official(tmp_path / "a.zip", tmp_path / "out")
    source = zipped(tmp_path / "b.zip", {"a.png": PNG})
    with pytest.raises(DatasetError, match="no table among 1 files"):
        import_official(source, tmp_path / "out")
    with pytest.raises(DatasetError, match="no such file"):
        import_official(tmp_path / "none.zip", tmp_path / "out")


@pytest.mark.parametrize("text", ["{", "[]", '{"fields": {"pormpt": ["a"]}}', '{"task": {}}'])
def test_wrong_mapping_files_are_named(tmp_path, text):
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(UsageError, match=r"m\.json"):
        read_mapping(tmp_path / "m.json")
