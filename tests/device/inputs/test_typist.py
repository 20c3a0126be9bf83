import queue
import threading

import pytest

from delvebox.device.inputs import typist as module
from delvebox.device.inputs.typist import MockButtons, Typist, function_keys
from delvebox.device.messages import Ordered, Stop, Typed
from delvebox.device.outputs.narration import Narration
from delvebox.device.pins import PinsError
from delvebox.engine.commands import AddNote

TELL = Narration.load("en").console


class Hand:
    """Stands in for mock buttons: keeps every move, and lets a test wait for one."""

    def __init__(self) -> None:
        self.moves: queue.Queue[tuple[str, bool]] = queue.Queue()
        self.broken = False

    def __call__(self, button: str, *, pressed: bool) -> None:
        """Note a move."""
        if self.broken:
            raise PinsError("pin 5 cannot be driven: it is real")
        self.moves.put((button, pressed))

    def next(self) -> tuple[str, bool]:
        """The next move, waited for."""
        return self.moves.get(timeout=5)


@pytest.fixture
def hand() -> Hand:
    """A hand on two buttons."""
    return Hand()


@pytest.fixture
def said() -> queue.Queue[Typed | Ordered | Stop]:
    """What the session is told."""
    return queue.Queue()


@pytest.fixture
def typist(hand: Hand, said: queue.Queue[Typed | Ordered | Stop]) -> Typist:
    """Somebody at the keyboard."""
    return Typist(said.put_nowait, MockButtons(hand, ("turn", "rest"), {"f1": "turn", "f2": "rest"}), TELL)


def test_a_line_is_said(typist: Typist, said: queue.Queue[Typed | Ordered | Stop]) -> None:
    """A typed line goes to the session as it stands, without what could not be shown."""
    assert typist.take("  Search the\x1b room \t\r") is None
    assert said.get_nowait() == Typed("Search the room")


def test_a_note_is_any_words(typist: Typist, said: queue.Queue[Typed | Ordered | Stop]) -> None:
    """`note TEXT` is the one command that no phrase can list; the longest note of the rules has room in a line."""
    assert typist.take("  note Die Tür hat\x1b ein Gesicht:  search the room ") is None
    assert said.get_nowait() == Ordered(AddNote("Die Tür hat ein Gesicht: search the room"))
    assert typist.take(f"note {'x' * 500}") is None
    assert said.get_nowait() == Ordered(AddNote("x" * 500))
    assert typist.take("note ") == "note: give note TEXT, such as note a door with a face"
    assert typist.take("notes are useful") is None
    assert said.get_nowait() == Typed("notes are useful")


def test_an_empty_line_says_nothing(typist: Typist, said: queue.Queue[Typed | Ordered | Stop]) -> None:
    """Blank lines and lines of control characters are nothing."""
    for line in ("", "   \t", "\x00\x1b"):
        assert typist.take(line) is None
    assert said.empty()


