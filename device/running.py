"""The box on a live clock, with a console beside it."""

from __future__ import annotations

import logging
import logging.handlers
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import ParamSpec

from ..engine.records import type_name
from .bootstrap import Box
from .browsing.pages import Pages
from .clock import RealClock
from .desktop import open_browser
from .house import House
from .inputs.console import Console, PlainConsole, open_console
from .inputs.typist import MockButtons, function_keys
from .last_words import show_last_words
from .mailbox import Mailbox
from .messages import Fact, Heard, Played, Refused, Told, Troubled, Works
from .outputs.narration import Narration
from .outputs.terminal import draws_braille, plain_lines, terminal_lines
from .pins import Pins
from .service import Service
from .signals import stop_on_signals
from .watchdog import Check, SessionCheck, Watchdog
from .wishes import BoxError, BoxTaken, Wishes

log = logging.getLogger(__name__)

P = ParamSpec("P")

LOG_BYTES = 1_000_000
LOG_FILES = 2
HOLD_MARGIN_SECONDS = 0.3
"""A key that holds a mock button holds it this much longer than a hold takes."""
ROWS_BELOW_PANEL = 3
"""An event, the input line, and what the keys do."""


def run_box(wishes: Wishes) -> None:
    """Build the box, run it until it is told to stop, close it in order.

    Raises:
        BoxError: there can be no box; the panel shows why, unless it is another program's.
    """
    try:
        _run_box(wishes)
    except BoxTaken:
        raise
    except BoxError as error:
        show_last_words(str(error), wishes.settings_file, wishes.pins)
        raise


def _run_box(wishes: Wishes) -> None:
    live, pages, house, mailbox, service = _Live(), Pages(), House(), Mailbox(), Service()
    stop_on_signals(mailbox.offer)  # before anything is opened that must be closed in order
    with ExitStack() as closing:  # whatever the terminal does, the journal is closed in order
        observe = _both(_both(live.observe, pages.observe), house.observe)
        on_frame = _both(live.on_frame, pages.on_frame)
        told = {"on_lamp": pages.on_lamp, "on_buzz": pages.on_buzz}
        box = Box(wishes, RealClock(), mailbox, observe, on_frame, **told, lent=pages.lent)
        closing.callback(box.close)
        closing.callback(live.close)
        live.open(box)
        if wishes.web or box.settings.web.enabled:
            closing.callback(pages.close)
            address = pages.open(box)
            live.report_address(address)
            if address is not None and wishes.browser and box.pins.is_mock:
                open_browser(address)
        if box.settings.mqtt.enabled:
            closing.callback(house.close)
            house.open(box)
        for problem in box.problems:
            log.warning("%s", problem)
        box.start()
        _watch(box, service, closing)
        service.ready()
        closing.callback(service.stopping)
        box.session.run()


def _both(first: Callable[P, object], second: Callable[P, object]) -> Callable[P, None]:
    """Both are called, in this order."""

    def call(*arguments: P.args, **named: P.kwargs) -> None:
        first(*arguments, **named)
        second(*arguments, **named)

    return call


def _watch(box: Box, service: Service, closing: ExitStack) -> None:
    """Where a service waits for signs of life, give them while session and buttons live."""
    if service.watchdog_seconds is None:
        return
    checks: dict[str, Check] = {"session": SessionCheck(box.mailbox), "buttons": partial(_buttons_trouble, box.pins)}
    watchdog = Watchdog(checks, service.alive, service.watchdog_seconds)
    closing.callback(watchdog.close)
    watchdog.start()


def _buttons_trouble(pins: Pins) -> str:
    return "" if pins.callbacks_live() else "the thread that brings their edges has ended"


@contextmanager
def log_to(folder: Path) -> Iterator[None]:
    """Where a terminal shows the panel, the log goes to a file beside the journal; else to standard error.

    What ends the box is for the terminal again: it is told after the block.
    """
    handler: logging.Handler
    with ExitStack() as leaving:
        if sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty():
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / "delvebox.log"
            handler = logging.handlers.RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES)
            with file.open("a") as stream:
                leaving.callback(_point_stderr_to(stream.fileno()))  # PortAudio prints in the middle of the panel
        else:
            handler = logging.StreamHandler()
        logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s", handlers=[handler])
        yield


