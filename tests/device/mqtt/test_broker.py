"""The connection to a real broker: what it retains, what it is told, and what comes from it."""

from __future__ import annotations

import logging
import queue
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from paho.mqtt.client import MQTTMessageInfo
from paho.mqtt.enums import MQTTErrorCode

from delvebox.device.mqtt.access import Access
from delvebox.device.mqtt.broker import LARGEST_BYTES, Broker
from delvebox.device.mqtt.topics import OFFLINE, ONLINE, Topics

from ...mosquitto import PASSWORD, WAIT_SECONDS, Mosquitto, broker, witness

TOPICS = Topics("delvebox")
STANDING = {"homeassistant/device/delvebox/config": '{"device":{}}'}
AT_ONCE = (1, 1)
"""Seconds before it tries again."""
DYNAMIC_SECURITY = next(Path("/usr/lib").glob("*/mosquitto_dynamic_security.so"), None)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets in whoever comes."""
    with broker(tmp_path / "broker") as started:
        yield started


class Box:
    """A broker's client with what it reported and was told."""

    def __init__(self, access: Access, *, hears: bool = False) -> None:
        self.reports: queue.Queue[str] = queue.Queue()
        self.said: queue.Queue[str] = queue.Queue()
        on_say = self.said.put if hears else None
        self.broker = Broker(access, TOPICS, STANDING, self.reports.put, on_say=on_say, waits_seconds=AT_ONCE)

    def reported(self) -> str:
        """What it reports next."""
        return self.reports.get(timeout=WAIT_SECONDS)


@contextmanager
def client(port: int, user: str | None = None, password: Path | None = None, *, hears: bool = False) -> Iterator[Box]:
    """A box's client until the end of the block."""
    box = Box(Access("127.0.0.1", port, user, password), hears=hears)
    try:
        yield box
    finally:
        box.broker.close()


def test_what_stands_is_retained_and_what_happens_is_not(house: Mosquitto) -> None:
    """Who comes later knows the box, that it is there and where the delve stands; a danger of before is not told."""
    with client(house.port) as box, witness(house) as early:
        box.broker.tell(lambda: "one")
        early.until(TOPICS.available, ONLINE.__eq__)
        box.broker.tell(lambda: "two", ["danger"])
        early.until(TOPICS.event, "danger".__eq__)
        with witness(house) as late:
            late.until(TOPICS.available)
            late.until(TOPICS.state)
            late.until("homeassistant/device/delvebox/config")
            late.say("end", "of what was kept")
            late.until("end")
            assert {(topic, payload) for topic, payload, _ in late.heard if topic != "end"} == {
                (TOPICS.available, ONLINE),
                (TOPICS.state, "two"),
                *STANDING.items(),
            }
            assert all(kept for topic, _, kept in late.heard if topic != "end")
    with witness(house) as after:
        assert after.until(TOPICS.available) == OFFLINE


def test_a_broker_that_comes_back_is_told_all_anew(house: Mosquitto) -> None:
    """It forgot everything; what happened meanwhile is not told late, and each change is reported once."""
    with client(house.port) as box:
        box.broker.tell(lambda: "one")
        assert box.reported() == ""
        house.stop()
        gone = box.reported()
        assert gone.startswith(f"no MQTT broker answers at 127.0.0.1:{house.port}")
        for turn in range(1000):
            box.broker.tell(lambda turn=turn: f"turn {turn}", ["danger"])  # type: ignore[misc]
        house.start()
        assert box.reported() == ""
        with witness(house) as back:
            back.until(TOPICS.state, "turn 999".__eq__)
            back.until(TOPICS.available, ONLINE.__eq__)
            back.until("homeassistant/device/delvebox/config")
            assert "danger" not in {payload for _, payload, _ in back.heard}
    assert box.reports.empty()


def test_a_greeting_that_met_the_end_of_a_connection_is_said_again(house: Mosquitto) -> None:
    """The connection ended between paho's word that it was there and the box's first message: the next one is well."""
    house.stop()
    with client(house.port) as box:
        assert box.reported().startswith("no MQTT broker answers")
        never_sent = MQTTMessageInfo(1)
        never_sent.rc = MQTTErrorCode.MQTT_ERR_NO_CONN
        box.broker._greeting = never_sent
        house.start()
        assert box.reported() == ""
        with witness(house) as hearing:
            hearing.until(TOPICS.available, ONLINE.__eq__)


def test_what_answers_but_is_no_broker_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    """However often it is tried, until a broker is there: a report or a log line each would add up in an hour."""
    with socket.create_server(("127.0.0.1", 0)) as other, client(other.getsockname()[1]) as box:
        caplog.set_level(logging.INFO, "delvebox")
        for _ in range(3):
            other.accept()[0].close()
        assert box.reported().startswith("no MQTT broker answers")
        other.accept()[0].close()
        assert box.reports.empty()
    assert len(caplog.records) == 1


