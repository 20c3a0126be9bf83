"""What is said of what happened: played by the engine, told by the shipped sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.device.messages import Cue, Verdict
from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.telling import sentences
from delvebox.engine import commands as c
from delvebox.engine import events as e
from delvebox.engine.delve import Delve
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules
from delvebox.engine.turn import new_state

NARRATION = Narration.load("en")
QUIET, DANGER = 1, 6
"""Faces of the danger die that are quiet at few boxes, and danger at any."""


class Table:
    """A delve with dice told beforehand, and what is said of it."""

    def __init__(self, rules: dict[str, Any] | None = None) -> None:
        self.rules = Rules.from_mapping(rules or {})
        self.delve = Delve(self.rules, 1)

    def play(self, command: c.Command, *dice: int) -> list[Cue]:
        if dice:
            self.delve.play(c.TellDice(dice))
        entry = self.delve.play(command)
        assert isinstance(entry, Entry), entry
        return NARRATION.cues(entry, self.delve.state, self.rules)

    def say(self, command: c.Command, *dice: int) -> str:
        """The only cue's text."""
        (cue,) = self.play(command, *dice)
        return cue.text

    def ask(self, question: str) -> str:
        return NARRATION.answer(question, self.delve.state, self.rules).text


@pytest.fixture
def table() -> Table:
    """A new delve by the sheet."""
    return Table()


SEARCH, NEXT = c.TakeAction("search"), c.TakeNextTurn()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_danger_tables_own_words_are_said_as_they_were_written(language: str) -> None:
    """Though the engine has a word of that name, and whatever signs they hold."""
    told = Narration.load(language)
    for words in ("combat", "move", "snake_bite {0} {region} #", "a Chase"):
        drawn = e.TableDrawn("torch", "omen", True, words, words, (("torch", words, 1, 1, 1),), distance_feet=1)
        entered = e.RegionEntered("lookout")
        cues = told.cues(Entry("command", c.RollOnTable("torch"), (drawn, entered)), new_state(Rules()), Rules())
        assert f"Torch: {words}" in cues[0].text
        assert "lookout" in cues[1].text
    assert {"en": "One foot", "de": "Ein Fuß"}[language] in cues[0].text


def test_clauses_become_sentences() -> None:
    """With capitals and one stop each, also where a text of the table's own brings one; nothing is said twice."""
    assert sentences(["all quiet", "", "all quiet", "dark. no light?"]) == "All quiet. Dark. No light?"
    assert sentences(["rats: they flee!. friendly", "hounds, asleep.. far away"]) == (
        "Rats: they flee! Friendly. Hounds, asleep. Far away."
    )


# -- a turn -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("search", "told"), [(13, "Thirteenth"), (21, "Twenty first"), (30, "Thirtieth")])
def test_a_long_search_is_told_by_its_ordinal(table: Table, search: int, told: str) -> None:
    """An evening in one room is not "fifteen search"."""
    for _ in range(search - 1):
        table.play(SEARCH, QUIET)
    assert f"{told} search, with less to find." in " ".join(cue.text for cue in table.play(SEARCH, QUIET))


def test_a_turn_without_danger_is_short(table: Table) -> None:
    """The completed turn's number, what was done, and that all is quiet."""
    assert table.play(c.TakeAction("other"), QUIET) == [Cue("Turn one. All quiet.", "turn", "turn")]
    assert table.say(c.TakeAction("move"), QUIET) == "Turn two: moved on. All quiet."


def test_a_search_says_which_it_is_and_what_it_cost(table: Table) -> None:
    """The second search of an area, with less to find, marks a box that is named with its cause."""
    table.play(SEARCH, QUIET)
    assert table.say(SEARCH, QUIET) == (
        "Turn two: search. Second search, with less to find. Searching again: one box. All quiet. "
        "Escalation one: danger on five to six."
    )


def test_danger_comes_first_with_its_kind_and_why_the_boxes_are_gone(table: Table) -> None:
    """Then the turn, without a word of quiet."""
    table.play(c.AddMarks("noise", 2))
    danger, turn = table.play(c.TakeAction("move"), DANGER)
    assert danger.priority == "danger"
    assert re.fullmatch(r"Danger: (encounter|hazard|complication)\. The danger clears two boxes\.", danger.text)
    assert turn == Cue("Turn one: moved on.", "turn", "turn")


