"""The watchdog is fed only while everything lives that the box cannot do without.

A process that runs proves nothing: lgpio's one thread can end without the others noticing (gpiozero #815). So the
checks look at the session, the buttons' thread and the journal; one that fails is told once in the log, and no sign of
life is given until all are well. systemd then starts the box again, on the same turn.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from .mailbox import Mailbox
from .rounds import Rounds

log = logging.getLogger(__name__)

Check = Callable[[], str]
"""What is wrong with a part, "" while it lives."""
SIGNS_IN_TIME = 4
"""Signs of life within the time that systemd waits for one."""


class SessionCheck:
    """Whether the session takes what waits for it; the journal's writes are its own, so one that hangs shows here."""

    def __init__(self, mailbox: Mailbox) -> None:
        """Look at the session's mailbox from now on."""
        self._mailbox = mailbox
        self._seen = -1

    def __call__(self) -> str:
        """What is wrong."""
        seen, self._seen = self._seen, self._mailbox.rounds
        if self._mailbox.awaited or seen != self._seen:
            return ""
        return f"it has been at one message since the last look, {len(self._mailbox)} more wait"


class Watchdog(Rounds):
    """Looks at every check and gives the sign of life, the first at once."""

    def __init__(self, checks: Mapping[str, Check], alive: Callable[[], None], within_seconds: float) -> None:
        """Prepare it.

        Args:
            checks: By the name of the part; each must return at once.
            alive: Gives the sign.
            within_seconds: It is expected at least once in this time.
        """
        super().__init__("watchdog", within_seconds / SIGNS_IN_TIME)
        self._checks = checks
        self._alive = alive
        self._told: dict[str, str] = {}

    def look(self) -> None:
        """One look at every check."""
        troubles = {name: trouble for name, check in self._checks.items() if (trouble := check())}
        for name, trouble in troubles.items():
            if self._told.get(name) != trouble:
                log.error("watchdog: no sign of life: %s: %s", name, trouble)
        self._told = troubles
        if not troubles:
            self._alive()
