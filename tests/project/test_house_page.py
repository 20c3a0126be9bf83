"""docs/house.md: its topics, fields, events and automations are those of the box."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from delvebox.device.mqtt.topics import Topics
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.settings.load import load_text
from delvebox.device.standing import KINDS, standing_of
from delvebox.engine.rules import Rules
from delvebox.engine.turn import new_state

PAGE = (Path(__file__).parents[2] / "docs" / "house.md").read_text()
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
SETTINGS, *AUTOMATIONS = BLOCKS
SHIPPED = load_text("").settings.mqtt
TOPICS = Topics(SHIPPED.topic, SHIPPED.discovery_prefix)


def test_its_settings_are_good() -> None:
    """They can be taken as they stand."""
    loaded = load_text(SETTINGS)
    assert loaded.problems == ()
    assert loaded.settings.mqtt.enabled


def test_its_topics_are_those_of_the_settings_as_shipped() -> None:
    """Each row of the table, and every one that an automation listens to or publishes to."""
    shown = set(re.findall(r"^\| `([\w/]+/\w+)` ", PAGE, re.MULTILINE))
    assert shown == {TOPICS.available, TOPICS.state, TOPICS.event, TOPICS.say, TOPICS.discovery}
    used = set(re.findall(r"topic: ([\w/]+)", "".join(AUTOMATIONS)))
    assert used == {TOPICS.state, TOPICS.event, TOPICS.say}


def test_what_a_user_may_and_what_a_broker_forgets_are_those_topics_too() -> None:
    """In the rights of the box's user, and in what is cleared away after it."""
    rights = PAGE.partition("Where the broker's rules")[2].partition("\n\n")[0]
    assert set(re.findall("`(.*?)`", rights)) == {f"{TOPICS.root}/#", TOPICS.discovery, "commands: true", TOPICS.say}
    kept = PAGE.partition("**Turned off**")[2].partition("\n\n")[0]
    for topic in (TOPICS.discovery, TOPICS.state, TOPICS.available):
        assert topic in kept


def test_its_automations_follow_what_the_box_tells() -> None:
    """Fields of the state, kinds of events and a phrase that there are."""
    automations = [yaml.safe_load(each) for each in AUTOMATIONS]
    assert all({"alias", "triggers", "actions"} <= set(each) for each in automations)
    fields = set(re.findall(r"payload_json\.(\w+)", "".join(AUTOMATIONS)))
    assert fields == {"light_percent"}
    assert fields <= set(standing_of(new_state(Rules()), Rules()))
    assert automations[1]["triggers"][0]["payload"] in KINDS
    phrase = automations[2]["actions"][0]["data"]["payload"]
    assert Phrasebook.load().match(phrase) is not None


def test_it_names_every_field_and_event() -> None:
    """So that none is looked for in the code."""
    for name in (*standing_of(new_state(Rules()), Rules()), *KINDS):
        assert f"`{name}`" in PAGE, name
