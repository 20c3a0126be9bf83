"""The game master's screen in a real browser, on a real box: one tap, one typed line, and what it shows of it."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from ..browser import complaints, until, until_shows
from .gm_screen import answer, click, field, open_gm, say, tap, until_full, until_not
from .web_box import Start, address_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]  # Chromium starts in seconds


def test_marks_odds_undo_and_redo_by_one_tap(chrome: Chrome, start: Start) -> None:
    """Noise fills a box and the coming roll's chance follows; a tap on a box corrects it; undo and redo go through."""
    complaints(chrome)  # of other tests
    open_gm(chrome, start())
    until_shows(chrome, "odds", "17 %")
    tap(chrome, "marks", "+ noise")
    until_full(chrome, 1)
    until_shows(chrome, "odds", "33 %")
    until_shows(chrome, "odds", "5–6")
    tap(chrome, "boxes", "boxes to 4")
    until_full(chrome, 4)
    undo, redo = chrome.find_elements(By.CSS_SELECTOR, ".pair button")
    undo.click()
    until_full(chrome, 1)
    redo.click()
    until_full(chrome, 4)
    tap(chrome, "boxes", "boxes to 3")
    until_full(chrome, 3)
    tap(chrome, "marks", "bright light")
    until(chrome, "document.querySelector('#marks [aria-pressed=true]')")
    until_shows(chrome, "signs", "bright light")
    assert complaints(chrome) == [], "nothing is refused by the content policy, and nothing fails"


def test_a_turn_its_dice_and_why(chrome: Chrome, start: Start) -> None:
    """A tapped action is played; the history has its roll, and opened the cause and the rule of each event."""
    open_gm(chrome, start())
    tap(chrome, "marks", "+ noise")
    until_full(chrome, 1)
    tap(chrome, "actions", "search")
    until_shows(chrome, "now", "Turn 2")
    until_shows(chrome, "history", "5 + 1 = 6")
    until_shows(chrome, "last", "danger: encounter")
    summary = chrome.find_elements(By.CSS_SELECTOR, "#history summary")[0]
    assert "Search" in summary.text
    click(chrome, summary)
    until_shows(chrome, "history", "step 4, check for danger")
    until_shows(chrome, "history", "when danger occurs: clear all escalation boxes")
    until_shows(chrome, "history", "d6: 5 + 1 = 6 (chance 33 %)")
    chrome.find_element(By.CSS_SELECTOR, ".pair button").click()
    until(chrome, "document.querySelector('#history .undone summary')?.textContent.includes('Search')")
    assert "because" not in chrome.find_element(By.ID, "history").text
    until_full(chrome, 1)
    assert chrome.find_element(By.CSS_SELECTOR, "#history details[open]").is_displayed(), "what was opened stays open"


def test_a_light_of_a_holder_is_the_one_that_is_meant(chrome: Chrome, start: Start) -> None:
    """With one tap for Bryn, by name for somebody else; plus, minus and douse act on the row that they stand in."""
    open_gm(chrome, start())
    click(chrome, chrome.find_element(By.XPATH, "//form[@data-form='light']//label[.='Bryn']"))
    click(chrome, chrome.find_element(By.CSS_SELECTOR, "#kinds button"))
    until_shows(chrome, "lights", "Torch · Bryn")
    tap(chrome, "lights", "torch · Bryn: one less")
    until_shows(chrome, "lights", "Torch · Bryn5")
    click(chrome, field(chrome, "light", "other"))
    field(chrome, "light", "other").send_keys("the goat")
    click(chrome, chrome.find_element(By.CSS_SELECTOR, "#kinds button"))
    until_shows(chrome, "lights", "Torch · the goat6")
    click(chrome, chrome.find_element(By.CSS_SELECTOR, "#kinds button"))
    until(chrome, "document.querySelectorAll('#lights li').length === 3")
    tap(chrome, "lights", "torch: one more")
    until_shows(chrome, "lights", "Torch7")
    click(chrome, chrome.find_elements(By.CSS_SELECTOR, "#lights li:nth-child(2) button")[2])
    until_shows(chrome, "lights", "Torch · the goat6 doused")


