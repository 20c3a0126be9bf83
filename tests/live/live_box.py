"""The real command `delvebox` in processes of its own, as a person or systemd starts it.

Every process that comes of one start carries a mark in its environment, so that a test can see from
outside what is left of it, whatever became of its parents.
"""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from delvebox.device.speech_models import ModelError, models_folder

BOX = str(Path(sys.executable).with_name("delvebox"))
STEP_SECONDS = 30.0
"""Longest wait for anything that is expected: a loaded machine is slow, hung children are given up after 5 s and more,
and none of it is measured here."""
CLOSE_SECONDS = 6.0
"""After a signal to stop everything is closed within 2 s, which the bench measures; a busy machine gets more."""
GONE_SECONDS = 5.0
"""Children of a dead box end at once; the kernel may be busy."""
_MARK = "DELVEBOX_TEST_MARK"
_FORGOTTEN = ("XDG_", "PULSE_", "ALSA_", "DBUS_", "PIPEWIRE_", "DELVEBOX_SETTINGS", "STATE_DIRECTORY", "PYTHON")


def environment(home: Path, changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """An environment with no settings, state or sound device of the person who runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FORGOTTEN)}
    made = kept | {"HOME": str(home), "TERM": "xterm", "LANG": "C.UTF-8"}
    try:
        made["DELVEBOX_MODELS"] = str(models_folder())
    except ModelError:
        made["DELVEBOX_MODELS"] = str(home / "no-models")
    return made | dict(changes or {})


def run(
    *arguments: str | Path,
    home: Path,
    changes: Mapping[str, str] | None = None,
    before: Iterable[str] = (),
    **options: Any,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end.

    Args:
        arguments: Those of the command.
        home: The home folder that it sees.
        changes: To its environment.
        before: A command that starts it, such as a shell that closes a descriptor.
        options: More for `subprocess.run`.
    """
    options = {"stdin": subprocess.DEVNULL, "capture_output": True, "timeout": STEP_SECONDS} | options
    return subprocess.run([*before, BOX, *arguments], env=environment(home, changes), check=False, **options)


class LiveBox:
    """The command while it runs, its lines of standard output as they come, and what it leaves behind."""

    def __init__(
        self,
        folder: Path,
        *arguments: str | Path,
        env: Mapping[str, str] | None = None,
        stdin: int | None = subprocess.PIPE,
        before: Iterable[str] = (),
        **options: Any,
    ) -> None:
        """Start it.

        Args:
            folder: For its standard error; made where it is missing.
            arguments: Those of the command.
            env: Its whole environment; None for `environment`.
            stdin: As for `subprocess.Popen`.
            before: A command that starts it, such as a shell that closes a descriptor.
            options: More for `subprocess.Popen`.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.mark = uuid.uuid4().hex
        self.stderr_file = folder / f"stderr-{self.mark[:8]}.txt"
        self.lines: list[str] = []
        self._new: queue.Queue[str | None] = queue.Queue()
        self._ended = False
        with self.stderr_file.open("wb") as stderr:
            options = {"stdout": subprocess.PIPE, "stderr": stderr} | options
            self.process = subprocess.Popen(
                [*before, BOX, *arguments],
                env={**(env if env is not None else environment(folder)), _MARK: self.mark},
                stdin=stdin,
                **options,
            )
        self._reader: threading.Thread | None = None
        if self.process.stdout is not None:
            self._reader = threading.Thread(target=self._read, daemon=True)
            self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith(b"\n"):  # what a kill has cut short was not told
                text = line.decode().rstrip("\n")
                self.lines.append(text)
                self._new.put(text)
        self._new.put(None)

    # -- what it says ---------------------------------------------------------------------------------

    def type(self, *lines: str) -> None:
        """Type lines into its console or script."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def expect(self, pattern: str) -> str:
        """The next line that matches, from the last expected one on."""
        until = time.monotonic() + STEP_SECONDS
        while not self._ended:
            try:
                line = self._new.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                break
            if line is None:
                self._ended = True
            elif re.search(pattern, line):
                return line
        how = f"ended with {self.process.poll()}" if self._ended else f"said no such line in {STEP_SECONDS:g} s"
        last = "\n    ".join(self.lines[-12:])
        raise AssertionError(f"{pattern!r}: the box {how}; its last lines:\n    {last}\nits log:\n{self.stderr}")

    def told(self, beginning: str) -> list[str]:
        """The lines up to now that begin so."""
        return [line for line in list(self.lines) if line.startswith(beginning)]

    @property
    def stderr(self) -> str:
        """Its log up to now."""
        return self.stderr_file.read_text(errors="replace")

    def until_logged(self, text: str) -> None:
        """Wait until its log holds this text."""
        wait_until(lambda: text in self.stderr, lambda: f"{text!r} is not in its log:\n{self.stderr}")

    # -- its end --------------------------------------------------------------------------------------

    def wait(self, seconds: float = STEP_SECONDS) -> int:
        """Wait for its end; its exit status, or the negative number of the signal that killed it."""
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"still there after {seconds:g} s; its log:\n{self.stderr}") from None
        if self._reader is not None:
            self._reader.join(STEP_SECONDS)
        return status

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def closes_in_order(self, state: Path, number: signal.Signals = signal.SIGTERM) -> None:
        """After the signal it ends in time, with exit status 0, no child left, and the journal folded into one file."""
        began = time.monotonic()
        self.process.send_signal(number)
        assert self.wait() == 0, self.stderr
        took = time.monotonic() - began
        assert took <= CLOSE_SECONDS, f"closing took {took:.1f} s; its log:\n{self.stderr}"
        self.leaves_nothing()
        assert not (state / "journal.db-wal").exists()
        assert "Traceback" not in self.stderr, self.stderr

    def kill(self) -> None:
        """Kill -9, read what it had said, and see that nothing of it is left."""
        self.process.kill()
        self.wait()
        if self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):  # lines that it had not read yet
                self.process.stdin.close()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.leaves_nothing()

    def family(self) -> dict[int, str]:
        """Its living processes: number and command line."""
        return dict(_marked(self.mark))

    def leaves_nothing(self) -> None:
        """Wait until no process of it is left, for as long as a dead box's children may take."""
        wait_until(lambda: not self.family(), lambda: f"left behind: {self.family()}", GONE_SECONDS)


def wait_until(
    holds: Callable[[], object],
    what: str | Callable[[], str],
    seconds: float = STEP_SECONDS,
    meanwhile: Callable[[], object] = lambda: None,
) -> None:
    """Look until it holds, and do something between two looks.

    Args:
        holds: Whether it does.
        what: Shall hold, or what tells what is wrong.
        seconds: Longest wait.
        meanwhile: What is done each time that it does not hold yet.
    """
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, f"not within {seconds:g} s: {what() if callable(what) else what}"
        meanwhile()
        time.sleep(0.005)  # between two looks


def lives(pid: int) -> bool:
    """Whether a process is there and has not ended; one that nobody has asked for its status yet has."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())
    except (FileNotFoundError, ProcessLookupError):
        return False


def _marked(mark: str) -> Iterator[tuple[int, str]]:
    wanted = f"{_MARK}={mark}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                if wanted in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name), (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # another user's, or it has just ended
