"""What can be said now: three phrases that the box understands and plays, whatever the state."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.device.likely import SHOWN, likely_phrases
from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.fields import LIKELY
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.translate import BOX_INTENTS, COMMANDS, command_for
from delvebox.engine import commands as c
from delvebox.engine.delve import Delve
from delvebox.engine.dice import FixedDice
from delvebox.engine.refusal import Refusal
from delvebox.engine.rules import Rules
from delvebox.engine.state import Activity, Area, LastRoll, Light, PendingTurn, State
from delvebox.engine.turn import decide, new_state

RULES = Rules()
TORCH = Light(1, "torch", None, 5, lit=True)
LIT = replace(new_state(RULES), lights=(TORCH,), lights_lit=1)
COMMANDS_SAID = (
    *(c.TakeNextTurn(), c.TakeAction("move"), c.TakeAction("search"), c.TakeAction("secure"), c.RestOneTurn()),
    *(c.BeginRest("short_rest"), c.BeginRest("long_rest"), c.BeginRitual(6), c.ResumeRest(), c.AbandonRest()),
    *(c.LightUp("torch"), c.LightUp("lantern", "Bryn"), c.Douse("torch"), c.Douse("lantern"), c.UseSupply("water")),
    *(c.Suspend("combat"), c.Suspend("roleplay"), c.EndSuspension("combat"), c.EndSuspension("roleplay")),
    *(c.AddMarks("noise", 5), c.Calm(), c.AskNewDelve(), c.AskEndDelve(), c.Answer(yes=True), c.Answer(yes=False)),
    *(c.RollForUs(), c.TellDice((4,)), c.SetMode("fast"), c.SetBrightLight(on=True), c.AbandonRitual(), c.Undo()),
)


@cache
def words_in(language: str) -> tuple[Phrasebook, Narration]:
    """The shipped phrasebook of a language, with a name, and its narration."""
    return Phrasebook.load(None, language, {"characters": ["Bryn"]}), Narration.load(language)


def likely(state: State, rules: Rules = RULES, language: str = "en") -> tuple[str, ...]:
    """The phrases in the language's own words."""
    book, narration = words_in(language)
    return likely_phrases(state, rules, book, narration.likely)


def holds_in(state: State, rules: Rules, language: str) -> None:
    """Three phrases, all different, each understood and played."""
    phrases = likely(state, rules, language)
    assert len(set(phrases)) == SHOWN, phrases
    for phrase in phrases:
        intent = words_in(language)[0].match(phrase)
        assert intent is not None, phrase
        command = command_for(intent)
        if command is None:
            assert intent.name in BOX_INTENTS
        else:
            assert not isinstance(decide(state, command, rules, FixedDice(1)), Refusal), phrase


@pytest.mark.parametrize(
    ("state", "phrases"),
    [
        (new_state(RULES), ("light a torch", "light a candle", "light a lantern")),
        (LIT, ("next turn", "search the room", "move on")),
        (replace(LIT, asking="long_rest"), ("yes", "no", "repeat that")),
        (
            replace(LIT, asking="roll", pending=PendingTurn("move", loud=False, turns_after=0)),
            ("rolled four", "roll for us", "repeat that"),
        ),
        (replace(LIT, suspended="combat"), ("combat over", "how much light", "status")),
        (replace(LIT, suspended="roleplay"), ("scene over", "how much light", "status")),
        (
            replace(LIT, activity=Activity("short_rest", 2, 6, paused=True)),
            ("resume rest", "abandon rest", "next turn"),
        ),
        (
            replace(LIT, activity=Activity("ritual", 2, 6, paused=True)),
            ("continue the ritual", "abandon the ritual", "search the room"),
        ),
        (
            replace(LIT, lights=(replace(TORCH, lit=False),)),
            ("light the torch again", "light a torch", "light a candle"),
        ),
        (replace(LIT, area=Area(secured=True)), ("short rest", "long rest", "next turn")),
        (
            replace(LIT, completed=3, last_danger=LastRoll(3, 6, 6, danger=True, kind="encounter")),
            ("combat", "next turn", "search the room"),
        ),
    ],
)
def test_the_phrases_of_a_moment(state: State, phrases: tuple[str, ...]) -> None:
    """What is asked, what goes on, what is missing and what follows come in that order."""
    assert likely(state) == phrases


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(COMMANDS_SAID), max_size=25),
    st.integers(0, 99),
    st.sampled_from(["device", "table"]),
    st.sampled_from(["en", "de"]),
)
def test_every_phrase_is_understood_and_played_in_any_delve(
    said: list[c.Command], seed: int, roll: str, language: str
) -> None:
    """However a delve went on until now."""
    rules = Rules.from_mapping({"danger": {"roll": roll}, "lights": {"stock": {"torch": 2}}})
    delve = Delve(rules, seed)
    for command in said:
        delve.play(command)
        if delve.state.closed:
            return
        holds_in(delve.state, rules, language)


def test_names_that_no_phrase_can_say_are_left_out() -> None:
    """A doused light of somebody whom the phrasebook does not know is asked for in no words."""
    state = replace(LIT, lights=(Light(1, "torch", "Zoë", 3, lit=False), Light(2, "lantern", "Bryn", 3, lit=False)))
    assert likely(state)[0] == "light the lantern of Bryn again"


def test_a_phrasebook_of_the_table_gives_its_own_words(tmp_path) -> None:
    """Where the usual words are not understood, a phrase of the table's own file is given, or none."""
    file = tmp_path / "own.yaml"
    file.write_text('language: en\nintents: {next_turn: {data: [{sentences: ["[we] onward (now|then)"]}]}}\n')
    assert likely_phrases(LIT, RULES, Phrasebook.load(file), words_in("en")[1].likely) == ("onward now",)


def test_each_likely_phrase_is_one_of_an_intent() -> None:
    """The narration has words for intents that there are."""
    assert set(LIKELY) <= BOX_INTENTS | set(COMMANDS)
