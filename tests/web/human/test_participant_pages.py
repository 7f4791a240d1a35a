"""A participant's way through the study, and what never reaches them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from made_dataset import CANARY

from misibench.web.human.study import Study

from .conftest import Browser, OpenStudy

OpenBrowser = Callable[[Study], Browser]


@pytest.fixture(name="study")
def _study(begin: OpenStudy) -> Study:
    return begin(attention_every=10)


@pytest.fixture(name="browser")
def _browser(study: Study, browsers: OpenBrowser) -> Browser:
    """A participant who has agreed."""
    browser = browsers(study)
    browser.join(study.add_participant()[1])
    return browser


def _questions(study: Study) -> dict[str, int]:
    """One position per task, by code."""
    found: dict[str, int] = {}
    for item in study.store.items(1):
        if item.question_id is not None:
            found.setdefault(item.question_id[:2], item.position)
    return found


def test_nothing_is_shown_without_a_link(study: Study, browsers: OpenBrowser) -> None:
    browser = browsers(study)
    for address in ("/study", "/study/question/1", "/study/overview", "/study/api/state/1"):
        assert browser.get(address).status_code == 401


def test_no_question_is_shown_before_agreeing(study: Study, browsers: OpenBrowser) -> None:
    browser = browsers(study)
    browser.get(f"/p/{study.add_participant()[1]}")
    for address in ("/study/question/1", "/study/instructions", "/study/overview"):
        assert browser.get(address).status_code == 403
    assert browser.post("/study/consent", {}).status_code == 400


def test_an_answer_is_kept_and_the_next_question_named(study: Study, browser: Browser) -> None:
    position = _questions(study)["T1"]
    reply = browser.save(position, text="move x 3", form={"axis0": "x", "value0": "3"})
    assert reply.status_code == 200
    assert reply.json()["read_as"] == "move x 3"
    assert reply.json()["next"].startswith("/study/question/")
    item = study.store.item(1, position)
    assert item is not None
    assert item.reply == "move x 3"
    page = browser.get(f"/study/question/{position}").text
    state = json.loads(re.search(r'id="item">(.*?)</script>', page, re.DOTALL)[1])["state"]  # type: ignore[index]
    assert state["form"] == {"axis0": "x", "value0": "3"}


def test_a_wrong_answer_is_taken_like_a_right_one(study: Study, browser: Browser) -> None:
    position = _questions(study)["T1"]
    question = study.content.questions[study.store.item(1, position).question_id]  # type: ignore[union-attr, index]
    wrong = "move x 4" if question.answer != "move x 4" else "move x 1"
    replies = [browser.save(position, text=text).json() for text in (question.answer, wrong)]
    for one in replies:
        one["state"].pop("version"), one["state"].pop("reply"), one["state"].pop("text")
        one.pop("read_as")
        one["state"].pop("active_ms")
    assert replies[0] == replies[1]


def test_what_cannot_be_read_is_asked_back_and_taken_if_meant(
    study: Study, browser: Browser
) -> None:
    position = _questions(study)["T1"]
    refused = browser.save(position, text="I do not know")
    assert (refused.status_code, refused.json()["unreadable"]) == (422, True)
    assert study.store.accepted_count() == 0
    assert browser.save(position, text="I do not know", force=True).status_code == 200
    empty = browser.save(position, text="  ", force=True)
    assert (empty.status_code, empty.json()["unreadable"]) == (422, False)


def test_skipped_questions_come_again_at_the_end(study: Study, browser: Browser) -> None:
    items = study.store.items(1)
    for item in items[:-1]:
        browser.save(item.position, action="skip")
    last = browser.save(items[-1].position, action="skip")
    assert last.json()["next"] == "/study/question/1"


def test_a_draft_survives_a_reload_and_counts_as_open(study: Study, browser: Browser) -> None:
    browser.save(1, action="draft", text="half an ans", form={"any": "yes"})
    assert "half an ans" in browser.get("/study/question/1").text
    assert study.store.items(1)[0].status == "open"


def test_the_second_of_two_tabs_is_told_of_the_first(study: Study, browser: Browser) -> None:
    browser.save(1, action="draft", text="first tab", version=0)
    reply = browser.save(1, action="draft", text="second tab", version=0)
    assert reply.status_code == 409
    assert reply.json()["state"]["text"] == "first tab"


def test_finishing_ends_it_until_the_organiser_reopens(study: Study, browser: Browser) -> None:
    browser.get("/study/finish")
    assert "Thank you" in browser.post("/study/finish", {}).text
    assert browser.save(1, action="skip").status_code == 409
    assert browser.get("/study/question/1").url.path == "/study/finish"
    study.store.reopen(1)
    assert browser.save(1, action="skip").status_code == 200


def test_html_in_an_answer_comes_back_as_text(study: Study, browser: Browser) -> None:
    attack = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    browser.save(1, action="draft", text=attack, form={"x": attack})
    page = browser.get("/study/question/1").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_sql_in_every_field_is_only_text(study: Study, browser: Browser) -> None:
    attack = "'; DROP TABLE item; --"
    position = _questions(study)["T1"]
    reply = browser.save(position, text=attack, form={attack: attack}, force=True)
    assert reply.status_code == 200
    assert study.store.item(1, position).reply == attack  # type: ignore[union-attr]
    assert browser.save(position, request_id="x' OR '1'='1").status_code == 422
    assert browser.get("/study/question/1%20OR%201=1").status_code == 422
    assert len(study.store.items(1)) == 35


def test_nothing_a_browser_receives_gives_an_answer_away(
    study: Study, browsers: OpenBrowser
) -> None:
    """The canary stands in truths, meta, file names and picture metadata of the made dataset."""
    browser = browsers(study)
    browser.join(study.add_participant()[1])
    browser.get("/study/overview")
    for item in study.store.items(1):
        page = browser.get(f"/study/question/{item.position}").text
        for address in re.findall(r"/study/picture/[\w-]+", page):
            assert browser.get(address).status_code == 200
        browser.save(item.position, action="draft", text="x")
        browser.save(item.position, text="no answer", force=True)
        browser.get(f"/study/api/state/{item.position}")
    received = [part for url, head, body in browser.received
                for part in (url.encode(), head.encode(), body)]  # fmt: skip
    assert sum(part.startswith(b"\x89PNG") for part in received) == 200
    asked = list(study.content.questions.values())
    raw = (study.content.folder / asked[0].images[0]).read_bytes()
    assert CANARY.encode() in raw  # the search below would find it
    # ids and file names of questions say what is asked and what is shown
    secrets = {CANARY, "canary", "truth", *(one.id for one in asked)}
    secrets |= {name for one in asked for name in one.images}
    secrets |= {name.rsplit("/", 1)[1] for one in asked for name in one.images}
    secrets |= {one.complex_id for one in asked}
    # answers of more than a letter; "No" is in the wording of pages
    secrets |= {one.answer for one in asked if len(one.answer) > 2}
    # worked examples of training questions show their answers on the page of instructions
    examples = {one.question.answer for one in study.content.examples.values()}
    for secret in secrets - examples:
        for part in received:
            assert secret.encode() not in part, secret


def test_answers_of_examples_stand_on_the_page_of_instructions_only(
    study: Study, browser: Browser
) -> None:
    examples = {one.question.answer for one in study.content.examples.values()}
    long = [one for one in examples if len(one) > 2]
    assert long
    for item in study.store.items(1):
        page = browser.get(f"/study/question/{item.position}").text
        assert not any(one in page for one in long)


def test_picture_addresses_say_nothing_and_belong_to_one_participant(
    study: Study, browsers: OpenBrowser
) -> None:
    first, second = browsers(study), browsers(study)
    first.join(study.add_participant()[1])
    second.join(study.add_participant()[1])
    page = first.get("/study/question/1").text
    address = re.findall(r"/study/picture/[\w-]+", page)[0]
    assert first.get(address).status_code == 200
    assert second.get(address).status_code == 404
    for changed in (address[:-1], address + "x", address.replace("/1-", "/2-", 1),
                    "/study/picture/../../manifest.json", "/study/picture/1-1-x"):  # fmt: skip
        assert first.get(changed).status_code == 404


@pytest.mark.parametrize("token", ["1-forged", "1-" + "A" * 32, "99-x", "x", "1", "-", "1-\u00e4"])
def test_forged_tokens_are_refused(study: Study, browsers: OpenBrowser, token: str) -> None:
    study.add_participant()
    browser = browsers(study)
    assert browser.get(f"/p/{token}").status_code == 403
    if token.isascii():
        browser.client.cookies.set(f"misi_{study.id}", token)
        assert browser.get("/study").status_code == 403


def test_a_token_of_one_participant_with_the_number_of_another_is_refused(
    study: Study, browsers: OpenBrowser
) -> None:
    study.add_participant()
    token = study.add_participant()[1]
    assert browsers(study).get(f"/p/1-{token.split('-', 1)[1]}").status_code == 403


def test_many_wrong_links_are_slowed_down_and_right_ones_from_elsewhere_are_not(
    study: Study, browsers: OpenBrowser
) -> None:
    token = study.add_participant()[1]
    browser = browsers(study)
    codes = [browser.get(f"/p/1-{number}").status_code for number in range(40)]
    assert codes.count(403) == 30
    assert codes[-1] == 429
    assert study.participant_of(token) is not None


def test_a_renewed_link_ends_the_old_one(study: Study, browser: Browser) -> None:
    study.renew_token(1)
    assert browser.get("/study").status_code == 403


def test_changes_need_the_form_token(study: Study, browser: Browser) -> None:
    browser.form_token = "forged"
    assert browser.save(1, action="skip").status_code == 403
    assert browser.post("/study/finish", {}).status_code == 403
    assert study.store.participant(1).finished_s is None  # type: ignore[union-attr]
    assert study.store.items(1)[0].status == "open"


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}],
)
def test_changes_from_other_sites_are_refused(
    study: Study, browser: Browser, headers: dict[str, str]
) -> None:
    fields = {"form_token": browser.form_token}
    reply = browser.client.post("/study/finish", data=fields, headers=headers)
    assert reply.status_code == 403
    assert study.store.participant(1).finished_s is None  # type: ignore[union-attr]


def test_the_cookie_cannot_be_read_by_scripts(study: Study, browsers: OpenBrowser) -> None:
    token = study.add_participant()[1]
    reply = browsers(study).client.get(f"/p/{token}", follow_redirects=False)
    cookie = reply.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # plain http on this machine


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b'{"action": "delete"}', b'{"action": "answer", "version": -1}',
        b'{"action":"skip","active_ms":1,"version":0,"request_id":"request-1","extra":1}',
        b'{"action":"skip","active_ms":1e99,"version":0,"request_id":"request-1"}',
        b'{"action":"skip","active_ms":"1","version":0,"request_id":"request-1"}', b"\xff\xfe",
    ],
)  # fmt: skip
def test_malformed_changes_are_refused_and_change_nothing(
    study: Study, browser: Browser, content: bytes
) -> None:
    headers = {"X-Form-Token": browser.form_token, "Content-Type": "application/json"}
    reply = browser.client.post("/study/api/save/1", content=content, headers=headers)
    assert reply.status_code == 422
    assert study.store.items(1)[0].version == 0


def test_a_body_too_large_is_refused(study: Study, browser: Browser) -> None:
    assert browser.save(1, action="draft", text="x" * 70_000).status_code == 413
    assert browser.save(1, action="draft", text="x" * 9_000).status_code == 422
    assert browser.save(1, action="draft", text="x" * 8_000).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(browser: Browser, method: str) -> None:
    for address in ("/study", "/study/consent", "/study/api/save/1", "/study/finish"):
        assert browser.client.request(method, address).status_code == 405


def test_too_many_changes_at_once_are_slowed_down(study: Study, browser: Browser) -> None:
    codes = [browser.save(1, action="draft", version=0).status_code for _ in range(80)]
    assert codes[0] == 200
    assert 429 in codes


def test_a_halted_study_names_no_file(study: Study, browser: Browser) -> None:
    page = browser.get("/study/question/1").text
    address = re.findall(r"/study/picture/[\w-]+", page)[0]
    study.content.digests = dict.fromkeys(study.content.digests, "0" * 64)
    reply = browser.get(address)
    assert reply.status_code == 503
    assert "images" not in reply.text


def test_every_page_works_without_a_script_of_its_own_inside(browser: Browser) -> None:
    for address in ("/study/instructions", "/study/question/1", "/study/overview"):
        page = browser.get(address).text
        for tag in re.findall(r"<script[^>]*>", page):
            assert "src=" in tag or 'type="application/json"' in tag
        assert not re.search(r"\son\w+=|style=|javascript:", page)
