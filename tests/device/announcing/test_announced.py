"""What a whole box tells by itself: by its theme, as much of it as the settings want, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.messages import Ordered
from delvebox.device.player import Player, Report
from delvebox.device.wishes import Wishes
from delvebox.engine.commands import RollOnTable

THEME = 'language: en\nevents: {note_added: ["kept", "written down"]}\n'


class Box:
    """A box that is played by lines."""

    def __init__(self, folder: Path, settings: str) -> None:
        file = folder / "delvebox.yaml"
        file.write_text(settings or "voice: {rate: 165}", encoding="utf-8")
        self.player = Player(Wishes(folder, file, seed=3, pins="mock", sound=False), lambda _text: None)

    def play(self, *lines: str) -> Report:
        """Play these; the report of the last."""
        return [self.player.play(1, line) for line in lines][-1]


@pytest.fixture
def open_box(tmp_path: Path) -> Iterator[Callable[[str], Box]]:
    """Opens a box with these settings."""
    opened: list[Box] = []

    def open_one(settings: str) -> Box:
        opened.append(Box(tmp_path, settings))
        return opened[-1]

    yield open_one
    for each in opened:
        each.player.__exit__(None, None, None)


def test_a_theme_of_ones_own_is_found_beside_the_settings(open_box, tmp_path: Path) -> None:
    """Its texts take turns; what it leaves out is said plainly."""
    (tmp_path / "mine.yaml").write_text(THEME)
    play = open_box("voice: {theme: mine.yaml}").play
    said = [play("note a door").spoken[0] for _ in range(4)]
    assert said in (["Kept.", "Written down."] * 2, ["Written down.", "Kept."] * 2)
    assert play("say light a torch").spoken == ["Torch lit: six turns."]


def test_a_theme_that_cannot_be_used_is_told_once_and_the_evening_goes_on(open_box, tmp_path: Path) -> None:
    """With the file, the line and how to see the rest; plain is spoken."""
    (tmp_path / "mine.yaml").write_text("language: en\nevents: {note_aded: kept}\nbox: {listening: silent}\n")
    box = open_box("voice: {theme: mine.yaml}")
    (told,) = box.player.opening.troubles
    assert told.startswith("the theme cannot be used, the plain one is: ")
    assert "mine.yaml: line 2: events.note_aded: note_aded is not said: did you mean note_added?" in told
    assert told.endswith(f"and 1 more that delvebox themes {tmp_path / 'mine.yaml'} tells")
    assert (box.play("note a door").spoken, box.play("note a door").troubles) == (["Noted."], [])


def test_a_sentence_that_comes_twice_is_told_as_the_same_again(open_box) -> None:
    """The voice and the panel say the same."""
    play = open_box("").play
    first, second = play("say resume rest"), play("say resume rest")
    assert second.spoken == [f"Again: {first.spoken[0]}"]
    assert any("Again" in line for line in second.panel)
    assert play("say repeat that").spoken == second.spoken


@pytest.mark.parametrize(
    ("says", "quiet", "marked", "lit"),
    [("everything", True, True, True), ("changes", False, True, True), ("danger", False, False, False)],
)
def test_the_voice_says_as_much_as_the_settings_want(open_box, says: str, quiet: bool, marked: bool, lit: bool) -> None:
    """A quiet turn, one that marks a box, a torch; danger, questions and answers in any case, and what is repeated."""
    play = open_box(f"announce: {{says: {says}}}").play
    assert bool(play("die 1", "say move on").spoken) is quiet
    assert play("say repeat that").spoken == ["Turn one: moved on. All quiet."] or not quiet
    play("die 1", "say search the room")
    assert bool(play("die 1", "say search the room").spoken) is marked
    assert bool(play("say light a torch").spoken) is lit
    assert play("say how much light").spoken == ["Torch: six turns."]
    assert play("say long rest").spoken[0].startswith("Long rest: danger")
    play("say no")
    assert play("die 6", "say move on").spoken[0].startswith("Danger: ")


def test_the_steps_remind_the_game_master(open_box) -> None:
    """After what happened, and on the panel for a moment; not where danger stands there."""
    play = open_box("announce: {prompts: [resolve, update]}").play
    told = play("die 1", "say search the room")
    assert told.spoken[1:] == ["Check: perception or investigation. Conditions? Atmosphere?"]
    assert any("Check: perception" in line for line in told.panel)
    assert "danger" in play("die 6", "say move on").panel[0]


def test_what_is_not_told_on_the_panel_does_not_stand_there(open_box) -> None:
    """Neither refusals nor danger nor answers; the trackers do."""
    play = open_box("announce: {table: [voice]}").play
    for line in ("say resume rest", "say status", "say how much light"):
        told = play(line)
        assert told.spoken
        assert told.panel[0] == "turn 1  0:00"
        assert not any(told.spoken[0].split(":")[0].lower() in each.lower() for each in told.panel)
    told = play("die 6", "say move on")
    assert told.spoken[0].startswith("Danger: ")
    assert told.panel[0] == "turn 2  0:10"


def test_what_is_not_told_by_voice_is_not_spoken(open_box) -> None:
    """The panel alone: nothing of the table's is heard, not even what it asks for."""
    play = open_box("announce: {table: [panel]}").play
    assert play("die 1", "say move on").spoken == play("say status").spoken == play("say repeat that").spoken == []
    assert play("say resume rest").panel[-1] != ""


def test_what_a_theme_answers_with_silence_is_not_told(open_box, tmp_path: Path) -> None:
    """Neither an empty sentence to the voice nor one to the panel."""
    (tmp_path / "mine.yaml").write_text("language: en\nanswers: {no_light: silent}\n")
    assert open_box("voice: {theme: mine.yaml}").play("say how much light").spoken == []


@pytest.mark.parametrize("numbers", ["hints", "hidden"])
def test_a_panel_that_faces_players_has_nothing_of_the_game_masters(open_box, tmp_path: Path, numbers: str) -> None:
    """Neither what the steps remind of, nor which tables there are, which a refusal tells."""
    (tmp_path / "own.yaml").write_text("signs: {kind: omen, entries: [a bell]}\n")
    settings = f"tables: [own.yaml]\npanel: {{numbers: {numbers}}}\nannounce: {{prompts: [resolve]}}\n"
    box = open_box(settings)
    told = box.play("die 1", "say search the room")
    assert "Check: perception or investigation." in told.spoken
    assert not any("Check" in line for line in told.panel)
    box.player._box.mailbox.put(Ordered(RollOnTable("bells")))
    refused = box.play("show")
    assert not any("signs" in line or "table" in line for line in refused.panel)


def test_which_table_is_asked_for_stands_on_no_panel_that_is_not_the_game_masters(open_box, tmp_path: Path) -> None:
    """Typed on his own page, it is not to be read by all."""
    (tmp_path / "own.yaml").write_text("signs: {kind: omen, entries: [a bell]}\n")
    play = open_box("tables: [own.yaml]\nannounce: {master: [web]}").play
    assert not any("signs" in line for line in play("say roll on the signs table", "show").panel)


def test_what_is_for_the_game_masters_eyes_is_not_what_is_told_again(open_box, tmp_path: Path) -> None:
    """Who asks for it hears what was said before; with a voice for the game master, the draw."""
    (tmp_path / "own.yaml").write_text("signs: {kind: omen, entries: [a bell]}\n")
    lines = ("say light a torch", "say roll on the signs table", "say repeat that")
    assert open_box("tables: [own.yaml]\nannounce: {master: [web]}").play(*lines).spoken == ["Torch lit: six turns."]
