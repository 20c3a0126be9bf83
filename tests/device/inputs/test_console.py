"""Both consoles as a person meets them: under a pseudo-terminal, in pipes, and with nothing at all."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pexpect
import pyte
import pytest

from delvebox.device.inputs.console import PlainConsole, open_console
from delvebox.device.inputs.live_line import LiveLine
from delvebox.device.inputs.typist import Typist
from delvebox.device.outputs.narration import Narration

TELL = Narration.load("en").console

BOX = """
import json, logging, queue, signal, sys, threading
from pathlib import Path
from types import SimpleNamespace
from delvebox.device.clock import RealClock
from delvebox.device.inputs.buttons import Buttons
from delvebox.device.inputs.console import open_console
from delvebox.device.inputs.typist import MockButtons, function_keys
from delvebox.device.messages import Edge, Stop, Typed
from delvebox.device.outputs.narration import Narration
from delvebox.device.pins import open_pins

logging.basicConfig(filename=sys.argv[2], level=logging.INFO)
record = Path(sys.argv[1]).open("a", buffering=1)
names = ("turn", "search", "noise", "light", "rest", "talk")
messages = queue.Queue(64)
pins = open_pins("mock")
wires = {name: SimpleNamespace(pin=pin, active_low=True) for pin, name in enumerate(names, start=4)}
buttons = Buttons(pins, wires, messages.put_nowait, RealClock())
turn = 1
broken = False

def panel():
    if broken:
        raise RuntimeError("no panel today")
    return [f"panel {row:2} turn {turn} " + "\\u28ff" * 50 for row in range(18)]

class Keys(dict):
    broken = False

    def items(self):
        if self.broken:
            self.broken = False
            raise RuntimeError("no keys just now")
        return super().items()

keys = Keys(function_keys(names))
mock = MockButtons(buttons.drive, names, keys, frozenset({"talk"}))
drivable = None if "--real" in sys.argv else mock
console = open_console(messages.put_nowait, panel, Narration.load("en").console, drivable)
console.start()
signal.signal(signal.SIGUSR1, lambda *_: messages.put(Stop("asked")))
print(json.dumps("begun"), file=record)
while True:
    message = messages.get()
    if isinstance(message, Edge):
        print(json.dumps([message.button, message.pressed, message.at_seconds]), file=record)
        console.report(f"{message.button} {'down' if message.pressed else 'up'}")
    elif isinstance(message, Typed):
        print(json.dumps(message.text), file=record)
        if message.text == "next turn":
            turn += 1
            console.invalidate()
        elif message.text == "break the panel":
            broken = True
            console.invalidate()
        elif message.text == "break a drawing":
            keys.broken = True
            console.invalidate()
        elif message.text == "many":
            for number in range(50):
                console.report(f"event {number}")
        elif message.text == "one by one":
            sys.setswitchinterval(1e-6)  # the drawing is interrupted by an event as often as can be
            for number in range(150):
                console.report(f"event {number}")
                threading.Event().wait(0.002)
        elif message.text == "that is all":
            break
        else:
            console.report(f"heard: {message.text}")
    else:
        print(json.dumps(message.reason), file=record)
        break
