"""The live input line on a terminal, with the panel and the last events above it.

prompt_toolkit is imported once the line is started. The line lives on a thread of its
own; whatever fails in it is logged, and the box runs on without.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from ..lines import one_line
from ..pins import PinsError
from .typist import Typist

log = logging.getLogger(__name__)

EVENTS_KEPT = 200
"""Lines of events; as many of the last as fit are shown."""
SIZE_CHECK_SECONDS = 0.5
"""How soon a change of the terminal's size is followed: its signal only reaches the main thread."""
CLOSE_SECONDS = 2.0


class LiveLine:
    """A full-screen view: panel, last events, input line, and what the keys do; fits 80×24."""

    def __init__(self, typist: Typist, panel: Callable[[], Sequence[str]]) -> None:
        """Show what `panel` gives as lines of text, and hand typed lines and keys to `typist`."""
        self._typist = typist
        self._panel = panel
        self._shown: list[str] = []
        self._events: deque[str] = deque(maxlen=EVENTS_KEPT)
        self._events_lock = threading.Lock()
        self._events_shown: list[str] = []
        self._note = ""
        self._app: Any = None
        self._begun = threading.Event()
        self._panel_broken = False
        self._holding = False
        self._thread = threading.Thread(target=self._run, name="console", daemon=True)

    def start(self) -> None:
        """Take the terminal over."""
        self._thread.start()

    def report(self, text: str) -> None:
        """Add a line to the events."""
        with self._events_lock:
            self._events.append(one_line(text))
        self.invalidate()

    def note(self, text: str) -> None:
        """Keep a text in view beside the input line, in the place of the one before."""
        self._note = text
        self.invalidate()

    def invalidate(self) -> None:
        """Draw again soon."""
        if self._app is not None:
            with contextlib.suppress(RuntimeError):  # the line has just ended: nothing is left to draw on
                self._app.invalidate()

    def close(self) -> None:
        """Give the terminal back."""
        if self._thread.is_alive() and self._begun.wait(CLOSE_SECONDS) and self._app is not None:
            loop = self._app.loop
            if loop is not None:  # else it is ending by itself, as it does where the terminal is gone
                with contextlib.suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._leave)
            self._thread.join(CLOSE_SECONDS)
        self._typist.close()

    def _leave(self) -> None:
        if not self._app.future.done():
            self._app.exit()

    def _run(self) -> None:
        try:
            self._app = self._build()
            # its own handler of errors would cover the panel and wait for a key; asyncio's writes to the log
            self._app.run(pre_run=self._begun.set, set_exception_handler=False, handle_sigint=False)
        except (EOFError, OSError) as error:
            log.warning("the terminal is gone (%s): the box runs on without it", str(error) or "its input has ended")
        except Exception:
            log.exception("the input line has failed: the box runs on without it")
        finally:
            self._begun.set()

    def _build(self) -> Any:
        from prompt_toolkit.application import Application
        from prompt_toolkit.buffer import Buffer
        from prompt_toolkit.data_structures import Point
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, VSplit, Window
        from prompt_toolkit.layout.dimension import Dimension
        from prompt_toolkit.layout.processors import BeforeInput

        line = Buffer(multiline=False, history=InMemoryHistory(), accept_handler=self._accept)
        panel_text = FormattedTextControl(lambda: "\n".join(self._shown))
        events_text = FormattedTextControl(
            lambda: "\n".join(self._events_shown),
            get_cursor_position=lambda: Point(0, max(0, len(self._events_shown) - 1)),  # so that the last are in view
        )
        toolbar_text = FormattedTextControl(self._toolbar)
        input_window = Window(BufferControl(line, input_processors=[BeforeInput("> ")]), height=1)
        note_window = Window(
            FormattedTextControl(lambda: self._note),
            width=lambda: Dimension(min=0, preferred=len(self._note), max=len(self._note)),
            height=1,
        )
        rows = [
            Window(
                panel_text,
                height=lambda: Dimension(min=0, preferred=len(self._shown), max=len(self._shown)),
                dont_extend_height=True,
            ),
            Window(events_text, height=Dimension(min=0, preferred=0), wrap_lines=True),  # what the panel leaves
            VSplit([input_window, note_window]),
            Window(toolbar_text, height=1, style="reverse"),
        ]
        app: Any = Application(
            layout=Layout(HSplit(rows), focused_element=input_window),
            key_bindings=self._keys(line),
            full_screen=True,
            terminal_size_polling_interval=SIZE_CHECK_SECONDS,
        )
        app.before_render += self._look_at_events
        app.before_render += self._look_at_panel
        return app

    def _keys(self, line: Any) -> Any:
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()

        @keys.add("c-c")
        def _(_event: object) -> None:
            self._stop("ctrl-c at the console")

        @keys.add("c-d", filter=Condition(lambda: not line.text))
        def _(_event: object) -> None:
            self._stop("ctrl-d at the console")

        buttons = self._typist.buttons
        for key, button in buttons.keys.items() if buttons is not None else ():
            keys.add(key)(lambda _event, button=button: self._strike(button))
        if buttons is not None:
            keys.add("tab")(lambda _event: self._hold_next())
        return keys

    def _hold_next(self) -> None:
        self._holding = not self._holding

    def _strike(self, button: str) -> None:
        held, self._holding = self._holding, False
        buttons = self._typist.buttons
        if buttons is None:
            return
        try:
            if button in buttons.toggled:
                self._typist.toggle(button)
            elif held:
                self._typist.press(button, buttons.hold_seconds)
            else:
                self._typist.press(button)
        except PinsError as error:
            self.report(str(error))

    def _accept(self, line: Any) -> bool:
        try:
            for part in line.text.splitlines():
                trouble = self._typist.take(part)
                if trouble is not None:
                    self.report(trouble)
        except queue.Full:
            self.report(self._typist.tell("busy_say"))
        return False

    def _stop(self, reason: str) -> None:
        try:
            self._typist.stop(reason)
        except queue.Full:
            self.report(self._typist.tell("busy_press"))
        else:
            self.report(self._typist.tell("closing"))

    def _look_at_events(self, _app: object) -> None:
        """Hold still for one drawing: the session tells more while the lines are counted and drawn."""
        with self._events_lock:
            self._events_shown = list(self._events)

    def _look_at_panel(self, _app: object) -> None:
        try:
            self._shown = [line if line.isprintable() else one_line(line) for line in self._panel()]
        except Exception as error:
            if not self._panel_broken:
                log.exception("the panel cannot be shown on the terminal")
            self._panel_broken = True
            self._shown = [self._typist.tell("panel_fails", given=one_line(str(error)))]
        else:
            self._panel_broken = False

    def _toolbar(self) -> Any:
        buttons, tell = self._typist.buttons, self._typist.tell
        if buttons is None:
            return f"{tell('enter_says')}  {tell('ends')}"
        text: list[tuple[str, str]] = []
        for key, button in buttons.keys.items():
            style = "noreverse" if self._typist.is_down(button) else ""
            text += [(style, f"{key.upper()} {button}"), ("", "  ")]
        return [*text, ("noreverse" if self._holding else "", tell("tab_holds")), ("", f"  {tell('ends')}")]
