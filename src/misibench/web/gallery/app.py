"""The gallery as a web application."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.middleware.gzip import GZipMiddleware

from misibench.errors import DatasetError, UsageError
from misibench.web.assets import render, static_response
from misibench.web.gallery.browse import Found, Gallery, Wanted
from misibench.web.gallery.contents import (
    config_content,
    overlay_content,
    question_content,
    row_content,
)
from misibench.web.gallery.overlay import complex_model
from misibench.web.gallery.tables import QuestionTable
from misibench.web.guard import LOG

__all__ = ["gallery_app"]

MOST_ROWS = 200
"""Most lines of the list in one reply."""

_NO_DOCS: dict[str, Any] = {"docs_url": None, "redoc_url": None, "openapi_url": None}


def gallery_app(gallery: Gallery) -> FastAPI:
    """Make the application; it reads the dataset and never writes.

    Questions are addressed by task, split and row number, which are looked up among those that
    exist: no text from an address becomes part of a path.
    """
    app = FastAPI(title="misi view", **_NO_DOCS)
    app.add_middleware(GZipMiddleware, minimum_size=2_000)
    _add_errors(app)

    @app.get("/", response_class=HTMLResponse)
    def page() -> str:
        return render(
            "gallery.html", root="/static/", source="source_server.js", title=gallery.folder.name
        )

    @app.get("/static/{name:path}")
    def static(name: str) -> Response:
        return static_response(name)

    @app.get("/api/config")
    def config() -> dict[str, Any]:
        return config_content(gallery)

    @app.get("/api/list")
    def listing(request: Request) -> dict[str, Any]:
        query = request.query_params
        wanted = _wanted(query)
        limit = min(_number(query, "limit", 50), MOST_ROWS)
        found: Found = gallery.search(wanted, _number(query, "offset", 0), limit)
        return {
            "total": found.total,
            "rows": [row_content(gallery, table, row) for table, row in found.places],
        }

    @app.get("/api/find")
    def find(id: str, split: str = "") -> Response:
        place = gallery.find(id, split)
        if place is None:
            return _missing("there is no question of this id")
        table, row = place
        return JSONResponse({"task": table.task, "split": table.split, "row": row})

    @app.get("/api/question/{task}/{split}/{row}")
    def question(task: str, split: str, row: int) -> dict[str, Any]:
        return question_content(gallery, *_place(gallery, task, split, row))

    @app.get("/api/overlay/{task}/{split}/{row}")
    def overlay(task: str, split: str, row: int) -> list[list[dict[str, Any]] | None]:
        return overlay_content(gallery, *_place(gallery, task, split, row))

    @app.get("/api/complex/{task}/{split}/{row}")
    def model(task: str, split: str, row: int) -> Response:
        table, row = _place(gallery, task, split, row)
        annotation = gallery.annotation(table.question(row).complex_id)
        if annotation is None:
            return _missing("the dataset has no annotation of this complex")
        return JSONResponse(complex_model(annotation))

    @app.get("/image/{task}/{split}/{row}/{number}")
    def image(task: str, split: str, row: int, number: int) -> Response:
        table, row = _place(gallery, task, split, row)
        return Response(
            gallery.picture(table, row, number),
            media_type="image/png",
            headers={"Cache-Control": "private, max-age=600"},
        )

    return app


def _place(gallery: Gallery, task: str, split: str, row: int) -> tuple[QuestionTable, int]:
    table = gallery.table(task, split)
    if not 0 <= row < len(table):
        raise IndexError(row)
    return table, row


def _missing(reason: str) -> JSONResponse:
    return JSONResponse({"error": reason}, 404)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(KeyError)
    @app.exception_handler(IndexError)
    def not_there(request: Request, error: Exception) -> JSONResponse:
        del request, error
        return _missing("there is no such question or picture")

    @app.exception_handler(UsageError)
    def bad_query(request: Request, error: Exception) -> JSONResponse:
        del request
        return JSONResponse({"error": str(error)}, 400)

    @app.exception_handler(DatasetError)
    def bad_dataset(request: Request, error: Exception) -> JSONResponse:
        del request
        LOG.error("%s", error)
        return JSONResponse({"error": str(error)}, 500)


def _number(query: Mapping[str, str], name: str, default: int) -> int:
    text = query.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise UsageError(name, repr(text[:20]), "a whole number from 0")
    return int(text)


def _wanted(query: Mapping[str, str]) -> Wanted:
    outcomes = {
        int(name[3:]): value
        for name, value in query.items()
        if name.startswith("run") and name[3:].isdigit() and value
    }
    return Wanted(
        task=query.get("task", ""),
        split=query.get("split", ""),
        complex_id=query.get("complex", ""),
        bonds=_number(query, "bonds", 0) if query.get("bonds") else None,
        text=query.get("text", ""),
        outcomes=outcomes,
    )
