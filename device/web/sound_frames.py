"""Sound on the socket, pure: binary frames both ways, little-endian, as docs/web.md has them."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from .protocol import VERSION, RefusedMessageError

VOICE, MICROPHONE = 1, 2
"""What a frame holds: what the box says, or what a page's microphone heard."""
RATES_HZ = (8_000, 96_000)
"""The least and the most samples a second of a page's microphone."""
MOST_SAMPLES = 2_000
"""Of one block of a page's microphone: with its head it stays below the largest message."""
BLOCKS_AT_ONCE, BLOCKS_PER_SECOND = 400, 100.0
"""Blocks of a page that may come at once after a moment without network, and for ever; 31 a second are usual."""
_TO_PAGE = struct.Struct("<BBBxII")
_FROM_PAGE = struct.Struct("<BBxxI")


@dataclass(frozen=True, slots=True)
class Block:
    """A page's microphone: 16-bit mono samples, so many a second."""

    pcm: bytes
    rate_hz: int


def sound_frame(number: int, rate_hz: int, pcm: bytes, *, last: bool) -> bytes:
    """A part of a piece of the box's voice: the piece's number, and whether it is its `last` part."""
    return _TO_PAGE.pack(VERSION, VOICE, last, number, rate_hz) + pcm


def read_block(data: bytes) -> Block:
    """A block of a page's microphone.

    Raises:
        RefusedMessageError: it is too short or too long, of another version or kind, or of a rate out of bounds.
    """
    samples, odd = divmod(len(data) - _FROM_PAGE.size, 2)
    if odd or not 0 < samples <= MOST_SAMPLES:
        sent = f"{len(data)} bytes are no sound"
        raise RefusedMessageError(f"{sent}: send a head of {_FROM_PAGE.size} and 1–{MOST_SAMPLES} samples of two bytes")
    version, kind, rate_hz = _FROM_PAGE.unpack_from(data)
    if (version, kind) != (VERSION, MICROPHONE):
        sent = f"no sound of this version and kind ({version}, {kind})"
        raise RefusedMessageError(f"{sent}: send {VERSION} and {MICROPHONE}")
    if not RATES_HZ[0] <= rate_hz <= RATES_HZ[1]:
        raise RefusedMessageError(f"sound of {rate_hz} Hz: send {RATES_HZ[0]}–{RATES_HZ[1]} samples a second")
    return Block(data[_FROM_PAGE.size :], rate_hz)
