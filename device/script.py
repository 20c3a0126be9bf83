"""The lines of `delvebox play`, read one by one into frozen steps. Pure.

say TEXT · note TEXT · press BUTTON · double BUTTON · hold BUTTON SECONDS · hear FILE.wav · wait SECONDS · die N… ·
show · cut · # …
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

LONGEST_WAIT_SECONDS = 1_000_000.0
"""About eleven days: more is a slip of the finger."""
LONGEST_HOLD_SECONDS = 3_600.0
"""A button that is down is read four times a second, and a script plays each of them."""
MOST_DICE = 100
LONGEST_SHOWN = 60
"""Characters of a line that an error repeats."""


class ScriptError(ValueError):
    """A line that cannot be read; the text says what was expected."""


@dataclass(frozen=True, slots=True)
class Say:
    """A typed utterance."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note into the delve: any words, which no phrase can list."""

    text: str


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed and let go."""

    button: str


@dataclass(frozen=True, slots=True)
class Double:
    """A button pressed twice, as quickly as a double press is."""

    button: str


@dataclass(frozen=True, slots=True)
class HoldDown:
    """A button held for a time."""

    button: str
    seconds: float


@dataclass(frozen=True, slots=True)
class HearFile:
    """A WAV file held to the microphone."""

    path: str


@dataclass(frozen=True, slots=True)
class Wait:
    """The clock moves on."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Dice:
    """The table's own dice."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Show:
    """Look at the panel."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The power goes and comes back."""


@dataclass(frozen=True, slots=True)
class Comment:
    """Nothing to do: a comment or an empty line."""


Step = Say | Note | Press | Double | HoldDown | HearFile | Wait | Dice | Show | Cut | Comment


def read_step(line: str) -> Step:
    """One line as a step.

    Raises:
        ScriptError: it cannot be read; says what was expected.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return Comment()
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    reader = _READERS.get(word)
    if reader is None:
        raise ScriptError(f"cannot read {shown(text)}: a line begins with {', '.join(_READERS)} or #")
    return reader(rest)


def shown(text: str) -> str:
    """A word or line of a script in quotes, for an error; of a long one the beginning."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def _say(rest: str) -> Say:
    return Say(_needed(rest, "say TEXT"))


def _note(rest: str) -> Note:
    return Note(_needed(rest, "note TEXT"))


def _press(rest: str) -> Press:
    return Press(_one_word(rest, "press BUTTON"))


def _double(rest: str) -> Double:
    return Double(_one_word(rest, "double BUTTON"))


def _hold(rest: str) -> HoldDown:
    form = "hold BUTTON SECONDS"
    words = _needed(rest, form).split()
    if len(words) != 2:
        raise ScriptError(f"expected {form}, got {shown(rest)}")
    return HoldDown(words[0], _seconds(words[1], form, LONGEST_HOLD_SECONDS))


def _hear(rest: str) -> HearFile:
    return HearFile(_needed(rest, "hear FILE.wav"))


def _wait(rest: str) -> Wait:
    return Wait(_seconds(_one_word(rest, "wait SECONDS"), "wait SECONDS"))


def _die(rest: str) -> Dice:
    form = "die N… (whole numbers)"
    words = _needed(rest, form).split()
    if len(words) > MOST_DICE:
        raise ScriptError(f"{len(words)} dice in a line: at most {MOST_DICE}")
    try:
        return Dice(tuple(int(word) for word in words))
    except ValueError:
        raise ScriptError(f"expected {form}, got {shown(rest)}") from None


def _show(rest: str) -> Show:
    _nothing(rest, "show")
    return Show()


def _cut(rest: str) -> Cut:
    _nothing(rest, "cut")
    return Cut()


def _needed(rest: str, form: str) -> str:
    if not rest:
        raise ScriptError(f"expected {form}, got nothing after the first word")
    return rest


def _one_word(rest: str, form: str) -> str:
    if len(_needed(rest, form).split()) != 1:
        raise ScriptError(f"expected {form}, got {shown(rest)}")
    return rest


def _nothing(rest: str, form: str) -> None:
    if rest:
        raise ScriptError(f"expected {form} alone, got {shown(rest)} after it")


def _seconds(word: str, form: str, longest: float = LONGEST_WAIT_SECONDS) -> float:
    try:
        seconds = float(word)
    except ValueError:
        raise ScriptError(f"expected {form}, got {shown(word)} for the seconds") from None
    if not (math.isfinite(seconds) and 0 <= seconds <= longest):
        raise ScriptError(f"{shown(word)} for the seconds: give 0 to {longest:.0f}")
    return seconds


_READERS: dict[str, Callable[[str], Step]] = {
    "say": _say,
    "note": _note,
    "press": _press,
    "double": _double,
    "hold": _hold,
    "hear": _hear,
    "wait": _wait,
    "die": _die,
    "show": _show,
    "cut": _cut,
}
