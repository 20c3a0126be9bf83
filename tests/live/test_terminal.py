"""`delvebox run` in a terminal: what a person at the keyboard sees, and the terminal they get back."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pexpect
import pyte
import pytest

from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.pages import View, page_of
from delvebox.device.outputs.terminal import terminal_lines
from delvebox.engine.commands import TakeAction
from delvebox.engine.delve import Delve
from delvebox.engine.rules import Rules

from .ledger import Ledger
from .live_box import BOX, CLOSE_SECONDS, environment, lives, wait_until

SEED = 3
"""Its first two turns bring no danger."""
ROWS, COLUMNS = 24, 80
SHELL = 'stty -g; "$@"; printf "\\nleft with %s\\n" $?; stty -g; echo "at the prompt"; read -r end'
"""What a shell's prompt would do: the terminal as it is before and after, and the exit status."""
F2, F3 = "\x1bOQ", "\x1bOR"
CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"


class Terminal:
    """A terminal, a shell in it, and a box in that, seen as a person sees it."""

    def __init__(self, folder: Path, rows: int = ROWS, columns: int = COLUMNS, more: Sequence[str] = ()) -> None:
        self.state = folder / "state"
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.written = ""
        """All that was written to the terminal."""
        box = [BOX, "run", "--silent", "--pins", "mock", "--seed", str(SEED), "--state-dir", str(self.state), *more]
        self.child = pexpect.spawn(
            "env",  # a job started with nohup has hangups ignored, and all its children with it
            ["--default-signal", "sh", "-c", SHELL, "sh", *box],
            dimensions=(rows, columns),
            env=environment(folder, {"DISPLAY": "", "WAYLAND_DISPLAY": ""}),  # whoever runs the tests gets no browser
            encoding=None,
        )
        self.child.delaybeforesend = None

    def resize(self, rows: int, columns: int) -> None:
        """Drag the window's corner."""
        self._screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def until(self, seen: Callable[[list[str]], bool]) -> list[str]:
        """The rows of the screen once they show what is wanted."""

        def look() -> bool:
            try:
                came = self.child.read_nonblocking(65536, timeout=0.05)
            except (pexpect.TIMEOUT, pexpect.EOF):
                came = b""
            self.written += came.decode(errors="replace")
            self._stream.feed(came)
            return seen(self.rows)

        wait_until(look, lambda: "\n".join(self.rows))
        return self.rows

    def shows(self, pattern: str) -> list[str]:
        """The rows once one of them matches."""
        return self.until(lambda rows: any(re.search(pattern, row) for row in rows))

    def shows_panel(self, panel: list[str]) -> None:
        """Wait until the upper rows are this panel."""
        self.until(lambda rows: rows[: len(panel)] == panel)

    @property
    def rows(self) -> list[str]:
        """The screen now."""
        return [row.rstrip() for row in self._screen.display]

    @property
    def pid(self) -> int:
        """The box's process, as it has signed the state folder."""
        return int(json.loads((self.state / "instance.lock").read_text())["pid"])

    def is_left(self, status: int = 0) -> None:
        """Wait for the prompt; the box has left with this status and given the terminal back as it was."""
        self.until(lambda _rows: "at the prompt" in self.written)
        lines = self.written.replace("\r", "").split("\n")
        settings = [line for line in lines if re.fullmatch(r"[0-9a-f]+(:[0-9a-f]+){10,}", line)]
        assert len(settings) == 2, self.written[-500:]
        assert settings[0] == settings[1]
        assert f"left with {status}" in lines
        assert self.written.rindex("\x1b[?1049l") > self.written.rindex("\x1b[?1049h"), "the prompt is hidden"
        assert self.written.rindex("\x1b[?25h") > self.written.rfind("\x1b[?25l"), "the cursor is hidden"
        assert not (self.state / "journal.db-wal").exists()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal in which a new delve is shown."""
    opened = Terminal(tmp_path)
    opened.shows("F1 turn")
    yield opened
    if not opened.child.closed:
        opened.child.close(force=True)


def panel_of(delve: Delve) -> list[str]:
    """The panel of a delve in Braille, as pure functions draw it."""
    page = page_of(View(state=delve.state, rules=delve.rules))
    return terminal_lines(draw_page(page, 128, 64), 128, 64)


def test_the_panel_is_drawn_and_keys_press_the_buttons(terminal: Terminal) -> None:
    """Dot for dot the delve's panel: at the start, after F2 (search), F3 (noise), and tab with F3 (hold: all calm)."""
    delve = Delve(Rules(), SEED)
    terminal.shows_panel(panel_of(delve))
    terminal.child.send(F2)
    terminal.shows("button search: search the room")
    delve.play(TakeAction("search"))
    terminal.shows_panel(panel_of(delve))
    terminal.child.send(F3)
    terminal.shows("button noise: make some noise")
    terminal.child.send(TAB + F3)
    terminal.shows("button noise: all calm")
    terminal.shows_panel(panel_of(delve))
    terminal.child.send(CTRL_D)
    terminal.is_left()
    assert Ledger(terminal.state).delve().entries[0].command == TakeAction("search")


