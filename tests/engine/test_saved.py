"""A delve as JSON and back, of this version and older ones; what is none is one clear sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine import (
    NO_TABLES,
    Delve,
    Entry,
    Rules,
    SavedError,
    Table,
    TableEntry,
    Tables,
    as_dict,
    command_from_dict,
    commands,
    events,
    formats,
    records,
)
from delvebox.engine import saved as saved_module
from delvebox.engine.soundness import WORDS

from .test_invariants import PLAYED, RULES

KEPT = Path(__file__).parent / "saved"
FORMAT_1 = [json.loads(line) for line in (KEPT / "format_1.jsonl").read_text().splitlines()]


def played(*said: commands.Command, **rules: Any) -> Delve:
    """A delve in which all this was said."""
    delve = Delve(Rules.from_mapping(rules), 7)
    for command in said:
        assert isinstance(delve.play(command), Entry)
    return delve


def everything(delve: Delve) -> tuple[Any, ...]:
    """All that a delve holds."""
    return delve.rules, delve.seed, delve.state, delve.entries, delve.events


# -- there and back -----------------------------------------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(rules=RULES, said=PLAYED, seed=st.integers())
def test_json_there_and_back_is_the_identity(rules, said, seed):
    """State, history, undo, redo and dice are those of the delve that was saved; the text is the same again."""
    delve = Delve(rules, seed)
    for command in said:
        delve.play(command)
    text = delve.to_json()
    again = Delve.from_json(text)
    assert everything(again) == everything(delve)
    assert again.to_json() == text
    for command in (*said[:5], commands.Undo(), commands.Undo(), commands.Redo(), *said[5:8]):
        assert again.play(command) == delve.play(command)
    assert everything(again) == everything(delve)


def test_the_head_is_format_seed_and_rules():
    """Other programs read the head: the format's number, the seed, every rule, and the list of entries."""
    saved = json.loads(played(commands.TakeAction("search"), danger={"die": 8}).to_json())
    assert list(saved) == ["format", "seed", "rules", "entries"]
    assert (saved["format"], saved["seed"]) == (formats.FORMAT, 7)
    assert Rules.from_mapping(saved["rules"]) == Rules.from_mapping({"danger": {"die": 8}})
    assert [entry["command"]["type"] for entry in saved["entries"]] == ["take_action"]


def test_it_is_one_line_of_ascii():
    """It goes through any file, pipe or chat without harm, whatever the names in it."""
    text = played(commands.AddNote("die Tür ⚔\nzwei Zeilen"), commands.LightUp("torch", "Ælfgifu")).to_json()
    assert text.isascii()
    assert len(text.splitlines()) == 1
    assert Delve.from_json(text.encode("utf-16")).state.notes == ("die Tür ⚔\nzwei Zeilen",)


def test_another_program_may_write_it_its_own_way():
    """Spaces and 1 for 1.0, as JavaScript writes it, make no difference."""
    delve = played(commands.AddMarks("noise", 5), commands.TakeAction("move"))
    written = json.dumps(json.loads(delve.to_json().replace('"chance": 1.0', '"chance": 1')), indent=2)
    assert '"chance": 1,' in written
    assert everything(Delve.from_json(written)) == everything(delve)


def test_other_dice_go_on_being_thrown():
    """A program with dice of its own gives them again."""

    class AlwaysSix:
        def roll(self, sides, *_where):
            return sides

    delve = Delve(Rules(), 1, dice=AlwaysSix())
    delve.play(commands.TakeAction("search"))
    again = Delve.from_json(delve.to_json(), dice=AlwaysSix())
    for seed in range(3):
        again.play(commands.TakeAction("move"))
        assert again.state.last_danger.die == 6, seed


# -- older and newer formats --------------------------------------------------------------------------


@pytest.mark.parametrize("kept", FORMAT_1, ids=range(len(FORMAT_1)))
def test_delves_kept_in_format_1_are_read(kept):
    """Delves saved by the first version, with every event that it knew, lead where they led then."""
    delve = Delve.from_json(json.dumps(kept["delve"]))
    assert holds(as_dict(delve.state), kept["state"])
    assert len(delve.events) == kept["events"]
    if formats.FORMAT == 1:
        assert holds(json.loads(delve.to_json()), kept["delve"])


