"""The sound devices there are, and the one that a name means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .portaudio import SoundError, library

Kind = Literal["input", "output"]
NOUNS: dict[Kind, str] = {"input": "microphone", "output": "loudspeaker"}


@dataclass(frozen=True, slots=True)
class SoundDevice:
    """A device as PortAudio lists it: its number may change whenever the list is made anew."""

    name: str
    number: int
    channels: int
    rate_hz: int
    default: bool = False


def devices_changed() -> bool:
    """Whether a sound card was plugged in or pulled since the devices were looked at; a sound server's do not count."""
    return library.cards_changed


def input_devices() -> list[SoundDevice]:
    """The microphones there are now, in PortAudio's order.

    Raises:
        SoundError: PortAudio is missing or will not start.
    """
    library.refresh()
    return _known("input")


def output_devices() -> list[SoundDevice]:
    """The loudspeakers there are now, in PortAudio's order.

    Raises:
        SoundError: PortAudio is missing or will not start.
    """
    library.refresh()
    return _known("output")


def find_device(name: str | None, kind: Kind) -> SoundDevice:
    """The device of that name, whole or in part, upper or lower case; None is the system's default.

    The devices are looked at anew first where they may have changed: by a stale list a name would mean the
    device that has its old number now.

    Raises:
        SoundError: there is none, or several have the name in part (they are listed).
    """
    with library.held():
        library.refresh()
        return choose_device(_known(kind), name, kind)


def choose_device(devices: Sequence[SoundDevice], name: str | None, kind: Kind) -> SoundDevice:
    """The one of `devices` that `name` means.

    Raises:
        SoundError: none or several fit.
    """
    noun = NOUNS[kind]
    if not devices:
        raise SoundError(f"no {noun} found", f"plug in a {noun}, or see whether the sound service runs")
    if name is None:
        return next((each for each in devices if each.default), devices[0])
    wanted = name.casefold().strip()
    fitting = [each for each in devices if each.name.casefold() == wanted]
    fitting = fitting or [each for each in devices if wanted in each.name.casefold()]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise SoundError(f'no {noun} is named "{name}"', f"plug it in, or name one of {_listed(devices)}")
    raise SoundError(f'"{name}" fits several {noun}s', f"name one of {_listed(fitting)}")


def _known(kind: Kind) -> list[SoundDevice]:
    """The devices found at PortAudio's last initialisation."""
    with library.held():
        module = library.get()
        try:
            default = module.default.device[kind == "output"]
            return [
                SoundDevice(
                    name=each["name"],
                    number=each["index"],
                    channels=each[f"max_{kind}_channels"],
                    rate_hz=int(each["default_samplerate"]),
                    default=each["index"] == default,
                )
                for each in module.query_devices()
                if each[f"max_{kind}_channels"] > 0
            ]
        except module.PortAudioError as error:
            raise SoundError(f"the sound devices cannot be listed ({error})", "start the box again") from error


def _listed(devices: Sequence[SoundDevice]) -> str:
    return ", ".join(f'"{each.name}"' for each in devices)
