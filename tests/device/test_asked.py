"""What the table asks the box is shown too, for a while."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.bootstrap import Wishes
from delvebox.device.player import Player, Report


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
