"""A settings file as a whole: every error at once, each with its line, value, bounds and cure."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from delvebox.device.settings import Button, Loaded, Problem, Settings, default_settings_text, load_settings
from delvebox.device.settings.load import LARGEST_BYTES, default_places, find_settings, load_text
from delvebox.engine.rules import Rules


def told(text: str) -> list[str]:
    """Every problem of a text, as one line each."""
    return [str(problem) for problem in load_text(text).problems]


def test_the_printed_defaults_are_the_defaults() -> None:
    """What `delvebox settings` prints loads without a problem and equals `Settings()`."""
    loaded = load_text(default_settings_text())
    assert loaded.problems == ()
    assert loaded.settings == Settings()


def test_every_key_stands_in_the_printed_defaults() -> None:
    """No setting is left for a person to guess: each key of each record is in the text, once a section."""
    lines = load_text(default_settings_text()).lines
    for name, field in Settings.model_fields.items():
        assert (name,) in lines, name
        inner = type(getattr(Settings(), name)) if name not in {"buttons", "rules"} else None
        for key in getattr(inner, "model_fields", {}):
            assert (name, key) in lines, (name, key)
        assert field.description
    for key, value in Rules().as_mapping().items():
        assert ("rules", key) in lines, key
        for inner in value if isinstance(value, dict) else ():
            assert ("rules", key, inner) in lines, (key, inner)
    for key in Button.model_fields:
        assert ("buttons", "turn", key) in lines


def test_single_keys_go_over_the_defaults() -> None:
    """What a file leaves out keeps its default, inside a button too."""
    loaded = load_text(
        "voice: {rate: 200}\nbuttons:\n  turn: {hold: all calm}\n  noise: null\n  map: {pin: 22, press: status}\n"
    )
    assert loaded.problems == ()
    settings = loaded.settings
    assert (settings.voice.rate, settings.voice.volume) == (200, 80)
    assert settings.buttons["turn"] == Button(pin=5, press="next turn", hold="all calm")
    assert list(settings.buttons) == ["turn", "search", "light", "rest", "talk", "map"]
    assert settings.gestures == Settings().gestures


def test_an_empty_section_is_its_defaults() -> None:
    """A section whose keys are all commented out changes nothing."""
    loaded = load_text("voice:\n  # rate: 200\nbuttons:\nrules:\nlamp:\n")
    assert loaded.problems == ()
    assert loaded.settings == Settings()


def test_settings_cannot_be_changed() -> None:
    """The records are frozen, the buttons' mapping included."""
    settings = Settings()
    with pytest.raises(ValueError, match="frozen"):
        settings.voice.rate = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        settings.buttons["turn"] = settings.buttons["rest"]  # type: ignore[index]


ALL_WRONG = """\
languag: en
voice:
  rate: 1000
  volume: -1
  enabled: on
  device: [a]
  microphone: x
speech:
  ways: [hold, shout]
names:
  spells: [bless, 7, Bless, ""]
gestures: {hold_seconds: 0.1, double_seconds: "soon", debounce_ms: 2.5}
buttons:
  turn: {pin: 3}
  Search: {press: search the room}
  map: {press: status}
  spare: {pin: 22}
  talk: {hold: undo, pin: 99}
panel: ssd1306
lamp: {pin: 6}
pins: real
rules:
  danger: {mode: sometimes, light_mark: off}
  nonsense: 1
"""


def test_every_error_is_told_at_once() -> None:
    """One run tells each error of a file, in the order of its lines."""
    problems = load_text(ALL_WRONG).problems
    assert [(problem.line, ".".join(problem.path)) for problem in problems] == [
        (1, "languag"),
        (3, "voice.rate"),
        (4, "voice.volume"),
        (5, "voice.enabled"),
        (6, "voice.device"),
        (7, "voice.microphone"),
        (9, "speech.ways.1"),
        (11, "names.spells.1"),
        (11, "names.spells.3"),
        (12, "gestures.debounce_ms"),
        (12, "gestures.double_seconds"),
        (12, "gestures.hold_seconds"),
        (14, "buttons.turn.pin"),
        (15, "buttons.Search"),
        (15, "buttons.Search.pin"),
        (16, "buttons.map.pin"),
        (17, "buttons.spare"),
        (18, "buttons.talk.hold"),
        (18, "buttons.talk.pin"),
        (19, "panel"),
        (20, "lamp.pin"),
        (21, "pins"),
        (23, "rules.danger.mode"),
        (24, "rules.nonsense"),
    ]