def test_conditions_notes_spells_and_corrections(chrome: Chrome, start: Start) -> None:
    """What the table has only on paper elsewhere: written, shown and taken off, the turn set right."""
    open_gm(chrome, start())
    click(chrome, chrome.find_element(By.XPATH, "//form[@data-form='condition']//label[.='Aldo']"))
    click(chrome, chrome.find_element(By.XPATH, "//div[@id='condition-names']/button[contains(., 'fear')]"))
    until_shows(chrome, "conditions", "Fear · Aldo")
    tap(chrome, "conditions", "fear · Aldo: clear")
    until_not(chrome, "conditions", "Aldo")
    field(chrome, "note", "text").send_keys("a door <b>with</b> a face", Keys.ENTER)
    until_shows(chrome, "notes", "a door <b>with</b> a face")
    field(chrome, "spell", "name").send_keys("bless")
    field(chrome, "spell", "turns").send_keys("4", Keys.ENTER)
    until_shows(chrome, "spells", "Bless4")
    field(chrome, "spell", "name").send_keys("light")
    click(chrome, chrome.find_element(By.CSS_SELECTOR, "[data-form=spell] [name=unlimited]"))
    until_shows(chrome, "spells", "Lightno limit")
    field(chrome, "spell", "name").send_keys("shield", Keys.ENTER)
    until_shows(chrome, "said", "For how many turns?")
    field(chrome, "turn", "turn").send_keys("12", Keys.ENTER)
    until_shows(chrome, "now", "Turn 12")
    tap(chrome, "supplies", "eat")
    until_shows(chrome, "supplies", "Rations5")


def test_rests_questions_and_what_breaks_the_turn(chrome: Chrome, start: Start) -> None:
    """A rest's odds stand beside its button, the box's question with its answers; combat waits until it is over."""
    open_gm(chrome, start())
    until_shows(chrome, "plans", "67 %")
    until_shows(chrome, "plans", "99 %")
    tap(chrome, "plans", "long rest")
    assert answer(chrome, "no") == "Long rest?"
    until(chrome, "document.getElementById('question').hidden")
    tap(chrome, "suspend", "combat")
    until_shows(chrome, "signs", "combat: time waits")
    tap(chrome, "actions", "search")
    until_shows(chrome, "said", "combat over")
    until(chrome, "document.getElementById('said').classList.contains('no')")
    tap(chrome, "suspend", "combat over")
    assert answer(chrome, "yes") == "Clean up?"
    until_shows(chrome, "now", "Turn 2")


def test_any_phrase_can_be_typed_and_is_answered(chrome: Chrome, start: Start) -> None:
    """What the table can say, the game master can type; what is no phrase is told so, and plays nothing."""
    open_gm(chrome, start())
    say(chrome, "light a torch for Bryn", "move on")
    until_shows(chrome, "lights", "Bryn")
    until_shows(chrome, "now", "Turn 2")
    say(chrome, "make me a sandwich")
    until(chrome, "document.getElementById('heard').classList.contains('no')")
    chrome.find_element(By.CSS_SELECTOR, "[data-say=be_quiet]").click()
    until_shows(chrome, "heard", "be quiet")
    until(chrome, "!document.getElementById('heard').classList.contains('no')")


def test_the_tables_own_die_is_asked_for(chrome: Chrome, start: Start) -> None:
    """Where the table rolls, the screen shows the faces of the die, and the tapped one ends the turn."""
    open_gm(chrome, start(0, "rules: {danger: {roll: table}}\n"))
    tap(chrome, "actions", "move on")
    until_shows(chrome, "question-title", "Roll the die")
    assert len(chrome.find_elements(By.CSS_SELECTOR, "#answers button")) == 7
    tap(chrome, "answers", "the die shows 6")
    until_shows(chrome, "now", "Turn 2")
    until_shows(chrome, "last", "danger")


