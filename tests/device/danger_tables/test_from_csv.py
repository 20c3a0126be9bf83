"""Danger tables as a spreadsheet saves them: any separator, any order of columns, two languages, odd rows."""

from __future__ import annotations

import os

import pytest

from delvebox.device.danger_tables.from_csv import drafts_of
from delvebox.device.danger_tables.texts import UnreadableError, text_of
from delvebox.engine.tables import Table, TableEntry

GATE = Table(
    "Gate",
    (TableEntry("2d6 guards, bored", 2), TableEntry('the cat "Ox"')),
    kind="encounter",
    regions=("keep", "gate"),
    repeats=True,
    reaction=True,
    distance="2d6x10",
)
ENGLISH = """\
table,kind,region,weight,text,repeats,reaction,distance
Gate,encounter,"keep, gate",2,"2d6 guards, bored",yes,x,2d6x10
,,,,"the cat ""Ox\"\"\",,,
"""
OTHERS = [
    ENGLISH.replace("\n", "\r\n"),
    "\n\n" + ENGLISH.replace("\nGate", "\n,,,,,,,\n  , ,,,,,,\nGate"),
    ENGLISH.replace("table,kind,region", "TABLE, Kind ,REGIONS"),
    (
        '"sep=;"\ntext;Tabelle;Art;Gewicht;Gebiet;Wiederholt;Reaktion;Entfernung;Notiz\n'
        "2d6 guards, bored;Gate;Begegnung;2;keep/gate;ja;WAHR;2d6x10;von Anna\n"
        '"the cat ""Ox""";Gate;;1,0;;;;;\n'
    ),
    (
        "Eintrag\tTabelle\tArt\tGewicht\tGebiet\tWiederholt\tReaktion\tAbstand\t\t\n"
        "2d6 guards, bored\tGate\tbegegnung\t2\tkeep|gate\tja\tja\t2d6x10\t\t\n"
        '"the cat ""Ox"""\t\t\t\t\t\t\t\t\t\n'
    ),
]


@pytest.mark.parametrize("text", [ENGLISH, *OTHERS])
def test_the_same_table_however_the_spreadsheet_saved_it(text: str) -> None:
    """Line ends, empty rows, capitals, order and language of the columns, separator and quotes do not matter."""
    drafts, faults = drafts_of(text, "t.csv")
    assert faults == []
    assert [draft.table for draft in drafts] == [GATE]


def test_spaces_around_a_cell_are_none_of_it() -> None:
    """Nor do several columns of notes matter, which nobody reads."""
    drafts, faults = drafts_of("table ,notes, kind,text,Comment\n Gate ,x, Omen , a cat ,y\n", "t.csv")
    assert faults == []
    assert [draft.table for draft in drafts] == [Table("Gate", (TableEntry("a cat"),), kind="omen")]


def test_a_table_may_be_gone_on_with_further_down() -> None:
    """Rows of one table need not stand together, and an empty cell of `table` means the one above."""
    drafts, faults = drafts_of("table,text\nA,1\nB,2\n,3\nA,4\n", "t.csv")
    assert faults == []
    assert [(each.name, [entry.text for entry in each.entries]) for each in drafts] == [
        ("A", ["1", "4"]),
        ("B", ["2", "3"]),
    ]


def test_a_text_over_several_lines_is_one_line_and_keeps_the_count_of_lines() -> None:
    """A line break in a cell is a space; what stands below it is told with its own line."""
    drafts, faults = drafts_of('table,weight,text\nA,,"one\ntwo"\nA,x,three\n', "t.csv")
    assert drafts[0].entries[0].text == "one two"
    assert [fault.line for fault in faults] == [4]


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("table,text,wieght\nA,b,1\n", 1, 'column "wieght" is not known: did you mean weight?'),
        ("table,text,zzz\nA,b,1\n", 1, 'column "zzz" is not known: known are table, kind, region, weight, text'),
        ("table,text,entry\nA,b,c\n", 1, 'column "entry": text stands twice: keep one'),
        ("name,kind\nA,b\n", 1, "there is no column text: the first row names the columns, such as table,kind"),
        ("A,b\nC,d\n", 1, "there is no column table and no column text"),
        ("table,text\n", 1, "holds no entry below its columns"),
        (";;\n\n", 1, "holds no row: the first row names the columns"),
        ("table,text\n,b\n", 2, "is of no table: write the table's name into the first row of each"),
        ("table,text,weight\nA,,2\n", 2, "table A: has no text: write what it is, or take the row out"),
        ("table,text,weight\nA,b,two\n", 2, 'table A: weight "two" is no whole number: give one'),
        ("table,text,weight\nA,b,1.5\n", 2, 'table A: weight "1.5" is no whole number: give one'),
        ("table,text,weight\nA,b,-1\n", 2, 'table A: weight "-1" is no whole number: give one'),
        ("sep=;\ntable;text;weight\nA;b;x\n", 3, 'table A: weight "x" is no whole number'),
        ("table,text\nA,b, c\n", 2, '"c" stands in no column: quote a text that holds the separator'),
        ("table,text,reaction\nA,b,maybe\n", 2, 'table A: reaction: "maybe" is neither yes nor no: write one'),
        ("table,text,kind\nA,b,omen\n\nA,c,hazard\n", 4, 'kind: "hazard" differs from what line 2 says'),
        ('table,text\nA,"b\nA,c\nA,d\n', 2, "a quote is opened here and never closed: close it, or double it"),
        ('table,text\nA,"b" c\n', 2, "a text goes on after its closing quote: double each quote"),
    ],
)
def test_each_slip_is_told_with_its_line_and_cure(text: str, line: int, told: str) -> None:
    """A wrong column, cell or quote is told where it stands, with what to write instead."""
    _, faults = drafts_of(text, "t.csv")
    assert [(fault.file, fault.line) for fault in faults if told in fault.text] == [("t.csv", line)], faults


