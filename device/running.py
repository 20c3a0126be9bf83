"""The box on a live clock, with a console beside it."""

from __future__ import annotations

import logging
import logging.handlers
import sys
from collections.abc import Callable

from .bootstrap import Box, Wishes
from .clock import RealClock
from .inputs.console import Console, open_console
from .inputs.typist import MockButtons, function_keys
from .messages import Fact, Heard, Played, Refused, Told, Troubled
from .outputs.terminal import draws_braille, plain_lines, terminal_lines
from .signals import stop_on_signals

log = logging.getLogger(__name__)

LOG_BYTES = 1_000_000
LOG_FILES = 2


def run_box(wishes: Wishes) -> None:
    """Build the box, run it until it is told to stop, close it in order.

    Raises:
        BoxError: there can be no box.
    """
    console: list[Console] = []

    def report(text: str) -> None:
        for each in console:
            each.report(text)

    box = Box(wishes, RealClock(), lambda fact: report(as_line(fact)), on_frame=lambda: _invalidate(console))
    try:
        stop_on_signals(box.session.offer)
        console.append(open_console(box.session.put, _panel(box), _mock_buttons(box)))
        if sys.stdin.isatty() and sys.stdout.isatty():
            _log_to_file(wishes)
        for problem in box.problems:
            log.warning("%s", problem)
        console[0].start()
        box.start()
        box.session.run()
    finally:
        for each in console:
            each.close()
        box.close()