def test_a_file_that_stops_being_yaml_tells_what_stands_above() -> None:
    """Values above the broken line are checked; what may stand below it is not said to be missing."""
    text = "voice:\n  rate: 1000\nbuttons:\n  map:\n    double: 3\n    press: a: b\n    pin: 22\n"
    assert [problem.line for problem in load_text(text).problems] == [2, 5, 6]
    assert [problem.line for problem in load_text("buttons:\n  map:\n    pin: 22\n    press: a: b\n").problems] == [4]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("voice: {rate: 1000}", ["line 1: voice.rate: 1000 is above 400", "give words a minute from 80 to 400"]),
        ("voice: {rate: 9}", ["9 is below 80", "80 to 400"]),
        ("voice: {rate: fast}", ['"fast" is a text, not a whole number', "80 to 400"]),
        ("voice: {rate: 100.5}", ["100.5 is a number, not a whole number"]),
        ("voice: {enabled: 1}", ["1 is a whole number, not true or false", "give true or false"]),
        ("voice: {enabled: maybe}", ['"maybe" is a text, not true or false']),
        ("voice: {device: 7}", ["7 is a whole number, not a text", '"7"']),
        ("voice: {device: true}", ["true is true or false, not a text", '"true"']),
        ('voice: {device: ""}', ['"" is empty', "or null"]),
        ("voice: fast", ['"fast" is a text, not a section of keys with values']),
        ("voice: [a]", ["this is a list, not a section"]),
        ("speech: {ways: hold}", ['"hold" is a text, not a list', "known ways: hold", "open"]),
        ("speech: {ways: [shout]}", ['"shout" is not known', "known ways: hold"]),
        ("speech: {ways: [opn]}", ["did you mean open?"]),
        ("panel: {address: 0x80}", ["128 is above 0x77", "0x08 to 0x77"]),
        ("shutdown: {buttons: [talk, rest]}", ["button talk acts as soon as it is pressed", "has a hold"]),
        ("shutdown: {buttons: [rest]}", ["held by accident", "name two, or write []"]),
        ("shutdown: {buttons: [rest, rest]}", ["held by accident"]),
        ("shutdown: {buttons: [rest, map]}", ["there is no button map: there are turn, search"]),
        ("gestures: {debounce_ms: 100, double_seconds: 0.1}", ["double_seconds: a second press", "above 0.1"]),
        ("panel: {rotate: 1}", ["1 is not known", "0, or 2", "lay a display that stands upright"]),
        ("panel: {controller: sh1108}", ['"sh1108" is not known (did you mean sh1107?)', "ssd1306, sh1106 or sh1107"]),
        ("panel: {controller: sh1107, height: 32}", ["line 1: panel.height: an sh1107 has 64 rows", "height: 64"]),
        ("panel: {height: 48}", ["48 is not known", "64 or 32"]),
        ("panel: {sleep_minutes: 0}", ["0 is below 0.1", "minutes from 0.1 to 1440 without a press or news, or null"]),
        ("panel: {last: picture}", ['"picture" is not known', "goodbye or dark"]),
        ("panel: {numbers: some}", ['"some" is not known', "exact (numbers), hints (words) or hidden"]),
        ("panel: {column_offset: 9}", ["9 is above 8", "or null"]),
        ("pins: lgpoi", ["did you mean lgpio?"]),
        ("language: tlh", ["tlh", "shipped: de"]),
        ("languages: en", ["line 1: languages: is not a key: did you mean language?"]),
        ("volume: 3", ["is not a key here: it belongs at voice.volume"]),
        ("zzz: 3", ["is not a key: known here are language, rules, names"]),
        ("lamp: {led: 3}", ["is not a key: known here are pin"]),
        ("buttons: {turn: {repeat: true}}", ["there is no hold to repeat", "hold: torch minus one"]),
        ("lamp: {pin: 2}", ["pin 2 is the display's I2C data line", "4–13, 16, 17 or 22–27"]),
        ("buttons: {map: {pin: 28, press: status}}", ["28 is above 27", "4–13"]),
        ("buttons: {map: {pin: -1, press: status}}", ["-1 is below 0"]),
        ("buttons: {map: {press: status}}", ["buttons.map.pin: is missing: give a free BCM pin"]),
        ("buttons: {map: {pin: 22, press: ' '}}", ['" " is empty', "search the room"]),
        ("buttons: {map: 22}", ["22 is a whole number, not a section"]),
        ("buttons: [map]", ["this is a list, not a section"]),
        ('buttons: {"Big One": {pin: 22, press: status}}', ['"Big One" cannot name a button', "small letters"]),
        ("buttons: {map: {pin: 22, hold_to_talk: true, hold: status}}", ["held to talk already", "hold: null"]),
        ("buttons: {map: {pin: 22}}", ["buttons.map: does nothing", "map: null"]),
        ("buttons: {talk: {hold_to_talk: false, double: null}}", ["buttons.talk: does nothing"]),
        ("names: {characters: [Bryn, bryn]}", ['"bryn" stands twice']),
        ("names: {characters: [Old-Tom, old  tom]}", ['"old  tom" stands twice']),
        ("names: {characters: ['?!']}", ['"?!" has no letter or digit']),
        ('names: {characters: ["a\\u0007"]}', ["cannot be shown"]),
        ("names: {characters: [{name: Xan}]}", ["must be a name, or {name: Xanathar, say: zan a thar}"]),
        ("names: {characters: [{name: Xan, say: 5}]}", ["must be a name, or {name: Xanathar, say: zan a thar}"]),
        ("names: {characters: [{name: Xan, say: '?'}]}", ["has no letter or digit"]),
        ("names: {characters: [[Xan]]}", ["names.characters item 1", "is a list, not a text"]),
        ("names: {characters: [Xan, {name: xan, say: san}]}", ['"xan" stands twice']),
        ("names: {characters: [on]}", ["yaml reads on as true", '"on"']),
        (f"names: {{characters: [{'x' * 81}]}}", ["81 is more than 80"]),
        (f"names: {{characters: [{', '.join(f'n{number}' for number in range(101))}]}}", ["101 is more than 100"]),
        ("gestures: {hold_seconds: 9}", ["9 is above 5", "seconds from 0.2 to 5"]),
        ("gestures: null\nvoice: {volume: null}", ["line 2: voice.volume: null is nothing, not a whole number"]),
        ("rules: classic", ["line 1: rules: must be a section"]),
        ("rules: {danger: {mode: on}}", ["line 1: rules.danger.mode: yaml reads on as true"]),
        ("zzz: on", ["is not a key"]),
        ("rules: {danger: {die: 3}}", ["rules.danger.die: 3 is out of bounds: take 4–100"]),
        ("rules: {danger: {dye: 3}}", ["rules.danger.dye: unknown key: did you mean die?"]),
        ("rules: {danger: {mode: null}}", ["rules.danger.mode: None is none of the choices"]),
        ("rules: {danger: 3}", ["rules.danger: 3 holds keys of its own"]),
        ("rules: {profile: sheat}", ["line 1: rules.profile: 'sheat' is none of the choices"]),
        ("names: {lights: [torch, glowstone]}", ['"glowstone" is no light that the rules know', "rules.lights.kinds"]),
        ("voice: {device: 12:30}", ["voice.device: yaml reads 12:30"]),
        ("pins: off", ["line 1: pins: yaml reads off as false"]),
        ("names: {lights: [off]}", ["names.lights item 1: yaml reads off as false"]),
    ],
)
def test_an_error_names_value_bounds_and_cure(text: str, parts: list[str]) -> None:
    """Each kind of error is one sentence that holds what a person needs to put it right."""
    sentences = told(text)
    assert len(sentences) == 1, sentences
    for part in parts:
        assert part in sentences[0]


