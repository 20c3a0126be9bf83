"""Child processes: frames both ways, and every way in which a child can go wrong."""

import contextlib
import io
import logging
import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device import frames
from delvebox.device.child import Child, ChildGarbled, ChildGone, ChildSilent, python_child, read_frame, write_frame

SIDE = "import os, sys, time, signal\nfrom delvebox.device.child_side import become_child, serve\n"
READY = SIDE + "pipes = become_child()\nprint('ready', flush=True)\n"
ECHO = READY + "serve(lambda header, payload: ({'echo': header}, payload), pipes)"
SILENT = READY + "time.sleep(600)"


def running(script: str) -> Child:
    """A child that runs `script`."""
    return Child([sys.executable, "-c", script], "example")


def raw(script: str) -> Child:
    """A child that writes bytes of its own to the pipe."""
    return running("import sys, time\nout = sys.stdout.buffer\n" + script)


def process_exists(pid: int) -> bool:
    """Whether a process of that number is there, a zombie included."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def test_a_frame_comes_back_with_its_header_and_payload() -> None:
    """Headers and payloads travel both ways, empty or larger than any pipe's buffer."""
    with running(ECHO) as child:
        for payload in (b"", b"x", bytes(range(256)) * 4096):
            sender = threading.Thread(target=child.send, args=({"n": len(payload), "é": [None]}, payload))
            sender.start()
            assert child.receive(5) == ({"echo": {"n": len(payload), "é": [None]}}, payload)
            sender.join()


def test_prints_in_the_child_reach_the_log_and_no_frame(caplog: pytest.LogCaptureFixture) -> None:
    """A library that prints, even from C, cannot corrupt the pipe."""
    script = SIDE + (
        "def handle(header, payload):\n"
        "    print('from python', flush=True); os.write(1, b'from c\\n'); os.write(2, b'broken \\xff text')\n"
        "    assert sys.stdin.read() == ''\n"
        "    return {'ok': True}, b''\n"
        "serve(handle)"
    )
    with caplog.at_level(logging.INFO), running(script) as child:
        child.send({})
        assert child.receive(5) == ({"ok": True}, b"")
    assert [record.message for record in caplog.records] == [
        "example: from python",
        "example: from c",
        "example: broken � text",
    ]


def test_a_child_that_hangs_is_silent_after_the_time_limit_and_can_be_ended() -> None:
    """A hang raises `ChildSilent` and blocks nothing; the child runs until it is ended, and is then no zombie."""
    child = running(SILENT)
    with pytest.raises(ChildSilent, match=r"example: process \d+ said nothing for 0.05 s"):
        child.receive(0.05)
    assert child.alive
    child.kill()
    assert not child.alive
    assert not process_exists(child.pid)


def test_part_of_a_frame_is_kept_over_a_time_limit() -> None:
    """Looking too early loses nothing of a frame that comes in parts."""
    whole = frames.encode_frame({"a": 1}, b"payload")
    with raw(f"out.write({whole[:9]!r}); out.flush(); sys.stdin.read(1); out.write({whole[9:]!r})") as child:
        with pytest.raises(ChildSilent):
            child.receive(0.2)
        os.write(child._stdin.fileno(), b".")
        assert child.receive(5) == ({"a": 1}, b"payload")


def test_a_child_that_reads_nothing_does_not_block_the_sender() -> None:
    """A full pipe to a hung child ends in `ChildSilent`, never in a blocked session."""
    with running(SILENT) as child, pytest.raises(ChildSilent, match="took nothing"):
        child.send({}, bytes(1 << 20), timeout_seconds=0.1)


@pytest.mark.parametrize(
    ("end", "how"),
    [
        ("sys.exit(3)", "status 3"),
        ("sys.exit()", "status 0"),
        ("os.abort()", "SIGABRT"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "SIGSEGV"),
        ("os.write(2, b'no memory\\n'); os._exit(9)", "status 9: no memory"),
        ("1 / 0", "status 1.*ZeroDivisionError"),
    ],
)
def test_a_child_that_ends_is_gone_with_how_it_ended_and_its_last_words(end: str, how: str) -> None:
    """A crash or an end raises `ChildGone`, which says how it went; everything later does too."""
    with running(SIDE + f"def handle(header, payload):\n    {end}\nserve(handle)") as child:
        child.send({})
        with pytest.raises(ChildGone, match=how):
            child.receive(5)
        with pytest.raises(ChildGone, match="start a new one"):
            child.send({})
        with pytest.raises(ChildGone):
            child.receive(0)
        assert not child.alive


def test_an_answer_sent_just_before_the_end_is_received() -> None:
    """What a child said before it died is not lost."""
    with raw(f"out.write({frames.encode_frame({'last': 1})!r})") as child:
        assert child.receive(5) == ({"last": 1}, b"")
        with pytest.raises(ChildGone):
            child.receive(5)


def test_sending_to_a_dead_child_is_an_error() -> None:
    """A broken pipe is `ChildGone`, not a signal or a silence."""
    with running("raise SystemExit(4)") as child:
        child._process.wait()
        with pytest.raises(ChildGone, match="status 4"):
            child.send({}, bytes(1 << 20))


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        (b"Loading model...\n", "header of 1282367844 bytes"),
        (b"\0\0\0\2{}" + b"\xff\xff\xff\xff", "payload of 4294967295 bytes"),
        (b"\0\0\0\3{x}" + bytes(4), "not JSON"),
        (b"\0\0\0\2[]" + bytes(4), "no JSON object"),
        (b"\0\0\0\2\xff\xfe" + bytes(4), "not JSON"),
    ],
)
def test_what_is_no_frame_ends_the_child(sent: bytes, complaint: str) -> None:
    """Garbled and oversized frames are errors; the child is ended, for nothing later could be trusted."""
    with raw(f"out.write({sent!r}); out.flush(); time.sleep(600)") as child:
        with pytest.raises(ChildGarbled, match=complaint):
            child.receive(5)
        assert not child.alive


