"""Bad settings never stop the box: the last good ones are kept durably and used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from delvebox.device.settings import Loaded, Problem, Settings, load_or_last_good
from delvebox.device.settings.last_good import COPY_NAME


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good settings file."""
    file = tmp_path / "box.yaml"
    file.write_text("voice: {rate: 100}\n")
    return file


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state folder that does not exist yet."""
    return tmp_path / "state"


@pytest.mark.parametrize("bad", ["voice: {rate: 9999}\n", "", "\0\0\0", "a: [", "voice: on\n"])
def test_bad_settings_start_with_the_last_good_ones(file: Path, state: Path, bad: str) -> None:
    """After a good start, whatever the file turns into is told and the kept copy is used."""
    assert load_or_last_good(file, state).origin == "file"
    file.write_text(bad)
    loaded = load_or_last_good(file, state)
    assert loaded.origin == "last good"
    assert loaded.settings.voice.rate == 100
    assert loaded.problems
    assert loaded.trouble is not None
    assert "the last good ones are used" in loaded.trouble


def test_a_file_that_vanished_is_told_and_the_last_good_ones_used(file: Path, state: Path) -> None:
    """A named file that is gone is an error like any other."""
    load_or_last_good(file, state)
    file.unlink()
    loaded = load_or_last_good(file, state)
    assert (loaded.origin, loaded.settings.voice.rate) == ("last good", 100)
    assert "no such file" in loaded.sentences()[0]


def test_without_last_good_ones_the_defaults_are_used(file: Path, state: Path) -> None:
    """A first start with a bad file runs on the defaults and says so."""
    file.write_text("voice: {rate: 9999}\n")
    loaded = load_or_last_good(file, state)
    assert (loaded.origin, loaded.settings) == ("defaults", Settings())
    assert loaded.trouble is not None
    assert "the defaults are used" in loaded.trouble
    assert not (state / COPY_NAME).exists()


def test_good_settings_have_no_trouble(file: Path, state: Path) -> None:
    """Nothing is said when all is well."""
    assert load_or_last_good(file, state).trouble is None


def test_a_bad_file_never_takes_the_copys_place(file: Path, state: Path) -> None:
    """The kept copy stays byte for byte while the file is bad or empty."""
    load_or_last_good(file, state)
    kept = (state / COPY_NAME).read_bytes()
    for bad in ("", "voice: 3\n", "\0" * 100):
        file.write_text(bad)
        load_or_last_good(file, state)
        assert (state / COPY_NAME).read_bytes() == kept


def test_what_the_further_check_refuses_is_not_kept(file: Path, state: Path) -> None:
    """A phrase that the phrasebook does not know makes a file bad; the copy must pass the same check."""

    def refuse_fast(loaded: Loaded) -> list[Problem]:
        fast = loaded.settings.voice.rate > 150
        return [Problem(1, ("voice", "rate"), loaded.settings.voice.rate, "too fast")] if fast else []

    load_or_last_good(file, state, refuse_fast)
    file.write_text("voice: {rate: 200}\n")
    loaded = load_or_last_good(file, state, refuse_fast)
    assert (loaded.origin, loaded.settings.voice.rate) == ("last good", 100)


def test_a_copy_that_no_longer_holds_is_left(file: Path, state: Path) -> None:
    """After an update the old copy may be bad too: told, and the defaults are used."""
    load_or_last_good(file, state)
    file.write_text("a: 1\n")
    loaded = load_or_last_good(file, state, lambda _: [Problem(1, ("x",), None, "gone")])
    assert loaded.origin == "defaults"
    assert "no longer hold" in loaded.warnings[0]


def test_no_flipped_byte_of_the_copy_is_believed(file: Path, state: Path) -> None:
    """Every byte flipped in turn: the copy is left aside or the settings are as kept, never others."""
    load_or_last_good(file, state)
    copy = state / COPY_NAME
    kept = copy.read_bytes()
    file.write_text("a: 1\n")
    for place in range(len(kept)):
        damaged = bytearray(kept)
        damaged[place] ^= 0x04
        copy.write_bytes(damaged)
        loaded = load_or_last_good(file, state)
        assert loaded.origin == "defaults", place
        assert "damaged" in loaded.warnings[0]


@pytest.mark.parametrize("length", [0, 1, 80, -1])
def test_a_copy_cut_short_is_left(file: Path, state: Path, length: int) -> None:
    """An empty or truncated copy is told as damaged."""
    load_or_last_good(file, state)
    copy = state / COPY_NAME
    copy.write_bytes(copy.read_bytes()[:length])
    file.write_text("a: 1\n")
    assert "damaged" in load_or_last_good(file, state).warnings[0]


def test_the_copy_is_synced_before_it_takes_its_place(file: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write aside, sync the file, rename, sync the folder: in this order, so that a power cut loses neither."""
    steps: list[str] = []
    real_sync, real_replace = os.fsync, Path.replace

    def sync(descriptor: int) -> None:
        steps.append(f"sync {Path(f'/proc/self/fd/{descriptor}').readlink().name}")
        real_sync(descriptor)

    def rename(self: Path, target: Path) -> Path:
        steps.append(f"rename {self.name} {target.name}")
        return real_replace(self, target)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", rename)
    load_or_last_good(file, state)
    aside = f"{COPY_NAME}.new"
    assert steps == [f"sync {aside}", f"rename {aside} {COPY_NAME}", "sync state"]
    steps.clear()
    load_or_last_good(file, state)
    assert steps == []  # unchanged: no write


def test_a_state_folder_that_cannot_be_written_is_a_warning(
    file: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk or a read-only folder costs the copy, never the start; the old copy stays."""
    load_or_last_good(file, state)
    kept = (state / COPY_NAME).read_bytes()
    file.write_text("voice: {rate: 120}\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    loaded = load_or_last_good(file, state)
    assert (loaded.origin, loaded.settings.voice.rate, loaded.problems) == ("file", 120, ())
    assert "No space left" in loaded.warnings[0]
    assert (state / COPY_NAME).read_bytes() == kept
    monkeypatch.undo()
    state_file = file.parent / "plain"
    state_file.write_text("")
    assert "no copy could be kept" in load_or_last_good(file, state_file).warnings[0]


def test_no_file_anywhere_touches_no_copy(file: Path, state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever deletes the file wants the defaults, not the last good ones."""
    load_or_last_good(file, state)
    monkeypatch.setattr("delvebox.device.settings.load.find_settings", lambda: None)
    loaded = load_or_last_good(None, state)
    assert (loaded.origin, loaded.settings, loaded.trouble) == ("defaults", Settings(), None)
