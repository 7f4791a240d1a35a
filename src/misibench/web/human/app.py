"""The study as a web application."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from misibench.errors import DatasetError
from misibench.web.assets import static_response
from misibench.web.guard import LOG
from misibench.web.human.admin_routes import admin_routes
from misibench.web.human.context import RefusedError, StudyWeb, refusal
from misibench.web.human.participant_routes import participant_routes
from misibench.web.human.study import Study

__all__ = ["human_app"]


def human_app(study: Study, url: str) -> FastAPI:
    """Make the application.

    Parameters
    ----------
    study
        What is served.
    url
        The address that participants use; "https:" makes cookies travel encrypted only.
    """
    app = FastAPI(title="misi human", docs_url=None, redoc_url=None, openapi_url=None)
    web = StudyWeb(study, url.rstrip("/"))
    _add_errors(app)
    app.include_router(participant_routes(web))
    app.include_router(admin_routes(web))

    @app.get("/static/{name:path}")
    def static(name: str) -> Response:
        return static_response(name)

    return app


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(RefusedError)
    def refused(request: Request, error: RefusedError) -> Response:
        return refusal(request, error.status, error.reason)

    @app.exception_handler(RequestValidationError)
    def malformed(request: Request, error: RequestValidationError) -> Response:
        # what was sent is not repeated: it may be anything
        fields = ", ".join(str(one["loc"][-1])[:40] for one in error.errors()[:3])
        return refusal(request, 422, f"This request cannot be read ({fields}).")

    @app.exception_handler(HTTPException)
    def other(request: Request, error: HTTPException) -> Response:
        reasons = {404: "There is no such page.", 405: "This page cannot be used that way."}
        return refusal(request, error.status_code, reasons.get(error.status_code, error.detail))

    @app.exception_handler(DatasetError)
    def bad_dataset(request: Request, error: DatasetError) -> Response:
        # the message names files, and names of files can give answers away
        LOG.error("%s", error)
        return refusal(request, 503, "The study is halted. Please tell the organiser.")
