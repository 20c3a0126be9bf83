"""No sentence twice in a row."""

from __future__ import annotations

import pytest

from delvebox.device.outputs.narration.row import Row


@pytest.fixture
def row() -> Row:
    """One in which nothing was told yet."""
    return Row(lambda said: f"Again: {said}")


def test_a_sentence_that_was_just_told_is_left_out_of_what_follows(row: Row) -> None:
    """What is told beside it is told whole."""
    assert row.next("All quiet. It is dark.") == "All quiet. It is dark."
    assert row.next("It is dark. The torch is out.") == "The torch is out."
    assert row.next("All quiet. It is dark.") == "All quiet. It is dark."


def test_all_that_there_is_to_tell_is_told_as_the_same_again(row: Row) -> None:
    """Then plainly once more: it is another sentence than the one before."""
    assert [row.next("Noted.") for _ in range(4)] == ["Noted.", "Again: Noted.", "Noted.", "Again: Noted."]


def test_a_text_says_nothing_twice_in_a_row_itself(row: Row) -> None:
    """Though its clauses come from two places."""
    assert row.next("Yes? Yes? It drips.") == "Yes? It drips."


def test_what_somebody_asked_to_hear_again_counts_as_told(row: Row) -> None:
    """What follows it does not begin with the same."""
    row.told("All quiet. Noted.")
    assert row.next("Noted.") == "Again: Noted."
