"""Signed cookies: whose they are, that nobody can make one, and how they are forgotten."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from delvebox.device.web.passes import KEY_BYTES, KEY_NAME, Passes


def test_a_pass_tells_what_its_holder_may_over_restarts(tmp_path: Path) -> None:
    """The key is kept for its owner alone, so that a phone is known again by the next run."""
    passes = Passes(tmp_path)
    given = {grant: passes.give(grant) for grant in ("master", "table")}
    again = Passes(tmp_path)
    assert {grant: again.grant_of(value) for grant, value in given.items()} == {"master": "master", "table": "table"}
    assert stat.S_IMODE((tmp_path / KEY_NAME).stat().st_mode) == 0o600
    assert len((tmp_path / KEY_NAME).read_bytes()) == KEY_BYTES


def test_no_two_are_the_same(tmp_path: Path) -> None:
    """Each phone has its own."""
    passes = Passes(tmp_path)
    assert passes.give("table") != passes.give("table")


def test_a_forged_one_is_nobodys(tmp_path: Path) -> None:
    """A player's made a master's, another box's, half of one, none, or garbage."""
    passes = Passes(tmp_path / "one")
    table = passes.give("table")
    forged = [
        table.replace("table", "master"),
        Passes(tmp_path / "two").give("master"),
        table[:-1],
        table + "0",
        table.rpartition(".")[0],
        table.upper(),
        "",
        ".",
        "master",
        "master..",
        "é" * 10,
        "x" * 10_000,
    ]
    assert [passes.grant_of(value) for value in forged] == [None] * len(forged)


def test_forgotten_phones_are_strangers(tmp_path: Path) -> None:
    """In this run and in the next; who is paired afterwards is known."""
    passes = Passes(tmp_path)
    old = passes.give("master")
    passes.forget()
    new = passes.give("master")
    for each in (passes, Passes(tmp_path)):
        assert each.grant_of(old) is None
        assert each.grant_of(new) == "master"


def test_a_damaged_key_is_replaced(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """As after a power cut of another's making: the log says that phones must be paired again."""
    (tmp_path / KEY_NAME).write_bytes(b"short")
    given = Passes(tmp_path).give("table")
    assert "must be paired again" in caplog.text
    assert Passes(tmp_path).grant_of(given) == "table"


def test_a_key_that_cannot_be_kept_lasts_for_the_run(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The box runs on and says so; to forget phones then fails, and says so too."""
    (tmp_path / "state").write_text("a file where the folder should be")
    passes = Passes(tmp_path / "state")
    given = passes.give("master")
    assert "cannot be" in caplog.text
    assert passes.grant_of(given) == "master"
    with pytest.raises(OSError, match=r"File exists|Not a directory"):
        passes.forget()
    assert passes.grant_of(given) == "master"
