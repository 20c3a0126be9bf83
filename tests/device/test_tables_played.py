"""Danger tables on a whole box: drawn, shown, kept in the journal, undone; bad files left out; nothing for players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from delvebox.device.browsing.stream import events_for_players, state_for_players
from delvebox.device.cli import main
from delvebox.device.outputs.pages import page_of
from delvebox.device.player import Player
from delvebox.device.settings import load_settings
from delvebox.device.standing import happenings_of, standing_of
from delvebox.device.vocabulary import open_phrasebook
from delvebox.device.wishes import Wishes
from delvebox.engine.commands import RollOnTable, SetBoxes, TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.events import TableDrawn
from delvebox.engine.rules import Rules
from delvebox.engine.tables import Table, TableEntry, Tables

CRYPT = """\
crypt things:
  kind: encounter
  regions: [crypt]
  reaction: true
  distance: 2d6x10
  entries: ["2d6 ghouls, [what they do]", "3d4 grey rats", "a mourner with 1d6 keys"]
what they do: [digging, asleep]
signs:
  kind: omen
  entries: [a bell far below, a cold breath]
"""
Start = Callable[..., Player]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a box beside `crypt.yaml` with more settings; the state folder is the same each time."""
    running: list[Player] = []
    (tmp_path / "crypt.yaml").write_text(CRYPT)

    def begin(settings: str = "tables: [crypt.yaml]\nrules: {danger: {table: {encounter: 1}}}\n") -> Player:
        if running:
            running.pop().__exit__(None, None, None)
        (tmp_path / "box.yaml").write_text(settings)
        wishes = Wishes(tmp_path / "state", tmp_path / "box.yaml", seed=7, pins="mock", sound=False)
        player = Player(wishes, lambda _text: None)
        running.append(player.__enter__())
        return running[-1]

    yield begin
    for player in running:
        player.__exit__(None, None, None)


def test_danger_brings_what_the_regions_table_has(start: Start) -> None:
    """One draw in the same command: the danger is told first, then what it is; the panel has it to read."""
    player = start()
    player.play(1, "say we are in the crypt")
    player.play(2, "die 6")
    report = player.play(3, "press search")
    danger, drawn, turn = report.spoken
    assert danger.startswith("Danger: encounter")
    assert drawn.startswith("Crypt things: ")
    assert turn.startswith("Turn one")
    panel = player.play(4, "show").panel
    assert panel is not None
    assert panel[0] == "encounter"
    assert panel[-1].endswith("feet")
    result = next(event["result"] for event in report.events if event["type"] == "table_drawn")
    assert panel[1] == result


def test_a_draw_that_is_asked_for_takes_no_turn_and_undo_gives_the_same_again(start: Start) -> None:
    """By name or by kind; nobody can fish for a better one."""
    player = start()
    first = player.play(1, "say roll on the omens table").spoken
    assert player.play(2, "say undo").state["completed"] == 0
    assert player.play(3, "say roll on the signs table").spoken == first
    assert player.play(4, "say roll on the signs table").spoken != first, "none comes twice until all came"


def test_what_was_drawn_is_in_the_journal_and_needs_no_table(start: Start) -> None:
    """After a power cut without the tables, the delve is the same; with others they are drawn from."""
    player = start()
    before = player.play(1, "say roll on the signs table").state
    player = start("language: en\n")
    assert player.play(1, "show").state == before
    assert player.play(2, "say roll on the signs table").heard[0]["reason"] == "not a phrase"
    player = start("tables: [shipped]\n")
    assert player.play(1, "say roll on the dungeon omens table").spoken[0].startswith("Dungeon omens: ")


def test_log_and_exports_tell_what_was_drawn(start: Start, tmp_path: Path) -> None:
    """The evening's record has it as text, in the table of Markdown and CSV, and whole in JSON."""
    player = start()
    player.play(1, "say we are in the crypt")
    drawn = player.play(2, "say roll on the crypt things table").events[0]
    player.play(3, "press search")

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, [*arguments, "--state-dir", str(tmp_path / "state")], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.output

    words = [word for word in drawn["result"].replace(",", "").split() if word.isalpha()]
    assert all(word in run("log") for word in words)
    for ending in ("md", "csv", "json"):
        run("export", "--output", f"{tmp_path}/delve.{ending}")
        text = (tmp_path / f"delve.{ending}").read_text()
        assert all(word in text for word in words), text
    kept = json.loads((tmp_path / "delve.json").read_text())["turns"][0]["events"]
    assert drawn.items() <= next(event for event in kept if event["type"] == "table_drawn").items()


def test_a_bad_file_is_told_once_on_panel_and_by_voice_and_the_rest_is_used(start: Start, tmp_path: Path) -> None:
    """The evening goes on with the good one; each fault stands in the log with file, line and cure."""
    (tmp_path / "bad.csv").write_text("table,text\nA,0d6 dragons\n")
    player = start("tables: [bad.csv, crypt.yaml]\n")
    report = player.play(1, "show")
    assert player.opening.spoken + report.spoken == ["A file of danger tables is left out: the log says why."]
    assert player.opening.troubles + report.troubles == [
        "danger tables: left out bad.csv: delvebox tables tells why",
    ]
    assert report.panel is not None
    assert any("left out bad.csv" in line for line in report.panel)
    assert "dragons" not in json.dumps(report.as_dict())
    assert player.play(2, "say roll on the signs table").events


