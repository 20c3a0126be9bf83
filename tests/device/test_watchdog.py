"""Signs of life are given while everything lives, and only then."""

from __future__ import annotations

import logging
import threading

import pytest

from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Typed
from delvebox.device.watchdog import SessionCheck, Watchdog


def test_a_part_that_died_ends_the_signs_until_it_lives_again(caplog: pytest.LogCaptureFixture) -> None:
    """The watchdog starves, the log says why once, and a part that comes back is enough."""
    trouble, signs = [""], []
    watchdog = Watchdog({"buttons": lambda: trouble[0]}, lambda: signs.append("alive"), 20)
    with caplog.at_level(logging.ERROR):
        watchdog.look()
        trouble[0] = "its thread has ended"
        watchdog.look()
        watchdog.look()
    assert len(signs) == 1
    assert caplog.text.count("no sign of life: buttons: its thread has ended") == 1
    trouble[0] = ""
    watchdog.look()
    assert len(signs) == 2


def test_the_first_sign_is_given_at_once_and_others_within_the_time() -> None:
    """As systemd counts from the start."""
    signs = threading.Semaphore(0)
    watchdog = Watchdog({}, signs.release, within_seconds=0.02)
    watchdog.start()
    assert all(signs.acquire(timeout=5) for _ in range(3))
    watchdog.close()
    while signs.acquire(blocking=False):
        pass
    assert not signs.acquire(timeout=0.05), "a sign after the end"


def test_a_session_that_waits_for_a_message_lives_however_long() -> None:
    """A quiet evening is no fault."""
    mailbox = Mailbox()
    check = SessionCheck(mailbox)
    session = threading.Thread(target=mailbox.wait, args=[None])
    session.start()
    while not mailbox.awaited:
        pass
    assert [check(), check(), check()] == ["", "", ""]
    mailbox.put(Typed("next turn"))
    session.join()


def test_a_session_that_hangs_in_a_message_is_found() -> None:
    """Taken out, never finished: the second look says so, with what waits behind it."""
    mailbox = Mailbox()
    check = SessionCheck(mailbox)
    mailbox.put(Typed("next turn"))
    mailbox.put(Typed("undo"))
    mailbox.wait(None)
    mailbox.take()
    assert check() == ""
    assert check() == "it has been at one message since the last look, 1 more wait"
    mailbox.wait(None)
    assert check() == ""
