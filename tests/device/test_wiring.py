"""Which wire goes where: the header as it is, every wire on a place of its own, table and drawing."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.settings import Button, Buzzer, Lamp, Panel, Settings
from delvebox.device.settings.pins import FREE_PINS, HIGHEST_PIN, RESERVED
from delvebox.device.wiring import PLACES, notes_of, place_of, table_of, wires_of
from delvebox.device.wiring_picture import drawing_of

ROOT = Path(__file__).parents[2]
SHIPPED = Settings()


def test_every_pin_has_one_place_of_the_header() -> None:
    """Forty places: 28 pins, eight grounds, two of each power."""
    assert len(PLACES) == 40
    assert sorted(each for each in PLACES if isinstance(each, int)) == list(range(HIGHEST_PIN + 1))
    assert [PLACES.count(each) for each in ("GND", "3.3 V", "5 V")] == [8, 2, 2]
    known = {2: 3, 3: 5, 4: 7, 14: 8, 17: 11, 18: 12, 10: 19, 8: 24, 0: 27, 5: 29, 26: 37, 21: 40}
    assert {pin: place_of(pin) for pin in known} == known


def test_the_shipped_box_is_wired_as_the_assembly_says() -> None:
    """The table of `hardware/assembly.md` is that of the settings: part, pin and place."""
    rows = re.findall(
        r"^\| (\w[^|]*) \|[^|]*\| ([^|]+) \| (\d+) \|$", (ROOT / "hardware/assembly.md").read_text(), re.MULTILINE
    )
    told = {(net.strip(), int(place)) for _, net, place in rows}
    assert told == {(wire.net.removeprefix("GPIO "), wire.place) for wire in wires_of(SHIPPED)}


@given(
    pins=st.lists(st.sampled_from(FREE_PINS), min_size=1, max_size=12, unique=True),
    low=st.booleans(),
    sound=st.sampled_from(["usb", "i2s"]),
)
def test_no_two_wires_share_a_place_whatever_the_settings(pins: list[int], low: bool, sound: str) -> None:
    """Buttons on any free pins, pressed to ground or to 3.3 V; only power is shared, and only with I2S sound."""
    buttons = {f"b{pin}": Button(pin=pin, press="next turn", active_low=low) for pin in pins[1:]}
    wires = wires_of(Settings(buttons=buttons, lamp=Lamp(pin=pins[0])), sound)  # type: ignore[arg-type]
    places = [wire.place for wire in wires if wire.net.startswith(("GPIO", "GND"))]
    assert len(set(places)) == len(places)
    assert all(wire.net == "GPIO " + str(PLACES[wire.place - 1]) for wire in wires if wire.net.startswith("GPIO"))
    taken = {PLACES[wire.place - 1] for wire in wires if wire.part.startswith(("button ", "lamp"))}
    assert not taken & set(RESERVED)


def test_buttons_go_to_ground_or_to_power_as_the_settings_say() -> None:
    """`active_low: false` is a press to 3.3 V."""
    buttons = {"up": Button(pin=5, press="next turn"), "down": Button(pin=6, press="undo", active_low=False)}
    wires = wires_of(Settings(buttons=buttons))
    common = [(wire.part, wire.net, wire.place) for wire in wires if wire.leg == "other side"]
    assert common == [("buttons to GND", "GND", 39), ("buttons to 3.3 V", "3.3 V", 17)]
    own = [wire.leg for wire in wires if wire.part in {"button up", "button down"}]
    assert own == ["one side, the other to GND", "one side, the other to 3.3 V"]
    drawn = drawing_of(Settings(buttons=buttons), "i2s")
    assert "buttons to 3.3 V + microphone" in drawn


def test_what_is_not_there_has_no_wire() -> None:
    """No panel, no lamp; a panel on another bus is told, since its pins are the overlay's."""
    bare = Settings(panel=Panel(enabled=False), lamp=Lamp(pin=None))
    assert {wire.part.split()[0] for wire in wires_of(bare)} == {"button", "all"}
    elsewhere = Settings(panel=Panel(port=3))
    assert not any(wire.part == "display" for wire in wires_of(elsewhere))
    assert any("I2C bus 3" in note for note in notes_of(elsewhere))


def test_a_buzzer_is_wired_where_the_settings_have_one() -> None:
    """To its pin and a ground of its own, in table and drawing; none as shipped."""
    assert not any(wire.part == "buzzer" for wire in wires_of(SHIPPED))
    buzzing = Settings(buzzer=Buzzer(pin=27))
    legs = [(wire.net, wire.place) for wire in wires_of(buzzing, "i2s") if wire.part == "buzzer"]
    assert legs == [("GPIO 27", 13), ("GND", 25)]
    assert ">buzzer<" in drawing_of(buzzing)


def test_i2s_sound_has_its_four_lines_and_tells_of_the_pin_that_its_overlay_takes() -> None:
    """The light button's as shipped."""
    told = {wire.net for wire in wires_of(SHIPPED, "i2s")} - {wire.net for wire in wires_of(SHIPPED)}
    assert told == {"GPIO 18", "GPIO 19", "GPIO 20", "GPIO 21", "5 V"}
    assert any("button light is on pin 16" in note for note in notes_of(SHIPPED, "i2s"))


def test_the_table_has_a_line_for_each_wire() -> None:
    """With the notes below it."""
    lines = table_of(SHIPPED)
    assert lines[0].split() == ["part", "leg", "to", "place"]
    assert [line.split()[-1] for line in lines[1 : len(wires_of(SHIPPED)) + 1]] == [
        str(wire.place) for wire in wires_of(SHIPPED)
    ]
    assert tuple(lines[-len(notes_of(SHIPPED)) :]) == notes_of(SHIPPED)


@pytest.mark.parametrize("sound", ["usb", "i2s"])
def test_the_drawing_is_xml_with_every_place_part_and_leg(sound: str) -> None:
    """Forty numbered places, and the words of the table."""
    picture = ET.fromstring(drawing_of(SHIPPED, sound))  # type: ignore[arg-type] # noqa: S314 - made here
    texts = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {str(place) for place in range(1, 41)} <= set(texts)
    for wire in wires_of(SHIPPED, sound):  # type: ignore[arg-type]
        assert {wire.part, wire.leg} <= set(texts)


def test_the_kept_drawing_is_that_of_the_shipped_settings() -> None:
    """`make wiring` draws it anew."""
    assert (ROOT / "hardware/wiring.svg").read_text() == drawing_of(SHIPPED)
