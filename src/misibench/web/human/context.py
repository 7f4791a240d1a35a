"""What all routes of a study share: who asks, may they, and how a refusal looks."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from misibench.web.assets import render
from misibench.web.human.store import Participant
from misibench.web.human.study import Study
from misibench.web.human.tokens import same_text, token_hash
from misibench.web.rates import RateLimit

__all__ = ["RefusedError", "StudyWeb", "go_to", "page"]

ADMIN_HOURS = 12


class RefusedError(Exception):
    """A request that is not served, with the status and a sentence for the reader."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


@dataclass
class StudyWeb:
    """A study on the web.

    Attributes
    ----------
    url
        The address that participants use, without a slash at the end.
    saves, reads
        Limits per participant.
    strangers
        Limit of wrong links per network address: valid participants may share an address, so
        only failures count.
    logins
        Limit of password tries per network address, and of all together.
    """

    study: Study
    url: str
    saves: RateLimit = field(default_factory=lambda: RateLimit(5.0, 60))
    reads: RateLimit = field(default_factory=lambda: RateLimit(60.0, 600))
    strangers: RateLimit = field(default_factory=lambda: RateLimit(0.2, 30))
    logins: RateLimit = field(default_factory=lambda: RateLimit(1 / 30, 5))
    all_logins: RateLimit = field(default_factory=lambda: RateLimit(0.5, 30))

    @property
    def https(self) -> bool:
        """Whether participants come over an encrypted connection."""
        return self.url.startswith("https:")

    @property
    def cookie(self) -> str:
        """Name of the participant's cookie; one per study, since cookies ignore ports."""
        return f"misi_{self.study.id}"

    @property
    def admin_cookie(self) -> str:
        """Name of the administrator's cookie."""
        return f"misi_admin_{self.study.id}"

    def participant_by_token(self, request: Request, token: str) -> Participant:
        """Give the participant whose token this is.

        Raises
        ------
        RefusedError
            403 for a token that is none, 429 after too many of them.
        """
        client = request.client.host if request.client else "?"
        if self.strangers.exhausted(client):
            raise RefusedError(429, "Too many wrong links from your network. Wait some minutes.")
        found = self.study.participant_of(token)
        if found is None:
            self.strangers.allow(client)
            raise RefusedError(403, "This link is not valid. Ask the organiser for your link.")
        return found

    def participant(self, request: Request) -> Participant:
        """Give the participant who asks.

        Raises
        ------
        RefusedError
            401 without a link opened before, 403 for a forged one, 429 for too many requests.
        """
        token = request.cookies.get(self.cookie)
        if not token:
            raise RefusedError(401, "Open your personal link first.")
        found = self.participant_by_token(request, token)
        if not self.reads.allow(str(found.id)):
            raise RefusedError(429, "Too many requests at once. Wait a moment and reload.")
        return found

    def form_token(self, participant: Participant) -> str:
        """Give the token that a participant's forms carry: pages from elsewhere do not know it."""
        return self.study.keyed("form", participant.id, participant.token_hash.hex())

    def check_origin(self, request: Request) -> None:
        """Refuse requests that a page from elsewhere made the browser send."""
        origin = request.headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != request.headers.get("host"):
            raise RefusedError(403, "This request came from another site.")
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise RefusedError(403, "This request came from another site.")

    def check_form_token(self, given: str, participant: Participant) -> None:
        """Refuse a change without the form token."""
        if not same_text(given, self.form_token(participant)):
            raise RefusedError(403, "This page is out of date. Reload it and try again.")

    def admin_form_token(self, request: Request) -> str:
        """Give the token that the administrator's forms carry."""
        return self.study.keyed("admin form", request.cookies.get(self.admin_cookie, ""))

    def is_admin(self, request: Request) -> bool:
        """Say whether an administrator asks."""
        token = request.cookies.get(self.admin_cookie, "")
        return bool(token) and self.study.store.has_admin_session(token_hash(token))


async def form_fields(request: Request) -> dict[str, str]:
    """Read a form sent by a page; 415 for anything else.

    Raises
    ------
    RefusedError
        If it is no form, or not text.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise RefusedError(415, "This page expects a form.")
    try:
        fields = parse_qs((await request.body()).decode("utf-8"), max_num_fields=20)
    except (UnicodeDecodeError, ValueError) as error:
        raise RefusedError(400, "This form cannot be read.") from error
    return {name: values[-1] for name, values in fields.items()}


def page(template: str, status: int = 200, **values: object) -> HTMLResponse:
    """Give a page that no cache keeps."""
    return HTMLResponse(render(template, **values), status, {"Cache-Control": "no-store"})


def go_to(address: str) -> Response:
    """Send the browser to another page."""
    return RedirectResponse(address, 303, {"Cache-Control": "no-store"})


def refusal(request: Request, status: int, reason: str) -> Response:
    """Give a refusal as the reader expects it: JSON to scripts, a page to people."""
    if "/api/" in request.url.path:
        return JSONResponse({"error": reason}, status, {"Cache-Control": "no-store"})
    return page("human_error.html", status, title="Not possible", reason=reason)
