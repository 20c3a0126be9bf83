"""What hangs on the pins, opened as the settings wire it: buttons' gestures, the chord, lamp and buzzer.

What cannot be opened is left out and told in one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from .clock import Clock, RealClock
from .inputs.buttons import Buttons, Wired
from .inputs.dial import LINES
from .inputs.gestures import Gestures, timing_for
from .messages import Edge
from .outputs.lamp import Buzzer, Lamp
from .pins import Pins, PinsError, open_pins, pin_holders
from .settings import Settings


def open_pins_or_mock(kind: str) -> tuple[Pins, str]:
    """The pins, or mock ones with the sentence why the wired ones do not work."""
    try:
        return open_pins(kind), ""
    except PinsError as error:
        return open_pins("mock"), f"the buttons do not work: {error}"


def held_by_others(pins: Collection[int]) -> str:
    """Why there is no button at all, where each of these pins is another program's: another box plays on this table."""
    try:
        who = sorted({who for pin, who in pin_holders().items() if pin in pins})
    except PinsError:  # whose they are is not known, then
        who = []
    named = f" ({', '.join(who)})" if who else ""
    return f"every button's pin is held by another program{named}: stop that program, or choose other pins for this one"


def watch_dial(pins: Pins, settings: Settings, put: Callable[[Edge], None], clock: Clock) -> tuple[str, ...]:
    """Watch the two lines of the rotary encoder as buttons are, until the pins are closed; what does not work of it."""
    return Buttons(pins, dial_lines(settings), put, clock, called="line").troubles


def dial_lines(settings: Settings) -> dict[str, Wired]:
    """How the two lines of the rotary encoder are wired, by what edges call them."""
    return {name: _Line(pin) for name, pin in zip(LINES.values(), settings.dial.pins or (), strict=False)}


@dataclass(frozen=True, slots=True)
class _Line:
    pin: int
    active_low: bool = True


def gestures_of(settings: Settings, buttons: Buttons) -> Gestures:
    """What tells a press from a hold, as the settings bind each button."""
    times = settings.gestures
    timings = {
        name: timing_for(
            double=button.double is not None,
            hold=button.hold is not None,
            hold_to_talk=button.hold_to_talk,
            repeat=button.repeat,
            debounce_seconds=times.debounce_ms / 1000,
            hold_seconds=times.hold_seconds,
            double_seconds=times.double_seconds,
        )
        for name, button in settings.buttons.items()
    }
    return Gestures(timings, down=buttons.down(), read_level=buttons.level)


def chord_of(settings: Settings, working: Collection[str]) -> Collection[str]:
    """The buttons that switch the box off; none where one of them is missing or would act before it is held."""
    wanted = settings.shutdown.buttons
    buttons = settings.buttons
    fit = all(name in working and buttons[name].hold is not None for name in wanted)
    return wanted if fit else ()


def open_lamp(pins: Pins, settings: Settings) -> tuple[Lamp | None, str]:
    """The lamp where one is wired, and in a sentence why it does not work."""
    if settings.lamp.pin is None:
        return None, ""
    try:
        return Lamp(pins.output(settings.lamp.pin, "lamp", dims=settings.lamp.dims), RealClock()), ""
    except PinsError as error:
        return None, f"the lamp does not work: {error}"


def open_buzzer(
    pins: Pins, settings: Settings, is_silent: Callable[[], bool], tell: Callable[[str], object]
) -> tuple[Buzzer | None, str]:
    """The buzzer as `open_lamp` has the lamp; none where the settings want no tones, and still while `is_silent`.

    `tell` is told each pattern that it sounds.
    """
    if settings.buzzer.pin is None or not settings.voice.tones:
        return None, ""
    try:
        return Buzzer(pins.output(settings.buzzer.pin, "buzzer"), RealClock(), is_silent, tell), ""
    except PinsError as error:
        return None, f"the buzzer does not work: {error}"
