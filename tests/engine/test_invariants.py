"""Whatever a table says, in whatever order, by whatever rules: what always holds."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine import (
    ACTIONS,
    REASONS,
    Delve,
    Entry,
    Refusal,
    Rules,
    Table,
    TableEntry,
    Tables,
    as_dict,
    commands,
    entry_from_dict,
    entry_to_dict,
    events,
    evolve,
    new_state,
)
from delvebox.engine.turn import with_kept_dice

RULES = st.sampled_from(
    [
        Rules.from_mapping(mapping)
        for mapping in (
            {},
            {"profile": "sheet-classic"},
            {"profile": "old-school"},
            {"profile": "fast"},
            {"danger": {"roll": "table", "overflow": "carry", "noise_timing": "next"}},
            {
                "danger": {"overflow": "immediate", "die": 20, "light_mark": "each_turn", "split_mark": "each_turn"},
                "combat": {"aftermath": "always", "mark": 3},
                "lights": {"kinds": {"taper": 1, "stub": 2, "glowstone": "no limit"}, "stock": {"torch": 3, "stub": 2}},
                "ammunition": 5,
            },
            {
                "danger": {"mode": "classic", "overflow": "immediate", "roll": "table", "check_every": 3},
                "rest": {"on_danger": "restart", "secured": "halve", "check_every": 2, "secure_turns": 2},
                "ritual": {"on_danger": "keep"},
                "mode": "fast",
            },
            {
                "danger": {"noise_timing": "next", "overflow": "immediate", "die": 8},
                "rest": {"on_danger": "fail", "fatigue_every": 3},
                "ritual": {"on_danger": "lose"},
            },
        )
    ]
)

TABLES = Tables(
    (
        Table("wanderers", (TableEntry("1d6 rats"), TableEntry("2d4x2 bats [loot]", 3)), kind="encounter"),
        Table(
            "crypt things",
            tuple(TableEntry(text) for text in ("4d6kh3 bones [loot]", "[loot] and [loot]", "a bell", "{0}")),
            kind="encounter",
            regions=("crypt",),
            reaction=True,
            distance="2d6x10",
        ),
        Table("traps", (TableEntry("a pit", 2), TableEntry("gas")), kind="hazard", repeats=True, distance="1d4-2"),
        Table("loot", tuple(TableEntry(f"1d100+{number} gold", number) for number in range(1, 6))),
    )
)
"""Danger tables of a game: two regions' worth, nested, one that repeats, none for complications."""

SMALL = st.integers(-1, 7)
HOLDER = st.sampled_from([None, "mira", "Bo"])
KIND = st.sampled_from(["torch", "lantern", "candle", "stub", "glowstone"])
SPELL = st.sampled_from(["bless", "Shield"])
COMMAND = st.one_of(
    st.builds(commands.TakeAction, st.sampled_from(list(ACTIONS)), st.booleans(), st.sampled_from([1, 1, 1, 2, 3])),
    st.sampled_from(
        [
            commands.TakeNextTurn(),
            commands.RestOneTurn(),
            commands.ResumeRest(),
            commands.RestartRest(),
            commands.AbandonRest(),
            commands.ContinueRitual(),
            commands.AbandonRitual(),
            commands.SplitParty(),
            commands.RejoinParty(),
            commands.UnsecureArea(),
            commands.RollForUs(),
            commands.AskNewDelve(),
            commands.AskEndDelve(),
            commands.Calm(),
            commands.Undo(),
            commands.Redo(),
            commands.Undo(),
            commands.TakeAction("secure"),
            commands.BeginRest("short_rest"),
            commands.BeginRest("long_rest"),
            commands.Answer(yes=True),
            commands.Answer(yes=False),
            commands.SetMode("fast"),
            commands.SetMode("normal"),
        ]
    ),
    st.builds(commands.BeginRitual, st.none() | SMALL),
    st.builds(commands.AddMarks, st.sampled_from(["noise", "attention"]), SMALL),
    st.builds(commands.Calm, SMALL),
    st.builds(commands.SetBrightLight, st.booleans()),
    st.builds(commands.TellDice, st.lists(st.integers(1, 8), max_size=3).map(tuple)),
    st.builds(commands.LightUp, KIND, HOLDER),
    st.builds(commands.Douse, KIND, HOLDER),
    st.builds(commands.Relight, KIND, HOLDER),
    st.builds(commands.AdjustLight, KIND, st.integers(-7, 7), HOLDER),
    st.builds(commands.AdjustStock, KIND, SMALL),
    st.builds(commands.StartEffect, SPELL, st.none() | SMALL, st.booleans()),
    st.builds(commands.EndEffect, SPELL),
    st.builds(commands.UseSupply, st.sampled_from(["rations", "water"])),
    st.builds(commands.AdjustSupply, st.sampled_from(["rations", "water", "ammunition"]), st.integers(-7, 7)),
    st.builds(commands.MarkCondition, st.sampled_from(["fatigue", "fear"]), HOLDER),
    st.builds(commands.ClearCondition, st.sampled_from(["fatigue", "fear"]), HOLDER),
    st.builds(commands.AddNote, st.text(max_size=5)),
    st.builds(commands.Suspend, st.sampled_from(["combat", "chase", "roleplay"])),
    st.builds(commands.EndSuspension, st.sampled_from(["combat", "chase", "roleplay"])),
    st.builds(commands.SetBoxes, SMALL),
    st.builds(commands.SetTurn, st.integers(0, 40)),
    st.builds(commands.RollOnTable, st.sampled_from(["wanderers", "Loot", "encounter", "HAZARD", "complication"])),
    st.builds(commands.EnterRegion, st.sampled_from(["crypt", "Crypt", "the moor", None])),
)
PLAYED = st.lists(COMMAND, max_size=30)
EXAMPLES = settings(max_examples=120, deadline=None)


