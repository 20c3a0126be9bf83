"""From intents to the engine's commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.messages import Intent
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.translate import BOX_INTENTS, COMMANDS, command_for, misfits
from delvebox.engine.commands import AdjustLight, SetBoxes


def test_every_intent_of_the_shipped_book_means_something() -> None:
    """Each is a command or the box's own, none is both, and none is left over."""
    book = Phrasebook.load()
    assert set(book.intents) == COMMANDS.keys() | BOX_INTENTS
    assert not COMMANDS.keys() & BOX_INTENTS
    assert misfits(book) == ()


def test_numbers_are_handed_on_as_they_were_said() -> None:
    """What is out of bounds is the engine's to refuse; "minus" makes a number negative."""
    assert command_for(Intent("boxes", {"n": 100})) == SetBoxes(100)
    assert command_for(Intent("light_minus", {"kind": "torch", "n": 3})) == AdjustLight("torch", -3)
    assert command_for(Intent("light_minus", {"kind": "torch", "n": 0})) == AdjustLight("torch", 0)


@pytest.mark.parametrize("name", [*sorted(BOX_INTENTS), "order_drink"])
def test_what_is_no_matter_of_the_engine_gives_no_command(name: str) -> None:
    """Questions to the box, its voice and ear, and intents of another phrasebook."""
    assert command_for(Intent(name, {"size": "large"})) is None


def test_a_table_may_have_no_names_at_all() -> None:
    """Empty lists leave intents without a phrase, which is no fault of the book."""
    book = Phrasebook.load(lists=dict.fromkeys(("characters", "spells", "conditions", "lights"), ()))
    assert misfits(book) == ()
    assert set(book.intents) - book.sayable == {
        *("light", "douse", "relight", "light_plus", "light_minus", "stock_plus", "stock_minus"),
        *("spell", "spell_unlimited", "spell_ends", "mark_condition", "clear_condition"),
        *("roll_on_table", "enter_region", "leave_region"),
    }


def test_a_book_that_does_not_fit_the_box_is_told_beforehand(tmp_path: Path) -> None:
    """Unknown intents, and slots that are missing, of no use, or of the wrong kind."""
    path = tmp_path / "book.yaml"
    path.write_text(
        """
language: en
intents:
  order: {data: [{sentences: [tea]}]}
  undo: {data: [{sentences: ["undo {n}"]}]}
  mute: {data: [{sentences: ["mute"], slots: {a: b}}]}
  boxes: {data: [{sentences: ["boxes {kind:n}"]}, {sentences: ["five boxes"], slots: {n: 5}}]}
  douse: {data: [{sentences: ["douse {n:kind}"]}]}
  suspend: {data: [{sentences: ["fight [a {kind}]"]}]}
  light: {data: [{sentences: ["light {kind}"]}, {sentences: ["light up"], slots: {kind: torch}}]}
  noise: {data: [{sentences: ["noise [{n}]"]}]}
lists: {n: {range: {from: 0, to: 9}}, kind: {values: [torch]}}
""",
        encoding="utf-8",
    )
    assert misfits(Phrasebook.load(path)) == (
        "intent order is not one that the box knows",
        "intent undo has no use for the slot n",
        "intent mute has no use for the slot a",
        "intent boxes needs whole numbers in the slot n",
        "intent douse needs text in the slot kind",
        "intent suspend needs the slot kind in every phrase",
    )
