"""The evening as it happens, a line an entry, in the table's words. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.delve import Delve
from ...engine.events import DangerRolled, NoteAdded
from ...engine.records import Entry, command_to_dict
from ..outputs.narration import Narration
from ..outputs.trackers import clock_time
from .cells import roll_of
from .rows import event_with_why


class Log:
    """Tells the entries of one delve, each after the ones before it."""

    def __init__(self, delve: Delve, told: Narration) -> None:
        """`delve` is at its beginning, and is played by what is told; `told` is in the table's language."""
        self._delve = delve
        self._told = told.in_digits

    def lines(self, entry: Entry, *, why: bool = False) -> Iterator[str]:
        """What happened with its clock and its rolls; with `why` a line for each thing that has a cause."""
        self._delve.apply(entry)
        yield f"{clock_time(self._delve.state.elapsed_minutes):>6}  {self._text(entry)}{self._rolls(entry)}"
        if why:
            for event in entry.events:
                what, cause, rule = self._told.event(event)
                if what and cause:
                    yield f"{'':>10}{what} – {cause}: {rule}"

    def record(self, entry: Entry) -> dict[str, Any]:
        """The same as JSON values."""
        self._delve.apply(entry)
        state = self._delve.state
        return {
            "kind": entry.kind,
            "turn": state.completed + 1,
            "minutes": state.elapsed_minutes,
            "text": self._text(entry),
            "command": command_to_dict(entry.command),
            "events": [event_with_why(event) for event in entry.events],
        }

    def _text(self, entry: Entry) -> str:
        cues = self._told.cues(entry, self._delve.state, self._delve.rules)
        text = " ".join(cue.text for cue in cues) or self._told.command(entry.command)
        notes = [event.text for event in entry.events if isinstance(event, NoteAdded)]
        return " ".join(" ".join([text, *notes]).split())

    def _rolls(self, entry: Entry) -> str:
        rolls = [event for event in entry.events if isinstance(event, DangerRolled)]
        told = ", ".join(roll_of(roll, self._delve.rules, self._told) for roll in rolls)
        return f"  [{told}]" if told else ""
