"""A whole delve: undo and redo back to its start, replay, and what stands outside."""

from __future__ import annotations

import json
import re

import pytest

from delvebox.engine import (
    Delve,
    Entry,
    EntryError,
    Rules,
    as_dict,
    entry_from_dict,
    entry_to_dict,
    events,
    evolve,
    new_state,
)
from delvebox.engine.commands import (
    AddMarks,
    Answer,
    AskEndDelve,
    BeginRest,
    LightUp,
    Redo,
    SetTurn,
    StartEffect,
    TakeAction,
    TellDice,
    Undo,
)
from delvebox.engine.shown import shown

SAFE = 1
MOVE = TakeAction("move")


def test_deciding_is_pure_and_applying_makes_it_happen():
    """`decide` changes nothing; `apply` of its entry is what `play` does at once."""
    delve, twin = Delve(Rules(), 7), Delve(Rules(), 7)
    entry = delve.decide(MOVE)
    assert (delve.state, delve.entries) == (new_state(Rules()), ())
    delve.apply(entry)
    assert twin.play(MOVE) == entry
    assert (delve.state, delve.entries, delve.events) == (twin.state, (entry,), entry.events)


def test_an_entry_decided_before_others_is_folded_where_it_is_applied():
    """What a decision led to is not kept beyond its state: entries that come between count."""
    delve = Delve(Rules(), 7)
    marks, lit = delve.decide(AddMarks("noise")), delve.decide(LightUp("torch"))
    delve.apply(marks)
    assert (delve.state.escalation, delve.state.lights) == (1, ())
    delve.apply(lit)
    assert (delve.state.escalation, len(delve.state.lights)) == (1, 1)
    assert Delve.replay(Rules(), 7, delve.entries).state == delve.state


def test_undo_takes_back_the_last_command_whole(table):
    """Undo takes back the whole command: a rest of six turns."""
    box = table([SAFE] * 7)
    box.play(LightUp("torch"), MOVE)
    before = box.state
    box.play(BeginRest("short_rest"))
    undone = box.delve.undo()
    assert box.state == before
    assert undone == Entry("undo", BeginRest("short_rest"))


def test_undo_takes_back_answers_and_corrections(table):
    """Rests and answers included; corrections are commands of their own."""
    box = table()
    box.play(SetTurn(5), AskEndDelve(), Answer(yes=False))
    box.delve.undo()
    assert box.state.asking == "end_delve"
    box.delve.undo()
    box.delve.undo()
    assert box.state == new_state(box.rules)


def test_undo_and_redo_reach_back_to_the_start_of_the_delve(table):
    """Both reach back to the start of the delve."""
    box = table([SAFE] * 3)
    states = [box.state]
    for command in (MOVE, LightUp("torch"), MOVE, AddMarks("noise", 2), MOVE):
        box.play(command)
        states.append(box.state)
    for state in reversed(states[:-1]):
        box.delve.undo()
        assert box.state == state
    assert box.refuse(Undo()).reason == "nothing_to_undo"
    for state in states[1:]:
        box.delve.redo()
        assert box.state == state
    assert box.refuse(Redo()).reason == "nothing_to_redo"


def test_undo_restores_what_expired(table):
    """Undo restores the whole state: a burnt-out light is there again."""
    box = table([SAFE], lights={"kinds": {"taper": 1}})
    box.play(LightUp("taper"), MOVE)
    assert box.state.lights == ()
    box.delve.undo()
    assert box.state.lights[0].turns_left == 1


def test_a_new_command_empties_redo(table):
    """A new command empties redo; a refused one does not."""
    box = table([SAFE])
    box.play(MOVE)
    box.delve.undo()
    box.refuse(AddMarks("noise", 9))
    box.delve.redo()
    box.delve.undo()
    box.play(LightUp("torch"))
    assert box.refuse(Redo()).reason == "nothing_to_redo"


def test_refusals_are_not_undone(table):
    """Questions to the box, refusals and the like are not undone."""
    box = table()
    box.play(LightUp("torch"))
    box.refuse(AddMarks("noise", 9))
    box.delve.undo()
    assert box.state.lights == ()


