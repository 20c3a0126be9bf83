"""When an utterance is over, for each way to talk. Pure."""

from __future__ import annotations

from collections.abc import Callable

from .gate import FRAME_SECONDS, Change
from .stretch import Stretch

AFTER_SECONDS = 0.2
"""Heard after a window closes: fingers are quicker than words."""
LONGEST_WINDOW_SECONDS = 30.0
"""A window held for longer is closed: something lies on the button."""
TAP_SECONDS = 6.0
"""Who has tapped begins to speak within this time."""
LONGEST_TAP_SECONDS = 8.0
"""From the beginning of speech: where others never pause, a tapped window closes all the same."""


def close_soon(stretch: Stretch, position: int) -> None:
    """The hand has said that it is over: a little after `position`."""
    if stretch.close_at is None:
        stretch.close_at = position + round(AFTER_SECONDS / FRAME_SECONDS)


def is_over(stretch: Stretch, change: Change | None, position: int, may_go_on: Callable[[], bool]) -> bool:
    """Whether the utterance ends at `position`, the number of frames of the stream so far.

    Args:
        stretch: The utterance.
        change: What the last frame changed, by the gate that looks for the end of speech.
        position: In the stream.
        may_go_on: Whether the words so far begin a longer phrase; asked at a pause alone, as it costs an answer.
    """
    if stretch.close_at is not None and position >= stretch.close_at:
        return True
    match stretch.way:
        case "hold":
            return len(stretch.frames) * FRAME_SECONDS >= LONGEST_WINDOW_SECONDS
        case "tap":
            return _tap_is_over(stretch, change, position, may_go_on)
        case "wake":
            return _wake_is_over(stretch, change, position, may_go_on)
    return _speech_is_over(change, may_go_on)


def _wake_is_over(stretch: Stretch, change: Change | None, position: int, may_go_on: Callable[[], bool]) -> bool:
    if stretch.woken_at is None:
        return change is Change.ENDS  # as long as others may be meant there is no hurry
    too_long = (position - stretch.woken_at) * FRAME_SECONDS >= LONGEST_TAP_SECONDS
    return too_long or _speech_is_over(change, may_go_on)


def _tap_is_over(stretch: Stretch, change: Change | None, position: int, may_go_on: Callable[[], bool]) -> bool:
    if change is Change.BEGINS and stretch.speech_at is None:
        stretch.speech_at = position
    if stretch.speech_at is None:
        return (position - stretch.opened_at) * FRAME_SECONDS >= TAP_SECONDS
    too_long = (position - stretch.speech_at) * FRAME_SECONDS >= LONGEST_TAP_SECONDS
    return too_long or _speech_is_over(change, may_go_on)


def _speech_is_over(change: Change | None, may_go_on: Callable[[], bool]) -> bool:
    return change is Change.ENDS or (change is Change.PAUSES and not may_go_on())
