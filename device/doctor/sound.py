"""Microphones, loudspeakers, and the voice; at last the box speaks a phrase and hears itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ..inputs.speech.audio import Converter
from ..outputs.voice import VoiceError, voice_of
from ..settings import Settings
from ..sound import SoundDevice, SoundError, choose_device, input_devices, open_input, open_output, output_devices
from .finding import Finding, fault, ok, warning

SPOKEN_VOLUME = 100
AFTER_SECONDS = 0.5
"""Recorded after the last sample was played: the room, and what the microphone's driver still holds."""
FIRST_SOUND_SECONDS = 2.0
LONGEST_SECONDS = 15.0

Sound = tuple[bytes, int]
"""16-bit mono samples and their rate in Hz."""


def microphone(settings: Settings) -> Finding | None:
    """Whether there is the microphone that the settings name; None where they want none."""
    if not settings.speech.ways:
        return None
    return _device(input_devices, settings.speech.microphone, "input")


def loudspeaker(settings: Settings) -> Finding | None:
    """Whether there is the loudspeaker that the settings name; None where they want none."""
    if not settings.voice.enabled:
        return None
    return _device(output_devices, settings.voice.device, "output")


def say(settings: Settings, text: str) -> tuple[Sound, str]:
    """A sentence by the box's voice, and what is not as it should be with that, empty where all is.

    Raises:
        VoiceError: there is no voice.
    """
    told = [""]
    voice = voice_of(settings)(told.append)
    try:
        voice.start()
        made = voice.make(text, settings.voice.rate, SPOKEN_VOLUME)
    finally:
        voice.close()
    return (made.pcm, made.rate_hz), told[-1]


def voice(settings: Settings, text: str) -> tuple[Finding, Sound | None]:
    """Whether the box can make a sentence, and that sentence."""
    began = time.monotonic()
    try:
        made, trouble = say(settings, text)
    except VoiceError as error:
        return fault(str(error), "sudo apt install espeak-ng libespeak-ng1"), None
    seconds = len(made[0]) / 2 / made[1]
    says = f"“{text}”: {seconds:.1f} s of sound, made in {time.monotonic() - began:.1f} s with its start"
    if not trouble:
        return ok(says), made
    cure = "try it by hand (docs/themes.md)" if settings.voice.engine == "own" else "sudo apt install libespeak-ng1"
    return warning(f"{says}; {trouble}", cure), made


def record_while_playing(settings: Settings, sound: Sound) -> bytes:
    """Play a sound and give what the microphone heard meanwhile, at 16 kHz.

    Raises:
        SoundError: microphone or loudspeaker cannot be used, or the microphone gives no sound.
    """
    pcm, rate_hz = sound
    heard: list[bytes] = []
    arrives = threading.Event()
    converters: dict[int, Converter] = {}

    def on_block(block: bytes, block_hz: int, channels: int) -> None:
        converter = converters.setdefault(block_hz, Converter(block_hz))
        heard.append(converter.convert_block(block, channels))
        arrives.set()

    with open_input(settings.speech.microphone, on_block) as stream:
        if not arrives.wait(FIRST_SOUND_SECONDS):
            stream.check()
            raise SoundError("the microphone gives no sound", "see its plug, and whether it is muted")
        with open_output(settings.voice.device, rate_hz) as speaker:
            speaker.play(pcm, rate_hz).ended.wait(LONGEST_SECONDS)
        time.sleep(AFTER_SECONDS)
    return b"".join(heard)


def _device(listed: Callable[[], list[SoundDevice]], name: str | None, kind: str) -> Finding:
    try:
        devices = listed()
        chosen = choose_device(devices, name, "input" if kind == "input" else "output")
    except SoundError as error:
        return fault(str(error), "see hardware/sound.md")
    others = len(devices) - 1
    beside = f", and {others} other{'s' if others > 1 else ''}" if others else ""
    return ok(f"{chosen.name}{beside}")
