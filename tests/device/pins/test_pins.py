import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from delvebox.device.pins import Pins, PinsError, chip, is_pi, open_pins, opening, pin_holders


@pytest.fixture
def pins() -> Iterator[Pins]:
    """Mock pins."""
    opened = open_pins("mock")
    yield opened
    opened.close()


def test_edges_of_a_mock_button_come_at_once_with_every_bounce(pins: Pins) -> None:
    """What the far end of the wire does is told edge by edge; nothing is debounced here."""
    seen: list[bool] = []
    watched = pins.watch(5, seen.append)
    for pressed in (True, False, True, True, False):
        pins.drive(5, pressed=pressed)
        assert watched.pressed() == pressed
    assert seen == [True, False, True, False]


def test_pressed_is_pressed_whatever_the_polarity(pins: Pins) -> None:
    """An active-high button rests low and an active-low one high; both tell pressed as True."""
    for pin, active_low in ((5, True), (6, False)):
        seen: list[bool] = []
        watched = pins.watch(pin, seen.append, active_low=active_low)
        assert not watched.pressed()
        pins.drive(pin, pressed=True)
        pins.drive(pin, pressed=False)
        assert seen == [True, False]


def test_a_level_that_is_no_level_is_no_edge(pins: Pins) -> None:
    """Level 2, by which lgpio reports a timeout of its own, is not an edge."""
    seen: list[bool] = []
    watched = pins.watch(5, seen.append)
    watched._changed(0, 2)
    assert seen == []


def test_a_watched_pin_lives_without_being_kept_by_the_caller(pins: Pins) -> None:
    """The library holds its callbacks weakly; a button must not fall silent for that."""
    seen: list[bool] = []
    pins.watch(5, lambda pressed: seen.append(not pressed))
    gc.collect()
    pins.drive(5, pressed=True)
    assert seen == [False]


def test_a_pin_is_taken_once(pins: Pins) -> None:
    """A second use of a pin is an error that names the pin and the cure, and the first goes on."""
    seen: list[bool] = []
    pins.watch(5, seen.append)
    with pytest.raises(PinsError, match="pin 5 is taken twice: give each"):
        pins.output(5, "lamp")
    pins.drive(5, pressed=True)
    assert seen == [True]


def test_a_pin_that_does_not_exist_is_named(pins: Pins) -> None:
    """An impossible pin is one sentence with the number."""
    with pytest.raises(PinsError, match="pin 99 cannot be used"):
        pins.watch(99, lambda _: None)


def test_a_busy_pin_says_so() -> None:
    """Where another program holds the pin, that is said, not that the number is wrong."""

    class BusyError(Exception):
        pass

    def pin(_number: int) -> None:
        raise BusyError("GPIO busy")

    factory = SimpleNamespace(pin=pin, close=lambda: None)
    with pytest.raises(PinsError, match=r"pin 5 .*GPIO busy.*another program uses it"):
        Pins(factory, is_mock=False, errors=(BusyError,)).watch(5, lambda _: None)


def test_only_mock_pins_with_a_button_are_driven(pins: Pins) -> None:
    """Driving a pin without a button, or a real one, is an error."""
    pins.output(17, "lamp")
    for pin in (6, 17):
        with pytest.raises(PinsError, match="no button is on it"):
            pins.drive(pin, pressed=True)
    with pytest.raises(PinsError, match="it is real"):
        Pins(SimpleNamespace(), is_mock=False, errors=()).drive(5, pressed=True)


def test_a_lamp_is_off_until_it_is_set(pins: Pins) -> None:
    """An output begins off, follows what is set, and is off again once closed."""
    lamp = pins.output(17, "lamp")
    assert not lamp.level
    lamp.set(1.0)
    assert lamp.level == 1
    lamp.close()
    assert not lamp.level


def test_an_output_has_levels_only_where_it_dims(pins: Pins) -> None:
    """Else it is on from a half of the light."""
    dimmed, plain = pins.output(17, "lamp", dims=True), pins.output(27, "buzzer")
    for level in (0.25, 0.75):
        dimmed.set(level)
        plain.set(level)
        assert (dimmed.level, plain.level) == (level, round(level))
    dimmed.close()
    assert dimmed.level == 0


def test_a_lamp_that_does_not_answer_is_one_kind_of_error() -> None:
    """What the library raises comes out as one error with the cure."""

    class Dead:
        def output_with_state(self, state: int) -> None:
            pass

        @property
        def state(self) -> int:
            return 0

        @state.setter
        def state(self, value: int) -> None:
            raise OSError(5, f"Input/output error at {value}")

        def close(self) -> None:
            pass

    opened = Pins(SimpleNamespace(pin=lambda _: Dead(), close=lambda: None), is_mock=False, errors=())
    lamp = opened.output(17, "lamp")
    with pytest.raises(PinsError, match=r"the lamp's pin cannot be switched \(.*Input/output error at 1\)"):
        lamp.set(1.0)
    opened.close()


def test_mock_pins_do_not_heed_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Variables meant for gpiozero neither change the kind of pins nor their class."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockchargingpin")
    opened = open_pins("mock")
    assert opened.is_mock
    assert type(opened._factory).__name__ == "MockFactory"
    assert opened.callbacks_live()


def test_an_unknown_kind_of_pins_is_an_error() -> None:
    """A kind that is not known is named, with those that are."""
    with pytest.raises(ValueError, match="'rpigpio': give auto, lgpio or mock"):
        open_pins("rpigpio")


