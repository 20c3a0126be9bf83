"""What the speech tests share: sounds, by the module `wavs` beside this file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

# By its place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
_spec = importlib.util.spec_from_file_location("wavs", Path(__file__).with_name("wavs.py"))
assert _spec is not None
assert _spec.loader is not None
sys.modules["wavs"] = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules["wavs"])
