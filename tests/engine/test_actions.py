"""The companion page as data."""

from __future__ import annotations

from delvebox.engine import ACTIONS
from delvebox.engine.actions import PRINCIPLE


def test_every_action_of_the_table_is_there():
    """The actions are those of the rules page, and each knows its name."""
    assert set(ACTIONS) == {
        "move",
        "lost",
        "search",
        "investigate",
        "obstacle",
        "heal",
        "gear",
        "cleanup",
        "other",
        "talk",
        "lookout",
        "secure",
        "ritual",
        "rest",
    }
    assert all(action.name == name for name, action in ACTIONS.items())


def test_each_action_carries_the_sheets_advantages_and_notes():
    """Each action carries the sheet's advantages and notes as data, in lower case like all that is told."""
    for action in ACTIONS.values():
        assert action.title
        assert action.advantages or action.notes
        assert all(text and text == text.lower() for text in (*action.advantages, *action.notes))


def test_the_guiding_principle_is_the_text_of_other():
    """The sheet's guiding principle is the text of `other`."""
    assert PRINCIPLE in ACTIONS["other"].notes


def test_what_lingers_is_as_the_table_says():
    """The table's column "lingers"."""
    assert {name for name, action in ACTIONS.items() if not action.lingers} == {
        "move",
        "search",
        "lookout",
        "ritual",
        "rest",
    }