KEPT_TABLES = Tables(
    (
        Table(
            "wanderers",
            (TableEntry("2d6 goblins", 3), TableEntry("1d4+1 rats with [loot]")),
            kind="encounter",
            reaction=True,
            distance="2d6x10",
        ),
        Table(
            "Gefahren der Gruft",
            (TableEntry("eine Grube, 1W6 x 10 Fuß tief"), TableEntry("Gas")),
            kind="hazard",
            regions=("die Gruft",),
            repeats=True,
        ),
        Table("loot", (TableEntry("4d6kh3 gold"), TableEntry("nothing {at} all ⚔"))),
    )
)
"""What the last of the kept delves was played with."""


@pytest.mark.parametrize("kept", FORMAT_1, ids=range(len(FORMAT_1)))
def test_kept_delves_play_again_to_the_byte(kept):
    """The same commands and the same seed bring the same dice, with danger tables and, where none are, without."""
    delve = Delve(Rules.from_mapping(kept["delve"]["rules"]), kept["delve"]["seed"], tables=KEPT_TABLES)
    if "table_drawn" not in json.dumps(kept["delve"]):
        delve.tables = NO_TABLES
    plays = {"undo": delve.undo, "redo": delve.redo}
    for entry in kept["delve"]["entries"]:
        if entry["kind"] in plays:
            plays[entry["kind"]]()
        else:
            delve.play(command_from_dict(entry["command"]))
    assert holds(json.loads(delve.to_json()), kept["delve"])


def holds(written: object, kept: object) -> bool:
    """Whether all that was kept is written; a rule or a field that came later, with a default, may stand beside it."""
    if isinstance(written, dict) and isinstance(kept, dict):
        return all(key in written and holds(written[key], value) for key, value in kept.items())
    if isinstance(written, list) and isinstance(kept, list):
        return len(written) == len(kept) and all(map(holds, written, kept))
    return written == kept


@pytest.mark.parametrize(
    ("written", "held"),
    [
        ({"a": [{"b": 1, "new": 0}], "new": 0}, True),
        ({"a": [{"b": 2}]}, False),
        ({"a": [{}]}, False),
        ({"a": []}, False),
        ({"a": [{"b": 1}, {"b": 1}]}, False),
        ({"a": {"b": 1}}, False),
    ],
)
def test_a_kept_delve_may_only_gain_fields(written, held):
    """A new field with a default needs no new format; a value that changed or is gone does."""
    assert holds(written, {"a": [{"b": 1}]}) is held


def test_the_kept_file_holds_every_event_of_its_time():
    """53 kinds of event and all commands of format 1 stand in the kept file, undo and redo among them."""
    entries = [entry for kept in FORMAT_1 for entry in kept["delve"]["entries"]]
    assert len({event["type"] for entry in entries for event in entry["events"]}) == 53
    assert len({entry["command"]["type"] for entry in entries}) == 40
    assert {entry["kind"] for entry in entries} == {"command", "undo", "redo"}


def test_every_format_has_its_kept_file():
    """A new format needs a row that says what changed, and a file of the one before it is never thrown away."""
    kept = sorted(path.name for path in KEPT.iterdir())
    assert kept == [f"format_{number}.jsonl" for number in range(1, formats.FORMAT + 1)]
    assert all(migration.changed for migration in formats.MIGRATIONS)


def test_a_migration_changes_only_what_it_names():
    """A row that gives no function for rules or for entries leaves them."""
    record = {"kind": "undo"}
    migration = formats.Migration("nothing")
    assert migration.rules(record) is migration.entry(record) is record


@pytest.fixture
def next_format(monkeypatch) -> Iterator[int]:
    """A version after this one; before it the command to search was called look, and `danger.die` danger.sides."""

    def rules(record):
        danger = dict(record["danger"])
        danger["die"] = danger.pop("sides")
        return {**record, "danger": danger}

    def entry(record):
        command = record["command"]
        if command["type"] == "take_action" and command["action"] == "look":
            command = {**command, "action": "search"}
        return {**record, "command": command}

    table = (*formats.MIGRATIONS, formats.Migration("look is called search, sides die", rules, entry))
    monkeypatch.setattr(formats, "MIGRATIONS", table)
    newest = len(table) + 1
    for module in (formats, records, saved_module):
        monkeypatch.setattr(module, "FORMAT", newest)
    return newest