def _point_stderr_to(descriptor: int) -> Callable[[], None]:
    """Let descriptor 2 be another, for what native libraries print as well; gives what takes it back."""
    try:
        kept = os.dup(2)
    except OSError:  # closed from the start
        kept = os.open(os.devnull, os.O_WRONLY)

    def take_back() -> None:
        os.dup2(kept, 2)
        os.close(kept)

    os.dup2(descriptor, 2)
    return take_back


class _Live:
    """The console beside a box, which is there only once the box is."""

    def __init__(self) -> None:
        self._console: Console | None = None
        self._box: Box | None = None
        self._frame = b""

    def open(self, box: Box) -> None:
        self._box = box
        self._told_in = box.announcer.narration
        encoding = getattr(sys.stdout, "encoding", None)

        def panel() -> list[str]:
            if draws_braille(encoding):
                picture = terminal_lines(box.screen.image_bytes(), box.screen.width, box.screen.height)
                if _has_room(picture):
                    return picture
            return plain_lines(box.announcer.panel.page.lines(), encoding)

        self._console = open_console(box.mailbox.put, panel, self._told_in.console, mock_buttons(box))
        self._console.start()

    def observe(self, fact: Fact) -> None:
        if self._console is not None:
            self._console.report(as_line(fact, self._told_in))

    def report_address(self, address: str | None) -> None:
        """Tell where the page in the browser is, if there is one."""
        if self._console is not None and address is not None:
            self._console.note(f"{self._told_in.console('ready')}: {address}")

    def on_frame(self) -> None:
        if self._box is None or self._frame == (frame := self._box.screen.image_bytes()):
            return  # of its light alone nothing is seen here
        self._frame = frame
        if isinstance(self._console, PlainConsole):
            lines = " | ".join(self._box.announcer.panel.page.lines())
            self._console.report(f"{self._told_in.console('panel')}: {lines}")
        elif self._console is not None:
            self._console.invalidate()

    def close(self) -> None:
        if self._console is not None:
            self._console.close()


def _has_room(picture: list[str]) -> bool:
    """Whether the terminal shows the whole picture, with an event, the input line and the keys below it."""
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):  # gone, or none that tells its size
        return True
    return size.columns >= len(picture[0]) and size.lines >= len(picture) + ROWS_BELOW_PANEL


def mock_buttons(box: Box) -> MockButtons | None:
    """The box's buttons for a keyboard, where they are on mock pins."""
    if not box.pins.is_mock:
        return None
    buttons = box.settings.buttons
    talk = frozenset(name for name in box.buttons.names if buttons[name].hold_to_talk)
    hold_seconds = box.settings.gestures.hold_seconds + HOLD_MARGIN_SECONDS
    names = box.buttons.names
    return MockButtons(box.buttons.drive, names, function_keys(names), toggled=talk, hold_seconds=hold_seconds)


def as_line(fact: Fact, narration: Narration) -> str:
    """A fact in one line of text, for the console, in the table's language; events and parts by their own names."""
    word = narration.console
    match fact:
        case Heard(verdict, source):
            told = "" if verdict.verdict == "accept" else f" ({narration.reason(verdict.reason)})"
            return f"{source}: {verdict.text or word('heard_nothing')}{told}"
        case Played(entry):
            names = ", ".join(type_name(type(event)) for event in entry.events)
            return f"{word('played')}: {names or entry.kind}"
        case Refused(refusal):
            return f"{word('refused')}: {narration.refused(refusal)}"
        case Told(cue, channels):
            return f"{word('said' if 'voice' in channels else 'told')}: {cue.text}"
        case Troubled(sentence):
            return f"{word('trouble')}: {sentence}"
        case Works(part):
            return f"{word('ready')}: {part}"
