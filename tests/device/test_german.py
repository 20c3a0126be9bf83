"""A German evening: what is said, typed and pressed, what is shown and what the box says; nothing of it in English."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from delvebox.device.outputs.voice import Voice
from delvebox.device.player import Player
from delvebox.device.wishes import Wishes

SETTINGS = """language: de
names:
  characters: [Bryn, {name: Xanathar, say: san a tar}]
speech: {ways: []}
"""


@pytest.fixture
def table(tmp_path: Path):
    """A German box; each line answers with what was said and what the panel shows."""
    (tmp_path / "de.yaml").write_text(SETTINGS, encoding="utf-8")
    wishes = Wishes(tmp_path / "state", tmp_path / "de.yaml", seed=7, pins="mock", sound=False)
    with Player(wishes, pytest.fail) as player:
        yield lambda line: player.play(1, line)


def test_a_turn_is_played_and_told_in_german(table) -> None:
    """By a phrase and by the shipped button alike."""
    assert table("say Fackel anzünden").spoken == ["Fackel brennt: sechs Züge."]
    assert table("press search").spoken == ["Zug eins: Durchsuchen. Alles ruhig."]
    report = table("say Fackel für Xanathar anzünden")
    assert report.spoken == ["Fackel für Xanathar brennt: sechs Züge."]
    assert report.panel[0].startswith("Zug 2")
    assert "Fackel Xanathar 6" in report.panel


def test_it_is_spoken_by_a_german_voice(tmp_path: Path) -> None:
    """The sound is that of the sentence in German, not of its letters in English."""
    (tmp_path / "de.yaml").write_text(SETTINGS, encoding="utf-8")
    wavs = tmp_path / "wavs"
    wishes = Wishes(tmp_path / "state", tmp_path / "de.yaml", seed=7, pins="mock", wav_folder=wavs)
    with Player(wishes, pytest.fail) as player:
        assert player.play(1, "say Fackel anzünden").spoken == ["Fackel brennt: sechs Züge."]
    with wave.open(str(max(wavs.glob("*.wav")))) as file:
        said = file.readframes(file.getnframes())
    made = {}
    for language in ("en", "de"):
        voice = Voice(pytest.fail, language=language)
        made[language] = voice.make("Fackel brennt: sechs Züge.", 165, 80).pcm
        voice.close()
    assert said == made["de"] != made["en"]


def test_a_name_is_understood_as_it_is_said(table) -> None:
    """The ear hears its own words for it."""
    assert table("say Fackel für san a tar anzünden").spoken == ["Fackel für Xanathar brennt: sechs Züge."]


def test_a_question_is_answered_by_the_two_buttons_and_in_german(table) -> None:
    """Turn is yes and rest is no, whatever the language calls them; the panel says which."""
    asked = table("say lange Rast")
    assert asked.spoken[-1].startswith("Lange Rast: die Gefahr ")
    assert asked.panel[-1] == "Zug = ja  Rast = nein"
    assert table("press rest").spoken == ["Also nicht: lange Rast."]
    table("say lange Rast")
    assert table("press turn").state["asking"] is None


def test_numbers_are_said_in_digits_and_words_and_written_together(table) -> None:
    """All the same number."""
    for said in ("Zug auf 105", "zug auf einhundertfünf", "zug auf hundert fünf", "Zug auf hundertundfünf"):
        table("say Zug auf 7")
        assert table(f"say {said}").state["completed"] == 104


def test_letters_that_a_keyboard_lacks_may_be_written_out(table) -> None:
    """For typing alone: nobody says them so."""
    assert table("say tuer aufbrechen").state["completed"] == 1
    assert table("say naechster zug").state["completed"] == 2


def test_what_is_refused_or_not_understood_is_told_in_german(table) -> None:
    """With what can be said instead."""
    assert table("say Fackel löschen").spoken == ["So etwas brennt nicht: Fackel. Fragt „wie viel Licht“."]
    assert table("say Kampf").spoken == ["Kampf: der Dungeon-Zug wartet."]
    assert table("say Raum durchsuchen").spoken == ["Es ist Kampf: sagt zuerst „Kampf vorbei“."]
    assert table("say Blödsinn").spoken == ["Nicht verstanden: sagt es noch einmal."]


def test_the_panel_is_german_in_every_corner(table) -> None:
    """Activity, signs, supplies, spells, spares that are counted, the bar of a fight, what does not work."""
    shown = ""
    for lines in (
        ("say Wirke Magie entdecken ohne Ende", "say Rationen essen", "say helles Licht an"),
        ("say Müdigkeit bei Bryn eintragen", "note eine Tür", "wait 9"),
        ("say kurze Rast", "wait 9"),
        ("say Kampf", "hold talk 1", "wait 4"),
    ):
        for line in lines:
            report = table(line)
        shown += " ".join((*report.panel, ""))
    parts = ("Kampf: die Zeit steht", "Kästchen", "Gefahr 5-6", "Magie entdecken ohne Ende", "Rationen 5", "hell")
    for part in (*parts, "Müdigkeit Bryn", "eine Notiz", "kurze Rast", "gestört: das wurde nicht gehört"):
        assert part in shown, shown
    for english in ("turn", "danger", "boxes", "no limit", "rations", "bright", "left", "trouble", "heard"):
        assert english not in shown.lower().split(), shown
