"""The sheet, sentence by sentence: which test holds it (`sheet.yaml`)."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHEET = yaml.safe_load((HERE / "sheet.yaml").read_text(encoding="utf-8"))
ROWS = [(section, row) for section, rows in SHEET.items() for row in rows]


@cache
def named_tests(file: Path) -> frozenset[str]:
    """The names of the test functions that a file defines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def missing(test: str) -> str:
    """What is wrong with the name of a test; empty where it is there."""
    file, parted, name = test.partition("::")
    path = ROOT / file if file.startswith("tests/") else HERE / file
    if not (parted and path.is_file()):
        return f"{test}: no such file"
    return "" if name in named_tests(path) else f"{test}: no such test"


@pytest.mark.parametrize(("section", "row"), ROWS, ids=[row["says"] for _, row in ROWS])
def test_every_sentence_of_the_sheet_is_held_by_a_test(section, row):
    """Every sentence of the sheet that states a rule has a test, and the test exists."""
    assert set(row) == {"says", "held_by"}, section
    assert row["says"] == row["says"].lower()
    assert row["held_by"], f"no test holds: {row['says']}"
    assert [trouble for trouble in map(missing, row["held_by"]) if trouble] == []


def test_the_table_is_whole():
    """No sentence stands twice under a heading, and every heading of the sheet with a rule is there."""
    assert len({(section, row["says"]) for section, row in ROWS}) == len(ROWS) == 123
    assert len(SHEET) == 22


@pytest.mark.parametrize(
    ("test", "trouble"),
    [
        ("test_turn.py::test_of_dragons", "no such test"),
        ("test_dragons.py::test_the_five_steps_come_in_order", "no such file"),
        ("tests/device/test_dragons.py::test_of_dragons", "no such file"),
        ("test_turn.py", "no such file"),
        ("test_turn.py::test_the_five_steps_come_in_order", ""),
        ("tests/engine/test_turn.py::test_the_five_steps_come_in_order", ""),
    ],
)
def test_a_row_without_its_test_would_be_found(test, trouble):
    """A test that was renamed or thrown away leaves a sentence that nobody holds: that fails."""
    assert missing(test).endswith(trouble)
    assert bool(missing(test)) is bool(trouble)
