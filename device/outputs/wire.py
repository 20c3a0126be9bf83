"""luma's serial interface before an I2C bus that may be open or not; what a device said once can be said again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Wire:
    """Takes commands down at first, then hands them to the bus; the names of its methods are luma's."""

    def __init__(self, open_bus: Callable[[], Any]) -> None:
        """Take down what is sent until `end_taking_down`.

        Args:
            open_bus: Opens luma's interface to the bus; it raises what luma raises.
        """
        self._open_bus = open_bus
        self._taking_down = True
        self._greeting: list[tuple[bool, list[int]]] = []
        """Whether it is a command, and its bytes."""
        self._bus: Any = None

    def end_taking_down(self) -> None:
        """What was sent so far is the greeting; what comes now is for the bus."""
        self._taking_down = False

    def open(self) -> None:
        """Open the bus, anew where it is open."""
        self.cleanup()
        self._bus = self._open_bus()

    def greet(self) -> None:
        """Send what luma's constructor said: commands, and a dark frame."""
        for is_command, sent in self._greeting:
            if is_command:
                self.command(*sent)
            else:
                self.data(sent)

    def command(self, *command: int) -> None:
        """Send a command."""
        if self._taking_down:
            self._greeting.append((True, list(command)))
        else:
            self._opened().command(*command)

    def data(self, data: list[int]) -> None:
        """Send pixels."""
        if self._taking_down:
            self._greeting.append((False, data))
        else:
            self._opened().data(data)

    def cleanup(self) -> None:
        """Close the bus."""
        bus, self._bus = self._bus, None
        if bus is not None:
            try:
                bus.cleanup()
            except OSError:
                # The bus is gone with its adapter: there is nothing left to close, and nobody to tell.
                return

    def _opened(self) -> Any:
        if self._bus is None:
            raise OSError("the bus is closed")
        return self._bus
