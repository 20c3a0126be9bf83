"""What may come in as a phrase."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.lines import LONGEST_LINE
from delvebox.device.mqtt.said import RefusedSayingError, read_saying


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (b"search the room", "search the room"),
        (b" next\tturn\r\n", "next turn"),
        ("Zug nächster".encode(), "Zug nächster"),
    ],
)
def test_a_text_is_a_phrase(payload: bytes, said: str) -> None:
    """White space and what cannot be seen is one space, as at the console."""
    assert read_saying(payload, retained=False) == said


@pytest.mark.parametrize("payload", [b"", b" \n\0", b"\xff\xfe\x00", b"a" * (LONGEST_LINE + 1)])
def test_what_is_no_phrase_is_refused_with_the_cure(payload: bytes) -> None:
    """Empty, no text, or too long."""
    with pytest.raises(RefusedSayingError, match="publish"):
        read_saying(payload, retained=False)


def test_a_kept_phrase_is_refused() -> None:
    """It would be said again at each connection."""
    with pytest.raises(RefusedSayingError, match="without retain"):
        read_saying(b"next turn", retained=True)


@given(st.binary(max_size=4096))
def test_whatever_comes_is_one_short_line_or_a_short_refusal(payload: bytes) -> None:
    """Nothing else gets out, so that nothing can break a log or the console."""
    try:
        said = read_saying(payload, retained=False)
    except RefusedSayingError as error:
        said = str(error)
    assert said.isprintable()
    assert 0 < len(said) <= LONGEST_LINE