@pytest.mark.parametrize(("rows", "columns"), [(12, 80), (24, 60)])
def test_a_terminal_too_small_for_the_picture_shows_its_words(tmp_path: Path, rows: int, columns: int) -> None:
    """Half a picture would hide the danger; when the window grows the picture comes back."""
    terminal = Terminal(tmp_path, rows, columns)
    terminal.shows("F1 turn")
    terminal.shows("^turn 1  0:00")
    terminal.shows("^boxes □□□□□ danger 6")
    terminal.resize(ROWS, COLUMNS)
    terminal.child.send(TAB + TAB)  # a key draws anew; in the first half second a new size is not seen
    terminal.shows_panel(panel_of(Delve(Rules(), SEED)))
    terminal.child.send(CTRL_D)
    terminal.is_left()


def test_a_typed_phrase_is_played_and_answered(terminal: Terminal) -> None:
    """What is typed, what came of it and what is said stand below the panel; table talk is told apart."""
    terminal.child.send("search the room\r")
    terminal.shows("^console: search the room")
    terminal.shows("^played: turn_began, area_searched")
    terminal.shows("^said: Turn one: search")
    terminal.child.send("shall we search the room\r")
    terminal.shows(r"^console: shall we search the room \(not a phrase\)")
    terminal.child.send(CTRL_D)
    terminal.is_left()
    assert len(Ledger(terminal.state).delve().entries) == 1


def test_the_pages_address_stays_in_view_beside_the_input_line(tmp_path: Path) -> None:
    """However much happens, and while somebody types; the line is as usable as ever."""
    settings = tmp_path / "settings.yaml"
    settings.write_text("web: {port: 0}\n")
    terminal = Terminal(tmp_path, more=["--web", "--settings", str(settings)])
    try:
        terminal.until(lambda rows: any(re.search(r"^> .*http://127\.0\.0\.1:[0-9]+/", row) for row in rows))
        for phrase in ("search the room", "status", "undo"):
            terminal.child.send(f"{phrase}\r")
            terminal.shows(f"console: {phrase}")
        terminal.child.send("light a tor")
        terminal.until(lambda rows: any(re.search(r"^> light a tor +.*http://127\.0\.0\.1:", row) for row in rows))
    finally:
        terminal.child.close(force=True)


def test_the_log_goes_to_a_file_and_not_over_the_panel(terminal: Terminal) -> None:
    """The screen holds panel, events, line and keys; what is for diagnosis lies beside the journal."""
    terminal.child.send(F2)
    terminal.shows("^said: Turn one: search")
    assert not any("INFO" in row for row in terminal.rows)
    assert "button search: press" in (terminal.state / "delvebox.log").read_text()
    terminal.child.send(CTRL_C)
    terminal.is_left()
    assert "stopping: ctrl-c at the console" in (terminal.state / "delvebox.log").read_text()


def test_why_there_can_be_no_box_is_told_on_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    """A second box in another terminal: the sentence is for the person there, not for the log of the first."""
    second = Terminal(tmp_path)
    second.until(lambda _rows: "at the prompt" in second.written)
    assert "left with 75" in second.written  # what the unit takes for no fault of the box
    words = " ".join(second.written.split())
    assert f"Error: state folder {terminal.state}: process {terminal.pid} (delvebox run " in words
    assert "Error" not in (terminal.state / "delvebox.log").read_text()
    second.child.close(force=True)
    terminal.child.send(CTRL_D)
    terminal.is_left()


def test_sigterm_gives_the_terminal_back(terminal: Terminal) -> None:
    """Stopped from elsewhere, in the middle of a typed line: in order, and the prompt is a prompt again."""
    terminal.child.send("search the ro")
    terminal.shows("> search the ro")
    os.kill(terminal.pid, signal.SIGTERM)
    terminal.is_left()


def test_a_closed_terminal_closes_the_box_in_order(terminal: Terminal) -> None:
    """The window is closed, or the line over ssh breaks: the journal is folded, and the delve is there."""
    terminal.child.send(F2)
    terminal.shows("^said: Turn one: search")
    pid = terminal.pid
    # Not by its number: the object would close that once more, when another file may have it.
    terminal.child.ptyproc.fileobj.close()
    terminal.child.closed = terminal.child.ptyproc.closed = True
    wait_until(lambda: not lives(pid), lambda: f"process {pid} is still there", CLOSE_SECONDS)
    log = (terminal.state / "delvebox.log").read_text()
    assert "stopping: SIGHUP" in log
    assert not (terminal.state / "journal.db-wal").exists(), log
    assert len(Ledger(terminal.state).delve().entries) == 1
