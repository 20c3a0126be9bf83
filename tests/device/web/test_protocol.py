"""The messages of pages: what is taken, and that everything else is refused with a reason."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.web.pace import AT_ONCE, PER_SECOND, Pace
from delvebox.device.web.protocol import (
    LARGEST_BYTES,
    LONGEST_TEXT,
    VERSION,
    Moved,
    OtherVersionError,
    RefusedMessageError,
    Said,
    panel_fields,
    read_message,
    written,
)


def message(**fields: Any) -> str:
    """A message of this version."""
    return json.dumps({"v": VERSION, **fields})


def test_a_button_goes_down_and_up() -> None:
    """The two edges of a button are two messages."""
    assert read_message(message(kind="down", button="search")) == Moved("search", pressed=True)
    assert read_message(message(kind="up", button="search")) == Moved("search", pressed=False)


def test_a_phrase_is_one_line_without_control_characters() -> None:
    """Whatever a page sends, log and terminal get one harmless line."""
    assert read_message(message(kind="say", text="  search\n\x1b[2J the   room ")) == Said("search [2J the room")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 2000, "no JSON"),
        ("[1]", "no object"),
        ("null", "no object"),
        (message(), "no message of this kind"),
        (message(kind="order", text="search"), "no message of this kind"),
        (message(kind="down"), "no message of this kind"),
        (message(kind="down", button=3), "no message of this kind"),
        (message(kind="down", button="turn", seconds=9), "no message of this kind"),
        (message(kind=["down"], button="turn"), "no message of this kind"),
        (message(kind="say", text=None), "no message of this kind"),
        (message(kind="say", text="  \t "), "0 characters"),
        (message(kind="say", text="a" * (LONGEST_TEXT + 1)), f"1–{LONGEST_TEXT}"),
        (message(kind="say", text="a" * LARGEST_BYTES), "more than 4096 bytes"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_reason(text: str, why: str) -> None:
    """Garbage, unknown kinds, wrong types, more fields than known, too much: each is one short sentence."""
    with pytest.raises(RefusedMessageError, match=why) as refused:
        read_message(text)
    assert len(str(refused.value)) < 250
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("version", [None, 0, 2, "1", True, [1]])
def test_another_version_is_told_apart(version: object) -> None:
    """A page that was loaded from an older or newer box is to load itself anew."""
    with pytest.raises(OtherVersionError, match="load the page again"):
        read_message(json.dumps({"v": version, "kind": "say", "text": "next turn"}))


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_nothing_that_comes_in_raises_anything_else(text: str) -> None:
    """Whatever comes in is a message or is refused."""
    with suppress(RefusedMessageError):
        assert isinstance(read_message(text), Moved | Said)


def test_what_the_box_sends_carries_the_version() -> None:
    """Every message of the box says its version and kind; the panel's bits are whole."""
    sent = json.loads(written("panel", panel_fields(bytes(1024), 128, 64, ["turn 1", "Fackel für Änne"])))
    assert (sent["v"], sent["kind"], sent["width"], sent["height"]) == (VERSION, "panel", 128, 64)
    assert sent["lines"] == ["turn 1", "Fackel für Änne"]
    assert len(sent["bits"]) == (1024 + 2) // 3 * 4


def test_a_page_may_send_in_bursts_but_not_for_long() -> None:
    """So many at once, then as many as the seconds allow."""
    pace = Pace()
    assert [pace.allows(0.0) for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]
    assert pace.allows(1.0 / PER_SECOND)
    assert not pace.allows(1.0 / PER_SECOND)
    assert [pace.allows(100.0) for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]
