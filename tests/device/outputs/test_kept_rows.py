"""Rows of the tracker that stay in their place, by what happened in the delve."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.outputs.kept_rows import KeptRow, KeptRows
from delvebox.device.outputs.page import Page
from delvebox.device.outputs.pages import Look, View, page_of
from delvebox.engine import Delve, Rules, commands

RULES = Rules.from_mapping({"lights": {"kinds": {"torch": 2, "candle": 3}}})
TURN = commands.TakeAction("move")


def delve(*played: commands.Command) -> Delve:
    """A delve after these commands, none of them refused."""
    begun = Delve(RULES, 3)
    for command in played:
        assert not hasattr(begun.play(command), "reason"), command
    return begun


def page(of: Delve, height: int = 64, numbers: str = "exact") -> Page:
    """The tracker's page of a delve."""
    look = Look(height, numbers)  # type: ignore[arg-type]
    return page_of(View(of.state, of.rules, KeptRows().follow(of.events)), look)


def rows(of: Delve, height: int = 64, numbers: str = "exact") -> list[str]:
    """What stands on it below turn and danger."""
    return page(of, height, numbers).lines()[3:]


ANNA, BRYN = commands.LightUp("torch", "Anna"), commands.LightUp("candle", "Bryn")


def test_a_light_that_burnt_out_keeps_its_row_and_its_boxes_are_full() -> None:
    """Those below it stay where they are."""
    burnt = delve(ANNA, BRYN, TURN, TURN)
    assert rows(burnt) == ["torch Anna 0", "candle Bryn 1"]
    assert [(item.filled, item.total) for item in page(burnt).rows[3:]] == [(6, 6), (4, 6)]  # type: ignore[union-attr]
    assert rows(burnt, numbers="hints") == ["torch Anna none", "candle Bryn low"]
    assert page(burnt, numbers="hidden").lines()[-2:] == ["torch Anna burnt out", "candle Bryn"]


def test_a_light_of_the_same_hand_takes_the_row_of_the_one_that_burnt_out() -> None:
    """As the same row of the sheet is used again."""
    assert rows(delve(ANNA, BRYN, TURN, TURN, ANNA)) == ["torch Anna 2", "candle Bryn 1"]
    assert rows(delve(ANNA, BRYN, TURN, TURN, commands.LightUp("torch", "Cid"))) == [
        "torch Anna 0",
        "candle Bryn 1",
        "torch Cid 2",
    ]


def test_two_lights_of_one_hand_have_a_row_each() -> None:
    """Whichever goes out is lit again in its own."""
    two = (commands.LightUp("torch"), TURN, commands.LightUp("torch"), TURN)
    assert rows(delve(*two)) == ["torch 0", "torch 1"]
    assert rows(delve(*two, commands.LightUp("torch"))) == ["torch 2", "torch 1"]


def test_a_spell_that_ended_keeps_its_row_until_it_is_begun_again() -> None:
    """By time or by command; one that is begun anew while it runs has the row that it has."""
    bless = commands.StartEffect("bless", 1)
    assert rows(delve(bless, BRYN, TURN)) == ["bless 0", "candle Bryn 2"]
    assert rows(delve(bless, BRYN, TURN, bless)) == ["bless 1", "candle Bryn 2"]
    assert rows(delve(bless, BRYN, commands.EndEffect("bless"))) == ["bless 0", "candle Bryn 3"]
    assert page(delve(bless, BRYN, TURN), numbers="hidden").lines() == ["the delve", "candle Bryn"]


def test_undo_gives_the_row_back_its_light() -> None:
    """The rows are those of the events in effect."""
    burnt = delve(ANNA, BRYN, TURN, TURN)
    burnt.undo()
    assert rows(burnt) == ["torch Anna 1", "candle Bryn 2"]
    burnt.redo()
    assert rows(burnt) == ["torch Anna 0", "candle Bryn 1"]


def test_what_ran_out_the_longest_ago_gives_its_row_to_what_has_none() -> None:
    """A row more never moves the rows of the others."""
    torches = [commands.LightUp("torch", holder) for holder in ("A", "B", "C", "D")]
    burnt = [torches[0], TURN, *torches[1:], *[TURN] * 5]
    assert rows(delve(*burnt)) == ["torch A 0", "torch B 0", "torch C 0", "torch D 0"]
    assert rows(delve(*burnt, commands.LightUp("lantern"))) == ["lantern 36", "torch B 0", "torch C 0", "torch D 0"]


def test_what_ran_out_lately_keeps_its_place_where_rows_are_shared() -> None:
    """It may be lit again; after three turns those that run have the rows to themselves."""
    five = [commands.LightUp("torch", holder) for holder in ("A", "B")]
    five += [commands.LightUp("lantern", holder) for holder in ("C", "D", "E")]
    assert rows(delve(*five, TURN, TURN)) == ["torch A 0", "torch B 0", "lantern C 34", "lantern D 34", "lantern E 34"]
    assert rows(delve(*five, *[TURN] * 4)) == ["torch A 0", "torch B 0", "lantern C 32", "lantern D 32", "lantern E 32"]
    assert rows(delve(*five, *[TURN] * 5)) == ["lantern E 31", "torch B 0", "lantern C 31", "lantern D 31"]


@given(st.lists(st.sampled_from([ANNA, BRYN, TURN, commands.StartEffect("bless", 1), None, None]), max_size=40))
def test_rows_that_follow_a_delve_are_those_of_its_whole_history(moves: list[commands.Command | None]) -> None:
    """Whatever is played, taken back, and played otherwise, where None is an undo."""
    followed, rows_now = Delve(RULES, 3), KeptRows()
    for move in moves:
        if move is None:
            followed.undo()
        else:
            followed.play(move)
        assert rows_now.follow(followed.events) == KeptRows().follow(followed.events)


def test_kept_rows_tell_how_long_ago_it_was() -> None:
    """1 in the latest turn; what runs is 0."""
    assert KeptRows().follow(delve(ANNA, commands.LightUp("lantern"), TURN, TURN, TURN).events) == (
        KeptRow("torch", "Anna", 1, spent=2),
        KeptRow("lantern", None, 2),
    )
