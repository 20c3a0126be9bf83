"""What the box tells by itself, and where: by voice, on the panel, in the browser."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .records import Record

Channel = Literal["voice", "panel", "web"]
Step = Literal["declare", "resolve", "consume", "danger", "update"]

EVERYWHERE: tuple[Channel, ...] = ("voice", "panel", "web")
_CHANNELS_WANTED = "a list of voice, panel and web"


class Announce(Record):
    """How much is said, and what is told where."""

    says: Literal["everything", "changes", "danger"] = Field(
        default="everything", description="everything, changes (not the turns in which nothing changed) or danger"
    )
    """By the voice of its own accord: what it asks, and what it is asked, is said in any case."""
    prompts: tuple[Step, ...] = Field(
        default=(), description="a list of the steps declare, resolve, consume, danger and update"
    )
    """The steps of a turn that the game master is reminded of."""
    table: tuple[Channel, ...] = Field(default=EVERYWHERE, description=_CHANNELS_WANTED)
    """Where what is for all is told."""
    master: tuple[Channel, ...] = Field(default=EVERYWHERE, description=_CHANNELS_WANTED)
    """Where what is the game master's own is told: prompts, and what is drawn from tables."""


def is_theme_file(theme: str) -> bool:
    """Whether a theme is a file of the table's own, and not a shipped one's name."""
    return "/" in theme or theme.endswith((".yaml", ".yml"))
