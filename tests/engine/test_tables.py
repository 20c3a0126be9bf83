"""Danger tables as data: which answers where, and every fault told at once with its place and cure."""

from __future__ import annotations

import pickle

import pytest

from delvebox.engine import NO_TABLES, Table, TableEntry, Tables, TablesError


def table(name, *entries, **fields):
    """A table whose entries are texts, or texts with weights."""
    return Table(name, tuple(TableEntry(*(each if isinstance(each, tuple) else (each,))) for each in entries), **fields)


def at(tables, path):
    """What stands at the path of a problem."""
    by_name = {each.name: each for each in tables if isinstance(each, Table)}
    value = by_name.get(path[0], tables[int(path[0]) - 1] if path[0].isdigit() else None)
    for step in path[1:]:
        value = value[int(step) - 1] if step.isdigit() else getattr(value, step)
    return value


def problems(*tables):
    """Path and text of all that is wrong with the tables; each holds the value that stands there."""
    with pytest.raises(TablesError) as told:
        Tables(tables)
    for problem in told.value.problems:
        value = at(tables, problem.path)
        assert problem.value == value or problem.value in value
    assert all(problem.text.isprintable() and len(problem.text) < 250 for problem in told.value.problems)
    return [(problem.path, problem.text) for problem in told.value.problems]


# -- which table ----------------------------------------------------------------------------------------

MANY = Tables(
    (
        table("wanderers", "rats", kind="encounter"),
        table("crypt things", "bones", kind="Encounter", regions=("Crypt", "level 2")),
        table("later wanderers", "bats", kind="encounter"),
        table("crypt omens", "a bell", kind="omen", regions=("crypt",)),
        table("sewer hazards", "gas", kind="hazard", regions=("Sewer", "CRYPT")),
        table("treasure", "gold"),
    )
)


@pytest.mark.parametrize(
    ("kind", "region", "name"),
    [
        ("encounter", None, "wanderers"),
        ("ENCOUNTER", None, "wanderers"),
        ("encounter", "crypt", "crypt things"),
        ("encounter", "CRYPT", "crypt things"),
        ("encounter", "level 2", "crypt things"),
        ("encounter", "sewer", "wanderers"),
        ("encounter", "the moor", "wanderers"),
        ("hazard", "crypt", "sewer hazards"),
        ("hazard", None, None),
        ("omen", "sewer", None),
        ("complication", "crypt", None),
        ("treasure", None, None),
    ],
)
def test_a_regions_own_table_answers_first_and_else_the_one_for_everywhere(kind, region, name):
    """Of several the first; where none answers, none does. Capitals do not count."""
    found = MANY.for_kind(kind, region)
    assert (found and found.name) == name


@pytest.mark.parametrize(
    ("asked", "region", "name"),
    [
        ("Crypt Things", None, "crypt things"),
        ("treasure", "crypt", "treasure"),
        ("encounter", "crypt", "crypt things"),
        ("omen", "crypt", "crypt omens"),
        ("omen", None, None),
        ("crypt", "crypt", None),
    ],
)
def test_a_table_is_asked_for_by_name_or_by_kind(asked, region, name):
    """To roll on the encounter table is to roll on the one that answers here."""
    found = MANY.asked(asked, region)
    assert (found and found.name) == name


def test_regions_and_kinds_are_told_once_as_first_written():
    """For lists to choose from."""
    assert MANY.regions == ("Crypt", "level 2", "Sewer")
    assert MANY.kinds == ("encounter", "omen", "hazard")
    assert (MANY.region("SEWER"), MANY.region("moor")) == ("Sewer", None)
    assert (NO_TABLES.regions, NO_TABLES.kinds, NO_TABLES.for_kind("encounter", None)) == ((), (), None)


