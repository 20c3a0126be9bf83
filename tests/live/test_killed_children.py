"""Recogniser and narrator killed at random while the box is talked to: nothing wrong, nothing lost in silence."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from .killed_children import talk_while_killing
from .talked_box import TalkedBox

pytestmark = [pytest.mark.speech, pytest.mark.timeout(300)]  # a hung child is given up after five seconds and more


def holdings(box: TalkedBox) -> tuple[int, int, int]:
    """Open files and threads of this process, and the box's children."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir()), threading.active_count(), len(box.children)


def test_every_utterance_ends_as_its_command_or_as_a_told_trouble(tmp_path: Path, speech_model: Path) -> None:
    """SIGKILL and SIGSTOP before, during and after speech: no other command, every sentence said, nothing leaks."""
    with TalkedBox(tmp_path) as box:
        talk_while_killing(box, 5, seed=1, killed=0.0)
        before = holdings(box)
        tally = talk_while_killing(box, 25, seed=3)
        assert (tally.wrong, tally.lost, tally.unsaid) == ([], [], []), tally
        assert tally.understood >= 10, tally
        assert tally.signals.total() >= 6, tally
        talk_while_killing(box, 5, seed=2, killed=0.0)  # both children are back
        assert holdings(box) == before
