"""Frames between the box and its child processes, both ways.

A frame: 4 bytes header length, a JSON object, 4 bytes payload length, the payload; lengths big-endian.
"""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

Header = dict[str, Any]
Frame = tuple[Header, bytes]

MAX_HEADER_BYTES = 4 << 20
"""A grammar of thousands of sentences travels in a header."""
MAX_PAYLOAD_BYTES = 64 << 20
"""Half an hour of 16 kHz sound."""

_LENGTH = struct.Struct(">I")


def encode_frame(header: Header, payload: bytes = b"") -> bytes:
    """The bytes of one frame.

    Raises:
        ValueError: Header or payload is over its bound.
    """
    head = json.dumps(header, separators=(",", ":")).encode()
    if len(head) > MAX_HEADER_BYTES or len(payload) > MAX_PAYLOAD_BYTES:
        raise ValueError(
            f"frame of {len(head)} + {len(payload)} bytes, "
            f"at most {MAX_HEADER_BYTES} + {MAX_PAYLOAD_BYTES}: send it in parts"
        )
    return b"".join((_LENGTH.pack(len(head)), head, _LENGTH.pack(len(payload)), payload))


def decode_frame(received: bytes | bytearray) -> tuple[Header, bytes, int] | None:
    """The first frame of `received` and how many bytes it used, or None where more must come.

    Raises:
        ValueError: This is no frame.
    """
    if len(received) < _LENGTH.size:
        return None
    (head_bytes,) = _LENGTH.unpack_from(received)
    _refuse_length("header", head_bytes, MAX_HEADER_BYTES)
    at = _LENGTH.size + head_bytes
    if len(received) < at + _LENGTH.size:
        return None
    (payload_bytes,) = _LENGTH.unpack_from(received, at)
    _refuse_length("payload", payload_bytes, MAX_PAYLOAD_BYTES)
    end = at + _LENGTH.size + payload_bytes
    if len(received) < end:
        return None
    return _parse_header(received[_LENGTH.size : at]), bytes(received[at + _LENGTH.size : end]), end


def _refuse_length(what: str, length: int, most: int) -> None:
    if length > most:
        raise ValueError(f"a frame's {what} of {length} bytes, at most {most}")


def _parse_header(raw: bytes | bytearray) -> Header:
    try:
        header = json.loads(raw)
    except ValueError as error:
        raise ValueError(f"a frame's header is not JSON: {bytes(raw[:40])!r}") from error
    if not isinstance(header, dict):
        raise ValueError(f"a frame's header is no JSON object: {bytes(raw[:40])!r}")  # noqa: TRY004 - bad data, not a bad call
    return header


def read_frame(stream: BinaryIO) -> Frame | None:
    """The next frame, or None at the end of the stream.

    Raises:
        ValueError: This is no frame, or the stream ended within one.
    """
    if (head := _read_part(stream, "header", MAX_HEADER_BYTES, at_start=True)) is None:
        return None
    header = _parse_header(head)
    payload = _read_part(stream, "payload", MAX_PAYLOAD_BYTES)
    return header, payload or b""


def _read_part(stream: BinaryIO, what: str, most: int, *, at_start: bool = False) -> bytes | None:
    raw = stream.read(_LENGTH.size)
    if not raw and at_start:
        return None
    if len(raw) == _LENGTH.size:
        (length,) = _LENGTH.unpack(raw)
        _refuse_length(what, length, most)
        part = stream.read(length)
        if len(part) == length:
            return part
    raise ValueError(f"the stream ended within a frame's {what}")


def write_frame(stream: BinaryIO, header: Header, payload: bytes = b"") -> None:
    """Write one frame and flush it.

    Raises:
        OSError: The other side is gone.
    """
    stream.write(encode_frame(header, payload))
    stream.flush()
