"""Parts put together and taken apart: nothing is left open, whatever fails."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from delvebox.device.bootstrap import Box
from delvebox.device.clock import VirtualClock
from delvebox.device.inputs.buttons import Buttons
from delvebox.device.journal import Journal
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Typed
from delvebox.device.outputs.lamp import Lamp
from delvebox.device.outputs.narration import Narration, NarrationError
from delvebox.device.outputs.narrator import Narrator
from delvebox.device.outputs.screen import Screen
from delvebox.device.pins import Pins
from delvebox.device.wishes import BoxError, Wishes


def build(folder):
    """A box that can neither hear nor speak."""
    return Box(Wishes(folder, pins="mock", sound=False), VirtualClock(), Mailbox(), lambda _fact: None)


@contextmanager
def nothing_left_open():
    """What is opened in the block is closed at its end: threads and file descriptors."""
    threads, descriptors = set(threading.enumerate()), open_descriptors()
    yield
    assert set(threading.enumerate()) <= threads
    assert open_descriptors() <= descriptors


def open_descriptors():
    """How many there are."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """The tester's own settings are left aside."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("DELVEBOX_SETTINGS", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


@pytest.mark.usefixtures("settings")
def test_boxes_in_a_row_leave_nothing_behind(tmp_path):
    """A script may cut the power a thousand times."""
    for _ in range(2):
        build(tmp_path).close()
    with nothing_left_open():
        for _ in range(5):
            box = build(tmp_path)
            box.start()
            box.mailbox.put(Typed("search the room"))
            box.session.drain()
            box.close()


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("part", [Buttons, Narration, Screen, Narrator])
def test_a_part_that_cannot_be_made_leaves_nothing_open(tmp_path, monkeypatch, part):
    """Whatever was opened before it is closed again, and the next box has the folder."""
    build(tmp_path).close()

    def fail(*_arguments, **_wishes):
        raise NarrationError(Path("xx.yaml"), ())

    with nothing_left_open(), monkeypatch.context() as broken:
        broken.setattr(part, "load" if part is Narration else "__init__", fail)
        with pytest.raises(NarrationError):
            build(tmp_path)
    build(tmp_path).close()


@pytest.mark.usefixtures("settings")
def test_a_part_that_fails_to_close_keeps_no_other_open(tmp_path, monkeypatch, caplog):
    """The journal is closed all the same, and the log tells."""
    build(tmp_path).close()
    close = Narrator.close

    def fail(self, *_arguments):
        close(self)
        raise OSError("the loudspeaker has burnt")

    monkeypatch.setattr(Narrator, "close", fail)
    with nothing_left_open():
        build(tmp_path).close()
    assert "the loudspeaker has burnt" in caplog.text


@pytest.mark.usefixtures("settings")
def test_inputs_are_closed_first_and_the_journal_last(tmp_path, monkeypatch):
    """Nothing comes in that cannot be written any more."""
    order = []

    def noted(kind, name):
        close = getattr(kind, name)

        def closing(self, *arguments, **named):
            order.append(kind)
            return close(self, *arguments, **named)

        monkeypatch.setattr(kind, name, closing)

    for kind in (Journal, Pins, Lamp, Screen, Narrator, Buttons):
        noted(kind, "close")
    build(tmp_path).close()
    assert order[0] is Buttons
    assert set(order[1:4]) == {Lamp, Screen, Narrator}
    assert order[4:] == [Pins, Journal]


@pytest.mark.usefixtures("settings")
def test_the_goodbye_stays_on_the_panel(tmp_path, monkeypatch):
    """Who switches the box off sees where the delve stands, and that it is kept."""
    last = []
    close = Screen.close
    monkeypatch.setattr(Screen, "close", lambda self, page: last.append(page.name) or close(self, page))
    build(tmp_path).close()
    assert last == ["goodbye"]


@pytest.mark.usefixtures("settings")
def test_the_recogniser_of_files_is_closed_with_the_box(tmp_path):
    """It is opened by the first file, and each cut in a script would leave its process behind."""
    closed = []

    class Recogniser:
        def close(self):
            closed.append(self)

    box = build(tmp_path)
    box.hearing._open = lambda _ways: Recogniser()
    for _ in range(2):
        (utterance,) = box.hearing.recognise_file(tmp_path / "none.wav")
        assert "none.wav" in utterance.trouble
    box.close()
    assert len(closed) == 1


@pytest.mark.usefixtures("settings")
def test_closing_twice_is_closing_once(tmp_path):
    """After a cut that failed the player closes what is closed."""
    box = build(tmp_path)
    box.close()
    box.close()


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("rules", "entry", "why"),
    [
        ({"weather": 1}, None, "rules.weather: unknown key"),
        ({}, {"kind": "command", "command": {"type": "dance"}, "events": []}, "dance"),
        ({}, {"kind": "undo", "command": {"type": "undo"}, "events": []}, "history"),
    ],
)
def test_a_delve_of_another_version_is_told_with_the_cure(tmp_path, rules, entry, why):
    """The box does not play on from half of it, and leaves it as it is."""
    with Journal.open(tmp_path) as journal:
        delve = journal.begin_delve(1, rules)
        if entry is not None:
            journal.append(delve.id, entry)
    with pytest.raises(BoxError, match=rf"cannot be played on \(.*{why}.*\): start the delvebox that wrote it"):
        build(tmp_path)
    with Journal.open(tmp_path) as journal:
        assert journal.troubles == ()
        assert len(journal.entries(delve.id)) == (entry is not None)
