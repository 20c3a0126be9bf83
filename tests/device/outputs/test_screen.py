"""The panel's thread against luma's own ssd1306, with a controller at the far end of the wire."""

from __future__ import annotations

import atexit
import errno
import io
import logging
import queue
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.messages import PartChanged
from delvebox.device.outputs import display
from delvebox.device.outputs.awake import shifted
from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.page import Boxes, Heading, Page
from delvebox.device.outputs.pages import ASLEEP
from delvebox.device.outputs.screen import Screen
from delvebox.device.settings import Panel

from ...far_end import FarEnd

# luma 3.16 still calls what Pillow 14 takes away; `pillow<14` stands until luma follows.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")

FRAME_BYTES = 1034
"""A full frame on the wire: address, control and six bytes of window, then address, control and 1024 of pixels."""
QUICK = (0.005,)
NEVER = (3600.0,)


def page(text: str) -> Page:
    """A page that differs from others by its text."""
    return Page("tracker", (Heading(text), Boxes("boxes", 2, 5)))


def pixels(text: str) -> bytes:
    """What that page looks like."""
    return draw_page(page(text), 128, 64)


@pytest.fixture
def told() -> queue.Queue[PartChanged]:
    """What the session was told."""
    return queue.Queue()


Start = Callable[..., Screen]


@pytest.fixture
def start(told: queue.Queue[PartChanged]) -> Iterator[Start]:
    """Start screens, and close them after the test."""
    screens: list[Screen] = []

    def started(kind: str = "wired", panel: Panel | None = None, **more: object) -> Screen:
        screens.append(Screen(panel or Panel(), told.put, kind, **more))  # type: ignore[arg-type]
        return screens[-1]

    yield started
    for screen in screens:
        screen.close()


def test_a_page_reaches_the_controllers_memory_as_it_was_drawn(far_end: FarEnd, start: Start) -> None:
    """Pixel for pixel, with the display switched on."""
    screen = start()
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert screen.image_bytes() == pixels("turn 5") == far_end.picture()
    assert far_end.on
    assert screen.working


def test_the_first_frame_is_sent_whole_and_of_the_next_what_differs(far_end: FarEnd, start: Start) -> None:
    """All bytes after the start condition are counted; luma opens the bus itself, or a frame would be 33 pieces."""
    screen = start()
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert sum(map(len, far_end.transactions[-2:])) == FRAME_BYTES
    far_end.transactions.clear()
    screen.show(page("turn 6"))
    assert screen.flush(5)
    assert 0 < far_end.sent_bytes < 50
    assert far_end.picture() == pixels("turn 6")
    far_end.transactions.clear()
    screen.show(page("turn 6"))
    assert screen.flush(5)
    assert far_end.transactions == []


def test_of_many_pages_the_latest_wins(far_end: FarEnd, start: Start) -> None:
    """While a frame is on the wire the caller never waits, and what grew old meanwhile is not sent."""
    screen = start()
    screen.show(page("first"))
    assert screen.flush(5)
    far_end.transactions.clear()
    far_end.entered.clear()
    far_end.free.clear()
    screen.show(page("turn 0"))
    assert far_end.entered.wait(5)
    for turn in range(1, 100):
        screen.show(page(f"turn {turn}"))
    assert not screen.flush(0.01)
    far_end.free.set()
    assert screen.flush(5)
    assert far_end.picture() == pixels("turn 99")
    assert len(far_end.transactions) == 4, "two frames of one window each"


@pytest.mark.parametrize("cut_after", [0, 1, 2, 7, 8, 9, 10, 11, 40])
def test_a_display_lost_within_a_frame_is_told_once_and_found_again(
    cut_after: int, far_end: FarEnd, start: Start, told: queue.Queue[PartChanged]
) -> None:
    """Luma tells the loss by two unrelated errors, at a command and within data; the object is used again."""
    screen = start(backoff_seconds=QUICK)
    screen.show(page("turn 5"))
    assert screen.flush(5)
    hooks, threads = atexit._ncallbacks(), threading.active_count()
    far_end.bytes_until_cut = cut_after
    screen.show(page("danger"))
    assert screen.flush(5)
    lost = told.get(timeout=5)
    assert (lost.part, lost.working) == ("panel", False)
    assert "display at 0x3c on I2C bus 1 does not answer" in lost.sentence
    assert "check its four wires" in lost.sentence
    tries = len(far_end.transactions)
    far_end.wait_for_transactions(tries + 3)
    screen.show(page("turn 7"))
    far_end.bytes_until_cut = None
    far_end.plugged = True
    assert told.get(timeout=5) == PartChanged("panel", working=True)
    assert screen.flush(5)
    assert far_end.picture() == pixels("turn 7")
    assert far_end.on
    assert far_end.opened == far_end.closed + 1
    assert told.empty()
    assert (atexit._ncallbacks(), threading.active_count()) == (hooks, threads)


