"""The participant's pages."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from misibench.web.human.context import RefusedError, StudyWeb, form_fields, go_to, page
from misibench.web.human.items import (
    Progress,
    example_view,
    item_title,
    item_view,
    next_position,
    picture_id,
    read_reply,
)
from misibench.web.human.store import Change, ConflictError, FinishedError, Item, Participant
from misibench.web.human.tokens import same_text

__all__ = ["participant_routes"]

Fields = Annotated[dict[str, str], Depends(form_fields)]

_COOKIE_DAYS = 180


class SaveRequest(BaseModel):
    """What a question's page sends to be saved."""

    model_config = ConfigDict(extra="forbid", strict=True)

    action: Literal["draft", "answer", "skip", "time"]
    form: dict[str, Any] = Field(default_factory=dict)
    text: str = Field(default="", max_length=8_000)
    active_ms: int = Field(ge=0, le=10**10)
    version: int = Field(ge=0, le=10**9)
    request_id: str = Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")
    force: bool = False


def participant_routes(web: StudyWeb) -> APIRouter:
    """Make the routes that participants use."""
    router = APIRouter()
    store = web.study.store

    def consented(request: Request) -> Participant:
        found = web.participant(request)
        if found.consented_s is None:
            raise RefusedError(403, "Please read and agree to the first page before anything else.")
        return found

    @router.get("/")
    def landing() -> Response:
        return page("human_landing.html", title="Study")

    @router.get("/p/{token}")
    def open_link(request: Request, token: str) -> Response:
        web.participant_by_token(request, token)
        reply = go_to("/study")
        reply.set_cookie(
            web.cookie, token, max_age=_COOKIE_DAYS * 86_400, httponly=True, samesite="lax",
            secure=web.https,
        )  # fmt: skip
        return reply

    @router.get("/study")
    def start(request: Request) -> Response:
        participant = web.participant(request)
        if participant.finished_s is not None:
            return go_to("/study/finish")
        if participant.consented_s is None:
            return page(
                "human_consent.html", title="Before you begin",
                paragraphs=web.study.settings.consent.split("\n\n"),
                form_token=web.form_token(participant),
                count=len(store.items(participant.id)),
            )  # fmt: skip
        items = store.items(participant.id)
        if all(item.status == "open" for item in items):
            return go_to("/study/instructions")
        position = next_position(items, 0)
        return go_to("/study/overview" if position is None else f"/study/question/{position}")

    @router.post("/study/consent")
    def consent(request: Request, fields: Fields) -> Response:
        participant = web.participant(request)
        web.check_origin(request)
        web.check_form_token(fields.get("form_token", ""), participant)
        if fields.get("agree") != "yes":
            raise RefusedError(400, "Taking part needs your agreement.")
        store.consent(participant.id)
        return go_to("/study/instructions")

    @router.get("/study/instructions")
    def instructions(request: Request) -> Response:
        participant = consented(request)
        items = store.items(participant.id)
        examples = [example_view(one) for one in web.study.content.examples.values()]
        examples.sort(key=lambda one: str(one["code"]))
        return page(
            "human_instructions.html", title="Instructions", examples=examples,
            progress=Progress.of(items), position=next_position(items, 0),
        )  # fmt: skip

    @router.get("/study/question/{position}")
    def question(request: Request, position: int) -> Response:
        participant = consented(request)
        if participant.finished_s is not None:
            return go_to("/study/finish")
        items = store.items(participant.id)
        if not 1 <= position <= len(items):
            raise RefusedError(404, "There is no such question.")
        store.seen(participant.id, position)
        view = item_view(web, participant, items[position - 1], items)
        return page(
            "human_question.html", title=view["title"], item=view, progress=Progress.of(items),
            form_token=web.form_token(participant), label=participant.label,
        )  # fmt: skip

    @router.get("/study/overview")
    def overview(request: Request) -> Response:
        participant = consented(request)
        if participant.finished_s is not None:
            return go_to("/study/finish")
        items = store.items(participant.id)
        lines = [(item.position, item_title(web, item), item.status) for item in items]
        return page(
            "human_overview.html", title="All questions", lines=lines,
            progress=Progress.of(items),
        )  # fmt: skip

    @router.get("/study/finish")
    def finish_page(request: Request) -> Response:
        participant = consented(request)
        return page(
            "human_finish.html", title="Finish", done=participant.finished_s is not None,
            progress=Progress.of(store.items(participant.id)),
            form_token=web.form_token(participant), label=participant.label,
        )  # fmt: skip

    @router.post("/study/finish")
    def finish(request: Request, fields: Fields) -> Response:
        participant = consented(request)
        web.check_origin(request)
        web.check_form_token(fields.get("form_token", ""), participant)
        store.finish(participant.id)
        return go_to("/study/finish")

    @router.get("/study/picture/{address}")
    def picture(request: Request, address: str) -> Response:
        participant = consented(request)
        item, number = _picture_place(web, participant, address)
        images = web.study.content.questions[item.question_id or ""].images
        return _picture(web.study.content.picture(images[number - 1]))

    @router.get("/study/example/{code}/{number}")
    def example_picture(request: Request, code: str, number: int) -> Response:
        consented(request)
        for example in web.study.content.examples.values():
            if example.code == code and 1 <= number <= len(example.question.images):
                return _picture(web.study.content.picture(example.question.images[number - 1]))
        raise RefusedError(404, "There is no such picture.")

    @router.get("/study/api/state/{position}")
    def state(request: Request, position: int) -> Response:
        participant = consented(request)
        item = store.item(participant.id, position)
        if item is None:
            raise RefusedError(404, "There is no such question.")
        return _json(_state(item))

    @router.post("/study/api/save/{position}")
    def save(request: Request, position: int, change: SaveRequest) -> Response:
        participant = consented(request)
        web.check_origin(request)
        web.check_form_token(request.headers.get("x-form-token", ""), participant)
        if not web.saves.allow(str(participant.id)):
            raise RefusedError(429, "Too many changes at once. Wait a moment and try again.")
        return _save(web, participant, position, change)

    return router


