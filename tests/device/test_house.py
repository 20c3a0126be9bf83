"""A whole box in a house: turns go on whatever the broker does, and phrases come from it only where they may."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from delvebox.device.bootstrap import Box
from delvebox.device.clock import VirtualClock
from delvebox.device.house import House
from delvebox.device.mailbox import MOST_WAITING, Mailbox
from delvebox.device.messages import Fact, Heard, Troubled, Typed
from delvebox.device.wishes import Wishes

from ..live.live_box import wait_until
from ..mosquitto import WAIT_SECONDS, Mosquitto, broker, witness


class Housed:
    """A box without sound on mock pins, in a house; nobody runs its loop but `settle`."""

    def __init__(self, folder: Path, mqtt: str) -> None:
        (folder / "settings.yaml").write_text(f"mqtt: {{enabled: true, {mqtt}}}\n")
        self.house = House()
        self.facts: list[Fact] = []

        def observe(fact: Fact) -> None:
            self.facts.append(fact)
            self.house.observe(fact)

        wishes = Wishes(folder / "state", folder / "settings.yaml", seed=3, pins="mock", sound=False)
        self.box = Box(wishes, VirtualClock(), Mailbox(), observe)
        self.house.open(self.box)
        self.box.start()
        self.settle()

    def settle(self) -> None:
        """Handle what waits."""
        self.box.session.drain()

    def play(self, *phrases: str) -> None:
        """Type them."""
        for phrase in phrases:
            self.box.mailbox.put(Typed(phrase))
            self.settle()

    def hear(self) -> Heard:
        """The next that it hears of the house."""
        seen = len(self.facts)
        while not (heard := [fact for fact in self.facts[seen:] if isinstance(fact, Heard)]):
            self.box.mailbox.wait(WAIT_SECONDS)
            assert len(self.box.mailbox), "nothing came"
            self.settle()
        return heard[0]

    @property
    def troubles(self) -> list[str]:
        """All that it told of what does not work."""
        return [fact.sentence for fact in self.facts if isinstance(fact, Troubled)]


@contextmanager
def housed(folder: Path, mqtt: str) -> Iterator[Housed]:
    """A box in a house until the end of the block."""
    made = Housed(folder, mqtt)
    try:
        yield made
    finally:
        made.house.close()
        made.box.close()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker that lets in whoever comes."""
    with broker(tmp_path / "broker") as started:
        yield started


def test_a_house_follows_the_delve(tmp_path: Path, mosquitto: Mosquitto) -> None:
    """The state as it is played, undone too, and what happens as it happens, by the topics of the settings."""
    with housed(tmp_path, f"port: {mosquitto.port}, topic: cellar/box") as table, witness(mosquitto) as bulbs:
        bulbs.until("cellar/box/available", "online".__eq__)
        table.play("light a torch", "search the room")
        bulbs.until("cellar/box/state", lambda text: json.loads(text)["light_percent"] == 83)
        turned = json.loads(bulbs.until("cellar/box/event", lambda text: json.loads(text)["event_type"] == "turn"))
        assert turned["turn"] == 1
        table.play("undo", "undo")
        bulbs.until("cellar/box/state", lambda text: json.loads(text)["light"] == "none")
        found = json.loads(bulbs.until("homeassistant/device/cellar_box/config"))
        assert found["components"]["light_percent"]["state_topic"] == "cellar/box/state"


def test_turns_are_played_while_the_broker_is_away(tmp_path: Path) -> None:
    """Before it was ever there: an hour of turns is what it is without a house, told as one trouble."""
    with broker(tmp_path / "broker") as gone:
        gone.stop()
        with housed(tmp_path, f"port: {gone.port}") as table:
            table.play(*["search the room"] * 60)
            assert table.box.session.state.completed == 60
            while not table.troubles:
                table.box.mailbox.wait(WAIT_SECONDS)
                assert len(table.box.mailbox), "nothing was told"
                table.settle()
            assert f"no MQTT broker answers at localhost:{gone.port}" in table.troubles[0]
            assert "no MQTT broker" in (table.box.announcer.panel.view.trouble or "")
            gone.start()
            with witness(gone) as bulbs:
                bulbs.until("delvebox/state", lambda text: json.loads(text)["turn"] == 61)
                assert not [topic for topic, _, _ in bulbs.heard if topic == "delvebox/event"], "nothing is told late"
            table.settle()
            assert len(table.troubles) == 1


def test_a_house_says_phrases_where_it_may(tmp_path: Path, mosquitto: Mosquitto) -> None:
    """The same path as typed: played, or not a phrase and told why; garbage is nothing."""
    with housed(tmp_path, f"port: {mosquitto.port}, commands: true") as table, witness(mosquitto) as somebody:
        somebody.until("delvebox/available", "online".__eq__)
        somebody.say("delvebox/say", b"\xff\x00")
        somebody.say("delvebox/say", "Search the room!")
        heard = table.hear()
        assert (heard.source, heard.verdict.verdict) == ("mqtt", "accept")
        assert table.box.session.state.completed == 1
        somebody.say("delvebox/say", "make me a sandwich")
        assert table.hear().verdict.reason == "not a phrase"


def test_a_flood_of_phrases_neither_fills_the_queue_nor_spends_the_evening(
    tmp_path: Path, mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture
) -> None:
    """An automation that runs wild: a table's number of phrases is taken, the rest refused with what is allowed."""
    with housed(tmp_path, f"port: {mosquitto.port}, commands: true") as table, witness(mosquitto) as somebody:
        somebody.until("delvebox/available", "online".__eq__)
        somebody.flood("delvebox/say", "next turn", 2 * MOST_WAITING)
        wait_until(lambda: "refused so far: 256" in caplog.text, "what is too much is refused")
        assert "send at most 20 messages at once and 2 a second" in caplog.text
        assert len(table.box.mailbox) < MOST_WAITING / 2


def test_nobody_says_anything_as_shipped(tmp_path: Path, mosquitto: Mosquitto) -> None:
    """Commands are off: the next state shows that what was said before it was not heard."""
    with housed(tmp_path, f"port: {mosquitto.port}") as table, witness(mosquitto) as somebody:
        somebody.until("delvebox/available", "online".__eq__)
        somebody.say("delvebox/say", "search the room")
        table.play("light a torch")
        somebody.until("delvebox/state", lambda text: json.loads(text)["light"] == "fresh")
        table.settle()
        assert table.box.session.state.completed == 0


def test_without_the_extra_the_box_plays_and_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No paho installed: no house, one sentence with the cure, everything else as ever."""
    for module in [name for name in sys.modules if name.startswith("paho")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "paho", None)
    with housed(tmp_path, "port: 1883") as table:
        table.play("search the room")
        assert table.box.session.state.completed == 1
        assert len(table.troubles) == 1
        assert "pip install 'delvebox[mqtt]'" in table.troubles[0]
