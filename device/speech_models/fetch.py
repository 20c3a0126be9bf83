"""Checksums, and getting an archive by the Maven client."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

from .errors import ModelError, cannot_read

MAVEN_TIMEOUT_SECONDS = 900.0


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


def _first_error(said: str) -> str:
    lines = [line.removeprefix("[ERROR]").strip() for line in said.splitlines()]
    return next((line for line in lines if line), "it said nothing")[:200]