def test_the_log_tells_each_fault(tmp_path: Path) -> None:
    """Who looks for the cause finds all of it."""
    (tmp_path / "bad.csv").write_text("table,text\nA,0d6 dragons\n")
    (tmp_path / "box.yaml").write_text("tables: [bad.csv]\n")
    told: list[str] = []
    wishes = Wishes(tmp_path / "state", tmp_path / "box.yaml", seed=7, pins="mock", sound=False)
    with Player(wishes, told.append):
        assert [each for each in told if each.startswith(f"{tmp_path}/bad.csv: line 2: table A: entry 1")]


@pytest.mark.parametrize("numbers", ["hints", "hidden"])
def test_a_panel_that_keeps_counts_from_players_shows_no_draw(start: Start, numbers: str) -> None:
    """It faces them: the danger stands there, what it is does not, nor which table was asked for."""
    player = start(
        f"tables: [crypt.yaml]\npanel: {{numbers: {numbers}}}\nrules: {{danger: {{table: {{encounter: 1}}}}}}\n"
    )
    player.play(1, "say we are in the crypt")
    player.play(2, "die 6")
    player.play(3, "press search")
    assert player.play(4, "show").panel[0] == "danger"
    player.play(5, "say roll on the signs table")
    panel = " ".join(player.play(6, "show").panel)
    assert not any(word in panel for word in ("signs", "bell", "breath"))


def test_the_masters_channels_are_the_settings_choice(start: Start) -> None:
    """Without voice and panel among them a draw is told by neither; the journal has it."""
    player = start("tables: [crypt.yaml]\nannounce: {master: [web]}\n")
    report = player.play(1, "say roll on the signs table")
    assert [event["type"] for event in report.events] == ["table_drawn"]
    assert report.spoken == []
    assert not any("bell" in line or "breath" in line for line in player.play(2, "show").panel)


@pytest.mark.parametrize("line", ["say roll on the signs table", "say roll on the encounter table"])
def test_players_do_not_read_what_was_asked_for_nor_why_it_was_refused(start: Start, line: str) -> None:
    """Outside the crypt no table has encounters: the refusal says where one has, for the game master."""
    player = start()
    before = page_of(player._box.announcer.panel.view.for_players).lines()
    report = player.play(1, line)
    assert report.refusal or report.events
    view = player._box.announcer.panel.view
    assert view.masters
    assert view.drawn or "only in crypt" in str(view.message)
    assert page_of(view.for_players).lines() == before
    player.play(2, "say search the room")
    assert not player._box.announcer.panel.view.masters


def test_what_is_heard_of_a_draw_is_the_game_masters(start: Start) -> None:
    """Where the panel does not show what came, it does not show which table was asked for either."""
    player = start("tables: [crypt.yaml]\nannounce: {master: [web]}\n")
    before = player.play(1, "show").panel
    player.play(2, "say roll on the signs table")
    assert player._box.announcer.panel.view.heard is None
    assert player.play(3, "show").panel == before


def test_neither_house_nor_stream_is_told_of_tables() -> None:
    """What happens and how it stands is as if there were none, whatever players may see."""
    secret = Tables((Table("crypt", (TableEntry("ghouls"),), kind="encounter"),))
    told = []
    for tables in (Tables(), secret):
        delve = Delve(Rules.from_mapping({"danger": {"table": {"encounter": 1}}}), 7, tables=tables)
        entries = [delve.play(SetBoxes(5)), delve.play(TakeAction("search"))]
        if tables is secret:
            assert any(isinstance(event, TableDrawn) for event in delve.events)
            entries.append(delve.play(RollOnTable("crypt")))
        for_players = [state_for_players(delve.state, delve.rules, each) for each in ("exact", "hints", "hidden")]
        happened = [[*happenings_of(each), *events_for_players(each, "exact")] for each in entries]
        told.append([standing_of(delve.state, delve.rules), for_players, [each for each in happened if each]])
    assert told[0] == told[1]


def test_a_name_that_the_box_could_not_write_as_a_phrase_takes_no_other_away(tmp_path: Path) -> None:
    """A table of signs alone is tapped or drawn from within another; the rest can be said."""
    (tmp_path / "odd.yaml").write_text('"???": [a]\n"Crypt: (old)": [b]\ncrypt: [c]\n')
    (tmp_path / "box.yaml").write_text("tables: [odd.yaml]\n")
    book, trouble = open_phrasebook(load_settings(tmp_path / "box.yaml").settings)
    assert trouble == ""
    intent = book.match("roll on the crypt old table")
    assert intent is not None
    assert intent.slots == {"table": "Crypt: (old)"}
