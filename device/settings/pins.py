"""Which pins of the Raspberry Pi a button or the lamp may take (BCM numbers)."""

from __future__ import annotations

HIGHEST_PIN = 27
"""The header's highest BCM number; pins are counted from 0."""

RESERVED = {
    0: "reads the identity of an add-on board",
    1: "reads the identity of an add-on board",
    2: "is the display's I2C data line",
    3: "is the display's I2C clock line",
    14: "is the serial port's",
    15: "is the serial port's",
    18: "is the clock of I2S sound",
    19: "is the frame line of I2S sound",
    20: "is the input of I2S sound",
    21: "is the output of I2S sound",
}
"""Pins that serve something else, and what. SPI (7–11) is free: the panel is on I2C."""

FREE_PINS = tuple(pin for pin in range(HIGHEST_PIN + 1) if pin not in RESERVED)

PIN_WANTED = "a free BCM pin: 4–13, 16, 17 or 22–27"


def reserved_trouble(pin: int) -> str | None:
    """Why this pin cannot be taken, or None where it can."""
    return f"pin {pin} {RESERVED[pin]}" if pin in RESERVED else None
