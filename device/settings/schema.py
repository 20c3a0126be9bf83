"""The settings as frozen records: each field with its unit, its bounds and its default.

`defaults.yaml` is the same as a commented file, held equal by a test. A field's description is what an
error text tells the person to give.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError, core_schema

from ...engine.rules import Rules
from .announce import Announce
from .hands import BUTTON_NAME, BUTTON_NAME_WANTED, Button, Dial, Gestures, Shutdown, default_buttons
from .languages import ENGLISH, ENGLISH_WAKE_PHRASE, languages
from .names import speakable
from .network import Mqtt, Web
from .pins import PIN_WANTED
from .records import MINUTES_WANTED, Minutes, Names, Pin, Record, TableFiles, fixed

__all__ = [
    "BUTTON_NAME_WANTED",
    "FASTEST",
    "SLOWEST",
    "Button",
    "Buzzer",
    "Dial",
    "Gestures",
    "Lamp",
    "Mqtt",
    "NameLists",
    "Panel",
    "Settings",
    "Shutdown",
    "Speech",
    "Voice",
    "Web",
    "default_buttons",
]

SLOWEST, FASTEST = 80, 400
"""Of the voice, in words a minute."""


def _shipped(language: str) -> str:
    if language not in languages():
        raise PydanticCustomError("literal_error", "is not shipped", {"expected": ", ".join(languages())})
    return language


class NameLists(Record):
    """The words that a phrase's `{name}` may hold. Each list stands for the shipped one."""

    characters: Names = Field(default=(), description="a list of up to 100 names of 1–80 characters, each once")
    spells: Names = Field(
        default=("bless", "light", "shield", "invisibility", "silence", "detect magic"),
        description="a list of up to 100 spells of 1–80 characters, each once",
    )
    conditions: Names = Field(
        default=("fatigue", "fear", "confusion", "exhaustion"),
        description="a list of up to 100 conditions of 1–80 characters, each once",
    )
    lights: Names = Field(
        default=("torch", "lantern", "candle"),
        description="a list of up to 100 kinds of light of 1–80 characters, each once",
    )


class Speech(Record):
    """How the table talks to the box."""

    ways: tuple[Literal["hold", "tap", "wake", "open"], ...] = Field(
        default=("hold",),
        description="a list of the known ways: hold (while a button is held), tap (after a short press of it), "
        "wake (after the wake phrase), open (always; for one person alone)",
    )
    """No way at all: the box does not listen."""
    wake_phrase: Annotated[str, Field(min_length=4, max_length=60), AfterValidator(speakable)] = Field(
        default=ENGLISH_WAKE_PHRASE, description="a phrase of 4–60 characters, of words that the speech model knows"
    )
    microphone: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        default=None, description="a microphone's name or a part of it, or null for the system's own"
    )
    model: Annotated[str, Field(min_length=1, max_length=1000)] | None = Field(
        default=None,
        description="a model's name as delvebox models list shows it, a folder, or null for the language's own",
    )
    """A name of the catalogue, or an absolute path."""
    phrasebook: Annotated[Path, Field(strict=False)] | None = Field(
        default=None, description="a phrasebook file, or null for the shipped one"
    )
    keep_clips: int = Field(default=0, ge=0, le=200, description="the number of clips to keep, from 0 (none) to 200")
    """The last utterances as sound, in the state folder; `delvebox clips` shows and deletes them."""


class Voice(Record):
    """How the box speaks."""

    enabled: bool = Field(default=True, description="true or false")
    device: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(
        default=None, description="a loudspeaker's name or a part of it, or null for the system's own"
    )
    rate: int = Field(default=165, ge=SLOWEST, le=FASTEST, description=f"words a minute from {SLOWEST} to {FASTEST}")
    volume: int = Field(default=80, ge=0, le=100, description="a volume from 0 (silent) to 100")
    engine: Literal["espeak", "own"] = Field(
        default="espeak", description="espeak, or own for the program delvebox-voice (docs/themes.md)"
    )
    """Own: better ones such as Piper. Its place is no setting, since settings can be written from a phone."""
    theme: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")] = Field(
        default="plain",
        description="a theme's name as delvebox themes shows it, or a file of your own that ends in .yaml",
    )
    """How it says things; a shipped one's name, or an absolute path."""
    tones: bool = Field(default=True, description="true or false")
    """A short tone when the box begins to listen, and when it understood what was said or not."""


