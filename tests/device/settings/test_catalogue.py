"""Every key with what a person must know of it, as the page of the settings shows it."""

from __future__ import annotations

from delvebox.device.settings import Settings, default_settings_text
from delvebox.device.settings.catalogue import Counts, Key, catalogue, comment_of, differing
from delvebox.device.settings.load import load_text
from delvebox.device.settings.schema import Button
from delvebox.device.settings.strict_yaml import read_document


def keys(text: str) -> dict[str, Key]:
    """The keys of a text by their dotted paths."""
    return {".".join(key.path): key for key in catalogue(text, load_text(text))}


def test_every_key_of_the_schema_and_of_the_rules_is_there() -> None:
    """By the schema itself, so that a new one cannot be forgotten; each with its value as shipped."""
    found = keys("")
    for section, field in Settings.model_fields.items():
        inner = getattr(field.annotation, "model_fields", None)
        for name in inner or ():
            assert f"{section}.{name}" in found
    for button in load_text("").settings.buttons:
        assert {f"buttons.{button}.{name}" for name in Button.model_fields} <= set(found)
    shipped = read_document(default_settings_text()).values["rules"]
    for name, value in shipped.items():
        assert any(path == f"rules.{name}" or path.startswith(f"rules.{name}.") for path in found), value
    assert {key.text for key in found.values()} == {""}
    assert found["voice.volume"].default == "80"
    assert found["panel.address"].default == "0x3c"
    assert found["buttons.light.hold"].default == "douse the torch"


def test_a_key_tells_comment_bounds_and_choices() -> None:
    """From the shipped file and the schema: one place each."""
    found = keys("")
    assert "at 0 the box makes no sound" in found["voice.volume"].comment
    assert "0 (silent) to 100" in found["voice.volume"].wanted
    assert found["panel.numbers"].choices == ("exact", "hints", "hidden")
    assert found["voice.tones"].choices == ("true", "false")
    assert found["panel.height"].choices == ("64", "32")
    assert "CAUTION" in found["web.network"].comment
    assert "microphone is open" in found["buttons.rest.hold_to_talk"].comment
    assert "Words that a phrase" in comment_of("names")
    assert "with every default" not in comment_of("language"), "the file's own heading is no key's"


def test_what_the_file_says_is_shown_as_it_is_typed() -> None:
    """Plain texts without quotes, lists and names with what is heard, wrong values too."""
    found = keys(
        "names: {characters: [Bryn, {name: Xan, say: zan}]}\nvoice: {volume: 170, device: 'USB: 1'}\n"
        "buttons: {noise: null, map: {pin: 22, press: status}}\nrules: {danger: {light_mark: off}}\n"
    )
    assert found["names.characters"].text == "[Bryn, {name: Xan, say: zan}]"
    assert found["voice.volume"].text == "170"
    assert found["voice.device"].text == "USB: 1"
    assert found["buttons.map.press"].text == "status"
    assert found["buttons.noise"].text == "null"
    assert "buttons.noise.press" not in found
    assert found["rules.danger.light_mark"].text == "off"


def test_what_counts_without_a_key_is_by_language_and_profile() -> None:
    """German phrases of the buttons, and the rules of the profile."""
    found = keys("language: de\nrules: {profile: fast}\n")
    assert found["buttons.turn.press"].default == "nächster Zug"
    assert found["speech.wake_phrase"].default == "hallo Laterne"
    assert found["rules.mode"].default == "fast"


def test_when_a_change_counts() -> None:
    """The voice at once, a delve's rules with the next one, the rest when the box starts again."""
    found = keys("")
    assert found["voice.rate"].counts == Counts.AT_ONCE
    assert found["rules.danger.die"].counts == Counts.NEXT_DELVE
    assert found["names.characters"].counts == Counts.NEXT_START


def test_differing_settings_are_told_by_their_keys() -> None:
    """What waits for the next start."""
    one = load_text("").settings
    other = load_text("names: {characters: [Bryn]}\nrules: {danger: {die: 8}}\nbuttons: {turn: {pin: 22}}\n").settings
    assert set(differing(one, other)) == {
        ("names", "characters"),
        ("rules", "danger", "die"),
        ("buttons", "turn", "pin"),
    }
    assert differing(one, one) == []
