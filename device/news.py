"""What the panel shows for a short while: what was heard, a refusal, a danger, a trouble. Pure, on the run's clock."""

from __future__ import annotations

from ..engine.state import LastRoll

HEARD_SECONDS = 3.0
"""What was heard, or why not, stands for this long."""
DANGER_SECONDS = 8.0
"""Danger stands for this long, or until something else happens."""
TROUBLE_SECONDS = 30.0
"""What does not work stands for this long: long enough to read, not all evening; the lamp goes on."""


class News:
    """At most one piece of news beside one trouble; the newest takes the place of the others."""

    def __init__(self) -> None:
        self.heard_text: str | None = None
        self.message_text: str | None = None
        self.last_roll: LastRoll | None = None
        self.trouble_text: str | None = None
        self._until_seconds: float | None = None
        self._trouble_until_seconds: float | None = None

    @property
    def until_seconds(self) -> float | None:
        """When something is no news any more; None while there is none."""
        waits = (self._until_seconds, self._trouble_until_seconds)
        return min((each for each in waits if each is not None), default=None)

    def heard(self, text: str, now_seconds: float) -> None:
        """Show what was understood."""
        self._clear()
        self.heard_text = text
        self._until_seconds = now_seconds + HEARD_SECONDS

    def message(self, text: str, now_seconds: float) -> None:
        """Show a refusal, or why nothing was understood."""
        self._clear()
        self.message_text = text
        self._until_seconds = now_seconds + HEARD_SECONDS

    def danger(self, roll: LastRoll | None, now_seconds: float) -> None:
        """Show the roll that was danger."""
        self._clear()
        self.last_roll = roll
        self._until_seconds = now_seconds + DANGER_SECONDS

    def trouble(self, text: str, now_seconds: float) -> None:
        """Show what does not work, beside the other news."""
        self.trouble_text = text
        self._trouble_until_seconds = now_seconds + TROUBLE_SECONDS

    def played(self) -> None:
        """Something else happened: danger and messages before it are no news any more."""
        if self.heard_text is None:
            self._clear()

    def expire(self, now_seconds: float) -> None:
        """Forget what stood long enough."""
        if self._until_seconds is not None and now_seconds >= self._until_seconds:
            self._clear()
        if self._trouble_until_seconds is not None and now_seconds >= self._trouble_until_seconds:
            self.trouble_text = self._trouble_until_seconds = None

    def _clear(self) -> None:
        self.heard_text = self.message_text = None
        self.last_roll = None
        self._until_seconds = None
