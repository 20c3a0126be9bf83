"""The fingers of all pages on the box's buttons: a button is down for as long as one of them holds it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from ..lines import shown
from .protocol import Moved, RefusedMessageError


class Drive(Protocol):
    """Moves a button on mock pins."""

    def __call__(self, button: str, *, pressed: bool) -> None:
        """Press it or let it go; raises where it cannot."""


class Hands:
    """Who holds what; used by the server's thread alone."""

    def __init__(
        self,
        names: tuple[str, ...],
        drive: Drive | None,
        shortest_seconds: float = 0.0,
        now_seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """Move the buttons of these names.

        Args:
            names: Of the buttons that are wired.
            drive: Moves them; None where they are real ones.
            shortest_seconds: From one move of a button to the next; what is quicker the box takes for bouncing.
            now_seconds: A clock that only moves forward.
        """
        self._names = names
        self._drive = drive
        self._shortest_seconds = shortest_seconds
        self._now_seconds = now_seconds
        self._held: set[tuple[object, str]] = set()
        self._moved_at: dict[tuple[object, str], float] = {}

    def due_seconds(self, finger: object, moved: Moved) -> float:
        """How long a move is to wait: a click, or messages that came as one, are quicker than any finger."""
        moved_at = self._moved_at.get((finger, moved.button))
        return 0.0 if moved_at is None else max(0.0, moved_at + self._shortest_seconds - self._now_seconds())

    def move(self, finger: object, moved: Moved) -> None:
        """Press a button or let it go.

        Args:
            finger: Whose it is; each page has its own.
            moved: Which button, and how.

        Raises:
            RefusedMessageError: the buttons are real ones, there is none of this name, or it is so already.
        """
        if self._drive is None:
            raise RefusedMessageError("the buttons of this box are real ones: press them by hand")
        if moved.button not in self._names:
            raise RefusedMessageError(f"no button {shown(moved.button)}: there are {', '.join(self._names)}")
        holding = (finger, moved.button)
        if (holding in self._held) == moved.pressed:
            way = "down" if moved.pressed else "up"
            raise RefusedMessageError(f"the button {moved.button} is {way} already: the other way is next")
        self._moved_at[holding] = self._now_seconds()
        if moved.pressed:
            first = not self._is_held(moved.button)
            self._held.add(holding)
            if first:
                self._drive(moved.button, pressed=True)
        else:
            self._held.remove(holding)
            if not self._is_held(moved.button):
                self._drive(moved.button, pressed=False)

    def let_go(self, finger: object) -> None:
        """A page has gone: whatever it held comes up."""
        for holder, button in tuple(self._held):
            if holder is finger:
                self.move(finger, Moved(button, pressed=False))
        for moved in [moved for moved in self._moved_at if moved[0] is finger]:
            del self._moved_at[moved]

    def _is_held(self, button: str) -> bool:
        return any(held == button for _, held in self._held)
