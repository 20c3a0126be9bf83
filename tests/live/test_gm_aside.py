"""What the game master alone is told, in a line of its own on his screen and nowhere on the other pages."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from ..browser import until_shows
from .gm_screen import open_gm, say
from .web_box import Start

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds
MASTERS = "announce: {prompts: [resolve, update], master: [web]}\n"


def test_prompts_stand_on_the_game_masters_screen_alone(chrome: Chrome, start: Start) -> None:
    """Below what the table is told; the box's page and the players' view have nothing of them."""
    address = open_gm(chrome, start(0, MASTERS))
    say(chrome, "search the room")
    until_shows(chrome, "aside", "Check: perception or investigation. Conditions? Atmosphere?")
    until_shows(chrome, "said", "Turn one: search.")
    for page, part in (("", "said"), ("table", "page")):
        chrome.get(f"{address}{page}")
        until_shows(chrome, part, "urn")
        assert "perception" not in chrome.page_source