def test_press_is_a_short_press_on_the_wire(typist: Typist, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    """`press NAME` presses the mock button and lets it go by itself."""
    monkeypatch.setattr(module, "PRESS_SECONDS", 0.01)
    assert typist.take("press turn") is None
    assert [hand.next(), hand.next()] == [("turn", True), ("turn", False)]


def test_a_press_typed_while_the_one_before_is_under_way_is_a_second_one(typist: Typist, hand: Hand) -> None:
    """Two lines of a script or a quick hand are two presses, with time between them, whoever is busy."""
    assert typist.take("press turn") is None
    assert typist.take("press turn") is None
    assert [hand.next() for _ in range(4)] == [("turn", True), ("turn", False)] * 2


def test_presses_of_two_buttons_keep_their_order(typist: Typist, hand: Hand) -> None:
    """One that counts when it is let go is not overtaken by the next, which counts at once."""
    assert typist.take("press rest") is None
    assert typist.take("press turn") is None
    assert [hand.next() for _ in range(4)] == [("rest", True), ("rest", False), ("turn", True), ("turn", False)]


def test_a_press_of_a_button_that_is_held_is_answered(typist: Typist, hand: Hand) -> None:
    """It cannot be pressed, which is said: nothing that was typed is dropped without a word."""
    assert typist.take("hold turn 60") is None
    assert typist.take("press turn") == "press: turn is held down: say it again once it is let go"
    typist.toggle("rest")
    assert typist.take("hold rest 2") == "hold: rest is held down: say it again once it is let go"
    assert [hand.next(), hand.next()] == [("turn", True), ("rest", True)]
    assert hand.moves.empty()
    typist.close()


def test_hold_keeps_the_button_down_for_its_time(typist: Typist, hand: Hand) -> None:
    """`hold NAME SECONDS` keeps the button down until its time, and a press meanwhile is not a second one."""
    assert typist.take("hold turn 60") is None
    assert hand.next() == ("turn", True)
    assert typist.is_down("turn")
    typist.press("turn")
    assert typist.take("hold rest 0.01") is None
    assert [hand.next(), hand.next()] == [("rest", True), ("rest", False)]
    assert hand.moves.empty()
    typist.close()
    assert hand.next() == ("turn", False)
    typist.close()
    assert hand.moves.empty()
    assert not any(isinstance(thread, threading.Timer) and thread.name == "turn" for thread in threading.enumerate())


def test_a_toggled_button_stays_down_until_it_is_struck_again(typist: Typist, hand: Hand) -> None:
    """A key for talking opens with one stroke and closes with the next."""
    typist.toggle("turn")
    assert typist.is_down("turn")
    typist.toggle("turn")
    assert not typist.is_down("turn")
    assert [hand.next(), hand.next()] == [("turn", True), ("turn", False)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("press", "press: give press NAME or hold NAME SECONDS; the buttons are turn, rest"),
        ("press turn now", "press: give press NAME or hold NAME SECONDS; the buttons are turn, rest"),
        ("hold turn", "hold: give press NAME or hold NAME SECONDS; the buttons are turn, rest"),
        ("press tern", "press: no button 'tern': there are turn, rest"),
        ("hold turn soon", "hold: 'soon' is no time: give seconds above 0, at most 60"),
        ("hold turn 0", "hold: '0' is no time: give seconds above 0, at most 60"),
        ("hold turn 61", "hold: '61' is no time: give seconds above 0, at most 60"),
        ("hold turn nan", "hold: 'nan' is no time: give seconds above 0, at most 60"),
        ("x" * 511, "a line of 511 characters is too long: give at most 510"),
    ],
)
def test_a_line_that_cannot_be_done_is_answered(
    typist: Typist, hand: Hand, said: queue.Queue[Typed | Ordered | Stop], line: str, sentence: str
) -> None:
    """The answer names what is wrong and what would do; nothing is moved or said."""
    assert typist.take(line) == sentence
    assert hand.moves.empty()
    assert said.empty()


def test_real_buttons_are_not_pressed_from_the_keyboard(said: queue.Queue[Typed | Ordered | Stop]) -> None:
    """Where pins are real, `press` is answered, not said to the phrasebook."""
    typist = Typist(said.put_nowait, None, TELL)
    assert typist.take("press turn") == "press: the buttons here are real ones: press them by hand"
    typist.press("turn")
    typist.toggle("turn")
    typist.close()
    assert said.empty()


def test_a_button_that_cannot_be_driven_is_answered(
    typist: Typist, hand: Hand, caplog: pytest.LogCaptureFixture
) -> None:
    """A pin that refuses is told, and its button does not count as down; at the end it is only logged."""
    hand.broken = True
    assert typist.take("press turn") == "pin 5 cannot be driven: it is real"
    assert not typist.is_down("turn")
    hand.broken = False
    typist.toggle("turn")
    hand.broken = True
    typist.close()
    assert "the button turn was not let go" in caplog.text


def test_a_full_queue_is_the_callers_to_answer(typist: Typist) -> None:
    """A line that the session cannot take is not taken."""
    full: queue.Queue[Typed | Ordered | Stop] = queue.Queue(1)
    busy = Typist(full.put_nowait, None, TELL)
    busy.take("search the room")
    with pytest.raises(queue.Full):
        busy.take("search the room")
    with pytest.raises(queue.Full):
        busy.stop("ctrl-c at the console")


def test_buttons_are_on_the_function_keys() -> None:
    """The first twelve buttons have a key each."""
    assert function_keys(["turn", "search"]) == {"f1": "turn", "f2": "search"}
    assert list(function_keys([str(number) for number in range(20)])) == [f"f{number}" for number in range(1, 13)]
