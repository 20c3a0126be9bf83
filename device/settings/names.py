"""Names of the table: as panel and journal show them, and what is said where that differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Self

from pydantic import Field, WrapValidator
from pydantic_core import PydanticCustomError


class Name(str):
    """A name; `say` is what the ear hears for it, None where that is the name itself."""

    __slots__ = ("heard", "say")

    say: str | None
    heard: bool
    """False: no microphone can hear it, since the speech model knows none of its words; typed it is understood."""

    def __new__(cls, text: str, say: str | None = None, *, heard: bool = True) -> Self:
        """Show it as `text`."""
        name = super().__new__(cls, text)
        name.say, name.heard = say, heard
        return name


def speakable(name: str) -> str:
    """The name, where there is anything in it to say.

    Raises:
        PydanticCustomError: there is not.
    """
    if not any(letter.isalnum() for letter in name) or not name.isprintable():
        raise PydanticCustomError("speakable", "has no letter or digit, or a character that cannot be shown")
    return name


def _named(value: Any, check: Callable[[Any], str]) -> Name:
    if not isinstance(value, Mapping):
        return Name(speakable(check(value)))
    if set(value) != {"name", "say"} or not all(isinstance(each, str) for each in value.values()):
        raise PydanticCustomError("name_and_say", "must be a name, or {name: Xanathar, say: zan a thar}")
    return Name(speakable(check(value["name"])), speakable(check(value["say"])))


NameText = Annotated[str, Field(min_length=1, max_length=80), WrapValidator(_named)]
"""A text of 1–80 characters, or `{name: …, say: …}` of two such texts."""
