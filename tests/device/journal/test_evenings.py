"""When delves were played, told by evenings."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from delvebox.device.journal.evenings import FILE_NAME, Evening, Evenings, Times


class Machine:
    """A machine that can be started anew, with or without the date."""

    def __init__(self) -> None:
        self.boot = ("first", 100.0)
        self.date: str | None = None

    def evenings(self, folder: Path) -> Evenings:
        """The file, as a box that starts now reads it."""
        return Evenings(folder, lambda: self.boot, lambda: self.date)


def test_evenings_are_counted_and_dated_where_the_date_is_known(tmp_path: Path) -> None:
    """A delve of two evenings, and one that began before there was the file."""
    machine = Machine()
    box = machine.evenings(tmp_path)
    assert box.now is None
    box.note(1, begins=True)
    box.note(1, begins=False)
    machine.boot, machine.date = ("second", 5.0), "2026-11-28"
    box = machine.evenings(tmp_path)
    box.note(1, begins=False)
    box.note(7, begins=False)
    again = machine.evenings(tmp_path)
    assert again.times(1) == Times(Evening(1), Evening(2, "2026-11-28"))
    assert again.times(7) == Times(None, Evening(2, "2026-11-28"))
    assert again.times(8) == Times()


def test_an_evening_goes_on_over_a_restart_of_the_box_and_ends_after_eight_hours(tmp_path: Path) -> None:
    """Of the box, not of the machine; a box that is never switched off has more than one evening."""
    machine = Machine()
    machine.evenings(tmp_path).note(1, begins=True)
    machine.boot = ("first", 100.0 + 3600)
    box = machine.evenings(tmp_path)
    assert box.now == Evening(1)
    box.note(2, begins=True)
    machine.boot = ("first", 100.0 + 9 * 3600)
    assert box.now is None
    box.note(2, begins=False)
    assert machine.evenings(tmp_path).times(2) == Times(Evening(1), Evening(2))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"last": {"number": "x"}, "began": [], "delves": {}}', "\0"])
def test_a_damaged_file_is_as_a_new_one(tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture) -> None:
    """It is logged, and the evening counts from one."""
    (tmp_path / FILE_NAME).write_text(text)
    with caplog.at_level(logging.WARNING):
        box = Machine().evenings(tmp_path)
    assert "cannot be read" in caplog.text
    box.note(3, begins=True)
    assert Machine().evenings(tmp_path).times(3).begun == Evening(1)


def test_a_file_that_cannot_be_written_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The evening goes on, and the log tells."""
    (tmp_path / FILE_NAME).mkdir()
    box = Machine().evenings(tmp_path)
    box.note(1, begins=True)
    assert "not written" in caplog.text


def test_deleted_delves_are_forgotten(tmp_path: Path) -> None:
    """The others stay."""
    machine = Machine()
    box = machine.evenings(tmp_path)
    box.note(1, begins=True)
    box.note(2, begins=True)
    box.keep([2])
    assert (machine.evenings(tmp_path).times(1), machine.evenings(tmp_path).times(2).begun) == (Times(), Evening(1))
