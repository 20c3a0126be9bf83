"""A panel that nobody needed for long: it dims, sleeps, and the press that wakes it does nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.player import Player, Report
from delvebox.device.wishes import Wishes

SETTINGS = "panel: {dim_minutes: 2, sleep_minutes: 5}\nvoice: {enabled: false}\n"


class Table:
    """A box whose panel sleeps after five minutes, before the clock of debates reminds."""

    def __init__(self, folder: Path, settings: str = SETTINGS) -> None:
        file = folder / "delvebox.yaml"
        file.write_text(settings)
        self.player = Player(Wishes(folder / "state", file, seed=3, pins="mock", sound=False), lambda _text: None)

    def __call__(self, line: str) -> Report:
        return self.player.play(1, line)

    @property
    def dark(self) -> bool:
        """Whether nothing of the picture is lit."""
        return not any(self.player._box.screen.image_bytes())


@pytest.fixture
def table(tmp_path: Path):
    """A box with a new delve."""
    made = Table(tmp_path)
    with made.player:
        yield made


def test_a_panel_sleeps_when_nothing_happens_for_long(table: Table) -> None:
    """The picture is dark, in the terminal too; the page comes back as it was."""
    before = table("show").panel
    table("wait 299")
    assert not table.dark
    asleep = table("wait 2")
    assert table.dark
    assert asleep.panel == []
    assert table("show").as_text()[-1] == "  | dark"
    assert table("press turn").panel[0] == before[0]
    assert not table.dark


@pytest.mark.parametrize("gesture", ["press turn", "press search", "hold rest 0.8", "double talk", "press noise"])
def test_the_press_that_wakes_it_does_nothing_else(gesture: str, table: Table) -> None:
    """Nobody spends a turn in the dark; the next press acts."""
    table("wait 301")
    woken = table(gesture)
    assert woken.events == []
    assert woken.spoken == []
    assert not table.dark
    assert table("press turn").state["completed"] == 1


def test_a_box_left_alone_has_nothing_to_do_until_it_dims(table: Table) -> None:
    """Once the news of its start are old, no timer is due before that."""
    table("wait 60")
    due = table.player._box.session.deadline_seconds
    assert due is not None
    assert due >= 120.0


def test_a_hold_that_wakes_it_does_nothing_and_does_not_repeat_either(tmp_path: Path) -> None:
    """The same hand goes on; the next hold acts and repeats."""
    table = Table(tmp_path, "panel: {sleep_minutes: 5}\nbuttons: {noise: {hold: noise one, repeat: true}}\n")
    with table.player:
        table("wait 301")
        assert table("hold noise 1.8").state["escalation"] == 0
        assert not table.dark
        assert table("hold noise 1.8").state["escalation"] == 3


def test_a_dim_panel_takes_every_press(table: Table) -> None:
    """It can still be read."""
    table("wait 200")
    assert table("press turn").state["completed"] == 1


def test_a_phrase_acts_and_wakes_it(table: Table) -> None:
    """Who speaks or types knows what is asked."""
    table("wait 301")
    assert table("say search the room").state["completed"] == 1
    assert not table.dark


def test_talking_by_the_button_needs_no_second_press(table: Table) -> None:
    """Holding talk opens the microphone, which spends nothing by itself."""
    table("wait 301")
    woken = table("hold talk 1")
    assert woken.troubles, "whoever talks to a box without a microphone is told so"
    assert not table.dark


def test_what_the_box_tells_by_itself_wakes_it(tmp_path: Path) -> None:
    """Such as the clock of long debates."""
    table = Table(tmp_path)
    with table.player:
        table("wait 301")
        assert table.dark
        reminded = table("wait 300")
        assert len(reminded.spoken) == 1
        assert not table.dark


@pytest.mark.parametrize("panel", ["{sleep_minutes: null}", "{enabled: false, sleep_minutes: 10}"])
def test_without_a_panel_that_sleeps_no_press_is_lost(panel: str, tmp_path: Path) -> None:
    """By its settings, or because there is no panel to wake."""
    table = Table(tmp_path, f"panel: {panel}\n")
    with table.player:
        table("wait 9000")
        assert table("press turn").state["completed"] == 1


@pytest.mark.parametrize(("last", "lit"), [("goodbye", True), ("dark", False)])
def test_what_stays_at_the_end_is_a_setting(last: str, lit: bool, tmp_path: Path) -> None:
    """The goodbye, or a dark panel."""
    table = Table(tmp_path, f"panel: {{last: {last}}}\n")
    with table.player:
        last_page = table.player._box.announcer.panel.last_page
    assert (last_page is not None) == lit
