"""The languages that a table may choose, and what their settings are where a file says nothing else.

English is what the schema says; every other language is a file here, with the phrases of the shipped buttons and the
wake phrase.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import yaml

ENGLISH = "en"
ENGLISH_WAKE_PHRASE = "hey lantern"


@cache
def languages() -> tuple[str, ...]:
    """The codes of the shipped languages, in order."""
    named = (each.name.rpartition(".") for each in files(__package__).iterdir())
    return tuple(sorted({ENGLISH, *(code for code, _, ending in named if ending == "yaml")}))


def shipped_wake_phrase(language: str) -> str:
    """The wake phrase of a language where the settings name none."""
    return str(phrases_in(language).get("wake_phrase", ENGLISH_WAKE_PHRASE))


def phrases_in(language: Any) -> Mapping[str, Any]:
    """The wake phrase (`wake_phrase`) and the phrases of buttons (`buttons`) in a language that is not English."""
    if language == ENGLISH or language not in languages():
        return MappingProxyType({})
    return _read(language)


@cache
def _read(language: str) -> Mapping[str, Any]:
    found: dict[str, Any] = yaml.safe_load(files(__package__).joinpath(f"{language}.yaml").read_text("utf-8"))
    return MappingProxyType(found)
