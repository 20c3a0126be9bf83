"""What the box is, as Home Assistant discovers it: one device with its entities. Pure.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload (since Home Assistant 2024.11)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from .topics import Topics

PERCENT = "%"
_MEASURED = MappingProxyType({"state_class": "measurement"})
ENTITIES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "turn": {"icon": "mdi:timer-sand"},
        "escalation": {"icon": "mdi:alert", **_MEASURED},
        "danger": {"icon": "mdi:skull-outline"},
        "danger_percent": {"icon": "mdi:skull", "unit_of_measurement": PERCENT, **_MEASURED},
        "light": {"icon": "mdi:torch"},
        "light_percent": {"icon": "mdi:fire", "unit_of_measurement": PERCENT, **_MEASURED},
        "light_turns": {"icon": "mdi:fire-alert", **_MEASURED},
        "play": {"icon": "mdi:sword-cross"},
    }
)
"""The sensors, each by the field of the state that it shows, with what Home Assistant is told of it beside."""
HAPPENED = "event"
"""The entity that tells what happens."""


def document(topics: Topics, names: Mapping[str, str], happenings: Iterable[str], version: str) -> dict[str, Any]:
    """The device as Home Assistant wants it.

    Args:
        topics: Of the box.
        names: By entity, and of the device itself under "title": in the table's language.
        happenings: Every kind of event that may be told.
        version: Of the box.
    """
    shared = {"availability_topic": topics.available}
    sensors = {
        field: {
            "platform": "sensor",
            "unique_id": f"{topics.name}_{field}",
            "name": names[field],
            "state_topic": topics.state,
            "value_template": f"{{{{ value_json.{field} }}}}",
            **more,
            **shared,
        }
        for field, more in ENTITIES.items()
    }
    happened = {
        "platform": "event",
        "unique_id": f"{topics.name}_{HAPPENED}",
        "name": names[HAPPENED],
        "state_topic": topics.event,
        "event_types": list(happenings),
        "icon": "mdi:bell",
        **shared,
    }
    return {
        "device": {"identifiers": [topics.name], "name": names["title"], "model": "Delvebox", "sw_version": version},
        "origin": {"name": "delvebox", "sw_version": version},
        "components": {**sensors, HAPPENED: happened},
    }
