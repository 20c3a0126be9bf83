"""Files of danger tables read together: what is good is used, what is not is told with file, line and cure."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from delvebox.device import danger_tables
from delvebox.device.danger_tables import names_of_kind, read_tables, shipped_file
from delvebox.device.settings.languages import languages
from delvebox.engine.expressions import Nested, parse_text
from delvebox.engine.tables import Tables

COLUMNS = Path(danger_tables.__file__).parent / "columns"
KINDS = ("encounter", "hazard", "complication")


def written(folder: Path, **files: str) -> list[str]:
    """Files of these names and texts, `.yaml` where the text has no comma in its first line."""
    paths = []
    for name, text in files.items():
        path = folder / f"{name}.{'csv' if ',' in text.partition(chr(10))[0] else 'yaml'}"
        path.write_text(text)
        paths.append(str(path))
    return paths


def told(found, folder: Path) -> list[str]:
    """The faults without the folder's name."""
    return [str(fault).replace(f"{folder}/", "") for fault in found.faults]


def test_several_files_are_one_set_of_tables(tmp_path) -> None:
    """A table of a spreadsheet may draw from one of YAML, whichever file comes first."""
    found = read_tables(written(tmp_path, a="table,text\nA,[b]\n", c="b:\n  - x\n"))
    assert [table.name for table in found.tables.tables] == ["A", "b"]
    assert dict(found.files) == {"A": f"{tmp_path}/a.csv", "b": f"{tmp_path}/c.yaml"}
    assert (found.faults, found.trouble) == ((), "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a:\n  - x\n  - 0d6 rats\n", "f.yaml: line 3: table a: entry 2 text: '0d6' has 0 dice: take 1–100"),
        ("a:\n  - 99999d99999\n", "f.yaml: line 2: table a: entry 1 text: '99999d99999' has 99999 dice: take 1–100"),
        ("a:\n  - '[b]'\nb:\n  - '[a]'\n", "f.yaml: line 2: table a: entry 1 text: '[b]' leads back to itself"),
        ("a:\n  - '[c]'\n", "f.yaml: line 2: table a: entry 1 text: '[c]' draws from c, which is no table here"),
        ("a:\n  distance: far\n  entries: [x]\n", "f.yaml: line 2: table a: distance: 'far' is no dice expression"),
        ("a:\n  kind: encountre\n  entries: [x]\n", 'f.yaml: line 2: table a: kind "encountre" is no kind of danger'),
        ("table,text\nA,x\nA,0d6 rats\n", "f.csv: line 3: table A: entry 2 text: '0d6' has 0 dice: take 1–100"),
        ("table,weight,text\nA,0,x\n", "f.csv: line 2: table A: entry 1 weight: 0 is no weight: give a whole"),
    ],
)
def test_what_the_engine_refuses_is_told_with_file_line_and_cure(tmp_path, text: str, fault: str) -> None:
    """Bad dice, loops, nested tables that are not there, weights: each at the line that it stands in."""
    found = read_tables(written(tmp_path, f=text), kinds=KINDS)
    assert found.tables == Tables()
    assert any(each.startswith(fault) for each in told(found, tmp_path)), told(found, tmp_path)
    assert found.trouble in {f"danger tables: left out f.{end}: delvebox tables tells why" for end in ("csv", "yaml")}


def test_a_bad_file_is_left_out_and_the_rest_is_used(tmp_path) -> None:
    """What needs a table of the bad file goes with it, and is told after what must be mended."""
    files = written(tmp_path, needs="n:\n  - '[far]'\n", bad="far:\n  - 0d6 ox\n", good="g:\n  - x\n")
    found = read_tables([*files, f"{tmp_path}/none.csv", f"{tmp_path}/t.ods"])
    assert [table.name for table in found.tables.tables] == ["g"]
    assert [each.partition(": ")[0] for each in told(found, tmp_path)] == [
        "bad.yaml",
        "none.csv",
        "t.ods",
        "needs.yaml",
    ]
    assert found.trouble == "danger tables: left out bad.yaml and 3 more: delvebox tables tells why"


