"""Drawing from danger tables: what danger brings, what is asked for, and what must not change by it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine import (
    NO_TABLES,
    REACTIONS,
    Delve,
    Entry,
    FixedDice,
    Rules,
    Tables,
    as_dict,
    chance_of_danger,
    danger_now,
    decide,
    entry_from_dict,
    entry_to_dict,
    new_state,
)
from delvebox.engine import events as e
from delvebox.engine.commands import (
    AddMarks,
    AskEndDelve,
    BeginRest,
    EndSuspension,
    EnterRegion,
    RollForUs,
    RollOnTable,
    Suspend,
    TakeAction,
    TellDice,
)
from delvebox.engine.odds import quiet_turns

from .test_invariants import PLAYED, RULES
from .test_tables import table as entries

MOVE, SEARCH = TakeAction("move"), TakeAction("search")
DANGER = {"dice": [6], "kinds": [1]}
"""Danger in the next turn, an encounter."""


def drawn(events):
    """The draws among events."""
    return [event for event in events if isinstance(event, e.TableDrawn)]


# -- what danger brings ---------------------------------------------------------------------------------


def test_danger_draws_from_the_table_of_its_kind_in_the_same_command(table):
    """Right after the roll, before anything else of the turn; the draw holds every die."""
    box = table(**DANGER, tables=Tables((entries("wanderers", "2d6 rats", kind="encounter"),)), brought=[1, 3, 4])
    told = box.play(MOVE)
    place = next(place for place, event in enumerate(told) if isinstance(event, e.DangerRolled))
    assert told[place + 1] == e.TableDrawn(
        "wanderers",
        "encounter",
        False,
        "2d6 rats",
        "7 rats",
        (("wanderers", "2d6 rats", 1, 1, 1),),
        (("2d6", (3, 4), 7),),
    )
    assert told[place + 1].thrown == 3


def test_danger_without_a_table_of_its_kind_draws_nothing(table):
    """A kind that no table answers for is danger as ever; a table of a kind that the rules do not name waits."""
    tables = Tables((entries("weather", "rain", kind="weather"), entries("traps", "a pit", kind="hazard")))
    box = table(**DANGER, tables=tables)
    assert not drawn(box.play(MOVE))


def test_quiet_turns_draw_nothing(table):
    """Danger alone draws."""
    box = table([1], tables=Tables((entries("wanderers", "rats", kind="encounter"),)))
    assert not drawn(box.play(MOVE))


def test_the_table_that_a_kind_of_the_rules_own_names_answers(table):
    """Kinds are words of the rules: an omen is one where they say so."""
    tables = Tables((entries("signs", "a raven", kind="omen"),))
    box = table([6], [2], tables=tables, brought=[1], danger={"table": {"encounter": 1, "omen": 1}})
    (draw,) = drawn(box.play(MOVE))
    assert (draw.table, draw.kind, draw.asked) == ("signs", "omen", False)


def test_a_sixth_box_that_is_danger_at_once_draws(table):
    """`danger.overflow: immediate`: between turns and without a die, the table is drawn from all the same."""
    tables = Tables((entries("wanderers", "rats", kind="encounter"),))
    box = table([], [1], tables=tables, brought=[1], danger={"overflow": "immediate"})
    told = box.play(AddMarks("noise", 5), AddMarks("noise", 2))
    assert [type(event) for event in told] == [e.DangerRolled, e.TableDrawn, e.BoxesCleared, e.MarkLost]


def test_danger_twice_in_one_command_draws_twice(table):
    """A fight's noise is danger at once, and the turn of cleaning up after it another: each has dice of its own."""
    tables = Tables((entries("wanderers", "1d6 rats", kind="encounter", repeats=True),))
    rules = {"danger": {"overflow": "immediate"}, "combat": {"aftermath": "always"}}
    box = table([6], [1, 1], tables=tables, brought=[1, 2, 1, 5], **rules)
    draws = drawn(box.play(AddMarks("noise", 5), Suspend("combat"), EndSuspension("combat")))
    assert [draw.result for draw in draws] == ["2 rats", "5 rats"]
    places = [(purpose, draw) for _, _, purpose, draw in box.dice.asked if purpose == "danger table"]
    assert places == [("danger table", place) for place in range(4)]


