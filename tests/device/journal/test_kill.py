"""The process is killed in the middle of writing: every record that returned is there."""

from __future__ import annotations

import contextlib
import random
import subprocess
import sys

import pytest

from delvebox.device.journal import Journal

WRITER = """
import sys
from delvebox.device.journal import Journal
journal = Journal.open(sys.argv[1])
assert journal.troubles == (), journal.troubles
delve = journal.current() or journal.begin_delve(1, {})
while True:
    seq = journal.append(delve.id, {"kind": "command", "seq": delve.entries + 1, "text": "x" * 700})
    delve = journal.current()
    print(seq, flush=True)
"""


@pytest.mark.slow
@pytest.mark.timeout(120)  # fifty interpreters are started
def test_kill_never_loses_a_record_that_returned(tmp_path) -> None:
    """Fifty times the writer is killed at a random moment, and goes on from what the one before has left."""
    rng = random.Random(11)  # noqa: S311 - nothing secret hangs on it
    last = 0
    for _ in range(50):
        with subprocess.Popen([sys.executable, "-c", WRITER, tmp_path], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(rng.randrange(1, 40)):
                assert writer.stdout.readline()
            with contextlib.suppress(subprocess.TimeoutExpired):
                writer.wait(rng.random() * 0.003)
            writer.kill()
            told = writer.stdout.read().split()
        with contextlib.closing(Journal.open(tmp_path)) as journal:
            assert journal.troubles == ()
            seqs = [entry["seq"] for entry in journal.entries(1)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert len(seqs) > last
        if told:
            assert len(seqs) - int(told[-1]) in {0, 1}
        last = len(seqs)