# -- the file as bytes --------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_encodings_that_spreadsheets_write(tmp_path, encoding: str) -> None:
    """UTF-8 with or without its mark, and UTF-16, are read; no mark is left in the first column's name."""
    file = tmp_path / "t.csv"
    file.write_bytes("table,text\nGrüfte,Häuser – 2\n".encode(encoding))
    (draft,), faults = drafts_of(text_of(file), str(file))
    assert (draft.name, draft.entries[0].text, faults) == ("Grüfte", "Häuser – 2", [])


@pytest.mark.parametrize(
    ("content", "line", "told"),
    [
        ("table,text\nA,b\nGrüfte,c\n".encode("latin-1"), 3, "byte 0xfc is not UTF-8, but of an older encoding such"),
        ("table,text\n".encode("utf-16-le"), 1, "holds a zero character, as UTF-16 without its mark"),
        (b"\xff\xfet\0a\0\n\0\x00\xd8x", 2, "begins as UTF-16 and goes on as something else"),
        (b"PK\x03\x04\x14\0\0\0", 1, "holds a zero character"),
        (b"\xef\xbb\xbf \r\n", None, "is empty: write a table into it"),
        (b"x" * 250_001, None, "has more than 250,000 bytes: take it apart into several files"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path, content: bytes, line: int | None, told: str) -> None:
    """Latin-1, a half UTF-16, a spreadsheet's own file, an empty one: what it is, and how to save it."""
    file = tmp_path / "t.csv"
    file.write_bytes(content)
    with pytest.raises(UnreadableError, match=told.replace("(", "\\(")) as raised:
        text_of(file)
    assert raised.value.line == line


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path) -> None:
    """The text says which, and what to do."""
    with pytest.raises(UnreadableError, match="no such file: check its name"):
        text_of(tmp_path / "none.csv")
    with pytest.raises(UnreadableError, match="is a folder: name the files in it"):
        text_of(tmp_path)


def test_a_pipe_is_told_and_not_waited_for(tmp_path) -> None:
    """A box whose settings name one starts."""
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(UnreadableError, match="is no file, but a pipe or a device: name a file"):
        text_of(tmp_path / "pipe.csv")


@pytest.mark.parametrize("cell", ["=A1&B2", "#REF!", "#NAME?", "#N/A", "#BEZUG!", "#NV", "#DIV/0!", "Err:508"])
def test_a_formula_and_its_error_are_told_wherever_they_stand(cell: str) -> None:
    """Nobody is told at the table that a cell could not be computed."""
    for row in (f"A,{cell},", f"A,x,{cell}", f"{cell},x,"):
        _, faults = drafts_of(f"table,text,kind,notes\n{row},{cell}\n", "t.csv")
        (fault,) = faults
        assert fault.line == 2
        assert f'"{cell}" is a formula or its error: write what it is to say' in fault.text


def test_a_text_that_only_looks_like_one_stays() -> None:
    """A number sign before a number or a word is what people write."""
    drafts, faults = drafts_of("table,text,notes\nA,#1 of the guard,=1\n,Error: none,#REF!\n,#valued guest,\n", "t.csv")
    assert faults == []
    assert [entry.text for entry in drafts[0].entries] == ["#1 of the guard", "Error: none", "#valued guest"]
