"""What pydantic cannot see: values that are right alone and wrong together. Pure.

These look at the plain values, so that a clash is told in the same run as a wrong number elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .bindings import PRESSED
from .languages import ENGLISH, phrases_in
from .pin_uses import PinUse, pin_uses
from .problems import Path, Problem
from .schema import Gestures, Settings


def merged_buttons(given: Mapping[str, Any], language: Any = ENGLISH) -> dict[str, Any]:
    """The buttons shipped for a language, the file's keys over them; a button that is null is left out."""
    shipped = Settings.model_fields["buttons"].get_default(call_default_factory=True)
    phrases = phrases_in(language).get("buttons", {})
    buttons: dict[str, Any] = {
        name: {**button.model_dump(), **phrases.get(name, {})} for name, button in shipped.items()
    }
    for name, keys in given.items():
        if keys is None:
            buttons.pop(name, None)
        elif isinstance(keys, Mapping):
            buttons[name] = {**buttons.get(name, {}), **keys}
        else:
            buttons[name] = keys
    return buttons


def clashes(values: Mapping[str, Any], lines: Mapping[Path, int]) -> Iterator[Problem]:
    """Two parts on one pin, a button that does nothing, a hold that talks and acts, a display or user there is not."""
    yield from _no_such_display(values.get("panel"), lines)
    yield from _idle_dial(values.get("dial"), lines)
    yield from _password_of_nobody(values.get("mqtt"), lines)
    yield from _no_time_for_a_double(values.get("gestures"), lines)
    yield from _pin_clashes(values, lines)
    buttons = values.get("buttons")
    if not isinstance(buttons, Mapping):
        return
    yield from _no_such_chord(buttons, values.get("shutdown"), lines)
    for name, button in buttons.items():
        if not isinstance(button, Mapping):
            continue
        path = ("buttons", name)
        if button.get("hold_to_talk") is True and button.get("hold") is not None:
            yield Problem(
                lines.get((*path, "hold"), lines.get((*path, "hold_to_talk"), lines.get(path))),
                (*path, "hold"),
                button["hold"],
                "the button is held to talk already: write hold: null or hold_to_talk: false",
            )
        if button.get("repeat") is True and button.get("hold") is None:
            told = "there is no hold to repeat: give it one, such as hold: torch minus one"
            yield Problem(lines.get((*path, "repeat"), lines.get(path)), (*path, "repeat"), button["repeat"], told)
        if button.get("hold_to_talk", False) is False and all(button.get(each) is None for each in PRESSED):
            yield Problem(
                lines.get(path),
                path,
                None,
                f"does nothing: give it a phrase for press, double or hold, or write {name}: null",
            )


def _no_such_display(panel: Any, lines: Mapping[Path, int]) -> Iterator[Problem]:
    if isinstance(panel, Mapping) and panel.get("controller") == "sh1107" and panel.get("height") == 32:
        path = ("panel", "height")
        yield Problem(lines.get(path), path, 32, "an sh1107 has 64 rows here: write height: 64 or another controller")


def _no_time_for_a_double(given: Any, lines: Mapping[Path, int]) -> Iterator[Problem]:
    """A second press that begins before the first one's release has settled is a bounce."""
    if not isinstance(given, Mapping):
        return
    debounce, window = (given.get(key, Gestures.model_fields[key].default) for key in ("debounce_ms", "double_seconds"))
    if _is_number(debounce) and _is_number(window) and window * 1000 <= debounce:
        path = ("gestures", "double_seconds" if "double_seconds" in given else "debounce_ms")
        told = f"a second press within {window} s is taken for a bounce of {debounce} ms: "
        cure = f"write double_seconds above {debounce / 1000:g}, or a smaller debounce_ms"
        yield Problem(lines.get(path), path, given[path[1]], told + cure)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _idle_dial(dial: Any, lines: Mapping[Path, int]) -> Iterator[Problem]:
    if isinstance(dial, Mapping) and dial.get("pins") and not (dial.get("clockwise") or dial.get("counterclockwise")):
        path = ("dial", "pins")
        cure = "give it a phrase for clockwise or counterclockwise, or write pins: null"
        yield Problem(lines.get(path), path, dial["pins"], f"the dial does nothing: {cure}")


def _password_of_nobody(mqtt: Any, lines: Mapping[Path, int]) -> Iterator[Problem]:
    if isinstance(mqtt, Mapping) and mqtt.get("password_file") is not None and mqtt.get("user") is None:
        path = ("mqtt", "password_file")
        told = "a password without a user: give user too, or write password_file: null"
        yield Problem(lines.get(path), path, mqtt["password_file"], told)


def _no_such_chord(buttons: Mapping[str, Any], shutdown: Any, lines: Mapping[Path, int]) -> Iterator[Problem]:
    """What a file says of the buttons that switch the box off; those shipped may be missing."""
    chord = shutdown.get("buttons") if isinstance(shutdown, Mapping) else None
    if not isinstance(chord, list | tuple) or not chord:
        return
    path = ("shutdown", "buttons")
    if len(set(map(str, chord))) < 2:
        yield Problem(lines.get(path), path, chord, "one button alone is held by accident: name two, or write []")
    for name in chord:
        button = buttons.get(name) if isinstance(name, str) else None
        if not isinstance(button, Mapping):
            yield Problem(lines.get(path), path, name, f"there is no button {name}: there are {', '.join(buttons)}")
        elif button.get("hold") is None:
            cure = "name one that has a hold, or give it one"
            yield Problem(lines.get(path), path, name, f"button {name} acts as soon as it is pressed: {cure}")


def _pin_clashes(values: Mapping[str, Any], lines: Mapping[Path, int]) -> Iterator[Problem]:
    taken: dict[int, PinUse] = {}
    # what the file says comes last, so that the blame falls on a line there
    for use in sorted(pin_uses(values), key=lambda use: lines.get(use.path, 0)):
        if not isinstance(use.pin, int) or isinstance(use.pin, bool):
            continue
        if use.pin in taken:
            other = taken[use.pin]
            told = f"pin {use.pin} is taken by {_part(other, lines)}: {_cure(other)}"
            yield Problem(lines.get(use.path), use.path, use.pin, told)
        else:
            taken[use.pin] = use


def _part(use: PinUse, lines: Mapping[Path, int]) -> str:
    part = use.part if use.section == "buttons" else f"the {use.part}"
    return f"{part} (line {lines[use.path]})" if use.path in lines else f"{part} (as shipped)"


def _cure(other: PinUse) -> str:
    without = f"{other.path[1]}: null" if other.section == "buttons" else f"{other.section}: {{{other.path[1]}: null}}"
    return f"give one of them another pin, or write {without} to do without it"
