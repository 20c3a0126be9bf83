"""A delve as a JSON file of its own, which `import` reads back. Pure.

`name` and `delve` are the delve, and `checksum` is theirs. `summary` and `turns` tell the same to other programs; they
are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from ...engine.delve import Delve
from ...engine.saved import KEYS as DELVE_KEYS
from ...engine.saved import SavedError
from ...engine.shown import shown
from .rows import TurnRow, event_with_why, rows_of
from .summary import summary_of

FORMAT = 1
KEYS = ("format", "name", "checksum", "delve", "summary", "turns")
MOST_BYTES = 64 << 20
"""That are read: some thirty thousand turns."""
_CURE = "take the file that delvebox export wrote"
_UNREADABLE = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]|(?<!\\)(?:\\\\)*\\(?:u00[01]|[bfrt])")
"""In a text of JSON: control characters other than a line's end, and half characters."""


class RecordFileError(ValueError):
    """A file that is no delve, or is damaged; the text has the place and the cure."""


def write_file(delve: Delve, name: str | None) -> str:
    """The file of a delve, a turn a line."""
    saved = json.loads(delve.to_json())
    summed = summary_of(delve.events)
    head = {
        "format": FORMAT,
        "name": name,
        "checksum": _checksum(name, saved),
        "delve": saved,
        "summary": {**summed.counts, "minutes": summed.minutes},
    }
    lines = [f"{json.dumps(key)}: {_text(value)}" for key, value in head.items()]
    turns = ",\n".join(_text(_turn(row)) for row in rows_of(delve))
    return "{\n" + ",\n".join(lines) + f',\n"turns": [\n{turns}\n]\n}}\n'


def read_file(content: bytes) -> tuple[Delve, str | None]:
    """The delve of a file, and its name; also of what the engine's `Delve.to_json` wrote, without one.

    Raises:
        RecordFileError: it is none, was changed, or a newer delvebox wrote it.
    """
    if len(content) > MOST_BYTES:
        raise RecordFileError(f"it has more than {MOST_BYTES} bytes, which no delve has: {_CURE}")
    try:
        record = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise RecordFileError(f"line {error.lineno}, column {error.colno}: {error.msg}: {_CURE}") from error
    except UnicodeDecodeError as error:
        raise RecordFileError(f"byte {error.start + 1} is no UTF-8: {_CURE}") from error
    except (ValueError, RecursionError) as error:
        raise RecordFileError(f"this is no JSON of a delve ({error}): {_CURE}") from error
    if isinstance(record, dict) and set(record) == set(DELVE_KEYS):
        return _delve(record), None
    return _checked(record)


def _checked(record: Any) -> tuple[Delve, str | None]:
    if not isinstance(record, dict) or not set(record) >= {"format", "name", "checksum", "delve"}:
        raise RecordFileError(f"this JSON is no delve: a delve holds {', '.join(KEYS)}: {_CURE}")
    written, name = record["format"], record["name"]
    if type(written) is not int or written < 1:
        raise RecordFileError(f"format: {shown(written)} is none, formats are whole numbers from 1: {_CURE}")
    if written > FORMAT:
        raise RecordFileError(
            f"format: {shown(written)} is newer than {FORMAT}, the newest known here: update delvebox"
        )
    if name is not None and not isinstance(name, str):
        raise RecordFileError(f"name: {shown(name)} is no text: {_CURE}")
    if record["checksum"] != _checksum(name, record["delve"]):
        raise RecordFileError(f"checksum: it does not fit, name or delve were changed since: {_CURE}, unchanged")
    return _delve(record["delve"]), name


def _delve(saved: Any) -> Delve:
    text = json.dumps(saved, ensure_ascii=False)
    if _UNREADABLE.search(text):  # the engine sees to what happened; what was asked stands in a log too
        raise RecordFileError(f"delve: a text in it has characters that cannot be shown: {_CURE}")
    try:
        return Delve.from_json(text)
    except SavedError as error:
        raise RecordFileError(f"delve: {error}: {_CURE}") from error


def _turn(row: TurnRow) -> dict[str, Any]:
    return {
        "turn": row.turn,
        "minutes": row.minutes,
        "action": row.action or None,
        "marks": [
            {"cause": mark.cause, "rule": mark.rule, "count": mark.count, "outcome": mark.outcome} for mark in row.marks
        ],
        "danger": [roll.kind for roll in row.rolls if roll.danger],
        "boxes": row.boxes,
        "lights": [
            {"kind": light.kind, "holder": light.holder, "turns_left": light.turns_left, "lit": light.lit}
            for light in row.lights
        ],
        "notes": list(row.notes),
        "events": [event_with_why(event) for event in row.events],
    }


def _checksum(name: str | None, saved: object) -> str:
    canonical = json.dumps([name, saved], sort_keys=True, separators=(",", ":"))
    return blake2b(canonical.encode(), digest_size=16).hexdigest()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _once(pairs: list[tuple[str, Any]]) -> Mapping[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return record
