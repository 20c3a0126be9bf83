"""What the speech tests share: sounds and stand-ins, by the modules `wavs` and `doubles` beside this file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

for _name in ("wavs", "doubles"):
    # By their place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
    _spec = importlib.util.spec_from_file_location(_name, Path(__file__).with_name(f"{_name}.py"))
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules[_name] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules[_name])
