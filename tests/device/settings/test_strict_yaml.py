"""The reader: what it takes, and that every odd text is a problem with its line, never a traceback."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from delvebox.device.settings.problems import Problem
from delvebox.device.settings.scalars import BareWord, Spoiled
from delvebox.device.settings.strict_yaml import read_document


def problems_of(text: str) -> list[tuple[int | None, str]]:
    """Line and sentence of every problem."""
    return [(problem.line, problem.text) for problem in read_document(text).problems]


def only_problem(text: str) -> Problem:
    """The one problem that the text has."""
    problems = read_document(text).problems
    assert len(problems) == 1, problems
    return problems[0]


def test_values_and_lines_are_read() -> None:
    """Words, numbers, lists and sections come as plain values, each with its line."""
    document = read_document(
        'language: en\nvoice:\n  rate: 165\n  enabled: true\n  device: null\nnames:\n  spells: [bless, "no"]\n'
        "panel: {address: 0x3c}\ngestures:\n  hold_seconds: 0.6\n"
    )
    assert document.problems == []
    assert document.values == {
        "language": "en",
        "voice": {"rate": 165, "enabled": True, "device": None},
        "names": {"spells": ("bless", "no")},
        "panel": {"address": 60},
        "gestures": {"hold_seconds": 0.6},
    }
    assert document.lines["voice", "device"] == 5
    assert document.lines["names", "spells", "1"] == 7


@pytest.mark.parametrize(
    ("written", "yaml_reads"),
    [
        ("yes", "true"),
        ("No", "false"),
        ("True", "true"),
        ("FALSE", "false"),
        ("12:30", "base of sixty"),
        ("1:30.5", "base of sixty"),
        ("010", "octal number 8"),
        ("-017", "octal number -15"),
        ("0b11", "number"),
        ("1_000", "number"),
        ("1_0.5", "number"),
        (".5", "number"),
        ("5.", "number"),
        ("1.5e+3", "number"),
        (".inf", "number"),
        (".NaN", "number"),
        ("2024-01-31", "date"),
        ("2024-01-31 10:00:00", "date"),
        ("~", "null"),
        ("NULL", "null"),
        ("=", "default"),
        ("123456789012345678901", "number"),
    ],
)
def test_what_yaml_bends_is_an_error_that_shows_the_quotes(written: str, yaml_reads: str) -> None:
    """A bare value that YAML turns into something else is told with its line and can be quoted as the cure says."""
    document = read_document(f"language: en\nvoice:\n  device: {written}\n")
    told = document.problems
    assert [problem.line for problem in told] == [3]
    assert told[0].path == ("voice", "device")
    assert told[0].value == written
    assert yaml_reads in told[0].text
    assert f'"{written}"' in told[0].text
    assert isinstance(document.values["voice"]["device"], Spoiled)
    assert read_document(f'voice:\n  device: "{written}"\n').values == {"voice": {"device": written}}


@pytest.mark.parametrize("word", ["on", "off"])
def test_bare_on_and_off_are_left_to_the_key(word: str) -> None:
    """Some of the rules take the words on and off; the reader keeps the word and the trouble for all other keys."""
    document = read_document(f"a: {word}\n")
    assert document.problems == []
    value = document.values["a"]
    assert isinstance(value, BareWord)
    assert (value.text, f'"{word}"' in value.trouble) == (word, True)


def test_a_bent_value_inside_a_list_is_told_in_its_line() -> None:
    """Each item of a list is looked at, in either way of writing one."""
    assert [line for line, _ in problems_of("a:\n- no\n- x\n- 010\nb: [y,\n  yes]\n")] == [2, 4, 6]


def test_a_bent_key_is_told() -> None:
    """`no:` as a button's name would be false: it is told and shown quoted."""
    problem = only_problem("buttons:\n  no: {pin: 5}\n")
    assert (problem.line, problem.path) == (2, ("buttons", "no"))
    assert '"no"' in problem.text
    assert only_problem("12: x\n").line == 1
    assert read_document('"no": x\n').problems == []


def test_a_key_that_stands_twice_names_both_lines() -> None:
    """The second of two equal keys is told; the first one's value is kept."""
    document = read_document("voice:\n  rate: 100\nlamp: {}\nvoice:\n  rate: 200\n  volume: no\n")
    assert [(each.line, each.path) for each in document.problems] == [(4, ("voice",)), (6, ("voice", "volume"))]
    assert "line 1" in document.problems[0].text
    assert document.values["voice"] == {"rate": 100}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: &x 1\n", 1, "anchor"),
        ("a: 1\nb: *x\n", 2, "alias"),
        ("a: 1\nb:\n  <<: {c: 1}\n", 3, "merge key"),
        ("a: !!str 5\n", 1, "tag"),
        ("a:\n- !mine x\n", 2, "tag"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("- a\n- b\n", 1, "must hold keys"),
        ("hello\n", 1, "must hold keys"),
        ("? [a]\n: b\n", 1, "a key must be one word"),
        ("a:\n\tb: 1\n", 2, "tab"),
        ("a: 1\nb: c: d\n", 2, "colon"),
        ("a:\n  b: 1\n c: 2\n", 3, "indent"),
        ('a: 1\nb: "never closed\nc: 3\n', 2, "never closed"),
        ("a: [1, 2\nb: 3\n", 2, "list"),
        ("a: {b: 1\n", 2, "mapping"),
        ("a: 1\nb: %x\n", 2, "%"),
        ("a: @x\n", 1, "@"),
        ('a: "\\q"\n', 1, "backslash"),
        ("a: 1\nb 2\nc: 3\n", 2, "colon"),
        ("%YAML 9.0\n---\na: 1\n", 1, "not yaml"),
    ],
)
def test_odd_texts_are_told_with_their_line(text: str, line: int, said: str) -> None:
    """What a settings file cannot use, and what is no YAML at all, is one sentence with its line."""
    problem = only_problem(text)
    assert problem.line == line, problem
    assert said in problem.text


def test_what_stands_above_a_broken_line_is_still_checked() -> None:
    """A file that stops being YAML half-way still has its earlier errors told in the same run."""
    assert [line for line, _ in problems_of("a: yes\nb: 010\nc: d: e\n")] == [1, 2, 3]


def test_aliases_cannot_make_a_file_grow() -> None:
    """Ten levels of ten aliases each: told as they stand, never followed."""
    text = "a: &a [x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join(['*' + above] * 9)}]\n"
        for above, name in zip("abcdefghi", "bcdefghij", strict=True)
    )
    assert len(problems_of(text)) == 10 + 9 * 9


@pytest.mark.parametrize("bracket", ["[", "{a: "])
def test_deep_nesting_is_told(bracket: str) -> None:
    """Ten thousand brackets are one problem, found at once."""
    problem = only_problem("a: " + bracket * 10_000)
    assert "nested deeper" in problem.text
    assert problem.line == 1


def test_a_text_without_a_key_is_no_problem() -> None:
    """A file of comments is the defaults."""
    assert read_document("# nothing\n").values == {}
    assert read_document("# nothing\n").problems == []
    assert read_document("---\n...\n").problems == []


@given(st.text(alphabet=st.sampled_from("ab:- \n[]{}'\"#&*!|>%@`\t01,?~<=.")))
@example("? \n? a")
@example("a: |\n b\n\t")
@example(": a")
@example("!")
@example("&a")
@example("*a")
def test_no_text_brings_the_reader_down(text: str) -> None:
    """Whatever is written, the answer is values and problems."""
    document = read_document(text)
    assert document.whole or document.problems
    assert all(problem.line is None or problem.line >= 1 for problem in document.problems)