def test_a_command_that_changes_nothing_is_not_undone(table):
    """Undo takes back the last command that changed the engine's state, and only such a one empties redo."""
    box = table()
    box.play(AddMarks("noise"), StartEffect("bless", 3))
    box.delve.undo()
    box.play(TellDice((3,)))
    box.delve.redo()
    box.play(StartEffect("bless", 3))
    box.delve.undo()
    assert (box.state.effects, box.state.escalation) == ((), 1)


def test_what_changed_nothing_does_not_outlive_the_undo_of_what_was_before(table):
    """The same length said again changes nothing; after undo it would, so that its event goes with what is undone."""
    box = table([1])
    box.play(StartEffect("bless", 2), TakeAction("search"), StartEffect("bless", 1), TellDice((4,)))
    box.delve.undo()
    assert box.state.effects[0].turns_left == 2
    assert box.delve.events == (events.EffectStarted("bless", 2), events.DiceTold((4,)))
    state = new_state(box.rules)
    for event in box.delve.events:
        state = evolve(state, event)
    assert state == box.state
    box.delve.redo()
    assert box.state.effects[0].turns_left == 1


def test_new_delves_are_not_undone(table):
    """New delves are not undone."""
    box = table()
    box.play(AskEndDelve(), Answer(yes=True))
    assert box.refuse(Undo()).reason == "delve_closed"
    assert box.refuse(Redo()).reason == "delve_closed"


def test_the_devices_die_cannot_be_fished_for():
    """Undoing and playing again, or correcting the turn's number, cannot fish for a better roll."""
    delve = Delve(Rules(), 11)
    delve.play(MOVE)
    die = delve.state.last_danger.die
    delve.play(Undo())
    delve.play(SetTurn(30))
    delve.play(TakeAction("search"))
    assert delve.state.last_danger.die == die


def test_the_events_in_effect_fold_to_the_present_state(table):
    """Folding events equals playing; undone events are not among them."""
    box = table([SAFE] * 3)
    box.play(MOVE, LightUp("torch"), MOVE)
    box.delve.undo()
    box.play(AddMarks("noise"), MOVE)
    box.delve.undo()
    box.delve.redo()
    state = new_state(box.rules)
    for event in box.delve.events:
        state = evolve(state, event)
    assert state == box.state


def test_a_delve_is_replayed_from_its_entries_alone(table):
    """Undo and redo reach over power cuts: replay equals live, without a die."""
    box = table([SAFE] * 3, danger={"die": 8})
    box.play(LightUp("torch", "mira"), MOVE, TellDice((3, 2)), MOVE)
    box.delve.undo()
    box.play(MOVE)
    box.delve.undo()
    lines = [json.dumps(entry_to_dict(entry)) for entry in box.delve.entries]
    again = Delve.replay(box.rules, 1, [entry_from_dict(json.loads(line)) for line in lines])
    assert again.state == box.state
    assert again.events == box.delve.events
    assert again.entries == box.delve.entries
    for delve in (again, box.delve):
        delve.redo()
    assert again.state == box.state
    box.dice.left["danger"].clear()


@pytest.mark.parametrize("seed", [None, True, 1.0, "7", 10**1000, -(10**1000), 10**5000], ids=range(7))
def test_a_seed_is_a_whole_number(seed):
    """What could not be written down with the delve is an error at once, and not when it is saved."""
    with pytest.raises(ValueError, match=r"^seed: .* is no whole number of up to 1,000 digits: give one, such as 7$"):
        Delve(Rules(), seed)


@pytest.mark.parametrize("seed", [0, -1, 10**1000 - 1, 1 - 10**1000], ids=range(4))
def test_any_seed_is_played_and_saved(seed):
    """Negative and huge ones too."""
    delve = Delve(Rules(), seed)
    delve.play(MOVE)
    assert Delve.from_json(delve.to_json()).seed == seed


