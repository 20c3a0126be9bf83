"""The players' view in a real browser, on a real box: large, with what the settings let them see, and nothing to do."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from websockets.sync.client import connect

from delvebox.device.web.server import MOST_PAGES

from ..browser import as_large_as, complaints, until, until_shows
from .live_box import STEP_SECONDS
from .web_box import Start, address_of, port_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds

TELEVISION = (1280, 720)
HINTS = "panel: {numbers: hints}\n"


def until_shown(chrome: Chrome, text: str) -> None:
    """Wait until the page shows a text."""
    until_shows(chrome, "page", text)


def test_it_shows_the_trackers_large_and_nothing_to_do(chrome: Chrome, start: Start) -> None:
    """On a television: turn, danger and every light, each with its boxes, in letters for the other end of a room."""
    complaints(chrome)  # of other tests
    box = start()
    address = address_of(box)
    with as_large_as(chrome, *TELEVISION):
        chrome.get(f"{address}table")
        until_shown(chrome, "Turn 1")
        box.type("light a torch for Bryn", "light a lantern for Aldo", "move on")
        until_shown(chrome, "Turn 2")
        until_shown(chrome, "Torch Bryn5")
        assert len(chrome.find_elements(By.CSS_SELECTOR, "#page .near .boxes i")) == 5
        assert chrome.find_elements(By.CSS_SELECTOR, "button, input, a, form") == []
        assert float(chrome.find_element(By.TAG_NAME, "h1").value_of_css_property("font-size")[:-2]) > 80
        assert chrome.execute_script("return document.documentElement.scrollHeight <= innerHeight")
    assert complaints(chrome) == []


def test_a_television_shows_many_lights_without_scrolling(chrome: Chrome, start: Start) -> None:
    """Nobody scrolls it: forty lights are drawn smaller, and large again when they are gone."""
    box = start()
    with as_large_as(chrome, *TELEVISION):
        chrome.get(f"{address_of(box)}table")
        until_shown(chrome, "Turn 1")
        large = chrome.find_element(By.TAG_NAME, "h1").value_of_css_property("font-size")
        for _ in range(4):
            box.type(*["light a torch for Bryn"] * 10)
        until(chrome, "document.querySelectorAll('#page li:not(.out)').length >= 36")
        assert chrome.execute_script("return document.documentElement.scrollHeight <= innerHeight")
        box.type(*["undo"] * 40)
        until(chrome, "document.querySelectorAll('#page li').length === 0")
        assert chrome.find_element(By.TAG_NAME, "h1").value_of_css_property("font-size") == large


def test_with_hints_words_stand_for_numbers(chrome: Chrome, start: Start) -> None:
    """How dangerous it is and how long a light lasts, in a word; danger has the whole screen."""
    box = start(0, HINTS)
    address = address_of(box)
    chrome.get(f"{address}table")
    until_shown(chrome, "Calm")
    box.type("light a torch for Bryn", "make some noise")
    until_shown(chrome, "Restless")
    until_shown(chrome, "Torch Brynfresh")
    assert chrome.find_elements(By.CSS_SELECTOR, "#page .near .boxes, #page li .boxes") == []
    box.type("search the room")
    until(chrome, "document.querySelector('#page.danger .banner')")
    until_shown(chrome, "Encounter")
    assert "6" not in chrome.find_element(By.ID, "page").text


def test_what_hints_keep_is_never_sent(start: Start) -> None:
    """On the wire, not on the page: evenings that players may not tell apart are the same to them, to the last byte."""
    told = []
    for marks in ("noise one", "noise two"):
        box = start(0, HINTS)
        port = port_of(box)
        with connect(f"ws://127.0.0.1:{port}/socket/table", origin=f"http://127.0.0.1:{port}") as page:
            messages = [str(page.recv(STEP_SECONDS)), str(page.recv(STEP_SECONDS))]
            box.type(marks, "light a torch for Bryn")
            while "Bryn" not in messages[-1]:
                messages.append(str(page.recv(STEP_SECONDS)))
        told.append([each for each in messages if "heard" not in each])
        assert {json.loads(each)["kind"] for each in messages} == {"hello", "page"}
        box.type("undo", "undo", "status")
        box.expect("status")
        box.kill()
    assert told[0][-1] == told[1][-1]
    assert not any("noise" in each for each in told[0] + told[1])


@pytest.mark.parametrize("page", ["", "gm", "table"])
def test_a_page_too_many_says_so(chrome: Chrome, start: Start, page: str) -> None:
    """It is told nothing, its words neither: in place of an empty frame stands the box's reason."""
    address = address_of(start())
    socket = f"ws{address.removeprefix('http')}socket/table"
    with ExitStack() as pages:
        for _ in range(MOST_PAGES):
            pages.enter_context(connect(socket, origin=address.rstrip("/")))
        chrome.get(f"{address}{page}")
        until_shows(chrome, "connection", "40 pages are open: close one")
    until(chrome, "!document.body.classList.contains('away')")


def test_it_comes_back_and_catches_up(chrome: Chrome, start: Start) -> None:
    """The box is killed and started again: the view says that it is away, and shows what was played since."""
    box = start()
    address = address_of(box)
    chrome.get(f"{address}table")
    until_shown(chrome, "Turn 1")
    box.kill()
    until_shows(chrome, "connection", "not connected")
    again = start(int(address.rstrip("/").rpartition(":")[2]))
    again.type("move on")
    until_shown(chrome, "Turn 2")
    until(chrome, "document.getElementById('connection').textContent === ''")