def test_a_frame_over_the_bound_is_refused_before_it_is_sent() -> None:
    """The sender learns of an oversized frame at once, and the child is as before."""
    with running(ECHO) as child:
        with pytest.raises(ValueError, match="at most"):
            child.send({"x": "y" * frames.MAX_HEADER_BYTES})
        child.send({})
        assert child.receive(5) == ({"echo": {}}, b"")


def test_killing_from_another_thread_wakes_the_one_that_waits() -> None:
    """A session that closes need not wait for an answer."""
    child = running(SILENT)
    threading.Timer(0.05, child.kill).start()
    with pytest.raises(ChildGone):
        child.receive(8)


def test_closing_lets_the_child_leave_in_order() -> None:
    """The end of its input is a child's word to go: it ends by itself with status 0."""
    child = running(ECHO)
    child.send({})
    child.receive(5)
    child.close(5)
    assert child._process.returncode == 0


def test_closing_ends_a_child_that_does_not_leave() -> None:
    """A child that ignores the end of its input is killed after the time given; closing again is harmless."""
    child = running(SILENT)
    child.close(0.05)
    assert child._process.returncode == -signal.SIGKILL
    child.close()
    child.kill()


def test_signals_to_the_whole_service_leave_the_child_to_its_parent() -> None:
    """SIGTERM and SIGINT for every process of a service do not take the child before its parent closes it."""
    with running(ECHO) as child:
        child.send({})
        child.receive(5)
        os.kill(child.pid, signal.SIGTERM)
        os.kill(child.pid, signal.SIGINT)
        child.send({"still": "here"})
        assert child.receive(5) == ({"echo": {"still": "here"}}, b"")


def test_what_a_child_started_ends_with_it() -> None:
    """A player that the child started is ended too, though it holds the child's standard error open."""
    script = SIDE + (
        "import subprocess\n"
        "def handle(header, payload):\n"
        "    return {'pid': subprocess.Popen(['sleep', '600']).pid}, b''\n"
        "serve(handle)"
    )
    child = running(script)
    child.send({})
    pid = child.receive(5)[0]["pid"]
    watched = os.pidfd_open(pid)
    child.kill()
    assert select.select([watched], [], [], 5)[0]
    os.close(watched)


def test_a_crash_that_nobody_asks_about_leaves_no_zombie() -> None:
    """A child that ends while idle is reaped at once."""
    child = running("pass")
    child._stderr_thread.join(5)
    assert not process_exists(child.pid)
    child.kill()


def test_nothing_is_left_behind() -> None:
    """However children end, no descriptor, thread or process of theirs stays."""
    before = set(Path("/proc/self/fd").iterdir()), threading.active_count()
    for script in (ECHO, SILENT, "pass", "import os; os.abort()"):
        child = running(script)
        with contextlib.suppress(ChildGone, ChildSilent):
            child.receive(0.2)
        child.close(0.1)
        assert not process_exists(child.pid)
    gone = running("pass")
    with pytest.raises(ChildGone):
        gone.receive(5)
    assert (set(Path("/proc/self/fd").iterdir()), threading.active_count()) == before


def test_a_program_that_cannot_be_started_is_an_error() -> None:
    """A missing program is `ChildGone` with its name and the cause."""
    with pytest.raises(ChildGone, match="example: cannot start /nowhere/python: No such file"):
        Child(["/nowhere/python"], "example")


@pytest.mark.parametrize("script", [ECHO, SILENT])
def test_a_child_does_not_outlive_its_parent(script: str) -> None:
    """A kill -9 of the box ends its children: one that reads its input, and one that hangs."""
    parent = (
        "import sys, time\nfrom delvebox.device.child import Child\n"
        f"child = Child([sys.executable, '-c', {script!r}], 'example')\n"
        "while not child._last_lines:\n    time.sleep(0.01)\nprint(child.pid, flush=True)\ntime.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        watched = os.pidfd_open(int(process.stdout.readline()))
        process.kill()
        assert select.select([watched], [], [], 5)[0]
        os.close(watched)


def test_python_children_do_not_import_from_the_working_directory(tmp_path: Path) -> None:
    """A file called json.py where the box is started is not run by its children."""
    (tmp_path / "json.py").write_text("raise SystemExit('wrong json')")
    done = subprocess.run(python_child("json.tool", "--help"), cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0


headers = st.dictionaries(st.text(), st.none() | st.integers() | st.text() | st.lists(st.booleans()))


@given(st.lists(st.tuples(headers, st.binary(max_size=200)), max_size=4), st.data())
def test_frames_are_the_same_however_they_are_cut(
    sent: list[tuple[dict[str, object], bytes]], data: st.DataObject
) -> None:
    """Any frames written one after another are read back the same, and a stream cut within one is an error."""
    stream = io.BytesIO()
    ends = [0]
    for header, payload in sent:
        write_frame(stream, header, payload)
        ends.append(stream.tell())
    whole = stream.getvalue()
    stream.seek(0)
    assert [read_frame(stream) for _ in sent] == sent
    assert read_frame(stream) is None

    cut = data.draw(st.integers(0, len(whole)))
    complete = sum(end <= cut for end in ends[1:])
    stream = io.BytesIO(whole[:cut])
    assert [read_frame(stream) for _ in range(complete)] == sent[:complete]
    if cut in ends:
        assert read_frame(stream) is None
    else:
        assert frames.decode_frame(whole[ends[complete] : cut]) is None
        with pytest.raises(ValueError, match="ended within"):
            read_frame(stream)