def test_it_comes_back_after_the_box_was_killed_and_catches_up(chrome: Chrome, start: Start) -> None:
    """Away it says so and takes no tap; back, it shows what was played meanwhile, with its history, by itself."""
    box = start()
    address = open_gm(chrome, box)
    tap(chrome, "actions", "search")
    until_shows(chrome, "now", "Turn 2")
    box.kill()
    until_shows(chrome, "connection", "not connected")
    assert chrome.execute_script("return document.querySelector('main').inert")
    again = start(int(address.rstrip("/").rpartition(":")[2]))
    address_of(again)
    again.type("make some noise", "search the room")
    until_shows(chrome, "now", "Turn 3")
    until_shows(chrome, "connection", "connected")
    until(chrome, "document.querySelectorAll('#history > li').length === 3")
    tap(chrome, "actions", "next turn")
    until_shows(chrome, "now", "Turn 4")


WAKES = {
    "back on the network": "dispatchEvent(new Event('online'));",
    "shown after an hour": "const now = Date.now; Date.now = () => now() + 3_600_000;"
    "document.dispatchEvent(new Event('visibilitychange'));",
}


@pytest.mark.parametrize("wakes", WAKES)
def test_a_machine_that_slept_connects_anew_at_once(chrome: Chrome, start: Start, wakes: str) -> None:
    """The old connection, which may be dead, is not waited for: another one tells all."""
    open_gm(chrome, start())
    chrome.execute_script(
        "window.made = 0; const Old = WebSocket;"
        "window.WebSocket = class extends Old { constructor(...all) { super(...all); window.made += 1; } };"
        "document.getElementById('now').textContent = 'stale';" + WAKES[wakes]
    )
    until_shows(chrome, "now", "Turn 1")
    assert chrome.execute_script("return window.made") == 1
    tap(chrome, "marks", "+ noise")
    until_full(chrome, 1)


def test_a_gap_in_the_history_is_noticed(chrome: Chrome, start: Start) -> None:
    """What does not follow on what the page has is not put there: it is told all anew."""
    open_gm(chrome, start())
    taken = chrome.execute_async_script(
        "const done = arguments[0], line = { kind: 'undo', what: 'search', undone: false, events: [] };"
        "import('/history.mjs').then(({ takeHistory: take }) => done(["
        "  take({ delve: 99, first: 5, lines: [line, line] }),"
        "  take({ delve: 99, first: 6, lines: [line, line] }),"
        "  take({ delve: 99, first: 9, lines: [line] }),"
        "  take({ delve: 99, first: 2, lines: [line] }),"
        "]));"
    )
    assert taken == [True, True, False, True]


def test_the_game_master_sees_every_number_while_the_players_see_hints(chrome: Chrome, start: Start) -> None:
    """Chances, boxes and turns left, and that the players see only words for them."""
    open_gm(chrome, start(0, "panel: {numbers: hints}\n"))
    say(chrome, "make some noise", "light a torch for Bryn")
    until_shows(chrome, "odds", "33 %")
    until_shows(chrome, "lights", "Torch · Bryn6")
    until_shows(chrome, "numbers", "Hints in words")
    until(chrome, "document.getElementById('panel').ariaLabel.includes('restless')")


def test_two_screens_show_one_delve(chrome: Chrome, start: Start) -> None:
    """What one taps both show, and the box's own page and the players' view live beside them."""
    address = open_gm(chrome, start())
    first = chrome.current_window_handle
    chrome.switch_to.new_window("window")
    try:
        chrome.get(f"{address}gm")
        until_shows(chrome, "now", "Turn 1")
        tap(chrome, "marks", "+ attention")
        until_full(chrome, 1)
    finally:
        chrome.close()
        chrome.switch_to.window(first)
    until_full(chrome, 1)
    until_shows(chrome, "history", "Attention: 1 box")


def test_a_german_table_has_a_german_screen(chrome: Chrome, start: Start) -> None:
    """Its words, names of the engine's and odds are the table's."""
    address = address_of(start(0, "language: de\n"))
    chrome.get(f"{address}gm")
    until_shows(chrome, "now", "Zug 1")
    until_shows(chrome, "danger-title", "Gefahr")
    tap(chrome, "marks", "+ Lärm")
    until_shows(chrome, "history", "Lärm")
    assert "undefined" not in chrome.find_element(By.TAG_NAME, "body").text
