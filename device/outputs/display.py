"""The display, through luma: an OLED on I2C that may come and go, or luma's dummy. luma and PIL are imported only here.

No mono driver of luma compares frames, so each would send all of it each time (93 ms at 100 kHz): luma's device knows
how its controller is woken, turned and switched off, and what changed is sent from here.

luma's device object is built once, with a wire that takes down its opening commands: each constructor, even a failed
one, leaves an exit hook behind. To connect is to open the bus and to send those commands again.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Protocol

from ..settings import Panel
from .awake import Light
from .controllers import CONTROLLERS, DIM
from .windows import Window, changed_windows, memory_of
from .wire import Wire

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

    def shine(self, light: Light) -> None:
        """Bright as after `connect`, dim, or dark with its picture kept; raises DisplayError."""

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

    def shine(self, light: Light) -> None:
        pass

    def close(self) -> None:
        pass


class _Oled:
    """An OLED on I2C, to which only what changed is sent.

    What the controller's memory holds is known from what was sent since it was greeted; after any error nothing is.
    """

    def __init__(self, panel: Panel) -> None:
        from luma.core.error import Error

        self._panel = panel
        self._controller = CONTROLLERS[panel.controller]
        self._offset = self._controller.first_column if panel.column_offset is None else panel.column_offset
        # luma tells a lost display by its own error at commands, and by a bare OSError at data.
        self._errors = (Error, OSError)
        self._wire = Wire(self._open_bus)
        self._device = self._built()
        self._wire.end_taking_down()
        self._device.persist = True  # what the exit hook does is ours to decide, and done by then
        self._columns = panel.height if self._controller.upright else panel.width
        self._held: bytes | None = None

    def connect(self) -> None:
        self._held = None
        try:
            self._wire.open()
        except self._errors as error:
            raise DisplayError(self._not_opened(error)) from error
        try:
            self._wire.greet()
        except self._errors as error:
            raise self._lost(error) from error

    def show(self, frame: bytes) -> None:
        image = self._device.preprocess(_image(frame, self._panel.width, self._panel.height))
        wanted = memory_of(image.tobytes(), self._columns)
        try:
            self._send(wanted)
        except self._errors as error:
            raise self._lost(error) from error

    def shine(self, light: Light) -> None:
        try:
            if light == "dark":
                self._device.hide()
            else:
                self._device.contrast(self._controller.contrast if light == "bright" else DIM)
                self._device.show()
        except self._errors as error:
            raise self._lost(error) from error

    def close(self) -> None:
        self._wire.cleanup()

    def _built(self) -> Any:
        """Luma's device, which says its greeting to the wire."""
        import luma.oled.device

        panel, make = self._panel, getattr(luma.oled.device, self._panel.controller)
        if self._controller.upright:
            return make(self._wire, panel.height, panel.width, panel.rotate + 1)
        # Only the sh1106 has a column of its own to begin at: the others take this word and forget it.
        return make(self._wire, panel.width, panel.height, panel.rotate, page_address_offset=self._offset)

    def _open_bus(self) -> Any:
        """Open the bus by its number: luma then sends pixels in one piece, which it would not on a bus passed in."""
        from luma.core.interface.serial import i2c

        return i2c(port=self._panel.port, address=self._panel.address)

    def _send(self, wanted: bytes) -> None:
        columns, controller = self._columns, self._controller
        if self._held is None:
            windows = [Window(0, len(wanted) // columns - 1, 0, columns - 1)]
        else:
            windows = changed_windows(self._held, wanted, columns, controller.cost)
        for commands, window in controller.steps(windows, self._offset):
            self._device.command(*commands)
            self._device.data(list(window.cut_from(wanted, columns)))
        self._held = wanted

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


_KINDS: dict[str, type[_Dummy | _Oled]] = {"dummy": _Dummy, "wired": _Oled}
