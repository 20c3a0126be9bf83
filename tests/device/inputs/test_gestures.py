"""Gestures against bouncing contacts: every sequence here is edges and times, no pin and no sleep.

The stated window: contacts bounce for at most 12 ms, a disturbance flips the line for less than the
debounce time, and a level that is meant stands for at least 80 ms.
"""

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.device.inputs.gestures import TALK_HOLD_SECONDS, Gesture, Gestures, Timing, timing_for
from delvebox.device.messages import Edge

PLAIN = Timing()
HOLD = Timing(hold_seconds=0.6)
REPEAT = Timing(hold_seconds=0.6, repeat_seconds=0.5)
DOUBLE = Timing(double_seconds=0.3)
BOTH = Timing(hold_seconds=0.6, double_seconds=0.3)
BOUNCE_SECONDS = 0.012
DISTURBANCE_SECONDS = 0.02


def play(timing: Timing, *edges: tuple[float, bool], until: float = 10.0) -> list[tuple[str, float]]:
    """Feed edges (seconds, pressed), polling at every deadline as the session does; kinds with their times."""
    gestures = Gestures({"b": timing})
    told = _run(gestures, edges, until=until, punctual=True)
    return [(gesture.kind, round(gesture.at_seconds, 6)) for gesture in told]


def _run(gestures: Gestures, edges, *, until: float, punctual: bool) -> list[Gesture]:
    told: list[Gesture] = []
    for at, pressed in edges:
        while punctual and (due := gestures.deadline_seconds) is not None and due < at:
            told += gestures.poll(due)
        told += gestures.feed(Edge("b", pressed, at))
    while (due := gestures.deadline_seconds) is not None and due <= until:
        told += gestures.poll(due)
    return told


def test_a_plain_button_acts_on_the_stable_press() -> None:
    """Where nothing but a press is bound, it comes after the debounce time, without waiting for the release."""
    assert play(PLAIN, (1.0, True)) == [("press", 1.025)]
    assert play(PLAIN, (1.0, True), (5.0, False)) == [("press", 1.025)]


def test_a_button_with_a_hold_acts_on_release() -> None:
    """Where a hold is bound, letting go before the hold time is a press."""
    assert play(HOLD, (1.0, True), (1.59, False)) == [("press", 1.615)]


def test_a_hold_is_told_while_still_held_and_its_release_after() -> None:
    """A hold comes at the hold time from the press edge, and its release once let go."""
    assert play(HOLD, (1.0, True), (3.0, False)) == [("hold", 1.6), ("release", 3.025)]


def test_a_hold_that_repeats_goes_on_until_it_is_let_go() -> None:
    """Every half second from the hold on, and never after the hand is gone, whatever the contacts do meanwhile."""
    timing = timing_for(double=False, hold=True, repeat=True)
    told = play(timing, (1.0, True), (3.0, False), (3.004, True), (3.009, False), until=100)
    assert told == [("hold", 1.6), ("repeat", 2.1), ("repeat", 2.6), ("release", 3.034)]
    disturbed = play(timing, (1.0, True), (2.09, False), (2.11, True), (2.7, False), until=100)
    assert disturbed == [("hold", 1.6), ("repeat", 2.11), ("repeat", 2.6), ("release", 2.725)]
    assert play(timing, (1.0, True), (1.5, False)) == [("press", 1.525)]
    assert timing_for(double=False, hold=False, hold_to_talk=True, repeat=True).repeat_seconds is None


def test_a_hold_whose_release_was_lost_repeats_no_longer_than_its_level_stands() -> None:
    """The level is read again before each repeat."""
    level = True
    gestures = Gestures({"b": timing_for(double=False, hold=True, repeat=True)}, read_level=lambda _: level)
    gestures.feed(Edge("b", pressed=True, at_seconds=1.0))
    told = [gesture.kind for at in (1.6, 2.1) for gesture in gestures.poll(at)]
    level = False
    while (due := gestures.deadline_seconds) is not None:
        told += [gesture.kind for gesture in gestures.poll(due)]
    assert told == ["hold", "repeat", "release"]


