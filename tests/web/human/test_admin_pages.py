"""The administrator's page."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest

from misibench.web.human.study import Study

from .conftest import PASSWORD, Browser, OpenStudy

OpenBrowser = Callable[[Study], Browser]


@pytest.fixture(name="study")
def _study(begin: OpenStudy) -> Study:
    return begin(attention_every=10, per_task=1)


@pytest.fixture(name="admin")
def _admin(study: Study, browsers: OpenBrowser) -> Browser:
    browser = browsers(study)
    assert browser.post("/admin/login", {"password": PASSWORD}).url.path == "/admin"
    return browser


def test_without_the_password_there_is_only_the_form(study: Study, browsers: OpenBrowser) -> None:
    browser = browsers(study)
    assert "Participants" not in browser.get("/admin").text
    assert browser.get("/admin/export").status_code == 401
    for address in ("participants", "link", "reopen", "logout"):
        assert browser.post(f"/admin/{address}", {"participant": "1"}).status_code == 401
    assert browser.post("/admin/login", {"password": "wrong"}).status_code == 403
    assert study.store.participants() == []


def test_a_participants_cookie_opens_no_admin_page(study: Study, browsers: OpenBrowser) -> None:
    browser = browsers(study)
    browser.join(study.add_participant()[1])
    assert browser.get("/admin/export").status_code == 401


def test_tries_are_limited(study: Study, browsers: OpenBrowser) -> None:
    browser = browsers(study)
    codes = [browser.post("/admin/login", {"password": str(n)}).status_code for n in range(8)]
    assert codes == [403] * 5 + [429] * 3
    assert browser.post("/admin/login", {"password": PASSWORD}).status_code == 429


def test_participants_are_added_with_links_that_work(
    study: Study, admin: Browser, browsers: OpenBrowser
) -> None:
    page = admin.post("/admin/participants", {"count": "3"}).text
    links = re.findall(r"http://127\.0\.0\.1:8351(/p/[\w-]+)", page)
    assert len(links) == 3
    assert browsers(study).get(links[2]).status_code == 200
    assert links[0] not in admin.get("/admin").text  # shown once


@pytest.mark.parametrize("count", ["0", "101", "-1", "x", "", "1e3", "9" * 30])
def test_other_numbers_of_participants_are_refused(
    study: Study, admin: Browser, count: str
) -> None:
    assert admin.post("/admin/participants", {"count": count}).status_code == 400
    assert study.store.participants() == []


def test_forms_without_their_token_change_nothing(study: Study, admin: Browser) -> None:
    admin.form_token = "forged"
    assert admin.post("/admin/participants", {"count": "1"}).status_code == 403
    assert study.store.participants() == []


def test_a_new_link_replaces_the_old_one(
    study: Study, admin: Browser, browsers: OpenBrowser
) -> None:
    token = study.add_participant()[1]
    page = admin.post("/admin/link", {"participant": "1"}).text
    (new,) = re.findall(r"(/p/[\w-]+)", page)
    assert browsers(study).get(f"/p/{token}").status_code == 403
    assert browsers(study).get(new).status_code == 200
    assert admin.post("/admin/link", {"participant": "1 OR 1=1"}).status_code == 404


def test_progress_agreement_and_attention_are_shown(
    study: Study, admin: Browser, browsers: OpenBrowser
) -> None:
    for _ in range(2):
        browser = browsers(study)
        participant, token = study.add_participant()
        browser.join(token)
        for item in study.store.items(participant.id):
            text = item.expected or study.content.questions[item.question_id or ""].answer
            assert browser.save(item.position, text=text).status_code == 200
    page = admin.get("/admin").text
    assert page.count("<td>answering</td>") == 2
    assert page.count("100 %") == 0  # every question has one rater: per_task shares them out
    assert "raters per question: 0 to 1" in page or "raters per question: 1 to 2" in page


def test_the_export_holds_runs_that_can_be_scored(
    study: Study, admin: Browser, browsers: OpenBrowser
) -> None:
    assert admin.get("/admin/export").status_code == 409
    browser = browsers(study)
    browser.join(study.add_participant()[1])
    item = next(one for one in study.store.items(1) if one.question_id is not None)
    browser.save(item.position, text="A", force=True)
    reply = admin.get("/admin/export")
    assert reply.headers["content-type"] == "application/zip"
    names = zipfile.ZipFile(io.BytesIO(reply.content)).namelist()
    assert {"human/predictions.jsonl", "human/run.json", "participants/P01/run.json"} <= set(names)


def test_signing_out_ends_the_session(study: Study, admin: Browser) -> None:
    cookie = admin.client.cookies[f"misi_admin_{study.id}"]
    admin.get("/admin")
    admin.post("/admin/logout", {})
    admin.client.cookies.set(f"misi_admin_{study.id}", cookie)
    assert "Participants" not in admin.get("/admin").text
