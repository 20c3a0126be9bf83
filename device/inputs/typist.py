"""What typed lines and keys do: the same for either console.

A mock button is moved from the far end of its wire, so that what follows is what a hand would cause.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...engine.commands import AddNote
from ..lines import LONGEST_LINE, one_line
from ..messages import Ordered, Stop, Typed
from ..pins import PinsError

log = logging.getLogger(__name__)

Put = Callable[[Typed | Ordered | Stop], None]
"""Takes a message at once, or raises `queue.Full`."""

PRESS_SECONDS = 0.12
"""How long a key or `press NAME` holds a mock button down: above any debounce time, below any hold."""
BETWEEN_SECONDS = 0.12
"""How long a button is up between two typed presses: above any debounce time, else both would be one."""
LONGEST_HOLD_SECONDS = 60.0


class Tell(Protocol):
    """Gives the console's sentences in the table's language, by their keys."""

    def __call__(self, key: str, **values: object) -> str:
        """The sentence of a key with its values."""


class Drive(Protocol):
    """Moves a button on mock pins."""

    def __call__(self, button: str, *, pressed: bool) -> None:
        """Press it or let it go; raises PinsError where it cannot."""


@dataclass(frozen=True, slots=True)
class MockButtons:
    """Buttons on mock pins, for the console to press from the far end of the wire."""

    drive: Drive
    names: tuple[str, ...]
    keys: Mapping[str, str]
    """Button by key: f1 to f12; after the tab key they hold it (with shift, F3 would be no key on many terminals)."""
    toggled: frozenset[str] = frozenset()
    """Buttons that a key presses until it is struck again, since a terminal does not tell of keys let go."""
    hold_seconds: float = 1.0
    """How long a key after tab holds a button; more than its hold time."""


def function_keys(names: Sequence[str]) -> dict[str, str]:
    """The first twelve buttons on F1 to F12."""
    return {f"f{number}": name for number, name in enumerate(names[:12], start=1)}


class Typist:
    """A typed line: `press NAME` and `hold NAME SECONDS` move mock buttons, `note TEXT` is kept, all else is said."""

    def __init__(self, put: Put, buttons: MockButtons | None, tell: Tell) -> None:
        """Put what is typed, and move `buttons` where there are any; `tell` has the words for the person."""
        self.buttons = buttons
        self.tell = tell
        self._put = put
        self._down: dict[str, threading.Timer | None] = {}
        self._let_go_at: dict[str, float] = {}
        self._lock = threading.Lock()

    def take(self, line: str) -> str | None:
        """Do what a line says; the sentence for the person where it cannot be done, else None.

        Raises:
            queue.Full: the session is too busy; nothing was done.
        """
        if len(line) > LONGEST_LINE:
            return self.tell("too_long", length=len(line), most=LONGEST_LINE)
        words = one_line(line).split()
        if not words:
            return None
        if words[0] in {"press", "hold"}:
            return self._move(words)
        if words[0] == "note":
            if len(words) == 1:
                return self.tell("note_needs_text")
            self._put(Ordered(AddNote(" ".join(words[1:]))))
            return None
        self._put(Typed(" ".join(words)))
        return None

    def stop(self, reason: str) -> None:
        """Ask the box to close; raises `queue.Full` where it is too busy to hear."""
        self._put(Stop(reason))

    def press(self, button: str, seconds: float = PRESS_SECONDS) -> None:
        """Hold a mock button down for some seconds, from now; nothing where it is down already.

        Raises:
            PinsError: the button cannot be driven.
        """
        with self._lock:
            if self.buttons is None or button in self._down:
                return
            timer = threading.Timer(seconds, self._let_go, [button])
            timer.daemon = True
            self.buttons.drive(button, pressed=True)
            self._down[button] = timer
            timer.start()

    def toggle(self, button: str) -> None:
        """Press a mock button, or let it go where it is down; raises PinsError as `press` does."""
        with self._lock:
            if self.buttons is not None and button not in self._down:
                self.buttons.drive(button, pressed=True)
                self._down[button] = None
                return
        self._let_go(button)

    def is_down(self, button: str) -> bool:
        """Whether the console holds this button down."""
        return button in self._down

    def close(self) -> None:
        """Let go of every button."""
        for button in list(self._down):
            self._let_go(button)

    def _let_go(self, button: str) -> None:
        with self._lock:
            if button not in self._down:
                return
            timer = self._down.pop(button)
            self._let_go_at[button] = time.monotonic()
            if timer is not None:
                timer.cancel()
            if self.buttons is not None:
                try:
                    self.buttons.drive(button, pressed=False)
                except PinsError as error:
                    log.warning("the button %s was not let go: %s", button, error)

    def _wait_until_up(self, button: str) -> bool:
        """Wait for the end of short presses: lines act one after the other, whichever buttons; False in a hold."""
        for timer in list(self._down.values()):
            if timer is not None and timer.interval <= PRESS_SECONDS:
                timer.join()
        if button in self._down:
            return False
        up_for = time.monotonic() - self._let_go_at.get(button, -BETWEEN_SECONDS)
        time.sleep(max(0.0, BETWEEN_SECONDS - up_for))
        return True

    def _move(self, words: list[str]) -> str | None:
        verb, *rest = words
        if self.buttons is None:
            return self.tell("real_buttons", verb=verb)
        if len(rest) != (1 if verb == "press" else 2):
            return self.tell("how_to_press", verb=verb, listed=", ".join(self.buttons.names))
        if rest[0] not in self.buttons.names:
            return self.tell("no_button", verb=verb, given=repr(rest[0]), listed=", ".join(self.buttons.names))
        seconds = PRESS_SECONDS if verb == "press" else _seconds(rest[1])
        if seconds is None:
            return self.tell("no_time", given=repr(rest[1]), most=int(LONGEST_HOLD_SECONDS))
        if not self._wait_until_up(rest[0]):
            return self.tell("held_down", verb=verb, given=rest[0])
        try:
            self.press(rest[0], seconds)
        except PinsError as error:
            return str(error)
        return None


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds <= LONGEST_HOLD_SECONDS else None
