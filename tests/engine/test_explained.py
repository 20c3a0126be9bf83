"""Each event says why it happened, in the sheet's words."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine import ACTIONS, Delve, Rules, commands, event_to_dict, events
from delvebox.engine.explained import EXPLAINED, why

from .test_invariants import PLAYED, RULES
from .test_records import EVENTS, records, type_name

MARKS = (events.BoxMarked, events.RiskCounted, events.MarkLost, events.MarkDelayed)


def test_every_event_has_its_rows_and_nothing_else_has():
    """By reflection: a new event that nobody explains is found."""
    assert set(EXPLAINED) == {kind.__name__ for kind in EVENTS}


@pytest.mark.parametrize("kind", EVENTS, ids=type_name)
def test_the_rows_of_an_event_are_sound(kind):
    """Conditions name fields of the event, only the last row has none, and no row stands behind its equal."""
    rows, fields = EXPLAINED[kind.__name__], {each.name for each in dataclasses.fields(kind)}
    assert all(set(row.when) <= fields for row in rows)
    assert [bool(row.when) for row in rows] == [True] * (len(rows) - 1) + [False]
    assert len({tuple(row.when.items()) for row in rows}) == len(rows)
    for row in rows:
        assert bool(row.cause) is (kind not in MARKS)
        for text in (row.cause, row.rule) if row.cause else (row.rule,):
            assert 0 < len(text) <= 90
            assert text == text.strip()
            assert text[0].islower()
            assert text[-1] not in ".!"


@pytest.mark.parametrize("kind", EVENTS, ids=type_name)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_whatever_an_event_holds_it_is_explained(kind, data):
    """Words that no row knows fall to the last."""
    event = data.draw(records(kind))
    assert event.rule
    assert isinstance(event.cause, str)
    assert "rule" not in event_to_dict(event)


@settings(max_examples=60, deadline=None)
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 5))
def test_every_event_of_a_delve_is_explained(rules, said, seed):
    """Cause and rule are there for all that happens, by any rules."""
    delve = Delve(rules, seed)
    for command in said:
        delve.play(command)
    assert all(event.cause and event.rule for event in delve.events)


@pytest.mark.parametrize("action", list(ACTIONS))
def test_every_action_follows_a_rule_of_its_own(action):
    """No two actions are explained by the same words."""
    rules = {name: events.TurnBegan(1, name, False, False).rule for name in ACTIONS}
    assert [name for name, rule in rules.items() if rule == rules[action]] == [action]


@pytest.mark.parametrize(
    ("event", "cause", "rule"),
    [
        (events.BoxMarked("noise", 1), "noise", "loud actions: +1 danger chance"),
        (events.BoxMarked("linger", 1), "linger", "lingering in one area: +1 danger chance per extra turn"),
        (events.BoxMarked("light", 1), "light", "bright light in darkness: +1 danger chance"),
        (events.RiskCounted("repeat", 2), "repeat", "repeated searches of the same area increase escalation"),
        (events.MarkDelayed("noise", "step_5"), "noise", "loud actions: +1 danger chance next turn"),
        (events.MarkDelayed("noise", "clearing"), "noise", "each marked box improves the danger roll by +1"),
        (events.BoxesCleared(2, "danger"), "danger occurred", "when danger occurs: clear all escalation boxes"),
        (events.BoxesCleared(5, "overflow"), "a mark over the last box was danger", "clear all escalation boxes"),
        (events.DangerRolled(1, 6, 6, True, "hazard", 6, 0, 1 / 6), "check for danger", "encounter, hazard"),
        (events.DangerRolled(1, 2, 2, False, None, 6, 0, 1 / 6), "check for danger", "roll 1d6"),
        (events.DangerRolled(1, None, None, True, "hazard", 6, 5, 1.0), "over the last box", "something must change"),
        (events.RollSkipped(1, "secured"), "the area is secured", "carry risk unless the area is secured"),
        (events.LightWentOut(1, "torch", None), "its turns are used up", "torch: 1 hr / 6 turns"),
        (events.EffectEnded("bless", "time"), "its turns are used up", "spell durations tick"),
        (events.EffectEnded("bless", "command"), "the table said so", "spell duration"),
        (events.ActivityPaused("ritual", 1, 2, "danger"), "danger occurred", "interrupting a ritual wastes the time"),
        (events.ActivityPaused("long_rest", 1, 48, "darkness"), "no light", "extremely dangerous without shelter"),
        (events.ActivityAbandoned("short_rest", 1, 6, "move"), "the party moved away", "one meaningful choice"),
        (events.ActivityAbandoned("ritual", 1, 2, "chase"), "a chase began", "interrupting a ritual"),
        (events.QuestionAsked("cleanup"), "a fight is over", "cleaning up, looting bodies"),
        (events.ModeChanged("fast"), "the table said so", "20 minutes, double resource consumption and danger"),
        (events.RowFilled("escalation"), "all five boxes are marked", "when trackers fill, something must change"),
    ],
)
def test_events_say_why(event, cause, rule):
    """What brought it about, and the sheet's rule in short."""
    assert cause in event.cause
    assert rule in event.rule
    assert (why(event).rule, why(event).cause or event.cause) == (event.rule, event.cause)


def test_an_explanation_is_not_stored():
    """It is found anew from the event, so that old journals are explained by the words of today."""
    entry = Delve(Rules(), 1).play(commands.TakeAction("search"))
    assert not {"rule", "why"} & {key for event in entry.events for key in event_to_dict(event)}
