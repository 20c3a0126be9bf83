"""The session's queue: what people put in is bounded, what the parts tell is not lost."""

from __future__ import annotations

import queue
import threading

import pytest

from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import Edge, SpeakingChanged, Stop, Typed


def texts(mailbox):
    """What waits, in order."""
    return [mailbox.take() for _ in range(len(mailbox))]


def test_messages_come_out_in_the_order_in_which_they_went_in():
    """Whoever put them."""
    mailbox = Mailbox()
    mailbox.put(Typed("one"))
    mailbox.offer(SpeakingChanged(True))
    mailbox.put(Typed("two"))
    assert texts(mailbox) == [Typed("one"), SpeakingChanged(True), Typed("two")]


def test_a_full_mailbox_refuses_what_people_do():
    """Who put it learns so and can try again; nothing is dropped."""
    mailbox = Mailbox(most_waiting=2)
    mailbox.put(Typed("one"))
    mailbox.put(Typed("two"))
    with pytest.raises(queue.Full):
        mailbox.put(Typed("three"))
    assert texts(mailbox) == [Typed("one"), Typed("two")]
    mailbox.put(Typed("three"))
    assert texts(mailbox) == [Typed("three")]


def test_a_press_finds_room_beside_a_flood_of_lines():
    """A hand cannot try an edge again: a script that fills the queue loses no press; a broken contact is bounded."""
    mailbox = Mailbox(most_waiting=2)
    mailbox.put(Typed("one"))
    mailbox.put(Typed("two"))
    edges = [Edge("turn", True, 1.0), Edge("turn", False, 1.1)]
    for edge in edges:
        mailbox.put(edge)
    with pytest.raises(queue.Full):
        mailbox.put(Edge("turn", True, 1.2))
    assert texts(mailbox) == [Typed("one"), Typed("two"), *edges]


def test_a_full_mailbox_takes_what_the_parts_tell():
    """That the voice has ended is told once: lost, the microphone would stay deaf."""
    mailbox = Mailbox(most_waiting=1)
    mailbox.put(Typed("one"))
    mailbox.offer(SpeakingChanged(False))
    assert texts(mailbox) == [Typed("one"), SpeakingChanged(False)]


@pytest.mark.parametrize("way", ["put", "offer"])
def test_stop_overtakes_what_waits_and_always_finds_room(way):
    """SIGTERM closes the box in two seconds however long the script that is piped in."""
    mailbox = Mailbox(most_waiting=1)
    mailbox.put(Typed("one"))
    getattr(mailbox, way)(Stop("SIGTERM"))
    assert texts(mailbox) == [Stop("SIGTERM"), Typed("one")]


def test_waiting_ends_when_a_message_comes():
    """From another thread, with no time given."""
    mailbox = Mailbox()
    waiter = threading.Thread(target=mailbox.wait, args=[None])
    waiter.start()
    mailbox.put(Typed("one"))
    waiter.join(5)
    assert not waiter.is_alive()


def test_waiting_ends_with_its_time():
    """A timer is due: nothing has come."""
    mailbox = Mailbox()
    mailbox.wait(0.001)
    assert len(mailbox) == 0
