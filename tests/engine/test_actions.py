"""The companion page as data."""

from __future__ import annotations

import pytest

from delvebox.engine import ACTIONS, BREAKS, STEPS, commands, events
from delvebox.engine.actions import PRINCIPLE
from delvebox.engine.suspending import OVER


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


@pytest.mark.parametrize("action", [name for name in ACTIONS if name not in ("ritual", "rest")])
def test_each_action_plays_whole_turns(table, of, action):
    """Whatever is declared takes one whole turn of ten minutes, and only a talk may be asked for more."""
    box = table([1])
    told = box.play(commands.TakeAction(action))
    assert len(of(told, events.TurnBegan)) == len(of(told, events.TurnEnded)) == 1
    assert box.state.elapsed_minutes == 10
    assert (ACTIONS[action].most_turns > 1) is (action == "talk")


def test_step_2_reminds_of_the_actions_check():
    """Every action that the sheet asks a check for names it; the others name none."""
    assert {name for name, action in ACTIONS.items() if not action.check} == {"gear", "cleanup", "rest"}
    assert ACTIONS["search"].check == "perception or investigation"
    assert any("checks" in reminder for reminder in STEPS[1].reminders)


def test_step_5_reminds_of_map_conditions_and_atmosphere():
    """Step 5 reminds of the map, conditions and atmosphere."""
    told = " ".join(STEPS[4].reminders)
    assert all(word in told for word in ("time", "map", "conditions", "atmosphere"))


def test_the_steps_are_the_five_of_the_sheet():
    """Declare, resolve, consume, check, update, each with what it reminds of."""
    assert [step.number for step in STEPS] == [1, 2, 3, 4, 5]
    assert [step.title.split()[0] for step in STEPS] == ["declare", "resolve", "consume", "check", "update"]
    assert all(step.reminders for step in STEPS)


def test_what_breaks_the_turn_is_no_action():
    """Combat, chase and scene interrupt the dungeon turn; nobody declares them as an action."""
    assert not set(BREAKS) & set(ACTIONS)
    assert set(BREAKS) == set(OVER)
    assert all(each.name == name and each.title and each.notes for name, each in BREAKS.items())
    assert "right after it" in " ".join(BREAKS["chase"].notes + BREAKS["roleplay"].notes)


@pytest.mark.parametrize(
    ("of_what", "column", "words"),
    [
        ("move", "check", "passive perception"),
        ("move", "check", "stealth when sneaking"),
        ("move", "advantages", "maps, chalk, markers and landmarks give advantage on navigation"),
        ("move", "advantages", "hidden threats are more likely noticed before they are triggered"),
        ("move", "notes", "no escalation unless a hazard"),
        ("move", "notes", "running or fighting positions are a chase or combat"),
        ("move", "notes", "darkness, fog and shifting passages get people lost"),
        ("lost", "notes", "wastes the turn"),
        ("combat", "notes", "resolved in rounds"),
        ("combat", "notes", "its noise marks a box"),
        ("combat", "notes", "cleaning up, looting bodies or catching breath"),
        ("combat", "advantages", "make the area less dangerous"),
        ("combat", "advantages", "advantage at its start"),
        ("talk", "advantages", "may lower escalation or avoid an encounter"),
        ("talk", "advantages", "may give advantage on the next action"),
        ("talk", "notes", "raised voices mark a box"),
        ("talk", "notes", "long debates are several turns"),
        ("heal", "check", "healer's kit"),
        ("heal", "advantages", "proper supplies may restore more"),
        ("heal", "advantages", "kept from getting worse"),
        ("heal", "notes", "hit dice where the rules allow"),
        ("heal", "notes", "conditions and exhaustion may be treated"),
        ("heal", "notes", "magical healing is instant"),
        ("heal", "notes", "takes time and may draw attention"),
        ("lookout", "advantages", "approaching threats are noticed sooner"),
        ("lookout", "advantages", "may give advantage on perception"),
        ("lookout", "advantages", "may prevent a surprise"),
        ("lookout", "advantages", "take back a mark of the move before"),
        ("lookout", "notes", "does not show what is hidden"),
        ("lookout", "notes", "after the first marks a box"),
        ("obstacle", "advantages", "quiet or clever ways avoid escalation"),
        ("obstacle", "advantages", "advantage on movement or surprise"),
        ("obstacle", "notes", "loud or destructive ways mark a box"),
        ("ritual", "advantages", "without a spell slot"),
        ("ritual", "advantages", "may lower danger or show what is hidden"),
        ("ritual", "notes", "bright light marks a box in its first turn; chanting is noise"),
        ("ritual", "notes", "an interrupted ritual wastes the time"),
        ("ritual", "notes", "highly visible in enclosed spaces"),
        ("search", "check", "perception or investigation"),
        ("search", "advantages", "may make the area less dangerous"),
        ("search", "advantages", "may give advantage on what follows"),
        ("search", "notes", "with less to find"),
        ("other", "advantages", "may pass risks by"),
        ("other", "advantages", "may give advantage on later checks"),
        ("rest", "notes", "carries risk unless the area is secured"),
        ("cleanup", "notes", "catching breath after combat is a full turn"),
    ],
)
def test_the_companion_page_is_data(of_what, column, words):
    """What the companion page says of an action or of combat can be displayed, told and printed."""
    texts = getattr({**ACTIONS, **BREAKS}[of_what], column)
    assert words in (texts if isinstance(texts, str) else " | ".join(texts))
