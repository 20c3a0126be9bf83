"""What the settings' records are made of: their base, and the kinds of value that several of them have."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from .names import NameText
from .pins import HIGHEST_PIN, reserved_trouble


class Record(BaseModel):
    """Frozen, no unknown key, no value bent into another kind."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _free_pin(pin: int) -> int:
    trouble = reserved_trouble(pin)
    if trouble:
        raise PydanticCustomError("reserved_pin", "{trouble}", {"trouble": trouble})
    return pin


def _all_different(names: tuple[str, ...]) -> tuple[str, ...]:
    seen: set[str] = set()
    for name in names:
        folded = " ".join(name.replace("-", " ").casefold().split())
        if folded in seen:
            raise PydanticCustomError("twice", '"{name}" stands twice in the list', {"name": name})
        seen.add(folded)
    return names


def _each_once(files: tuple[str, ...]) -> tuple[str, ...]:
    twice = next((each for place, each in enumerate(files) if each in files[:place]), None)
    if twice is not None:
        raise PydanticCustomError("twice", '"{name}" stands twice in the list', {"name": twice})
    return files


def fixed(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """A mapping that nobody can change."""
    return MappingProxyType(dict(mapping))


SHIPPED_TABLES = "shipped"
Pin = Annotated[int, Field(ge=0, le=HIGHEST_PIN), AfterValidator(_free_pin)]
Phrase = Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
Names = Annotated[tuple[NameText, ...], Field(max_length=100), AfterValidator(_all_different)]
TableFiles = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")], ...],
    Field(max_length=20),
    AfterValidator(_each_once),
]
"""Of danger tables: names of files, or `SHIPPED_TABLES`."""
Minutes = Annotated[float, Field(ge=0.1, le=1440)]
MINUTES_WANTED = "minutes from 0.1 to 1440"
PHRASE_WANTED = "a phrase of 1–100 characters, such as search the room, or null"