def holds_always(state, rules):
    """What is true of every state between two commands."""
    assert 0 <= state.escalation <= 5
    assert state.completed >= 0
    assert state.elapsed_minutes >= 10 * state.completed
    assert 0 <= state.rations <= 6
    assert 0 <= state.water <= 6
    used_up = 0 if state.pending else 1  # what is used up serves the roll that waits, and ends in step 5
    assert all(light.turns_left is None or light.turns_left >= used_up for light in state.lights)
    assert len({light.number for light in state.lights}) == len(state.lights)
    assert all(effect.turns_left is None or effect.turns_left >= used_up for effect in state.effects)
    assert len({effect.name.casefold() for effect in state.effects}) == len(state.effects)
    assert all(count >= 0 for _, count in state.stock)
    assert (state.pending is not None) == (state.asking == "roll")
    if state.activity:
        assert 0 <= state.activity.done < state.activity.total
        assert state.activity.paused or state.asking == "roll"
    if state.pending is None:
        assert (state.tally.noise, state.tally.risk) == (0, 0)
    if state.suspended:
        assert state.asking in (None, "new_delve", "end_delve")
    assert state.tally.fought <= (state.suspended is not None)
    assert all(len({*texts}) == len(texts) > 0 for _, texts in state.tables.drawn)
    assert state.tables.region in (None, "crypt")
    assert not state.waiting_marks or rules.danger.overflow == "carry"
    assert json.loads(json.dumps(as_dict(state))) == as_dict(state)


def held_by(before, entry, after):
    """What is true of every command that was played."""
    told = entry.events
    count = Counter(type(event) for event in told)
    ended = count[events.TurnEnded]
    assert after.played - before.played == ended
    if not count[events.TurnCorrected]:
        assert after.completed - before.completed == ended
    if before.suspended is not None:
        assert not ended or after.suspended is None  # only the cleanup of a fight that is over
    # One roll per checked turn and never a second: a turn that ends has rolled once or says why not.
    with_die = [event for event in told if isinstance(event, events.DangerRolled) and event.die is not None]
    assert len(with_die) + count[events.RollSkipped] == ended
    assert all(1 <= event.die <= event.sides and 0 < event.chance <= 1 for event in with_die)
    # Boxes never go down without a named reason.
    boxes = before.escalation
    for event in told:
        if isinstance(event, events.BoxMarked):
            boxes += 1
            assert event.escalation == boxes
        elif isinstance(event, events.BoxesCleared):
            assert event.boxes == boxes > 0
            assert event.reason in ("danger", "overflow", "roll")
            boxes = 0
        elif isinstance(event, events.BoxesCalmed | events.BoxesCorrected):
            boxes = event.escalation
    assert boxes == after.escalation
    # A light that burnt out had burnt all its turns.
    left = {light.number: light.turns_left for light in before.lights}
    for event in told:
        if isinstance(event, events.ResourcesConsumed):
            for number, turns in event.lights:
                assert left.get(number) is None or turns == left[number] - 1
                left[number] = turns
        elif isinstance(event, events.LightWentOut):
            assert left.pop(event.number) == 0
    # A turn after danger is another command's.
    danger = [place for place, event in enumerate(told) if isinstance(event, events.DangerRolled) and event.danger]
    begun = [place for place, event in enumerate(told) if isinstance(event, events.TurnBegan)]
    if danger and begun and begun[0] < danger[0]:
        assert begun[-1] < danger[0]


