"""The study in a real browser: nine tasks, interruptions, two tabs, keyboard alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from made_dataset import make_dataset
from simulated import Server

from misibench.evaluate.runs import open_run, score_run
from misibench.records import Question
from misibench.tasks import TASKS, task_named
from misibench.web.human import Study, export_runs, human_app, open_study
from misibench.web.human.store import Store

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(name="data", scope="module")
def _data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One test complex, one question per task."""
    return make_dataset(
        tmp_path_factory.mktemp("study") / "dataset", ("1aaa",), ("3ccc",), places=1, size=64
    )


@pytest.fixture(name="study")
def _study(data: Path, tmp_path: Path) -> Iterator[Study]:
    study = open_study(data, tmp_path / "study", {"attention_every": 0})
    yield study
    study.close()


def _choose(page: Any, name: str, value: str) -> None:
    page.locator(f"#fields input[name={name}][value='{value}']").check()


def _motion(page: Any, place: int, text: str, axes: int) -> None:
    _, axis, value = text.split()
    if axes > 1:
        _choose(page, f"axis{place}", axis)
    field = page.locator(f"#fields input[name=value{place}]").first
    if field.get_attribute("type") == "number":
        field.fill(value)
    else:
        _choose(page, f"value{place}", value)


def _enter(page: Any, question: Question) -> None:
    """Fill the fields in so that they write this question's answer."""
    code, answer = task_named(question.task).code, question.answer
    if code in ("T1", "T2", "T3"):
        _motion(page, 0, answer, 1 if code == "T3" else 3)
    elif code == "T7":
        roll, move = answer.split(", ")
        _motion(page, 0, roll, 3)
        _motion(page, 1, move, 1)
    elif question.options:
        _choose(page, "letter", answer)
    elif answer == "No":
        _choose(page, "any", "no")
    else:
        for place, bond in enumerate(answer.removeprefix("Yes: ").split("; ")):
            left, ligand = bond.split(", ")
            page.click("#add-bond")
            words = left.split()
            if code == "T9":
                chain = "" if words[3] == "_" else f" {words[3]}"
                page.select_option(f"[name=residue{place}]", label=f"{words[0]} {words[1]}{chain}")
            page.select_option(f"[name=atom{place}]", words[2] if code == "T9" else words[1])
            page.select_option(f"[name=ligand{place}]", ligand)


def _agree(page: Any, link: str) -> None:
    page.goto(link)
    page.get_by_label("I have read this").check()
    page.get_by_role("button", name="Go on to the instructions").click()
    page.get_by_role("link", name="Begin").first.click()
    page.locator("#fields").wait_for()


def _saved_draft(page: Any) -> None:
    page.locator("#status", has_text="Draft saved").wait_for()


def test_nine_tasks_with_reload_killed_browser_and_killed_server(
    data: Path, tmp_path: Path, visit: Callable[..., Any], shots: Path | None
) -> None:
    folder = tmp_path / "study"
    server = Server(data, folder, "--participants", "1", "--attention-every", "0")
    store = Store(folder / "study.sqlite3")
    try:
        with_study = open_study(data, folder, exclusive=False)
        questions = with_study.content.questions
        asked = {one.position: questions[one.question_id or ""] for one in store.items(1)}
        assert {one.task for one in asked.values()} == {task.name for task in TASKS}
        visitor = visit()
        visitor.expects_problems = True  # requests fail while the server is dead
        page = visitor.page()
        _agree(page, server.links[0])
        for position, question in asked.items():
            page.locator(f"main[data-position='{position}']").wait_for()
            if position == 3:  # the browser is gone without a word; the link leads back
                _enter(page, question)
                _saved_draft(page)
                visitor.context.close()
                visitor = visit()
                visitor.expects_problems = True
                page = visitor.page()
                page.goto(server.links[0])
                page.locator("main[data-position='3']").wait_for()
            elif position == 5:  # reload after the draft was saved
                _enter(page, question)
                _saved_draft(page)
                page.reload()
            else:
                _enter(page, question)
            assert page.input_value("#text") == question.answer
            if shots is not None:
                page.wait_for_load_state("networkidle")
                page.screenshot(path=shots / f"study-{question.task}.png")
            if position == 7:  # the server dies before the answer is sent
                server.kill()
                page.click("#save")
                page.locator("#status", has_text="no connection").wait_for()
                server.restart()
            else:
                page.click("#save")
        page.locator("h1", has_text="All questions").wait_for()
        page.get_by_role("link", name="Finish").click()
        page.get_by_role("button", name="Finish").click()
        page.locator("h1", has_text="Thank you").wait_for()
        assert store.accepted_count() == 9
        export_runs(with_study, tmp_path / "out")
        run = open_run(tmp_path / "out" / "human")
        replies = {one.id: one.reply for one in run.predictions.predictions.values()}
        assert replies == {one.id: one.answer for one in asked.values()}
        assert set(score_run(run).exact().values()) == {100.0}
        with_study.close()
    finally:
        store.close()
        server.kill()


