"""The fingers of all pages on the box's buttons: a button is down for as long as one of them holds it."""

from __future__ import annotations

from typing import Protocol

from .protocol import Moved, RefusedMessageError, shown


class Drive(Protocol):
    """Moves a button on mock pins."""

    def __call__(self, button: str, *, pressed: bool) -> None:
        """Press it or let it go; raises where it cannot."""


class Hands:
    """Who holds what; used by the server's thread alone."""

    def __init__(self, names: tuple[str, ...], drive: Drive | None) -> None:
        """Move the buttons of these names by `drive`; None where they are real ones."""
        self._names = names
        self._drive = drive
        self._held: set[tuple[object, str]] = set()

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

    def _is_held(self, button: str) -> bool:
        return any(held == button for _, held in self._held)
