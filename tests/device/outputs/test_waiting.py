"""Which cue is said next, and which is dropped."""

from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.messages import Cue
from delvebox.device.outputs.breaths import LONGEST_SECONDS, seconds_at_most
from delvebox.device.outputs.tones import TONES, Tone
from delvebox.device.outputs.waiting import MOST_WAITING, PRIORITIES, Waiting

RATE = 165
"""Words a minute."""


def said(waiting: Waiting) -> list[str]:
    """The texts in the order in which they would be said."""
    texts = []
    while (cue := waiting.take(RATE)) is not None:
        texts.append(cue.name if isinstance(cue, Tone) else cue.text)
    return texts


def test_danger_is_said_before_what_was_asked_before_the_turn() -> None:
    """The order is that of weight, whatever came first."""
    waiting = Waiting()
    waiting.add(Cue("turn", "turn", "turn"))
    waiting.add(Cue("danger", "danger", "danger"))
    waiting.add(Cue("answer", "answer", "answer"), most=3)
    assert said(waiting) == ["danger", "answer", "turn"]


def test_a_later_cue_of_the_same_topic_makes_the_waiting_one_stale() -> None:
    """Nobody hears of turn four after turn five."""
    waiting = Waiting()
    waiting.add(Cue("turn four", "turn", "turn"))
    assert [cue.text for cue in waiting.add(Cue("turn five", "turn", "turn"))] == ["turn four"]
    assert said(waiting) == ["turn five"]


def test_of_three_the_least_is_dropped_and_of_equals_the_oldest() -> None:
    """No more than two wait."""
    waiting = Waiting()
    for text in ("old", "newer", "newest"):
        waiting.add(Cue(text, "turn", text))
    assert said(waiting) == ["newer", "newest"]
    for text, priority in (("danger", "danger"), ("turn", "turn"), ("answer", "answer")):
        waiting.add(Cue(text, priority, text))
    assert said(waiting) == ["danger", "answer"]


def test_colour_is_dropped_for_what_waits_already() -> None:
    """A cue may be the one that is dropped for itself."""
    waiting = Waiting()
    waiting.add(Cue("danger", "danger", "danger"))
    waiting.add(Cue("turn", "turn", "turn"))
    assert [cue.text for cue in waiting.add(Cue("colour", "colour", "colour"))] == ["colour"]


@given(st.lists(st.builds(Cue, st.text(), st.sampled_from(PRIORITIES), st.sampled_from("abcd"))))
def test_whatever_comes_the_bound_the_order_and_the_topics_hold(cues: list[Cue]) -> None:
    """At most two wait, in order of weight, one a topic; nothing vanishes without being told."""
    waiting, dropped = Waiting(), []
    for cue in cues:
        dropped += waiting.add(cue)
        assert len(waiting) <= MOST_WAITING
    left = []
    while (cue := waiting.take(RATE)) is not None:
        left.append(cue)
    assert left == sorted(left, key=lambda cue: PRIORITIES.index(cue.priority))
    assert len({cue.topic for cue in left}) == len(left)
    assert len(dropped) + len(left) == len(cues)


def test_the_newest_tone_comes_before_every_cue() -> None:
    """It answers at once, and takes no cue's place."""
    waiting = Waiting()
    for text in ("one", "two"):
        waiting.add(Cue(text, "danger", text))
    waiting.tone = TONES["open"]
    waiting.tone = TONES["understood"]
    assert len(waiting) == 3
    assert said(waiting) == ["understood", "one", "two"]
    waiting.tone = TONES["open"]
    waiting.clear()
    assert not waiting


LONG = " ".join(f"Sentence {number} of an answer that goes on for a while." for number in range(6))


def test_a_long_cue_waits_with_its_rest_while_its_beginning_is_said() -> None:
    """Nothing of it lasts longer than a breath, and nothing is lost."""
    waiting = Waiting()
    waiting.add(Cue(LONG, "answer", "status"))
    pieces = said(waiting)
    assert len(pieces) > 1
    assert " ".join(pieces) == LONG
    assert all(seconds_at_most(piece, RATE) <= LONGEST_SECONDS for piece in pieces)


def test_what_weighs_more_comes_before_the_rest_of_a_long_cue() -> None:
    """And the rest before what weighs as much."""
    waiting = Waiting()
    waiting.add(Cue(LONG, "answer", "status"))
    assert waiting.take(RATE) != Cue(LONG, "answer", "status")
    waiting.add(Cue("Not now.", "answer", "refusal"), most=3)
    waiting.add(Cue("Danger: hazard.", "danger", "danger"), most=3)
    texts = said(waiting)
    assert texts[0] == "Danger: hazard."
    assert texts[-1] == "Not now."


def test_a_later_cue_of_its_topic_makes_the_rest_stale() -> None:
    """Whoever asks the next question has heard enough of the answer; so has who is told of danger in its middle."""
    waiting = Waiting()
    for forget in (lambda: waiting.add(Cue("No light burns.", "answer", "status")), lambda: waiting.forget("status")):
        waiting.add(Cue(LONG, "answer", "status"))
        waiting.take(RATE)
        (rest,) = forget()
        assert LONG.endswith(rest.text)
    assert said(waiting) == []