def old(text: str) -> dict[str, Any]:
    """A text of `next_format` as the version before would have written it."""
    record = json.loads(
        text.replace('"type": "take_action", "action": "search"', '"type": "take_action", "action": "look"')
    )
    record["format"] -= 1
    record["rules"]["danger"]["sides"] = record["rules"]["danger"].pop("die")
    return record


def test_an_older_format_is_brought_up_to_this_one(next_format):
    """Each row of the table makes of one format the next, for rules and for entries."""
    delve = played(commands.TakeAction("search"), commands.TakeAction("move"), danger={"die": 8})
    again = Delve.from_json(json.dumps(old(delve.to_json())))
    assert everything(again) == everything(delve)
    assert json.loads(again.to_json())["format"] == next_format


def test_an_entry_names_its_format_where_its_head_has_another(next_format):
    """A delve that an older version began is played on by this one, and both are read again."""
    entry = played(commands.TakeAction("search")).entries[0]
    before = next_format - 1
    assert "format" not in records.entry_to_dict(entry, next_format)
    added = records.entry_to_dict(entry, before)
    assert added["format"] == next_format
    assert records.entry_from_dict(added, before) == entry
    older = {**records.entry_to_dict(entry, next_format), "command": {"type": "take_action", "action": "look"}}
    assert records.entry_from_dict(older, before) == entry


@pytest.mark.parametrize("part", ["rules", "entries"])
def test_a_record_that_does_not_fit_its_format_is_a_sentence(next_format, part):
    """A damaged record of an old format cannot be migrated: that is told, not raised through."""
    record = old(played(commands.TakeAction("search")).to_json())
    record[part] = {"danger": 3} if part == "rules" else [{"kind": "command"}]
    with pytest.raises(SavedError, match="does not fit the format that it names"):
        Delve.from_json(json.dumps(record))


# -- what is no saved delve ---------------------------------------------------------------------------

GOOD = played(commands.LightUp("torch"), commands.TakeAction("search"), commands.Undo()).to_json()
GOOD_RECORD = json.loads(GOOD)


def changed(**keys: Any) -> str:
    """The good one with other values in its head."""
    return json.dumps(GOOD_RECORD | keys)


