"""What the panel shows for a short while: what was heard, a refusal, a danger. Pure, on the run's clock."""

from __future__ import annotations

from ..engine.state import LastRoll

HEARD_SECONDS = 3.0
"""What was heard, or why not, stands for this long."""
DANGER_SECONDS = 8.0
"""Danger stands for this long, or until something else happens."""


class News:
    """At most one piece of news; the newest takes the place of the others."""

    def __init__(self) -> None:
        self.heard_text: str | None = None
        self.message_text: str | None = None
        self.last_roll: LastRoll | None = None
        self.until_seconds: float | None = None

    def heard(self, text: str, now_seconds: float) -> None:
        """Show what was understood."""
        self._clear()
        self.heard_text = text
        self.until_seconds = now_seconds + HEARD_SECONDS

    def message(self, text: str, now_seconds: float) -> None:
        """Show a refusal, or why nothing was understood."""
        self._clear()
        self.message_text = text
        self.until_seconds = now_seconds + HEARD_SECONDS

    def danger(self, roll: LastRoll | None, now_seconds: float) -> None:
        """Show the roll that was danger."""
        self._clear()
        self.last_roll = roll
        self.until_seconds = now_seconds + DANGER_SECONDS

    def played(self) -> None:
        """Something else happened: danger and messages before it are no news any more."""
        if self.heard_text is None:
            self._clear()

    def expire(self, now_seconds: float) -> None:
        """Forget what stood long enough."""
        if self.until_seconds is not None and now_seconds >= self.until_seconds:
            self._clear()

    def _clear(self) -> None:
        self.heard_text = self.message_text = None
        self.last_roll = None
        self.until_seconds = None
