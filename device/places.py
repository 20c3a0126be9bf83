"""Where things lie when nobody says otherwise."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def clips_folder(state: Path) -> Path:
    """The folder of the clips that a box keeps, in its state folder."""
    return state / "clips"


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of journal, log and last good settings.

    `$STATE_DIRECTORY` (systemd sets it), else `$XDG_STATE_HOME/delvebox`, else `~/.local/state/delvebox`.
    """
    given = environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    home = environ.get("XDG_STATE_HOME", "")
    return Path(home or Path.home() / ".local" / "state") / "delvebox"
