"""A real MQTT broker for tests, Debian's mosquitto on loopback, and a client that hears all that it is told."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

WAIT_SECONDS = 40.0
"""Longest wait for anything that shall come: a busy machine is slow, and none of it is measured."""
PASSWORD = "a torch in the dark"  # noqa: S105 - of this broker alone
_PROGRAMS = ("mosquitto", "mosquitto_passwd")


def _found(program: str) -> str | None:
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")  # which is root's alone on Debian


def skip_without() -> None:
    """Skip the test where there is no broker; with CI=true it fails."""
    if all(map(_found, _PROGRAMS)):
        return
    cause = "no mosquitto here: apt-get install mosquitto"
    if os.environ.get("CI") == "true":
        pytest.fail(cause)
    pytest.skip(cause)


class Mosquitto:
    """A broker with a port, a folder and no memory of its own: what it retains is gone when it stops."""

    def __init__(self, folder: Path, *, user: str | None = None, rights: str = "") -> None:
        """Start it.

        Args:
            folder: Of its own, which is made.
            user: Nobody else is let in, nor without `PASSWORD`.
            rights: Lines of its configuration on who may what.
        """
        folder.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.user = user
        self._config = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", "persistence false", "user root", "log_type error"]
        if user is None:
            lines.append("allow_anonymous true")
        else:
            passwords = folder / "passwords"
            made = [_found("mosquitto_passwd") or "", "-b", "-c", str(passwords), user, PASSWORD]
            subprocess.run(made, check=True, capture_output=True)
            lines += ["allow_anonymous false", f"password_file {passwords}"]
        lines.append(rights)
        self._config.write_text("".join(f"{line}\n" for line in lines))
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it on its port, and wait until it answers there."""
        program = _found("mosquitto") or ""
        self._process = subprocess.Popen([program, "-c", str(self._config)], stderr=subprocess.DEVNULL)
        until = time.monotonic() + WAIT_SECONDS
        while True:
            with contextlib.suppress(ConnectionError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert self._process.poll() is None, "mosquitto ended at once"
            assert time.monotonic() < until, "mosquitto does not answer"
            time.sleep(0.02)  # between two looks

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def broker(folder: Path, *, user: str | None = None, rights: str = "") -> Iterator[Mosquitto]:
    """A broker until the end of the block."""
    skip_without()
    started = Mosquitto(folder, user=user, rights=rights)
    try:
        yield started
    finally:
        started.stop()


class Witness:
    """Hears all that a broker is told: what it retained, and what comes."""

    def __init__(self, broker: Mosquitto) -> None:
        self._changed = threading.Condition()
        self.heard: list[tuple[str, str, bool]] = []
        """Topic, payload, and whether the broker had kept it."""
        self._subscribed = threading.Event()
        self._client = client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        if broker.user is not None:
            client.username_pw_set(broker.user, PASSWORD)
        client.on_message = self._on_message
        client.on_connect = lambda *_: client.subscribe("#")
        client.on_subscribe = lambda *_: self._subscribed.set()
        client.connect("127.0.0.1", broker.port)
        client.loop_start()
        assert self._subscribed.wait(WAIT_SECONDS)

    def _on_message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        with self._changed:
            self.heard.append((message.topic, bytes(message.payload).decode(errors="replace"), message.retain))
            self._changed.notify()

    def until(self, topic: str, holds: Callable[[str], object] = lambda _payload: True) -> str:
        """The first payload of a topic for which it holds."""

        def found() -> str | None:
            return next((text for name, text, _ in self.heard if name == topic and holds(text)), None)

        with self._changed:
            assert self._changed.wait_for(lambda: found() is not None, WAIT_SECONDS), f"{topic}: only {self.heard}"
            return found() or ""

    def say(self, topic: str, payload: str | bytes, *, retain: bool = False) -> None:
        """Publish something, and return when the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(WAIT_SECONDS)

    def flood(self, topic: str, payload: str, times: int) -> None:
        """Publish something so often, waiting for nothing."""
        for _ in range(times):
            self._client.publish(topic, payload)

    def close(self) -> None:
        """Hear no more."""
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def witness(broker: Mosquitto) -> Iterator[Witness]:
    """A witness until the end of the block."""
    hearing = Witness(broker)
    try:
        yield hearing
    finally:
        hearing.close()