def test_a_turn_that_waits_for_the_tables_die_draws_when_it_is_told(table):
    """`danger.roll: table`: the draw comes with the danger, not with the question."""
    tables = Tables((entries("wanderers", "rats", kind="encounter"),))
    box = table([], [1], tables=tables, brought=[1], danger={"roll": "table"})
    assert not drawn(box.play(MOVE))
    assert [draw.result for draw in drawn(box.play(TellDice((6,))))] == ["rats"]


def test_a_rest_stops_with_what_came(table):
    """Danger in a rest draws once, and the rest pauses."""
    tables = Tables((entries("wanderers", "rats", kind="encounter"),))
    box = table([1, 1, 6], [1], tables=tables, brought=[1])
    assert len(drawn(box.play(BeginRest("short_rest")))) == 1
    assert box.state.activity.paused


# -- regions ----------------------------------------------------------------------------------------------

PLACES = Tables(
    (
        entries("wanderers", "rats", kind="encounter"),
        entries("crypt things", "bones", kind="encounter", regions=("Crypt",)),
    )
)


def test_the_regions_own_table_answers_until_it_is_left(table):
    """A move does not change the region; leaving it does."""
    box = table([6, 6, 6], [1] * 3, tables=PLACES, brought=[1] * 3)
    assert box.play(EnterRegion("crypt")) == (e.RegionEntered("Crypt"),)
    assert drawn(box.play(MOVE))[0].table == "crypt things"
    assert (box.state.tables.region, as_dict(box.state)["region"]) == ("Crypt", "Crypt")
    assert drawn(box.play(MOVE))[0].table == "crypt things"
    assert box.play(EnterRegion(None)) == (e.RegionEntered(None),)
    assert drawn(box.play(MOVE))[0].table == "wanderers"


def test_entering_a_region_costs_no_turn_and_can_be_taken_back(table):
    """It is free, also in a break, and part of what undo undoes."""
    box = table(tables=PLACES)
    box.play(Suspend("combat"), EnterRegion("crypt"))
    assert box.state.played == 0
    box.delve.undo()
    assert box.state.tables.region is None
    box.delve.redo()
    assert box.state.tables.region == "Crypt"


def test_where_no_table_names_a_region_any_name_is_one(table):
    """It is written down for the record; where tables name regions it has to be one of theirs."""
    box = table(tables=Tables((entries("wanderers", "rats"),)))
    assert box.play(EnterRegion(" the moor ")) == (e.RegionEntered("the moor"),)
    assert table(tables=PLACES).refuse(EnterRegion("the moor")).reason == "no_such_region"


def test_a_region_that_the_tables_forgot_has_those_for_everywhere(table):
    """The files were edited between two evenings: the delve goes on, and danger finds a table."""
    box = table([6], [1], tables=PLACES, brought=[1])
    box.play(EnterRegion("crypt"))
    box.delve.tables = Tables((entries("wanderers", "rats", kind="encounter"),))
    assert drawn(box.play(MOVE))[0].table == "wanderers"


# -- asked for --------------------------------------------------------------------------------------------


def test_a_table_is_drawn_from_by_its_name_and_costs_no_turn(table):
    """`asked` tells it from danger; nothing rolls, no turn passes."""
    box = table(tables=Tables((entries("Omens", "a raven", kind="omen"),)), asked=[1])
    assert box.play(RollOnTable("omens")) == (
        e.TableDrawn("Omens", "omen", True, "a raven", "a raven", (("Omens", "a raven", 1, 1, 1),)),
    )
    assert (box.state.played, box.state.completed) == (0, 0)


def test_a_kind_asks_for_the_table_that_answers_here(table):
    """The game master says "encounter" wherever the party is."""
    box = table(tables=PLACES, asked=[1, 1])
    box.play(EnterRegion("crypt"))
    assert box.play(RollOnTable("encounter"))[0].table == "crypt things"
    box.play(EnterRegion(None))
    assert box.play(RollOnTable("Encounter"))[0].table == "wanderers"


