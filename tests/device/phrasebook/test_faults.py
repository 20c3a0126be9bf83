"""Faults of a phrasebook: each is told with file, line and cure, all at once, never as a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.phrasebook import Phrasebook, PhrasebookError, Problem

GOOD = Path(__file__).parents[1] / "inputs" / "speech" / "coffee.yaml"


def faults(path: Path, content: str | bytes) -> tuple[Problem, ...]:
    """Load a faulty book and give what was told."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(PhrasebookError) as told:
        Phrasebook.load(path)
    assert str(told.value) == "\n".join(map(str, told.value.problems))
    assert all(str(path) in str(problem) and problem.cure for problem in told.value.problems)
    return told.value.problems


def sentence(text: str, extra: str = "") -> str:
    """Write a book of one sentence, which stands on line 6."""
    return f"language: en\nintents:\n  a:\n    data:\n      - sentences:\n          - '{text}'\n{extra}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("light (a torch", "lacks a )"),
        ("light [a torch", "lacks a ]"),
        ("light {a torch", "lacks a }"),
        ("light a) torch", "brackets that do not fit"),
        ("()", "empty brackets"),
        ("light {}", "empty brackets"),
        ("light (a|)", "empty choice"),
        ("|", "empty choice"),
        ("[light]", "may be left out whole"),
        ("!?", "may be left out whole"),
        ("light {torches}", "unknown list {torches}; `lists` has n"),
        ("light <a> torch", "unknown rule <a>; `expansion_rules` has r, s"),
        ("<r> home", "rule <r> stands within itself"),
        ("light {n}th", "joins 'th' to the list before it; put a space between"),
        ("light un{n}", "joins {n} to another word; put a space between"),
        ("light {n}{n}", "joins {n} to another word"),
        ("light 1[0] torches", "joins digits across brackets"),
        ("light {9..1:n}", "has the range 9..1"),
        ("(" * 41 + "a" + ")" * 41, "brackets 41 deep; keep them within 40"),
        ("a" * 20_001, "has 20001 characters; keep it within 20000"),
        ("go (" + ";".join(f"[w{i} x]" for i in "abcdefghijklmnop") + ")", "multiplies the phrasebook beyond"),
        ("go " + "[a] " * 1_000, "multiplies the phrasebook beyond"),
    ],
)
def test_a_faulty_template_is_told_by_its_line(tmp_path: Path, text: str, told: str) -> None:
    """The sentence, its line, what is wrong with it and what helps."""
    lists = "lists: {n: {range: {from: 0, to: 9}}}\nexpansion_rules: {r: a <s>, s: b <r>}\n"
    (problem,) = faults(tmp_path / "book.yaml", sentence(text, lists))
    assert problem.line == 6
    assert told in str(problem)


