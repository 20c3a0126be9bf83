"""The sections of a narration file, with the fields of every sentence: what is said, and what is read. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ....engine.refusal import REASONS
from .event_fields import event_classes, event_fields
from .fields import (
    ANSWERS,
    ATMOSPHERE,
    BOX,
    CONSOLE,
    EXPLAINED_FIELDS,
    LIKELY,
    LISTING,
    NO_FIELDS,
    PANEL,
    PARTS,
    QUESTIONS,
    REJECTION_FIELDS,
    REJECTIONS,
    STEPS,
    TEXT,
    TROUBLE_FIELDS,
    TROUBLES,
    explained,
)
from .labels import LABELS
from .record_fields import RECORD, SUMMARY
from .refusal_fields import refusal_fields
from .sentences import Fields
from .situation import SITUATION

Section = Mapping[str, Fields]
"""The fields of each of its sentences by key."""


def _with_situation(section: Section) -> Section:
    return {
        key: {**fields, **{name: what for name, what in SITUATION.items() if name not in fields}}
        for key, fields in section.items()
    }


SPOKEN: Mapping[str, Section] = MappingProxyType(
    {
        name: _with_situation(section)
        for name, section in {
            "events": {name: event_fields(name, kind) for name, kind in event_classes().items()},
            "parts": PARTS,
            "questions": QUESTIONS,
            "answers": ANSWERS,
            "atmosphere": ATMOSPHERE,
            "steps": STEPS,
            "rejections": dict.fromkeys(REJECTIONS, REJECTION_FIELDS),
            "refusals": {reason: {"say": TEXT, **refusal_fields(reason)} for reason in REASONS},
            "box": {name: fields for name, (_, fields) in BOX.items()},
            "summary": SUMMARY,
        }.items()
    }
)
"""What is said: its texts may vary, may ask how things stand, and a theme may give its own."""

READ: Mapping[str, Section] = MappingProxyType(
    {
        "panel": PANEL,
        "likely": LIKELY,
        "listing": LISTING,
        "record": RECORD,
        "console": CONSOLE,
        **{name: dict.fromkeys(keys, NO_FIELDS) for name, keys in LABELS.items()},
        "troubles": dict.fromkeys(TROUBLES, TROUBLE_FIELDS),
        "explained": dict.fromkeys(sorted(explained()), EXPLAINED_FIELDS),
    }
)
"""What stands on panel, pages and paper: it does not vary."""

WITH_ANY: Mapping[str, str] = MappingProxyType({"refusals": "reason", "troubles": "part", "explained": "cause or rule"})
"""Sections in which `any` may stand for the rest, where the box's own English will do; what their keys are."""

HEARD = frozenset({"box", "questions", "refusals", "summary", "panel", "console", "likely", "record", *LABELS})
"""Sections whose sentences somebody waits for: none may be silent."""

WITHIN = frozenset({("parts", key) for key in ("faces", "odds", "again", "duration", "light")})
"""What stands within other sentences, which would have a hole."""
DANGER = ("events", "danger_rolled")
"""Silent at most where no danger came."""