def test_boxes_that_danger_cleared_are_not_called_full(table: Table) -> None:
    """The fifth filled and went in the same command: what was cleared is told alone. One that stays full is told."""
    table.play(c.SetBoxes(4))
    said = " ".join(cue.text for cue in table.play(c.TakeAction("obstacle", loud=True), DANGER))
    assert "clears five boxes" in said
    assert "full" not in said
    assert "Something must change" not in said
    table.play(c.SetBoxes(4))
    assert "All five boxes are full. Something must change." in table.say(c.AddMarks("noise"))


def test_marks_of_one_cause_are_told_as_one(table: Table) -> None:
    """Three boxes for noise are one clause; those over the last box are lost, and said so."""
    assert table.say(c.AddMarks("noise", 3)) == "Noise: three boxes. Escalation three: danger on three to six."
    assert "Noise: two boxes. " in (said := table.say(c.AddMarks("noise", 4)))
    assert "Noise: no box left. " in said
    assert said.endswith("Something must change. Escalation five: danger is certain.")


def test_escalation_is_told_by_the_classic_faces_too() -> None:
    """Low faces are danger there."""
    table = Table({"danger": {"mode": "classic"}})
    assert table.say(c.AddMarks("noise", 1)) == "Noise: one box. Noise one: danger on one to two."


def test_fast_turns_have_twice_the_faces(table: Table) -> None:
    """And are called fast."""
    assert table.say(c.SetMode("fast")) == "Fast turns of twenty minutes. Escalation zero: danger on five to six."
    assert table.say(c.TakeAction("other"), QUIET) == "Fast turn one. All quiet."


def test_a_light_is_warned_of_once_and_its_end_told_with_the_darkness(table: Table) -> None:
    """With its holder, where it has one."""
    assert table.say(c.LightUp("torch", "Mira")) == "Torch for Mira lit: six turns."
    said = [table.say(c.TakeAction("move"), QUIET) for _ in range(6)]
    assert [text for text in said[:4] if "orch" in text] == []
    assert said[4] == "Turn five: moved on. All quiet. The torch of Mira ends next turn."
    assert "The torch of Mira is out. It is dark: no light burns. Something must change." in said[5]


def test_a_spell_that_ends_is_told(table: Table) -> None:
    """By its name."""
    assert table.say(c.StartEffect("bless", 1)) == "Bless begins: one turn."
    assert "Bless ends." in table.say(c.TakeAction("move"), QUIET)


def test_a_turn_without_a_roll_says_so() -> None:
    """Nobody waits for a result that does not come."""
    table = Table({"danger": {"check_every": 2}})
    assert table.say(c.TakeAction("other")) == "Turn one. No danger roll in this turn."


# -- rests ------------------------------------------------------------------------------------------


def test_a_rest_is_told_once_as_a_whole(table: Table) -> None:
    """Its chance and lights beforehand, its outcome, its turns; not six turns one by one."""
    table.play(c.LightUp("torch"))
    (cue,) = table.play(c.BeginRest("short_rest"), *[QUIET] * 6)
    assert cue.priority == "turn"
    assert cue.text == (
        "Short rest: danger sixty seven percent, and the torch will burn out. Short rest done. "
        "Six turns, turn six is over. All quiet. The torch is out. It is dark: no light burns. Something must change."
    )


def test_danger_in_a_rest_says_in_which_turn_and_what_was_rested(table: Table) -> None:
    """The danger first; then the pause with its countdown."""
    danger, turn = table.play(c.BeginRest("short_rest"), QUIET, QUIET, DANGER)
    assert danger.text.startswith("Danger in rest turn three: ")
    assert turn.text == (
        "Short rest: danger sixty seven percent beforehand. Short rest paused, three of six. "
        "Three turns, turn three is over."
    )
    said = table.say(c.ResumeRest(), *[QUIET] * 3)
    assert said.startswith(
        "Short rest resumed: danger forty two percent. Short rest done. Three turns, turn six is over."
    )


def test_a_long_rest_asks_with_its_chance(table: Table) -> None:
    """Rounded to almost certain; only certainty is called certain. The panel shows the same words."""
    assert table.play(c.BeginRest("long_rest")) == [
        Cue("Long rest: danger is almost certain. Yes or no?", "answer", "question")
    ]
    assert table.say(c.Answer(yes=False, lapsed=True)) == "No answer, so no long rest."