def test_two_presses_within_the_window_are_a_double_and_nothing_else() -> None:
    """The double comes on the second stable press; neither press nor hold is told beside it."""
    edges = [(1.0, True), (1.1, False), (1.4, True), (9.0, False)]
    assert play(BOTH, *edges) == play(DOUBLE, *edges) == [("double", 1.425)]


def test_a_press_alone_waits_for_the_doubles_window() -> None:
    """Where a double is bound, a press is told when the window after its release has passed."""
    assert play(DOUBLE, (1.0, True), (1.1, False)) == [("press", 1.4)]


def test_a_second_press_after_the_window_is_a_press_of_its_own() -> None:
    """Two presses further apart than the window are two presses."""
    assert play(BOTH, (1.0, True), (1.1, False), (1.41, True), (1.5, False)) == [("press", 1.4), ("press", 1.8)]


def test_a_second_press_begun_within_the_window_settles_after_it() -> None:
    """What counts is when the second press began, not when it was certain."""
    assert play(DOUBLE, (1.0, True), (1.1, False), (1.39, True)) == [("double", 1.415)]


def test_a_double_disturbed_at_the_windows_end_becomes_two_presses() -> None:
    """A second press whose level began only after the window is a press of its own, and may be held."""
    edges = [(1.0, True), (1.1, False), (1.39, True), (1.401, True)]
    assert play(BOTH, *edges) == [("press", 1.426), ("hold", 2.001)]


def test_a_flicker_shorter_than_the_debounce_time_is_nothing() -> None:
    """A line that is disturbed for 24 ms tells nothing, up or down."""
    assert play(PLAIN, (1.0, True), (1.024, False)) == []
    assert play(HOLD, (1.0, True), (1.3, False), (1.324, True), (2.0, False)) == [("hold", 1.6), ("release", 2.025)]


def test_a_release_that_is_unsettled_at_the_hold_time_decides_first() -> None:
    """Let go just before the hold time it is a press, and a bounce there only delays the hold."""
    assert play(HOLD, (1.0, True), (1.59, False)) == [("press", 1.615)]
    assert play(HOLD, (1.0, True), (1.59, False), (1.61, True)) == [("hold", 1.61)]


def test_a_button_that_is_down_at_the_start_waits_for_its_release() -> None:
    """Neither press, hold nor release is told of a button that was held when the box started."""
    for timing in (PLAIN, HOLD, DOUBLE, BOTH):
        gestures = Gestures({"b": timing}, down={"b"})
        assert _run(gestures, [(7.0, False)], until=9, punctual=True) == []
        assert [g.kind for g in _run(gestures, [(9.0, True), (9.1, False)], until=20, punctual=True)] == ["press"]


def test_the_hand_and_the_decision_have_their_own_times() -> None:
    """A gesture says when the hand moved and when it was decided."""
    told = _run(Gestures({"b": HOLD}), [(1.0, True), (3.0, False)], until=9, punctual=True)
    assert [gesture.edge_seconds for gesture in told] == [1.0, 3.0]


def test_a_talk_button_holds_sooner() -> None:
    """Hold to talk opens early, and a press of it is still possible; other holds keep their time."""
    talk = timing_for(double=True, hold=False, hold_to_talk=True, hold_seconds=0.6)
    assert talk.hold_seconds == TALK_HOLD_SECONDS < 0.5
    assert timing_for(double=False, hold=True, hold_seconds=0.7) == Timing(hold_seconds=0.7)
    assert timing_for(double=True, hold=False) == DOUBLE


@pytest.mark.parametrize("name", ["debounce_seconds", "hold_seconds", "double_seconds"])
def test_a_time_must_be_above_zero(name: str) -> None:
    """A time of nothing is an error that names it."""
    with pytest.raises(ValueError, match=f"{name} is 0"):
        Timing(**{name: 0})


