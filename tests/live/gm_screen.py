"""The game master's screen in a browser, as a hand uses it."""

from __future__ import annotations

from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from ..browser import until, until_shows
from .live_box import LiveBox
from .web_box import address_of


def open_gm(chrome: Chrome, box: LiveBox) -> str:
    """Open the game master's screen and wait until it stands; the address of the box's pages."""
    address = address_of(box)
    chrome.get(f"{address}gm")
    until_shows(chrome, "now", "Turn")
    return address


def until_not(chrome: Chrome, part: str, text: str) -> None:
    """Wait until a part of the screen holds a text no more."""
    until(chrome, "!document.getElementById(arguments[0]).textContent.includes(arguments[1])", part, text)


def tap(chrome: Chrome, part: str, words: str) -> None:
    """Tap the button of a part of the screen that says this, or is called so where it says less."""
    find = (
        "[...document.querySelectorAll(`#${arguments[0]} button`)]"
        ".find((each) => [each.textContent, each.ariaLabel].includes(arguments[1]))"
    )
    click(chrome, until(chrome, find, part, words))


def answer(chrome: Chrome, words: str) -> str:
    """Wait for the box's question and answer it at once, since it does not wait for long; what it is called."""
    at_once = (
        "((asked, button) => !asked.hidden && button && (button.click(), asked.querySelector('h2').textContent))"
        "(document.getElementById('question'),"
        " [...document.querySelectorAll('#answers button')].find((each) => each.textContent === arguments[0]))"
    )
    return str(until(chrome, at_once, words))


def click(chrome: Chrome, element: WebElement) -> None:
    """Bring it to the middle, where nothing lies over it, and click."""
    chrome.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    element.click()


def field(chrome: Chrome, form: str, name: str) -> WebElement:
    """A field of a form."""
    return chrome.find_element(By.CSS_SELECTOR, f"[data-form={form}] [name={name}]")


def say(chrome: Chrome, *phrases: str) -> None:
    """Type phrases."""
    for phrase in phrases:
        field(chrome, "phrase", "text").send_keys(phrase, Keys.ENTER)
        heard = "document.getElementById('heard').textContent.toLowerCase().includes(arguments[0])"
        until(chrome, heard, phrase.lower())


def until_full(chrome: Chrome, count: int) -> None:
    """Wait until so many boxes are filled."""
    until(chrome, "document.querySelectorAll('#boxes .full').length === arguments[0]", count)