def with_event(place: int, event: int, **keys: Any) -> str:
    """The good one with other values in an event of an entry."""
    record = json.loads(GOOD)
    record["entries"][place]["events"][event] |= keys
    return json.dumps(record)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this is no JSON"),
        ("a torch", "this is no JSON"),
        (GOOD[:-1], "this is no JSON"),
        (GOOD[: len(GOOD) // 2], "this is no JSON"),
        (b"\xff\xfe\x00\xd8", "this is no JSON"),
        ("[" * 100_000, "this is no JSON"),
        ("9" * 1002, "a number of 1002 digits"),
        ("9" * 1001, "this JSON is no delve"),
        ('{"format": ' + "9" * 5000 + "}", "this is no JSON"),
        (GOOD.replace('"chance": 0.16666666666666666', '"chance": NaN'), "NaN is no number of JSON"),
        (GOOD.replace('"chance": 0.16666666666666666', '"chance": 1e999'), "1e999 is no number of JSON"),
        ("null", "this JSON is no delve: a delve holds format, seed, rules, entries"),
        ("[]", "this JSON is no delve"),
        ("{}", "this JSON is no delve"),
        ('{"name": "delvebox", "version": "0.1.0"}', "this JSON is no delve"),
        (changed(more=1), "this JSON is no delve"),
        (changed(seed="7"), "this one is damaged"),
        (changed(seed=True), "this one is damaged"),
        (changed(seed=10**1000), "this one is damaged"),
        (changed(seed=1 - 10**1000), ""),
        (GOOD.replace('"seed": 7', '"seed": 8, "seed": 7'), "a key stands twice in one object"),
        (GOOD.replace('"kind": "torch"', '"kind": "torch", "kind": "candle"', 1), "a key stands twice in one object"),
        (None, "must be str, bytes"),
        (7, "must be str, bytes"),
        (
            changed(rules={"danger": {"die": json.loads("[" * 900 + "]" * 900)}}),
            r"rules.danger.die: \[+… is not a whole",
        ),
        (changed(entries=[{"format": "x" * 10**5}]), "entry 1: format 'x+… is none"),
        (changed(rules=None), "this one is damaged"),
        (changed(entries={}), "this one is damaged"),
        (changed(format=0), "format 0 is none: formats are whole numbers from 1 to"),
        (changed(format="1"), "format '1' is none"),
        (changed(format=True), "format True is none"),
        (changed(format=99), "format 99 is newer than .*: update delvebox"),
        (changed(rules={"danger": {"die": 3}}), "rules.danger.die: 3 is out of bounds: take 4–100"),
        (changed(rules={"dragon": 1}), "rules.dragon: unknown key"),
        (changed(entries=[3]), "entry 1: an entry is a mapping"),
        (changed(entries=[{"format": 99}]), "entry 1: format 99 is newer"),
        (changed(entries=[*GOOD_RECORD["entries"], {}]), "entry 4: an entry holds kind, command and events"),
        (changed(entries=[GOOD_RECORD["entries"][2]]), "entry 1: .*takes back what was never played.*: it is damaged"),
        (changed(entries=[GOOD_RECORD["entries"][0] | {"kind": "redo"}]), "entry 1: redo has events of its own"),
        (changed(entries=[GOOD_RECORD["entries"][2] | {"kind": "redo"}]), "entry 1: .*plays again what was never"),
        (changed(entries=[GOOD_RECORD["entries"][2] | {"kind": []}]), r"entry 1: an entry of kind \[\]"),
        (
            changed(entries=[GOOD_RECORD["entries"][0] | {"command": {"type": "undo"}}]),
            "command has undo or redo for its",
        ),
        (changed(entries=[GOOD_RECORD["entries"][2] | {"command": {"type": "redo"}}]), "undo has undo or redo for its"),
        (with_event(0, 0, number="one"), "entry 1: event light_lit: number: 'one' does not fit"),
        (with_event(0, 0, number=2), ""),
        (with_event(0, 0, number=0), "entry 1: it is not so that lights have numbers of their own: it is damaged"),
        (with_event(0, 0, turns_left=-1), "lights and spells have turns left"),
        (
            GOOD.replace('"chance": 0.16666666666666666', '"chance": 1.5'),
            "entry 2: DangerRolled has the chance 1.5: it must",
        ),
        (
            GOOD.replace('"chance": 0.16666666666666666', '"chance": -1'),
            "entry 2: DangerRolled has the chance -1: it must",
        ),
        (GOOD.replace('"chance": 0.16666666666666666', '"chance": 0'), ""),
        (GOOD.replace('"chance": 0.16666666666666666', '"chance": 1'), ""),
        (with_event(1, 0, action="dance"), "entry 2: TurnBegan has the action 'dance': it must be one of move, "),
    ],
)
def test_what_is_no_saved_delve_is_one_clear_sentence(text, says):
    """Foreign, damaged, newer: one error that names the place and what is wrong with it."""
    if not says:
        Delve.from_json(text)
        return
    with pytest.raises(SavedError, match=says) as raised:
        Delve.from_json(text)
    assert str(raised.value).startswith("saved delve: ")
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 300


def made(*told: events.Event) -> str:
    """A saved delve whose one entry holds these events."""
    entry = Entry("command", commands.TakeNextTurn(), told)
    return saved_module.write(1, Rules(), [entry])


def drawn_at(came: int | None) -> events.TableDrawn:
    """A bell drawn as the so-many-th of its table since it began anew."""
    return events.TableDrawn("t", None, True, "a bell", "a bell", (("t", "a bell", 1, 2, came),))


