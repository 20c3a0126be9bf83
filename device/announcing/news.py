"""What the panel shows for a short while: what was heard, a refusal, a danger, a trouble, a code. Pure, by a clock."""

from __future__ import annotations

from ...engine.events import TableDrawn
from ...engine.state import LastRoll

HEARD_SECONDS = 3.0
"""What was heard, or why not, stands for this long."""
DANGER_SECONDS = 8.0
"""Danger stands for this long, or until something else happens."""
ASKED_SECONDS = 8.0
"""What the table asked for stands for this long."""
DRAWN_SECONDS = 20.0
"""What came of a danger table stands for this long, or until something else happens: it is read, perhaps aloud."""
SUMMARY_SECONDS = 30.0
"""A delve's summary stands for this long, or until something else happens."""
TROUBLE_SECONDS = 15.0
"""Each thing that does not work stands for this long: long enough to read, not all evening; the lamp goes on."""


class News:
    """At most one piece of news beside one trouble and one code.

    The newest news takes the place of the others. Of several troubles each has its time, the newest first: at the
    start of a box that lacks much, the last one found must not hide the first.
    """

    def __init__(self) -> None:
        self.heard_text: str | None = None
        self.message_text: str | None = None
        self.last_roll: LastRoll | None = None
        self.drawn: TableDrawn | None = None
        self.masters = False
        """What is shown is the game master's alone."""
        self.asked: str | None = None
        """The question that the table asked last, such as "status"; summary after a delve's end."""
        self._troubles: list[str] = []
        """Those that wait, and the one that is shown, last."""
        self.code = ""
        """What a phone is to be told; empty while none asks."""
        self._until_seconds: float | None = None
        self._trouble_until_seconds: float | None = None
        self._code_until_seconds: float | None = None

    @property
    def trouble_text(self) -> str | None:
        """What does not work."""
        return self._troubles[-1] if self._troubles else None

    @property
    def until_seconds(self) -> float | None:
        """When something is no news any more; None while there is none."""
        waits = self._ends
        return min((each for each in waits if each is not None), default=None)

    def heard(self, text: str, now_seconds: float) -> None:
        """Show what was understood."""
        self._clear()
        self.heard_text = text
        self._until_seconds = now_seconds + HEARD_SECONDS

    def message(self, text: str, now_seconds: float, *, masters: bool = False) -> None:
        """Show a refusal, or why nothing was understood; `masters`: it is not for players."""
        self._clear()
        self.message_text, self.masters = text, masters
        self._until_seconds = now_seconds + HEARD_SECONDS

    def danger(self, roll: LastRoll | None, now_seconds: float) -> None:
        """Show the roll that was danger."""
        self._clear()
        self.last_roll = roll
        self._until_seconds = now_seconds + DANGER_SECONDS

    def draw(self, drawn: TableDrawn, now_seconds: float) -> None:
        """Show what came of a danger table; a danger that brought it is shown to players meanwhile."""
        roll = self.last_roll
        self._clear()
        self.drawn, self.masters, self.last_roll = drawn, True, roll
        self._until_seconds = now_seconds + DRAWN_SECONDS

    def answer(self, question: str, now_seconds: float, message: str | None = None) -> None:
        """Show what the table asked for, with a sentence below it."""
        self._clear()
        self.asked, self.message_text = question, message
        self._until_seconds = now_seconds + ASKED_SECONDS

    def summary(self, now_seconds: float) -> None:
        """Show what a delve came to."""
        self._clear()
        self.asked = "summary"
        self._until_seconds = now_seconds + SUMMARY_SECONDS

    def trouble(self, text: str, now_seconds: float) -> None:
        """Show what does not work, beside the other news."""
        self._drop_trouble(text, now_seconds)
        self._troubles.append(text)
        self._trouble_until_seconds = now_seconds + TROUBLE_SECONDS

    def works(self, text: str, now_seconds: float) -> None:
        """Show this trouble no more."""
        self._drop_trouble(text, now_seconds)

    def show_code(self, digits: str, until_seconds: float) -> None:
        """Show a code, whatever else is new; without digits none any more."""
        self.code = digits
        self._code_until_seconds = until_seconds if digits else None

    def played(self) -> None:
        """Something else happened: danger and messages before it are no news any more."""
        if self.heard_text is None:
            self._clear()

    def expire(self, now_seconds: float) -> bool:
        """Forget what stood long enough; answers whether anything did."""
        before = self._ends
        if self._until_seconds is not None and now_seconds >= self._until_seconds:
            self._clear()
        if self._trouble_until_seconds is not None and now_seconds >= self._trouble_until_seconds:
            self._drop_trouble(self._troubles[-1], now_seconds)
        if self._code_until_seconds is not None and now_seconds >= self._code_until_seconds:
            self.show_code("", now_seconds)
        return self._ends != before

    @property
    def _ends(self) -> tuple[float | None, ...]:
        return self._until_seconds, self._trouble_until_seconds, self._code_until_seconds

    def _drop_trouble(self, text: str, now_seconds: float) -> None:
        shown = self.trouble_text
        self._troubles = [each for each in self._troubles if each != text]
        if self.trouble_text != shown:
            self._trouble_until_seconds = now_seconds + TROUBLE_SECONDS if self._troubles else None

    def _clear(self) -> None:
        self.heard_text = self.message_text = None
        self.last_roll = self.drawn = None
        self.masters = False
        self.asked = None
        self._until_seconds = None
