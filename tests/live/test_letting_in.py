"""A device is let in, in a real browser: from the knock to the game master's screen, and out again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from ..browser import as_large_as, until
from ..networked_box import NetworkedBox

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chrome: Chrome) -> Iterator[NetworkedBox]:
    """A box for which the browser is another machine, without a pass."""
    box = NetworkedBox(tmp_path, monkeypatch)
    chrome.get(f"http://{box.host}/pair")
    chrome.delete_all_cookies()
    yield box
    chrome.get("about:blank")
    box.close()


def knock(chrome: Chrome, box: NetworkedBox) -> str:
    """Have the panel show its digits; what it shows."""
    until(chrome, "document.querySelector('#show').textContent")
    chrome.find_element(By.ID, "show").click()
    until(chrome, "!document.querySelector('#shown').hidden")
    return box.settle()[1]


def enter(chrome: Chrome, digits: str, grant: str) -> None:
    """Fill in the form and send it."""
    chrome.find_element(By.ID, "digits").clear()
    chrome.find_element(By.ID, "digits").send_keys(digits)
    chrome.find_element(By.CSS_SELECTOR, f"[name=grant][value={grant}]").click()
    chrome.find_element(By.CSS_SELECTOR, "#form button").click()


def at(chrome: Chrome, path: str) -> None:
    """Wait until the browser is at this page, and that page stands."""
    until(chrome, "location.pathname === arguments[0] && document.readyState === 'complete'", path)


def test_a_phone_becomes_the_game_masters(chrome: Chrome, box: NetworkedBox) -> None:
    """Whatever it asked for it is sent to the door; wrong digits are told; the right ones open the screen."""
    chrome.get(f"http://{box.host}/gm")
    at(chrome, "/pair")
    digits = knock(chrome, box)
    assert len(digits) == 7, "three digits, a space, three digits: typed as they are read"
    wrong = "000 000" if digits != "000 000" else "000 001"
    enter(chrome, wrong, "master")
    until(chrome, "document.querySelector('#wrong').textContent.includes('not the digits')")
    enter(chrome, digits, "master")
    at(chrome, "/gm")
    assert "A device is let in as the game master's." in box.settle()
    assert chrome.execute_script("return document.cookie") == "", "no script can read the pass"
    chrome.get(f"http://{box.host}/pair")
    until(chrome, "document.querySelector('#now').textContent.includes('game master')")


def test_a_television_becomes_a_view_for_players(chrome: Chrome, box: NetworkedBox) -> None:
    """It gets its page, and no other."""
    chrome.get(f"http://{box.host}/")
    at(chrome, "/pair")
    enter(chrome, knock(chrome, box), "table")
    at(chrome, "/table")
    for path in ("/", "/gm", "/settings"):
        chrome.get(f"http://{box.host}{path}")
        at(chrome, "/pair")


def test_a_forgotten_phone_is_sent_to_the_door(chrome: Chrome, box: NetworkedBox) -> None:
    """It forgets all of them, itself included, on the page of the settings; an open page goes to the door by itself."""
    enter(chrome, knock(chrome, box), "master")
    at(chrome, "/gm")
    first = chrome.current_window_handle
    chrome.switch_to.new_window("window")
    try:
        chrome.get(f"http://{box.host}/settings")
        until(chrome, "document.querySelectorAll('[data-path]').length")
        chrome.find_element(By.ID, "forget").click()
        until(chrome, "document.querySelector('#forgotten').textContent === 'forgotten'")
    finally:
        chrome.close()
        chrome.switch_to.window(first)
    at(chrome, "/pair")
    assert box.settle()


def test_the_door_fits_a_phone_and_is_known_to_a_screen_reader(chrome: Chrome, box: NetworkedBox) -> None:
    """Nothing is wider than 360 pixels, and each field has a name."""
    with as_large_as(chrome, 360, 740):
        chrome.get(f"http://{box.host}/pair")
        until(chrome, "document.querySelector('#show').textContent")
        assert chrome.execute_script("return document.documentElement.scrollWidth") <= 360
        named = chrome.find_elements(By.CSS_SELECTOR, "input, button")
        assert all(element.accessible_name for element in named)