STOPPED = events.QuestionAsked("roll", 0.5, (), "search")


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ((events.TurnCorrected(-1, 0),), "turns are counted from 0"),
        ((events.TurnCorrected(10_000, 100_000),), "turns are counted from 0"),
        ((events.TurnCorrected(0, -10),), "minutes are those of the turns"),
        ((events.TurnCorrected(9_998, 99_970),), "minutes are those of the turns"),
        ((events.TurnCorrected(0, 100_000),), "minutes are those of the turns"),
        ((events.TurnCorrected(9_999, 99_990),), None),
        ((events.RiskCounted("light", 1),), "nothing is tallied between turns"),
        ((events.MarkDelayed("noise", "step_5"),), "nothing is tallied between turns"),
        ((events.RiskCounted("light", -1), STOPPED), "nothing is tallied between turns"),
        ((events.RiskCounted("light", 1), events.MarkDelayed("noise", "step_5"), STOPPED), None),
        ((events.AreaSearched(2),), "searches and lookouts"),
        ((events.LookoutKept(2),), "searches and lookouts"),
        ((events.AreaSearched(1), events.LookoutKept(1)), None),
        ((events.BoxesCorrected(6),), "0 to 5 boxes"),
        ((events.BoxesCalmed(1, -1),), "0 to 5 boxes"),
        ((events.AreaSearched(-1),), "searches and lookouts"),
        ((events.LookoutKept(-1),), "searches and lookouts"),
        ((events.LightLit(1, "torch", None, 6), events.LightLit(1, "torch", None, 6)), "numbers of their own"),
        ((events.LightLit(2, "torch", None, 6), events.LightLit(1, "torch", None, 6)), "numbers of their own"),
        ((events.EffectStarted("bless", -3),), "lights and spells"),
        ((events.EffectStarted("bless", 0),), "lights and spells"),
        ((events.LightLit(1, "torch", None, 0),), "lights and spells"),
        ((events.EffectStarted("bless", 0), STOPPED), None),
        ((events.EffectStarted("bless", -1), STOPPED), "lights and spells"),
        ((events.LightLit(1, "torch", None, 0), STOPPED), None),
        ((events.LightLit(1, "torch", None, 1), events.EffectStarted("bless", None)), None),
        ((events.StockChanged("torch", -1),), "spares are 0 to 999"),
        ((events.StockChanged("torch", 1000),), "spares are 0 to 999"),
        ((events.StockChanged("torch", 999),), None),
        ((events.SupplyUsed("rations", 7),), "0 to 6 boxes"),
        ((events.SupplyUsed("water", -1),), "0 to 6 boxes"),
        ((events.SupplyCorrected("ammunition", -1),), "ammunition is 0 to 999"),
        ((events.SupplyCorrected("ammunition", 1000),), "ammunition is 0 to 999"),
        ((events.SupplyCorrected("ammunition", 999),), None),
        ((events.PlaySuspended("combat"), events.QuestionAsked("long_rest")), "nothing but the delve's end is asked"),
        ((events.PlaySuspended("combat"), events.QuestionAsked("end_delve")), None),
        ((events.ActivityPaused("ritual", 0, 49, "danger"),), "1 to 48 turns"),
        ((events.ActivityPaused("ritual", 2, 2, "danger"),), "1 to 48 turns"),
        ((events.ActivityPaused("ritual", -1, 2, "danger"),), "1 to 48 turns"),
        ((events.ActivityBegan("ritual", 2),), "paused between commands"),
        ((events.QuestionAsked("roll"),), "waits for its die alone"),
        ((STOPPED, events.QuestionAsked("cleanup")), "waits for its die alone"),
        ((events.QuestionAsked("roll", 0.5, (), "search", turns_after=48),), "fewer than 48"),
        ((events.QuestionAsked("roll", 0.5, (), "search", turns_after=-1),), "fewer than 48"),
        ((events.DiceTold((0,)),), "up to 100 dice are kept, faces of the danger die"),
        ((events.DiceTold((7,)),), "up to 100 dice are kept, faces of the danger die"),
        ((events.DiceTold((1,) * 101),), "up to 100 dice are kept, faces of the danger die"),
        ((events.DiceTold((1,) * 100),), None),
        ((drawn_at(1), drawn_at(2)), "no entry of a table came twice"),
        ((drawn_at(1), drawn_at(1)), None),
        ((drawn_at(None), drawn_at(None)), None),
        ((STOPPED, events.ActivityBegan("ritual", 2)), None),
        ((events.ActivityPaused("ritual", 0, 48, "danger"),), None),
        ((events.SupplyUsed("rations", 6), events.SupplyUsed("water", 0)), None),
        ((events.BoxesCorrected(5), events.DiceTold((1, 6))), None),
        ((events.QuestionAsked("roll", 0.5, (), "search", turns_after=47),), None),
    ],
)
def test_a_state_that_no_play_leads_to_is_damage(told, says):
    """Numbers out of their bounds are found where they would be played on with."""
    if says is None:
        Delve.from_json(made(*told))
        return
    with pytest.raises(SavedError, match=says):
        Delve.from_json(made(*told))


