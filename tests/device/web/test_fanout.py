"""What the box tells reaches every page that reads, and waits for none."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from delvebox.device.web.fanout import Fanout
from delvebox.device.web.hands import Hands
from delvebox.device.web.protocol import ROLES, Moved, RefusedMessageError


def kinds(texts: Iterable[str]) -> list[str]:
    """The kinds of messages."""
    return [json.loads(text)["kind"] for text in texts]


def test_a_new_page_is_told_what_stands() -> None:
    """It gets the newest of each kind that stands, and nothing that came once and is over."""
    fanout = Fanout()
    fanout.tell("panel", {"bits": "old"})
    fanout.tell("trouble", {"text": "once"}, stands=False)
    fanout.tell("panel", {"bits": "new"})
    fanout.tell("said", {"text": "hello"})
    told = fanout.take(fanout.join(lambda: None))
    assert kinds(told) == ["panel", "said"]
    assert json.loads(told[0])["bits"] == "new"


def test_a_page_is_woken_once_for_all_that_waits() -> None:
    """However much is told, the server's loop is woken again only after it took what waits."""
    fanout = Fanout()
    woken: list[str] = []
    page = fanout.join(lambda: woken.append("woken"))
    for number in range(5):
        fanout.tell("said", {"text": str(number)})
    assert len(woken) == 2, "once for joining, once for the first of five"
    assert len(fanout.take(page)) == 5
    fanout.tell("said", {"text": "more"})
    assert len(woken) == 3


def test_a_page_that_does_not_read_is_dropped_and_the_others_are_told() -> None:
    """Its queue is bounded; it is let go of, woken to hear so, and every other page misses nothing."""
    fanout = Fanout(most_waiting=3)
    woken: list[str] = []
    asleep = fanout.join(lambda: woken.append("asleep"))
    awake = fanout.join(lambda: None)
    read: list[str] = []
    for number in range(6):
        fanout.tell("said", {"text": str(number)}, stands=False)
        read += fanout.take(awake)
    assert len(read) == 6
    assert asleep.dropped
    assert not awake.dropped
    assert len(fanout) == 1
    assert len(fanout.take(asleep)) <= 3
    assert woken == ["asleep"] * 3, "joining, the first that waited, and the drop"


def test_who_left_is_told_nothing() -> None:
    """After `leave` its loop, which may be gone, is not woken."""
    fanout = Fanout()
    woken: list[str] = []
    page = fanout.join(lambda: woken.append("woken"))
    fanout.leave(page)
    fanout.tell("said", {"text": "hello"})
    assert woken == ["woken"]


class Wire:
    """What a button's far end was driven to."""

    def __init__(self) -> None:
        self.moves: list[tuple[str, bool]] = []

    def drive(self, button: str, *, pressed: bool) -> None:
        """Write it down."""
        self.moves.append((button, pressed))


def test_a_button_is_down_while_any_page_holds_it() -> None:
    """Two fingers on one button are one press: it comes up with the last."""
    wire = Wire()
    hands = Hands(("turn", "rest"), wire.drive)
    hands.move("one", Moved("turn", pressed=True))
    hands.move("two", Moved("turn", pressed=True))
    hands.move("one", Moved("turn", pressed=False))
    assert wire.moves == [("turn", True)]
    hands.move("two", Moved("turn", pressed=False))
    assert wire.moves == [("turn", True), ("turn", False)]


def test_what_a_lost_page_held_comes_up() -> None:
    """A talk button is not held for ever by a phone that went to sleep; other pages' fingers stay."""
    wire = Wire()
    hands = Hands(("turn", "rest"), wire.drive)
    hands.move("one", Moved("turn", pressed=True))
    hands.move("two", Moved("rest", pressed=True))
    hands.let_go("one")
    assert wire.moves == [("turn", True), ("rest", True), ("turn", False)]


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ([Moved("turn", pressed=False)], "is up already"),
        ([Moved("turn", pressed=True), Moved("turn", pressed=True)], "is down already"),
        ([Moved("trun", pressed=True)], "no button 'trun': there are turn, rest"),
    ],
)
def test_moves_out_of_order_are_refused(moves: list[Moved], why: str) -> None:
    """Up before down, down twice, no such button: refused, and no pin is moved by it."""
    wire = Wire()
    hands = Hands(("turn", "rest"), wire.drive)
    *before, last = moves
    for move in before:
        hands.move("one", move)
    moved = list(wire.moves)
    with pytest.raises(RefusedMessageError, match=why):
        hands.move("one", last)
    assert wire.moves == moved


def test_a_click_is_held_for_as_long_as_a_finger_would() -> None:
    """What comes quicker than a bounce waits its time, up after down and down after up; other buttons do not."""
    now = [100.0]
    hands = Hands(("turn", "rest"), Wire().drive, shortest_seconds=0.045, now_seconds=lambda: now[0])
    down, up = Moved("turn", pressed=True), Moved("turn", pressed=False)
    assert hands.due_seconds("one", down) == 0
    hands.move("one", down)
    now[0] += 0.01
    assert hands.due_seconds("one", up) == pytest.approx(0.035)
    assert hands.due_seconds("one", Moved("rest", pressed=True)) == 0
    now[0] += 0.035
    hands.move("one", up)
    assert hands.due_seconds("one", down) == pytest.approx(0.045)
    now[0] += 3
    assert hands.due_seconds("one", down) == 0
    hands.move("one", down)
    hands.let_go("one")
    assert hands.due_seconds("one", down) == 0


def test_real_buttons_cannot_be_pressed_from_a_page() -> None:
    """A real wire has no far end here."""
    with pytest.raises(RefusedMessageError, match="press them by hand"):
        Hands(("turn",), None).move("one", Moved("turn", pressed=True))


def test_each_role_is_told_its_own() -> None:
    """What is more than a role may know never waits for it, early or late."""
    fanout = Fanout()
    early = {role: fanout.join(lambda: None, role) for role in ROLES}
    fanout.tell("page", {"rows": "for players"})
    fanout.tell("sheet", {"boxes": 3})
    fanout.tell("history", {"new": 1}, later={"all": 2})
    fanout.tell("state", {"state": {"turn": 1}})
    late = {role: fanout.join(lambda: None, role) for role in ROLES}
    told = {role: (kinds(fanout.take(early[role])), fanout.take(late[role])) for role in ROLES}
    assert {role: at_once for role, (at_once, _) in told.items()} == {
        "box": [],
        "gm": ["sheet", "history"],
        "table": ["page"],
        "stream": ["state"],
    }
    assert json.loads(told["gm"][1][1]) == {"v": 1, "kind": "history", "all": 2}
    assert kinds(told["table"][1]) == ["page"]
    assert told["box"][1] == []


def test_what_is_costly_is_made_once_and_only_for_who_takes_it() -> None:
    """Whoever tells does not make it; however many pages take it, it is made for the first of them."""
    fanout, made = Fanout(), []

    def make() -> dict[str, int]:
        made.append("made")
        return {"boxes": 3}

    pages = [fanout.join(lambda: None, "gm") for _ in range(3)]
    fanout.tell("sheet", make)
    assert made == []
    taken = {text for page in pages for text in fanout.take(page)}
    assert taken | set(fanout.take(fanout.join(lambda: None, "gm"))) == taken
    assert len(taken) == 1
    assert made == ["made"]