console.close()
console.close()
left = [thread.name for thread in threading.enumerate() if thread.name.startswith("console")]
print(json.dumps({"left": left}), file=record)
"""


class Box:
    """A box of its own process, and what reached its session."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "box.py"
        self.program.write_text(BOX)
        self.record = folder / "record.jsonl"
        self.record.touch()
        self.log = folder / "box.log"
        self.log.touch()
        self.command = [str(self.program), str(self.record), str(self.log)]

    def said(self) -> list[object]:
        """What reached the session so far."""
        begun, *said = [json.loads(line) for line in self.record.read_text().splitlines()] or ["begun"]
        assert begun == "begun"
        return [message[:2] if isinstance(message, list) else message for message in said]

    def down_seconds(self, button: str) -> float:
        """How long a button was down, when it has been pressed once."""
        messages = map(json.loads, self.record.read_text().splitlines())
        pressed, released = (message[2] for message in messages if isinstance(message, list) and message[0] == button)
        return float(released - pressed)

    def until_logged(self, file: Path, text: str) -> None:
        """Wait until a file of the box holds this text."""
        end = time.monotonic() + 8
        while text not in file.read_text():
            assert time.monotonic() < end, file.read_text()
            time.sleep(0.01)

    def runs_on(self, child: "subprocess.Popen[bytes]") -> None:
        """The box lives and stops when it is asked to, and not before."""
        self.until_logged(self.record, "begun")
        assert child.poll() is None
        child.send_signal(signal.SIGUSR1)
        assert child.wait(8) == 0
        assert self.said() == ["asked", {"left": []}]
        assert "WARNING" not in self.log.read_text()


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A box to be started."""
    return Box(tmp_path)


class Terminal:
    """A terminal with a box in it, seen as a person sees it."""

    def __init__(self, box: Box, *arguments: str, rows: int = 24, columns: int = 80, term: str = "xterm") -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        environment = {**os.environ, "TERM": term, "PYTHONWARNINGS": "error"}
        self.child = pexpect.spawn(
            sys.executable, [*box.command, *arguments], dimensions=(rows, columns), env=environment, timeout=5
        )
        self.child.delaybeforesend = None

    def until(self, seen: Callable[[list[str]], bool], seconds: float = 8) -> list[str]:
        """The rows of the screen once they show what is wanted."""
        end = time.monotonic() + seconds
        while True:
            rows = [row.rstrip() for row in self.screen.display]
            if seen(rows):
                return rows
            assert time.monotonic() < end, "\n".join(rows)
            try:
                came = self.child.read_nonblocking(65536, timeout=0.1)
                self.raw += came
                self._stream.feed(came)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert seen([row.rstrip() for row in self.screen.display]), "the box has ended"

    def shows(self, text: str) -> list[str]:
        """The rows once one of them holds this text."""
        return self.until(lambda rows: any(text in row for row in rows))

    def ends(self) -> int | None:
        """Wait for the box to end; its exit status."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status


@pytest.fixture
def terminal(box: Box) -> Iterator[Terminal]:
    """An 80×24 terminal with a box in it."""
    opened = Terminal(box)
    yield opened
    opened.child.close(force=True)


def test_panel_events_line_and_keys_fit_80_by_24(box: Box, terminal: Terminal) -> None:
    """The whole panel, the last events, the input line and what the keys do are on one small screen."""
    terminal.shows("^D ends")
    terminal.child.send("many\r")
    rows = terminal.shows("event 49")
    assert [row[:13] for row in rows[:18]] == [f"panel {row:2} turn" for row in range(18)]
    assert rows[18:22] == ["event 46", "event 47", "event 48", "event 49"]
    assert rows[22].startswith(">")
    assert rows[23] == "F1 turn  F2 search  F3 noise  F4 light  F5 rest  F6 talk  tab holds  ^D ends"


def test_events_that_come_while_the_screen_is_drawn_do_not_break_it(box: Box, terminal: Terminal) -> None:
    """Told from another thread in the middle of a drawing, an event comes with the next; nothing covers the panel."""
    terminal.shows("^D ends")
    terminal.child.send("one by one\r")
    rows = terminal.until(lambda rows: "event 149" in rows or any("Press ENTER" in row for row in rows))
    assert rows[18:22] == ["event 146", "event 147", "event 148", "event 149"]
    assert rows[22] == ">"
    assert "Traceback" not in box.log.read_text()


def test_a_typed_line_reaches_the_session_and_its_answer_the_screen(box: Box, terminal: Terminal) -> None:
    """What is typed is said, and what came of it stands above the line; the line is empty again."""
    terminal.shows("^D ends")
    terminal.child.send("search the room\r")
    rows = terminal.shows("heard: search the room")
    assert rows[22] == ">"
    assert box.said() == ["search the room"]


def test_the_panel_is_drawn_again_when_told_from_another_thread(terminal: Terminal) -> None:
    """A changed panel is on the screen as soon as the session says so."""
    terminal.shows("panel  0 turn 1")
    terminal.child.send("next turn\r")
    rows = terminal.shows("panel  0 turn 2")
    assert rows[17].startswith("panel 17 turn 2")


def test_lines_said_before_come_back(box: Box, terminal: Terminal) -> None:
    """The arrow up brings back the line before."""
    terminal.shows("^D ends")
    terminal.child.send("search the room\r")
    terminal.shows("heard: search the room")
    terminal.child.send("\x1b[A")
    terminal.shows("> search the room")
    terminal.child.send("\r")
    terminal.until(lambda rows: sum("heard: search" in row for row in rows) == 2)
    assert box.said() == ["search the room"] * 2


