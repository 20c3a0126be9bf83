"""What came of an evening of faults, and what a process holds meanwhile."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """What a process holds."""

    threads: int
    files: int
    memory_mb: float
    """Its own; what it shares with other programs changes with them."""


def holdings(pid: int) -> Held:
    """Of a process, as the kernel tells."""
    folder = Path(f"/proc/{pid}")
    memory_kb = next(
        line for line in (folder / "smaps_rollup").read_text().splitlines() if line.startswith("Anonymous:")
    )
    threads, files = (sum(1 for _ in (folder / name).iterdir()) for name in ("task", "fd"))
    return Held(threads, files, int(memory_kb.split()[1]) / 1024)


@dataclass
class Tally:
    """What happened, and what was wrong about it."""

    turns: int = 0
    accepted: int = 0
    denied: int = 0
    """Lines that could not be recorded, each told."""
    untold: int = 0
    """Entries that the journal holds, and that the kill came before the telling of."""
    faults: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        done = ", ".join(f"{number} × {what}" for what, number in sorted(self.faults.items()))
        return (
            f"{self.turns} turns by {self.accepted} entries, {self.denied} lines denied and told, {self.untold} entries"
            f" recorded and cut off before they were told; {done}; {len(self.wrong)} wrong"
        )
