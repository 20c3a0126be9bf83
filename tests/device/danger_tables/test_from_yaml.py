"""Danger tables as a person writes them in YAML: what is taken, and every slip with its line and cure."""

from __future__ import annotations

import pytest

from delvebox.device.danger_tables.from_yaml import drafts_of
from delvebox.engine.tables import Table, TableEntry

TABLES = """\
crypt things:
  kind: encounter
  regions: [crypt, level 2]
  repeats: true
  reaction: true
  distance: 2d6x10
  entries:
    - 2d6 goblins
    - {weight: 3, text: "1d4+1 rats, [what they do]"}
what they do:
  - sleep
  - "eat"
"""


def test_a_table_with_all_that_can_be_said_of_it_and_one_that_is_a_list() -> None:
    """A mapping has kind, regions, reaction, distance; a list is a table of its entries alone."""
    drafts, faults = drafts_of(TABLES, "t.yaml")
    assert faults == []
    assert [draft.table for draft in drafts] == [
        Table(
            "crypt things",
            (TableEntry("2d6 goblins"), TableEntry("1d4+1 rats, [what they do]", 3)),
            kind="encounter",
            regions=("crypt", "level 2"),
            repeats=True,
            reaction=True,
            distance="2d6x10",
        ),
        Table("what they do", (TableEntry("sleep"), TableEntry("eat"))),
    ]


def test_each_key_knows_its_line() -> None:
    """What the engine refuses later can be told with its line: of a table, a key, an entry, its text."""
    first, second = drafts_of(TABLES, "t.yaml")[0]
    lines = [(), ("kind",), ("entries", "0", "text"), ("entries", "1", "weight"), ("distance",), ("name",)]
    assert [first.line_of(keys) for keys in lines] == [1, 2, 8, 9, 6, 1]
    assert [second.line_of(keys) for keys in [(), ("entries", "1", "text")]] == [10, 12]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("a:\n  regons: [x]\n  entries: [b]\n", 2, "table a, regons: unknown key: did you mean regions?"),
        ("a:\n  entries: [b]\n  color: red\n", 3, "table a, color: unknown key: the keys here are kind, regions,"),
        ("a:\n  entries:\n    - {text: b, wait: 2}\n", 3, "table a, entry 1, wait: unknown key: did you mean"),
        ("a:\n  entries:\n    - {weight: 2}\n", 3, "table a, entry 1: has no text: write text:"),
        ("a:\n  - b\n  -\n", 3, "table a, entry 2: is empty: write what it is, or take the - away"),
        ("a:\n  - 12\n", 2, 'table a, entry 1: 12 is no text: quote it: "12"'),
        ("a:\n  - [b]\n", 2, "table a, entry 1: a list is no text: quote a text with a colon or brackets in it"),
        ("a:\n  - off\n", 2, 'yaml reads off as false: write false, or quote it as a word: "off"'),
        ("a:\n  - 12:30\n", 2, "a number to the base of sixty"),
        ("a:\n  - {text: b, weight: many}\n", 2, 'weight: "many" is no whole number: give one'),
        ("a:\n  - {text: b, weight: 1.5}\n", 2, "weight: 1.5 is no whole number: give one"),
        ("a:\n  - {text: b, weight: true}\n", 2, "weight: true is no whole number: give one"),
        ("a:\n  repeats: often\n  entries: [b]\n", 2, 'repeats: "often" is neither true nor false: write true'),
        ("a:\n  regions: crypt\n  entries: [b]\n", 2, 'regions: "crypt" is no list: write [crypt]'),
        ("a:\n  regions: [2]\n  entries: [b]\n", 2, 'table a, region 1: 2 is no text: quote it: "2"'),
        ("a:\n  kind: encounter\n", 1, "table a: has no entries: write them below it, with a - before each"),
        ("a:\n  entries: b\n", 2, 'table a, entries: entries: "b" is no list: write them below it'),
        ("a: b\n", 1, 'table a: "b" is no table: write its name, and below it entries: with a - before each'),
        ("- a\n- b\n", 1, "the file must hold keys with values, such as crypt things:"),
        ("a: [b]\na: [c]\n", 2, "stands twice, here and in line 1: keep one"),
        ("a:\n\t- b\n", 2, "a tab: indent with spaces"),
        ("a: &x [b]\nc: *x\n", 2, "an alias (*x) is not taken"),
        ("# nothing but this\n", None, "holds no table: write its name"),
    ],
)
def test_each_slip_is_told_with_its_line_and_cure(text: str, line: int | None, told: str) -> None:
    """A wrong key, kind of value or shape is told where it stands, with what to write instead."""
    _, faults = drafts_of(text, "t.yaml")
    assert [(fault.file, fault.line) for fault in faults if told in fault.text] == [("t.yaml", line)], faults


def test_several_slips_are_told_at_once_in_the_order_of_the_file() -> None:
    """Mending a file takes one reading of it, not one a slip."""
    _, faults = drafts_of("a:\n  - 12\nb: 3\nc:\n  regons: []\n  entries: [d]\n", "t.yaml")
    assert [fault.line for fault in faults] == [2, 3, 5]
