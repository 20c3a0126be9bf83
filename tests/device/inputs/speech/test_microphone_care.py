"""The care of a microphone, on a clock of the test's own: when it is tried again, and what is told."""

from __future__ import annotations

import pytest

from delvebox.device.inputs.speech import microphone_care
from delvebox.device.inputs.speech.microphone_care import MicrophoneCare
from delvebox.device.messages import PartChanged
from delvebox.device.sound import SoundError

GONE = SoundError("microphone is gone", "see whether it is still plugged in")
LOST, WORKS = PartChanged("microphone", working=False, sentence=str(GONE)), PartChanged("microphone", working=True)


class Desk:
    """A microphone that may be pulled, and who cares for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.plugged = True
        self.card_came = False
        self.tries: list[float] = []
        self.told: list[PartChanged] = []
        monkeypatch.setattr(microphone_care.time, "monotonic", lambda: self.now)
        self.care = MicrophoneCare(
            self.open,
            None,
            lambda *_: None,
            self.put,
            lambda _trouble: None,
            devices_changed=lambda: self.card_came,
        )

    def put(self, message: object) -> None:
        assert isinstance(message, PartChanged)
        self.told.append(message)

    def open(self, _name: str | None, _on_block: object) -> Desk:
        self.tries.append(self.now)
        self.card_came = False  # it was looked at
        self.check()
        return self

    def check(self) -> None:
        if not self.plugged:
            raise GONE

    def close(self) -> None:
        """Nothing is held."""

    def wait(self, seconds: float) -> None:
        """Time passes in the listener's steps."""
        for _ in range(round(seconds / 0.1)):
            self.care.look_after()
            self.now += 0.1


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A desk whose microphone gives sound."""
    desk = Desk(monkeypatch)
    desk.wait(1)
    desk.care.gave_sound()
    assert desk.told == [WORKS]
    desk.told.clear()
    desk.tries.clear()
    return desk


def test_a_lost_one_is_tried_again_with_growing_pauses(desk: Desk) -> None:
    """Told once; half a second, then twice as long each time, up to eight."""
    desk.plugged = False
    desk.wait(60)
    pauses = [round(later - earlier) for earlier, later in zip(desk.tries, desk.tries[1:], strict=False)]
    assert pauses[:4] == [1, 2, 4, 8]
    assert set(pauses[3:]) == {8}
    assert desk.told == [LOST]


def test_a_card_that_is_plugged_in_is_tried_at_once(desk: Desk) -> None:
    """Whoever plugs a microphone in again does not wait for the longest pause."""
    desk.plugged = False
    desk.wait(40)
    plugged_at = desk.now
    desk.plugged = desk.card_came = True
    desk.wait(1)
    assert desk.tries[-1] - plugged_at <= 0.6
    desk.care.gave_sound()
    assert desk.told == [LOST, WORKS]


def test_a_card_that_is_not_ready_yet_is_tried_soon_again(desk: Desk) -> None:
    """The kernel knows of it before it can be opened: the pauses begin anew."""
    desk.plugged = False
    desk.wait(40)
    desk.card_came = True
    came_at = desk.now
    desk.wait(4)
    assert len([at for at in desk.tries if at > came_at]) >= 3


def test_while_it_works_nobody_looks_for_cards(desk: Desk) -> None:
    """Another card that comes is no reason to touch the one that is open."""
    desk.card_came = True
    desk.wait(10)
    assert desk.tries == []
