"""A microphone's meter: what it shows of sound of any form, in blocks of any length."""

from __future__ import annotations

import numpy as np
import pytest
from wavs import noise, tone

from delvebox.device.inputs.speech.gate import Change
from delvebox.device.inputs.speech.meter import QUIETEST_DB, Meter


def blocks(samples: np.ndarray, rate_hz: int, channels: int = 1, seconds: float = 0.03) -> list[bytes]:
    """Sound as a device gives it."""
    whole = (np.repeat(samples, channels) * 32767).astype("<i2").tobytes()
    size = round(rate_hz * seconds) * 2 * channels
    return [whole[at : at + size] for at in range(0, len(whole), size)]


@pytest.mark.parametrize(
    ("rate_hz", "channels", "form"), [(16_000, 1, "16 kHz mono"), (44_100, 2, "44.1 kHz 2 channels")]
)
def test_the_level_is_that_of_the_gate_whatever_the_device_gives(rate_hz: int, channels: int, form: str) -> None:
    """A sine of a tenth of full scale is 23 dB below it, in any rate and number of channels."""
    meter = Meter()
    assert meter.read() is None
    for block in blocks(tone(1.0, rate_hz, level=0.1), rate_hz, channels):
        meter.feed(block, rate_hz, channels)
    reading = meter.read()
    assert reading is not None
    assert reading.level_db == pytest.approx(-23, abs=0.5)
    assert reading.loudest_db == pytest.approx(-23, abs=1)
    assert meter.form == form


def test_the_loudest_stays_and_the_level_falls() -> None:
    """After a sound the meter shows the table again, and how loud it had been."""
    meter = Meter()
    for block in blocks(np.concatenate([tone(0.5, level=0.1), np.zeros(16_000)]), 16_000):
        meter.feed(block, 16_000, 1)
    reading = meter.read()
    assert reading is not None
    assert (reading.level_db, round(reading.loudest_db)) == (pytest.approx(QUIETEST_DB, abs=0.5), -23)


def test_what_the_gate_finds_is_told_as_it_happens() -> None:
    """It opens and closes once; the silence after it is no second end."""
    found: list[Change] = []
    meter = Meter(found.append)
    sound = np.concatenate([noise(1.0, 0.0003), tone(0.6, level=0.2), noise(2.0, 0.0003)])
    for block in blocks(sound, 16_000, seconds=0.25):
        meter.feed(block, 16_000, 1)
    assert found == [Change.BEGINS, Change.PAUSES, Change.ENDS]
    reading = meter.read()
    assert reading is not None
    assert not reading.loud


def test_a_device_that_changes_its_form_is_measured_on() -> None:
    """Lost and taken up at another rate: no seam makes a noise, and the form is the new one."""
    meter = Meter()
    for rate_hz in (16_000, 48_000):
        for block in blocks(tone(0.5, rate_hz, level=0.1), rate_hz):
            meter.feed(block, rate_hz, 1)
    reading = meter.read()
    assert reading is not None
    assert reading.loudest_db == pytest.approx(-23, abs=1)
    assert meter.form == "48 kHz mono"


def test_the_gate_opens_in_hum_as_the_ears_does() -> None:
    """A voice no louder than the mains: what the ear would hear is what is shown."""
    begun: list[int] = []
    meter = Meter(lambda change: begun.append(meter.blocks) if change is Change.BEGINS else None)
    voice = np.concatenate([noise(1.0, 0.0003), *[tone(0.2, level=0.2), noise(0.1, 0.0003)] * 3, noise(1.0, 0.0003)])
    for block in blocks(voice + tone(len(voice) / 16_000, hz=50.0, level=0.3), 16_000):
        meter.feed(block, 16_000, 1)
    assert begun[-1] * 0.03 == pytest.approx(1.0, abs=0.2)
