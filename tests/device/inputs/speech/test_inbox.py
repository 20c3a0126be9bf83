"""What waits for the listener: in order, bounded, orders never lost."""

import threading

from delvebox.device.inputs.speech.inbox import Block, Inbox


def block(number: int) -> Block:
    """A block that can be told from others."""
    return Block(bytes([number]), 16_000, 1)


def test_what_comes_in_goes_out_in_order() -> None:
    """An order stays between the blocks between which it was given."""
    inbox = Inbox(5)
    items = [block(1), print, block(2)]
    for item in items:
        inbox.put(item)  # type: ignore[arg-type]
    assert [inbox.take(0) for _ in range(4)] == [*items, None]


def test_too_much_sound_drops_the_oldest_and_counts_it() -> None:
    """A callback never waits: the oldest blocks go, the orders stay."""
    inbox = Inbox(3)
    inbox.put(print)  # type: ignore[arg-type]
    for number in range(10):
        inbox.put(block(number))
    assert inbox.dropped == 7
    assert [inbox.take(0) for _ in range(5)] == [print, block(7), block(8), block(9), None]
    inbox.put(block(11))
    assert inbox.take(0) == block(11)
    assert inbox.dropped == 7


def test_one_that_waits_is_woken() -> None:
    """An order does not wait for the tick."""
    inbox = Inbox(3)
    threading.Timer(0.02, inbox.put, (block(1),)).start()
    assert inbox.take(8) == block(1)