def test_a_draw_that_is_asked_for_closes_a_question_like_any_command(table):
    """The box waits no longer for its answer."""
    box = table(tables=PLACES, asked=[1])
    told = box.play(AskEndDelve(), RollOnTable("wanderers"))
    assert told[0] == e.QuestionClosed("end_delve", "no")
    assert box.state.asking is None


def test_many_tables_are_not_read_out(table):
    """A refusal lists six names and says how many more there are."""
    box = table(tables=Tables(tuple(entries(f"table {number}", "x") for number in range(9))))
    refusal = box.refuse(RollOnTable("dragons"))
    assert refusal.say == (
        "no such table: the tables are table 0, table 1, table 2, table 3, table 4, table 5 and 3 more"
    )
    assert (len(refusal.values["known"]), refusal.values["more"]) == (6, 3)


def test_many_regions_are_not_read_out(table):
    """Nor are all regions."""
    tables = Tables((entries("t", "x", kind="omen", regions=tuple(f"level {number}" for number in range(1, 9))),))
    refusal = table(tables=tables).refuse(EnterRegion("level 9"))
    assert refusal.say.endswith("the tables know level 1, level 2, level 3, level 4, level 5, level 6 and 2 more")
    assert (len(refusal.values["known"]), refusal.values["more"]) == (6, 2)


@pytest.mark.parametrize(("command", "thing"), [(RollOnTable, "a table"), (EnterRegion, "a region")])
@pytest.mark.parametrize(("name", "is_what"), [("", "is blank"), (7, "is blank"), ("x" * 81, "of 81 characters")])
def test_a_name_that_is_none_is_told(table, command, thing, name, is_what):
    """As every name: blank, too long, no text."""
    refusal = table(tables=PLACES).refuse(command(name))
    assert refusal.reason == "bad_name"
    assert refusal.say.startswith(f"{thing} {is_what}")


def test_a_kind_that_has_tables_elsewhere_is_told_where(table):
    """Who asks for an encounter in no region is not told that there is no such table."""
    tables = Tables((entries("ghouls", "one", kind="encounter", regions=("crypt", "level 2")),))
    refusal = table(tables=tables).refuse(RollOnTable("Encounter"))
    assert refusal.say == "no table answers for Encounter here, only in crypt, level 2: say where the party is"
    known = ("crypt", "level 2")
    assert refusal.values == {"table": "Encounter", "kind": "Encounter", "known": known, "more": None}


def test_without_tables_the_refusal_says_where_they_are_named(table):
    """A game that has none is told how to get some."""
    refusal = table().refuse(RollOnTable("omens"))
    assert (refusal.reason, refusal.values) == ("no_such_table", {"table": "omens", "known": (), "more": None})
    assert refusal.say == "there are no danger tables: name some in the settings"


# -- what is drawn ----------------------------------------------------------------------------------------


def test_weights_are_parts_of_the_die(table):
    """Three of four faces are the first entry's."""
    tables = Tables((entries("t", ("often", 3), "seldom", repeats=True),))
    box = table(tables=tables, asked=[1, 2, 3, 4])
    assert [box.play(RollOnTable("t"))[0].result for _ in range(4)] == ["often", "often", "often", "seldom"]
    assert [draw[:2] for draw in box.dice.asked] == [(4, 0)] * 4


def test_no_entry_comes_twice_until_all_came(table):
    """What came is left out of the die; after the last the table begins anew."""
    box = table(tables=Tables((entries("t", ("a", 2), "b", "c"),)), asked=[3, 2, 1, 4, 1])
    draws = [box.play(RollOnTable("t"))[0].draws[0] for _ in range(5)]
    assert draws == [
        ("t", "b", 3, 4, 1),
        ("t", "a", 2, 3, 2),
        ("t", "c", 1, 1, 3),
        ("t", "c", 4, 4, 1),
        ("t", "a", 1, 3, 2),
    ]
    assert box.state.tables.came("t") == ("c", "a")


def test_undo_brings_back_what_came(table):
    """What was drawn is part of the state: taken back, it may come again."""
    box = table(tables=Tables((entries("t", "a", "b"),)), asked=[1, 1])
    box.play(RollOnTable("t"))
    assert box.state.tables.came("t") == ("a",)
    box.delve.undo()
    assert box.state == new_state(box.rules)
    assert box.play(RollOnTable("t"))[0].result == "a"