def test_a_pi_is_known_by_its_device_tree(tmp_path: Path) -> None:
    """A Raspberry Pi is known by what the kernel says of the board; everything else is none."""
    assert not is_pi(tmp_path)
    tree = tmp_path / "proc/device-tree"
    tree.mkdir(parents=True)
    (tree / "compatible").write_bytes(b"raspberrypi,5-model-b\0brcm,bcm2712\0")
    assert is_pi(tmp_path)
    (tree / "compatible").write_bytes(b"radxa,rock-4se\0rockchip,rk3399\0")
    assert not is_pi(tmp_path)


def test_auto_opens_real_pins_on_a_pi_and_mock_pins_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Pi the real pins or an error: mock pins never stand in for them there."""
    monkeypatch.setattr(opening, "is_pi", lambda: False)
    assert open_pins("auto").is_mock
    monkeypatch.setattr(opening, "is_pi", lambda: True)
    monkeypatch.setattr(opening, "import_lgpio", lambda: (_ for _ in ()).throw(ImportError("no lgpio")))
    with pytest.raises(PinsError, match=r"no lgpio.*python3-lgpio"):
        open_pins("auto")


@pytest.mark.skipif(is_pi(), reason="this machine has real pins")
def test_real_pins_elsewhere_are_refused_in_a_sentence(tmp_path: Path) -> None:
    """Without a Pi, real pins are an error with the cure; the import leaves no file and no other folder behind.

    On import lgpio makes a pipe in the working directory, and fails where it cannot write one; here it gets
    a folder of its own, which goes at once, and the pipe still carries edges.
    """
    unwritable = tmp_path / "unwritable"
    unwritable.mkdir()
    script = (
        "import os, queue, struct, sys\n"
        "from delvebox.device.pins import PinsError, open_pins\n"
        "here, before = os.getcwd(), dict(os.environ)\n"
        "try:\n    open_pins('lgpio')\n"
        "except PinsError as error:\n    print(error)\n"
        "assert os.getcwd() == here and dict(os.environ) == before\n"
        "lgpio = sys.modules['lgpio']\n"
        "arrived = queue.Queue()\n"
        "lgpio.callback(0, 17, lgpio.BOTH_EDGES, lambda *edge: arrived.put(edge))\n"
        "with open(f'/proc/self/fd/{lgpio._notify_thread._file.fileno()}', 'wb') as pipe:\n"
        "    pipe.write(struct.pack('QBBBBI', 5, 0, 17, 1, 0, 0))\n"
        "assert arrived.get(timeout=5) == (0, 17, 1, 5)\n"
    )
    unwritable.chmod(0o555)
    try:
        run = subprocess.run(
            [sys.executable, "-c", script],
            cwd=unwritable,
            env={**os.environ, "TMPDIR": str(tmp_path), "LG_WD": "/nonexistent"},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        unwritable.chmod(0o755)
    assert run.stdout == "this machine is not a Raspberry Pi: set pins: mock, or auto\n", run.stderr
    assert run.returncode == 0, run.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["unwritable"]
    assert list(unwritable.iterdir()) == []


def test_gpiozero_is_not_imported_before_pins_are_opened() -> None:
    """Importing the modules of buttons and pins pulls in no pin library."""
    script = (
        "import sys, delvebox.device.pins, delvebox.device.inputs.buttons, delvebox.device.outputs.lamp\n"
        "assert not {'gpiozero', 'lgpio'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_dead_callback_thread_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watchdog can see that lgpio's only thread has ended."""
    thread = threading.Thread(target=lambda: None)
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(_notify_thread=thread))
    opened = Pins(SimpleNamespace(close=lambda: None), is_mock=False, errors=())
    assert not opened.callbacks_live()


def test_closing_lets_every_pin_go_though_one_will_not(caplog: pytest.LogCaptureFixture) -> None:
    """A pin that fails to close is logged, and the others are still let go."""
    opened = open_pins("mock")
    first, second = opened.output(17, "lamp"), opened.output(27, "lamp")
    second.set(1.0)

    def close() -> None:
        raise OSError(5, "Input/output error")

    first.close = close  # type: ignore[method-assign]
    opened.close()
    assert not second.level
    assert "pin 17 was not let go" in caplog.text


class _Chips:
    """Two chips as lgpio gives them: a port expander's, and the header's with two of its lines taken."""

    error = type("error", (Exception,), {})
    labels = ("expander", "pinctrl-bcm2835")

    def __init__(self) -> None:
        self.open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        if number >= len(self.labels):
            raise self.error("can not open gpiochip")
        self.open.add(number)
        return number

    def gpiochip_close(self, chip: int) -> None:
        self.open.remove(chip)

    def gpio_get_chip_info(self, chip: int) -> list[object]:
        return [0, 54, f"gpiochip{chip}", self.labels[chip]]

    def gpio_get_line_info(self, _chip: int, pin: int) -> list[object]:
        return [0, pin, 0, f"GPIO{pin}", {5: "lg", 10: "spi0 CS1"}.get(pin, "")]


def test_who_holds_a_pin_of_the_header_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The header's chip is known by its label, not its number; every chip is let go again."""
    chips = _Chips()
    monkeypatch.setattr(chip, "import_lgpio", lambda: chips)
    assert pin_holders() == {5: "lg", 10: "spi0 CS1"}
    assert chips.open == set()


def test_a_header_that_cannot_be_looked_at_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """No chip may be opened: the group is named."""
    chips = _Chips()
    chips.labels = ()
    monkeypatch.setattr(chip, "import_lgpio", lambda: chips)
    with pytest.raises(PinsError, match="group gpio"):
        pin_holders()