def test_an_edge_of_an_unknown_button_is_an_error() -> None:
    """The error names the button and those there are."""
    with pytest.raises(ValueError, match="no button 'c': there are b"):
        Gestures({"b": PLAIN}).feed(Edge("c", pressed=True, at_seconds=1))


def test_buttons_do_not_wait_for_each_other() -> None:
    """Two buttons at once each have their gestures, in order of time."""
    gestures = Gestures({"a": HOLD, "b": PLAIN})
    told = gestures.feed(Edge("a", pressed=True, at_seconds=1.0))
    told += gestures.feed(Edge("b", pressed=True, at_seconds=1.2))
    told += gestures.feed(Edge("a", pressed=False, at_seconds=2.0))
    told += gestures.poll(3.0)
    assert [(g.button, g.kind) for g in told] == [("b", "press"), ("a", "hold"), ("a", "release")]


def test_a_late_poll_tells_the_same_as_a_punctual_one() -> None:
    """A session that was busy for seconds finds the same gestures with the same times in the waiting edges."""
    edges = [(1.0, True), (1.1, False), (1.3, True), (1.4, False), (2.5, True), (4.0, False)]
    late = Gestures({"b": BOTH})
    assert _run(late, edges, until=9, punctual=False) == _run(Gestures({"b": BOTH}), edges, until=9, punctual=True)


def test_a_lost_release_is_found_by_reading_the_level_again() -> None:
    """Where the release edge never came, the level that is read again ends the hold."""
    level = True
    gestures = Gestures({"b": HOLD}, read_level=lambda _: level)
    assert gestures.feed(Edge("b", pressed=True, at_seconds=1.0)) == []
    assert [g.kind for g in gestures.poll(1.6)] == ["hold"]
    level = False
    told: list[Gesture] = []
    while (due := gestures.deadline_seconds) is not None:
        told += gestures.poll(due)
    assert [g.kind for g in told] == ["release"]
    assert told[0].at_seconds < 2.0


def test_a_level_that_is_not_what_the_edges_said_decides_nothing() -> None:
    """A press whose line reads released when it is about to count, with no edge to say since when, is no press."""
    gestures = Gestures({"b": PLAIN}, read_level=lambda _: False)
    gestures.feed(Edge("b", pressed=True, at_seconds=1.0))
    assert gestures.poll(1.025) == []
    assert gestures.deadline_seconds == 1.275
    assert gestures.poll(1.275) == []
    assert gestures.deadline_seconds is None


def test_a_press_that_is_over_before_a_busy_box_looks_is_not_lost() -> None:
    """A late poll reads the button let go while the edge that says so is on its way: it is waited for, and counts."""
    gestures = Gestures({"b": PLAIN}, read_level=lambda _: False)
    gestures.feed(Edge("b", pressed=True, at_seconds=1.0))
    assert gestures.poll(1.12) == []
    assert [g.kind for g in gestures.feed(Edge("b", pressed=False, at_seconds=1.119))] == ["press"]
    assert gestures.poll(1.15) == []
    assert gestures.deadline_seconds is None


def test_two_presses_of_a_busy_box_do_not_become_one() -> None:
    """The same for the release: the next press has begun before its edge is here, and both count."""
    level = True
    gestures = Gestures({"b": PLAIN}, read_level=lambda _: level)
    gestures.feed(Edge("b", pressed=True, at_seconds=1.0))
    assert [g.kind for g in gestures.poll(1.1)] == ["press"]
    gestures.feed(Edge("b", pressed=False, at_seconds=1.12))
    assert gestures.poll(1.25) == []
    gestures.feed(Edge("b", pressed=True, at_seconds=1.24))
    assert [g.kind for g in gestures.poll(1.27)] == ["press"]


