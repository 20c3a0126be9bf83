"""A phone knocks: the table sees the code on the panel, and is told who was let in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebox.device.bootstrap import Box
from delvebox.device.clock import VirtualClock
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import CodeDrawn, Fact, Message, Paired, Told, Typed
from delvebox.device.wishes import Wishes


class Table:
    """A started box on mock pins, without sound."""

    def __init__(self, folder: Path) -> None:
        file = folder / "delvebox.yaml"
        file.write_text("voice: {enabled: false}\npanel: {sleep_minutes: 5}\n")
        self.clock = VirtualClock()
        self.said: list[str] = []
        self.box = Box(Wishes(folder, file, seed=3, pins="mock", sound=False), self.clock, Mailbox(), self._observe)
        self.box.start()
        self.after(0)

    def _observe(self, fact: Fact) -> None:
        if isinstance(fact, Told):
            self.said.append(fact.cue.text)

    def put(self, *messages: Message) -> str:
        """Handle messages; what the panel shows then."""
        for message in messages:
            self.box.mailbox.offer(message)
        return self.after(0)

    def after(self, seconds: float) -> str:
        """What the panel shows after so long."""
        self.clock.advance(seconds)
        self.box.session.drain()
        return " | ".join(self.box.announcer.panel.page.lines())


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table whose box is closed in the end."""
    table = Table(tmp_path)
    yield table
    table.box.close()


def test_the_code_stands_on_the_panel_until_its_time(table: Table) -> None:
    """Whatever the table does meanwhile; the session wakes by itself to take it away."""
    assert "048 213" in table.put(CodeDrawn("048213", 90.0))
    assert "048 213" in table.put(Typed("search the room"))
    assert "048 213" in table.after(89.0)
    assert table.box.session.deadline_seconds == 90.0
    assert "048" not in table.after(1.0)


def test_a_code_that_is_used_up_goes_at_once(table: Table) -> None:
    """And the table is told, on the panel and by voice, what was let in."""
    table.put(CodeDrawn("048213", 90.0))
    shown = table.put(CodeDrawn(), Paired("master"))
    assert "048" not in shown
    assert "A device is let in as the game master's" in shown
    table.put(Paired("table"))
    assert [text.casefold() for text in table.said[-2:]] == [
        "a device is let in as the game master's.",
        "a device is let in as a view for players.",
    ]


def test_a_question_goes_before_the_code(table: Table) -> None:
    """The table must see what it answers; then the code is there."""
    assert "048" not in table.put(Typed("end the delve"), CodeDrawn("048213", 90.0))
    assert "048 213" in table.put(Typed("no"))


def test_a_knock_wakes_a_panel_that_sleeps(table: Table) -> None:
    """Nobody need press a button to read it."""
    assert table.after(400.0) == ""
    assert "048 213" in table.put(CodeDrawn("048213", 490.0))
