"""The history of a delve as a page draws it: causes, dice, and what was undone."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.browsing.history import MOST_LINES, History
from delvebox.device.outputs.narration import Narration
from delvebox.engine.commands import AddMarks, AddNote, Command, Redo, SetBoxes, TakeAction, TakeNextTurn, Undo
from delvebox.engine.delve import Delve
from delvebox.engine.rules import Rules

NARRATION = Narration.load("en")
COMMANDS: list[Command] = [TakeAction("move"), AddMarks("noise", 2), SetBoxes(3), Undo(), Undo(), Redo()]


def played(*commands: Command) -> list[dict[str, Any]]:
    """The lines of a delve in which these were played."""
    delve = Delve(Rules(), 3)
    for command in commands:
        delve.play(command)
    lines: list[dict[str, Any]] = History(NARRATION).follow(1, delve.entries)["lines"]
    return lines


def test_a_line_tells_what_came_of_a_command_why_and_by_which_rule() -> None:
    """Each event of a turn has its clause, its cause, the sheet's rule; the roll has its dice and its chance."""
    (noise, search) = played(AddMarks("noise", 2), TakeAction("search"))
    assert [each["what"] for each in noise["events"]] == ["noise: 1 box"] * 2
    assert [each["boxes"] for each in noise["events"]] == [1, 2]
    assert noise["events"][0]["rule"] == "loud actions: +1 danger chance"
    assert search["what"] == "search"
    assert search["events"][0]["turn"] == 1
    (roll,) = [each for each in search["events"] if "roll" in each]
    assert roll["cause"] == "step 4, check for danger"
    assert roll["roll"] == {
        "die": 5,
        "sides": 6,
        "modifier": 2,
        "total": 7,
        "danger": True,
        "chance": 0.5,
        "own": False,
    }


def test_the_next_turn_is_called_by_what_it_was() -> None:
    """The last action once more, with its manner."""
    lines = played(TakeAction("obstacle", loud=True), TakeNextTurn())
    assert [line["what"] for line in lines] == ["obstacle, loudly", "obstacle, loudly"]


def test_a_note_is_told_in_its_own_words() -> None:
    """What the game master wrote is read there again."""
    (note,) = played(AddNote("a door with a face"))
    assert note["events"][0]["what"] == "a door with a face"


def test_what_was_undone_stays_and_says_so() -> None:
    """Undo marks the line that it takes back, redo takes the mark off, and each has a line of its own."""
    lines = played(TakeAction("move"), SetBoxes(3), Undo(), Undo(), Redo())
    assert [(line["kind"], line["undone"]) for line in lines] == [
        ("command", False),
        ("command", True),
        ("undo", False),
        ("undo", False),
        ("redo", False),
    ]


def test_what_changes_nothing_leaves_redo_what_was_undone() -> None:
    """Noise over the last box is lost, so that the move before it can be played again and stands."""
    lines = played(SetBoxes(5), TakeAction("move"), Undo(), AddMarks("noise", 2), Redo())
    assert [(line["kind"], line["undone"]) for line in lines] == [
        ("command", False),
        ("command", False),
        ("undo", False),
        ("command", False),
        ("redo", False),
    ]


@given(st.lists(st.sampled_from(COMMANDS), max_size=12), st.integers(0, 12))
def test_a_page_that_puts_each_telling_in_its_place_has_the_whole_history(commands: list[Command], late: int) -> None:
    """Whatever is played, undone and played again, and whenever a page comes: all pages show the same lines."""
    delve, history = Delve(Rules(), 3), History(NARRATION)
    page: list[dict[str, Any]] = []
    for number, command in enumerate(commands):
        delve.play(command)
        told = history.follow(1, delve.entries)
        assert told["first"] <= len(page)
        page[told["first"] :] = told["lines"]
        if number == late:
            assert history.whole() == {"delve": 1, "first": 0, "lines": page}
    assert page == History(NARRATION).follow(1, delve.entries)["lines"]
    undone = sum(line["undone"] for line in page)
    undo_lines = sum(line["kind"] == "undo" for line in page) - sum(line["kind"] == "redo" for line in page)
    assert undone == undo_lines


def test_a_new_delve_begins_at_its_first_line() -> None:
    """Another number is another history: the page has nothing of the old one left."""
    history, old, new = History(NARRATION), Delve(Rules(), 3), Delve(Rules(), 4)
    old.play(TakeAction("move"))
    history.follow(1, old.entries)
    new.play(SetBoxes(2))
    told = history.follow(2, new.entries)
    assert (told["delve"], told["first"], len(told["lines"])) == (2, 0, 1)
    assert history.whole() == told


def test_a_page_that_comes_late_is_told_the_last_lines() -> None:
    """After a long evening it is told where they begin, and not all of them."""
    delve, history = Delve(Rules(), 3), History(NARRATION)
    for number in range(MOST_LINES + 5):
        delve.play(AddNote(f"note {number}"))
    history.follow(1, delve.entries)
    whole = history.whole()
    assert (whole["first"], len(whole["lines"])) == (5, MOST_LINES)
    assert whole["lines"][0]["events"][0]["what"] == "note 5"
    assert all(line["events"] for line in whole["lines"])


def test_a_long_delve_is_taken_up_without_telling_all_of_it() -> None:
    """What no page is told costs nothing at the start; undo still finds its line there."""
    delve, history = Delve(Rules(), 3), History(NARRATION)
    for number in range(MOST_LINES + 5):
        delve.play(AddNote(f"note {number}"))
    lines = history.follow(1, delve.entries)["lines"]
    assert [len(line["events"]) for line in lines[:6]] == [0, 0, 0, 0, 0, 1]
    for _ in range(MOST_LINES + 3):
        delve.play(Undo())
        told = history.follow(1, delve.entries)
    assert (told["first"], told["lines"][0]["undone"]) == (2, True)


def test_a_german_table_reads_why_in_german() -> None:
    """Clause, cause and rule are in the table's language, every one of them."""
    delve = Delve(Rules(), 3)
    for command in (AddMarks("noise", 1), TakeAction("search")):
        delve.play(command)
    noise, search = History(Narration.load("de")).follow(1, delve.entries)["lines"]
    (marked,) = noise["events"]
    assert (marked["cause"], marked["rule"]) == ("Lärm", "laute Handlungen: +1 auf Gefahr")
    (roll,) = [each for each in search["events"] if "roll" in each]
    assert roll["cause"] == "Schritt 4, auf Gefahr prüfen"
