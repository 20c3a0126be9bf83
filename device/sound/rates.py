"""The rates at which a microphone can be opened, asked for without opening it."""

from __future__ import annotations

from .devices import SoundDevice
from .portaudio import library, quiet
from .stream import channel_counts, no_other_rung

ASKED_HZ = (8_000, 16_000, 22_050, 32_000, 44_100, 48_000)


def rates_of(device: SoundDevice) -> tuple[int, ...]:
    """Those of the usual rates and the device's own that it takes, in Hz, lowest first; none of a dead device."""
    found: list[int] = []
    with library.held(), quiet():
        module = library.get()
        for rate_hz in sorted({*ASKED_HZ, device.rate_hz}):
            for channels in channel_counts(device):
                try:
                    module.check_input_settings(
                        device=device.number, channels=channels, dtype="int16", samplerate=rate_hz
                    )
                except (module.PortAudioError, ValueError) as error:
                    if no_other_rung(error):
                        return tuple(found)
                else:
                    found.append(rate_hz)
                    break
    return tuple(found)
