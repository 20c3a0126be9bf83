"""When the panel dims and sleeps, and how its picture moves: an OLED burns in where it shows the same for long. Pure.

Dimming alone saves little (contrast 0 "does not dim very much"), so that it sleeps in the end; what wakes it is only
that: a press in the dark must not spend a turn.
"""

from __future__ import annotations

from typing import Literal

from ..settings import Panel

Light = Literal["bright", "dim", "dark"]

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where the picture's upper left is, in pixels, one place after the other."""
MINUTE_SECONDS = 60.0


class Awake:
    """How brightly the panel shines, on the run's clock."""

    def __init__(self, panel: Panel, now_seconds: float) -> None:
        """Awake from now; a panel that is not wanted never sleeps."""
        self._dims_after = _seconds(panel.dim_minutes) if panel.enabled else None
        self._sleeps_after = _seconds(panel.sleep_minutes) if panel.enabled else None
        self._since_seconds = now_seconds

    def touch(self, now_seconds: float) -> None:
        """Something happened: it is awake."""
        self._since_seconds = now_seconds

    def light(self, now_seconds: float) -> Light:
        """How brightly it shines."""
        idle = now_seconds - self._since_seconds
        if self._sleeps_after is not None and idle >= self._sleeps_after:
            return "dark"
        return "dim" if self._dims_after is not None and idle >= self._dims_after else "bright"

    def next_change_seconds(self, now_seconds: float) -> float | None:
        """When it dims or sleeps next if nothing happens; None for never."""
        times = (self._since_seconds + after for after in (self._dims_after, self._sleeps_after) if after is not None)
        return min((time for time in times if time > now_seconds), default=None)


def shifted(frame: bytes, width: int, right: int, down: int) -> bytes:
    """A frame moved by so many pixels; what leaves it is lost, what enters it is dark."""
    stride = (width + 7) // 8
    rows = [frame[start : start + stride] for start in range(0, len(frame), stride)]
    moved = [(int.from_bytes(row, "big") >> right).to_bytes(stride, "big") for row in rows[: len(rows) - down]]
    return bytes(stride * down) + b"".join(moved)


def _seconds(minutes: float | None) -> float | None:
    return None if minutes is None else minutes * MINUTE_SECONDS
