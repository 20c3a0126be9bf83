"""What goes over the wire: windows of what changed, held against luma's full redraw by what the controller keeps."""

from __future__ import annotations

import atexit
import gc
import runpy
import statistics
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delvebox.device.outputs.controllers import CONTROLLERS
from delvebox.device.outputs.display import DisplayError, open_display
from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.pages import Look
from delvebox.device.outputs.windows import Window, changed_windows, memory_of
from delvebox.device.settings import Panel

from ...far_end import FarEnd
from ...panel_delve import PARTIES, frames_of_delve

# luma 3.16 still calls what Pillow 14 takes away; `pillow<14` stands until luma follows.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")

SCENES = runpy.run_path(str(Path(__file__).with_name("scenes.py")))["SCENES"]
NAMES = tuple(CONTROLLERS)
FULL_FRAME = {"ssd1306": 1034, "sh1106": 1080, "sh1107": 1136}
"""All bytes of a whole 128×64 frame, as luma sends it."""
SIZE = 128 * 64 // 8


def frame_of(scene: str, height: int = 64) -> bytes:
    """A page of the panel as pixels."""
    return draw_page(SCENES[scene](Look(height)), 128, height)


def redrawn(panel: Panel, frame: bytes, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The controller's memory after luma's own device drew the whole frame."""
    import luma.oled.device
    import smbus2
    from luma.core.interface.serial import i2c
    from PIL import Image

    end = FarEnd(panel.controller)
    with monkeypatch.context() as patched:
        patched.setattr(smbus2, "SMBus", end.open)
        patched.setattr(atexit, "register", lambda hook: hook)
        size = (64, 128, panel.rotate + 1) if panel.controller == "sh1107" else (128, panel.height, panel.rotate)
        device = getattr(luma.oled.device, panel.controller)(i2c(port=1), *size)
        device.display(Image.frombytes("1", (128, panel.height), frame))
    return end.memory


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize(("name", "height"), [*((name, 64) for name in NAMES), ("ssd1306", 32), ("sh1106", 32)])
def test_what_changed_leaves_the_memory_that_a_full_redraw_leaves(
    name: str, height: int, rotate: int, far_end: FarEnd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte, after each of the panel's pages in turn and back again, upside down too."""
    panel = Panel(controller=name, height=height, rotate=rotate)
    far_end.wire_up(name)
    display = open_display(panel, "wired")
    display.connect()
    for scene in [*SCENES, *reversed(SCENES)]:
        frame = frame_of(scene, height)
        far_end.transactions.clear()
        display.show(frame)
        assert far_end.sent_bytes <= FULL_FRAME[name]
        assert far_end.memory == redrawn(panel, frame, monkeypatch), scene


PIXELS = st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, 255)), max_size=60)


@given(changes=st.lists(PIXELS, min_size=1, max_size=5))
@pytest.mark.parametrize("name", NAMES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_whatever_changes_the_memory_is_that_of_the_last_frame(
    name: str, changes: list[list[tuple[int, int]]], far_end: FarEnd
) -> None:
    """Any bytes of any frame; an equal frame sends nothing, and no frame more than a whole one."""
    far_end.wire_up(name)
    display = open_display(Panel(controller=name), "wired")
    display.connect()
    frame = bytearray(SIZE)
    display.show(bytes(frame))
    for change in changes:
        for place, value in change:
            frame[place] = value
        far_end.transactions.clear()
        display.show(bytes(frame))
        assert far_end.sent_bytes <= FULL_FRAME[name]
        assert far_end.picture() == frame
        far_end.transactions.clear()
        display.show(bytes(frame))
        assert far_end.transactions == []
    display.close()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "windows",
    [
        [Window(0, 0, 0, 0)],
        [Window(2, 5, 7, 63)],
        [Window(0, 7, 0, 63)],
        [Window(2, 2, 0, 3), Window(2, 2, 20, 30), Window(3, 4, 0, 9), Window(3, 4, 40, 41), Window(5, 5, 1, 1)],
    ],
)
def test_what_windows_cost_is_what_they_send(name: str, windows: list[Window], far_end: FarEnd) -> None:
    """Windows are joined by this figure; it counts address and control bytes."""
    far_end.wire_up(name)
    display = open_display(Panel(controller=name), "wired")
    display.connect()
    far_end.transactions.clear()
    controller = CONTROLLERS[name]
    for commands, window in controller.steps(windows, 0):
        display._device.command(*commands)  # type: ignore[attr-defined]
        display._device.data([0] * window.pages * window.columns)  # type: ignore[attr-defined]
    assert far_end.sent_bytes == controller.cost.of(windows)


@pytest.mark.parametrize("seed", [6, 7])
@pytest.mark.parametrize("party", PARTIES)
@pytest.mark.parametrize("name", ["ssd1306", "sh1106"])
def test_a_delve_of_200_turns_sends_few_bytes(name: str, party: str, seed: int, far_end: FarEnd) -> None:
    """The tracker page from turn to turn, page changes aside: at most 150 bytes by the median, and 300 ever.

    Whatever goes out at once: of the parties, one has six lights that all do. What is lit or begun again is a frame of
    its own, which counts for the most but would make the median look better than a turn's.
    """
    far_end.wire_up(name)
    display = open_display(Panel(controller=name), "wired")
    display.connect()
    turns, most = [], 0
    for shown in frames_of_delve(200, party=PARTIES[party], seed=seed):
        far_end.transactions.clear()
        display.show(shown.frame)
        if shown.same_page:
            most = max(most, far_end.sent_bytes)
            turns += [far_end.sent_bytes] * shown.of_turn
    assert len(turns) > 140
    assert (statistics.median(turns) <= 150, most <= 300) == (True, True), (statistics.median(turns), most)


