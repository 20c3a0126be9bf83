"""One YAML file, validated whole: every error at once, each with its line, value, bounds and the cure."""

from .announce import Announce
from .bindings import Binding, bindings_of
from .last_good import load_or_last_good
from .load import Loaded, default_places, default_settings_text, find_settings, load_settings
from .named_files import files_named
from .names import Name
from .pin_uses import PinUse, pins_in_use
from .pins import RESERVED
from .problems import Problem
from .schema import FASTEST, SLOWEST, Button, Buzzer, Dial, Gestures, Lamp, NameLists, Panel, Settings, Speech, Voice

__all__ = [
    "FASTEST",
    "RESERVED",
    "SLOWEST",
    "Announce",
    "Binding",
    "Button",
    "Buzzer",
    "Dial",
    "Gestures",
    "Lamp",
    "Loaded",
    "Name",
    "NameLists",
    "Panel",
    "PinUse",
    "Problem",
    "Settings",
    "Speech",
    "Voice",
    "bindings_of",
    "default_places",
    "default_settings_text",
    "files_named",
    "find_settings",
    "load_or_last_good",
    "load_settings",
    "pins_in_use",
]
