"""Devices that take few rates, stereo devices, replugging and a missing PortAudio, on a stand-in for sounddevice."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from delvebox.device.sound import (
    SoundError,
    devices_changed,
    input_devices,
    open_input,
    open_output,
    portaudio,
    rates_of,
)


class StreamStandIn:
    """A stream of the stand-in: remembers what it was opened with; the test calls its callback."""

    def __init__(self, card: Card, arguments: dict[str, Any]) -> None:
        self.card = card
        self.arguments = arguments
        self.callback: Callable[..., None] = arguments["callback"]
        self.active = False
        self.closed = False

    def start(self) -> None:
        self.active = True

    def stop(self, **_: bool) -> None:
        self.active = False

    abort = stop

    def close(self) -> None:
        self.active, self.closed = False, True


class Card:
    """sounddevice with one card that takes only certain rates and channel counts."""

    class PortAudioError(Exception):
        """As sounddevice's: a text and PortAudio's number."""

    class CallbackStop(Exception):  # noqa: N818 - sounddevice's name
        """Raised by a callback that has nothing more to play."""

    def __init__(self) -> None:
        self.names = ["Stick"]
        self.rates = {44_100}
        self.channels = {2}
        self.error = -9997
        self.tried: list[tuple[int, int]] = []
        self.streams: list[StreamStandIn] = []
        self.initialised = 0
        self.default = SimpleNamespace(device=(0, 0))
        self._found = list(self.names)

    def query_devices(self) -> list[dict[str, Any]]:
        return [
            {
                "name": name,
                "index": at,
                "max_input_channels": 2,
                "max_output_channels": 2,
                "default_samplerate": 44_100.0,
            }
            for at, name in enumerate(self._found)
        ]

    def _exit_handler(self) -> None:
        raise AssertionError("it would be called at the process's end, and may hang")

    def _terminate(self) -> None:
        assert all(stream.closed for stream in self.streams), "PortAudio ended with streams open"

    def _initialize(self) -> None:
        self.initialised += 1
        self._found = list(self.names)

    def _stream(self, **arguments: Any) -> StreamStandIn:
        kind = (arguments["samplerate"], arguments["channels"])
        self.tried.append(kind)
        if arguments["samplerate"] not in self.rates or arguments["channels"] not in self.channels:
            raise self.PortAudioError("Invalid sample rate", self.error)
        self.streams.append(StreamStandIn(self, arguments))
        return self.streams[-1]

    RawInputStream = RawOutputStream = _stream

    def check_input_settings(self, **arguments: Any) -> None:
        kind = (arguments["samplerate"], arguments["channels"])
        self.tried.append(kind)
        if arguments["samplerate"] not in self.rates or arguments["channels"] not in self.channels:
            raise self.PortAudioError("Invalid sample rate", self.error)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[Card]:
    """The stand-in in the place of sounddevice, with a library that has not yet loaded it."""
    card = Card()
    monkeypatch.setitem(sys.modules, "sounddevice", card)  # type: ignore[arg-type]
    monkeypatch.setattr(portaudio.library, "_module", None)
    monkeypatch.setattr(portaudio.library, "streams", set())
    yield card
    for stream in list(portaudio.library.streams):
        stream.let_go()


def nothing(_block: bytes, _rate_hz: int, _channels: int) -> None:
    """Take a block and do nothing with it."""


def test_a_microphone_is_opened_at_the_first_rate_that_it_takes(card: Card) -> None:
    """16 kHz first, then the device's own rate, each in mono before stereo; the stream says which.

    What the card says it does not take is never opened: starting it might hang for ever.
    """
    with open_input(None, nothing) as stream:
        assert (stream.rate_hz, stream.channels) == (44_100, 2)
    asked = [(16_000, 1), (16_000, 2), (44_100, 1), (44_100, 2)]
    assert card.tried == [*asked, (44_100, 2)]


def test_a_microphone_that_takes_no_rate_is_told(card: Card) -> None:
    """All rungs of the ladder are tried, each once; then a sentence names the device and the cure."""
    card.rates = set()
    with pytest.raises(SoundError, match=r'microphone "Stick" cannot be opened \(.*: see whether another program'):
        open_input(None, nothing)
    assert len(card.tried) == len(set(card.tried)) == 6


def test_the_rates_that_work_are_known_without_opening(card: Card) -> None:
    """Those of the usual ones that it takes with any number of channels that would be tried."""
    card.rates = {8_000, 44_100}
    (device,) = input_devices()
    assert rates_of(device) == (8_000, 44_100)
    assert card.streams == []


def test_a_dead_device_is_asked_for_one_rate(card: Card) -> None:
    """It takes none, and the others are not asked for: each question to a hung service lasts half a minute."""
    card.rates, card.error = set(), -9985
    (device,) = input_devices()
    assert rates_of(device) == ()
    assert len(card.tried) == 1


def test_a_dead_device_is_tried_once(card: Card) -> None:
    """An error that no other rate can cure ends the ladder: each try at a hung service lasts half a minute."""
    card.rates, card.error = set(), -9985
    with pytest.raises(SoundError):
        open_input(None, nothing)
    assert len(card.tried) == 1


def test_a_stereo_loudspeaker_at_another_rate_plays_mono_sound_right(card: Card) -> None:
    """A sentence at 22,050 Hz lasts as long at 44,100 Hz, and is the same on both channels."""
    with open_output(None, 22_050) as out:
        assert (out.rate_hz, out.channels) == (44_100, 2)
        out.play(array("h", [1000] * 2205).tobytes(), 22_050)
        played = bytearray(44_100)
        card.streams[-1].callback(played, 0, None, None)
    samples = array("h", bytes(played))
    assert samples[0::2] == samples[1::2]
    assert sum(sample > 500 for sample in samples[0::2]) == pytest.approx(4410, abs=20)


def test_a_microphone_plugged_in_later_is_found(card: Card) -> None:
    """With nothing open, listing and opening look anew."""
    assert [device.name for device in input_devices()] == ["Stick"]
    card.names.append("Table")
    with open_input("table", nothing) as stream:
        assert stream.name == "table"
    card.names.remove("Stick")
    assert [device.name for device in input_devices()] == ["Table"]


def test_a_device_whose_number_has_changed_is_found_by_its_name(card: Card) -> None:
    """After a reboot or a replug the numbers are dealt anew: the name means the same device."""
    assert len(input_devices()) == 1
    card.names = ["Stick", "Table"]
    with open_input("table", nothing):
        pass
    card.names = ["Camera", "Table", "Stick"]
    with open_input("stick", nothing), open_input("table", nothing):
        pass
    assert [stream.arguments["device"] for stream in card.streams] == [1, 2, 1]


def test_a_card_that_comes_is_noticed_without_a_look(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything was looked at there is no news; then each change is news until somebody looks."""
    assert not devices_changed()
    input_devices()
    assert not devices_changed()
    monkeypatch.setattr(portaudio, "_cards", lambda: "another card")
    assert devices_changed()
    input_devices()
    assert not devices_changed()


