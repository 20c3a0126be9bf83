"""The sites whose pages may read what players see: none as shipped, each as a browser tells it."""

from __future__ import annotations

import json

import pytest

from delvebox.device.settings.load import load_text


def test_none_is_named_as_shipped() -> None:
    """Other sites' pages are refused until the table wants otherwise."""
    assert load_text("").settings.web.origins == ()


@pytest.mark.parametrize(
    "site",
    [
        "http://192.168.1.5:30000",
        "https://foundry.example",
        "http://Foundry.local:30000",
        "file://",
        "null",
        "http://[fd00::12]",
    ],
)
def test_a_site_is_named_as_its_pages_tell_it(site: str) -> None:
    """In small letters, as browsers do."""
    loaded = load_text(f"web: {{origins: [{json.dumps(site)}]}}\n")
    assert loaded.problems == ()
    assert loaded.settings.web.origins == (site.lower(),)


@pytest.mark.parametrize(
    "site",
    [
        "*",
        "nobody",
        "",
        "192.168.1.5:30000",
        "http://a.example/",
        "http://a.example/game",
        "ws://a.example",
        "http://a:x",
    ],
)
def test_what_no_page_tells_names_no_site(site: str) -> None:
    """Everybody's pages, a path, or no scheme: with the line, and how it is written."""
    (problem,) = load_text(f"web:\n  origins: [{json.dumps(site)}]\n").problems
    assert problem.line == 2
    assert "without a path or a slash at its end" in str(problem)