def test_rules_are_rules():
    """A mapping in their place names the way to make them."""
    with pytest.raises(TypeError, match=r"^rules: \{\} is no Rules: make them with Rules.from_mapping$"):
        Delve({}, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("entry", [None, {"kind": "undo"}, MOVE, Entry("dream", MOVE), Entry(None, MOVE)])
def test_what_is_no_entry_is_not_applied(entry):
    """A record that was not read yet, or of another kind, changes nothing."""
    delve = Delve(Rules(), 1)
    with pytest.raises(EntryError, match="is no entry: read a record with entry_from_dict"):
        delve.apply(entry)
    assert (delve.entries, delve.events) == ((), ())


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_entries_that_are_no_whole_history_are_refused(kind):
    """A history with a hole raises and changes nothing."""
    delve = Delve(Rules(), 1)
    with pytest.raises(EntryError, match="not whole"):
        delve.apply(Entry(kind, MOVE))
    assert delve.entries == ()


def test_the_state_as_others_see_it(table):
    """The state object has what the rules page lists, as plain JSON values."""
    box = table([6], [4])
    box.play(LightUp("torch", "mira"), TakeAction("obstacle", loud=True))
    shown = as_dict(box.state)
    assert json.loads(json.dumps(shown)) == shown
    assert shown["lights"] == [{"kind": "torch", "holder": "mira", "turns_left": 5, "lit": True}]
    assert shown["last_danger"] == {"turn": 1, "die": 6, "total": 7, "danger": True, "kind": "hazard"}
    assert shown["last_action"] == "obstacle loud"
    assert shown["area"] == {"searches": 0, "lingered": 1, "secured": False}
    assert as_dict(new_state(box.rules))["last_danger"] is None


def test_profiles_start_their_delves():
    """`fast` starts in fast turns; stock and ammunition come from the rules."""
    assert Delve(Rules.from_mapping({"profile": "fast"}), 1).state.mode == "fast"
    state = Delve(Rules.from_mapping({"lights": {"stock": {"torch": 3}}, "ammunition": 20}), 1).state
    assert (state.stock, state.ammunition) == ((("torch", 3),), 20)


def test_a_replayed_delve_plays_on_with_its_own_dice():
    """Seed and dice go with the delve: what comes next is what would have come."""
    delve = Delve(Rules(), 77)
    for _ in range(5):
        delve.play(MOVE)
    again = Delve.replay(Rules(), 77, delve.entries)
    assert again.seed == 77
    assert [again.play(MOVE) for _ in range(20)] == [delve.play(MOVE) for _ in range(20)]

    class AlwaysFive:
        def roll(self, *_where):
            return 5

    own = Delve.replay(Rules(), 77, delve.entries, dice=AlwaysFive())
    own.play(MOVE)
    assert own.state.last_danger.die == 5


def test_undo_and_redo_name_the_command():
    """An entry of undo or redo holds the command that was taken back or played again."""
    delve = Delve(Rules(), 1)
    delve.play(MOVE)
    assert delve.undo() == Entry("undo", MOVE)
    assert delve.redo() == Entry("redo", MOVE)


def test_an_undo_with_nothing_before_it_is_no_history():
    """The error says what is wrong with the entries."""
    delve = Delve(Rules(), 1)
    with pytest.raises(EntryError, match=r"^an entry takes back what was never played: the history before it is not"):
        delve.apply(Entry("undo", MOVE))
    with pytest.raises(EntryError, match=r"^an entry plays again what was never taken back: the history before it is"):
        delve.apply(Entry("redo", MOVE))


@pytest.mark.parametrize("kind", ["undo", "redo"])
def test_an_undo_or_redo_of_another_command_is_no_history(kind):
    """What is taken back or played again is what the entry names: a history with a hole is told."""
    delve = Delve(Rules(), 1)
    delve.play(LightUp("torch"))
    delve.play(MOVE)
    if kind == "redo":
        delve.undo()
    before = delve.state, delve.entries, delve.events
    with pytest.raises(EntryError, match="not whole"):
        delve.apply(Entry(kind, LightUp("torch")))
    assert (delve.state, delve.entries, delve.events) == before
    delve.apply(Entry(kind, MOVE))


@pytest.mark.parametrize("face", [0, 7, -1, True, 3.0, "3", None, 10**5000], ids=range(8))
def test_dice_of_another_program_are_held_to_the_die(face):
    """A face that the die has not would be told, kept and journalled: it is an error at once, and nothing changed."""

    class Loaded:
        def roll(self, *_where):
            return face

    delve = Delve(Rules(), 1, dice=Loaded())
    told = f"dice: {shown(face)} is no face of a d6: roll must give a whole number from 1"
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        delve.play(MOVE)
    assert (delve.entries, delve.state) == ((), new_state(Rules()))
    delve.play(TellDice((6,)))
    with pytest.raises(ValueError, match="is no face of a d6"):
        delve.play(MOVE)