def test_looking_anew_opens_again_what_was_open(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a loudspeaker is open, a new sound card is found by closing it for that moment, and only then."""
    monkeypatch.setattr(portaudio, "_cards", lambda: "one card")
    portaudio.library.get()
    with open_output(None, 44_100) as out:
        card.names.append("Table")
        looks = card.initialised
        with pytest.raises(SoundError, match='no microphone is named "table"'):
            open_input("table", nothing)
        assert card.initialised == looks, "no new card: not worth a gap in what is open"
        monkeypatch.setattr(portaudio, "_cards", lambda: "two cards")
        with open_input("table", nothing):
            assert card.initialised == looks + 1
            assert [stream.closed for stream in card.streams] == [True, False, False]
        out.play(b"\1\0" * 100, 44_100)
        block = bytearray(4)
        card.streams[1].callback(block, 0, None, None)
        assert bytes(block) == b"\1\0\1\0"


def test_a_microphone_lost_while_looking_anew_is_told_by_its_check(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other device's user made the look; the lost one's user learns it at the next check."""
    with open_input("stick", nothing) as stream:
        card.names = ["Other"]
        monkeypatch.setattr(portaudio, "_cards", lambda: "another card")
        assert [device.name for device in input_devices()] == ["Other"]
        with pytest.raises(SoundError, match='no microphone is named "stick"'):
            stream.check()


def test_a_missing_sounddevice_is_told_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the box runs without the package."""
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(portaudio.library, "_module", None)
    with pytest.raises(SoundError, match=r"sounddevice is missing .*: pip install sounddevice"):
        open_output(None, 22_050)


def test_a_missing_portaudio_is_told_with_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sounddevice raises a bare OSError where the system's library is missing."""

    class Finder:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    monkeypatch.setattr(portaudio.library, "_module", None)
    with pytest.raises(SoundError, match=r"PortAudio cannot be loaded \(.*: apt install libportaudio2"):
        input_devices()
