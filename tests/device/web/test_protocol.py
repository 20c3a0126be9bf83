"""The messages of pages: what is taken, and that everything else is refused with a reason."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.lines import LONGEST_LINE
from delvebox.device.web.pace import AT_ONCE, PER_SECOND, Pace
from delvebox.device.web.protocol import (
    LARGEST_BYTES,
    ROLES,
    VERSION,
    Moved,
    Order,
    OtherVersionError,
    RefusedMessageError,
    Said,
    panel_fields,
    read_message,
    written,
)
from delvebox.engine.commands import AdjustLight


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
        (message(), "no message for the role box"),
        (message(kind="order", command={"type": "undo"}), "no message for the role box"),
        (message(kind="down"), "no message of this kind"),
        (message(kind="down", button=3), "no message of this kind"),
        (message(kind="down", button="turn", seconds=9), "no message of this kind"),
        (message(kind=["down"], button="turn"), "no message for the role box"),
        (message(kind="say", text=None), "no message of this kind"),
        (message(kind="say", text="  \t "), "0 characters"),
        (message(kind="say", text="a" * (LONGEST_LINE + 1)), f"1–{LONGEST_LINE}"),
        (message(kind="say", text="a" * LARGEST_BYTES), "more than 4096 bytes"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_reason(text: str, why: str) -> None:
    """Garbage, unknown kinds, wrong types, more fields than known, too much: each is one short sentence."""
    with pytest.raises(RefusedMessageError, match=why) as refused:
        read_message(text)
    assert len(str(refused.value)) < 250
    assert str(refused.value).isprintable()


def test_an_order_is_a_command_of_the_engine() -> None:
    """Whatever the engine can be asked, with the fields that its record has."""
    order = {"type": "adjust_light", "kind": "torch", "turns": -1, "holder": "Bryn"}
    assert read_message(message(kind="order", command=order), "gm") == Order(AdjustLight("torch", -1, "Bryn"))


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"kind": "order", "command": {"type": "drop_tables"}}, "no order .*command"),
        ({"kind": "order", "command": {"type": "add_marks", "cause": "noise", "count": "9"}}, "no order"),
        ({"kind": "order", "command": {"type": "calm", "count": True}}, "no order"),
        ({"kind": "order", "command": "undo"}, "no message of this kind"),
        ({"kind": "order", "command": {"type": "undo"}, "more": 1}, "no message of this kind"),
        ({"kind": "down", "button": "turn"}, "no message for the role gm"),
    ],
)
def test_what_the_game_master_may_not_send_is_refused(fields: dict[str, Any], why: str) -> None:
    """An unknown command, a field of another type, a button: each is one short sentence."""
    with pytest.raises(RefusedMessageError, match=why) as refused:
        read_message(message(**fields), "gm")
    assert len(str(refused.value)) < 250
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("version", [None, 0, 2, "1", True, [1]])
def test_another_version_is_told_apart(version: object) -> None:
    """A page that was loaded from an older or newer box is to load itself anew."""
    with pytest.raises(OtherVersionError, match="load the page again"):
        read_message(json.dumps({"v": version, "kind": "say", "text": "next turn"}))


JSON = st.recursive(
    st.none() | st.integers() | st.text() | st.sampled_from(["down", "say", "order", "undo", "tell_dice"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["kind", "command", "type", "dice"]), inner),
)


@given(st.text() | JSON.map(json.dumps), st.sampled_from(sorted(ROLES)))
def test_nothing_that_comes_in_raises_anything_else(text: str, role: str) -> None:
    """Whatever comes in is a message that the role may send, or is refused."""
    with suppress(RefusedMessageError):
        assert isinstance(read_message(text, role), Moved | Said | Order)


@given(JSON.filter(lambda value: isinstance(value, dict)))
def test_no_order_raises_anything_else(command: object) -> None:
    """Whatever is ordered is a command or is refused."""
    with suppress(RefusedMessageError):
        assert isinstance(read_message(message(kind="order", command=command), "gm"), Order)


def test_what_the_box_sends_carries_the_version() -> None:
    """Every message of the box says its version and kind; the panel's bits are whole."""
    sent = json.loads(written("panel", panel_fields(bytes(1024), 128, 64, "bright", ["turn 1", "Fackel für Änne"])))
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
