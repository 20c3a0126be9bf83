"""The box in a browser: what it tells goes to every page, and what pages send to its pins and its queue."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from ...engine.commands import Command
from ..announcing.announcer import MASTERS_INTENTS
from ..bootstrap import Box
from ..inputs.speech.meter import Reading
from ..lent_sound import LentSound
from ..messages import Fact, Heard, Ordered, PartChanged, Played, Refused, Told, Troubled, Typed, Verdict
from ..outputs.narration import Narration
from ..outputs.pages import CODE
from ..outputs.patterns import BUZZES, PATTERNS
from ..web.fanout import Fanout
from ..web.hands import Hands
from ..web.page_sound import Sounds
from ..web.protocol import panel_fields
from .hello import gm_hello_of, hello_of, stream_hello_of, words_of
from .history import History
from .sheet import sheet_of
from .stream import events_for_players, state_for_players
from .television import page_fields, television_page

PRESS_MARGIN_MS = 20
"""A button that a page presses is down for so long beyond the debounce time at least: a click may be shorter."""


class Pages:
    """The pages beside a box; they tell nothing before `open`, and not where they cannot be had."""

    def __init__(self) -> None:
        self._fanout = Fanout()
        self.lent = LentSound()
        """By which the box hears and speaks in its pages."""
        self._box: Box | None = None
        self._close: Callable[[], None] | None = None
        self._pattern = ""
        self._history: History | None = None
        self._showing = threading.Lock()
        self._page: dict[str, Any] = {}
        """What the players' view was told last."""
        self._said: dict[str, str] = {}
        """What stands on the pages, for the table and for the game master."""
        self._state: dict[str, Any] = {}
        """What the stream was told last."""

    def open(self, box: Box) -> str | None:
        """Serve the pages of this box.

        Returns:
            The address of the first; None where they cannot be had, which the table is told.
        """
        self._box = box
        self._history = History(box.announcer.narration)
        self.on_frame()
        self.on_lamp("rest")
        self._tell_delve(box, self._history)
        try:
            from ..web.server import Inward, View, WebError, WebServer
            from .visitors import door_of
        except ImportError as error:
            self._do_without(box, f"the page in the browser is off ({error}): pip install 'delvebox[web]'")
            return None

        def say(text: str) -> None:
            box.mailbox.put(Typed(text, "web"))

        def order(command: Command) -> None:
            box.mailbox.put(Ordered(command))

        views = {
            "/socket": View("box", hello_of(box)),
            "/socket/gm": View("gm", gm_hello_of(box)),
            "/socket/table": View("table", words_of(box, "table")),
            "/socket/stream": View("stream", stream_hello_of(box)),
        }
        shortest_seconds = (box.settings.gestures.debounce_ms + PRESS_MARGIN_MS) / 1000
        hands = Hands(box.buttons.names, box.buttons.drive if box.pins.is_mock else None, shortest_seconds)
        inward = Inward(hands, say, order, self._sounds(box))
        try:
            server = WebServer(box.settings.web.port, views, self._fanout, inward, door=door_of(box))
        except WebError as error:
            self._do_without(box, str(error))
            return None
        self._close = server.close
        self.lent.on_level = self._on_level
        return server.address

    def close(self) -> None:
        """Let the pages go; they try to come back by themselves."""
        if self._close is not None:
            self._close()

    def observe(self, fact: Fact) -> None:
        """Tell the pages what came of it."""
        if self._box is None or self._history is None:
            return
        match fact:
            case Played(entry):
                self._tell_delve(self._box, self._history)
                for event in events_for_players(entry, self._box.settings.panel.numbers):
                    self._fanout.tell("event", {"event": event}, stands=False)
            case Refused(_, text):
                self._fanout.tell("refusal", {"text": text}, stands=False)
            case Heard(verdict, source):
                self._tell_heard(verdict, source, self._box.announcer.narration)
            case Told() if "web" in fact.channels:
                self._tell_said(fact)
            case Troubled(sentence):
                self._fanout.tell("trouble", {"text": sentence}, stands=False)

    def _tell_heard(self, verdict: Verdict, source: str, narration: Narration) -> None:
        """What somebody said; which table was asked for, the game master's page alone."""
        accepted = verdict.verdict == "accept"
        text = verdict.text or narration.console("heard_nothing")
        fields = {"source": source, "accepted": accepted, "why": "" if accepted else narration.reason(verdict.reason)}
        if verdict.intent is not None and verdict.intent.name in MASTERS_INTENTS:
            self._fanout.tell("heard", {**fields, "text": text}, only="gm")
            self._fanout.tell(
                "heard", {**fields, "text": narration.word(verdict.intent.name)}, only="box", stands=False
            )
        else:
            self._fanout.tell("heard", {**fields, "text": text})

    def _tell_said(self, told: Told) -> None:
        """What belongs together stands there together, the game master's own on his page alone."""
        kind = "said" if told.cue.audience == "table" else "aside"
        if not told.goes_on:
            self._said.clear()
        before = self._said.get(kind)
        self._said[kind] = f"{before} {told.cue.text}" if before else told.cue.text
        self._fanout.tell(kind, {"text": self._said[kind]})

    def on_frame(self) -> None:
        """The panel's picture, or its light, has changed."""
        if self._box is not None:
            screen = self._box.screen
            page, frame = screen.drawn or self._box.announcer.panel.page, screen.image_bytes()
            fields = panel_fields(frame, screen.width, screen.height, screen.light, page.lines())
            self._fanout.tell("panel", fields)
            self._tell_players(self._box)

    def on_lamp(self, name: str) -> None:
        """The lamp is to show this; a lasting pattern is told once, however often it is asked for."""
        if self._box is None:
            return
        pattern = PATTERNS[name]
        if pattern.lasting and name == self._pattern:
            return
        if pattern.lasting:
            self._pattern = name
        breathes = pattern.breathes and self._box.settings.lamp.dims
        fields = {"pattern": name, "beats": pattern.beats, "lasting": pattern.lasting, "breathes": breathes}
        self._fanout.tell("lamp", fields, stands=pattern.lasting)

    def on_buzz(self, name: str) -> None:
        """The buzzer sounds this once."""
        self._fanout.tell("buzz", {"pattern": name, "beats": BUZZES[name].beats}, stands=False)

    def _on_level(self, reading: Reading) -> None:
        """So loud is the microphone that the box hears; nobody is told of one that nobody sees."""
        if self._fanout:
            source = "page" if self.lent.microphones.is_lent else "box"
            levels = {"db": round(reading.level_db), "tableDb": round(reading.floor_db), "loud": reading.loud}
            self._fanout.tell("level", {"source": source, **levels}, stands=False)

    def _sounds(self, box: Box) -> Sounds:
        no_voice = "this box says nothing: start it without --silent, and with voice: enabled in the settings"
        speakers = self.lent.speakers if box.has_voice else None
        return Sounds(speakers, None if box.deaf else self.lent.microphones, no_voice, box.deaf)

    def _tell_delve(self, box: Box, history: History) -> None:
        """Where the delve stands, and what came of it: the sheet whole, of the history what is new."""
        delve, entries = box.delve, box.delve.entries
        counted = {"delve": delve.number, "entries": len(entries)}
        made = partial(sheet_of, delve.state, delve.rules, delve.asked, box.announcer.narration)
        self._fanout.tell("sheet", lambda: counted | made())
        self._fanout.tell("history", history.follow(delve.number, entries), later=history.whole())
        self._tell_stream(box)
        self._tell_players(box)

    def _tell_stream(self, box: Box) -> None:
        """Where the delve stands for programs; only if it differs, or a command alone would tell what is kept."""
        state = state_for_players(box.delve.state, box.delve.rules, box.settings.panel.numbers)
        if state != self._state:
            self._state = state
            self._fanout.tell("state", {"state": state})

    def _tell_players(self, box: Box) -> None:
        """What their view shows: with every frame of the panel, and with what has no room there.

        The code that lets devices in is for who sits at the table. Frames come on the screen's thread, the rest on the
        session's: whoever comes later tells what is newer.
        """
        with self._showing:
            page = television_page(box.announcer.panel.view, box.settings.panel.numbers)
            fields = page_fields(page)
            if page.name != CODE and fields != self._page:
                self._page = fields
                self._fanout.tell("page", fields)

    def _do_without(self, box: Box, sentence: str) -> None:
        box.mailbox.offer(PartChanged("web", working=False, sentence=sentence))
        self._box = None
