"""The turns of a delve with their causes and dice, as lines for a page. Pure.

A line is never taken away: what was undone stays and says so. Only the last lines change, so that a page is told from
the first changed one on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.commands import Command, TakeNextTurn
from ...engine.events import (
    BoxesCalmed,
    BoxesCleared,
    BoxesCorrected,
    BoxMarked,
    DangerRolled,
    Event,
    NoteAdded,
    TableDrawn,
    TurnBegan,
    TurnEnded,
)
from ...engine.records import Entry
from ...engine.state import LastAction
from ..outputs.narration import Narration

MOST_LINES = 100
"""That a page is told when it comes; the journal holds them all."""

Line = dict[str, Any]


class History:
    """Follows the entries of one delve after the other."""

    def __init__(self, narration: Narration) -> None:
        """Tell of them in the table's words."""
        self._narration = narration
        self._delve: int | None = None
        self._commands: list[Command] = []
        self._lines: list[Line] = []
        self._undone: list[int] = []
        """Places of what was undone, the last last: redo plays that again, or is refused by the engine."""

    def follow(self, delve: int, entries: Sequence[Entry]) -> dict[str, Any]:
        """What is new to a page that was told all before.

        Args:
            delve: The delve's number.
            entries: All of its entries.

        Returns:
            The lines from `first` on, in whose place a page has nothing or older ones; and the delve's number.
        """
        if delve != self._delve:
            self._delve = delve
            self._commands, self._lines, self._undone = [], [], []
        first, old = len(self._lines), len(entries) - MOST_LINES
        for place, entry in enumerate(entries[first:], first):
            events = () if place < old else entry.events  # no page that comes now is told so long a history
            first = min(first, self._add(entry, events))
        return {"delve": delve, "first": first, "lines": self._lines[first:]}

    def whole(self) -> dict[str, Any]:
        """What a page is told that comes now: the last lines, as `follow` gives them."""
        first = max(0, len(self._lines) - MOST_LINES)
        return {"delve": self._delve, "first": first, "lines": self._lines[first:]}

    def _add(self, entry: Entry, events: Sequence[Event]) -> int:
        """Add it with these of its events; the first line that this changes."""
        place = changed = len(self._lines)
        if entry.kind == "undo":
            changed = self._last_with(entry.command)
            self._undone.append(changed)
            self._lines[changed] = {**self._lines[changed], "undone": True}
        elif entry.kind == "redo":
            changed = self._undone.pop()
            self._lines[changed] = {**self._lines[changed], "undone": False}
        self._commands.append(entry.command)
        self._lines.append(
            {
                "kind": entry.kind,
                "what": self._what(entry),
                "undone": False,
                "events": [self._event(event) for event in events if not isinstance(event, TurnEnded)],
            }
        )
        return min(place, changed)

    def _what(self, entry: Entry) -> str:
        """What it is called: the next turn by the action that it was."""
        began = [event for event in entry.events if isinstance(event, TurnBegan)]
        if isinstance(entry.command, TakeNextTurn) and began:
            return self._narration.panel.word(LastAction(began[0].action, began[0].loud).name)
        return self._narration.command(entry.command)

    def _last_with(self, command: Command) -> int:
        """The line of the command that an undo takes back: the last like it that stands."""
        return next(
            place
            for place in reversed(range(len(self._lines)))
            if self._lines[place]["kind"] == "command"
            and not self._lines[place]["undone"]
            and self._commands[place] == command
        )

    def _event(self, event: Event) -> dict[str, Any]:
        what, cause, rule = self._narration.event(event)
        told: dict[str, Any] = {"what": what, "cause": cause, "rule": rule}
        match event:
            case TurnBegan():
                told["turn"] = event.turn
            case BoxMarked() | BoxesCalmed() | BoxesCorrected():
                told["boxes"] = event.escalation
            case BoxesCleared():
                told["boxes"] = 0
            case NoteAdded():
                told["what"] = event.text
            case DangerRolled():
                told["roll"] = {
                    "die": event.die,
                    "sides": event.sides,
                    "modifier": event.modifier,
                    "total": event.total,
                    "danger": event.danger,
                    "chance": event.chance,
                    "own": event.told,
                }
            case TableDrawn():
                panel = self._narration.panel
                told["drawn"] = {
                    "table": event.table,
                    "result": event.result,
                    "reaction": panel.word(event.reaction, "reaction") if event.reaction else None,
                    "feet": event.distance_feet,
                    "asked": event.asked,
                }
        return told