def test_an_edge_that_comes_after_its_level_was_read_does_not_shorten_the_debounce() -> None:
    """A late edge of a change that reading the level had already found counts from the reading."""
    level = True
    gestures = Gestures({"b": HOLD}, read_level=lambda _: level)
    gestures.feed(Edge("b", pressed=True, at_seconds=1.0))
    gestures.poll(1.1)
    level = False
    gestures.poll(1.5)
    gestures.feed(Edge("b", pressed=False, at_seconds=1.45))
    assert gestures.deadline_seconds == 1.525
    assert [g.kind for g in gestures.poll(1.525)] == ["press"]


def test_a_level_that_cannot_be_read_leaves_the_edges_in_charge() -> None:
    """Where a pin cannot be read, edges alone decide, and polling does not spin."""
    gestures = Gestures({"b": HOLD}, read_level=lambda _: None)
    gestures.feed(Edge("b", pressed=True, at_seconds=1.0))
    polls = 0
    told: list[Gesture] = []
    while (due := gestures.deadline_seconds) is not None and due < 11:
        told += gestures.poll(due)
        polls += 1
    assert [g.kind for g in told] == ["hold"]
    assert polls < 50


@dataclass
class Hand:
    """One press by a hand: how long, the pause after it, and what contacts and disturbances make of it."""

    long: bool
    far: bool
    down: float
    pause: float
    bounces: tuple[list[float], list[float]]
    disturbances: tuple[tuple[float, float] | None, tuple[float, float] | None] = field(default=(None, None))

    @property
    def down_seconds(self) -> float:
        """Away from the hold time, and from its repeats, by more than bounces and a disturbance can add."""
        repeats, share = divmod(3 * self.down, 1)
        return 0.67 + 0.36 * share + 0.5 * repeats if self.long else 0.09 + 0.3 * self.down

    @property
    def pause_seconds(self) -> float:
        """Away from the double's window likewise."""
        return 0.4 + self.pause if self.far else 0.09 + 0.13 * self.pause


def edges_of(hands: list[Hand]) -> list[tuple[float, bool]]:
    """The raw edges of these presses, bounces and disturbances included, from second 1."""
    edges: list[tuple[float, bool]] = []
    at = 1.0
    for hand in hands:
        for level, seconds, bounces, disturbance in zip(
            (True, False), (hand.down_seconds, hand.pause_seconds), hand.bounces, hand.disturbances, strict=True
        ):
            times = sorted({at, *(at + BOUNCE_SECONDS * share for share in bounces)})
            if len(times) % 2 == 0:
                times.pop()
            edges += [(time, level == (index % 2 == 0)) for index, time in enumerate(times)]
            if disturbance is not None:
                where, width = disturbance
                room = seconds - BOUNCE_SECONDS - DISTURBANCE_SECONDS - 0.002
                start = at + BOUNCE_SECONDS + 0.001 + where * room
                edges += [(start, not level), (start + DISTURBANCE_SECONDS * (0.05 + 0.95 * width), level)]
            at += seconds
    return edges


def expected_of(hands: list[Hand], timing: Timing) -> list[str]:
    """What a person would say these presses are."""
    told: list[str] = []
    waiting = False
    for hand in hands:
        if waiting:
            told.append("double")
            waiting = False
        elif timing.hold_seconds is not None and hand.long:
            told.append("hold")
            if timing.repeat_seconds is not None:
                told += ["repeat"] * int((hand.down_seconds - timing.hold_seconds) / timing.repeat_seconds)
            told.append("release")
        elif timing.double_seconds is not None and not hand.far:
            waiting = True
        else:
            told.append("press")
    return [*told, "press"] if waiting else told


share = st.floats(0, 1, allow_nan=False, width=32)
bounces = st.lists(share, max_size=8)
disturbance = st.none() | st.tuples(share, share)
hands = st.lists(
    st.builds(
        Hand,
        long=st.booleans(),
        far=st.booleans(),
        down=share,
        pause=share,
        bounces=st.tuples(bounces, bounces),
        disturbances=st.tuples(disturbance, disturbance),
    ),
    min_size=1,
    max_size=5,
)
timings = st.sampled_from([PLAIN, HOLD, REPEAT, DOUBLE, BOTH])


