"""`delvebox run` killed just after the table has muted it: what was told is so at the next start."""

from __future__ import annotations

from pathlib import Path

from .live_box import LiveBox


def test_mute_and_rate_outlive_a_kill(tmp_path: Path) -> None:
    """Kill -9 as soon as it is said: the next run is muted, says how to end it, and speaks at the new rate."""
    arguments = ("run", "--silent", "--pins", "mock", "--state-dir", tmp_path / "state")
    with LiveBox(tmp_path / "first", *arguments) as box:
        box.type("speak faster", "mute")
        box.expect("^said: Muted: press talk twice to be heard")
    with LiveBox(tmp_path / "second", *arguments) as box:
        box.expect("^said: Still muted: press talk twice to be heard")
        box.type("speak faster")
        box.expect("^said: Two hundred and five words a minute")
        box.type("listen again")
        box.expect("^said: Listening")
    with LiveBox(tmp_path / "third", *arguments) as box:
        box.expect("^panel: turn 1")
        box.type("status")
        box.expect("^said: Turn")
        assert not any("muted" in line.lower() for line in box.lines)
