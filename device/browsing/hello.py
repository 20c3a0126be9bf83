"""What a page is told first: which it is, its words, and what it must know to draw this box."""

from __future__ import annotations

from typing import Any

from ..bootstrap import Box
from ..outputs.narration import Narration


def words_of(box: Box, view: str) -> dict[str, Any]:
    """What a page of any view must know: which it is, and its words."""
    narration = box.announcer.narration
    texts = narration.labels("gm" if view == "gm" else "web")
    return {"view": view, "language": box.settings.language, "texts": texts}


def gm_hello_of(box: Box) -> dict[str, Any]:
    """What the game master's screen must know: names to choose from, and what the players see."""
    names, panel, tables = box.settings.names, box.announcer.narration.panel, box.delve.tables
    return {
        **words_of(box, "gm"),
        "characters": names.characters,
        "spells": names.spells,
        "conditions": [{"name": name, "word": panel.word(name)} for name in names.conditions],
        "kinds": [{"kind": kind, "word": panel.word(kind)} for kind in names.lights],
        "tables": {
            "names": [table.name for table in tables.tables],
            "kinds": [{"kind": kind, "word": panel.word(kind)} for kind in tables.kinds],
            "regions": tables.regions,
        },
        "numbers": box.settings.panel.numbers,
    }


def stream_hello_of(box: Box) -> dict[str, Any]:
    """What a program must know: which view it reads, and what of the numbers it is not told."""
    return {"view": "stream", "language": box.settings.language, "numbers": box.settings.panel.numbers}


def hello_of(box: Box) -> dict[str, Any]:
    """What a page must know to draw this box."""
    settings, narration = box.settings, box.announcer.narration
    return {
        **words_of(box, "box"),
        "hands": box.pins.is_mock,
        "lamp": settings.lamp.pin is not None,
        "sound": {"voice": box.has_voice, "ear": not box.deaf},
        "buttons": [_button(box, name, narration) for name in box.buttons.names],
    }


def _button(box: Box, name: str, narration: Narration) -> dict[str, Any]:
    button = box.settings.buttons[name]
    phrases = {"press": button.press, "double": button.double, "hold": button.hold}
    said = {gesture: phrase for gesture, phrase in phrases.items() if phrase is not None}
    label = narration.panel.word(name, "button")
    return {"name": name, "label": label, "phrases": said, "talk": button.hold_to_talk}