@EXAMPLES
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 5))
def test_any_sequence_of_commands_keeps_the_invariants(rules, said, seed):
    """Boxes 0–5, one roll a turn, named reasons, lights burn exactly their turns, a refusal changes nothing."""
    delve = Delve(rules, seed, tables=TABLES)
    for command in said:
        before, entries = delve.state, delve.entries
        answer = delve.play(command)
        if isinstance(answer, Refusal):
            assert answer.reason in REASONS
            assert answer.say
            assert (delve.state, delve.entries) == (before, entries)
        else:
            if answer.kind == "command":
                held_by(before, answer, delve.state)
            assert entry_from_dict(json.loads(json.dumps(entry_to_dict(answer)))) == answer
        holds_always(delve.state, rules)


@EXAMPLES
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 5))
def test_replay_equals_live(rules, said, seed):
    """The journal's entries lead to the same state, with the same undo and redo before it."""
    delve = Delve(rules, seed, tables=TABLES)
    for command in said:
        delve.play(command)
    lines = [json.dumps(entry_to_dict(entry)) for entry in delve.entries]
    again = Delve.replay(rules, seed, [entry_from_dict(json.loads(line)) for line in lines])
    assert (again.state, again.events, again.entries) == (delve.state, delve.events, delve.entries)
    while isinstance(delve.undo(), Entry):
        assert isinstance(again.undo(), Entry)
        assert again.state == delve.state
    while isinstance(delve.redo(), Entry):
        again.redo()
        assert again.state == delve.state


@EXAMPLES
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 5))
def test_undo_then_redo_is_the_identity(rules, said, seed):
    """Undo of one command and redo of it lead back, the table's kept dice aside."""
    delve = Delve(rules, seed, tables=TABLES)
    for command in said:
        delve.play(command)
        before = delve.state
        if isinstance(delve.undo(), Entry):
            assert isinstance(delve.redo(), Entry)
        assert delve.state == before


@EXAMPLES
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 5))
def test_undo_of_k_commands_is_the_state_k_commands_ago(rules, said, seed):
    """Undo leads back state by state to the start, the table's kept dice aside."""
    delve, states = Delve(rules, seed, tables=TABLES), [new_state(rules)]
    for command in said:
        if isinstance(command, commands.Undo | commands.Redo):
            continue
        before = delve.state
        delve.play(command)
        if with_kept_dice(delve.state, before) != before:
            states.append(delve.state)
    if delve.state.closed:
        return
    kept = delve.state
    for state in reversed(states[:-1]):
        assert isinstance(delve.undo(), Entry)
        assert delve.state == with_kept_dice(state, kept)
    assert isinstance(delve.undo(), Refusal)


@EXAMPLES
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 5))
def test_folding_events_equals_playing(rules, said, seed):
    """What `decide` thought of while deciding is what folding its events gives."""
    delve = Delve(rules, seed, tables=TABLES)
    for command in said:
        delve.play(command)
    state = new_state(rules)
    for event in delve.events:
        state = evolve(state, event)
    assert with_kept_dice(state, delve.state) == delve.state


JUNK = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.lists(st.integers())
KINDS = [
    kind
    for kind in vars(commands).values()
    if isinstance(kind, type) and issubclass(kind, commands.Command) and kind is not commands.Command
]


@settings(max_examples=150, deadline=None)
@given(kind=st.sampled_from(KINDS), first=COMMAND, data=st.data())
def test_commands_that_hold_anything_are_accepted_or_refused(kind, first, data):
    """Numbers huge and not a number, names of any kind: a typed refusal, and never an exception."""
    command = kind(**{each.name: data.draw(JUNK) for each in dataclasses.fields(kind)})
    delve = Delve(Rules(), 1)
    delve.play(first)
    answer = delve.play(command)
    if isinstance(answer, Entry):
        assert entry_from_dict(json.loads(json.dumps(entry_to_dict(answer)))) == answer
