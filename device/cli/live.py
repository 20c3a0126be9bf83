"""Rows on a terminal that are drawn again ten times a second, until a key or the end; the last stay there."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

REFRESH_SECONDS = 0.1
LOWEST_SHOWN_DB = -70.0
"""A bar's left end."""

Rows = Callable[[int, int], Sequence[str]]
"""The rows for a terminal of so many columns and lines."""


def can_show_live() -> bool:
    """Whether standard input and output are a terminal that can move its cursor."""
    streams = (sys.stdin, sys.stdout)
    on_terminal = all(each is not None and not each.closed and each.isatty() for each in streams)
    return on_terminal and os.environ.get("TERM", "dumb") != "dumb"


def show_live(
    rows: Rows,
    *,
    seconds: float | None = None,
    is_over: Callable[[], bool] = lambda: False,
    keys: Mapping[str, Callable[[], None]] | None = None,
) -> None:
    """Show rows until ctrl-c, ctrl-d or q.

    Args:
        rows: Asked for at each drawing, on this thread.
        seconds: Ends after so long by itself.
        is_over: Ends when it says so.
        keys: What keys do, by prompt_toolkit's names.
    """
    from prompt_toolkit.application import Application
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window
    from prompt_toolkit.output.vt100 import Vt100_Output

    until = None if seconds is None else time.monotonic() + seconds
    bindings = KeyBindings()

    def leave() -> None:
        if app.future is not None and not app.future.done():
            app.exit()

    for key, act in {**dict.fromkeys(("c-c", "c-d", "q"), leave), **(keys or {})}.items():
        bindings.add(key)(lambda _event, act=act: act())

    def drawn() -> str:
        size = app.output.get_size()
        return "\n".join(row[: size.columns - 1] for row in rows(size.columns, size.rows))

    def look(_app: object) -> None:
        if is_over() or (until is not None and time.monotonic() >= until):
            app.loop.call_soon(leave)

    output = Vt100_Output.from_pty(sys.stdout, term=os.environ.get("TERM"))
    output.enable_cpr = False  # the terminal need not answer where its cursor stands
    app: Any = Application(
        layout=Layout(Window(FormattedTextControl(drawn), always_hide_cursor=True, dont_extend_height=True)),
        key_bindings=bindings,
        refresh_interval=REFRESH_SECONDS,
        output=output,
        terminal_size_polling_interval=0.5,
    )
    app.after_render += look
    try:
        app.run()
    except (EOFError, OSError):  # the terminal is gone
        return


def bar(level_db: float, width: int, encoding: str | None = None) -> str:
    """A level as a bar of `width` characters, from `LOWEST_SHOWN_DB` to full scale."""
    full, empty = "■□" if _has(encoding or "utf-8", "■□") else "#."
    filled = round(width * min(1.0, max(0.0, 1 - level_db / LOWEST_SHOWN_DB)))
    return full * filled + empty * (width - filled)


def _has(encoding: str, letters: str) -> bool:
    try:
        letters.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
