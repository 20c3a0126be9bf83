"""The engine alone, as another program imports it."""

from __future__ import annotations

import subprocess
import sys

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
