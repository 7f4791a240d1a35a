"""Pictures and turns as they are sent, and the limits they must keep."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from PIL import Image

from misibench.dataset.shards import opened_shard, shard_path, write_index
from misibench.errors import DatasetError, UsageError
from misibench.evaluate.asking import (
    Control,
    Picture,
    PictureStore,
    Words,
    check_limits,
    conversation,
    fit_examples,
    presentations,
)
from misibench.evaluate.asking.controls import BLANK
from misibench.evaluate.asking.conversation import prompt_sha256, sent_pictures
from misibench.evaluate.asking.pictures import SentPicture
from misibench.evaluate.models import ImageLimits, image_limits
from misibench.records import Question


@pytest.fixture
def store(data: Path, tmp_path: Path) -> PictureStore:
    return PictureStore(data, tmp_path)


def test_question_is_numbered_pictures_then_prompt(
    question_set: tuple[Question, ...], store: PictureStore
) -> None:
    question = question_set[0]
    (shown,) = presentations(question, Control.NONE)
    (turn,) = conversation(shown, (), store)
    texts = [part.text for part in turn.parts if isinstance(part, Words)]
    assert texts == ["Image 1:", "Image 2:", "Image 3:", "Image 4:", question.prompt]
    kinds = [type(part) for part in turn.parts]
    assert kinds == [Words, Picture] * 4 + [Words]
    hashes = [one.sha256 for one in sent_pictures([turn])]
    assert hashes[0] == hashlib.sha256((store.data / question.images[0]).read_bytes()).hexdigest()


def test_examples_come_first_with_their_answers(
    question_set: tuple[Question, ...], store: PictureStore
) -> None:
    question, example = question_set[0], question_set[1]
    (shown,) = presentations(question, Control.TEXT_ONLY)
    turns = conversation(shown, (example,), store)
    assert [turn.role for turn in turns] == ["user", "assistant", "user"]
    assert turns[1].parts == (Words(f"Answer: {example.answer}"),)
    # the control leaves the example's pictures alone
    assert len(sent_pictures(turns)) == 4


def test_hash_tells_any_change_of_what_is_said(
    question_set: tuple[Question, ...], store: PictureStore
) -> None:
    (shown,) = presentations(question_set[0], Control.NONE)
    (blank,) = presentations(question_set[0], Control.BLANK)
    plain = prompt_sha256(conversation(shown, (), store))
    assert plain == prompt_sha256(conversation(shown, (), store))
    assert plain != prompt_sha256(conversation(blank, (), store))
    assert plain != prompt_sha256(conversation(shown, question_set[1:2], store))


def test_blank_picture_is_black_and_as_large(
    question_set: tuple[Question, ...], store: PictureStore
) -> None:
    sent = store.picture(BLANK, question_set[0].images[0])
    assert (sent.width, sent.height) == (48, 48)
    with Image.open(sent.path) as picture:
        assert picture.convert("RGB").getcolors() == [(48 * 48, (0, 0, 0))]


def test_pixel_budget_makes_pictures_smaller_and_never_larger(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path
) -> None:
    name = question_set[0].images[0]
    small = PictureStore(data, tmp_path, max_pixels=600).picture(name)
    assert small.width * small.height <= 600
    assert (small.width, small.height) == (24, 24)
    with Image.open(small.path) as picture:
        assert picture.size == (24, 24)
    assert PictureStore(data, tmp_path, max_pixels=10**6).picture(name).path == data / name


def test_pictures_in_shards_become_files(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path
) -> None:
    name = question_set[0].images[0]
    content = (data / name).read_bytes()
    folder = tmp_path / "sharded"
    with opened_shard(folder, "1abc") as shard:
        shard.add(name, content)
    write_index(folder, [(shard_path("1abc"), list(shard.members.values()))])
    sent = PictureStore(folder, tmp_path / "scratch").picture(name)
    assert sent.path.read_bytes() == content
    assert sent.path.is_relative_to(tmp_path / "scratch")


def test_missing_picture_is_a_one_line_error(store: PictureStore) -> None:
    with pytest.raises(DatasetError, match="cannot be read as a picture"):
        store.picture("images/none.png")


def test_examples_are_cut_to_the_cap() -> None:
    # three examples of 11 pictures beside 11 more are 44
    assert fit_examples("T5", 11, 11, 3, ImageLimits(images=44)).shots == 3
    fitted = fit_examples("T5", 11, 11, 3, ImageLimits(images=40))
    assert (fitted.shots, fitted.left_out) == (2, 1)
    assert fit_examples("T5", 11, 11, 3, ImageLimits()).shots == 3
    with pytest.raises(UsageError, match="11 pictures in a question"):
        fit_examples("T5", 11, 11, 3, ImageLimits(images=8))


def _sent(side: int, size: int = 1000) -> SentPicture:
    return SentPicture(Path("x.png"), "", side, side, size)


def test_many_pictures_lower_the_side_limit() -> None:
    limits = image_limits("anthropic")
    check_limits("T1", [_sent(4000)] * 20, limits)
    with pytest.raises(UsageError, match="at most 2000 px"):
        check_limits("T1", [_sent(4000)] * 21, limits)
    check_limits("T1", [_sent(2000)] * 44, limits)


def test_size_of_a_request_is_checked() -> None:
    limits = ImageLimits(request_bytes=4_000_000)
    check_limits("T1", [_sent(1024, 100_000)] * 29, limits)
    with pytest.raises(UsageError, match="5 MB of pictures"):
        check_limits("T1", [_sent(1024, 100_000)] * 40, limits)


def test_cap_can_be_set_for_ones_own_server() -> None:
    assert image_limits("mistral").images == 8
    assert image_limits("mistral", 64).images == 64
    assert image_limits("some-server").images is None
