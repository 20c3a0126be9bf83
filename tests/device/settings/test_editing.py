"""One value changed in a person's own text: that value alone, comments and order as they were."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.settings import default_settings_text
from delvebox.device.settings.catalogue import catalogue
from delvebox.device.settings.editing import Edit, EditError, as_yaml, edited
from delvebox.device.settings.load import load_text
from delvebox.device.settings.strict_yaml import read_document

OURS = """\
# our table
web: {enabled: true}  # for the laptop
names:
  characters:
    - Bryn
    - Old Tom
voice:
  # the room is small

  volume: 60  # not louder
buttons: {noise: null}
"""


def change(text: str, **typed: str) -> str:
    """The text with values by dotted keys, _ for dots."""
    return edited(text, [Edit(tuple(path.split("__")), each) for path, each in typed.items()])


@pytest.mark.parametrize(
    ("path", "typed", "before", "after"),
    [
        ("voice__volume", "40", "  volume: 60  # not", "  volume: 40  # not"),
        ("web__enabled", "false", "{enabled: true}", "{enabled: false}"),
        ("web__port", "80", "{enabled: true}", "{enabled: true, port: 80}"),
        ("buttons__noise", "null", "", ""),
        ("buttons__map__press", "status", "{noise: null}", "{noise: null, map: {press: status}}"),
        ("voice__rate", "200", "not louder\n", "not louder\n  rate: 200\n"),
        ("names__characters", "[Anna]", ":\n    - Bryn\n    - Old Tom\n", ": [Anna]\n"),
        ("names__spells", "[bless]", "- Old Tom\n", "- Old Tom\n  spells: [bless]\n"),
        ("language", "de", "null}\n", "null}\nlanguage: de\n"),
        ("rules__danger__die", "8", "null}\n", "null}\nrules:\n  danger:\n    die: 8\n"),
        ("buttons__noise", "", "buttons: {noise: null}\n", ""),
        (
            "voice__volume",
            "",
            "voice:\n  # the room is small\n\n  volume: 60  # not louder\n",
            "  # the room is small\n\n",
        ),
        ("web__network", "", "", ""),
    ],
)
def test_a_value_is_put_in_its_place(path: str, typed: str, before: str, after: str) -> None:
    """In block and in flow, new and known, and taken out; everything else is letter by letter as it was."""
    assert before in OURS
    assert change(OURS, **{path: typed}) == OURS.replace(before, after, 1)


@pytest.mark.parametrize("text", ["", "# only a comment\n", "# without an end", "web:\n", "web: null\n", "web: {}\n"])
def test_a_text_with_nothing_in_it_takes_a_value(text: str) -> None:
    """An empty file, a comment, an empty section."""
    new = change(text, web__port="80")
    assert read_document(new).values == {"web": {"port": 80}}
    assert new.startswith(text.rstrip("\n").removesuffix(" {}").removesuffix(" null").removesuffix("web:"))


def test_lines_of_another_system_stay() -> None:
    """A file from Windows keeps its line ends, new lines too."""
    new = change("voice:\r\n  volume: 60\r\n", voice__rate="200", voice__volume="50")
    assert new == "voice:\r\n  volume: 50\r\n  rate: 200\r\n"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("search the room", "search the room"),
        ("say: this", '"say: this"'),
        ("two # words", '"two # words"'),
        ("no", '"no"'),
        ("010", '"010"'),
        ("12:30", '"12:30"'),
        ("off", '"off"'),
        ("8", "8"),
        ('"8"', '"8"'),
        ("[a, b]", "[a, b]"),
        ("[a, b", '"[a, b"'),
        ("*x", '"*x"'),
        ("!tag x", '"!tag x"'),
        ("{a: 1}", "{a: 1}"),
        ("0x3c", "0x3c"),
        ("a\nb: c", '"a b: c"'),
        ("Käse “x”", "Käse “x”"),
    ],
)
def test_what_is_typed_is_quoted_where_yaml_would_read_something_else(typed: str, written: str) -> None:
    """A text stays a text; numbers, lists and what is quoted already are as they stand."""
    assert as_yaml(typed) == written


@given(st.text(max_size=40), st.sampled_from([True, False]))
def test_whatever_is_typed_is_one_value(typed: str, in_flow: bool) -> None:
    """No text breaks out of its place: what comes of it is read as one value, or not taken."""
    text = "web: {port: 1, enabled: true}  # c\n" if in_flow else "web:\n  port: 1  # c\n  enabled: true\n"
    try:
        new = edited(text, [Edit(("web", "port"), typed)])
    except EditError:
        return
    values = read_document(new).values["web"]
    assert values["enabled"] is True
    assert set(values) <= {"port", "enabled"}
    assert "# c" in new or not typed.strip()


def test_every_key_of_the_shipped_file_can_be_changed_and_taken_out() -> None:
    """Its own value put in again changes nothing; without it the rest is as it was."""
    whole = default_settings_text()
    lines, sections = whole.splitlines(keepends=True), read_document(whole).lines
    starts = [line - 1 for path, line in sections.items() if len(path) == 1]
    for begin, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        text = "".join(lines[begin:end])
        for key in catalogue(text, load_text(text)):
            if key.text:
                again = edited(text, [Edit(key.path, key.text)])
                assert read_document(again).values == read_document(text).values
                assert again.count("\n") == text.count("\n")
                without = edited(text, [Edit(key.path, "")])
                assert read_document(without).values != read_document(text).values
                assert len(text.splitlines()) - len(without.splitlines()) in {0, 1, 2}


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        ("voice: [1\n", "voice__volume", "not yaml"),
        ("voice: 3\n", "voice__volume", "no section"),
        ("names:\n  characters:\n    - Bryn  # ours\n    - Tom\n", "names__characters", "comments between"),
        ("speech:\n  wake_phrase: |\n    hey\n    lantern\n", "speech__wake_phrase", "several lines"),
    ],
)
def test_what_only_a_person_can_change_is_left_alone(text: str, path: str, why: str) -> None:
    """With what to do instead."""
    with pytest.raises(EditError, match=why):
        change(text, **{path: "[5]"})


def test_the_other_settings_are_those_that_they_were() -> None:
    """Over many edits in a row, as a person makes them on the page."""
    text = change(
        OURS,
        voice__volume="30",
        names__characters="[Bryn, 'Old Tom', {name: Xanathar, say: zan a thar}]",
        buttons__map__pin="22",
        buttons__map__press="status",
        rules__profile="fast",
        web__network="true",
    )
    loaded = load_text(text)
    assert loaded.problems == ()
    assert loaded.settings.voice.volume == 30
    assert loaded.settings.names.characters == ("Bryn", "Old Tom", "Xanathar")
    assert loaded.settings.buttons["map"].press == "status"
    assert "noise" not in loaded.settings.buttons
    assert text.startswith("# our table\n")
    assert "# the room is small" in text
