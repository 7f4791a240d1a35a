"""What stands before both applications: host names, body sizes, headers, a log of refusals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["CONTENT_SECURITY_POLICY", "LOG", "MAX_BODY_BYTES", "Guard", "hosts_for"]

LOG = logging.getLogger("misibench.web")

MAX_BODY_BYTES = 64 * 1024
"""Largest request body: an answer with its form is some hundred bytes."""

BODY_TIMEOUT_S = 20.0
"""A body that takes longer to arrive is refused."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Pages load nothing from elsewhere and run no script that is written into them."""

_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "[::1]"})


def hosts_for(address: str, *more: str) -> frozenset[str] | None:
    """Give the host names that requests may carry, for a server listening on an address.

    None, for any name, where it listens on all addresses and no name is given: the names under
    which a machine is known cannot be told from inside.
    """
    if address in ("0.0.0.0", "::") and not more:
        return None
    literal = f"[{address}]" if ":" in address else address
    return LOOPBACK_NAMES | {literal.lower()} | {name.lower() for name in more}


class Guard:
    """ASGI application around another one.

    Parameters
    ----------
    app
        The application to guard.
    hosts
        Host names that requests may carry; None allows any. Naming them keeps a page from
        elsewhere from reaching a local server under a name of its own (DNS rebinding).
    max_body_bytes
        Larger request bodies get 413 and are not read to their end.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Collection[str] | None = None,
        max_body_bytes: int = MAX_BODY_BYTES,
    ) -> None:
        self.app = app
        self.hosts = None if hosts is None else frozenset(hosts)
        self.max_body_bytes = max_body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request; anything but HTTP passes unchanged (there are no WebSockets)."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if self.hosts is not None and host_name(host) not in self.hosts:
            await self._refuse(scope, send, 421, "this server is not known by that name")
            return
        body = await self._read_body(scope, receive, headers)
        if isinstance(body, int):
            reason = "the request is too large" if body == 413 else "the request came too slowly"
            await self._refuse(scope, send, body, reason)
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *_HEADERS]}
                if message["status"] >= 400:
                    log_refusal(scope, message["status"])
            await send(message)

        await self.app(scope, replay, guarded_send)

    async def _read_body(
        self, scope: Scope, receive: Receive, headers: dict[bytes, bytes]
    ) -> bytes | int:
        """Read the whole body, or give the status with which it is refused."""
        announced = headers.get(b"content-length", b"0")
        if not announced.isdigit() or int(announced) > self.max_body_bytes:
            return 413
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(BODY_TIMEOUT_S):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        return b"".join(parts)
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > self.max_body_bytes:
                        return 413
                    if not message.get("more_body", False):
                        return b"".join(parts)
        except TimeoutError:
            return 408

    async def _refuse(self, scope: Scope, send: Send, status: int, reason: str) -> None:
        log_refusal(scope, status, reason)
        body = f"{reason}\n".encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *_HEADERS,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def host_name(host: str) -> str:
    """Give a Host header without its port.

    >>> host_name("localhost:8000"), host_name("[::1]:8000"), host_name("[::1]")
    ('localhost', '[::1]', '[::1]')
    """
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def log_refusal(scope: Scope, status: int, reason: str = "") -> None:
    """Log a refused request; personal links are not written out."""
    path = str(scope.get("path", ""))
    if path.startswith("/p/"):
        path = "/p/<token>"
    client = scope.get("client") or ("?", 0)
    # repr keeps line ends and control characters out of the log
    LOG.warning(
        "refused %s %s %r from %s%s",
        status,
        scope.get("method", "?"),
        path[:200],
        client[0],
        f": {reason}" if reason else "",
    )