def test_a_question_comes_last_and_its_turn_before_it() -> None:
    """Each turn of a talk stops for the table's die: what happened, then what is asked."""
    table = Table({"danger": {"roll": "table"}})
    table.play(c.TakeAction("talk", turns=2))
    entry = table.delve.play(c.TellDice((QUIET,)))
    assert isinstance(entry, Entry)
    turn, question = NARRATION.cues(entry, table.delve.state, table.rules)
    assert (turn.text, turn.priority) == ("Turn one. All quiet. Lingering: one box.", "answer")
    assert question == Cue("Roll for danger: danger on five to six.", "answer", "question")


def test_undo_says_what_is_taken_back(table: Table) -> None:
    """And which turn it is now."""
    table.play(SEARCH, QUIET)
    assert table.say(c.Undo()) == "Taken back: search. It is turn one."
    assert table.say(c.Redo()) == "Again: search. It is turn two."


# -- answers ----------------------------------------------------------------------------------------


def test_questions_to_the_box_are_answered_from_the_state(table: Table) -> None:
    """Light, danger with what staying adds, time; and all of it as the status."""
    assert table.ask("how_much_light") == "No light burns."
    assert table.ask("how_dangerous") == "Escalation zero: danger on six, seventeen percent."
    assert table.ask("what_time") == "Turn one begins."
    table.play(c.LightUp("torch"))
    table.play(c.LightUp("lantern", "Mira"))
    table.play(c.Douse("torch"))
    for _ in range(7):
        table.play(c.TakeAction("investigate"), QUIET)
        table.play(c.SetBoxes(0)) if table.delve.state.escalation else None
    assert table.ask("how_much_light") == "Lantern of Mira: twenty nine turns. Torch doused."
    assert table.ask("how_dangerous") == "Escalation zero: danger on six, seventeen percent. Staying adds one box."
    assert table.ask("what_time") == "Turn eight, after one hour and ten minutes."
    for part in ("how_much_light", "how_dangerous", "what_time"):
        assert table.ask(part) in table.ask("status")


def test_the_status_tells_every_tracker(table: Table) -> None:
    """Supplies that were used, what else is counted, dice and marks that wait, conditions, notes."""
    table = Table(
        {"ammunition": 12, "lights": {"stock": {"torch": 2}}, "danger": {"overflow": "carry"}},
    )
    assert "left" not in table.ask("status").replace("Ammunition: twelve left", "").replace("Spare torch: two left", "")
    table.play(c.UseSupply("rations"))
    table.play(c.AdjustSupply("ammunition", -2))
    table.play(c.LightUp("torch"))
    table.play(c.SetBoxes(5))
    table.play(c.AddMarks("noise", 2))
    table.play(c.TellDice((4, 2)))
    table.play(c.MarkCondition("fear", "Mira"))
    table.play(c.AddNote("a door"))
    table.play(c.SetMode("fast"))
    told = table.ask("status")
    for sentence in (
        *("Rations: five left.", "Ammunition: ten left.", "Spare torch: one left.", "Kept dice: four and two."),
        *("Two marks wait for the boxes to clear.", "Fear on Mira.", "One note."),
    ):
        assert sentence in told, told
    table.play(c.SetBoxes(0))


def test_certain_danger_is_called_certain(table: Table) -> None:
    """Five boxes on a d6."""
    table.play(c.SetBoxes(5))
    assert table.ask("how_dangerous") == "Escalation five: danger is certain."


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("not a phrase", "Not understood: say it again."),
        ("others talking", "Others talking: say it again."),
        ("nothing asked", "Nothing was asked."),
        ("silence", None),
        ("speaking", None),
    ],
)
def test_a_rejection_is_told_in_one_short_way(reason: str, text: str | None) -> None:
    """Or not at all where telling would only disturb."""
    cue = NARRATION.rejected(Verdict("reject", reason, "hello"))
    assert (cue and cue.text) == text


def test_nothing_said_is_nothing_to_tell() -> None:
    """Silence is no rejection."""
    assert NARRATION.rejected(Verdict("none", "silence")) is None


# -- any delve --------------------------------------------------------------------------------------

