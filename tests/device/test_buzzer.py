"""The buzzer of a whole box: what begins is heard once, has its sign on the panel, and is quiet when asked to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.bootstrap import Box
from delvebox.device.clock import VirtualClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import PartChanged, Typed, Utterance
from delvebox.device.outputs.patterns import BUZZES
from delvebox.device.wishes import Wishes


class Table:
    """A box on mock pins with a buzzer, and what the buzzer was given to sound."""

    def __init__(self, folder: Path, settings: str, monkeypatch: pytest.MonkeyPatch) -> None:
        file = folder / "delvebox.yaml"
        file.write_text(f"buzzer: {{pin: 27}}\n{settings}")
        self.clock = VirtualClock()
        self.box = Box(Wishes(folder, file, seed=3, pins="mock", sound=False), self.clock, Mailbox(), lambda _: None)
        self.sounded: list[str] = []
        if self.box._buzzer is not None:
            monkeypatch.setattr(self.box._buzzer._beats, "show", self.sounded.append)
        self.box.start()
        self.box.session.drain()

    def put(self, *messages: object) -> list[str]:
        """Let the session handle messages; what sounded meanwhile."""
        self.sounded.clear()
        for message in messages:
            self.box.mailbox.offer(message)  # type: ignore[arg-type]
            self.box.session.drain()
        return list(self.sounded)

    @property
    def panel(self) -> str:
        return " | ".join(self.box.announcer.panel.page.lines())


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes a table with settings; its box is closed afterwards."""
    tables: list[Table] = []

    def make(settings: str = "") -> Table:
        tables.append(Table(tmp_path, settings, monkeypatch))
        return tables[-1]

    yield make
    for each in tables:
        each.box.close()


def test_every_sound_has_its_sign_on_the_panel(table) -> None:
    """Each of the buzzer's sounds, and what the panel shows with it."""
    told = table("voice: {enabled: false}")
    signs: dict[str, str] = {}

    def hear(sound: str, sign: str, *messages: object) -> None:
        assert sound in told.put(*messages), (sound, told.panel)
        assert sign in told.panel
        signs[sound] = sign

    hear("understood", "heard: light a torch", Typed("light a torch"))
    hear("not_understood", "Not understood", Typed("make me a sandwich"))
    hear("asking", "new delve?", Typed("new delve"))
    told.put(Typed("no"))
    hear("low_light", "torch 1", Typed("torch minus five"))
    hear("danger", "danger", Typed("boxes to five"), Typed("next turn"), *[Typed("next turn")] * 5)
    told.clock.advance(10)  # a trouble is shown once other news have been read
    hear("fault", "no microphone", PartChanged("microphone", working=False, sentence="no microphone"))
    for name in ("light", "rest"):
        told.box.buttons.drive(name, pressed=True)
        told.box.session.drain()
    told.clock.advance(0.1)
    hear("shutting_down", "Switching off in", PartChanged("x", working=True))
    assert set(signs) == set(BUZZES)


@pytest.mark.parametrize(
    ("settings", "sounds"),
    [
        ("", ["not_understood"]),
        ("voice: {enabled: false}", ["not_understood"]),
        ("voice: {tones: false}", []),
        ("voice: {volume: 0}", []),
    ],
)
def test_the_buzzer_is_quiet_without_tones_and_at_volume_0(settings: str, sounds: list[str], table) -> None:
    """A box without a voice is not one without sound: a buzzer is what it has."""
    assert table(settings).put(Utterance((), "hold", 0.0, 1.0, 0.0)) == sounds


def test_turning_the_volume_down_quiets_it_and_louder_brings_it_back(table) -> None:
    """From the next sound on."""
    told = table("voice: {volume: 10}")
    assert told.put(Typed("softer"), Typed("how much light")) == ["understood"]
    assert told.put(Typed("louder"), Typed("how much light")) == ["understood"]


def test_a_buzzer_whose_pin_is_taken_is_told_and_the_box_runs(tmp_path: Path, monkeypatch, table) -> None:
    """As a lamp."""
    from delvebox.device.pins import Pins, PinsError

    output = Pins.output

    def taken(self, pin, part, **more):
        if part == "buzzer":
            raise PinsError("pin 27 cannot be used (busy): another program uses it: stop that program")
        return output(self, pin, part, **more)

    monkeypatch.setattr(Pins, "output", taken)
    told = table()
    assert "buzzer" in told.panel
    told.put(Typed("next turn"))
    assert told.box.session.state.completed == 1