def _picture_place(web: StudyWeb, participant: Participant, address: str) -> tuple[Item, int]:
    """Find the item and number that a picture's address stands for."""
    words = address.split("-", 2)
    if len(words) == 3 and all(one.isascii() and one.isdigit() for one in words[:2]):
        position, number = int(words[0][:6]), int(words[1][:3])
        if same_text(address, picture_id(web, participant, position, number)):
            item = web.study.store.item(participant.id, position)
            if item is not None and item.question_id is not None:
                return item, number
    raise RefusedError(404, "There is no such picture.")


def _picture(content: bytes) -> Response:
    # the address is one participant's own, so a browser may keep what it stands for
    return Response(
        content, media_type="image/png", headers={"Cache-Control": "private, max-age=86400"}
    )


def _json(content: dict[str, Any], status: int = 200) -> JSONResponse:
    return JSONResponse(content, status, {"Cache-Control": "no-store"})


def _state(item: Item) -> dict[str, Any]:
    return {
        "form": json.loads(item.form), "text": item.text, "version": item.version,
        "active_ms": item.active_ms, "status": item.status, "reply": item.reply,
    }  # fmt: skip


def _save(
    web: StudyWeb, participant: Participant, position: int, change: SaveRequest
) -> JSONResponse:
    store = web.study.store
    item = store.item(participant.id, position)
    if item is None:
        raise RefusedError(404, "There is no such question.")
    read_as = None
    if change.action == "answer":
        text = change.text.strip()
        read_as = read_reply(web, item, text) if text else None
        if not text or (read_as is None and not change.force):
            reason = "cannot be read as an answer" if text else "is empty"
            return _json({"error": f"The answer {reason}.", "unreadable": bool(text)}, 422)
    wanted = Change(
        change.action, json.dumps(change.form), change.text, change.active_ms, change.version,
        change.request_id,
    )  # fmt: skip
    try:
        saved = store.save(participant.id, position, wanted)
    except FinishedError as error:
        raise RefusedError(409, "You have finished; answers can no longer be changed.") from error
    except ConflictError as conflict:
        return _json(
            {"error": "This question was changed in another tab.", "state": _state(conflict.item)},
            409,
        )
    reply: dict[str, Any] = {"state": _state(saved.item), "read_as": read_as}
    if change.action in ("answer", "skip"):
        items = store.items(participant.id)
        following = next_position(items, position)
        reply["next"] = "/study/overview" if following is None else f"/study/question/{following}"
    return _json(reply)