def test_a_bare_off_is_a_word_where_the_rules_take_it() -> None:
    """`light_mark: off` is one of that key's values, so that nothing was turned into something else."""
    loaded = load_text("rules:\n  danger: {light_mark: off}\n  lights: {stock: on}\n  ammunition: off\n")
    assert loaded.problems == ()
    assert (loaded.settings.rules.danger.light_mark, loaded.settings.rules.lights.stock) == ("off", ())
    assert [line.partition(":")[0] for line in told("rules:\n  danger:\n    mode: off\n")] == ["line 3"]


def test_kinds_of_light_that_the_rules_add_can_be_said() -> None:
    """A kind with its turns under the rules needs no second place, unless the file has a list of its own."""
    added = "rules: {lights: {kinds: {glowstone: no limit}}}\n"
    assert load_text(added).settings.names.lights == ("torch", "lantern", "candle", "glowstone")
    assert load_text(added + "names: {lights: [glowstone]}\n").settings.names.lights == ("glowstone",)


@pytest.mark.parametrize("pin", [0, 1, 2, 3, 14, 15, 18, 19, 20, 21])
def test_reserved_pins_are_refused_with_the_reason(pin: int) -> None:
    """Pins of add-on boards, I2C, the serial port and I2S are no button's (a button on GPIO3 kills the display)."""
    sentences = told(f"buttons: {{map: {{pin: {pin}, press: status}}}}")
    assert len(sentences) == 1
    assert f"pin {pin} " in sentences[0]
    assert any(reason in sentences[0] for reason in ("I2C", "I2S", "serial", "add-on board"))


