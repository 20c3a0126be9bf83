"""The far end of the I2C wire: controllers that keep what they are told, as their data sheets say, and a bus to cut."""

from __future__ import annotations

import errno
import os
import threading

ADDRESS = 0x3C
NOISE = 0x55
"""What a memory holds that was never written."""
ONE_ARGUMENT = (0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0xDC)
"""Commands with one more byte in all three data sheets."""


class Ssd1306:
    """Horizontal addressing (data sheet 10.1.3): windows of columns and pages, filled page after page."""

    columns, pages = 132, 8
    arguments = dict.fromkeys(ONE_ARGUMENT, 1) | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1}

    def __init__(self) -> None:
        self.memory = [bytearray([NOISE] * self.columns) for _ in range(self.pages)]
        self.on = False
        self.contrast = 0x7F
        self._command: list[int] = []
        self.begin()

    def begin(self) -> None:
        self._columns, self._pages = (0, 127), (0, 7)
        self._page, self._column = 0, 0

    def command_byte(self, byte: int) -> None:
        self._command.append(byte)
        if len(self._command) > self.arguments.get(self._command[0], 0):
            self.obey(*self._command)
            self._command = []

    def obey(self, command: int, *arguments: int) -> None:
        match command:
            case 0x21:
                self._columns = arguments[0], arguments[1]
                self._column = arguments[0]
            case 0x22:
                self._pages = arguments[0] % 8, arguments[1] % 8
                self._page = self._pages[0]
            case _:
                self._obey_all(command, *arguments)

    def _obey_all(self, command: int, *arguments: int) -> None:
        if command in {0xAE, 0xAF}:
            self.on = command == 0xAF
        elif command == 0x81:
            self.contrast = arguments[0]

    def data_byte(self, byte: int) -> None:
        self.memory[self._page % self.pages][self._column % self.columns] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._pages[0] if self._page == self._pages[1] else self._page + 1


class Sh1106(Ssd1306):
    """Page addressing (data sheet, commands 1, 2 and 10): a page, and a column that counts up and stays at its end."""

    arguments = dict.fromkeys(ONE_ARGUMENT, 1)

    def begin(self) -> None:
        self._page, self._column = 0, 0

    def obey(self, command: int, *arguments: int) -> None:
        if command < 0x10:
            self._column = self._column & 0xF0 | command
        elif command < 0x20:
            self._column = self._column & 0x0F | (command & 0x0F) << 4
        elif 0xB0 <= command < 0xC0:
            self._page = command & 0x0F
        else:
            self._obey_all(command, *arguments)

    def data_byte(self, byte: int) -> None:
        assert self._page < self.pages, "no such page"
        assert self._column < self.columns, "no such column"
        self.memory[self._page][self._column] = byte
        self._column = min(self._column + 1, self.columns - 1)


class Sh1107(Sh1106):
    """The same over sixteen pages; its memory stands upright."""

    columns, pages = 128, 16


CONTROLLERS = {"ssd1306": Ssd1306, "sh1106": Sh1106, "sh1107": Sh1107}


class FarEnd:
    """A controller and its bus as smbus2 sees them; a test pulls its plug and reads its pixels."""

    def __init__(self, controller: str = "ssd1306") -> None:
        self.transactions: list[bytes] = []
        self.opened = self.closed = 0
        self.open_error: OSError | None = None
        self.plugged = True
        self.bytes_until_cut: int | None = None
        self.free = threading.Event()
        self.free.set()
        self.entered = threading.Event()
        self._grew = threading.Condition()
        self.wire_up(controller)

    def wire_up(self, controller: str) -> None:
        """Put a controller of this name to the wire, dark and full of noise as without power."""
        self.name = controller
        self.controller = CONTROLLERS[controller]()

    # -- what smbus2.SMBus offers ---------------------------------------------------------------------

    def open(self, port: int) -> FarEnd:
        if self.open_error is not None:
            self.open_error.filename = f"/dev/i2c-{port}"
            raise self.open_error
        self.opened += 1
        return self

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        assert len(data) <= 32
        self._transaction(address, [control, *data])

    def i2c_rdwr(self, message: object) -> None:
        self._transaction(message.addr, list(message))  # type: ignore[attr-defined, call-overload]

    def close(self) -> None:
        self.closed += 1

    # -- what a test reads ---------------------------------------------------------------------------

    @property
    def on(self) -> bool:
        return self.controller.on

    @property
    def memory(self) -> list[bytes]:
        return [bytes(page) for page in self.controller.memory]

    @property
    def sent_bytes(self) -> int:
        """All bytes after each start condition since `transactions` was cleared, addresses included."""
        return sum(map(len, self.transactions))

    def wait_for_transactions(self, count: int) -> None:
        """Return when so many were tried since the start."""
        with self._grew:
            assert self._grew.wait_for(lambda: len(self.transactions) >= count, 5)

    def picture(self, left: int | None = None, height: int = 64) -> bytes:
        """The pixels as `Screen.image_bytes()` gives them, from column `left` of the controller."""
        if left is None:
            left = 2 if self.name == "sh1106" else 0
        rows = bytearray(16 * height)
        for y in range(height):
            for x in range(128):
                # an upright memory holds the picture a quarter turn clockwise
                column, row = (height - 1 - y, x) if self.name == "sh1107" else (x, y)
                if self.controller.memory[row // 8][left + column] >> row % 8 & 1:
                    rows[y * 16 + x // 8] |= 0x80 >> x % 8
        return bytes(rows)

    # -- the bus -------------------------------------------------------------------------------------

    def _transaction(self, address: int, sent: list[int]) -> None:
        self.entered.set()
        assert self.free.wait(10)
        assert address == ADDRESS
        with self._grew:
            self.transactions.append(bytes([address << 1, *sent]))
            self._grew.notify_all()
        taken = sent if self.plugged else []
        if self.bytes_until_cut is not None:
            self.bytes_until_cut -= 1 + len(sent)
            if self.bytes_until_cut < 0:
                self.plugged = False
                taken = sent[: max(0, 1 + len(sent) + self.bytes_until_cut - 1)]
        for byte in taken[1:]:
            (self.controller.command_byte if taken[0] == 0 else self.controller.data_byte)(byte)
        if not self.plugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