def test_keys_press_the_mock_buttons(box: Box, terminal: Terminal) -> None:
    """F1 presses and lets go, after tab a key holds for longer, and a talk button stays down until its key again."""
    terminal.shows("^D ends")
    terminal.child.send("\x1bOP")
    terminal.shows("turn up")
    terminal.child.send("\t\x1bOR")
    terminal.shows("noise down")
    terminal.child.send("\x1b[17~")
    terminal.shows("talk down")
    terminal.shows("noise up")
    assert box.down_seconds("turn") < 0.6
    assert box.down_seconds("noise") > 0.99
    assert box.said() == [["turn", True], ["turn", False], ["noise", True], ["talk", True], ["noise", False]]
    terminal.child.send("\x1b[17~")
    terminal.shows("talk up")


def test_typed_words_press_the_mock_buttons(box: Box, terminal: Terminal) -> None:
    """`press` and `hold` move buttons, and a wrong name is answered on the screen."""
    terminal.shows("^D ends")
    terminal.child.send("press search\r")
    terminal.shows("search up")
    terminal.child.send("hold rest 0.3\r")
    terminal.shows("rest up")
    terminal.child.send("press saerch\r")
    terminal.shows("press: no button 'saerch': there are turn, search, noise, light, rest, talk")
    assert box.said() == [["search", True], ["search", False], ["rest", True], ["rest", False]]


def test_without_mock_pins_there_are_no_keys(box: Box) -> None:
    """Where pins are real the line says nothing of keys, and F1 does nothing."""
    terminal = Terminal(box, "--real")
    terminal.shows("enter says it  ^D ends")
    terminal.child.send("\x1bOPpress turn\r")
    terminal.shows("press: the buttons here are real ones")
    terminal.child.send("\x03")
    assert terminal.ends() == 0
    assert box.said() == ["ctrl-c at the console", {"left": []}]


@pytest.mark.parametrize(("key", "reason"), [("\x03", "ctrl-c"), ("\x04", "ctrl-d")])
def test_the_box_is_stopped_in_order_and_the_terminal_given_back(box: Box, key: str, reason: str) -> None:
    """Ctrl-c and ctrl-d ask the session to stop; it ends by itself and the terminal echoes again."""
    terminal = Terminal(box)
    terminal.shows("^D ends")
    assert not terminal.child.getecho()
    terminal.child.send(key)
    terminal.child.expect_exact("\x1b[?1049l")
    assert terminal.ends() == 0
    assert box.said() == [f"{reason} at the console", {"left": []}]
    assert "WARNING" not in box.log.read_text()


def test_ctrl_d_in_a_line_stops_nothing(box: Box, terminal: Terminal) -> None:
    """With words in the line ctrl-d only deletes, as everywhere."""
    terminal.shows("^D ends")
    terminal.child.send("search\x04 the room\r")
    terminal.shows("heard: search the room")
    assert box.said() == ["search the room"]


def test_a_session_that_ends_by_itself_gives_the_terminal_back(box: Box) -> None:
    """A box that stops for its own reasons leaves the terminal as it was."""
    terminal = Terminal(box)
    terminal.shows("^D ends")
    terminal.child.send("that is all\r")
    terminal.child.expect_exact("\x1b[?1049l")
    assert terminal.ends() == 0
    assert box.said() == ["that is all", {"left": []}]


def test_a_line_that_is_just_ending_can_be_closed() -> None:
    """A terminal that goes away ends the line by itself: closed in that moment, it must not fail, for more is to close.

    The toolkit has let go of its loop then, and its thread is about to end.
    """
    line = LiveLine(Typist(lambda _message: None, None, TELL), list)
    ending = threading.Event()
    line._thread = threading.Thread(target=ending.wait)
    line._thread.start()
    line._app = SimpleNamespace(loop=None)
    line._begun.set()
    threading.Timer(0.05, ending.set).start()
    line.close()
    assert not line._thread.is_alive()


def test_a_panel_that_fails_is_said_and_the_line_lives(box: Box, terminal: Terminal) -> None:
    """An error in the panel is a line of text and one entry in the log; typing goes on."""
    terminal.shows("^D ends")
    terminal.child.send("break the panel\r")
    terminal.shows("(the panel cannot be shown: no panel today)")
    terminal.child.send("search the room\r")
    terminal.shows("heard: search the room")
    assert box.log.read_text().count("the panel cannot be shown on the terminal") == 1


