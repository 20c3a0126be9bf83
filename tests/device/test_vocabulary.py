"""The words of a table: its own phrasebook and names, and what is left of them when one is at fault."""

from __future__ import annotations

import pytest

from delvebox.device.settings import load_settings
from delvebox.device.vocabulary import check_bindings, open_phrasebook

BOOK = """language: en
intents:
  search:
    data:
      - sentences: ["rummage about"]
"""
BROKEN = "language: en\nintents:\n  search:\n    data: 7\n"
NEEDLESS = BOOK.replace("search:", "brew_coffee:")


@pytest.fixture
def table(tmp_path):
    """Loads settings beside a phrasebook of the table's own."""

    def load(book, settings=""):
        (tmp_path / "book.yaml").write_text(book)
        file = tmp_path / "delvebox.yaml"
        file.write_text("speech: {phrasebook: book.yaml}\n" + settings)
        loaded = load_settings(file)
        assert loaded.problems == ()
        return loaded

    return load


def test_a_phrasebook_of_the_tables_own_is_used_whole(table):
    """It stands for the shipped one."""
    phrasebook, trouble = open_phrasebook(table(BOOK).settings)
    assert trouble == ""
    assert phrasebook.match("rummage about").name == "search"
    assert phrasebook.match("search the room") is None


@pytest.mark.parametrize("book", [BROKEN, NEEDLESS])
def test_one_that_cannot_be_used_leaves_the_names(table, book):
    """The shipped phrases are said with the table's own characters and spells."""
    loaded = table(book, "names: {characters: [Borin], spells: [feather fall]}\n")
    phrasebook, trouble = open_phrasebook(loaded.settings)
    assert trouble.startswith("the phrasebook cannot be used, the shipped one is: ")
    assert phrasebook.match("light a torch for borin").slots["holder"] == "Borin"
    assert phrasebook.match("start spell feather fall for ten turns").slots["name"] == "feather fall"


def test_the_trouble_is_told(table):
    """That of the table's own file."""
    _, trouble = open_phrasebook(table(NEEDLESS).settings)
    assert "brew_coffee" in trouble


def test_names_that_nobody_can_say_go_too(table):
    """Phrasebook and names are both at fault: the shipped book as it is."""
    phrasebook, trouble = open_phrasebook(table(BROKEN, 'names: {characters: ["\u02bc"]}\n').settings)
    assert phrasebook.match("search the room").name == "search"
    assert "\u02bc" in trouble
    _, of_names = open_phrasebook(table(BOOK, 'names: {characters: ["\u02bc"]}\n').settings)
    assert "\u02bc" in of_names


def test_a_bound_phrase_that_is_none_is_told_with_its_line(table):
    """Buttons say phrases of the same phrasebook."""
    loaded = table(BOOK, "buttons:\n  search: {press: rummage about}\n  turn:\n    press: next turn\n")
    told = {(problem.line, problem.value) for problem in check_bindings(loaded)}
    assert (5, "next turn") in told
    assert "rummage about" not in {value for _, value in told}


def test_a_broken_phrasebook_makes_no_problem_of_the_buttons(table):
    """What they say may be right: pins, names and rules of the settings must not go with the phrasebook."""
    assert check_bindings(table(BROKEN, "buttons:\n  knock: {pin: 22, press: rummage about}\n")) == ()
