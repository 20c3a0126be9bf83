"""The messages between the box and its pages, pure: what docs/web.md describes, and the check of what comes in."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ...engine.commands import Command
from ...engine.records import RecordError, command_from_dict
from ..lines import LONGEST_LINE, one_line, shown

VERSION = 1
"""Of the messages; a page of another version is told to load itself anew."""
LARGEST_BYTES = 4096
"""Of a message that a page sends."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a page is told as it happens, and what it may send: kinds of messages."""

    told: frozenset[str]
    sends: frozenset[str]


ROLES: Mapping[str, Role] = MappingProxyType(
    {
        "box": Role(
            told=frozenset({"panel", "lamp", "buzz", "level", "heard", "said", "trouble"}),
            sends=frozenset({"down", "up", "say", "sound", "microphone", "played"}),
        ),
        "gm": Role(
            told=frozenset({"panel", "sheet", "history", "heard", "said", "aside", "refusal", "trouble"}),
            sends=frozenset({"say", "order"}),
        ),
        "table": Role(told=frozenset({"page"}), sends=frozenset()),
        "stream": Role(told=frozenset({"state", "event"}), sends=frozenset()),
    }
)
"""The one view's permissions: the box itself, the game master's screen, the players' view, and the same as data."""


class RefusedMessageError(Exception):
    """A message that is not taken: the text says why and what is."""


class OtherVersionError(RefusedMessageError):
    """A message of a page that this box does not speak with."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A button goes down or up."""

    button: str
    pressed: bool


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody typed a phrase."""

    text: str


@dataclass(frozen=True, slots=True)
class Hears:
    """A page wants to hear what the box says, or no more."""

    on: bool


@dataclass(frozen=True, slots=True)
class Lends:
    """A page lends the box its microphone, or no more."""

    on: bool


@dataclass(frozen=True, slots=True)
class PlayedSound:
    """A page has played a piece of the box's voice to its end."""

    number: int


@dataclass(frozen=True, slots=True)
class Order:
    """Somebody tapped what no phrase needs to say."""

    command: Command


def read_message(text: str, role: str = "box") -> Moved | Said | Hears | Lends | PlayedSound | Order:
    """What a page of this role sent.

    Raises:
        RefusedMessageError: it is too long, no JSON, of another version, of no kind that this role may send, or wrong
            in a field.
    """
    if len(text.encode(errors="replace")) > LARGEST_BYTES:
        raise RefusedMessageError(f"a message of more than {LARGEST_BYTES} bytes: send a shorter one")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RefusedMessageError(f"no JSON ({shown(text)}): send an object") from error
    if not isinstance(message, dict):
        raise RefusedMessageError(f"no object ({shown(text)}): send one with v, kind and its fields")
    version = message.pop("v", None)
    if isinstance(version, bool) or version != VERSION:
        raise OtherVersionError(f"version {shown(version)} is not spoken here: load the page again for {VERSION}")
    kinds = ROLES[role].sends
    if message.get("kind") not in sorted(kinds):
        raise RefusedMessageError(f"no message for the role {role} ({shown(text)}): send {', '.join(sorted(kinds))}")
    match message:
        case {"kind": "down" | "up" as kind, "button": str(button), **rest} if not rest:
            return Moved(button, pressed=kind == "down")
        case {"kind": "say", "text": str(words), **rest} if not rest:
            said = one_line(words)
            if not 0 < len(said) <= LONGEST_LINE:
                raise RefusedMessageError(f"a text of {len(said)} characters: say 1–{LONGEST_LINE}")
            return Said(said)
        case {"kind": "sound" | "microphone" as kind, "on": bool(on), **rest} if not rest:
            return Hears(on) if kind == "sound" else Lends(on)
        case {"kind": "played", "number": int(number), **rest} if not rest and not isinstance(number, bool):
            return PlayedSound(number)
        case {"kind": "order", "command": dict(record), **rest} if not rest:
            try:
                return Order(command_from_dict(record))
            except RecordError as error:
                raise RefusedMessageError(f"no order ({shown(text)}): {error}") from error
    wanted = (
        "give down or up with a button's name, say with a text, sound or microphone with on, played with a number, "
        "or order with a command, and nothing else"
    )
    raise RefusedMessageError(f"no message of this kind and fields ({shown(text)}): {wanted}")


def written(kind: str, fields: Mapping[str, Any]) -> str:
    """A message of the box as it is sent."""
    return json.dumps({"v": VERSION, "kind": kind, **fields}, ensure_ascii=False, separators=(",", ":"))


def panel_fields(frame: bytes, width: int, height: int, light: str, lines: Sequence[str]) -> dict[str, Any]:
    """The panel: its one-bit rows from the top, leftmost pixel highest, its light, and what it says in words."""
    bits = base64.b64encode(frame).decode()
    return {"width": width, "height": height, "bits": bits, "light": light, "lines": list(lines)}
