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


def _luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" as WCAG 2.2 defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_stands_out_from_its_ground() -> None:
    """WCAG 2.2 level AA asks for a contrast of 4.5 for text and 3 for marks of focus."""
    css = static_bytes("base.css").decode()
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", css.replace("#fff;", "#ffffff;")))
    pairs = [(text, ground, 4.5) for text in ("ink", "soft", "accent", "good", "part", "bad")
             for ground in ("ground", "card")]  # fmt: skip
    pairs += [("accent-ink", mark, 4.5) for mark in ("accent", "good", "part", "bad", "none")]
    pairs.append(("focus", "ground", 3.0))
    for first, second, least in pairs:
        light, dark = sorted((_luminance(colours[first]), _luminance(colours[second])))[::-1]
        assert (light + 0.05) / (dark + 0.05) >= least, (first, second)