@pytest.mark.parametrize(
    ("content", "line", "told"),
    [
        ("", None, "empty"),
        ("[]", 1, "a phrasebook is a list"),
        ("hello", 1, "a phrasebook is the text 'hello'"),
        ("a: [", 2, "not YAML"),
        ("a:\n\t- b", 2, "not YAML"),
        ("a: b\n c: d", 2, "not YAML"),
        ("[" * 10_000, 1, "not YAML: while increasing flow level exceeded maximum nesting depth"),
        ("a: \x00", 1, "not YAML"),
        (b"a: b\nc: \xff", 2, "byte 0xff is not UTF-8; save the file as UTF-8"),
        (b"x" * 1_000_001, None, "longer than 1,000,000 bytes"),
        ("language: en", None, "has no `intents`"),
        ("language: en\nintents: {}", 2, "`intents` is empty"),
        ("language: en\nintents:", 2, "`intents` is left out"),
        ("language: en\nintents: [a]", 2, "`intents` is a list"),
        ("language: en\nintents: {a: {}}", 2, "intent a has no `data`"),
        ("language: en\nintents:\n  a: {data: []}", 3, "intent a has no sentence"),
        ("language: en\nintents:\n  a: {data: [{}]}", 3, "intent a has no sentence"),
        ("language: en\nintents:\n  a: {data: [{sentences: []}]}", 3, "intent a has no sentence"),
        ("language: en\nintents:\n  a: {data: [{sentences: go}]}", 3, "`sentences` of intent a is the text 'go'"),
        (sentence("go").replace("en", "no"), 1, "'no', which YAML reads as bool; put it in quotes: \"no\""),
        (sentence("go") + "intents: {}", 7, "intents stands twice in a phrasebook (line 3)"),
        (sentence("go") + "skip_words: [please]", 7, "only whole phrases are heard"),
        (sentence("go") + "list: {}", 7, "unknown key 'list'; known there: expansion_rules, groups, intents, language"),
        (sentence("go", "        requires_context: {area: x}\n"), 7, "the box keeps no context"),
        (sentence("go", "        slots: {state: on}\n"), 7, "which YAML reads as bool; put it in quotes"),
        (sentence("go", "lists:\n  n: {}"), 8, "list n needs `values` or `range`"),
        (sentence("go", "lists:\n  n: {values: [a], range: {from: 1, to: 2}}"), 8, "list n needs `values` or `range`"),
        (sentence("go", "lists:\n  n: {wildcard: true}"), 8, "a wildcard takes table talk for a name"),
        (sentence("go", "lists:\n  n: {values: a}"), 8, "`values` of list n is the text 'a'"),
        (sentence("go", "lists:\n  n: {values: [12]}"), 8, "is the number 12; write words, a number in quotes"),
        (sentence("go", "lists:\n  n: {values: [12:30]}"), 8, "'12:30', which YAML reads as int; put it in quotes"),
        (sentence("go", "lists:\n  n: {values: [{out: a}]}"), 8, "has no `in`"),
        (sentence("go", "lists:\n  n: {values: [{in: a, out: 1.5}]}"), 8, "'1.5', which YAML reads as float"),
        (sentence("go", "lists:\n  n: {values: ['(a']}"), 8, "value '(a' of list n lacks a )"),
        (sentence("go", "lists:\n  n: {values: ['{m}'], }\n  m: {values: [a]}"), 8, "unknown list {m}"),
        (sentence("go", "lists:\n  n: {values: ['...']}"), 8, "value '...' of list n has no word in it"),
        (
            sentence("go", "lists:\n  n: {values: [{in: a, out: b}, {in: A, out: c}]}"),
            8,
            "has 'a' for both 'b' and 'c'",
        ),
        (
            sentence("go", "lists:\n  n: {values: ['" + "(a|b) " * 12 + "']}"),
            8,
            "can be said in more than 2000 ways; move it into a sentence or rule",
        ),
        (sentence("go", "groups: {b: turns}"), 7, "`groups` has b, which is no intent"),
        (sentence("go", "groups: {a: [turns]}"), 7, "the heading over a is a list"),
        (sentence("go").replace("data:", "description: 5\n    data:"), 4, "`description` of intent a is the number 5"),
        (sentence("go", "lists:\n  n: {range: {from: 1}}"), 8, "has no `to`"),
        (sentence("go", "lists:\n  n: {range: {from: 5, to: 1}}"), 8, "goes from 5 to 1 in steps of 1"),
        (sentence("go", "lists:\n  n: {range: {from: 1, to: 5, step: 0}}"), 8, "in steps of 0"),
        (sentence("go", "lists:\n  n: {range: {from: a, to: 5}}"), 8, "is not of whole numbers"),
        (sentence("go", "lists:\n  n: {range: {from: 0, to: 1000000}}"), 8, "from -999999 to 999999"),
        (sentence("go", "lists:\n  n: {range: {from: 0, to: 010}}"), 8, "'010', which YAML reads as int"),
        (sentence("go", "lists:\n  n: {range: {from: 0, to: 1, multiplier: 0.5}}"), 8, "numbers are whole"),
        (
            sentence("go", "lists:\n  n: {range: {from: 0, to: 1}}").replace("en", "xx", 1),
            8,
            "not known in the language xx",
        ),
        (sentence("go", "expansion_rules:\n  r: '(a'"), 8, "rule <r> lacks a )"),
    ],
)
def test_a_faulty_file_is_told_by_its_line(tmp_path: Path, content: str | bytes, line: int | None, told: str) -> None:
    """The place, what is wrong there, and what helps."""
    problems = faults(tmp_path / "book.yaml", content)
    assert [problem.line for problem in problems if told in str(problem)] == [line], problems


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    """One reading names every fault, in the order of the lines."""
    content = sentence("go {a}", "          - yes\n  b: {data: 3}\nlists:\n  n: {values: [1, 2]}\n")
    problems = faults(tmp_path / "book.yaml", content)
    assert [problem.line for problem in problems] == [6, 7, 8, 10, 10]


def test_a_faulty_rule_is_blamed_once(tmp_path: Path) -> None:
    """The sentences that use it are not blamed as well."""
    (problem,) = faults(tmp_path / "book.yaml", sentence("go <r>", "expansion_rules:\n  r: '(a'\n"))
    assert problem.line == 8


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    """A missing file, a folder, a pipe, an endless device and a missing language each give a sentence."""
    os.mkfifo(tmp_path / "pipe.yaml")
    missing = ((tmp_path / "none.yaml", "No such file"), (tmp_path / "pipe.yaml", "cannot be read: a pipe"))
    for path, told in (*missing, (tmp_path, "directory"), ("/dev/zero", "longer than")):
        with pytest.raises(PhrasebookError, match=told):
            Phrasebook.load(path)
    with pytest.raises(PhrasebookError, match=r"xx\.yaml: cannot be read: No such file"):
        Phrasebook.load(language="xx")


def test_aliases_do_not_multiply_a_small_file(tmp_path: Path) -> None:
    """A file whose aliases stand for millions of sentences is refused instead of being read out."""
    many = ", ".join(["a"] * 999)
    blocks = ", ".join(["{sentences: *s}"] * 999)
    content = f"language: en\nintents:\n  a: {{data: [{{sentences: &s [{many}]}}, {blocks}]}}\n"
    (problem,) = faults(tmp_path / "book.yaml", content)
    assert "more than 50,000 entries" in str(problem)


@given(st.data())
def test_no_damage_to_a_book_is_a_traceback(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """A book with some characters cut out or put in loads, or tells its faults."""
    text = GOOD.read_text(encoding="utf-8")[:1_500]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    put = data.draw(st.text("()[]{}<>|;:-'\"\\&*!%#\n\t 0aé\x00", max_size=5))
    path = tmp_path_factory.getbasetemp() / "damaged.yaml"
    path.write_text(text[:start] + put + text[end:], encoding="utf-8")
    try:
        Phrasebook.load(path)
    except PhrasebookError as error:
        assert error.problems  # noqa: PT017 - either way is right