def test_a_drawing_that_fails_is_logged_and_the_line_lives(box: Box, terminal: Terminal) -> None:
    """An error in the middle of a drawing goes to the log; nobody has to press a key before the next drawing."""
    terminal.shows("^D ends")
    terminal.child.send("break a drawing\r")
    box.until_logged(box.log, "no keys just now")
    terminal.child.send("search the room\r")
    terminal.shows("heard: search the room")
    assert b"Press ENTER" not in terminal.raw


@pytest.mark.parametrize(("rows", "columns"), [(2, 80), (5, 20), (10, 40)])
def test_a_small_terminal_keeps_the_input_line(box: Box, rows: int, columns: int) -> None:
    """However small the terminal is, typing works."""
    terminal = Terminal(box, rows=rows, columns=columns)
    terminal.until(lambda shown: shown[-2].startswith(">"))
    terminal.child.send("search the room\r")
    terminal.child.send("\x03")
    assert terminal.ends() == 0
    assert box.said()[:2] == ["search the room", "ctrl-c at the console"]


def test_the_line_follows_the_size_of_the_terminal(terminal: Terminal) -> None:
    """A terminal that becomes larger shows more."""
    terminal.shows("^D ends")
    terminal.child.send("many\r")
    terminal.shows("event 49")
    followed = False
    for rows in (28, 30):  # a change in the very first moment is followed with the next
        terminal.screen.resize(rows, 80)
        terminal.child.setwinsize(rows, 80)
        with contextlib.suppress(AssertionError):
            terminal.until(lambda shown: shown[-1].endswith("^D ends"), seconds=2)
            followed = True
    assert followed
    assert "event 40" in [row.rstrip() for row in terminal.screen.display]


def test_a_dumb_terminal_gets_plain_lines(box: Box) -> None:
    """A terminal that cannot move its cursor is read and written line by line."""
    terminal = Terminal(box, term="dumb")
    terminal.child.send("search the room\r")
    terminal.child.expect_exact("heard: search the room")
    terminal.child.send("that is all\r")
    assert terminal.ends() == 0
    assert b"\x1b" not in (terminal.child.before or b"")


def run_box(box: Box, **streams: object) -> "subprocess.Popen[bytes]":
    """Start a box without a terminal."""
    return subprocess.Popen([sys.executable, *box.command], **streams)  # type: ignore[call-overload, no-any-return]


