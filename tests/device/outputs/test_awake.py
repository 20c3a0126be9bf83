"""When the panel dims and sleeps, and how its picture moves."""

from __future__ import annotations

import pytest

from delvebox.device.outputs.awake import SHIFTS, Awake, shifted
from delvebox.device.settings import Panel


@pytest.mark.parametrize(
    ("idle_seconds", "light", "next_change"),
    [(0, "bright", 120.0), (119, "bright", 120.0), (120, "dim", 600.0), (599, "dim", 600.0), (600, "dark", None)],
)
def test_it_dims_then_sleeps_after_the_settings_times(
    idle_seconds: float, light: str, next_change: float | None
) -> None:
    """Counted from the last thing that happened; a timer is due for each change."""
    awake = Awake(Panel(dim_minutes=2, sleep_minutes=10), 0.0)
    assert awake.light(idle_seconds) == light
    assert awake.next_change_seconds(idle_seconds) == next_change


def test_whatever_happens_makes_it_bright_again() -> None:
    """And its times count anew."""
    awake = Awake(Panel(dim_minutes=2, sleep_minutes=10), 0.0)
    awake.touch(700.0)
    assert awake.light(700.0) == "bright"
    assert awake.next_change_seconds(700.0) == 820.0


@pytest.mark.parametrize("panel", [Panel(dim_minutes=None, sleep_minutes=None), Panel(enabled=False)])
def test_a_panel_may_never_sleep(panel: Panel) -> None:
    """By its settings, or because there is none: a press must not be lost on a panel that nobody sees."""
    awake = Awake(panel, 0.0)
    assert awake.light(1e9) == "bright"
    assert awake.next_change_seconds(0.0) is None


def test_a_moved_frame_has_each_pixel_at_its_new_place() -> None:
    """To the right and down; what leaves the frame is lost, what enters it is dark."""
    frame = bytes([0b10000001, 0b11111111, 0, 0])
    assert shifted(frame, 16, 0, 0) == frame
    assert shifted(frame, 16, 1, 0) == bytes([0b01000000, 0b11111111, 0, 0])
    assert shifted(frame, 16, 1, 1) == bytes([0, 0, 0b01000000, 0b11111111])
    assert len(set(SHIFTS)) == len(SHIFTS) == 4
