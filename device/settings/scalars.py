"""What a bare word of the file means, and a clear no where YAML would quietly make it something else.

PyYAML follows YAML 1.1: `no` becomes false, `12:30` becomes 750, `010` becomes 8. A bare value is taken
only where YAML and a person read the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,15}")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,17}\.[0-9]{1,17}")
_SIXTIES = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?")
_EIGHTS = re.compile(r"[-+]?0[0-7_]+")

_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class Spoiled:
    """Stands for a value that cannot be used; its problem is told already."""

    text: str


@dataclass(frozen=True, slots=True)
class BareWord:
    """A bare `on` or `off`: the word where a key takes that word (some rules do), else a problem."""

    text: str
    trouble: str


def read_bare(text: str, tag: str) -> tuple[object, str | None]:
    """Read a bare value.

    Args:
        text: The value as written.
        tag: What YAML 1.1 takes it for ("tag:yaml.org,2002:bool").

    Returns:
        The value and None, or a `Spoiled` or `BareWord` and the trouble with its cure.
    """
    kind = tag.removeprefix(_TAG)
    if kind == "str":
        return text, None
    if kind == "null":
        return _read_null(text)
    if kind == "bool":
        return _read_bool(text)
    if kind == "int":
        if _WHOLE.fullmatch(text):
            return int(text), None
        if _HEXADECIMAL.fullmatch(text):
            return int(text, 16), None
    if kind == "float" and _DECIMAL.fullmatch(text):
        return float(text), None
    trouble = f"yaml reads {text} as {_what_yaml_reads(text, kind)}: {_cure(text, kind)}"
    return Spoiled(text), trouble


def _read_null(text: str) -> tuple[object, str | None]:
    if text == "~":
        return Spoiled(text), 'yaml reads ~ as null: write null, or quote it: "~"'
    if text in {"", "null"}:
        return None, None
    return Spoiled(text), f'yaml reads {text} as null: write null, or quote it: "{text}"'


def _read_bool(text: str) -> tuple[object, str | None]:
    if text in {"true", "false"}:
        return text == "true", None
    means = "true" if text.lower() in {"true", "yes", "on"} else "false"
    trouble = f'yaml reads {text} as {means}: write {means}, or quote it as a word: "{text}"'
    if text in {"on", "off"}:
        return BareWord(text, trouble), trouble
    return Spoiled(text), trouble


def _what_yaml_reads(text: str, kind: str) -> str:
    if _SIXTIES.fullmatch(text):
        return "a number to the base of sixty"
    if kind == "int" and _EIGHTS.fullmatch(text):
        digits = text.replace("_", "")
        return f"the octal number {int(digits, 8)}"
    if kind == "timestamp":
        return "a date"
    if kind == "merge":
        return "a merge key"
    if kind == "value":
        return "a default key"
    return "a number"


def _cure(text: str, kind: str) -> str:
    if kind in {"int", "float"} and not _SIXTIES.fullmatch(text):
        return f'write a plain number such as 8 or 0.5, or quote it as a word: "{text}"'
    return f'quote it as a word: "{text}"'