def test_in_a_pipe_lines_are_read_and_events_are_lines_of_text(box: Box) -> None:
    """Without a terminal each line is said and each event is one line, with no escape among them."""
    typed = "search the room\n\npress turn\nübel – \x1b[2J\nthat is all".encode()
    with run_box(box, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        out, err = child.communicate(typed, timeout=8)
    assert out.decode().splitlines()[:1] == ["heard: search the room"]
    assert "heard: übel – [2J" in out.decode().splitlines()
    assert b"\x1b" not in out
    assert err == b""
    assert child.returncode == 0
    assert box.said()[-1] == {"left": []}


def test_events_are_written_in_the_encoding_of_standard_output(box: Box) -> None:
    """What an old terminal's encoding does not have is a question mark, not an error."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    with run_box(box, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as child:
        out, _ = child.communicate("ü – x\nthat is all\n".encode(), timeout=8)
    assert out.decode("ascii").splitlines() == ["heard: ? ? x"]


def test_more_lines_than_the_queue_holds_are_all_said(box: Box) -> None:
    """A file of lines is read no faster than the session takes them."""
    typed = "".join(f"noise {number}\n" for number in range(2000)) + "that is all\n"
    out = subprocess.run(
        [sys.executable, *box.command], input=typed.encode(), capture_output=True, check=True, timeout=9
    )
    assert len(box.said()) == 2002
    assert out.stderr == b""


@pytest.mark.parametrize("stdin", ["closed", "/dev/null", "file"])
def test_the_box_runs_on_when_its_input_ends(box: Box, tmp_path: Path, stdin: str) -> None:
    """Standard input that is closed, empty or at its end is no reason to stop, and is told nowhere but in the log."""
    (tmp_path / "empty").touch()
    source = {"closed": "<&-", "/dev/null": "</dev/null", "file": f"<{tmp_path}/empty"}[stdin]
    command = " ".join([sys.executable, *box.command])
    with subprocess.Popen(["sh", "-c", f"exec {command} {source}"], stdout=subprocess.DEVNULL) as child:
        if stdin != "closed":
            box.until_logged(box.log, "standard input has ended: the box runs on")
        box.runs_on(child)


def test_the_box_runs_on_when_nobody_reads_its_output(box: Box) -> None:
    """A reader that goes away is one line in the log, and everything typed is still said."""
    with run_box(box, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        child.stdin.write(b"search the room\nmove on\nthat is all\n")
        child.stdin.flush()
        assert child.wait(8) == 0
        assert child.stderr.read() == b""
    assert box.said()[:3] == ["search the room", "move on", "that is all"]
    assert box.log.read_text().count("standard output is gone") == 1


def test_the_box_runs_without_any_standard_stream(box: Box) -> None:
    """With input, output and errors all closed the box starts and runs."""
    command = " ".join([sys.executable, *box.command])
    with subprocess.Popen(["sh", "-c", f"exec {command} <&- >&- 2>&-"]) as child:
        box.runs_on(child)


def test_a_reader_that_sleeps_does_not_keep_anybody_waiting() -> None:
    """Events for a full pipe return at once; once it is read again, the lost ones are counted."""
    read, write = os.pipe()
    console = PlainConsole(Typist(lambda _: None, None, TELL), None, write)
    console.start()
    begun = time.monotonic()
    for number in range(5000):
        console.report(f"event {number} " + "x" * 100)
    assert time.monotonic() - begun < 2
    out = bytearray()
    reader = threading.Thread(target=lambda: [out.extend(block) for block in iter(lambda: os.read(read, 65536), b"")])
    reader.start()
    console.close()
    os.close(write)
    reader.join(5)
    os.close(read)
    lines = out.decode().splitlines()
    lost = sum(int(line[1:].split()[0]) for line in lines if line.startswith("("))
    assert lost > 0
    assert len([line for line in lines if line.startswith("event")]) + lost == 5000


def test_a_line_without_end_is_refused_and_does_not_fill_the_memory() -> None:
    """Two megabytes without a line break are one answer, and the next line is said."""
    read, write = os.pipe()
    said: list[object] = []
    answered = threading.Event()
    typist = Typist(said.append, None, TELL)
    longest, take = [0], typist.take

    def note(line: str) -> str | None:
        longest.append(len(line))
        return take(line)

    typist.take = note  # type: ignore[method-assign]
    console = PlainConsole(typist, read, None)
    console.report = lambda text: answered.set() if "is too long" in text else None  # type: ignore[method-assign]
    console.start()
    with os.fdopen(write, "wb") as pipe:
        pipe.write(b"x" * 2_000_000 + b"\nmove on\n")
    assert answered.wait(5)
    for thread in console._threads[1:]:
        thread.join(5)
    console.close()
    os.close(read)
    assert max(longest) < 10_000
    assert [message.text for message in said] == ["move on"]  # type: ignore[attr-defined]


def test_input_that_cannot_be_read_is_told_once(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """Standard input that fails is one line in the log."""
    folder = os.open(tmp_path, os.O_RDONLY)
    console = PlainConsole(Typist(lambda _: None, None, TELL), folder, None)
    console.start()
    console._threads[1].join(5)
    console.close()
    os.close(folder)
    assert caplog.text.count("standard input cannot be read") == 1


@pytest.mark.parametrize(
    ("streams", "term", "kind", "reads"),
    [
        ((True, True), "xterm", LiveLine, None),
        ((True, True), "dumb", PlainConsole, True),
        ((True, False), "xterm", PlainConsole, False),
        ((False, True), "xterm", PlainConsole, True),
        ((False, False), "xterm", PlainConsole, True),
        ((None, None), "xterm", PlainConsole, False),
    ],
)
def test_the_console_suits_its_streams(
    monkeypatch: pytest.MonkeyPatch, streams: tuple[bool | None, bool | None], term: str, kind: type, reads: bool | None
) -> None:
    """The live line needs a terminal on both sides; a terminal whose answer goes elsewhere is not read."""

    def stream(terminal: bool | None) -> object:
        if terminal is None:
            return None
        return SimpleNamespace(closed=False, isatty=lambda: terminal, fileno=lambda: 0)

    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stdin", stream(streams[0]))
    monkeypatch.setattr(sys, "stdout", stream(streams[1]))
    console = open_console(lambda _: None, list, TELL)
    assert type(console) is kind
    if isinstance(console, PlainConsole):
        assert (console._source is not None) == reads
        console.close()


def test_a_stream_in_memory_is_no_descriptor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that stand in for the real ones, as in a test, are left alone."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    console = open_console(lambda _: None, list, TELL)
    assert isinstance(console, PlainConsole)
    assert console._source is console._output is None
    console.close()
