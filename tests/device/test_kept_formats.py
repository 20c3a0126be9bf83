"""State folders as earlier versions left them, kept as text: each is opened, led to where it led then, and played on.

A folder stands here for every format that the box ever wrote: the journal's layout, rules and entries by the engine's
format, the note of its last record, the last good settings, and the voice as the table left it.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from delvebox.device.backup import back_up, restore
from delvebox.device.journal import Journal
from delvebox.device.journal.records import LAYOUT
from delvebox.device.kept import KeptVoice
from delvebox.device.player import Player
from delvebox.device.settings import Voice
from delvebox.device.settings.last_good import load_or_last_good
from delvebox.device.wishes import Wishes
from delvebox.engine.formats import FORMAT

KEPT = Path(__file__).with_name("kept")
FOLDERS = sorted(KEPT.iterdir())
ENTRIES = 7
"""Of the open delve, in each of them."""


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def kept(request: pytest.FixtureRequest) -> Path:
    """A folder as it is kept."""
    return Path(request.param)


@pytest.fixture
def state(kept: Path, tmp_path: Path) -> Path:
    """The same as the box left it, its journal a database again."""
    made = tmp_path / "state"
    made.mkdir()
    for file in kept.iterdir():
        if file.name == "journal.sql":
            with closing(sqlite3.connect(made / "journal.db")) as journal:
                journal.executescript(file.read_text())
        elif file.name != "state.json":
            (made / file.name).write_bytes(file.read_bytes())
    return made


def test_a_folder_is_kept_of_every_format() -> None:
    """Who raises a format keeps what the one before it wrote."""
    heads = []
    for folder in FOLDERS:
        with closing(sqlite3.connect(":memory:")) as journal:
            journal.executescript((folder / "journal.sql").read_text())
            (layout,) = journal.execute("PRAGMA user_version").fetchone()
            (head,) = journal.execute("SELECT payload FROM records WHERE kind = 'begin' AND delve = 1").fetchone()
        heads.append((layout, json.loads(head)["format"]))
    assert {layout for layout, _ in heads} == set(range(1, LAYOUT + 1))
    assert {form for _, form in heads} == set(range(1, FORMAT + 1))


def test_its_delve_is_played_on(kept: Path, state: Path, tmp_path: Path) -> None:
    """The state is the one that the version of then told; turns, undo and a restart go on from there."""
    wanted = json.loads((kept / "state.json").read_text())
    with Journal.open(state) as journal:
        assert journal.troubles == ()
        assert [delve.ended for delve in journal.delves()] == [True, False]
        assert len(journal.entries(2)) == ENTRIES
    settings = tmp_path / "mine.yaml"
    settings.write_text("{}")
    with Player(Wishes(state, settings_file=settings, seed=1, pins="mock", sound=False), lambda *_: None) as player:
        begun = _state(player.play(1, "show"))
        assert {name: begun[name] for name in wanted} == wanted
        assert _state(player.play(2, "say search the room"))["completed"] == wanted["completed"] + 1
        undone = _state(player.play(3, "say undo"))
        assert {name: undone[name] for name in wanted} == wanted
    with Journal.open(state) as journal:
        assert (len(journal.entries(2)), journal.troubles) == (ENTRIES + 2, ())


def test_its_settings_and_its_voice_count(state: Path, tmp_path: Path) -> None:
    """Bad settings now: the last good ones of then; and mute, volume and rate as the table had left them."""
    bad = tmp_path / "bad.yaml"
    bad.write_text("voice: {rate: 1000}\n")
    loaded = load_or_last_good(bad, state)
    assert (loaded.origin, loaded.settings.voice.rate, loaded.settings.rules.danger.die) == ("last good", 180, 8)
    voice = KeptVoice(state, Voice(volume=80, rate=180))
    assert (voice.trouble, voice.muted, voice.volume, voice.rate) == ("", True, 60, 140)


def test_it_can_be_backed_up_and_brought_to_another_box(state: Path, tmp_path: Path) -> None:
    """Whatever version wrote it."""
    assert back_up(state, None, tmp_path / "box.tar.gz").delves == 2
    assert restore(tmp_path / "box.tar.gz", tmp_path / "other", None).delves == 2
    with Journal.open(tmp_path / "other") as journal:
        assert len(journal.entries(2)) == ENTRIES


def _state(report: Any) -> dict[str, Any]:
    return json.loads(json.dumps(report.state))
