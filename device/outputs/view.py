"""What a page may show and on what panel, pure: the view, the look, and what stands on every page."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ...engine.events import TableDrawn
from ...engine.rules import Rules
from ...engine.state import LastRoll, State
from .hints import Numbers
from .kept_rows import KeptRow
from .narration import PanelTexts, english_panel
from .page import Notice
from .trackers import coded, duration

LONG_NOTICE = 20
"""Characters of a sentence from which it takes two rows where there is room."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a panel has room for and may show.

    Attributes:
        height: Its rows of pixels: 64 or 32.
        numbers: What players see of what is counted: exact numbers, hints in words, or nothing (hidden).
    """

    height: int = 64
    numbers: Numbers = "exact"

    @property
    def small(self) -> bool:
        """Whether it has 32 rows."""
        return self.height < 64


TALL = Look()
"""Of a panel of 64 rows that shows everything."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a page can show.

    Attributes:
        state: The delve as it is.
        rules: The rules that it is played by.
        kept: The rows of what runs out, as they were first written.
        heard: What was heard last, while it is news; None otherwise.
        message: A sentence for the table, such as a refusal; it takes the place of `heard`.
        trouble: What does not work and how to get it; None when all is well.
        question: The open question's own sentence (chances, lights that would burn out); None takes a short one.
        delve: The delve's name, shown where there is room.
        last_turn: The roll of the turn just played, while it is news; its danger has a page of its own.
        listening: The microphone's window is open.
        muted: The table muted the box.
        speaking: The box speaks.
        health: What does not work, each in a sentence, for as long as the table asked for it; None otherwise.
        lights_asked: The table asked how much light there is.
        phrases: What can be said now, for as long as the table asked for it; empty otherwise.
        summary: A delve that has just ended, in few words each, for as long as they are news; empty otherwise.
        drawn: What came of a danger table, while it is news; the game master's, as is all that `masters` marks.
        masters: What was heard and what is told beside it are the game master's alone: players are shown neither.
        off: The box was switched off by hand, and its machine with it.
        code: What is to be typed on a phone that asks to be let in; empty while none does.
        texts: The panel's texts in the table's language.
    """

    state: State
    rules: Rules
    kept: tuple[KeptRow, ...] = ()
    heard: str | None = None
    message: str | None = None
    trouble: str | None = None
    question: str | None = None
    delve: str | None = None
    last_turn: LastRoll | None = None
    listening: bool = False
    muted: bool = False
    speaking: bool = False
    health: tuple[str, ...] | None = None
    lights_asked: bool = False
    phrases: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    drawn: TableDrawn | None = None
    masters: bool = False
    off: bool = False
    code: str = ""
    texts: PanelTexts = field(default_factory=english_panel)

    @property
    def for_players(self) -> View:
        """The same without what is the game master's alone."""
        if not self.masters:
            return self
        return replace(self, drawn=None, masters=False, heard=None, message=None)


def device_signs(view: View) -> tuple[str, ...]:
    """What the box itself is doing: listening, muted, speaking."""
    flags = {"listening": view.listening, "muted": view.muted, "speaking": view.speaking}
    return tuple(coded(sign, view.texts) for sign, on in flags.items() if on)


def notice_of(view: View, look: Look, room: int) -> Notice | None:
    """The row at the bottom: news first, else what does not work."""
    if view.message:
        text, mark = view.message, None
    elif view.heard:
        text, mark = view.heard, coded("heard", view.texts)
    elif view.trouble:
        text, mark = view.trouble, coded("trouble", view.texts)
    else:
        return None
    return Notice(text, mark or "", rows=2 if len(text) > LONG_NOTICE and room > 1 and not look.small else 1)


def now_of(view: View) -> str:
    """Where the delve stands: "turn 5, 40 min"."""
    time = duration(view.state.elapsed_minutes, view.texts)
    return view.texts.say("now", turn=view.state.completed + 1, time=time)
