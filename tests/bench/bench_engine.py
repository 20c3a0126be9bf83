"""Figures of the engine: `.venv/bin/python tests/bench/bench_engine.py`. Nothing here is a test.

Times are this process's own on its core, so that whatever else the machine does counts little.
"""

from __future__ import annotations

import json
import statistics
import time
import tracemalloc

from delvebox.engine import (
    Delve,
    Entry,
    Rules,
    chance_of_danger,
    commands,
    decide,
    entry_from_dict,
    entry_to_dict,
    evolve,
    new_state,
)
from delvebox.engine.dice import FixedDice

PLAN = (
    commands.LightUp("torch", "mira"),
    commands.TakeAction("search"),
    commands.TakeAction("obstacle", loud=True),
    commands.TakeNextTurn(),
    commands.TakeAction("lookout"),
    commands.TakeAction("move"),
    commands.TakeAction("investigate"),
    commands.TakeAction("move"),
)


def turn_microseconds(turns: int = 20_000) -> tuple[float, float]:
    """Median and 99th percentile of one turn decided and evolved, in µs."""
    rules, dice = Rules(), FixedDice(1)
    state, times = new_state(rules), []
    while state.completed < turns:
        for command in PLAN:
            begin = time.thread_time_ns()
            events = decide(state, command, rules, dice)
            after = state
            for event in events:  # type: ignore[union-attr]
                after = evolve(after, event)
            spent = time.thread_time_ns() - begin
            if after.completed > state.completed:
                times.append(spent / 1000)
            state = after
    return statistics.median(times), statistics.quantiles(times, n=100)[98]


def played(turns: int) -> Delve:
    """A delve of so many turns."""
    delve = Delve(Rules(), 1)
    while delve.state.completed < turns:
        for command in PLAN:
            delve.play(command)
    return delve


def main() -> None:
    """Print every figure."""
    median, slow = turn_microseconds()
    print(f"a turn decided and evolved: median {median:.1f} µs, 99th percentile {slow:.1f} µs (at most 50)")

    begin = time.process_time()
    turns = played(20_000).state.completed
    rate = turns / (time.process_time() - begin)
    print(f"turns played in a delve on one core: {rate:,.0f} a second (at least 20,000)")

    lines = [json.dumps(entry_to_dict(entry)) for entry in played(10_000).entries]
    begin = time.process_time()
    entries: list[Entry] = [entry_from_dict(json.loads(line)) for line in lines]
    delve = Delve.replay(Rules(), 1, entries)
    spent = time.process_time() - begin
    print(f"{delve.state.completed} journalled turns replayed from JSON text: {spent:.2f} s (at most 1)")

    begin = time.process_time()
    again = Delve.from_json(delve.to_json())
    spent = time.process_time() - begin
    print(f"{again.state.completed} turns saved as JSON and read again, checked: {spent:.2f} s")

    del delve, entries, again
    tracemalloc.start()
    delve = played(10_000)
    size = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    print(f"memory of a delve of {delve.state.completed} turns: {size:.1f} MB (at most 40)")

    times = []
    for _ in range(20):
        begin = time.process_time()
        chance_of_danger(delve.state, delve.rules, (commands.RestOneTurn(),) * 48)
        times.append((time.process_time() - begin) * 1000)
    print(f"odds of 48 turns: median {statistics.median(times):.1f} ms (at most 5)")


if __name__ == "__main__":
    main()
