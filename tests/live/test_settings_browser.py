"""The settings in a real browser, on a real box: fields, errors, the file's own text, what another hand changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from ..browser import as_large_as, complaints, until
from .live_box import LiveBox
from .web_box import Start, address_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds

OURS = "voice:\n  volume: 70  # the room is small\n"


@pytest.fixture
def box(chrome: Chrome, start: Start) -> Iterator[LiveBox]:
    """A box whose settings are open in the browser."""
    complaints(chrome)  # of other tests
    box = start(0, OURS)
    chrome.get(f"{address_of(box)}settings")
    until(chrome, "document.querySelectorAll('[data-path]').length")
    yield box
    chrome.execute_script("document.querySelector('#discard')?.click()")
    chrome.get("about:blank")


@pytest.fixture
def file(box: LiveBox, tmp_path: Path) -> Path:
    """The settings file of the box."""
    return tmp_path / "settings.yaml"


def key(chrome: Chrome, name: str) -> WebElement:
    """The field of a key, its section unfolded."""
    field = chrome.find_element(By.ID, f"key-{name}")
    chrome.execute_script("arguments[0].closest('details').open = true", field)
    return field


def save(chrome: Chrome, told: str) -> None:
    """Save, and wait for what is told of it."""
    chrome.find_element(By.ID, "save").click()
    until(chrome, "document.querySelector('#told').textContent.includes(arguments[0])", told)


def test_a_value_is_changed_in_the_file_and_counts(chrome: Chrome, box: LiveBox, file: Path) -> None:
    """The person's comment stays; the voice is changed at once, other keys wait and say so."""
    volume = key(chrome, "voice.volume")
    assert volume.get_attribute("value") == "70"
    volume.clear()
    volume.send_keys("40")
    Select(key(chrome, "panel.numbers")).select_by_value("hints")
    save(chrome, "saved")
    assert "  volume: 40  # the room is small\n" in file.read_text()
    assert "panel:\n  numbers: hints\n" in file.read_text()
    box.expect("^said: Volume forty")
    waits = chrome.find_element(By.ID, "waits")
    assert "panel.numbers" in waits.text
    assert "voice.volume" not in waits.text
    assert not chrome.find_element(By.ID, "save").is_enabled()
    assert complaints(chrome) == [], "nothing is refused by the content policy, and nothing fails"


def test_names_are_typed_as_a_list_and_taken_out_again(chrome: Chrome, box: LiveBox, file: Path) -> None:
    """By enter in the field; an empty one takes the key out."""
    before = file.read_text()
    names = key(chrome, "names.spells")
    assert "bless" in (names.get_attribute("placeholder") or "")
    names.send_keys("[bless, knock: loudly]", Keys.ENTER)
    until(chrome, "document.querySelector('#told').className === 'wrong'")
    names.clear()
    names.send_keys("[bless, knock]", Keys.ENTER)
    until(chrome, "document.querySelector('#told').className === 'well'")
    assert "spells: [bless, knock]" in file.read_text()
    key(chrome, "names.spells").clear()
    key(chrome, "names.spells").send_keys(Keys.ENTER)
    until(chrome, "document.querySelector('[data-path=\"names.spells\"]').dataset.was === ''")
    assert file.read_text() == before


def test_an_error_is_told_at_its_field_and_nothing_is_saved(chrome: Chrome, box: LiveBox, file: Path) -> None:
    """With the file's own words, for a screen reader too."""
    before = file.read_text()
    volume = key(chrome, "voice.volume")
    volume.clear()
    volume.send_keys("170")
    save(chrome, "errors")
    assert volume.get_attribute("aria-invalid") == "true"
    assert "170 is above 100" in chrome.find_element(By.ID, "error-voice.volume").text
    assert "error-voice.volume" in (volume.get_attribute("aria-describedby") or "")
    assert file.read_text() == before


def test_a_button_is_added_and_another_done_without(chrome: Chrome, box: LiveBox, file: Path) -> None:
    """What only the person's own file has: a name, a pin and a phrase; and null for one that is not wired."""
    chrome.find_element(By.ID, "button_name").send_keys("bell", Keys.ENTER)
    until(chrome, "document.getElementById('key-buttons.bell.pin')")
    key(chrome, "buttons.bell.pin").send_keys("23")
    key(chrome, "buttons.bell.press").send_keys("make some noise")
    without = chrome.find_element(By.CSS_SELECTOR, "[data-without=noise]")
    chrome.execute_script("arguments[0].click()", without)
    save(chrome, "saved")
    assert "bell: {pin: 23, press: make some noise}" in file.read_text()
    assert "noise: null" in file.read_text()


def test_a_file_changed_by_hand_is_not_written_over(chrome: Chrome, box: LiveBox, file: Path) -> None:
    """The page says so; loaded again it shows what stands there now."""
    file.write_text(file.read_text().replace("volume: 70", "volume: 55"))
    volume = key(chrome, "voice.volume")
    volume.clear()
    volume.send_keys("40")
    save(chrome, "somebody changed the file")
    assert "volume: 55" in file.read_text()
    chrome.find_element(By.ID, "discard").click()
    until(chrome, "document.querySelector('[data-path=\"voice.volume\"]').value === '55'")


def test_the_text_itself_is_checked_while_it_is_typed(chrome: Chrome, box: LiveBox, file: Path) -> None:
    """Each error with its line; what is right is saved letter by letter."""
    chrome.execute_script("document.querySelector('#whole').open = true")
    text = chrome.find_element(By.ID, "text")
    text.send_keys(Keys.CONTROL, Keys.END)
    text.send_keys("lamp: {pin: 2}")
    until(chrome, "document.querySelector('#found').textContent.includes('I2C')")
    text.send_keys(Keys.BACK_SPACE * 2, "3}  # moved")
    until(chrome, "document.querySelector('#found').textContent.includes('I2C')")
    text.send_keys(Keys.BACK_SPACE * len("3}  # moved"), "25}  # moved")
    until(chrome, "document.querySelector('#found').className === 'well'")
    save(chrome, "saved")
    assert file.read_text().endswith("lamp: {pin: 25}  # moved")


def test_the_page_fits_a_phone_and_its_fields_have_names(chrome: Chrome, box: LiveBox) -> None:
    """Nothing is wider than 360 pixels with every section unfolded; a key is found by a word of its comment."""
    with as_large_as(chrome, 360, 740):
        chrome.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
        assert chrome.execute_script("return document.documentElement.scrollWidth") <= 360
        assert chrome.execute_script(
            "return [...document.querySelectorAll('#keys [data-path]')].every(each => each.labels.length === 1)"
        )
        chrome.find_element(By.ID, "find").send_keys("makes no sound")
        shown = "return [...document.querySelectorAll('.key')].filter(each => each.offsetParent).length"
        assert chrome.execute_script(shown) == 1
