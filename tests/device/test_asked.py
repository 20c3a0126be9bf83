"""What the table asks the box is shown too, for a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.player import Player, Report
from delvebox.device.wishes import Wishes


@pytest.fixture
def table(tmp_path: Path):
    """A box with a new delve; plays a line."""
    with Player(Wishes(tmp_path, seed=3, pins="mock", sound=False), lambda _text: None) as player:

        def play(line: str) -> Report:
            return player.play(1, line)

        yield play


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [("how much light", "lights", "torch 6"), ("status", "all is well", "every part works")],
)
def test_the_answer_has_a_page_for_eight_seconds(question: str, first: str, second: str, table) -> None:
    """Lights as a list, the box's own health; then the tracker again."""
    table("say light a torch")
    table("wait 20")
    assert table(f"say {question}").panel[:2] == [first, second]
    assert table("wait 7").panel[0] == first
    assert table("wait 2").panel[0] == "turn 1  0:00"


def test_a_turn_takes_the_place_of_what_was_asked(table) -> None:
    """What happens is news before it."""
    table("say how much light")
    assert table("press turn").panel[0] == "turn 2  0:10"


def test_what_can_be_said_is_told_and_has_a_page_for_eight_seconds(table) -> None:
    """Three phrases of this moment, by voice and on the panel."""
    table("say light a torch")
    table("wait 20")
    told = table("say what can i say")
    assert told.spoken == ["You can say: next turn, search the room and move on."]
    assert told.panel == ["you can say", "next turn", "search the room", "move on"]
    assert table("wait 7").panel[0] == "you can say"
    assert table("wait 2").panel[0] == "turn 1  0:00"
    table("say combat")
    assert table("say help").panel[1] == "combat over"


def test_help_at_a_question_leaves_the_question_where_it_is(table) -> None:
    """Its answers are what can be said, below it."""
    table("say long rest")
    told = table("say help")
    assert told.spoken == ["You can say: yes, no and repeat that."]
    assert told.panel[0] == "long rest?"
    assert "You can say: yes, no and repeat that." in told.panel
