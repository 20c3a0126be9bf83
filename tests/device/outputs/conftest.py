"""The far end of the I2C wire: a controller that keeps what it is told, and a bus that can be cut."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator

import pytest

ADDRESS = 0x3C
ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""Bytes that follow an ssd1306 command; every other command stands alone (data sheet, section 9)."""


class FarEnd:
    """An ssd1306 and its bus as smbus2 sees them; a test pulls its plug and reads its pixels."""

    def __init__(self) -> None:
        self.memory = [bytearray(b"\x55" * 132) for _ in range(8)]
        self.on = False
        self.transactions: list[bytes] = []
        self.opened = self.closed = 0
        self.open_error: OSError | None = None
        self.plugged = True
        self.bytes_until_cut: int | None = None
        self.free = threading.Event()
        self.free.set()
        self.entered = threading.Event()
        self._grew = threading.Condition()
        self._columns, self._pages = (0, 127), (0, 7)
        self._at = (0, 0)
        self._command: list[int] = []

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

    def wait_for_transactions(self, count: int) -> None:
        """Return when so many were tried since the start."""
        with self._grew:
            assert self._grew.wait_for(lambda: len(self.transactions) >= count, 5)

    def picture(self, left: int = 0) -> bytes:
        """The pixels as `Screen.image_bytes()` gives them, from column `left` of the controller."""
        rows = bytearray(1024)
        for y in range(64):
            for x in range(128):
                if self.memory[y // 8][left + x] >> y % 8 & 1:
                    rows[y * 16 + x // 8] |= 0x80 >> x % 8
        return bytes(rows)

    # -- the controller -------------------------------------------------------------------------------

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
            (self._command_byte if taken[0] == 0 else self._data_byte)(byte)
        if not self.plugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    def _command_byte(self, byte: int) -> None:
        self._command.append(byte)
        if len(self._command) <= ARGUMENTS.get(self._command[0], 0):
            return
        match self._command:
            case [0x21, first, last]:
                self._columns, self._at = (first, last), (self._at[0], first)
            case [0x22, first, last]:
                self._pages, self._at = (first, last), (first, self._at[1])
            case [0xAE | 0xAF as power]:
                self.on = power == 0xAF
        self._command = []

    def _data_byte(self, byte: int) -> None:
        page, column = self._at
        self.memory[page][column] = byte
        column += 1
        if column > self._columns[1]:
            column, page = self._columns[0], page + 1
        self._at = (self._pages[0] if page > self._pages[1] else page, column)


@pytest.fixture
def far_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[FarEnd]:
    """A display on the bus that production code opens by itself."""
    import smbus2

    end = FarEnd()
    monkeypatch.setattr(smbus2, "SMBus", end.open)
    yield end
    end.free.set()
