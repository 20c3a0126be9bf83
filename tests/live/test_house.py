"""The real command in a house, and its end as the house sees it."""

from __future__ import annotations

import json
from pathlib import Path

from ..mosquitto import PASSWORD, broker, witness
from .live_box import LiveBox


def start(folder: Path, mqtt: str) -> LiveBox:
    """A box on mock pins without sound, in a house."""
    settings = folder / "settings.yaml"
    settings.write_text(f"mqtt: {{enabled: true, {mqtt}}}\n")
    command = ("run", "--silent", "--pins", "mock", "--seed", "3", "--settings", settings)
    return LiveBox(folder / "home", *command, "--state-dir", folder / "state")


def test_a_box_that_is_killed_leaves_its_last_will(tmp_path: Path) -> None:
    """Kill -9: the broker itself says that it is offline, and keeps where the delve stood; the next box is online."""
    with broker(tmp_path / "broker") as house, witness(house) as bulbs:
        with start(tmp_path, f"port: {house.port}") as box:
            bulbs.until("delvebox/available", "online".__eq__)
            box.type("light a torch", "search the room")
            bulbs.until("delvebox/state", lambda text: json.loads(text)["light_percent"] == 83)
        bulbs.until("delvebox/available", "offline".__eq__)
        with witness(house) as late:
            assert late.until("delvebox/available") == "offline"
            assert json.loads(late.until("delvebox/state"))["light_percent"] == 83
        with start(tmp_path, f"port: {house.port}"), witness(house) as later:
            later.until("delvebox/available", "online".__eq__)


def test_a_box_that_closes_says_so(tmp_path: Path) -> None:
    """In order and in time, also while the broker is away; its password is nowhere in its log."""
    (tmp_path / "password").write_text(PASSWORD)
    with broker(tmp_path / "broker", user="box") as house:
        mqtt = f"port: {house.port}, user: box, password_file: password"
        with witness(house) as bulbs, start(tmp_path, mqtt) as box:
            bulbs.until("delvebox/available", "online".__eq__)
            box.closes_in_order(tmp_path / "state")
            bulbs.until("delvebox/available", "offline".__eq__)
            assert PASSWORD not in box.stderr
        house.stop()
        with start(tmp_path, mqtt) as box:
            box.expect("^trouble: no MQTT broker answers")
            box.closes_in_order(tmp_path / "state")
