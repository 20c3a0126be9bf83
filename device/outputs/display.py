"""The display, through luma: an OLED on I2C that may come and go, or luma's dummy. luma and PIL are imported only here.

luma's device object is built once, with a wire that takes down its opening commands: each constructor, even a failed
one, leaves an exit hook behind. To connect is to open the bus and to send those commands again.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Protocol

from ..settings import Panel

BOARD = Path("/proc/device-tree/model")
"""Names the board where there are pins; a PC, whose I2C buses belong to others, has no such file."""


class DisplayError(Exception):
    """The display cannot be reached; the text says which, why and what helps."""


class Display(Protocol):
    """Shows frames: one-bit rows from the top, each padded to whole bytes, the leftmost pixel in the highest bit."""

    def connect(self) -> None:
        """Open the display and make it ready; raises DisplayError."""

    def show(self, frame: bytes) -> None:
        """Send a frame; raises DisplayError, and then wants `connect` again."""

    def switch_off(self) -> None:
        """Go dark; raises DisplayError."""

    def close(self) -> None:
        """Let go of the bus; the picture stays. Never raises."""


def open_display(panel: Panel, kind: str) -> Display:
    """The display for these settings, not connected yet.

    Args:
        panel: Size, controller and place on the bus.
        kind: `wired`; `dummy`, which only keeps the picture; or `auto`: wired on a board with pins where the
            panel is enabled.

    Raises:
        ImportError: luma.oled or Pillow is not installed.
        ValueError: There is no such kind.
    """
    if kind == "auto":
        kind = "wired" if panel.enabled and BOARD.exists() else "dummy"
    if kind not in _KINDS:
        raise ValueError(f"no display of kind {kind!r}: take one of auto, {', '.join(_KINDS)}")
    return _KINDS[kind](panel)


def png_of(frame: bytes, width: int, height: int, scale: int = 1) -> bytes:
    """A frame as a PNG, each pixel `scale` × `scale` (1 upwards)."""
    image = _image(frame, width, height)
    out = io.BytesIO()
    image.resize((width * scale, height * scale), resample=0).save(out, "PNG", optimize=True)
    return out.getvalue()


def _image(frame: bytes, width: int, height: int) -> Any:
    from PIL import Image

    return Image.frombytes("1", (width, height), frame)


class _Dummy:
    """luma's own stand-in, which holds the picture as an OLED would get it."""

    def __init__(self, panel: Panel) -> None:
        from luma.core.device import dummy

        self._size = (panel.width, panel.height)
        self._device = dummy(*self._size, rotate=panel.rotate, mode="1")
        self._device.persist = True

    def connect(self) -> None:
        pass

    def show(self, frame: bytes) -> None:
        self._device.display(_image(frame, *self._size))

    def switch_off(self) -> None:
        self._device.clear()

    def close(self) -> None:
        pass


class _Oled:
    """An ssd1306 on I2C."""

    def __init__(self, panel: Panel) -> None:
        from luma.core.error import Error
        from luma.oled.device import ssd1306

        self._panel = panel
        # luma tells a lost display by its own error at commands, and by a bare OSError at data.
        self._errors = (Error, OSError)
        self._wire = _Wire(panel)
        self._device = ssd1306(self._wire, panel.width, panel.height, panel.rotate)
        self._wire.end_taking_down()
        # luma has no setting for it: some modules wire the panel to later columns of the controller.
        self._device._colstart += panel.column_offset  # noqa: SLF001
        self._device._colend += panel.column_offset  # noqa: SLF001
        self._device.persist = True  # what the exit hook does is ours to decide, and done by then

    def connect(self) -> None:
        try:
            self._wire.open()
        except self._errors as error:
            raise DisplayError(self._not_opened(error)) from error
        try:
            self._wire.greet()
        except self._errors as error:
            raise self._lost(error) from error

    def show(self, frame: bytes) -> None:
        try:
            self._device.display(_image(frame, self._panel.width, self._panel.height))
        except self._errors as error:
            raise self._lost(error) from error

    def switch_off(self) -> None:
        try:
            self._device.hide()
        except self._errors as error:
            raise self._lost(error) from error

    def close(self) -> None:
        self._wire.cleanup()

    def _lost(self, error: Exception) -> DisplayError:
        self._wire.cleanup()
        return DisplayError(
            f"display at 0x{self._panel.address:02x} on I2C bus {self._panel.port} does not answer ({error}): "
            f"check its four wires and panel.address; it is tried again"
        )

    def _not_opened(self, error: Exception) -> str:
        bus = f"I2C bus {self._panel.port}"
        if "permission" in str(error).lower():
            return f"{bus} may not be opened: add this user to the group i2c"
        return f"{bus} is not there ({error}): turn I2C on with raspi-config, or set panel.enabled to false"


class _Wire:
    """luma's serial interface: takes commands down at first, then hands them to an I2C bus that is open or not."""

    def __init__(self, panel: Panel) -> None:
        self._place = {"port": panel.port, "address": panel.address}
        self._taking_down = True
        self._greeting: list[tuple[bool, list[int]]] = []
        """Whether it is a command, and its bytes."""
        self._bus: Any = None

    def end_taking_down(self) -> None:
        """What was sent so far is the greeting; what comes now is for the bus."""
        self._taking_down = False

    def open(self) -> None:
        """Open the bus by its number: luma then sends a frame in one piece, which it would not on a bus passed in."""
        from luma.core.interface.serial import i2c

        self._bus = i2c(**self._place)

    def greet(self) -> None:
        """Send what luma's constructor said: commands, and a dark frame."""
        for is_command, sent in self._greeting:
            if is_command:
                self.command(*sent)
            else:
                self.data(sent)

    def command(self, *command: int) -> None:
        """Send a command; luma's name for it."""
        if self._taking_down:
            self._greeting.append((True, list(command)))
        else:
            self._opened().command(*command)

    def data(self, data: list[int]) -> None:
        """Send pixels; luma's name for it."""
        if self._taking_down:
            self._greeting.append((False, data))
        else:
            self._opened().data(data)

    def cleanup(self) -> None:
        """Close the bus; luma's name for it."""
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


_KINDS: dict[str, type[_Dummy | _Oled]] = {"dummy": _Dummy, "wired": _Oled}