def test_a_table_that_was_edited_goes_on_with_what_came(table):
    """What came is kept by its text: a line that stands elsewhere now does not come again, a new one may."""
    box = table(tables=Tables((entries("t", "a", "b", "c"),)), asked=[1, 1, 1, 1])
    box.play(RollOnTable("t"))
    box.delve.tables = Tables((entries("t", "c", "a", ("new", 5)),))
    assert box.play(RollOnTable("t"))[0].draws == (("t", "c", 1, 6, 2),)
    assert box.play(RollOnTable("t"))[0].draws == (("t", "new", 1, 5, 3),)
    box.delve.tables = Tables((entries("t", "a"),))
    assert box.play(RollOnTable("t"))[0].draws == (("t", "a", 1, 1, 1),)


def test_a_table_that_repeats_now_forgets_what_came(table):
    """Edited to repeat, it leaves nothing out; edited back, it goes on where it was."""
    once, repeated = (Tables((entries("t", "a", "b", repeats=again),)) for again in (False, True))
    box = table(tables=once, asked=[1, 1, 1])
    box.play(RollOnTable("t"))
    box.delve.tables = repeated
    assert box.play(RollOnTable("t"))[0].draws == (("t", "a", 1, 2, None),)
    box.delve.tables = once
    assert box.play(RollOnTable("t"))[0].draws == (("t", "b", 1, 1, 2),)


def test_nested_tables_are_drawn_where_their_brackets_stand(table):
    """In order, each by its own weights; within one draw none of their entries comes twice."""
    tables = Tables(
        (
            entries("t", "1d4 [who], [Who] and [what]", kind="encounter"),
            entries("who", "rats", "bats"),
            entries("what", "1d6 gold [where]"),
            entries("where", "in a chest", repeats=True),
        )
    )
    box = table(tables=tables, asked=[1, 3, 2, 1, 1, 6, 1])
    (draw,) = box.play(RollOnTable("t"))
    assert draw.result == "3 bats, rats and 6 gold in a chest"
    assert draw.entry == "1d4 [who], [Who] and [what]"
    assert draw.draws == (
        ("t", "1d4 [who], [Who] and [what]", 1, 1, 1),
        ("who", "bats", 2, 2, 1),
        ("who", "rats", 1, 1, 2),
        ("what", "1d6 gold [where]", 1, 1, 1),
        ("where", "in a chest", 1, 1, None),
    )
    assert draw.rolls == (("1d4", (3,), 3), ("1d6", (6,), 6))
    assert (box.state.tables.came("who"), box.state.tables.came("where")) == (("bats", "rats"), ())


@pytest.mark.parametrize(
    ("faces", "band"),
    [
        *(((1, 1), "hostile"), ((1, 2), "unfriendly"), ((4, 1), "unfriendly"), ((3, 3), "uncertain")),
        *(((2, 6), "uncertain"), ((3, 6), "friendly"), ((5, 6), "friendly"), ((6, 6), "helpful")),
    ],
)
def test_a_reaction_is_2d6_in_five_bands(table, faces, band):
    """2 is hostile, 12 helpful, and 6 to 8 could be either."""
    box = table(tables=Tables((entries("t", "rats", reaction=True),)), asked=[1, *faces])
    (draw,) = box.play(RollOnTable("t"))
    assert (draw.reaction, draw.reaction_faces) == (band, faces)
    assert band in dict(REACTIONS)


def test_a_distance_is_rolled_in_feet(table):
    """After the reaction; both are counted among the dice."""
    tables = Tables((entries("t", "1d4 rats", reaction=True, distance="2d6x10"),))
    (draw,) = table(tables=tables, asked=[1, 4, 3, 3, 2, 5]).play(RollOnTable("t"))
    assert (draw.reaction, draw.distance_feet, draw.distance_faces, draw.thrown) == ("uncertain", 70, (2, 5), 6)


