"""What Home Assistant is told that the box is."""

from __future__ import annotations

import json
import re

import pytest

from delvebox.device.mqtt.discovery import ENTITIES, document
from delvebox.device.mqtt.topics import Topics
from delvebox.device.outputs.narration import Narration
from delvebox.device.standing import KINDS, standing_of
from delvebox.engine.rules import Rules
from delvebox.engine.turn import new_state

TOPICS = Topics("house/delvebox")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_entity_shows_a_field_of_the_state(language: str) -> None:
    """By topic and template; each has a name in the table's language and an id that no other has."""
    made = json.loads(json.dumps(document(TOPICS, Narration.load(language).labels("house"), KINDS, "1.0")))
    components = made["components"]
    state = standing_of(new_state(Rules()), Rules())
    assert set(ENTITIES) <= set(state)
    for field in ENTITIES:
        sensor = components[field]
        assert sensor["platform"] == "sensor"
        assert (sensor["state_topic"], sensor["value_template"]) == (TOPICS.state, f"{{{{ value_json.{field} }}}}")
    assert components["event"]["event_types"] == list(KINDS)
    assert components["event"]["state_topic"] == TOPICS.event
    assert {each["availability_topic"] for each in components.values()} == {TOPICS.available}
    assert len({each["unique_id"] for each in components.values()}) == len(components)
    assert all(each["name"] for each in components.values())


def test_the_names_are_those_of_the_language() -> None:
    """A German box is a German device."""
    made = document(TOPICS, Narration.load("de").labels("house"), KINDS, "1.0")
    assert made["components"]["turn"]["name"] == "Zug"


def test_home_assistant_looks_where_the_document_is() -> None:
    """Its ids hold letters, digits, - and _ alone; without a prefix there is no document."""
    assert TOPICS.discovery == "homeassistant/device/house_delvebox/config"
    assert re.fullmatch(r"[A-Za-z0-9_-]+", TOPICS.name)
    assert Topics("delvebox", None).discovery is None
