"""Templates and static files."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from misibench.web.assets import STATIC_FILES, render, static_bytes, static_response


def test_every_listed_file_is_there_and_every_file_is_listed() -> None:
    root = files("misibench.web").joinpath("static")
    found = {one.name for one in root.iterdir() if one.is_file()}
    found |= {f"vendor/{one.name}" for one in root.joinpath("vendor").iterdir()}
    assert found == set(STATIC_FILES)


@pytest.mark.parametrize("name", ["../app.py", "/etc/passwd", "vendor/../base.css", "", "none.js"])
def test_other_names_are_not_found(name: str) -> None:
    assert static_response(name).status_code == 404


def test_values_are_escaped() -> None:
    page = render("human_error.html", title="<i>", reason="<script>alert(1)</script>")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_own_scripts_and_styles_name_no_other_site() -> None:
    for name in STATIC_FILES:
        if not name.startswith("vendor/"):
            text = static_bytes(name).decode()
            assert set(re.findall(r"https?://[^\"' )]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_scripts_never_build_html_from_text() -> None:
    for name, kind in STATIC_FILES.items():
        if kind == "text/javascript" and not name.startswith("vendor/"):
            text = static_bytes(name).decode()
            assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(",
                                 text)  # fmt: skip


def test_the_library_comes_with_its_licence() -> None:
    assert b"BSD-3-Clause" in static_bytes("vendor/3Dmol-LICENSE.txt")
    assert len(static_bytes("vendor/3Dmol-min.js")) < 600_000