class Panel(Record):
    """The OLED display on I2C."""

    enabled: bool = Field(default=True, description="true or false")
    controller: Literal["ssd1306", "sh1106", "sh1107"] = Field(
        default="ssd1306", description="the display's controller: ssd1306, sh1106 or sh1107"
    )
    width: Literal[128] = Field(default=128, description="the display's width in pixels: 128")
    height: Literal[64, 32] = Field(default=64, description="the display's height in pixels: 64 or 32")
    port: int = Field(
        default=1, ge=0, le=30, description="the number of the I2C bus from 0 to 30 (1 on the Pi's header)"
    )
    address: int = Field(
        default=0x3C, ge=0x08, le=0x77, description="an I2C address from 0x08 to 0x77 (most often 0x3c)"
    )
    rotate: Literal[0, 2] = Field(
        default=0,
        description="0, or 2 for upside down: the pages are 128 pixels wide, so lay a display that stands upright "
        "(quarter turns 1 and 3) on its long side",
    )
    column_offset: Annotated[int, Field(ge=0, le=8)] | None = Field(
        default=None, description="the column from 0 to 8 of the controller's memory where the picture begins, or null"
    )
    """None: as most modules with this controller are wired (2 with sh1106, else 0)."""
    numbers: Literal["exact", "hints", "hidden"] = Field(
        default="exact", description="what players see of what is counted: exact (numbers), hints (words) or hidden"
    )
    dim_minutes: Minutes | None = Field(default=5, description=f"{MINUTES_WANTED} without a press or news, or null")
    sleep_minutes: Minutes | None = Field(default=60, description=f"{MINUTES_WANTED} without a press or news, or null")
    """The press that wakes it does nothing else."""
    shift_minutes: Minutes | None = Field(default=5, description=f"{MINUTES_WANTED}, or null")
    """With another page the picture moves by a pixel, at most once in this time."""
    last: Literal["goodbye", "dark"] = Field(default="goodbye", description="what stays at the end: goodbye or dark")


class Lamp(Record):
    """The light-emitting diode that tells what the box is doing."""

    pin: Pin | None = Field(default=17, description=f"{PIN_WANTED}, or null for no lamp")
    dims: bool = Field(default=False, description="true or false")
    """At rest it swells and fades; False: it blinks slowly, which costs no work between."""


class Buzzer(Record):
    """The active buzzer, which beeps by itself while its pin is on."""

    pin: Pin | None = Field(default=None, description=f"{PIN_WANTED}, or null for no buzzer")


class _RulesAsTheyAre:
    """Takes a finished `Rules`, which checks itself; pydantic does not look inside."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> Any:
        return core_schema.is_instance_schema(Rules)


class Settings(Record):
    """Everything a table may want otherwise."""

    language: Annotated[str, AfterValidator(_shipped)] = Field(
        default=ENGLISH, description=f"a language that is shipped: {', '.join(languages())}"
    )
    rules: Annotated[Rules, _RulesAsTheyAre] = Field(default_factory=Rules, description="rules with their values")
    names: NameLists = Field(default=NameLists(), description="lists of names")
    buttons: Annotated[
        Mapping[Annotated[str, Field(pattern=f"^{BUTTON_NAME}$")], Button],
        Field(max_length=20),
        AfterValidator(fixed),
    ] = Field(default_factory=default_buttons, description="up to 20 buttons by name, each with its pin and phrases")
    tables: TableFiles = Field(
        default=(),
        description="a list of up to 20 files of danger tables (.yaml or .csv), or shipped for the box's own",
    )
    """Each a file's name, or `shipped`."""
    dial: Dial = Field(default=Dial(), description="the rotary encoder")
    gestures: Gestures = Field(default=Gestures(), description="the times of gestures")
    speech: Speech = Field(default=Speech(), description="how the table talks to the box")
    voice: Voice = Field(default=Voice(), description="how the box speaks")
    announce: Announce = Field(default=Announce(), description="what is told by itself, and where")
    panel: Panel = Field(default=Panel(), description="the display")
    lamp: Lamp = Field(default=Lamp(), description="the lamp")
    buzzer: Buzzer = Field(default=Buzzer(), description="the buzzer")
    shutdown: Shutdown = Field(default=Shutdown(), description="the buttons that switch the box off")
    web: Web = Field(default=Web(), description="the box in a browser")
    mqtt: Mqtt = Field(default=Mqtt(), description="the broker of a house")
    pins: Literal["auto", "lgpio", "mock"] = Field(
        default="auto", description="auto (real pins on a Pi, else mock pins), lgpio or mock"
    )

    @property
    def wants_network(self) -> bool:
        """Whether the box can do what is set only with a network, be it this machine's own."""
        return self.web.enabled or self.mqtt.enabled
