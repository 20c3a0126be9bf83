"""What is told beside a turn: the mood, and what the steps remind of."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.reading import HOME, read_book
from delvebox.device.settings.announce import Announce
from delvebox.engine import commands as c
from delvebox.engine.actions import ACTIONS
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules

STEPS = ("declare", "resolve", "consume", "danger", "update")
QUIET, DANGER = 1, 6
MOODS = """
language: en
atmosphere:
  turn:
    - {when: {escalation: 2+, rising: true}, say: "it listens"}
    - {when: {quiet_turns: 2+}, say: "all is still"}
  danger: "it is here"
"""


class Table:
    """A delve, and what is told beside its turns."""

    def __init__(self, narration: Narration, rules: dict[str, object] | None = None) -> None:
        self.narration = narration
        self.delve = Delve(Rules.from_mapping(rules or {}), 1)

    def play(self, command: c.Command, *dice: int) -> Entry:
        if dice:
            self.delve.play(c.TellDice(dice))
        entry = self.delve.play(command)
        assert isinstance(entry, Entry), entry
        return entry

    def moods(self, command: c.Command, *dice: int) -> list[str]:
        entry = self.play(command, *dice)
        cues = self.narration.cues(entry, self.delve.state, self.delve.rules, self.delve.events)
        assert all((cue.priority, cue.audience) == ("colour", "table") for cue in cues if cue.topic == "atmosphere")
        return [cue.text for cue in cues if cue.topic == "atmosphere"]

    def prompts(self, command: c.Command, *dice: int, steps: tuple[str, ...] = STEPS) -> str:
        entry = self.play(command, *dice)
        cue = self.narration.prompts(entry, self.delve.state, steps)
        assert cue is None or (cue.audience, cue.topic) == ("master", "steps")
        return cue.text if cue else ""


@pytest.fixture
def table() -> Table:
    """A new delve, told plainly."""
    return Table(Narration.load("en"))


def test_the_mood_follows_the_boxes_and_the_quiet(tmp_path: Path) -> None:
    """One sentence after a turn, none where nothing is played; of danger in its own words."""
    path = tmp_path / "moods.yaml"
    path.write_text(MOODS)
    table = Table(Narration.load("en", str(path)))
    assert table.moods(c.TakeAction("move"), QUIET) == []
    assert table.moods(c.TakeAction("move"), QUIET) == ["All is still."]
    assert table.moods(c.AddMarks("noise", 3)) == []
    assert table.moods(c.TakeAction("obstacle", loud=True), QUIET) == ["It listens."]
    assert table.moods(c.TakeAction("move"), DANGER) == ["It is here."]


def test_plain_has_no_mood(table: Table) -> None:
    """It tells what happened."""
    assert table.moods(c.TakeAction("move"), QUIET) == table.moods(c.TakeAction("move"), DANGER) == []


def test_the_steps_remind_of_what_belongs_to_them(table: Table) -> None:
    """The action's check, supplies, the map after a move, conditions; last what the next turn asks."""
    assert table.prompts(c.TakeAction("search"), QUIET) == (
        "Check: perception or investigation. Ammunition, food or water used? Conditions? Atmosphere? "
        "What is done in turn two?"
    )
    assert "Update the map. Conditions?" in table.prompts(c.TakeAction("move"), QUIET)
    assert "It is not always a fight." in table.prompts(c.TakeAction("move"), DANGER)


def test_only_the_wanted_steps_remind(table: Table) -> None:
    """By their names in the settings; an action without a check has nothing to resolve."""
    assert table.prompts(c.TakeAction("search"), QUIET, steps=("update",)) == "Conditions? Atmosphere?"
    assert table.prompts(c.TakeAction("gear"), QUIET, steps=("resolve",)) == ""
    assert table.prompts(c.TakeAction("search"), QUIET, steps=()) == ""


def test_what_costs_no_turn_reminds_of_nothing(table: Table) -> None:
    """Nor what is taken back."""
    assert table.prompts(c.LightUp("torch")) == ""
    table.play(c.TakeAction("search"), QUIET)
    assert table.prompts(c.Undo()) == ""


def test_a_turn_that_waits_for_its_die_reminds_of_what_was_played() -> None:
    """The check before the roll, the map after it."""
    table = Table(Narration.load("en"), {"danger": {"roll": "table"}})
    assert table.prompts(c.TakeAction("move")) == (
        "Check: passive perception; stealth when sneaking; navigation. Ammunition, food or water used?"
    )
    assert table.prompts(c.TellDice((QUIET,))).startswith("Conditions?")


@pytest.mark.parametrize("language", sorted(path.stem for path in HOME.glob("*.yaml")))
def test_every_check_is_said_in_the_tables_language(language: str) -> None:
    """The engine's own words are English."""
    words = read_book(language).wording.words
    checks = {action.check for action in ACTIONS.values() if action.check}
    assert language == "en" or {f"check {check}" for check in checks} <= words.keys()


def test_the_settings_name_the_five_steps() -> None:
    """All of them, and nothing else."""
    assert Announce(prompts=STEPS).prompts == STEPS
