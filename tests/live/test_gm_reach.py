"""The game master's screen on a phone, by keyboard, for a screen reader, and for tired eyes."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from ..browser import as_large_as, until_shows
from .gm_screen import field, open_gm, say
from .web_box import Start

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds

PHONE = 360
TAP_PX = 44
"""A fingertip."""
WEAK = """
const bright = (rgb) =>
  rgb
    .map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
const parsed = (colour) => colour.match(/[\\d.]+/g).map(Number);
const behind = (element) => {
  for (let each = element; each; each = each.parentElement) {
    const [r, g, b, a = 1] = parsed(getComputedStyle(each).backgroundColor);
    if (a > 0.9) return [r, g, b];
  }
  return [16, 18, 24];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = [];
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.getClientRects().length) continue;
  const text = bright(parsed(getComputedStyle(element).color).slice(0, 3));
  const ground = bright(behind(element));
  const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
  if (contrast < 4.5) found.push(`${element.outerHTML.slice(0, 80)} ${contrast.toFixed(1)}`);
}
return found;
"""
"""Texts whose contrast to what lies behind them is below 4.5."""


def test_a_phone_shows_all_of_it_without_scrolling_sideways(chrome: Chrome, start: Start) -> None:
    """On 360 pixels nothing is wider than the screen, long names too, and all that is tapped is a fingertip large."""
    box = start()
    with as_large_as(chrome, PHONE, 740, mobile=True):
        open_gm(chrome, box)
        say(chrome, "light a lantern for Bartholomew Unreasonably Tall", "cast bless for four turns", "short rest")
        field(chrome, "note", "text").send_keys("w" * 120, Keys.ENTER)
        until_shows(chrome, "notes", "www")
        assert chrome.execute_script("return document.documentElement.scrollWidth") <= PHONE
        small = chrome.execute_script(
            "return [...document.querySelectorAll('button, input, summary, .who label')].filter((each) => {"
            "  const { width, height } = each.getBoundingClientRect();"
            "  return width && (width < arguments[0] || height < arguments[0]) && !each.closest('.who label > input');"
            "}).map((each) => each.outerHTML)",
            TAP_PX,
        )
        assert [each for each in small if 'type="radio"' not in each] == []


def test_all_that_can_be_used_has_a_name_and_is_reached_by_keys(chrome: Chrome, start: Start) -> None:
    """For a screen reader every button and field says what it is; the tab key comes to the first of them."""
    open_gm(chrome, start())
    chrome.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert chrome.switch_to.active_element.text == "↶ undo"
    say(chrome, "light a torch for Bryn")
    until_shows(chrome, "lights", "Bryn")
    nameless = [
        each.get_attribute("outerHTML")
        for each in chrome.find_elements(By.CSS_SELECTOR, "button, input, canvas, summary, a")
        if not each.accessible_name
    ]
    assert nameless == []


def test_the_keyboard_keeps_its_place_when_something_is_played(chrome: Chrome, start: Start) -> None:
    """A button that was used by key is still the one that is marked after the screen has changed."""
    open_gm(chrome, start())
    say(chrome, "light a torch for Bryn")
    until_shows(chrome, "lights", "Bryn")
    minus = chrome.find_element(By.CSS_SELECTOR, "#lights [aria-label='torch · Bryn: one less']")
    minus.send_keys(Keys.ENTER)
    until_shows(chrome, "lights", "5")
    chrome.switch_to.active_element.send_keys(Keys.ENTER)
    until_shows(chrome, "lights", "4")
    chrome.execute_script("document.querySelector('#history summary').focus()")
    place = chrome.execute_script("return document.activeElement.dataset.key")
    chrome.execute_script("document.querySelector('#marks button').click()")
    until_shows(chrome, "history", "Noise: 1 box")
    assert chrome.execute_script("return document.activeElement.dataset.key") == place


def test_every_text_can_be_read(chrome: Chrome, start: Start) -> None:
    """Every text that is shown has a contrast of 4.5 to what lies behind it."""
    open_gm(chrome, start())
    say(chrome, "light a torch for Bryn", "make some noise", "search the room")
    assert chrome.execute_script(WEAK) == []
