"""What hands and mouths do to a box that listens: held for ever, tapped like a drum, muted and undone in mid word."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.messages import Fact, Heard, Played, Typed
from delvebox.engine.records import type_name

from .killed_children import spoken
from .live_box import wait_until
from .talked_box import NARRATOR, QUIET, RECOGNISER, TalkedBox

pytestmark = [pytest.mark.speech, pytest.mark.timeout(120)]  # each box loads the model

Start = Callable[..., TalkedBox]


@pytest.fixture
def start(tmp_path: Path, speech_model: Path) -> Iterator[Start]:
    """Starts a box with lines of a settings file, and ends it with the test."""
    started: list[TalkedBox] = []

    def one(settings: str = "") -> TalkedBox:
        started.append(TalkedBox(tmp_path, settings).__enter__())
        return started[-1]

    yield one
    for box in started:
        box.__exit__(None, None, None)


def heard(facts: list[Fact]) -> list[tuple[str, str, str]]:
    """Way, words and reason of what was heard."""
    return [(fact.source, fact.verdict.text, fact.verdict.reason) for fact in facts if isinstance(fact, Heard)]


def played(facts: list[Fact]) -> list[str]:
    """The commands that were played."""
    return [type_name(type(fact.entry.command)) for fact in facts if isinstance(fact, Played)]


def until_heard(box: TalkedBox, text: str, since: int = 0) -> None:
    """Wait until these words were heard."""
    box.until(lambda facts: text in [words for _, words, _ in heard(facts)], f"{text!r} is heard", since)


def hold(box: TalkedBox) -> None:
    """Put a finger on the talk button, until the box listens."""
    box.box.buttons.drive("talk", pressed=True)
    wait_until(lambda: box.talks_by_button and box.box.announcer.signs.listening, "the ear opens")


def let_go(box: TalkedBox) -> None:
    """Take it away, with a second of quiet after."""
    box.box.buttons.drive("talk", pressed=False)
    wait_until(lambda: not box.talks_by_button, "the finger is gone")
    box.hear(QUIET)


def test_a_button_held_for_ten_minutes_is_one_utterance_and_then_a_button_again(start: Start) -> None:
    """Something lies on it: what was said at first counts after half a minute, later nothing; let go, it works."""
    box = start()
    hold(box)
    box.hear(spoken("search the room"))
    for _ in range(40):
        box.hear(QUIET)
    box.until(lambda facts: len(heard(facts)) == 1, "the window closes by itself")
    for _ in range(560):
        box.hear(QUIET)
    box.hear(spoken("light a torch"))
    let_go(box)
    assert [source for source, *_ in heard(box.facts)] == ["hold"]
    assert played(box.facts) == ["take_action"]
    outcome = box.talk(spoken("light a torch"))
    assert outcome.verdict is not None
    assert outcome.verdict.text == "light a torch"


def test_a_drummed_button_does_nothing_but_open_and_close_the_ear(start: Start) -> None:
    """Twenty taps in a row: no command, no trouble; the next tap hears as ever."""
    box = start("speech: {ways: [hold, tap]}\nbuttons: {talk: {double: null}}")
    for _ in range(20):
        for pressed in (True, False):
            box.box.buttons.drive("talk", pressed=pressed)
            box.hear(QUIET[:1920])
            time.sleep(0.06)  # as quick as a finger drums
    for _ in range(8):
        box.hear(QUIET)
    wait_until(lambda: not box.box.announcer.signs.listening, "the ear closes")
    assert {reason for *_, reason in heard(box.facts)} <= {"silence"}
    since = len(box.facts)
    for pressed in (True, False):
        box.box.buttons.drive("talk", pressed=pressed)
        time.sleep(0.06)
    wait_until(lambda: box.box.announcer.signs.listening, "the ear opens")
    box.hear(spoken("light a torch"))
    box.hear(QUIET)
    until_heard(box, "light a torch", since)


def test_all_ways_to_talk_at_once_are_all_understood(start: Start) -> None:
    """Where the box listens always, the wake phrase is no part of the command; button and tap have their windows."""
    box = start("speech: {ways: [hold, tap, wake, open]}\nbuttons: {talk: {double: null}}")
    for said, text in (("light a torch", "light a torch"), ("hey lantern, combat", "combat"), ("hey lantern", None)):
        since = len(box.facts)
        box.hear(QUIET + spoken(said) + QUIET)
        if text:
            until_heard(box, text, since)
        box.until_settled()
    since = len(box.facts)
    for pressed in (True, False):
        box.box.buttons.drive("talk", pressed=pressed)
        time.sleep(0.06)  # a tap
    wait_until(lambda: not box.box.gestures.undecided, "it is known as a tap")
    box.until_settled()
    box.hear(spoken("combat over") + QUIET)
    until_heard(box, "combat over", since)
    since = len(box.facts)
    hold(box)
    box.hear(spoken("status"))
    let_go(box)
    until_heard(box, "status", since)
    assert [each for each in heard(box.facts) if each[1]] == [
        ("open", "light a torch", "phrase"),
        ("open", "combat", "phrase"),
        ("tap", "combat over", "phrase"),
        ("hold", "status", "phrase"),
    ]


def test_muted_in_mid_word_nothing_of_it_is_heard(start: Start) -> None:
    """Whoever mutes means at once; listened to again, the box hears what is said from then on."""
    box, sound = start(), spoken("search the room")
    hold(box)
    box.hear(sound[: len(sound) // 4 * 2])
    box.box.mailbox.put(Typed("mute"))
    until_heard(box, "mute")
    wait_until(lambda: not box.box.announcer.signs.listening, "the ear closes")
    box.hear(sound[len(sound) // 4 * 2 :])
    let_go(box)
    box.box.mailbox.put(Typed("listen again"))
    until_heard(box, "listen again")
    assert box.talk(sound).verdict is not None
    assert [source for source, *_ in heard(box.facts)] == ["console", "console", "hold"]
    assert played(box.facts) == ["take_action"]


def test_what_hands_do_while_the_recogniser_hangs_is_done_at_once(start: Start) -> None:
    """Undo and a button are played before what was said is given up; then the table is told to say it again."""
    box = start()
    box.box.mailbox.put(Typed("search the room"))
    until_heard(box, "search the room")
    hold(box)
    box.hear(spoken("light a torch"))
    assert box.send(signal.SIGSTOP, RECOGNISER)
    let_go(box)
    box.box.mailbox.put(Typed("undo"))
    until_heard(box, "undo")
    box.box.buttons.drive("turn", pressed=True)
    until_heard(box, "next turn")
    box.until(lambda facts: len(heard(facts)) == 4, "the utterance is given up")
    assert [(source, reason) for source, _, reason in heard(box.facts)] == [
        ("console", "phrase"),
        ("console", "phrase"),
        ("button turn", "phrase"),
        ("hold", "trouble"),
    ]


def test_closed_while_both_children_hang_it_closes(start: Start) -> None:
    """Somebody speaks, and neither recogniser nor narrator answers any more: nobody waits for them."""
    box = start()
    hold(box)
    box.hear(spoken("light a torch"))
    for child in (RECOGNISER, NARRATOR):
        assert box.send(signal.SIGSTOP, child)
    box.box.mailbox.put(Typed("status"))
    let_go(box)