def test_keyboard_alone_is_enough(study: Study, served: Any, visit: Callable[..., Any]) -> None:
    link = f"{served(human_app(study, 'http://127.0.0.1'))}/p/{study.add_participant()[1]}"
    (position,) = (
        one.position for one in study.store.items(1) if (one.question_id or "").startswith("T1")
    )
    page = visit().page()
    page.goto(link)

    def tab_to(selector: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("one => document.activeElement.matches(one)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    tab_to("input[name=agree]")
    page.keyboard.press("Space")
    tab_to("button")
    page.keyboard.press("Enter")
    page.locator("h1", has_text="Instructions").wait_for()
    tab_to("a.primary")
    page.keyboard.press("Enter")
    page.locator("#fields").wait_for()
    for _ in range(position - 1):  # letters work outside of fields
        before = page.get_attribute("main", "data-position")
        page.keyboard.press("n")
        page.locator(f"main:not([data-position='{before}'])").wait_for()
    page.locator(f"main[data-position='{position}']").wait_for()
    tab_to(".frame")
    page.keyboard.press("+")
    assert "scale(1.25)" in page.locator(".sheet").last.evaluate("one => one.style.transform")
    tab_to("input[name=axis0]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    tab_to("input[name=value0]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert page.input_value("#text") == "move y -3"
    page.keyboard.press("Enter")
    page.locator(f"main:not([data-position='{position}']), h1:has-text('All')").first.wait_for()
    item = study.store.item(1, position)
    assert item is not None
    assert item.reply == "move y -3"


def test_every_field_has_a_label(study: Study, served: Any, visit: Callable[..., Any]) -> None:
    base = served(human_app(study, "http://127.0.0.1"))
    page = visit().page()
    _agree(page, f"{base}/p/{study.add_participant()[1]}")
    for item in study.store.items(1):
        page.goto(f"{base}/study/question/{item.position}")
        page.locator("#fields").wait_for()
        if page.locator("#add-bond").count():
            page.click("#add-bond")
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll("input:not([type=hidden]), select, textarea")]
                .filter((one) => !(one.labels && [...one.labels].some((l) => l.textContent.trim()))
                    && !one.getAttribute("aria-label")).map((one) => one.outerHTML)"""
        )
        assert unnamed == []


def test_two_tabs_end_in_a_choice_and_never_in_silence(
    study: Study, served: Any, visit: Callable[..., Any]
) -> None:
    base = served(human_app(study, "http://127.0.0.1"))
    visitor = visit()
    visitor.expects_problems = True  # the browser notes the refused request
    first = visitor.page()
    _agree(first, f"{base}/p/{study.add_participant()[1]}")
    first.goto(f"{base}/study/question/1")
    second = visitor.page()
    second.goto(f"{base}/study/question/1")
    first.fill("#text", "from the first tab")
    _saved_draft(first)
    second.fill("#text", "from the second tab")
    second.locator("#conflict").wait_for()
    second.click("#take-theirs")
    second.locator("#conflict").wait_for(state="hidden")
    assert second.input_value("#text") == "from the first tab"
    second.fill("#text", "from the second tab after all")
    _saved_draft(second)
    first.fill("#text", "the first tab again")
    first.locator("#conflict").wait_for()
    first.click("#keep-mine")
    first.locator("#conflict").wait_for(state="hidden")
    _saved_draft(first)
    assert study.store.items(1)[0].text == "the first tab again"


def test_time_stands_still_while_the_tab_is_hidden(
    study: Study, served: Any, visit: Callable[..., Any]
) -> None:
    base = served(human_app(study, "http://127.0.0.1"))
    page = visit().page()
    _agree(page, f"{base}/p/{study.add_participant()[1]}")

    def hide(hidden: bool) -> None:
        page.evaluate(
            """(hidden) => {
                Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
                document.dispatchEvent(new Event("visibilitychange")); }""",
            hidden,
        )

    page.wait_for_timeout(300)
    hide(True)
    page.wait_for_timeout(500)
    before = study.store.items(1)[0].active_ms
    assert before >= 250
    page.wait_for_timeout(1500)
    hide(False)
    page.fill("#text", "x")
    page.locator("#status", has_text="Draft saved").wait_for()
    page.wait_for_timeout(1200)  # the draft is sent 0.7 s after the last change
    after = study.store.items(1)[0].active_ms
    assert study.store.items(1)[0].text == "x"
    assert after - before < 1500


def test_unreadable_text_is_asked_back(
    study: Study, served: Any, visit: Callable[..., Any]
) -> None:
    base = served(human_app(study, "http://127.0.0.1"))
    visitor = visit()
    visitor.expects_problems = True
    page = visitor.page()
    _agree(page, f"{base}/p/{study.add_participant()[1]}")
    page.fill("#text", "no idea")
    page.click("#save")
    page.locator("#status", has_text="cannot be read").wait_for()
    page.click("#save-anyway")
    page.locator("main[data-position='2']").wait_for()
    assert study.store.items(1)[0].reply == "no idea"


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (768, 1024)])
def test_nothing_sticks_out_of_the_window(
    study: Study, served: Any, visit: Callable[..., Any], width: int, height: int
) -> None:
    base = served(human_app(study, "http://127.0.0.1"))
    page = visit(width=width, height=height).page()
    _agree(page, f"{base}/p/{study.add_participant()[1]}")
    addresses = [f"/study/question/{one.position}" for one in study.store.items(1)]
    for address in (*addresses, "/study/instructions", "/study/overview"):
        page.goto(base + address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        if "question" in address and width == 1280:
            box = page.locator("#save").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height  # reached without scrolling


def test_what_a_script_could_read_holds_no_answer(
    study: Study, served: Any, visit: Callable[..., Any]
) -> None:
    base = served(human_app(study, "http://127.0.0.1"))
    visitor = visit()
    page = visitor.page()
    bodies: list[bytes] = []
    page.on("response", lambda reply: bodies.append(_body(reply)))
    _agree(page, f"{base}/p/{study.add_participant()[1]}")
    for item in study.store.items(1):
        page.goto(f"{base}/study/question/{item.position}")
        page.wait_for_load_state("networkidle")
        stored = page.evaluate("() => JSON.stringify([{...localStorage}, document.cookie])")
        assert json.loads(stored)[1] == ""  # cookies are out of reach
    answers = {one.answer for one in study.content.questions.values() if len(one.answer) > 2}
    answers -= {one.question.answer for one in study.content.examples.values()}
    text = b"\n".join(bodies) + "\n".join(visitor.requests).encode()
    assert b"CANARY" not in text
    assert not any(one.encode() in text for one in answers)


def _body(reply: Any) -> bytes:
    return b"" if reply.status in (301, 302, 303, 304) else bytes(reply.body())
