"""The settings as the page shows and writes them: the person's own file, or a refusal that leaves it as it is."""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from delvebox.device.settings import load_settings
from delvebox.device.settings.load import load_text
from delvebox.device.web.asgi import Answer
from delvebox.device.web.door import Visit
from delvebox.device.web.protocol import RefusedMessageError
from delvebox.device.web.settings_page import SettingsPage

OURS = "# ours\nvoice:\n  volume: 60  # not louder\nnames: {characters: [Bryn]}\n"
VISIT = Visit("127.0.0.1", "master", is_here=True)


class Table:
    """A page of a box that runs by the file as it stands at first."""

    def __init__(self, folder: Path, text: str | None = OURS) -> None:
        self.file = folder / "delvebox.yaml"
        if text is not None:
            self.file.write_text(text, newline="")
        self.voices: list[tuple[int | None, int | None]] = []
        running = load_text(text or "").settings
        self.page = SettingsPage(
            self.file, folder / "state", running, lambda _loaded: (), lambda *voice: self.voices.append(voice)
        )

    def do(self, method: str, what: str, posted: dict[str, Any] | None = None) -> Answer:
        """One request."""
        action = self.page.actions[method, f"/settings/{what}"]
        assert not action.is_open, "for the game master alone"

        async def asked() -> Answer:
            return await action.do(VISIT, posted or {})

        return asyncio.run(asked())

    def shown(self) -> dict[str, Any]:
        """What the page is told."""
        answer = self.do("GET", "file")
        assert answer.status == 200
        return dict(answer.fields)

    def edit(self, base: str | None = None, **typed: str) -> Answer:
        """Save values by their keys, __ for dots."""
        edits = [{"path": path.split("__"), "typed": value} for path, value in typed.items()]
        return self.do("POST", "file", {"base": self.shown()["base"] if base is None else base, "edits": edits})


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with a file of its own."""
    return Table(tmp_path)


def test_a_value_is_saved_into_the_persons_own_text(table: Table) -> None:
    """Comments and order stay; the answer is the new state."""
    answer = table.edit(voice__volume="40", names__spells="[bless]")
    assert answer.status == 200
    assert table.file.read_text() == (
        "# ours\nvoice:\n  volume: 40  # not louder\nnames: {characters: [Bryn], spells: [bless]}\n"
    )
    assert answer.fields == table.shown()


def test_the_whole_text_is_saved_as_it_is_given(table: Table) -> None:
    """For what has no field."""
    new = "# new\nbuttons: {map: {pin: 22, press: status}}\n"
    assert table.do("POST", "file", {"base": table.shown()["base"], "text": new}).status == 200
    assert table.file.read_text() == new


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"voice__volume": "170"}, "170 is above 100"),
        ({"voice__volume": "loud"}, "not a whole number"),
        ({"voice__volume": "40", "lamp__pin": "2"}, "I2C data line"),
        ({"buttons__search__pin": "5"}, "pin 5 is taken"),
        ({"web__prot": "80"}, "did you mean port"),
    ],
)
def test_an_error_is_told_and_nothing_is_written(table: Table, typed: dict[str, str], told: str) -> None:
    """All or nothing, with the file's own words and the key that is to blame."""
    answer = table.edit(**typed)
    assert (answer.status, answer.fields["why"]) == (422, "has_errors")
    assert any(told in each["text"] for each in answer.fields["problems"])
    assert answer.fields["problems"][0]["path"]
    assert table.file.read_text() == OURS
    assert table.voices == []


def test_an_error_that_was_there_does_not_keep_others_from_being_put_right(tmp_path: Path) -> None:
    """Of two errors one is mended; a new one is not let in."""
    table = Table(tmp_path, "voice: {volume: 170, rate: 9}\n")
    assert len(table.shown()["problems"]) == 2
    assert table.edit(voice__volume="70").status == 200
    assert table.edit(panel__height="48").status == 422
    assert table.edit(voice__rate="").status == 200
    assert table.shown()["problems"] == []


def test_a_file_that_was_changed_meanwhile_is_not_written_over(table: Table) -> None:
    """By hand, between the page's look and its saving: it is told so; so is one that has come, or gone."""
    base = table.shown()["base"]
    table.file.write_text("voice: {volume: 10}\n")
    answer = table.edit(base, voice__volume="40")
    assert (answer.status, answer.fields["why"]) == (409, "changed_elsewhere")
    assert table.file.read_text() == "voice: {volume: 10}\n"
    base = table.shown()["base"]
    table.file.unlink()
    assert table.edit(base, voice__volume="40").status == 409
    assert not table.file.exists()


def test_a_file_that_is_missing_is_made(tmp_path: Path) -> None:
    """Where the box would look for it; with what was set and nothing else."""
    table = Table(tmp_path, None)
    shown = table.shown()
    assert (shown["text"], shown["problems"]) == ("", [])
    assert table.edit(voice__volume="40").status == 200
    assert table.file.read_text() == "voice:\n  volume: 40\n"


