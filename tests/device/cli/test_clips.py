"""`delvebox clips`: what was kept, as a table or as JSON, and gone when that is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from delvebox.device.cli.clips import clips
from delvebox.device.clips import ClipFolder

ACCEPTED = {
    "at": "2026-11-30T20:15:01+01:00",
    "way": "hold",
    "seconds": 1.94,
    "verdict": "accept",
    "reason": "phrase",
    "text": "light a torch for bryn",
    "intent": "light_up",
    "slots": {"light": "torch", "holder": "Bryn"},
}
REJECTED = {**ACCEPTED, "verdict": "reject", "reason": "others talking", "text": "search", "intent": None, "slots": {}}


def run(state: Path, *arguments: str) -> Result:
    """Call `delvebox clips` in this process."""
    return CliRunner().invoke(clips, ["--state-dir", str(state), *arguments])


@pytest.fixture
def folder(tmp_path: Path) -> ClipFolder:
    """Two clips, and one whose record was lost."""
    folder = ClipFolder(tmp_path / "clips")
    for record in (ACCEPTED, REJECTED, {}):
        folder.keep(record, bytes(320), 5)
    (folder.path / "clip-000003.json").unlink()
    return folder


def test_each_clip_has_a_row(folder: ClipFolder, tmp_path: Path) -> None:
    """When, how, how long, and what was made of it; the folder stands below, to be given to `delvebox hear`."""
    assert run(tmp_path).stdout.splitlines() == [
        "     1  2026-11-30 20:15:01  hold   1.9 s  light a torch for bryn → light_up light=torch holder=Bryn",
        "     2  2026-11-30 20:15:01  hold   1.9 s  reject: search (others talking)",
        "     3  clip-000003.wav (what was made of it cannot be read)",
        f"folder: {folder.path} (3 clips)",
    ]


def test_json_has_all_that_was_noted(folder: ClipFolder, tmp_path: Path) -> None:
    """An object a clip, with its file."""
    found = [json.loads(line) for line in run(tmp_path, "--json").stdout.splitlines()]
    assert found[0] == {"number": 1, "file": str(folder.path / "clip-000001.wav"), **ACCEPTED}
    assert [each["number"] for each in found] == [1, 2, 3]


def test_they_are_deleted_when_asked_for(folder: ClipFolder, tmp_path: Path) -> None:
    """Sound and records; a second time there is nothing to delete."""
    assert run(tmp_path, "--delete").stdout == "3 clips deleted\n"
    assert list(folder.path.iterdir()) == []
    assert run(tmp_path, "--delete").stdout == "0 clips deleted\n"


def test_without_clips_it_says_how_to_have_some(tmp_path: Path) -> None:
    """They are off by default."""
    told = run(tmp_path).stdout
    assert told == (
        f"folder: {tmp_path / 'clips'} (0 clips; to have some, set keep_clips in the settings' speech to 1–200)\n"
    )
    assert run(tmp_path, "--json").stdout == ""


@pytest.mark.parametrize("record", ['{"slots": 7, "seconds": "x", "at": 3}', '{"verdict": "accept"}'])
def test_a_strange_record_is_listed_all_the_same(folder: ClipFolder, tmp_path: Path, record: str) -> None:
    """Written by another version, or by hand."""
    (folder.path / "clip-000001.json").write_text(record)
    done = run(tmp_path)
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 4


def test_a_folder_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    """Exit status 1, what is wrong and the cure."""
    (tmp_path / "clips").write_text("")
    done = run(tmp_path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"Error: the clips in {tmp_path / 'clips'} cannot be read (Not a directory): let ")
