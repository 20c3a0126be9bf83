"""Danger tables on the game master's screen in a real browser; players beside it see nothing of what was drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from websockets.sync.client import connect
from websockets.typing import Origin

from ..browser import as_large_as, complaints, until, until_shows
from .gm_screen import open_gm, say, tap, until_not
from .test_gm_reach import PHONE, TAP_PX, WEAK
from .web_box import Start

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds

TABLES = """\
crypt things:
  kind: encounter
  regions: [crypt]
  reaction: true
  distance: 2d6x10
  entries: [two pale ghouls]
things:
  kind: encounter
  entries: [three grey monks]
portents:
  kind: omen
  entries: [a bell "in" the <b>deep</b>, a second bell]
"""


@pytest.fixture
def tables(tmp_path: Path) -> str:
    """Settings with a file of tables."""
    file = tmp_path / "own.yaml"
    file.write_text(TABLES)
    return f"tables: [{file}]\n"


def test_a_draw_by_one_tap_the_region_and_undo(chrome: Chrome, start: Start, tables: str) -> None:
    """A kind is drawn where the party is; the result stands with reaction and distance, and goes when it is undone."""
    complaints(chrome)  # of other tests
    open_gm(chrome, start(0, tables))
    until_shows(chrome, "drawn", "Nothing was drawn yet")
    tap(chrome, "table-kinds", "draw: encounter")
    until_shows(chrome, "drawn", "three grey monks")
    tap(chrome, "regions", "crypt")
    until(chrome, "document.querySelector('#regions [aria-pressed=true]')?.textContent === 'crypt'")
    tap(chrome, "table-kinds", "draw: encounter")
    until_shows(chrome, "drawn", "two pale ghouls")
    until_shows(chrome, "drawn", "feet")
    chrome.find_element("css selector", ".pair button").click()
    until_not(chrome, "drawn", "two pale ghouls")
    tap(chrome, "regions", "crypt")
    until(chrome, "!document.querySelector('#regions [aria-pressed=true]')")
    chrome.find_element("css selector", "#tables details summary").click()
    tap(chrome, "table-names", "draw: portents")
    until_shows(chrome, "drawn", "bell")
    until_shows(chrome, "history", "bell")
    assert complaints(chrome) == []


def test_the_card_is_for_fingers_keys_and_readers_too(chrome: Chrome, start: Start, tables: str) -> None:
    """On a phone nothing is wider than the screen, all is a fingertip large, has a name and can be read."""
    box = start(0, tables)
    with as_large_as(chrome, PHONE, 740, mobile=True):
        open_gm(chrome, box)
        tap(chrome, "table-kinds", "draw: encounter")
        until_shows(chrome, "drawn", "three grey monks")
        chrome.execute_script("document.querySelector('#tables details').open = true")
        assert chrome.execute_script("return document.documentElement.scrollWidth") <= PHONE
        for each in chrome.find_elements("css selector", "#tables button, #tables summary"):
            assert each.accessible_name
            assert min(each.size.values()) >= TAP_PX, each.get_attribute("outerHTML")
        assert chrome.execute_script(WEAK) == []


def test_without_tables_there_is_no_card_of_them(chrome: Chrome, start: Start) -> None:
    """Who has no danger tables sees nothing of them."""
    open_gm(chrome, start())
    assert not chrome.find_element("id", "tables").is_displayed()


def test_players_see_nothing_of_what_is_drawn(chrome: Chrome, start: Start, tables: str) -> None:
    """Neither their view nor the stream, whether it was asked for, typed or brought by danger."""
    address = open_gm(chrome, start(0, tables))
    site = address.rstrip("/")
    sockets = [f"{site.replace('http', 'ws')}/socket/{role}" for role in ("table", "stream")]
    with connect(sockets[0], origin=Origin(site)) as view, connect(sockets[1], origin=Origin(site)) as stream:
        say(chrome, "roll on the things table", "roll on the omen table")
        until_shows(chrome, "drawn", "bell")
        for boxes in range(1, 6):  # till danger is certain
            tap(chrome, "boxes", f"boxes to {boxes}")
            until(chrome, "document.querySelectorAll('#boxes .full').length === arguments[0]", boxes)
        tap(chrome, "actions", "search")
        until_shows(chrome, "drawn", "three grey monks")
        until_shows(chrome, "now", "Turn 2")
        seen = [*told_to(view, lambda each: each.get("name") == "danger"), *told_to(stream, is_danger)]
    text = json.dumps(seen)
    assert "danger" in text
    for secret in ("monks", "bell", "things", "omen", "portents", "ghouls"):
        assert secret not in text, text


def is_danger(message: dict) -> bool:
    """The stream's word for it."""
    return message["kind"] == "event" and message["event"]["event_type"] == "danger"


def told_to(socket, last) -> list[dict]:
    """All messages up to the one that `last` waits for."""
    found = []
    while not found or not last(found[-1]):
        found.append(json.loads(socket.recv(timeout=30)))
    return found