def test_a_display_found_again_gets_its_page_though_it_had_it_before(
    far_end: FarEnd, start: Start, told: queue.Queue[PartChanged]
) -> None:
    """What was sent before the loss counts for nothing: the display came back dark."""
    screen = start(backoff_seconds=QUICK)
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.plugged = False
    screen.show(page("turn 6"))
    assert not told.get(timeout=5).working
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.plugged = True
    assert told.get(timeout=5).working
    assert screen.flush(5)
    assert far_end.picture() == pixels("turn 5")


def test_a_lost_display_is_left_alone_until_its_time(far_end: FarEnd, start: Start) -> None:
    """Pages go on being drawn, for the terminal and the web, without a byte to the bus."""
    screen = start(backoff_seconds=NEVER)
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.plugged = False
    screen.show(page("turn 6"))
    assert screen.flush(5)
    sent = len(far_end.transactions)
    for turn in range(7, 20):
        screen.show(page(f"turn {turn}"))
        assert screen.flush(5)
        assert screen.image_bytes() == pixels(f"turn {turn}")
    assert len(far_end.transactions) == sent
    assert not screen.working


@pytest.mark.parametrize(
    ("error", "cure"),
    [
        (OSError(errno.ENOENT, "No such file"), "I2C bus 1 is not there .*turn I2C on with raspi-config"),
        (OSError(errno.EACCES, "Permission denied"), "I2C bus 1 may not be opened: add this user to the group i2c"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
    ],
)
def test_a_bus_that_cannot_be_opened_is_told_with_its_cure(
    error: OSError, cure: str, far_end: FarEnd, start: Start, told: queue.Queue[PartChanged]
) -> None:
    """The box starts without a display, says why, and takes it up when it appears."""
    far_end.open_error = error
    screen = start(backoff_seconds=QUICK)
    screen.show(page("turn 5"))
    assert screen.flush(5)
    lost = told.get(timeout=5)
    assert not lost.working
    assert re.search(cure, lost.sentence)
    far_end.open_error = None
    assert told.get(timeout=5).working
    assert far_end.picture() == pixels("turn 5")


def test_the_last_page_stays_when_the_box_is_closed(far_end: FarEnd, start: Start) -> None:
    """Closing waits for it, lets go of the bus, and whatever is shown later is dropped."""
    screen = start()
    screen.show(page("turn 5"))
    screen.close(page("goodbye"))
    assert far_end.picture() == pixels("goodbye")
    assert far_end.on
    assert (far_end.opened, far_end.closed) == (1, 1)
    screen.show(page("too late"))
    assert screen.flush(0)
    screen.close()
    assert far_end.picture() == pixels("goodbye")


@pytest.mark.parametrize("cut", [0, 7, 300])
def test_a_display_lost_while_the_last_page_is_sent_keeps_nobody_from_closing(
    cut: int, far_end: FarEnd, start: Start
) -> None:
    """The bus is let go, and the thread is over."""
    screen = start()
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.bytes_until_cut = cut
    screen.close(page("goodbye"))
    assert not screen._thread.is_alive()
    assert far_end.opened == far_end.closed


@pytest.mark.parametrize("back", [True, False], ids=["back", "gone"])
def test_a_lost_display_is_tried_once_more_with_the_last_page(back: bool, far_end: FarEnd, start: Start) -> None:
    """Whatever its backoff still has to wait: it may have been put back just now."""
    screen = start(backoff_seconds=(3600.0,))
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.bytes_until_cut = 0
    screen.show(page("turn 6"))
    assert screen.flush(5)
    assert not screen.working
    if back:
        far_end.plugged, far_end.bytes_until_cut = True, None
    screen.close(page("goodbye"))
    assert not screen._thread.is_alive()
    assert (far_end.picture() == pixels("goodbye")) is back
    assert far_end.opened == far_end.closed


def test_without_a_last_page_the_panel_goes_dark(far_end: FarEnd, start: Start) -> None:
    """The display is switched off; its memory may keep what it likes."""
    screen = start()
    screen.show(page("turn 5"))
    assert screen.flush(5)
    screen.close()
    assert not far_end.on
    assert far_end.closed == 1


def test_luma_s_exit_hook_leaves_the_last_page_alone(far_end: FarEnd, start: Start) -> None:
    """Luma blanks a display at exit by its own hook; the hook's call on our device finds nothing to do."""
    screen = start()
    screen.close(page("goodbye"))
    device = screen._display._device  # type: ignore[union-attr]
    device.cleanup()
    assert far_end.picture() == pixels("goodbye")
    assert far_end.on


def test_a_bus_that_hangs_keeps_nobody_from_closing(
    far_end: FarEnd, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    """The caller waits for no longer than it said."""
    screen = start()
    assert far_end.entered.wait(5)
    far_end.free.clear()
    screen.show(page("turn 5"))
    with caplog.at_level(logging.WARNING):
        screen.close(page("goodbye"), timeout_seconds=0.01)
    assert "left to itself" in caplog.text


def test_the_dummy_keeps_the_picture_without_any_bus(
    far_end: FarEnd, start: Start, told: queue.Queue[PartChanged]
) -> None:
    """What a laptop has: luma's stand-in holds the same pixels."""
    from PIL import Image, ImageChops

    screen = start("dummy")
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert far_end.opened == 0
    kept = screen._display._device.image  # type: ignore[union-attr]
    assert kept.tobytes() == screen.image_bytes() == pixels("turn 5")
    png = Image.open(io.BytesIO(display.png_of(screen.image_bytes(), 128, 64, scale=2)))
    assert png.size == (256, 128)
    assert ImageChops.difference(png.convert("L").resize((128, 64), 0), kept.convert("L")).getbbox() is None
    assert told.empty()


@pytest.mark.parametrize(("board", "enabled"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_pc_s_own_buses_are_never_touched(
    board: bool, enabled: bool, far_end: FarEnd, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By itself only a board with pins, with the panel enabled, gets a wired display."""
    monkeypatch.setattr(display, "BOARD", Path(__file__) if board else Path(__file__) / "missing")
    screen = start("auto", Panel(enabled=enabled))
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert far_end.opened == (1 if board and enabled else 0)


def test_the_thread_outlives_a_missing_luma(
    start: Start, told: queue.Queue[PartChanged], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the library the picture is drawn all the same, and what is missing is told with its cure."""
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    screen = start(backoff_seconds=NEVER)
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert screen.image_bytes() == pixels("turn 5")
    assert "run make setup again" in told.get(timeout=5).sentence


def test_an_unknown_failure_of_luma_is_told_and_tried_again(
    far_end: FarEnd, start: Start, told: queue.Queue[PartChanged], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the library raises, the thread goes on."""

    def fail(*_: object) -> None:
        raise AssertionError("32 bytes at most")

    with monkeypatch.context() as broken:
        broken.setattr(far_end, "i2c_rdwr", fail)
        screen = start(backoff_seconds=QUICK)
        assert "luma failed (32 bytes at most)" in told.get(timeout=5).sentence
    screen.show(page("turn 5"))
    assert told.get(timeout=5).working
    assert screen.flush(5)
    assert far_end.picture() == pixels("turn 5")


def test_a_page_that_cannot_be_drawn_does_not_end_the_thread(
    far_end: FarEnd, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    """The next page is shown; the log has the cause."""
    screen = start()
    screen.show(Page("odd", (object(),)))  # type: ignore[arg-type]
    assert screen.flush(5)
    assert "the page odd could not be drawn" in caplog.text
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert far_end.picture() == pixels("turn 5")


def test_a_module_wired_to_later_columns_gets_its_picture_there(far_end: FarEnd, start: Start) -> None:
    """`panel.column_offset` moves the picture within the controller's memory."""
    screen = start(panel=Panel(column_offset=2))
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert far_end.picture(left=2) == pixels("turn 5")


def test_upside_down_is_half_a_turn(far_end: FarEnd, start: Start) -> None:
    """`panel.rotate: 2` turns what is sent, never what the terminal shows."""
    screen = start(panel=Panel(rotate=2))
    screen.show(page("turn 5"))
    assert screen.flush(5)
    upright = int.from_bytes(pixels("turn 5"), "big")
    turned = int.from_bytes(far_end.picture(), "big")
    assert f"{turned:08192b}" == f"{upright:08192b}"[::-1]
    assert screen.image_bytes() == pixels("turn 5")


def test_whoever_shows_the_picture_hears_of_each_new_one(far_end: FarEnd, start: Start) -> None:
    """Called once a changed picture, on the screen's thread."""
    seen: list[str] = []
    screen = start(on_frame=lambda: seen.append(threading.current_thread().name))
    for text in ("turn 5", "turn 5", "turn 6"):
        screen.show(page(text))
        assert screen.flush(5)
    assert seen == ["screen", "screen"]


def test_a_kind_that_does_not_exist_is_refused_by_name() -> None:
    """The error lists what there is."""
    with pytest.raises(ValueError, match="no display of kind 'oled': take one of auto, dummy, wired"):
        display.open_display(Panel(), "oled")


@pytest.mark.parametrize(("controller", "full"), [("ssd1306", 0xCF), ("sh1106", 0x7F), ("sh1107", 0x7F)])
def test_the_display_dims_sleeps_and_wakes(controller: str, full: int, far_end: FarEnd, start: Start) -> None:
    """By contrast, then by switching it off with its picture kept; in a few bytes each."""
    far_end.wire_up(controller)
    screen = start(panel=Panel(controller=controller))  # type: ignore[arg-type]
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert (far_end.on, far_end.controller.contrast) == (True, full)
    for light, on, contrast, most in (("dim", True, 1, 7), ("dark", False, 1, 3), ("bright", True, full, 7)):
        far_end.transactions.clear()
        screen.show(page("turn 5"), light)  # type: ignore[arg-type]
        assert screen.flush(5)
        assert (far_end.on, far_end.controller.contrast) == (on, contrast)
        assert far_end.picture() == pixels("turn 5")
        assert far_end.sent_bytes <= most


def test_a_waking_display_has_its_picture_before_its_light(far_end: FarEnd, start: Start) -> None:
    """What was there before it slept is not seen again; while it sleeps nothing is sent but that it does."""
    screen = start()
    screen.show(page("turn 5"))
    screen.show(ASLEEP, "dark")
    assert screen.flush(5)
    assert not far_end.on
    assert screen.image_bytes() == bytes(1024)
    far_end.transactions.clear()
    screen.show(page("turn 6"))
    assert screen.flush(5)
    assert far_end.picture() == pixels("turn 6")
    assert far_end.transactions[-1] == bytes([0x78, 0x00, 0xAF])


def test_a_display_found_again_shines_as_it_should(
    far_end: FarEnd, start: Start, told: queue.Queue[PartChanged]
) -> None:
    """Its greeting makes it bright; a panel that sleeps is dark again at once."""
    screen = start(backoff_seconds=QUICK)
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.plugged = False
    screen.show(page("turn 6"), "dim")
    assert not told.get(timeout=5).working
    far_end.wire_up("ssd1306")
    far_end.plugged = True
    assert told.get(timeout=5).working
    assert screen.flush(5)
    assert (far_end.on, far_end.controller.contrast) == (True, 1)


def test_the_picture_moves_with_another_page_and_never_by_itself(far_end: FarEnd, start: Start) -> None:
    """By a pixel, once the settings' time is over; the terminal's picture stands still."""
    now = [0.0]
    screen = start(now_seconds=lambda: now[0], panel=Panel(shift_minutes=5))

    def shown(name: str, text: str) -> bytes:
        screen.show(Page(name, page(text).rows))
        assert screen.flush(5)
        assert screen.image_bytes() == pixels(text)
        return far_end.picture()

    assert shown("tracker", "turn 5") == pixels("turn 5")
    now[0] = 299.0
    assert shown("danger", "turn 6") == pixels("turn 6")
    now[0] = 301.0
    assert shown("danger", "turn 7") == pixels("turn 7")
    assert shown("tracker", "turn 8") == shifted(pixels("turn 8"), 128, 1, 0)
    assert shown("danger", "turn 9") == shifted(pixels("turn 9"), 128, 1, 0)
    now[0] = 10_000.0
    assert shown("tracker", "turn 8") == shifted(pixels("turn 8"), 128, 1, 1)


def test_an_idle_panel_sends_nothing(far_end: FarEnd, start: Start) -> None:
    """However often the same page comes."""
    screen = start()
    screen.show(page("turn 5"))
    assert screen.flush(5)
    far_end.transactions.clear()
    for _ in range(100):
        screen.show(page("turn 5"))
    assert screen.flush(5)
    assert far_end.transactions == []


@pytest.mark.parametrize("controller", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("height", [64, 32])
def test_a_low_panel_gets_its_rows(height: int, controller: str, far_end: FarEnd, start: Start) -> None:
    """128×32 has four of the controller's pages."""
    far_end.wire_up(controller)
    screen = start(panel=Panel(controller=controller, height=height))  # type: ignore[arg-type]
    screen.show(page("turn 5"))
    assert screen.flush(5)
    assert far_end.picture(height=height) == screen.image_bytes() == draw_page(page("turn 5"), 128, height)