def test_a_nested_table_gives_reaction_and_distance_once(table):
    """The first table of a draw that has one gives it: no draw has two."""
    tables = Tables(
        (
            entries("t", "[goblins] and [goblins] [ogre]"),
            entries("goblins", "goblins", repeats=True, reaction=True),
            entries("ogre", "an ogre", reaction=True, distance="1d6"),
        )
    )
    (draw,) = table(tables=tables, asked=[1, 1, 1, 1, 6, 6, 3]).play(RollOnTable("t"))
    assert (draw.result, draw.reaction, draw.distance_feet) == ("goblins and goblins an ogre", "helpful", 3)


@pytest.mark.parametrize("text", ["{0} {region} %s", "龍 🐉 \u202eab", "a}b{c", "<b>x</b> & 'y' \"z\"", "\\n \\1"])
def test_a_text_stands_in_its_event_as_it_was_written(table, text):
    """No sign of it means anything but itself, in the event and in JSON."""
    box = table(tables=Tables((entries("t", text),)), asked=[1])
    (draw,) = box.play(RollOnTable("t"))
    assert (draw.entry, draw.result) == (text, text)
    (entry,) = box.delve.entries
    assert entry_from_dict(json.loads(json.dumps(entry_to_dict(entry)))) == entry


def test_five_hundred_entries_come_once_each():
    """Every one of them, before any comes again; undo leads back to the first."""
    tables = Tables((entries("t", *((f"entry {number}", 1 + number % 7) for number in range(500))),))
    delve = Delve(Rules(), 3, tables=tables)
    results = [delve.play(RollOnTable("t")).events[0].result for _ in range(500)]
    assert len({*results}) == 500
    assert delve.play(RollOnTable("t")).events[0].draws[0][4] == 1
    while isinstance(delve.undo(), Entry):
        pass
    assert delve.state == new_state(delve.rules)
    assert [delve.play(RollOnTable("t")).events[0].result for _ in range(500)] == results


# -- what must not change ---------------------------------------------------------------------------------

ANSWERING = Tables(
    (
        entries("e", "1d6 rats [n]", ("2d6 bats", 3), kind="encounter", reaction=True, distance="2d6x10"),
        entries("h", "a pit", "a cave-in", kind="hazard", repeats=True),
        entries("c", "the map is wet", kind="complication"),
        entries("n", "and a dog", "and a cat", "and a toad"),
    )
)


@settings(max_examples=100, deadline=None)
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 20))
def test_tables_change_nothing_but_the_draws(rules, said, seed):
    """With them or without, every die of danger and of its kind is the same, and so is every other event."""
    without, answered = Delve(rules, seed), Delve(rules, seed, tables=ANSWERING)
    for command in said:
        if not isinstance(command, (RollOnTable, EnterRegion)):
            plain, told = without.play(command), answered.play(command)
            assert type(plain) is type(told)
            if isinstance(told, Entry):
                assert tuple(event for event in told.events if not isinstance(event, e.TableDrawn)) == plain.events


@settings(max_examples=60, deadline=None)
@given(rules=RULES, said=PLAYED, seed=st.integers(0, 20), asked=st.lists(st.booleans(), min_size=30, max_size=30))
def test_asking_does_not_change_what_danger_brings(rules, said, seed, asked):
    """Nobody rolls on tables until the next danger suits: those dice have places of their own."""
    tables = Tables((*ANSWERING.tables[1:3], entries("e", "1d100 rats", kind="encounter", repeats=True)))
    one, two = Delve(rules, seed, tables=tables), Delve(rules, seed, tables=tables)
    for command, asks in zip(said, asked, strict=False):
        if isinstance(command, (RollOnTable, EnterRegion)):
            continue
        if asks and one.state.asking is None and not one.state.closed:
            two.play(RollOnTable("e"))
        first, second = one.play(command), two.play(command)
        if isinstance(first, Entry) and first.kind == "command" and isinstance(second, Entry):
            assert first.events == second.events
        elif first != second:  # undo took back a draw that was asked for
            return


