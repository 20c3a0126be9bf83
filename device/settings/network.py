"""Who follows the box over a network: its pages and those of other sites, and a house's broker."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from .records import Record


def _origin(site: str) -> str:
    if not re.fullmatch(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,4})?|file://|null", site.lower()):
        raise PydanticCustomError("no_origin", "is no address of a site")
    return site.lower()


class Web(Record):
    """The box in a browser."""

    enabled: bool = Field(default=False, description="true or false")
    network: bool = Field(default=False, description="true or false")
    """Other machines may open it too, each with a code that the panel shows; False: this machine alone."""
    port: int = Field(default=8642, ge=0, le=65535, description="a port from 1 to 65535, or 0 for any that is free")
    origins: Annotated[
        tuple[Annotated[str, Field(max_length=100), AfterValidator(_origin)], ...], Field(max_length=10)
    ] = Field(
        default=(),
        description="a list of up to 10 sites as http://192.168.1.5:30000, each without a path or a slash at its end, "
        "or null or file:// for a page that is a file",
    )
    """Whose pages may read what players see, as data."""


def _host(name: str) -> str:
    label = "[A-Za-z0-9_-]{1,63}"  # Python looks no other up
    if not re.fullmatch(rf"{label}(\.{label})*\.?|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*", name):  # or IPv6
        raise PydanticCustomError("no_host", "is no name of a machine")
    return name


def _topic(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*", name):
        raise PydanticCustomError("no_topic", "is no topic to begin with")
    return name


TOPIC_WANTED = "1–100 letters, digits, - and _, with / between, such as delvebox or house/delvebox"
Topic = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_topic)]


class Mqtt(Record):
    """The broker through which a house follows the delve, and may be heard."""

    enabled: bool = Field(default=False, description="true or false")
    host: Annotated[str, Field(min_length=1, max_length=253), AfterValidator(_host)] = Field(
        default="localhost",
        description="the broker's name or address, such as homeassistant.local, without mqtt:// before or a port after",
    )
    port: int = Field(default=1883, ge=1, le=65535, description="a port from 1 to 65535")
    user: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        default=None, description="a user of the broker, or null for none"
    )
    password_file: Annotated[Path, Field(strict=False)] | None = Field(
        default=None, description="a file whose first line is the user's password, or null for none"
    )
    topic: Topic = Field(default="delvebox", description=TOPIC_WANTED)
    """What every topic of the box begins with; a second box has another."""
    discovery_prefix: Topic | None = Field(default="homeassistant", description=f"{TOPIC_WANTED}; or null for none")
    """Where Home Assistant looks for devices."""
    commands: bool = Field(default=False, description="true or false")
    """Whoever may publish there can say phrases."""
