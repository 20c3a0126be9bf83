"""Getting an archive: from an address, or by the Maven client."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import ModelError, cannot_read, megabytes

if TYPE_CHECKING:
    from http.client import HTTPResponse

TIMEOUT_SECONDS = 15.0
"""How long the network may say nothing."""
MAVEN_TIMEOUT_SECONDS = 900.0
BLOCK_BYTES = 1 << 16

OnBytes = Callable[[int, int | None], None]
"""Told how many bytes are there, and of how many, None where that is not known."""


def sha256_of(file: Path) -> str:
    """A file's checksum in lower-case hexadecimal.

    Raises:
        ModelError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise cannot_read(file, error) from error


def download(address: str, to: Path, most_bytes: int, on_bytes: OnBytes) -> None:
    """Get what is at an http or https address into a new file.

    Raises:
        ModelError: no such address, no network, a connection that falls silent or ends early, or more than
            `most_bytes`.
        OSError: `to` cannot be written.
    """
    import http.client  # ssl comes with it, which no start of the box should pay for
    import urllib.error
    import urllib.parse
    import urllib.request

    if urllib.parse.urlsplit(address).scheme not in {"http", "https"}:
        raise ModelError(f"{address} is no address of a download: give one that begins with https://")
    request = urllib.request.Request(address, headers={"User-Agent": "delvebox"})  # noqa: S310 - checked above
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - checked above
            _receive(answer, to, most_bytes, on_bytes)
    except _WritingError as error:
        raise error.reason from None
    except urllib.error.HTTPError as error:
        raise ModelError(f"{address} answers {error.code} {error.reason}") from error
    except urllib.error.URLError as error:
        raise ModelError(f"{address} cannot be reached ({_reason(error.reason)})") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ModelError(f"the download of {address} broke off ({_reason(error)})") from error


def fetch_by_maven(coordinates: str, into: Path) -> Path:
    """Have the Maven client copy an artifact (group:artifact:version:type) into a new folder; the file.

    Raises:
        ModelError: there is no such client, or it fails.
    """
    client = shutil.which("mvn")
    if client is None:
        raise ModelError("the Maven client mvn is not installed")
    into.mkdir()
    command = [client, "-B", "-q", "dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={into}"]
    try:
        # In a folder without a project of its own, which Maven would read; in a session of its own, so that the
        # virtual machine that its script starts ends with it.
        child = subprocess.Popen(  # noqa: S603 - the client that the person has installed
            command,
            cwd=into,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise ModelError(f"the Maven client {client} does not start ({error.strerror or error})") from error
    try:
        said, _ = child.communicate(timeout=MAVEN_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise ModelError(f"the Maven client was not done after {MAVEN_TIMEOUT_SECONDS:g} s") from error
    finally:
        if child.poll() is None:  # too slow, or we are interrupted
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    files = [file for file in into.iterdir() if file.is_file()]
    if child.returncode != 0 or len(files) != 1:
        raise ModelError(f"the Maven client could not get {coordinates} ({_first_error(said)})")
    return files[0]


def _receive(answer: HTTPResponse, to: Path, most_bytes: int, on_bytes: OnBytes) -> None:
    length = answer.headers.get("Content-Length", "")
    total = int(length) if length.isdecimal() else None
    if total is not None and total > most_bytes:
        raise ModelError(f"{answer.url} is {megabytes(total)}, more than the {megabytes(most_bytes)} that it should be")
    done = 0
    with _writing():
        written = to.open("xb")
    with written:
        on_bytes(0, total)
        while block := answer.read(BLOCK_BYTES):
            done += len(block)
            if done > most_bytes:
                raise ModelError(f"{answer.url} sends more than the {megabytes(most_bytes)} that it should be")
            with _writing():
                written.write(block)
            on_bytes(done, total)
        with _writing():
            written.flush()
    if total is not None and done < total:
        raise ModelError(f"the download of {answer.url} broke off after {megabytes(done)} of {megabytes(total)}")


class _WritingError(Exception):
    """An error of the disk, told apart from those of the network, which are OSErrors too."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(reason)
        self.reason = reason


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _WritingError(error) from error


def _reason(error: object) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer for {TIMEOUT_SECONDS:g} s"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _first_error(said: str) -> str:
    lines = [line.removeprefix("[ERROR]").strip() for line in said.splitlines()]
    return next((line for line in lines if line), "it said nothing")[:200]
