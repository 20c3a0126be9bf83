"""What a box with pages tells of its ear, lamp, buzzer and light, and what it gives to pages that hear."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from delvebox.device.bootstrap import Box
from delvebox.device.browsing.hello import hello_of
from delvebox.device.browsing.pages import Pages
from delvebox.device.clock import VirtualClock
from delvebox.device.inputs.speech.meter import Reading
from delvebox.device.lent_sound import LEVEL_SECONDS, LentSound
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Typed
from delvebox.device.wishes import Wishes

STEP_SECONDS = 8.0


class Own:
    """The box's own microphone, whose sound is the test's."""

    def __init__(self) -> None:
        self.on_block: Callable[[bytes, int, int], None] = lambda *_block: None

    def open(self, _name: str | None, on_block: Callable[[bytes, int, int], None]) -> Own:
        self.on_block = on_block
        return self

    def check(self) -> None:
        """It always gives sound."""

    def close(self) -> None:
        """As the stream's."""


def test_the_level_is_told_as_often_as_an_eye_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whichever microphone is heard, and only while somebody looks; the ear gets every block."""
    now = [100.0]
    monkeypatch.setattr("delvebox.device.lent_sound.time.monotonic", lambda: now[0])
    own, readings, heard = Own(), list[Reading](), list[bytes]()
    lent = LentSound(own.open)
    lent.open_microphone(None, lambda pcm, _rate, _channels: heard.append(pcm))
    loud = (np.sin(np.arange(480) / 5) * 16_000).astype("<i2").tobytes()
    own.on_block(loud, 16_000, 1)
    lent.on_level = readings.append
    for _ in range(10):
        own.on_block(loud, 16_000, 1)
        now[0] += LEVEL_SECONDS / 4
    assert len(heard) == 11
    assert len(readings) == 3
    assert -12 < readings[-1].level_db < -6


class Played:
    """A box on mock pins, with pages that note what they are told; nobody runs its loop but `settle`."""

    def __init__(self, folder: Path, settings: str, *, sound: bool = False) -> None:
        file = folder / "settings.yaml"
        file.write_text(f"web: {{port: 0}}\nvoice: {{device: none such}}\n{settings}")
        self.clock = VirtualClock()
        self.pages = Pages()
        self.lent = self.pages.lent
        pages, wishes = self.pages, Wishes(folder, file, seed=3, pins="mock", sound=sound)
        told = {"on_lamp": pages.on_lamp, "on_buzz": pages.on_buzz}
        self.box = Box(wishes, self.clock, Mailbox(), pages.observe, pages.on_frame, **told, lent=pages.lent)
        self.address = pages.open(self.box)
        self._page = pages._fanout.join(lambda: None, "box")
        self.box.start()
        self.settle()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pages.close()
        self.box.close()

    def settle(self) -> None:
        """Handle what waits, and draw it."""
        self.box.session.drain()
        assert self.box.screen.flush(STEP_SECONDS)

    def type(self, text: str) -> None:
        """Type a phrase."""
        self.box.mailbox.put(Typed(text))
        self.settle()

    def told(self, kind: str) -> list[dict[str, Any]]:
        """What a page was told of this kind since the last look."""
        read = [json.loads(text) for text in self.pages._fanout.take(self._page)]
        return [message for message in read if message["kind"] == kind]


def test_the_panels_light_is_told(tmp_path: Path) -> None:
    """After its minutes the panel is dim, then dark, and a page shows it so."""
    with Played(tmp_path, "panel: {dim_minutes: 2, sleep_minutes: 5}\n") as played:
        assert played.told("panel")[-1]["light"] == "bright"
        for seconds, light in ((121, "dim"), (200, "dark")):
            played.clock.advance(seconds)
            played.settle()
            assert played.told("panel")[-1]["light"] == light
        played.type("status")
        assert played.told("panel")[-1]["light"] == "bright"


@pytest.mark.parametrize("dims", [True, False])
def test_the_lamp_breathes_where_the_boxs_own_does(tmp_path: Path, dims: bool) -> None:
    """A lamp that cannot be dimmed blinks slowly, in the page as on the box."""
    with Played(tmp_path, f"lamp: {{dims: {str(dims).lower()}}}\n") as played:
        assert played.told("lamp")[0]["breathes"] is dims


def test_a_buzzer_is_told_when_it_sounds(tmp_path: Path) -> None:
    """Once for what it understood, once when it begins to ask, with its beats; a box without a buzzer tells none."""
    with Played(tmp_path, "buzzer: {pin: 27}\n") as played:
        played.type("end the delve")
        buzzes = [(each["pattern"], len(each["beats"])) for each in played.told("buzz")]
        assert buzzes == [("understood", 1), ("asking", 3)]
    with Played(tmp_path, "buzzer: {pin: null}\n") as played:
        played.type("end the delve")
        assert played.told("buzz") == []


def test_a_page_knows_what_the_box_has(tmp_path: Path) -> None:
    """A silent run has neither ear nor voice for it, a box without a lamp shows none."""
    with Played(tmp_path, "lamp: {pin: null}\n") as played:
        hello = hello_of(played.box)
    assert not hello["lamp"]
    assert hello["sound"] == {"voice": False, "ear": False}


@pytest.mark.parametrize(
    ("ways", "sound"),
    [("hold", {"voice": True, "ear": True}), ("", {"voice": True, "ear": False})],
)
def test_a_run_with_sound_has_both_as_the_settings_say(tmp_path: Path, ways: str, sound: dict[str, bool]) -> None:
    """Even where the machine has neither microphone nor loudspeaker: those are the page's."""
    with Played(tmp_path, f"speech: {{microphone: none such, ways: [{ways}]}}\n", sound=True) as played:
        assert hello_of(played.box)["sound"] == sound


def test_what_is_said_goes_to_the_pages_in_the_place_of_the_loudspeaker(tmp_path: Path) -> None:
    """On mock pins the page is the machine's loudspeaker: the sentence is waited for there and nowhere else."""
    with Played(tmp_path, "speech: {microphone: none such}\n", sound=True) as played:
        speakers, came = played.lent.speakers, threading.Event()
        speaker = speakers.join(came.set)
        played.type("status")
        assert came.wait(STEP_SECONDS)
        number = 0
        while not played.box.narrator.flush(0.05):
            for frame in speakers.take(speaker):
                assert isinstance(frame, bytes)
                number = int.from_bytes(frame[4:8], "little")
            speakers.heard(speaker, number)
        assert number >= 1