def test_two_parts_on_one_pin_are_told_with_both_lines() -> None:
    """A clash names the other part and where it stands, in the file or among the shipped ones."""
    assert told("buttons:\n  a: {pin: 22, press: status}\n  b: {pin: 22, press: undo}\n") == [
        "line 3: buttons.b.pin: pin 22 is taken by button a (line 2): {}".format(
            "give one of them another pin, or write a: null to do without it"
        )
    ]
    assert "taken by button turn (as shipped)" in told("buttons: {a: {pin: 5, press: status}}")[0]
    assert "taken by button turn (as shipped)" in told("lamp: {pin: 5}")[0]
    assert "taken by the lamp (as shipped)" in told("buttons: {turn: {pin: 17}}")[0]
    assert told("buttons: {turn: null, a: {pin: 5, press: status}}") == []
    assert told("buttons: {turn: {pin: 17}}\nlamp: {pin: null}") == []
    assert "taken by the lamp (as shipped)" in told("buzzer: {pin: 17}")[0]
    assert "write buzzer: {pin: null} to do without it" in told("buzzer: {pin: 22}\nlamp: {pin: 22}")[0]
    assert told("buzzer: {pin: 27}") == []
    assert told("buttons: {turn: {pin: 6}, search: {pin: 5}}") == []


def test_the_file_says_where_a_binding_stands() -> None:
    """`line_of` gives a binding's line to whoever checks phrases; a shipped binding has none."""
    loaded = load_text("buttons:\n  turn:\n    press: search the room\n")
    assert loaded.line_of(("buttons", "turn", "press")) == 3
    assert loaded.line_of("buttons.turn") == 2
    assert loaded.line_of("buttons.rest.press") is None


def test_a_further_check_counts_as_the_files_own() -> None:
    """Problems found by others make the file bad, and are sorted by line; bad files are not checked further."""

    def refuse(loaded: Loaded) -> list[Problem]:
        assert loaded.settings.voice.rate == 100
        return [Problem(2, ("b",), None, "second"), Problem(1, ("a",), None, "first")]

    loaded = load_text("voice: {rate: 100}\n", check=refuse)
    assert [problem.text for problem in loaded.problems] == ["first", "second"]
    assert loaded.settings == Settings()
    assert "above 400" in load_text("voice: {rate: 900}\n", check=refuse).problems[0].text


def test_files_are_named_from_the_settings_own_folder(tmp_path: Path) -> None:
    """A relative file starts where the settings file is, a model's plain name stays a name."""
    file = tmp_path / "box.yaml"
    file.write_text("speech: {phrasebook: ours.yaml, model: models/big}\n")
    speech = load_settings(file).settings.speech
    assert (speech.phrasebook, speech.model) == (tmp_path / "ours.yaml", str(tmp_path / "models/big"))
    file.write_text("speech: {phrasebook: /etc/ours.yaml, model: small-en}\n")
    speech = load_settings(file).settings.speech
    assert (speech.phrasebook, speech.model) == (Path("/etc/ours.yaml"), "small-en")


# -- the file itself --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        (b"", None, "is empty"),
        (b"\n \r\n\t", None, "is empty"),
        (b"\0" * 4096, None, "is empty"),
        (b"voice:\n  rate: 100\n# caf\xe9\n", 3, "byte 0xe9 is not UTF-8"),
        ("voice: {rate: 100}".encode("utf-16"), 1, "UTF-16"),
        (b"voice:\n  rate: 100\0\n", 2, "character U+0000"),
        (b"# " + b"x" * LARGEST_BYTES, None, "more than 65536 bytes"),
    ],
)
def test_files_that_are_no_settings_are_told(tmp_path: Path, content: bytes, line: int | None, said: str) -> None:
    """Empty, zeroed, oversized and wrongly encoded files are one sentence each, and give the defaults."""
    file = tmp_path / "box.yaml"
    file.write_bytes(content)
    loaded = load_settings(file)
    assert [problem.line for problem in loaded.problems] == [line]
    assert said in loaded.problems[0].text
    assert loaded.sentences()[0].startswith(f"{file}: ")
    assert (loaded.settings, loaded.origin) == (Settings(), "defaults")