names = st.sampled_from([None, "Mira", "Borin"])
kinds = st.sampled_from(["torch", "lantern", "candle"])
counts = st.integers(0, 6)
COMMANDS = st.one_of(
    st.builds(
        c.TakeAction,
        st.sampled_from(["move", "lost", "search", "investigate", "obstacle", "heal", "talk", "lookout", "secure"]),
        st.booleans(),
    ),
    st.builds(c.TakeAction, st.just("talk"), st.booleans(), st.integers(1, 5)),
    st.sampled_from([NEXT, c.RestOneTurn(), c.ResumeRest(), c.RestartRest(), c.AbandonRest(), c.ContinueRitual()]),
    st.sampled_from([c.AbandonRitual(), c.SplitParty(), c.RejoinParty(), c.UnsecureArea(), c.RollForUs(), c.Undo()]),
    st.sampled_from([c.Redo(), c.AskNewDelve(), c.AskEndDelve(), c.AddNote("a note")]),
    st.builds(c.BeginRest, st.sampled_from(["short_rest", "long_rest"])),
    st.builds(c.BeginRitual, st.none() | st.integers(1, 4)),
    st.builds(c.AddMarks, st.sampled_from(["noise", "attention"]), counts),
    st.builds(c.Calm, st.none() | counts),
    st.builds(c.SetBrightLight, st.booleans()),
    st.builds(c.TellDice, st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)),
    st.builds(c.LightUp, kinds, names),
    st.builds(c.Douse, kinds, names),
    st.builds(c.Relight, kinds, names),
    st.builds(c.AdjustLight, kinds, st.integers(-6, 6), names),
    st.builds(c.StartEffect, st.sampled_from(["bless", "light"]), counts, st.booleans()),
    st.builds(c.EndEffect, st.sampled_from(["bless", "light"])),
    st.builds(c.UseSupply, st.sampled_from(["rations", "water"])),
    st.builds(c.AdjustSupply, st.sampled_from(["rations", "water", "ammunition"]), st.integers(-3, 3)),
    st.builds(c.AdjustStock, kinds, st.integers(-3, 3)),
    st.builds(c.MarkCondition, st.sampled_from(["fear", "fatigue"]), names),
    st.builds(c.ClearCondition, st.sampled_from(["fear", "fatigue"]), names),
    st.builds(c.Suspend, st.sampled_from(["combat", "chase", "roleplay"])),
    st.builds(c.EndSuspension, st.sampled_from(["combat", "chase", "roleplay"])),
    st.builds(c.SetMode, st.sampled_from(["fast", "normal"])),
    st.builds(c.SetBoxes, counts),
    st.builds(c.SetTurn, st.integers(1, 9999)),
    st.builds(c.Answer, st.booleans(), st.booleans()),
)
RULES = st.sampled_from(
    [
        {},
        {"profile": "old-school"},
        {"profile": "fast", "danger": {"overflow": "carry", "noise_timing": "next", "light_mark": "each_turn"}},
        {"danger": {"roll": "table", "overflow": "immediate"}, "rest": {"on_danger": "restart", "secured": "halve"}},
        {"danger": {"die": 4}, "rest": {"on_danger": "fail", "fatigue_every": 3}, "ritual": {"on_danger": "lose"}},
        {"lights": {"kinds": {"torch": 6, "candle": "no limit"}, "stock": {"torch": 2}}, "ammunition": 20},
        {"combat": {"aftermath": "always", "mark": 2}, "ritual": {"on_danger": "keep"}},
    ]
)


@given(RULES, st.integers(0, 1000), st.lists(COMMANDS, max_size=25))
@settings(max_examples=300, deadline=None)
def test_whatever_is_played_is_told_in_whole_sentences(
    rules: dict[str, Any], seed: int, commands: list[c.Command]
) -> None:
    """At most three cues of different topics, danger first, a question last; no name of the engine's shows."""
    table = Table(rules)
    table.delve = Delve(table.rules, seed)
    for command in commands:
        entry = table.delve.play(command)
        if not isinstance(entry, Entry):
            assert NARRATION.refusal(entry).text
            continue
        cues = NARRATION.cues(entry, table.delve.state, table.rules)
        assert len(cues) <= 3
        assert len({cue.topic for cue in cues}) == len(cues)
        assert all(cue.priority == "danger" for cue in cues[:1]) or all(cue.priority != "danger" for cue in cues)
        assert all(cue.topic != "question" for cue in cues[:-1])
        said = [*cues, *(NARRATION.answer(each, table.delve.state, table.rules) for each in ("status", "what_time"))]
        for cue in said:
            assert re.fullmatch(r"[A-Z][^{}_]*[.?!]", cue.text), cue
            assert "None" not in cue.text
            assert ". ." not in cue.text