@settings(max_examples=400, deadline=None)
@given(hands, timings, st.booleans())
def test_any_bouncing_gives_what_the_hand_did(presses: list[Hand], timing: Timing, punctual: bool) -> None:
    """Whatever contacts and disturbances do within the window, the gestures are those that the hand made."""
    told = _run(Gestures({"b": timing}), edges_of(presses), until=1000, punctual=punctual)
    assert [gesture.kind for gesture in told] == expected_of(presses, timing)
    times = [gesture.at_seconds for gesture in told]
    assert times == sorted(times)
    assert all(gesture.edge_seconds <= gesture.at_seconds for gesture in told)


@pytest.mark.parametrize(
    "timing", [PLAIN, HOLD, REPEAT, DOUBLE, BOTH], ids=["plain", "hold", "repeat", "double", "both"]
)
def test_ten_thousand_bounces_and_no_gesture_false_or_lost(timing: Timing) -> None:
    """A night of play on bad contacts: 10,000 bounces, and every gesture is the hand's."""
    chance = random.Random(17)  # noqa: S311 - a fixed sequence for a test
    presses: list[Hand] = []
    bounced = 0
    while bounced < 10_000:
        burst = tuple([chance.random() for _ in range(2 * chance.randint(1, 4))] for _ in "du")
        noise = tuple(chance.choice([None, (chance.random(), chance.random())]) for _ in "du")
        presses.append(
            Hand(chance.random() < 0.3, chance.random() < 0.5, chance.random(), chance.random(), burst, noise)  # type: ignore[arg-type]
        )
        bounced += sum(map(len, burst))
    told = _run(Gestures({"b": timing}), edges_of(presses), until=1e9, punctual=True)
    assert [gesture.kind for gesture in told] == expected_of(presses, timing)


@settings(max_examples=200, deadline=None)
@given(hands, timings, st.data())
def test_edges_lost_in_a_full_queue_never_make_a_button_stick(
    presses: list[Hand], timing: Timing, data: st.DataObject
) -> None:
    """With the level read again, any loss of edges leaves every button up soon after the hand is gone."""
    edges = edges_of(presses)
    kept = data.draw(st.lists(st.booleans(), min_size=len(edges), max_size=len(edges)))
    after = edges[-1][0] + 2
    edges += [(after, True), (after + 0.1, False)]
    level = False
    gestures = Gestures({"b": timing}, read_level=lambda _: level)
    told: list[Gesture] = []
    for (at, pressed), keep in zip(edges, [*kept, True, True], strict=True):
        while (due := gestures.deadline_seconds) is not None and due < at:
            told += gestures.poll(due)
        level = pressed
        told += gestures.feed(Edge("b", pressed, at)) if keep else []
    while (due := gestures.deadline_seconds) is not None:
        assert due < after + 1.5, "still waiting for a hand that is gone"
        told += gestures.poll(due)
    kinds = [gesture.kind for gesture in told]
    assert kinds.count("hold") == kinds.count("release")
    assert [(g.kind, g.edge_seconds) for g in told if g.at_seconds > after] == [("press", after)]


def test_undecided_is_what_a_hand_began_and_time_has_not_told() -> None:
    """From the first edge to the gesture; a hold that was told is decided, whatever its release does."""
    gestures = Gestures({"plain": PLAIN, "both": BOTH})
    assert not gestures.undecided
    gestures.feed(Edge("plain", True, 1.0))
    assert gestures.undecided
    gestures.poll(1.025)
    assert not gestures.undecided
    gestures.feed(Edge("both", True, 2.0))
    gestures.poll(2.1)
    assert gestures.undecided
    gestures.poll(2.6)
    assert not gestures.undecided
    gestures.feed(Edge("both", False, 3.0))
    gestures.poll(3.025)
    assert not gestures.undecided
    gestures.feed(Edge("both", True, 4.0))
    gestures.feed(Edge("both", False, 4.1))
    gestures.poll(4.2)
    assert gestures.undecided
    gestures.poll(4.4)
    assert not gestures.undecided
