"""What waits for a broker: the latest state, and what happened while it was there."""

from __future__ import annotations

from delvebox.device.mqtt.outbox import MOST_WAITING, News, Outbox


def told(news: News | None) -> tuple[bool, str | None, tuple[str, ...]]:
    """News with its state made."""
    assert news is not None
    return news.anew, news.state and news.state(), news.happened


def test_a_broker_that_is_away_costs_no_memory() -> None:
    """A hundred thousand turns without one: the last state waits, and nothing that happened."""
    outbox = Outbox()
    for turn in range(100_000):
        outbox.put(lambda turn=turn: str(turn), ["turn", "danger"])  # type: ignore[misc]
    assert len(outbox) == 1
    outbox.connect(connected=True)
    assert told(outbox.take()) == (True, "99999", ())


def test_a_slow_broker_costs_little_memory() -> None:
    """While it is there and takes its time, the oldest happenings go."""
    outbox = Outbox()
    outbox.connect(connected=True)
    for turn in range(10 * MOST_WAITING):
        outbox.put(lambda: "state", [f"turn {turn}"])
    anew, state, happened = told(outbox.take())
    assert (anew, state, len(happened)) == (True, "state", MOST_WAITING)
    assert happened[-1] == f"turn {10 * MOST_WAITING - 1}"


def test_with_each_connection_all_is_told_anew() -> None:
    """A broker may have forgotten; what happened before is not told late."""
    outbox = Outbox()
    outbox.connect(connected=True)
    outbox.put(lambda: "one", ["turn"])
    assert told(outbox.take()) == (True, "one", ("turn",))
    outbox.put(lambda: "two", ["danger"])
    assert told(outbox.take()) == (False, "two", ("danger",))
    outbox.put(lambda: "three", ["turn"])
    outbox.connect(connected=False)
    outbox.connect(connected=True)
    assert told(outbox.take()) == (True, "three", ())


def test_when_it_closes_nothing_more_is_told() -> None:
    """Whatever waits."""
    outbox = Outbox()
    outbox.connect(connected=True)
    outbox.put(lambda: "state")
    outbox.close()
    assert outbox.take() is None
    assert not outbox.connected