def cuts(count: int) -> Iterator[int]:
    """After how many bytes of so many the wire is cut."""
    return iter(range(count))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("powerless", [False, True], ids=["wire", "power"])
@pytest.mark.parametrize("name", NAMES)
def test_a_bus_that_dies_at_any_byte_of_a_frame_is_right_again_within_one(
    name: str, powerless: bool, far_end: FarEnd
) -> None:
    """For every byte of a whole frame: the display kept its power and half a command, or came back dark."""
    display = open_display(Panel(controller=name), "wired")
    first, second = frame_of("tracker"), frame_of("danger")
    far_end.wire_up(name)
    display.connect()
    display.show(second)
    wanted = far_end.memory
    hooks, threads = atexit._ncallbacks(), threading.active_count()
    for cut in cuts(FULL_FRAME[name]):
        far_end.bytes_until_cut = None
        display.connect()
        far_end.bytes_until_cut = cut
        with pytest.raises(DisplayError, match="does not answer"):
            display.show(first)
        if powerless:
            far_end.wire_up(name)
        far_end.plugged, far_end.bytes_until_cut = True, None
        display.connect()
        display.show(second)
        assert far_end.memory == wanted, f"cut after {cut} bytes"
        assert far_end.on
        far_end.transactions.clear()
    assert far_end.opened == far_end.closed + 1
    assert (atexit._ncallbacks(), threading.active_count()) == (hooks, threads)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("name", NAMES)
def test_a_bus_that_dies_at_any_byte_of_a_greeting_or_a_small_change_is_right_again(name: str, far_end: FarEnd) -> None:
    """A command that was cut short takes the first bytes of the greeting for its own, and no harm comes of it."""
    display = open_display(Panel(controller=name), "wired")
    first, second = frame_of("tracker"), frame_of("heard")
    far_end.wire_up(name)
    display.connect()
    greeting = far_end.sent_bytes
    display.show(first)
    far_end.transactions.clear()
    display.show(second)
    change, wanted = far_end.sent_bytes, far_end.memory

    def small_change() -> None:
        display.show(second)

    def cut_within(act: Callable[[], None], cut: int) -> None:
        far_end.bytes_until_cut = cut
        with pytest.raises(DisplayError, match="does not answer"):
            act()
        far_end.plugged, far_end.bytes_until_cut = True, None
        display.connect()
        display.show(second)
        assert far_end.memory == wanted, f"cut after {cut} bytes"
        assert far_end.on

    for cut in cuts(greeting):
        cut_within(display.connect, cut)
    for cut in cuts(change):
        display.show(first)
        cut_within(small_change, cut)


def test_losing_and_finding_a_display_leaves_no_memory_behind(far_end: FarEnd) -> None:
    """The objects alive after a hundred losses are those after ten."""
    display = open_display(Panel(), "wired")
    frame = frame_of("tracker")

    def lose_and_find() -> None:
        display.connect()
        far_end.bytes_until_cut = 500
        with pytest.raises(DisplayError):
            display.show(frame)
        far_end.plugged, far_end.bytes_until_cut = True, None
        far_end.transactions.clear()

    def alive_after(times: int) -> int:
        for _ in range(times):
            lose_and_find()
        gc.collect()
        return len(gc.get_objects())

    alive_after(10)
    before = alive_after(10)
    assert alive_after(100) <= before + 10


def test_memory_of_a_frame_has_eight_rows_in_a_byte() -> None:
    """The upper row is the lowest bit; columns go from the left."""
    frame = bytearray(16 * 16)
    frame[0] = 0x80  # upper left
    frame[7 * 16 + 15] = 0x01  # eighth row, right
    frame[8 * 16 + 1] = 0x40  # ninth row, tenth column
    memory = memory_of(bytes(frame), 128)
    assert {place: byte for place, byte in enumerate(memory) if byte} == {0: 0x01, 127: 0x80, 128 + 9: 0x01}


def test_windows_are_joined_where_that_is_cheaper() -> None:
    """A gap is sent over when it is no longer than a window's own bytes; a tall change is one window on ssd1306."""
    held = bytes(256)

    def windows(name: str, *places: int) -> list[Window]:
        wanted = bytearray(256)
        for place in places:
            wanted[place] = 1
        return changed_windows(held, bytes(wanted), 128, CONTROLLERS[name].cost)

    assert windows("ssd1306") == []
    assert windows("ssd1306", 0, 8) == [Window(0, 0, 0, 8)]
    assert windows("ssd1306", 0, 9) == [Window(0, 0, 0, 0), Window(0, 0, 9, 9)]
    assert windows("ssd1306", 5, 128 + 5) == [Window(0, 1, 5, 5)]
    assert windows("sh1106", 0, 7) == [Window(0, 0, 0, 7)]
    assert windows("sh1106", 0, 8) == [Window(0, 0, 0, 0), Window(0, 0, 8, 8)]
    assert windows("sh1106", 5, 128 + 5) == [Window(0, 0, 5, 5), Window(1, 1, 5, 5)]
