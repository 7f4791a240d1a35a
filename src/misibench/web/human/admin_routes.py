"""The administrator's page: participants, progress, agreement, export; behind a password."""

from __future__ import annotations

import io
import secrets
import tempfile
import time
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from misibench.errors import UsageError
from misibench.web.guard import LOG
from misibench.web.human.agreement import attention_results, overall, study_agreement
from misibench.web.human.context import (
    ADMIN_HOURS,
    RefusedError,
    StudyWeb,
    form_fields,
    go_to,
    page,
)
from misibench.web.human.export import export_runs
from misibench.web.human.items import Progress
from misibench.web.human.store import Item, Participant
from misibench.web.human.tokens import same_text, token_hash, verify_password

__all__ = ["admin_routes"]

Fields = Annotated[dict[str, str], Depends(form_fields)]

MOST_NEW = 100
"""Participants that can be added at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """A participant in the table; times in minutes of questions being visible."""

    id: int
    label: str
    state: str
    progress: Progress
    minutes: float
    passed: int
    checks: int


def admin_routes(web: StudyWeb) -> APIRouter:
    """Make the routes that the administrator uses."""
    router = APIRouter()
    store = web.study.store

    def admin(request: Request) -> None:
        if not web.is_admin(request):
            raise RefusedError(401, "Sign in at /admin first.")

    def checked(request: Request, fields: dict[str, str]) -> None:
        admin(request)
        web.check_origin(request)
        if not same_text(fields.get("form_token", ""), web.admin_form_token(request)):
            raise RefusedError(403, "This page is out of date. Reload it and try again.")

    @router.get("/admin")
    def overview(request: Request) -> Response:
        if not web.is_admin(request):
            return page("admin_login.html", title="Administrator", wrong=False)
        return _overview_page(web, request, [])

    @router.post("/admin/login")
    def login(request: Request, fields: Fields) -> Response:
        web.check_origin(request)
        client = request.client.host if request.client else "?"
        # the shared limit comes second, so that one address cannot use it up
        if not (web.logins.allow(client) and web.all_logins.allow("all")):
            raise RefusedError(429, "Too many tries. Wait a minute.")
        if not verify_password(fields.get("password", ""), web.study.password_hash):
            LOG.warning("wrong administrator password from %s", client)
            return page("admin_login.html", 403, title="Administrator", wrong=True)
        token = secrets.token_urlsafe(32)
        store.add_admin_session(token_hash(token), time.time() + ADMIN_HOURS * 3600)
        reply = go_to("/admin")
        reply.set_cookie(
            web.admin_cookie, token, max_age=ADMIN_HOURS * 3600, httponly=True,
            samesite="strict", secure=web.https, path="/admin",
        )  # fmt: skip
        return reply

    @router.post("/admin/logout")
    def logout(request: Request, fields: Fields) -> Response:
        checked(request, fields)
        store.remove_admin_session(token_hash(request.cookies.get(web.admin_cookie, "")))
        return go_to("/admin")

    @router.post("/admin/participants")
    def add(request: Request, fields: Fields) -> Response:
        checked(request, fields)
        count = fields.get("count", "")
        if not (count.isascii() and count.isdigit() and 1 <= int(count[:6]) <= MOST_NEW):
            raise RefusedError(400, f"Choose a number from 1 to {MOST_NEW}.")
        links = []
        for _ in range(int(count)):
            added, token = web.study.add_participant()
            links.append((added.label, f"{web.url}/p/{token}"))
        return _overview_page(web, request, links)

    @router.post("/admin/link")
    def renew(request: Request, fields: Fields) -> Response:
        checked(request, fields)
        participant = _participant(web, fields)
        token = web.study.renew_token(participant.id)
        return _overview_page(web, request, [(participant.label, f"{web.url}/p/{token}")])

    @router.post("/admin/reopen")
    def reopen(request: Request, fields: Fields) -> Response:
        checked(request, fields)
        store.reopen(_participant(web, fields).id)
        return go_to("/admin")

    @router.get("/admin/export")
    def export(request: Request) -> Response:
        admin(request)
        try:
            content = _archive(web)
        except UsageError as error:
            raise RefusedError(409, "No question was answered yet.") from error
        name = f"human-study-{web.study.id}.zip"
        headers = {
            "Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store",
        }  # fmt: skip
        return Response(content, media_type="application/zip", headers=headers)

    return router


def _participant(web: StudyWeb, fields: dict[str, str]) -> Participant:
    number = fields.get("participant", "")
    plausible = number.isascii() and number.isdigit() and len(number) < 9
    found = web.study.store.participant(int(number)) if plausible else None
    if found is None:
        raise RefusedError(404, "There is no such participant.")
    return found


def _overview_page(web: StudyWeb, request: Request, links: list[tuple[str, str]]) -> Response:
    study = web.study
    items = study.store.items()
    raters = Counter(
        item.question_id
        for item in items
        if item.question_id is not None and item.status == "answered"
    )
    counts = [raters.get(name, 0) for name in study.content.questions]
    return page(
        "admin.html", title="Study", links=links, lines=_lines(study.store.participants(), items),
        form_token=web.admin_form_token(request), tasks=study_agreement(study.content, items),
        overall=overall(study.content, items), questions=len(counts),
        covered=sum(count > 0 for count in counts), fewest=min(counts), most=max(counts),
        settings=study.settings, dataset=study.content.folder.name, most_new=MOST_NEW,
        fingerprint=study.content.fingerprint,
    )  # fmt: skip


def _lines(participants: list[Participant], items: list[Item]) -> list[Line]:
    checks = attention_results(items)
    by_participant: dict[int, list[Item]] = {}
    for item in items:
        by_participant.setdefault(item.participant, []).append(item)
    lines = []
    for one in participants:
        own = by_participant.get(one.id, [])
        passed, done = checks.get(one.id, (0, 0))
        state = "invited"
        if one.consented_s is not None:
            state = "finished" if one.finished_s is not None else "answering"
        minutes = sum(item.active_ms for item in own) / 60_000
        lines.append(Line(one.id, one.label, state, Progress.of(own), minutes, passed, done))
    return lines


def _archive(web: StudyWeb) -> bytes:
    """Give the export as a ZIP file."""
    with tempfile.TemporaryDirectory() as place:
        out = Path(place)
        export_runs(web.study, out)
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(out.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(out).as_posix())
        return stream.getvalue()