def test_the_last_key_leaves_no_empty_file(tmp_path: Path) -> None:
    """An empty one would look like a power cut's, and the box would not start by it."""
    table = Table(tmp_path, "voice: {volume: 40}\n")
    assert table.edit(voice__volume="").status == 200
    assert load_settings(table.file).problems == ()


@pytest.mark.parametrize("content", [b"\xff\xfea\0", b"\0\0", b"x" * 70_000])
def test_a_file_that_cannot_be_read_is_not_written_over(tmp_path: Path, content: bytes) -> None:
    """It may be somebody's."""
    table = Table(tmp_path)
    table.file.write_bytes(content)
    shown = table.shown()
    assert shown["problems"]
    for posted in ({"text": OURS}, {"edits": [{"path": ["voice", "volume"], "typed": "1"}]}):
        assert table.do("POST", "file", {"base": shown["base"], **posted}).status == 422
    assert table.file.read_bytes() == content


def test_what_acts_at_once_and_what_waits(table: Table) -> None:
    """Volume and rate are changed now where they differ; the rest is told until the box starts again."""
    answer = table.edit(voice__volume="40", names__characters="[Bryn, Anna]", rules__danger__die="8")
    assert table.voices == [(40, None)]
    assert answer.fields["waits"] == ["names.characters", "rules.danger.die"]
    table.edit(lamp__dims="true")
    assert table.voices == [(40, None), (None, None)], "a volume that the table chose since is left to it"


def test_rights_and_links_stay(table: Table, tmp_path: Path) -> None:
    """The mode of the file; and a link still points to where the file lies."""
    table.file.chmod(0o640)
    table.edit(voice__volume="40")
    assert stat.S_IMODE(table.file.stat().st_mode) == 0o640
    own = tmp_path / "state" / "delvebox.yaml"
    own.parent.mkdir()
    table.file.rename(own)
    table.file.symlink_to(own)
    assert table.edit(voice__volume="30").status == 200
    assert table.file.is_symlink()
    assert "volume: 30" in own.read_text()


def test_where_the_box_may_not_write_the_cure_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the installed service: the command that moves the file into the state folder, with a link in its place."""
    table = Table(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_asked: False)
    cure = table.shown()["cure"]
    assert f"{table.file} {tmp_path / 'state' / 'delvebox.yaml'}" in cure
    assert cure.endswith(f"sudo ln -sfn {tmp_path / 'state' / 'delvebox.yaml'} {table.file}")

    def refuse(*_given: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("delvebox.device.web.settings_page.write_whole", refuse)
    answer = table.edit(voice__volume="40")
    assert (answer.status, answer.fields["cure"]) == (500, cure)
    assert "Read-only" in answer.fields["why"]
    assert table.file.read_text() == OURS


def test_lines_of_another_system_stay(tmp_path: Path) -> None:
    """The browser's own line ends are not the file's."""
    table = Table(tmp_path, "voice:\r\n  volume: 60\r\n")
    shown = table.shown()
    assert table.do("POST", "file", {"base": shown["base"], "text": "voice:\n  volume: 50\n"}).status == 200
    assert table.file.read_bytes() == b"voice:\r\n  volume: 50\r\n"


def test_a_text_is_checked_without_being_written(table: Table) -> None:
    """While somebody types it."""
    assert table.do("POST", "check", {"text": OURS}).fields == {"problems": []}
    problems = table.do("POST", "check", {"text": "voice: {volume: 170}\nlamp: [\n"}).fields["problems"]
    assert problems[0]["line"] in {1, 2}
    assert table.file.read_text() == OURS


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"base": ""},
        {"base": 1, "text": ""},
        {"base": "", "text": None},
        {"base": "", "text": "", "edits": []},
        {"base": "", "edits": [{"path": "voice", "typed": "1"}]},
        {"base": "", "edits": [{"path": [], "typed": "1"}]},
        {"base": "", "edits": [{"path": ["voice", 1], "typed": "1"}]},
        {"base": "", "edits": [{"path": ["a: 1\nb"], "typed": "1"}]},
        {"base": "", "edits": [{"path": ["voice"] * 9, "typed": "1"}]},
        {"base": "", "edits": [{"path": ["voice", "volume"], "typed": "1"}] * 500},
    ],
)
def test_garbage_is_refused(table: Table, posted: dict[str, Any]) -> None:
    """Before anything is read or written."""
    with pytest.raises(RefusedMessageError):
        table.do("POST", "file", posted)
    assert table.file.read_text() == OURS


@pytest.mark.parametrize(
    "text", ["\0", "\ud800", "a: &x [*x]", "!!python/object:os.system x", "[" * 2000, "#" * 70_000]
)
def test_a_text_that_is_no_settings_file_is_not_written(table: Table, text: str) -> None:
    """It would be the end of every setting."""
    assert table.do("POST", "file", {"base": table.shown()["base"], "text": text}).status == 422
    assert table.file.read_text() == OURS
