"""The narration file: whole for every event, reason, question and message, and checked with lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.outputs.narration import Narration, NarrationError
from delvebox.device.outputs.narration import book as book_module
from delvebox.device.outputs.narration.event_fields import event_classes
from delvebox.device.outputs.narration.fields import BOX
from delvebox.engine import events
from delvebox.engine.refusal import REASONS, Refusal

SHIPPED = Path(book_module.__file__).parent / "en.yaml"


def problems(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    """The problems of the shipped file with some text replaced."""
    text = SHIPPED.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NarrationError) as caught:
        Narration.read(path)
    return [str(problem) for problem in caught.value.problems]


def line_of(text: str) -> int:
    """The line of the shipped file that holds `text`."""
    return next(number for number, line in enumerate(SHIPPED.read_text().splitlines(), 1) if text in line)


def test_every_event_class_of_the_engine_has_an_entry() -> None:
    """By reflection: loading checks every subclass of Event, so that a new one cannot be forgotten."""
    Narration.load("en")
    assert {kind.__name__ for kind in event_classes().values()} == {
        kind.__name__ for kind in events.Event.__subclasses__()
    }
    text = SHIPPED.read_text()
    assert all(f"\n  {name}:" in text for name in event_classes())


def test_an_event_without_a_sentence_is_told(tmp_path: Path) -> None:
    """It must be said or be silent in so many words."""
    told = problems(tmp_path, ('  note_added: "noted"\n', ""))
    assert told == [f"line {line_of('events:')}: events: no sentence for note_added: write one, or note_added: silent"]


def test_everything_wrong_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    """A wrong field, an unknown event, an unknown reason, a section that is none, a word that is no text."""
    told = problems(
        tmp_path,
        ('say: "{kind} doused"', 'say: "{lamp} doused"'),
        ('note_added: "noted"', 'note_addded: "noted"'),
        ('any: "{say}"', 'any: "{say}"\n  too_late: "late"'),
        ("ordinals: [first,", "ordinals: [1,"),
        ('linger: "lingering"', "linger: 5"),
    )
    assert len(told) == 6
    assert any("no field lamp here: there are number, kind, holder, turns_left" in each for each in told)
    assert any(f"line {line_of('note_added')}: events.note_addded: note_addded is not said" in each for each in told)
    assert any("refusals.too_late: no such reason" in each for each in told)
    assert any("ordinals: is a list of words" in each for each in told)
    assert any("words.linger: is a text" in each for each in told)


def test_yaml_traps_are_told(tmp_path: Path) -> None:
    """A key twice, and a bare `no` that YAML takes for false."""
    told = problems(tmp_path, ('answer: "no"', "answer: no"), ("party_split:", "party_rejoined:"))
    assert any("yaml reads no as false" in each for each in told)
    assert any("stands twice" in each for each in told)


def test_what_is_read_has_one_text(tmp_path: Path) -> None:
    """The panel says one thing whenever it is the same; what is said may vary."""
    told = problems(tmp_path, ('fast: "fast"', 'fast: ["fast", "quick"]'))
    assert told == [
        f"line {line_of('  fast: ')}: panel.fast: has one text: what is shown does not vary, keep one of the list"
    ]


def test_a_variant_that_is_never_said_is_told(tmp_path: Path) -> None:
    """Behind one that always fits."""
    told = problems(
        tmp_path,
        ('note_added: "noted"', 'note_added: [{say: "noted"}, {when: {rising: true}, say: "on"}, {say: "kept"}]'),
    )
    assert any(
        "events.note_added: variant 1 has no condition, so that none after it is ever said" in each for each in told
    )


def test_a_file_that_is_no_narration_is_told(tmp_path: Path) -> None:
    """Not there, not UTF-8, not YAML, empty."""
    with pytest.raises(NarrationError, match=r"xx\.yaml: cannot be read .*: there are de"):
        Narration.load("xx")
    path = tmp_path / "mine.yaml"
    for content in (b"\xff\xfe", b"events: [", b"", b"- 1"):
        path.write_bytes(content)
        with pytest.raises(NarrationError, match=r"mine\.yaml"):
            Narration.read(path)


def test_the_box_is_never_silent_where_it_speaks_of_itself(tmp_path: Path) -> None:
    """The session tells these without looking."""
    assert any("box.listening" in each for each in problems(tmp_path, ('listening: "listening"', "listening: silent")))


@pytest.mark.parametrize("reason", REASONS)
def test_a_refusal_is_said_in_the_engines_words(reason: str) -> None:
    """Why, and what can be said instead."""
    cue = Narration.load().refusal(Refusal(reason, "combat: say combat over first"))
    assert (cue.text, cue.priority) == ("Combat: say combat over first.", "answer")


def test_a_refusal_may_have_a_sentence_of_its_own(tmp_path: Path) -> None:
    """By its reason."""
    path = tmp_path / "mine.yaml"
    path.write_text(SHIPPED.read_text().replace('any: "{say}"', 'any: "{say}"\n  suspended: "first the fight"'))
    narration = Narration.read(path)
    assert narration.refusal(Refusal("suspended", "combat")).text == "First the fight."
    assert narration.refusal(Refusal("already", "it is on")).text == "It is on."


@pytest.mark.parametrize("message", BOX)
def test_every_message_of_the_box_is_a_sentence(message: str) -> None:
    """With numbers for its fields."""
    cue = Narration.load().box(message, **dict.fromkeys(BOX[message][1], 10))
    assert cue.text[0].isupper()
    assert cue.text[-1] in ".?!"
    assert cue.topic == f"box {message}"
