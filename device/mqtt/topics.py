"""Under which topics the box stands, and what it says of itself there. Pure; `docs/house.md` lists them."""

from __future__ import annotations

from dataclasses import dataclass

ONLINE, OFFLINE = "online", "offline"
"""What stands under `available`; the broker itself writes the second when the box is gone."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one box, by the settings' `topic` and `discovery_prefix`."""

    root: str
    prefix: str | None = "homeassistant"

    @property
    def available(self) -> str:
        """Whether the box is there; retained."""
        return f"{self.root}/available"

    @property
    def state(self) -> str:
        """Where the delve stands, in JSON; retained."""
        return f"{self.root}/state"

    @property
    def event(self) -> str:
        """What happens, in JSON; not retained, and not told later where nobody could hear it."""
        return f"{self.root}/event"

    @property
    def say(self) -> str:
        """Phrases for the box, where the settings let it be told any."""
        return f"{self.root}/say"

    @property
    def name(self) -> str:
        """Of the box among a house's devices: the root without slashes."""
        return self.root.replace("/", "_")

    @property
    def discovery(self) -> str | None:
        """Where Home Assistant looks for what the box is; None: nowhere."""
        return None if self.prefix is None else f"{self.prefix}/device/{self.name}/config"
