"""The page in a real browser, on a real box: what a person sees and does there."""

from __future__ import annotations

import pytest
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from ..browser import as_large_as, complaints, until, until_shows
from .live_box import LiveBox
from .web_box import Start, address_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds

DOUBLE_SECONDS = 0.1
"""Between two clicks: longer than the box waits for bouncing, shorter than its time for the second press."""


def open_page(chrome: Chrome, box: LiveBox) -> str:
    """Open the box's page and wait until it stands; its address."""
    address = address_of(box)
    chrome.get(address)
    until_panel(chrome, "turn")
    until(chrome, "document.querySelectorAll('[data-button]').length")
    return address


def until_panel(chrome: Chrome, words: str) -> str:
    """Wait until the panel says these words to a screen reader; what it says."""
    script = "(label => label?.includes(arguments[0]) && label)(document.querySelector('#panel').ariaLabel)"
    return str(until(chrome, script, words))


def button(chrome: Chrome, name: str) -> WebElement:
    """A button of the page."""
    return chrome.find_element(By.CSS_SELECTOR, f"[data-button='{name}']")


def lit(chrome: Chrome) -> str:
    """The panel's picture on the page, a character a pixel."""
    return str(
        chrome.execute_script(
            "const c = document.querySelector('#panel');"
            "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "let s = ''; for (let i = 0; i < d.length; i += 4) s += d[i] > 100 ? '1' : '0'; return s;"
        )
    )


def test_a_press_changes_the_panel(chrome: Chrome, start: Start) -> None:
    """The mouse presses a button: other pixels, other words, what was heard and what was said."""
    complaints(chrome)  # of other tests
    open_page(chrome, start())
    before = lit(chrome)
    assert "1" in before
    button(chrome, "search").click()
    until_panel(chrome, "turn 2")
    until_shows(chrome, "heard", "search the room")
    until_shows(chrome, "said", "Turn one")
    assert lit(chrome) != before
    assert complaints(chrome) == [], "nothing is refused by the content policy, and nothing fails"


def test_the_enclosure_is_that_of_the_settings(chrome: Chrome, start: Start) -> None:
    """Every wired button is drawn with what it says at each gesture, and is known to a screen reader."""
    open_page(chrome, start())
    drawn = {
        each.get_attribute("data-button"): each.text for each in chrome.find_elements(By.CSS_SELECTOR, "[data-button]")
    }
    assert list(drawn) == ["turn", "search", "noise", "light", "rest", "talk", "map"]
    assert "press light a torch" in drawn["light"]
    assert "hold douse the torch" in drawn["light"]
    assert "twice mute" in drawn["talk"]
    assert "status" in button(chrome, "map").accessible_name
    assert chrome.find_element(By.ID, "phrase").accessible_name


def test_a_hold_is_the_pins_own(chrome: Chrome, start: Start) -> None:
    """The button is held until the box says what a hold means; a short press, and two of them, say others."""
    open_page(chrome, start())
    noise = button(chrome, "noise")
    ActionChains(chrome).click_and_hold(noise).perform()
    until_shows(chrome, "heard", "all calm")
    ActionChains(chrome).release(noise).perform()
    noise.click()
    until_shows(chrome, "heard", "make some noise")
    talk = button(chrome, "talk")
    ActionChains(chrome, duration=0).click(talk).pause(DOUBLE_SECONDS).click(talk).perform()
    until_shows(chrome, "heard", "mute")


def test_keys_press_and_hold(chrome: Chrome, start: Start) -> None:
    """A digit is a button, down as long as the key; enter presses the marked one; in the line of text both are text."""
    open_page(chrome, start())
    chrome.find_element(By.TAG_NAME, "body").send_keys("2")
    until_panel(chrome, "turn 2")
    ActionChains(chrome).key_down("3").perform()
    until_shows(chrome, "heard", "all calm")
    ActionChains(chrome).key_up("3").perform()
    button(chrome, "map").send_keys(Keys.ENTER)
    until_shows(chrome, "heard", "status")
    chrome.find_element(By.ID, "phrase").send_keys("light 2 torches", Keys.ENTER)
    until_shows(chrome, "heard", "light 2 torches")
    chrome.find_element(By.ID, "phrase").send_keys("undo", Keys.ENTER)
    until_panel(chrome, "turn 1")