def test_everything_that_is_wrong_with_a_file_is_told_at_once_each_once(tmp_path) -> None:
    """A slip of the file's form and dice that the engine refuses come in one reading, in the order of the lines."""
    (file,) = written(tmp_path, f="a:\n  - 12\n  - 0d6 rats\nb:\n  regons: [x]\n  entries:\n    - {weight: 2}\n")
    found = read_tables([file])
    assert [fault.line for fault in found.faults] == [2, 3, 5, 7]


def test_one_name_in_two_files_is_told_with_both_places(tmp_path) -> None:
    """The first stands, the second file is left out."""
    found = read_tables(written(tmp_path, one="Rats:\n  - x\n", two="a:\n  - y\nrats:\n  - z\n"))
    assert [table.name for table in found.tables.tables] == ["Rats"]
    (fault,) = told(found, tmp_path)
    assert fault == "two.yaml: line 3: table rats: stands already in one.yaml, line 1: give one of them another name"


def test_ones_own_go_before_the_shipped_ones_and_in_the_place_of_one_of_the_same_name(tmp_path) -> None:
    """Whatever the order in the settings: it answers for its kind, and stands for the shipped one."""
    own = written(tmp_path, mine="mine:\n  kind: encounter\n  entries: [x]\nDungeon Omens:\n  - y\n")
    tables = read_tables(["shipped", *own], kinds=KINDS).tables
    answers = tables.for_kind("encounter", None)
    omens = tables.named("dungeon omens")
    assert answers is not None
    assert omens is not None
    assert (answers.name, omens.entries[0].text) == ("mine", "y")
    assert tables.named("dungeon hazards") is not None


def test_the_kinds_of_the_rules_may_be_the_tables_own(tmp_path) -> None:
    """A kind that the rules name is right, as is one that is like none of them, such as treasure."""
    files = written(tmp_path, f="a:\n  kind: Monsters\n  entries: [x]\nb:\n  kind: treasure\n  entries: [y]\n")
    assert read_tables(files, kinds=("monsters",)).faults == ()
    assert len(read_tables(files, kinds=("monster",)).faults) == 1


# -- the shipped set ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", languages())
def test_each_language_has_shipped_tables_of_every_kind_and_several_regions(language: str) -> None:
    """They are sound, none of a kind is missing where no region is told, and regions have their own."""
    assert shipped_file(language).stem == language
    found = read_tables(["shipped"], language, KINDS)
    assert found.faults == ()
    assert set(found.tables.kinds) == {*KINDS, "omen"}
    assert all(found.tables.for_kind(kind, None) for kind in found.tables.kinds)
    assert len(found.tables.regions) >= 5


def test_the_shipped_tables_say_the_same_in_each_language() -> None:
    """As many tables, entries, dice and nested draws: a translation has lost nothing."""

    def shape(language: str) -> list[tuple[object, ...]]:
        return [
            (table.kind, len(table.regions), table.repeats, table.reaction, *map(entry_shape, table.entries))
            for table in read_tables(["shipped"], language).tables.tables
        ]

    def entry_shape(entry) -> tuple[int, int]:
        nested = sum(isinstance(part, Nested) for part in parse_text(entry.text))
        return entry.weight, nested

    assert shape("de") == shape("en")


@pytest.mark.parametrize("language", languages())
def test_each_language_has_its_words_for_a_spreadsheet(language: str) -> None:
    """Every column of the English ones has a name in each language, and every kind one to ask for it by."""
    words, english = (yaml.safe_load((COLUMNS / f"{code}.yaml").read_text()) for code in (language, "en"))
    assert words.keys() == english.keys()
    assert words["columns"].keys() == english["columns"].keys()
    assert words["kinds"].keys() == english["kinds"].keys()
    assert names_of_kind("Omen", language) == tuple(words["kinds"]["omen"])
    assert names_of_kind("treasure", language) == ("treasure",)


def test_a_file_that_was_changed_is_read_anew(tmp_path) -> None:
    """What was read is kept for as long as the file stands as it was."""
    (file,) = written(tmp_path, f="a:\n  - x\n")
    assert read_tables([file]) is read_tables([file])
    Path(file).write_text("a:\n  - something else\n")
    assert read_tables([file]).tables.tables[0].entries[0].text == "something else"
