"""The engine alone, as another program imports it."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from delvebox import engine

ASK = """
import sys
before = set(sys.modules)
import delvebox.engine
new = {name.partition(".")[0] for name in set(sys.modules) - before}
third = sorted(name for name in new if name not in sys.stdlib_module_names and name != "delvebox")
banned = {"random", "secrets", "time", "threading", "queue", "asyncio", "pathlib", "logging", "socket", "subprocess"}
print(third, sorted(banned & new), sorted(name for name in sys.modules if name.startswith("delvebox.device")))
"""


def test_importing_the_engine_pulls_in_nothing_else():
    """`import delvebox.engine` pulls in no third party, no `random`, no `threading`, nothing of the device."""
    told = subprocess.run([sys.executable, "-I", "-c", ASK], capture_output=True, text=True, check=True, timeout=10)
    assert told.stdout.strip() == "[] [] []"


def test_everything_exported_is_there():
    """The public names exist and are listed in order."""
    assert all(hasattr(engine, name) for name in engine.__all__)
    assert len(set(engine.__all__)) == len(engine.__all__)


def raised(call):
    """The error that a call raises."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - any of the engine's own
        call()
    return caught.value


@pytest.mark.parametrize(
    "error",
    [
        raised(lambda: engine.Rules.from_mapping({"danger": {"die": 3}, "dragon": 1})),
        raised(
            lambda: engine.chance_of_danger(
                engine.new_state(engine.Rules()), engine.Rules(), [engine.commands.ResumeRest()]
            )
        ),
        raised(lambda: engine.Delve.from_json("{}")),
        raised(lambda: engine.event_from_dict({})),
        raised(lambda: engine.Delve(engine.Rules(), 1).apply(engine.Entry("undo", engine.commands.TakeNextTurn()))),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_go_from_process_to_process(error):
    """A program that plays in workers gets the same error from them: kind, text and what it holds."""
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - made a line before
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_a_delve_goes_from_process_to_process():
    """So does a whole delve, its refusals and entries."""
    delve = engine.Delve(engine.Rules(), 7)
    answers = [delve.play(engine.commands.TakeAction(action)) for action in ("search", "dance")]
    again, told = pickle.loads(pickle.dumps((delve, answers)))  # noqa: S301 - made a line before
    assert told == answers
    assert again.play(engine.commands.TakeAction("move")) == delve.play(engine.commands.TakeAction("move"))
