"""The gallery in a real browser, live and from a disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_dataset import make_dataset

from misibench.dataset.load import read_questions
from misibench.evaluate.predictions import write_predictions
from misibench.evaluate.runs import open_run
from misibench.records import Prediction
from misibench.web.gallery import Gallery, gallery_app, write_static_site

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ATTACK = "<img src=x onerror=document.title='broken'> ' \" \u2028 </script>"


@pytest.fixture(name="gallery", scope="module")
def _gallery(tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    """Two runs: one right, one that replies with an attack on the page."""
    place = tmp_path_factory.mktemp("gallery")
    data = make_dataset(place / "dataset", size=64)
    runs = []
    for name, reply in (("right", None), ("attack <b>", ATTACK)):
        path = place / f"{len(runs)}.jsonl"
        write_predictions(
            path,
            (Prediction(q.id, reply or q.answer, q.task, name) for q in read_questions(data)),
        )
        runs.append(open_run(path, data=data))
    return Gallery(data, runs)


@pytest.fixture(params=["live", "from disk"])
def address(request: pytest.FixtureRequest, gallery: Gallery, served: Any, tmp_path: Path) -> str:
    """The gallery's address, served or as files."""
    if request.param == "live":
        return str(served(gallery_app(gallery))) + "/"
    write_static_site(gallery, tmp_path / "site")
    return (tmp_path / "site" / "index.html").as_uri()


def _ids(page: Any) -> list[str]:
    return [one.inner_text() for one in page.locator("#rows .id").all()]


def test_filters_list_pictures_bonds_replies_and_permalinks(
    address: str, visit: Callable[..., Any]
) -> None:
    visitor = visit()
    page = visitor.page()
    page.goto(address)
    page.locator("#question").wait_for()
    assert page.inner_text("#count") == "48 questions"

    page.select_option("select[name=task]", "residue_ligand_interaction")
    page.select_option("select[name=run0]", "right")
    page.select_option("select[name=run1]", "not_right")
    page.locator("#count", has_text="4 questions").wait_for()
    assert _ids(page) == [
        "T4/1aaa/A:45", "T4/1aaa/B:52A", "T4/2bbb/A:45", "T4/2bbb/B:52A",
    ]  # fmt: skip

    page.keyboard.press("j")
    page.locator("#question-title", has_text="1aaa").wait_for()
    page.locator("[aria-current=true]", has_text="B:52A").wait_for()
    assert page.locator("#pictures img").count() == 6
    for image in page.locator("#pictures img").all():
        assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") == 64

    # replies are text, whatever is in them
    page.locator(".reply-card", has_text="attack <b>").locator("summary").click()
    assert page.locator("pre.reply").last.inner_text().startswith("<img src=x")
    assert "broken" not in page.title()

    # the address leads back to the same question with the same filters
    again = visitor.page()
    again.goto(page.url)
    again.locator("[aria-current=true]", has_text="B:52A").wait_for()
    assert again.inner_text("#count") == "4 questions"
    assert again.inner_text("#answer") == "No"
    local = ("http://127.0.0.1:", "file://", "data:", "blob:")
    assert all(one.startswith(local) for one in visitor.requests)
    if address.startswith("file:"):
        assert not any(one.startswith("http") for one in visitor.requests)


def test_zoom_is_linked_until_unlinked_and_bonds_lie_on_the_picture(
    address: str, visit: Callable[..., Any]
) -> None:
    page = visit().page()
    page.goto(f"{address}#q=T2/1aaa/00&s=test")
    page.locator("#question").wait_for()
    sheets = page.locator(".sheet")
    page.locator(".frame").first.focus()
    page.keyboard.press("+")
    scales = {one.evaluate("one => one.style.transform") for one in sheets.all()}
    assert scales == {"translate(-12.5%, -12.5%) scale(1.25)"}
    page.keyboard.press("0")
    page.click("#link-button")
    page.locator(".frame").nth(1).hover()
    page.mouse.wheel(0, -300)
    scaled = [("scale(1)" in one.evaluate("one => one.style.transform")) for one in sheets.all()]
    assert scaled == [True, False, True, True]

    page.click("#overlay-button")
    page.locator(".sheet svg").first.wait_for(state="attached")
    assert page.locator(".sheet svg line").count() == 4  # one bond in each of four pictures
    page.keyboard.press("b")
    page.locator(".sheet svg").first.wait_for(state="detached")


def test_the_complex_is_drawn_in_three_dimensions(address: str, visit: Callable[..., Any]) -> None:
    visitor = visit()
    page = visitor.page()
    page.goto(f"{address}#q=T9/1aaa/00&s=test")
    page.locator("#question").wait_for()
    page.keyboard.press("d")
    page.locator("#model-note", has_text="1 hydrogen bond").wait_for()
    assert page.locator("#model-view canvas").count() >= 1
    assert any("3Dmol-min.js" in one for one in visitor.requests)
