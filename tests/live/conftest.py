"""What the live tests share: the modules `live_box` and `ledger` beside this file, and a sound server."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_HERE = Path(__file__).parent


def _load(name: str, path: Path) -> None:
    # By its place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])


for _name in ("live_box", "ledger"):
    _load(_name, _HERE / f"{_name}.py")