def test_a_screen_readers_click_presses(chrome: Chrome, start: Start) -> None:
    """A click without any pointer or key, as assistive technology makes it, is a press."""
    open_page(chrome, start())
    chrome.execute_script("arguments[0].click()", button(chrome, "search"))
    until_panel(chrome, "turn 2")


def test_the_page_comes_back_and_catches_up(chrome: Chrome, start: Start) -> None:
    """The box is killed: the page says so. It is started again and somebody plays: the page shows that by itself."""
    box = start()
    address = open_page(chrome, box)
    button(chrome, "search").click()
    until_panel(chrome, "turn 2")
    box.kill()
    until_shows(chrome, "connection", "not connected")
    again = start(int(address.rstrip("/").rpartition(":")[2]))
    address_of(again)
    again.type("search the room")
    until_panel(chrome, "turn 3")
    until(chrome, "document.querySelector('#connection').textContent === 'connected'")
    button(chrome, "turn").click()
    again.expect("^button turn: next turn")


def test_two_pages_show_one_box(chrome: Chrome, start: Start) -> None:
    """What is pressed in one window is seen in the other."""
    address = open_page(chrome, start())
    first = chrome.current_window_handle
    chrome.switch_to.new_window("window")
    try:
        chrome.get(address)
        until_panel(chrome, "turn 1")
        until(chrome, "document.querySelectorAll('[data-button]').length")
        button(chrome, "search").click()
        until_panel(chrome, "turn 2")
        second = lit(chrome)
    finally:
        chrome.close()
        chrome.switch_to.window(first)
    until_panel(chrome, "turn 2")
    assert lit(chrome) == second


def test_the_panel_is_crisp_and_fits_a_phone(chrome: Chrome, start: Start) -> None:
    """On 360 pixels nothing is wider than the screen, and a panel's pixel is a square of whole pixels."""
    open_page(chrome, start())
    for width in (360, 900):
        with as_large_as(chrome, width, 800):
            chrome.refresh()
            until_panel(chrome, "turn")
            assert chrome.execute_script("return document.documentElement.scrollWidth") <= width
            panel = chrome.find_element(By.ID, "panel")
            assert panel.size["width"] % 128 == 0
            assert panel.size["width"] == 2 * panel.size["height"] > 0
            assert panel.value_of_css_property("image-rendering") == "pixelated"


def test_who_wants_no_motion_gets_none(chrome: Chrome, start: Start) -> None:
    """While the box asks, the lamp is steadily lit instead of blinking."""
    media = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    try:
        open_page(chrome, start())
        chrome.find_element(By.ID, "phrase").send_keys("end the delve", Keys.ENTER)
        until(chrome, "document.querySelector('#lamp').dataset.pattern === 'asking'")
        watched = chrome.execute_async_script(
            "const done = arguments[0], lamp = document.querySelector('#lamp'), seen = [];"
            "new MutationObserver(() => seen.push(lamp.className)).observe(lamp, {attributes: true});"
            "setTimeout(() => done([lamp.className, ...seen]), 1300);"
        )
    finally:
        chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert {"lit" in each for each in watched} == {True}


@pytest.mark.parametrize(("place", "stands"), [(0, "#now strong"), (1, "#page h1"), (2, "main")])
def test_the_first_page_leads_to_the_others(chrome: Chrome, start: Start, place: int, stands: str) -> None:
    """The game master's screen, the players' view and the settings are one click away, by their names."""
    open_page(chrome, start())
    link = chrome.find_elements(By.CSS_SELECTOR, "nav a")[place]
    assert link.text
    link.click()
    until(chrome, "document.querySelector(arguments[0])?.textContent.trim()", stands)