def test_a_wrong_password_is_told_once_and_a_mended_file_lets_it_in(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """However often it tries; no password stands in a report or a log."""
    file = tmp_path / "password"
    file.write_text("not the password\n")
    caplog.set_level(logging.DEBUG)
    with broker(tmp_path / "broker", user="box") as house, client(house.port, "box", file) as box:
        refused = box.reported()
        assert "does not let the box in" in refused
        assert "user and password_file" in refused
        file.write_text(f"{PASSWORD}\n")
        assert box.reported() == "", "it is let in, and between them nothing is told"
        box.broker.tell(lambda: "state")
        with witness(house) as hearing:
            hearing.until(TOPICS.state, "state".__eq__)
    assert "not the password" not in refused + caplog.text
    assert PASSWORD not in caplog.text


def test_a_missing_password_file_is_told_with_its_name(tmp_path: Path) -> None:
    """Once, though the broker refuses it as well."""
    with broker(tmp_path / "broker", user="box") as house, client(house.port, "box", tmp_path / "none") as box:
        assert str(tmp_path / "none") in box.reported()
        (tmp_path / "none").write_text(PASSWORD)
        assert box.reported() == ""


def test_a_box_that_may_write_nothing_is_told_once_with_what_it_needs(tmp_path: Path) -> None:
    """The broker lets it in and drops what it tells; with the right, and the broker started anew, all is well."""
    rights = tmp_path / "rights"
    rights.write_text("topic read #\n")
    with broker(tmp_path / "broker", rights=f"acl_file {rights}") as house, client(house.port) as box:
        box.broker.tell(lambda: "state")
        refused = box.reported()
        assert refused.endswith("write delvebox/# and homeassistant/device/delvebox/config there")
        house.stop()
        assert box.reported().startswith("no MQTT broker answers")
        rights.write_text("topic readwrite #\n")
        house.start()
        assert box.reported() == ""
        assert box.reports.empty()


def test_a_broker_that_sends_away_who_tells_what_it_may_not_is_told_once() -> None:
    """As some brokers do: each connection is taken, and ended at the first word; tried again, it is no news."""
    let_in, away = bytes([0x20, 3, 0, 0, 0]), bytes([0xE0, 2, 135, 0])
    with socket.create_server(("127.0.0.1", 0)) as other, client(other.getsockname()[1]) as box:
        for _ in range(3):
            with other.accept()[0] as connected:
                connected.settimeout(WAIT_SECONDS)
                connected.recv(4096)
                connected.sendall(let_in)
                while connected.recv(4096)[0] & 0xF0 != 0x30:  # until something is published
                    pass
                connected.sendall(away)
                while connected.recv(4096):  # an end with something unread would be a reset, which is no word
                    pass
        assert "lets the box tell nothing" in box.reported()
        assert box.reports.empty()


def test_a_broker_that_answers_no_message_is_told_all_the_same() -> None:
    """A small one, which says that it knows QoS 0 alone: nothing is waited for."""
    let_in = bytes([0x20, 5, 0, 0, 2, 0x24, 0])
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        client(other.getsockname()[1]) as box,
        other.accept()[0] as connected,
    ):
        connected.settimeout(WAIT_SECONDS)
        connected.recv(4096)
        connected.sendall(let_in)
        told = b""
        while ONLINE.encode() not in told:
            told += connected.recv(4096)
        assert box.reported() == ""


def test_a_connection_that_ends_with_the_last_word_ends_the_box_in_order(
    house: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broker goes as the box does: nothing is left to be told, and nothing fails."""

    def lost(*_: object) -> None:
        raise RuntimeError("Message publish failed: The connection was lost.")

    with client(house.port) as box:
        assert box.reported() == ""
        monkeypatch.setattr(MQTTMessageInfo, "wait_for_publish", lost)
        box.broker.close()
        monkeypatch.undo()


@pytest.mark.skipif(not DYNAMIC_SECURITY, reason="this mosquitto comes without its plugin for rights")
def test_a_box_that_may_hear_nothing_is_told(tmp_path: Path) -> None:
    """Where commands are on; what it tells is told all the same."""
    rights = tmp_path / "rights.json"
    rights.write_text('{"defaultACLAccess": {"publishClientSend": true, "subscribe": false}}')
    lines = f"plugin {DYNAMIC_SECURITY}\nplugin_opt_config_file {rights}"
    with broker(tmp_path / "broker", rights=lines) as house, client(house.port, hears=True) as box:
        assert "let its user read delvebox/say there, or turn commands off" in box.reported()
        assert box.reports.empty()


def test_phrases_come_in_and_garbage_does_not(house: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    """Bytes that are no text, nothing, what is too long or too large, what was kept: refused, and the next is heard."""
    with witness(house) as somebody, caplog.at_level(logging.WARNING):
        somebody.say(TOPICS.say, "kept turn", retain=True)
        with client(house.port, hears=True) as box:
            box.broker.tell(lambda: "state")
            somebody.until(TOPICS.available, ONLINE.__eq__)
            for garbage in (b"b" * (2 * LARGEST_BYTES), b"\xff\xfe\x00", b"", b"\n", b"a" * 1000, *[b"\xff"] * 100):
                somebody.say(TOPICS.say, garbage)
            somebody.say(TOPICS.say, "search the room")
            assert box.said.get(timeout=WAIT_SECONDS) == "search the room"
            assert box.said.empty()
    refusals = [record for record in caplog.records if "refused so far" in record.getMessage()]
    assert 0 < len(refusals) < 12, "a flood does not fill the log"
    assert str(2 * LARGEST_BYTES) not in caplog.text, "the broker keeps back what is too large"


def test_without_commands_nothing_is_heard(house: Mosquitto) -> None:
    """Nobody is subscribed to the topic at all: the state that comes after it tells that it passed."""
    with witness(house) as somebody, client(house.port) as box:
        box.broker.tell(lambda: "state")
        somebody.until(TOPICS.available, ONLINE.__eq__)
        somebody.say(TOPICS.say, "next turn")
        box.broker.tell(lambda: "later")
        somebody.until(TOPICS.state, "later".__eq__)
        assert box.said.empty()


def test_a_fault_in_a_state_is_told_and_the_next_one_comes(house: Mosquitto) -> None:
    """The thread that tells goes on."""

    def broken() -> str:
        raise ValueError("no such light")

    with client(house.port) as box, witness(house) as hearing:
        assert box.reported() == ""
        box.broker.tell(broken)
        assert "no such light" in box.reported()
        box.broker.tell(lambda: "whole")
        hearing.until(TOPICS.state, "whole".__eq__)
        assert box.reported() == "", "and is well again"