@pytest.mark.parametrize("seed", range(20))
def test_the_same_place_brings_the_same_draw(seed):
    """Undone and played again, saved and read, the faces are the same: nobody can fish for a better one."""
    delve = Delve(Rules(), seed, tables=ANSWERING)
    for _ in range(3):
        first = [delve.play(RollOnTable("e")), delve.play(AddMarks("noise", 5)), delve.play(SEARCH)]
        assert any(drawn(entry.events) for entry in first[2:])
        again = Delve.from_json(delve.to_json(), tables=ANSWERING)
        for _ in first:
            delve.undo()
            again.undo()
        assert [delve.play(entry.command).events for entry in first] == [entry.events for entry in first]
        assert [again.play(entry.command).events for entry in first] == [entry.events for entry in first]


def test_every_die_between_two_turns_has_a_place_of_its_own(table):
    """Asked for again the dice go on where they were, and with each turn they begin anew at the turns played."""
    box = table([1], tables=Tables((entries("t", "1d6 rats", repeats=True),)), asked=[1, 2, 1, 5, 1, 3])
    results = [box.play(RollOnTable("t"))[0].result for _ in range(2)]
    box.play(MOVE)
    results.append(box.play(RollOnTable("t"))[0].result)
    assert results == ["2 rats", "5 rats", "3 rats"]
    places = [(played, draw) for _, played, purpose, draw in box.dice.asked if purpose == "table"]
    assert places == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1)]


def test_the_rules_without_a_history_draw_too():
    """`decide` takes the tables as a delve does; without them there are none."""
    told = decide(new_state(Rules()), RollOnTable("n"), Rules(), FixedDice(1), ANSWERING)
    assert [type(event) for event in told] == [e.TableDrawn]
    assert decide(new_state(Rules()), RollOnTable("n"), Rules(), FixedDice(1)).reason == "no_such_table"


def test_reading_a_delve_needs_no_tables(table):
    """Events hold what was drawn: replay gives the same state without them, and goes on by those it is given."""
    delve = Delve(Rules(), 5, tables=ANSWERING)
    for command in (RollOnTable("e"), RollOnTable("n"), EnterRegion("anywhere"), AddMarks("noise", 5), MOVE):
        delve.play(command)
    bare = Delve.from_json(delve.to_json())
    assert (bare.state, bare.events, bare.tables) == (delve.state, delve.events, NO_TABLES)
    replayed = Delve.replay(Rules(), 5, delve.entries, tables=ANSWERING)
    assert replayed.state == delve.state
    assert replayed.play(RollOnTable("n")) == delve.play(RollOnTable("n"))


def test_looking_ahead_draws_nothing():
    """The odds are what they were, with a region, with draws in the plan, and with a rest told its chance."""
    delve = Delve(Rules(), 1, tables=ANSWERING)
    delve.play(RollOnTable("e"))
    plain = chance_of_danger(new_state(Rules()), Rules(), quiet_turns(6))
    assert chance_of_danger(delve.state, delve.rules, quiet_turns(6)) == plain
    plan = (RollOnTable("no table of this name"), EnterRegion("crypt"), *quiet_turns(6))
    assert chance_of_danger(delve.state, delve.rules, plan) == plain
    assert danger_now(delve.state, delve.rules) == danger_now(new_state(Rules()), Rules())
    box = Delve(Rules(), 1, tables=ANSWERING, dice=_NoTableDice())
    assert isinstance(box.play(BeginRest("short_rest")), Entry)


class _NoTableDice:
    """A one on every die of danger, and no other die."""

    def roll(self, sides, played, purpose, draw):  # noqa: ARG002 - the protocol
        assert purpose == "danger"
        return 1


@pytest.mark.parametrize("tables", [None, (), [], "tables", {"t": 1}])
def test_what_is_no_tables_is_an_error_at_once(tables):
    """Nothing else is taken for tables."""
    with pytest.raises(TypeError, match=r"is no Tables: make them of tables\.Table records"):
        Delve(Rules(), 1, tables=tables)


def test_nothing_is_drawn_while_the_box_waits_for_the_die(table):
    """`danger.roll: table`: the die comes first."""
    box = table(tables=PLACES, danger={"roll": "table"})
    box.play(MOVE)
    assert box.refuse(RollOnTable("wanderers")).reason == "roll_asked"
    assert box.refuse(EnterRegion("crypt")).reason == "roll_asked"
    box.dice.left["danger"].append(1)
    box.play(RollForUs())
