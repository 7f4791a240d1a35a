"""Templates and static files that come with the package."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

import jinja2
from starlette.responses import Response

__all__ = ["STATIC_FILES", "render", "static_bytes", "static_response", "static_version"]

STATIC_FILES: dict[str, str] = {
    "base.css": "text/css",
    "gallery.css": "text/css",
    "human.css": "text/css",
    "pictures.js": "text/javascript",
    "gallery.js": "text/javascript",
    "gallery_model.js": "text/javascript",
    "source_server.js": "text/javascript",
    "source_static.js": "text/javascript",
    "answer_form.js": "text/javascript",
    "question.js": "text/javascript",
    "vendor/3Dmol-min.js": "text/javascript",
    "vendor/3Dmol-LICENSE.txt": "text/plain",
}
"""Every file a browser may ask for, with its media type: a name from a URL is looked up here and
never reaches the disk."""


@cache
def static_bytes(name: str) -> bytes:
    """Read a static file; raises KeyError for a name that is not listed."""
    if name not in STATIC_FILES:
        raise KeyError(name)
    return files("misibench.web").joinpath("static", *name.split("/")).read_bytes()


@cache
def static_version() -> str:
    """Give a text that changes when any static file does, for the addresses of these files."""
    digest = hashlib.sha256()
    for name in STATIC_FILES:
        digest.update(static_bytes(name))
    return digest.hexdigest()[:12]


def static_response(name: str) -> Response:
    """Answer a request for a static file; 404 for any other name."""
    try:
        content = static_bytes(name)
    except KeyError:
        return Response("no such file\n", 404, media_type="text/plain")
    return Response(
        content,
        media_type=STATIC_FILES[name],
        headers={"Cache-Control": "public, max-age=31536000, immutable"},
    )


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("misibench.web"),
        autoescape=True,  # always, whatever the template is called
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **values: object) -> str:
    """Fill a template; every value is escaped for HTML."""
    return _environment().get_template(template).render(version=static_version(), **values)
