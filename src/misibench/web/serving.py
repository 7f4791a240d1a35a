"""Running an application on an address, with errors in one line."""

from __future__ import annotations

import socket

import uvicorn
from starlette.types import ASGIApp

from misibench.errors import UsageError

__all__ = ["DEFAULT_HOST", "base_url", "listen", "serve"]

DEFAULT_HOST = "127.0.0.1"
"""Only this machine can connect unless another address is asked for."""


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; port 0 takes any free one.

    Raises
    ------
    UsageError
        If the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol is named so that asyncio switches Nagle's algorithm off: 40 ms a reply
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen(128)
    except OSError as error:
        opened.close()
        raise UsageError(
            f"{host}:{port}", f"cannot listen there ({error.strerror or error})",
            "a free port and an address of this machine", "choose another with --port or --host",
        ) from error  # fmt: skip
    return opened


def base_url(opened: socket.socket) -> str:
    """Give the address of a listening socket as a browser on this machine reaches it."""
    host, port = opened.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # all addresses of this machine
        host = DEFAULT_HOST
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(app: ASGIApp, opened: socket.socket) -> None:
    """Serve until interrupted; requests under way are finished first."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses can hold personal links
        server_header=False,
        date_header=True,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    uvicorn.Server(config).run(sockets=[opened])