def test_a_byte_order_mark_and_windows_line_ends_are_taken(tmp_path: Path) -> None:
    """A file written by a Windows editor (WSL2) is read."""
    file = tmp_path / "box.yaml"
    file.write_bytes("\ufeffvoice:\r\n  rate: 100\r\n".encode())
    loaded = load_settings(file)
    assert loaded.problems == ()
    assert loaded.settings.voice.rate == 100


def test_a_named_file_that_is_missing_is_told(tmp_path: Path) -> None:
    """A file that was asked for and is not there is an error, a folder in its place too."""
    assert "no such file" in load_settings(tmp_path / "none.yaml").sentences()[0]
    assert "is a folder" in load_settings(tmp_path).sentences()[0]
    (tmp_path / "plain").write_text("x")
    assert "cannot be read" in load_settings(tmp_path / "plain" / "below.yaml").sentences()[0]
    assert "cannot be read" in load_settings("a\0b").sentences()[0]


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of another user is one sentence (root reads anything, so the refusal is made here)."""
    file = tmp_path / "box.yaml"
    file.write_text("voice: {}\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", refuse)
    assert "may not be read" in load_settings(file).sentences()[0]


def test_without_a_named_file_the_usual_places_are_looked_at(tmp_path: Path) -> None:
    """The environment's file alone, else the user's, else the system's; none at all is no error."""
    mine = tmp_path / "config" / "delvebox.yaml"
    environ = {"XDG_CONFIG_HOME": str(mine.parent), "HOME": "/nowhere"}
    assert default_places(environ) == (mine, Path("/etc/delvebox.yaml"))
    assert default_places({"HOME": "/home/gm"})[0] == Path("/home/gm/.config/delvebox.yaml")
    assert default_places({}) == (Path("/etc/delvebox.yaml"),)
    mine.parent.mkdir()
    mine.write_text("voice: {}\n")
    assert find_settings(environ) == mine
    named = {**environ, "DELVEBOX_SETTINGS": str(tmp_path / "other.yaml")}
    assert find_settings(named) == tmp_path / "other.yaml"


def test_no_file_anywhere_is_the_defaults_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh machine has no settings file, and nothing is said of it."""
    monkeypatch.setattr("delvebox.device.settings.load.find_settings", lambda: None)
    loaded = load_settings()
    assert (loaded.problems, loaded.settings, loaded.path, loaded.origin) == ((), Settings(), None, "defaults")


_SCALARS = st.one_of(
    st.sampled_from(
        ["on", "null", "~", "5", "010", "0.5", "[]", "{}", "hold", "''", "*x", "- a", "true", "off", "x: y"]
    ),
    st.text(max_size=8),
)
_KEYS = st.one_of(
    st.sampled_from([*Settings.model_fields, "turn", "pin", "press", "rate", "danger", "mode", "ways", "spells"]),
    st.text(max_size=6),
)


@given(st.lists(st.tuples(st.integers(0, 3), _KEYS, _SCALARS), max_size=12))
@hypothesis_settings(suppress_health_check=[HealthCheck.too_slow])
def test_no_file_brings_the_loader_down(lines: list[tuple[int, str, str]]) -> None:
    """Whatever stands in a file, it gives settings or problems, never a traceback."""
    text = "".join(f"{'  ' * depth}{key}: {value}\n" for depth, key, value in lines)
    loaded = load_text(text)
    assert isinstance(loaded.settings, Settings)
    assert all(problem.text for problem in loaded.problems)


def test_spares_of_a_light_that_nobody_can_light_are_told() -> None:
    """A slip of the pen, torches for torch, would leave the table without one when the first goes out."""
    loaded = load_text("rules:\n  lights:\n    stock: {torches: 3, lantern: 1}\n")
    (problem,) = loaded.problems
    assert problem.line == 3
    assert '"torches" is no light that the rules know: write one of ' in problem.text
    assert "torch" in problem.text.rpartition("write one of ")[2].split(", ")