def test_a_spell_of_two_lengths_is_damage():
    """One effect a name: a state with two of them comes from nowhere."""
    twice = (events.EffectStarted("bless", 3), events.EffectStarted("shield", 3))
    text = made(*twice).replace('"shield"', '"bless"')
    assert len(Delve.from_json(text).state.effects) == 1


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in WORDS.items() for name in names])
def test_words_that_later_play_depends_on_are_checked(kind, name):
    """A word that no rule knows would break a later turn: it is refused where it is read."""
    values: dict[str, Any] = {each: 1 for each in ("turn", "total", "done", "left") if each in kind.__annotations__}
    values |= dict.fromkeys(("action", "kind", "supply", "mode", "question", "reason", "cause", "until"), "x")
    values |= {"loud": False, "fast": False}
    event = kind(**{each: value for each, value in values.items() if each in kind.__annotations__})
    with pytest.raises(SavedError, match=rf"{kind.__name__} has the \w+ 'x': it must be one of"):
        Delve.from_json(made(event))


@pytest.mark.parametrize("text", ["", "x" * 501, "a\x00b", "\ud800", "a\x1b[31m", "a\rb"], ids=range(6))
@pytest.mark.parametrize(
    "told",
    [
        events.NoteAdded,
        lambda text: events.LightLit(1, "torch", text, 6),
        lambda text: events.BoxMarked(text, 1),
        lambda text: events.ActivityBegan("ritual", 1, None, ("torch", text)),
        lambda text: events.ResourcesConsumed((), ((text, 3),)),
    ],
    ids=range(5),
)
def test_texts_that_no_command_could_have_given_are_damage(told, text):
    """What would break a panel, a terminal or a file is found where it is read, and not repeated whole."""
    with pytest.raises(SavedError, match="texts are 1 to 500 readable characters") as raised:
        Delve.from_json(made(told(text)))
    assert len(str(raised.value)) < 250
    Delve.from_json(made(events.NoteAdded("x" * 500), events.NoteAdded("two\nlines \u200d龍")))


def test_a_pair_is_a_pair():
    """An empty list in the place of a number and its turns is no pair."""
    text = made(events.ResourcesConsumed(((1, 5),))).replace("[[1, 5]]", "[[]]")
    with pytest.raises(SavedError, match="lights: 2 items were expected, not 0"):
        Delve.from_json(text)


# -- damage anywhere ----------------------------------------------------------------------------------

JUNK = st.sampled_from(
    [None, True, 0, -1, 7, 10**30, 0.5, "", "x", "torch", "combat", "roll", [], {}, [1], [[1, 2]], {"type": "undo"}]
)
TEXTS = [json.dumps(kept["delve"]) for kept in FORMAT_1]


def leaves(record: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all that a record holds."""
    yield path
    inside = record.items() if isinstance(record, dict) else enumerate(record) if isinstance(record, list) else ()
    for key, value in inside:
        yield from leaves(value, (*path, key))


@settings(max_examples=300, deadline=None)
@given(text=st.sampled_from(TEXTS), data=st.data())
def test_any_value_may_be_damaged(text, data):
    """Whatever is put in the place of a value: one clear error, or a delve that can be played on."""
    record = json.loads(text)
    path = data.draw(st.sampled_from(list(leaves(record))[1:]))
    at = record
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = data.draw(JUNK)
    played_on(json.dumps(record), data.draw(PLAYED))


@settings(max_examples=200, deadline=None)
@given(text=st.sampled_from(TEXTS), data=st.data())
def test_any_bytes_may_be_damaged(text, data):
    """A byte changed, or the end cut off: the same."""
    damaged = bytearray(text.encode())
    place = data.draw(st.integers(0, len(damaged) - 1))
    if data.draw(st.booleans()):
        damaged[place] = data.draw(st.integers(0, 255))
    else:
        del damaged[place:]
    played_on(bytes(damaged), data.draw(PLAYED))


def played_on(text: str | bytes, said: list[commands.Command]) -> None:
    """Read a text that may be damaged; where it is read play on, save and read again."""
    try:
        delve = Delve.from_json(text)
    except SavedError:
        return
    for command in said:
        delve.play(command)
    assert everything(Delve.from_json(delve.to_json())) == everything(delve)