# -- what is wrong with them ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "path", "says"),
    [
        ({"name": ""}, ("1", "name"), "table 1: name: '' is not one line of 1–80 readable characters"),
        ({"name": "x" * 81}, ("1", "name"), "is not one line of 1–80"),
        ({"name": "a\nb"}, ("1", "name"), "is not one line of 1–80"),
        ({"name": "\ud800"}, ("1", "name"), "is not one line of 1–80"),
        ({"name": None}, ("1", "name"), "None is not one line"),
        ({"name": " crypt"}, ("1", "name"), "has blanks around it: take them away"),
        ({"name": "a [b]"}, ("1", "name"), "has brackets, which mean a nested table: leave them out"),
        ({"kind": " "}, ("crypt", "kind"), "table crypt: kind: ' ' is not one line"),
        ({"kind": 3}, ("crypt", "kind"), "3 is not one line"),
        ({"regions": ["crypt"]}, ("crypt", "regions"), "is no tuple of regions: give a tuple of up to 100 names"),
        ({"regions": ("a",) * 101}, ("crypt", "regions"), "is no tuple of regions"),
        ({"regions": ("a", "")}, ("crypt", "regions"), "'' is not one line"),
        ({"repeats": 1}, ("crypt", "repeats"), "1 is not true or false"),
        ({"reaction": None}, ("crypt", "reaction"), "None is not true or false"),
        ({"distance": "d"}, ("crypt", "distance"), "'d' is no dice expression: write one, such as 2d6 or 2d6x10"),
        ({"distance": "0d6"}, ("crypt", "distance"), "'0d6' has 0 dice: take 1–100"),
        ({"distance": 30}, ("crypt", "distance"), "30 is no dice expression"),
        ({"entries": ()}, ("crypt", "entries"), "entries: there are 0: give 1–1000"),
        ({"entries": [TableEntry("a")]}, ("crypt", "entries"), "is no tuple of entries: give 1–1000"),
        ({"entries": ("a",)}, ("crypt", "entries", "1"), "entry 1: 'a' is no TableEntry: give one"),
        ({"entries": (TableEntry("a", 0),)}, ("crypt", "entries", "1", "weight"), "entry 1 weight: 0 is no weight"),
        ({"entries": (TableEntry("a", 1001),)}, ("crypt", "entries", "1", "weight"), "give a whole number of 1–1000"),
        ({"entries": (TableEntry("a", True),)}, ("crypt", "entries", "1", "weight"), "True is no weight"),
        ({"entries": (TableEntry("a", 1.0),)}, ("crypt", "entries", "1", "weight"), "1.0 is no weight"),
        ({"entries": (TableEntry("a", "3"),)}, ("crypt", "entries", "1", "weight"), "'3' is no weight"),
        ({"entries": (TableEntry(""),)}, ("crypt", "entries", "1", "text"), "'' is not one line of 1–500"),
        ({"entries": (TableEntry("x" * 501),)}, ("crypt", "entries", "1", "text"), "is not one line of 1–500"),
        ({"entries": (TableEntry("a\nb"),)}, ("crypt", "entries", "1", "text"), "is not one line of 1–500"),
        ({"entries": (TableEntry("\u200d"),)}, ("crypt", "entries", "1", "text"), "is not one line of 1–500"),
        ({"entries": (TableEntry(7),)}, ("crypt", "entries", "1", "text"), "7 is not one line"),
        ({"entries": (TableEntry("a "),)}, ("crypt", "entries", "1", "text"), "has blanks around it"),
        ({"entries": (TableEntry("0d6 rats"),)}, ("crypt", "entries", "1", "text"), "'0d6' has 0 dice: take 1–100"),
        ({"entries": (TableEntry("99999d99999"),)}, ("crypt", "entries", "1", "text"), "has 99999 dice: take 1–100"),
        ({"entries": (TableEntry("[rats"),)}, ("crypt", "entries", "1", "text"), "has a [ without its ]"),
        (
            {"entries": (TableEntry("a"), TableEntry("b"), TableEntry("a", 2))},
            ("crypt", "entries", "3", "text"),
            "'a' is entry 1 already: give that one the weight of both",
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_cure(fields, path, says):
    """Of any type, in any field: the path leads to it, the text says what to give."""
    ((where, text),) = problems(Table(**{"name": "crypt", "entries": (TableEntry("bones"),)} | fields))
    assert where == path
    assert says in text


def test_all_faults_are_told_at_once():
    """Nobody mends a file line by line."""
    told = problems(
        table("a", "0d6", ("b", 0), "[nowhere]", kind="", distance="far"),
        table("A", "x"),
        table("b", "[", "[a", repeats="no"),
        "c",
    )
    assert [path for path, _ in told] == [
        ("a", "kind"),
        ("a", "distance"),
        ("a", "entries", "1", "text"),
        ("a", "entries", "2", "weight"),
        ("A", "name"),
        ("b", "repeats"),
        ("b", "entries", "1", "text"),
        ("b", "entries", "2", "text"),
        ("4",),
        ("a", "entries", "3", "text"),
    ]
    assert told[4][1] == "table A: name: 'A' is another table's name already: give each table a name of its own"


@pytest.mark.parametrize("tables", [None, [], "tables", {"a": 1}, (table("a", "x"),) * 501])
def test_no_tuple_of_tables_is_told(tables):
    """What is no tables at all, and more than any game has."""
    with pytest.raises(TablesError, match="is no tuple of up to 500 tables") as told:
        Tables(tables)
    assert (told.value.problems[0].path, told.value.problems[0].value) == ((), tables)


def test_an_error_can_be_sent_between_processes():
    """It is made again whole."""
    with pytest.raises(TablesError) as told:
        Tables((table("a", "0d6"),))
    again = pickle.loads(pickle.dumps(told.value))  # noqa: S301 - made here
    assert (again.problems, str(again)) == (told.value.problems, str(told.value))


# -- tables within tables -------------------------------------------------------------------------------


def test_a_nested_table_that_is_not_there_is_told_with_the_nearest():
    """A slip of the pen is named; else the cure is another."""
    near, far = problems(table("treasure", "gold"), table("a", "[tresure] and", "[dragon]"))
    assert near == (
        ("a", "entries", "1", "text"),
        "table a: entry 1 text: '[tresure] and' draws from tresure, which is no table here: did you mean treasure?",
    )
    assert far[1].endswith("draws from dragon, which is no table here: write that table, or take the brackets away")


@pytest.mark.parametrize(
    ("tables", "loops"),
    [
        ([("a", "[a]")], ["a → a"]),
        ([("a", "x", "[A] [A]")], ["a → a"]),
        ([("a", "[b]"), ("b", "[a]")], ["a → b → a"]),
        ([("a", "[b]"), ("b", "[c]"), ("c", "x", "[b]")], ["b → c → b"]),
        ([("a", "[b] [c]"), ("b", "[a]"), ("c", "[a]")], ["a → b → a", "a → c → a"]),
        ([("a", "[b]"), ("b", "[c]"), ("c", "[a]"), ("d", "[a]"), ("e", "x")], ["a → b → c → a"]),
    ],
)
def test_a_loop_of_tables_is_told_once_with_its_way(tables, loops):
    """The way round is written out; a table that only leads there is not to blame."""
    told = problems(*(table(*each) for each in tables))
    assert [text.split("(")[1].split(")")[0] for _, text in told] == loops
    assert all(text.endswith(": take one of the brackets away") for _, text in told)


def chain(length):
    """Tables each of which leads to the next."""
    return [table(f"t{place}", f"[t{place + 1}]") for place in range(1, length)] + [table(f"t{length}", "end")]


def test_eight_tables_within_one_another_are_allowed_and_nine_are_not():
    """The entry that makes it too deep is named."""
    Tables(tuple(chain(8)))
    ((path, text),) = problems(*chain(9))
    assert path == ("t1", "entries", "1", "text")
    assert "may lead to 9 tables within one another where 8 are the most: make it shorter, or nest less" in text


def test_a_chain_of_five_hundred_tables_is_told_and_no_crash():
    """However deep they are nested, reading them is not."""
    told = problems(*chain(500))
    assert len(told) == 499 // 8


@pytest.mark.parametrize(
    ("entry", "inner", "says"),
    [
        ("[b]" * 3, "x" * 167, "a result of 501 characters where 500 are the most"),
        ("[b]" * 50, "x", "51 draws where 50 are the most"),
        ("[b]" * 6, "[c]" * 8, "55 draws where 50 are the most"),
        ("1d6 [b]", ", ".join(["100d6"] * 5), "501 dice where 500 are the most"),
    ],
)
def test_what_could_grow_too_large_is_told(entry, inner, says):
    """Nested draws multiply: what could not be said, thrown or kept is refused before it can happen."""
    ((path, text),) = problems(table("a", entry), table("b", inner), table("c", "x"))
    assert path == ("a", "entries", "1", "text")
    assert f"may lead to {says}" in text


def test_what_is_just_small_enough_is_allowed():
    """The bounds themselves: names, texts, regions, draws and dice."""
    regions = tuple(f"region {number}" for number in range(100))
    long = table("n" * 80, "x" * 500, kind="k" * 80, regions=regions, distance="100d1000x10000")
    nests = table("nests", "[x]" * 49, "5", "100d6, 100d6, 100d6, 100d6, [dice]")
    assert len(Tables((long, nests, table("x", "0123456789"), table("dice", "100d6 + 0"))).tables) == 4


def test_the_largest_table_is_allowed():
    """A thousand entries of any weight, in any script, and five hundred tables."""
    big = table("big", *((f"entry {number} 龍 {{x}}", 1 + number % 1000) for number in range(1000)))
    assert len(Tables((big, *(table(f"t{number}", "[big]") for number in range(499)))).tables) == 500
    with pytest.raises(TablesError, match="there are 1001: give 1–1000"):
        Tables((table("big", *map(str, range(1001))),))
