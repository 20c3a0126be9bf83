"""A real sound system for tests and the demo: a PulseAudio of our own with a microphone and a loudspeaker.

Both are null sinks. What is played into the sink `microphone` is heard on the box's default microphone;
what the box plays on its default loudspeaker can be recorded from the sink `loudspeaker`. A program
started with `env` finds them as ALSA's default, and by the names `delvebox_microphone` and
`delvebox_loudspeaker`. ALSA reads its settings when PortAudio is loaded, so that code under test runs in
a child process with this environment. Needs the packages pulseaudio, pulseaudio-utils and
libasound2-plugins.

    with SoundServer(folder) as server:
        with server.record() as heard:
            subprocess.run([...], env=server.env)
        assert heard.peak() > 1000
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import wave
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

RATE_HZ = 16_000
"""Recordings are mono, 16-bit, at this rate."""
SINKS = ("microphone", "loudspeaker")
START_SECONDS = 15.0
_READY_SECONDS = 5.0

_ASOUNDRC = """\
pcm.!default { type pulse }
ctl.!default { type pulse }
pcm.delvebox_microphone { type pulse device microphone.monitor hint { show on description "microphone" } }
pcm.delvebox_loudspeaker { type pulse device loudspeaker hint { show on description "loudspeaker" } }
"""


class SoundServerError(Exception):
    """The sound server cannot be had, with the cure."""


def why_not() -> str | None:
    """What is missing for a sound server here, with the cure; None when all is there."""
    missing = [program for program in ("pulseaudio", "pactl", "paplay", "parec") if shutil.which(program) is None]
    plugins = any(Path("/usr/lib").glob("**/alsa-lib/libasound_module_pcm_pulse.so"))
    if missing or not plugins:
        what = ", ".join(missing) or "ALSA's pulse plug-in"
        return f"{what} not installed: apt install pulseaudio pulseaudio-utils libasound2-plugins"
    return None


class Recording:
    """Mono 16-bit samples recorded from a sink's monitor, growing until stopped."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def samples(self) -> array[int]:
        """What has been recorded up to now."""
        raw = self.path.read_bytes()
        return array("h", raw[: len(raw) // 2 * 2])

    def peak(self) -> int:
        """The loudest sample, 0–32768."""
        return max(map(abs, self.samples()), default=0)

    def loud_seconds(self, above: int = 500) -> float:
        """Seconds of sound: of all hundredths of a second, those with a sample above `above`."""
        samples, step = self.samples(), RATE_HZ // 100
        return sum(max(map(abs, samples[at : at + step])) > above for at in range(0, len(samples), step)) / 100

    def seconds(self) -> float:
        """How long it is up to now."""
        return self.path.stat().st_size / 2 / RATE_HZ

    def last_loud_at(self, above: int = 500) -> float | None:
        """Seconds from the recording's start to its last sample above `above`."""
        samples = self.samples()
        return next((at / RATE_HZ for at in range(len(samples) - 1, -1, -1) if abs(samples[at]) > above), None)

    def write_wav(self, path: Path) -> Path:
        """Write what has been recorded as a WAV file."""
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE_HZ)
            file.writeframes(self.samples().tobytes())
        return path


class SoundServer:
    """Our own PulseAudio below `folder` (short: a socket's path holds 107 bytes), ended with the `with`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = self._environment()
        """The whole environment for programs that shall hear and speak here."""
        self._process: subprocess.Popen[bytes] | None = None
        self._recordings = 0

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PULSE_", "ALSA_", "XDG_", "DBUS_", "PIPEWIRE_", "DISPLAY", "WAYLAND_"))
        }
        return kept | {
            "HOME": str(self.folder / "home"),
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "PULSE_RUNTIME_PATH": str(self.folder / "run" / "pulse"),
            "PULSE_SINK": "loudspeaker",
            "PULSE_SOURCE": "microphone.monitor",
        }

    @property
    def pid(self) -> int:
        """The server's process."""
        assert self._process is not None, "the sound server is not started"
        return self._process.pid

    def start(self) -> None:
        """Start the server and wait until both sinks are there.

        Raises:
            SoundServerError: programs are missing, or it did not come up.
        """
        cause = why_not()
        if cause is not None:
            raise SoundServerError(cause)
        for name in ("home", "run"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
            (self.folder / name).chmod(0o700)
        (self.folder / "home" / ".asoundrc").write_text(_ASOUNDRC)
        with (self.folder / "pulseaudio.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*with_us("pulseaudio"), "-n", *_OPTIONS, "-L", "module-native-protocol-unix", *_loading(SINKS)],
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._wait_until_up()

    def _wait_until_up(self) -> None:
        assert self._process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            try:
                sinks = self.pactl("list", "short", "sinks")
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
                time.sleep(0.05)  # between two looks
                continue
            if all(sink in sinks for sink in SINKS):
                return
        self.stop()
        log = (self.folder / "pulseaudio.log").read_text(errors="replace")
        raise SoundServerError(f"pulseaudio did not start within {START_SECONDS:g} s:\n{log[-2000:]}")

    def stop(self) -> None:
        """End the server."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self._process.terminate()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def pactl(self, *arguments: str) -> str:
        """Run `pactl` on this server and give what it prints.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        done = subprocess.run(
            ["pactl", *arguments],
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=5,
            check=True,
        )
        return done.stdout

    def play(self, wav: Path, sink: str = "microphone") -> None:
        """Play a WAV file into a sink, by default what the box's microphone hears; returns at its end."""
        subprocess.run(
            ["paplay", f"--device={sink}", str(wav)],
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )

    @contextmanager
    def record(self, sink: str = "loudspeaker") -> Iterator[Recording]:
        """Record what a sink plays, by default the box's loudspeaker; it runs when the block begins."""
        self._recordings += 1
        recording = Recording(self.folder / f"recording-{self._recordings}.raw")
        with recording.path.open("wb") as file:
            process = subprocess.Popen(
                [
                    *with_us("parec"),
                    f"--device={sink}.monitor",
                    f"--rate={RATE_HZ}",
                    "--channels=1",
                    "--format=s16le",
                    "--latency-msec=10",
                    "--raw",
                ],
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=file,
            )
        try:
            until = time.monotonic() + _READY_SECONDS
            while recording.path.stat().st_size == 0:
                if time.monotonic() > until or process.poll() is not None:
                    raise SoundServerError(f"parec recorded nothing of {sink} within {_READY_SECONDS:g} s")
                time.sleep(0.01)  # between two looks
            yield recording
        finally:
            process.terminate()
            process.wait()

    def run(self, code: str, *arguments: str, timeout_seconds: float = 20) -> subprocess.CompletedProcess[str]:
        """Run Python `code` in a process that has this sound server; its error output is in what is raised.

        Raises:
            SoundServerError: it failed, or took too long.
        """
        process = self.popen(code, *arguments)
        try:
            out, err = process.communicate(timeout=timeout_seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise SoundServerError(f"not done after {timeout_seconds:g} s: {out}{err}") from None
        if process.returncode:
            raise SoundServerError(f"ended with {process.returncode}: {out}{err}")
        return subprocess.CompletedProcess(process.args, 0, out, err)

    def popen(self, code: str, *arguments: str) -> subprocess.Popen[str]:
        """Start Python `code` in a process that has this sound server, to talk with it by its pipes."""
        return subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(code), *arguments],
            env=self.env | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def leak(self, share: float, latency_ms: int = 20) -> None:
        """Let the microphone hear what the loudspeaker plays.

        Args:
            share: Of its level, 0–1.
            latency_ms: How much later; the server makes it longer where it must.
        """
        self.pactl(
            *("load-module", "module-loopback", "source=loudspeaker.monitor", "sink=microphone"),
            *(f"latency_msec={latency_ms}", "source_dont_move=1", "sink_dont_move=1"),
        )
        (number,) = [line.split()[0] for line in self.pactl("list", "short", "sink-inputs").splitlines()]
        self.pactl("set-sink-input-volume", number, f"{share:.3f}")

    def unplug(self, sink: str) -> None:
        """Take a sink away, as if its plug were pulled.

        Streams on it move to the other sink while there is one: unplug both to have them end.
        """
        for line in self.pactl("list", "short", "modules").splitlines():
            number, _, rest = line.partition("\t")
            if f"sink_name={sink}" in rest.split():
                self.pactl("unload-module", number)

    def plug(self, sink: str) -> None:
        """Bring a sink back."""
        self.pactl("load-module", *_module(sink).split())


_OPTIONS = ("--daemonize=no", "--exit-idle-time=-1", "--disallow-exit", "--use-pid-file=no", "--log-target=stderr")


def _module(sink: str) -> str:
    # Without `norewinds` an idle null sink prepares two seconds of silence, for which a new stream then waits.
    return f"module-null-sink sink_name={sink} rate=48000 norewinds=1"


def with_us(program: str) -> list[str]:
    """The program, ended by the kernel when the thread that starts it ends: nothing is left behind."""
    return ["setpriv", "--pdeathsig", "KILL", program] if shutil.which("setpriv") else [program]


def _loading(sinks: tuple[str, ...]) -> list[str]:
    return [part for sink in sinks for part in ("-L", _module(sink))]
