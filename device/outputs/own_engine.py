"""A voice of the table's own, such as Piper: the program `delvebox-voice`, one sentence in and one WAV file out.

It gets the sentence on its standard input and writes a WAV file, 16-bit mono, to its standard output; what it
prints elsewhere is in the log. Its place is the path and no setting: settings can be written from a phone, and
no phone may name what the box runs.
"""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import time
import wave
from array import array
from contextlib import suppress

from .samples import RATE_HZ
from .spoken import VoiceTrouble, samples_of

PROGRAM = "delvebox-voice"
LIMIT_SECONDS = 10.0
"""For a sentence: Piper's voices of medium quality take a second or three on a Pi 4, most of it to load."""
END_SECONDS = 1.0
"""For it to end once its sound is there."""
LARGEST_BYTES = 4 << 20
"""Of a WAV file: 43 seconds at the highest rate, where no sentence of the box lasts more than 12."""
LOWEST_HZ, HIGHEST_HZ = 8_000, 48_000
USUAL_RATE = 165
"""Words a minute at which a voice's length is 1."""
_CURE = "let it write one WAV file, 16-bit mono, to its standard output and nothing else"


def missing() -> str:
    """Why there is no such program, and the cure; empty where there is one."""
    if shutil.which(PROGRAM) is not None:
        return ""
    return f"the program {PROGRAM} is missing: put it into /usr/local/bin and make it executable (docs/themes.md)"


def make_by_own(text: str, rate: int, volume: int, language: str) -> bytes:
    """The sentence as 16-bit mono samples at `RATE_HZ` and `volume` percent.

    Args:
        text: One line; the program gets it as UTF-8 and a line end.
        rate: Words a minute, which the program finds in DELVEBOX_RATE, and in DELVEBOX_LENGTH as how long a
            sentence is to last: 1.00 at 165, 2.06 at 80.
        volume: 0–100.
        language: Such as "en", which the program finds in DELVEBOX_LANGUAGE.

    Raises:
        VoiceTrouble: the program is missing, fails, takes too long, or gives what is no sound.
    """
    if why := missing():
        raise VoiceTrouble(why)
    environ = {
        **os.environ,
        "DELVEBOX_LANGUAGE": language,
        "DELVEBOX_RATE": str(rate),
        "DELVEBOX_LENGTH": f"{USUAL_RATE / rate:.2f}",
    }
    wav = _run(text, environ)
    try:
        pcm, rate_hz = samples_of(wav)
    except (wave.Error, EOFError, VoiceTrouble) as error:
        raise VoiceTrouble(f"{PROGRAM} gave {len(wav)} bytes that cannot be played ({error}): {_CURE}") from error
    if not pcm:
        raise VoiceTrouble(f"{PROGRAM} gave no sound: {_CURE}")
    if not LOWEST_HZ <= rate_hz <= HIGHEST_HZ:
        raise VoiceTrouble(f"{PROGRAM} gave {rate_hz} samples a second: let it give {LOWEST_HZ} to {HIGHEST_HZ}")
    return _softer(pcm if rate_hz == RATE_HZ else _resampled(pcm, rate_hz), volume)


def _run(text: str, environ: dict[str, str]) -> bytes:
    """What the program writes; it and all that it started are ended with the time that they have."""
    try:
        # S603 below: no shell, and nothing but the program's name
        program = subprocess.Popen(  # noqa: S603
            [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environ, start_new_session=True
        )
    except OSError as error:
        raise VoiceTrouble(f"{PROGRAM} does not start ({error.strerror}): make it an executable program") from error
    try:
        wav = _answer(program, f"{' '.join(text.split())}\n".encode())
        with suppress(subprocess.TimeoutExpired):  # all is said; it needs no longer
            if status := program.wait(END_SECONDS):
                raise VoiceTrouble(f"{PROGRAM} ended with status {status}: see in the log what it says, try it by hand")
        return wav
    finally:
        with suppress(ProcessLookupError):  # nothing of it is left
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def _answer(program: subprocess.Popen[bytes], request: bytes) -> bytes:
    assert program.stdin is not None  # noqa: S101 - both are pipes
    assert program.stdout is not None  # noqa: S101
    until = time.monotonic() + LIMIT_SECONDS
    wav = bytearray()
    with program.stdin, program.stdout, selectors.DefaultSelector() as waiting:
        with suppress(BrokenPipeError):  # it ended without reading: its status tells
            program.stdin.write(request)
            program.stdin.close()
        waiting.register(program.stdout, selectors.EVENT_READ)
        while waiting.select(until - time.monotonic()):
            came = os.read(program.stdout.fileno(), 1 << 16)
            wav += came
            if len(wav) > LARGEST_BYTES:
                raise VoiceTrouble(f"{PROGRAM} gave more than {LARGEST_BYTES} bytes: {_CURE}")
            if not came:
                return bytes(wav)
    raise VoiceTrouble(f"{PROGRAM} took more than {LIMIT_SECONDS:g} s for a sentence: take a smaller or quicker voice")


def _resampled(pcm: bytes, rate_hz: int) -> bytes:
    """As espeak-ng's sentences, beside which it may stand in one file."""
    import numpy as np  # only where it is needed: Piper's better voices give this rate
    import soxr

    return bytes(soxr.resample(np.frombuffer(pcm, dtype=np.int16), rate_hz, RATE_HZ).tobytes())


def _softer(pcm: bytes, volume: int) -> bytes:
    """The samples at a volume of 0–100."""
    return array("h", (sample * volume // 100 for sample in array("h", pcm[: len(pcm) // 2 * 2]))).tobytes()
