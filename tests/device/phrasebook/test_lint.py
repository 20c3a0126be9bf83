"""What lint tells of phrases that load: errors, warnings, and pairs that are known to do no harm."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from delvebox.device.phrasebook import Phrasebook, nearest
from delvebox.device.phrasebook.likeness import Sounds, apart, distance, sounds_of, syllables
from delvebox.device.phrasebook.lint import errors_of, lint


def book(tmp_path: Path, **sentences: str) -> Phrasebook:
    """A book with a sentence for each intent; those of the n-th stand on line 3 n."""
    text = "language: en\nintents:\n" + "".join(
        f"  '{name}': {{data: [{{sentences: [\n    '{sentence}'\n  ]}}]}}\n" for name, sentence in sentences.items()
    )
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return Phrasebook.load(path)


def letters(phrases: Sequence[str]) -> list[Sounds]:
    """Every letter for a sound."""
    return [tuple(phrase.replace(" ", "")) for phrase in phrases]


def told(phrasebook: Phrasebook, known: frozenset[str] | None = None) -> list[str]:
    """The findings without the path."""
    return [str(each).rpartition("mine.yaml:")[2] for each in lint(phrasebook, known, letters)]


def test_a_word_that_the_model_does_not_know_is_an_error(tmp_path: Path) -> None:
    """With its line, and the known words that are most like it."""
    phrases = book(tmp_path, a="light the torch", b="relight [the] torch")
    known = frozenset(["light", "the", "torch", "delight", "relights", "porch"])
    (problem,) = errors_of(phrases, known)
    assert (problem.file, problem.line) == (str(tmp_path / "mine.yaml"), 7)
    assert problem.text == "the speech model does not know the word relight"
    assert "relights, delight" in problem.cure
    assert errors_of(phrases, None) == (), "nothing is refused where no model tells"


def test_a_phrase_of_two_intents_is_an_error(tmp_path: Path) -> None:
    """The second would never happen."""
    phrases = book(tmp_path, a="search [the] room", b="(search|clear) room")
    (problem,) = errors_of(phrases)
    assert problem.line == 7
    assert problem.text == '"search room" means a (line 4) and b'


def test_a_phrase_that_begins_another_is_a_warning(tmp_path: Path) -> None:
    """A lost end makes it the shorter one; within one intent that is as good."""
    phrases = book(tmp_path, a="unlock it", b="unlock it [very] quietly", c="examine everything [twice]")
    (found,) = told(phrases)
    assert found.startswith('7: warning: "unlock it" (a) begins "unlock it quietly" (b)')


def test_combat_before_combat_over_is_known_to_be_harmless(tmp_path: Path) -> None:
    """The state decides which of the two can be meant."""
    (found,) = told(book(tmp_path, suspend="combat", end_suspension="combat [is] over"))
    assert found.startswith("7: note: ")
    assert "harmless" in found


def test_phrases_that_sound_alike_are_a_warning(tmp_path: Path) -> None:
    """Told once for two intents, with how far they are apart; within one intent nothing is confused."""
    (found,) = told(book(tmp_path, a="speak softer", b="speak faster", c="(abandon|abandun) everything"))
    assert '"speak softer" (a) sounds like "speak faster" (b)' in found
    assert ": warning: " in found


def test_what_is_heard_only_at_times_is_a_note(tmp_path: Path) -> None:
    """Yes and no only while the box asks."""
    found = told(book(tmp_path, suspend="yeast", yes="yes"))
    assert all("note" in each for each in found if '"yes"' in each)
    assert any('"yeast" (suspend) sounds like "yes" (yes)' in each for each in found)


def test_a_command_of_one_syllable_is_a_warning(tmp_path: Path) -> None:
    """A short sound is easily missed, or made by a chair."""
    assert ["one syllable" in each for each in told(book(tmp_path, a="strut", b="parlay", c="go on"))] == [True]


def test_without_sounds_lint_tells_the_rest(tmp_path: Path) -> None:
    """Where espeak-ng is missing."""
    phrases = book(tmp_path, a="speak softer", b="speak faster", c="speak softer now")
    assert [each.kind for each in lint(phrases, None, None)] == ["warning"]


@pytest.mark.parametrize(
    ("word", "likest"),
    [("relight", "delight"), ("glowstone", "glow stone"), ("torhc", "torch"), ("xanadoo", "xanadu"), ("", "")],
)
def test_the_nearest_known_words(word: str, likest: str) -> None:
    """By spelling; two known words written together come first."""
    known = frozenset(["glow", "stone", "torch", "porch", "delight", "light", "relic", "xanadu", "search"])
    assert (*nearest(word, known), "")[0] == likest


def test_two_short_pieces_come_last() -> None:
    """A large vocabulary holds fragments of words."""
    assert nearest("relight", frozenset(["rel", "ight", "delight", "relish", "light"])) == (
        "delight",
        "relish",
        "rel ight",
    )


def test_sounds_are_taken_from_espeaks_writing() -> None:
    """Stress, pauses and word ends are no sounds."""
    assert sounds_of("k_'0_m_b_a_t 'oU_v_3") == ("k", "0", "m", "b", "a", "t", "oU", "v", "3")
    assert syllables(sounds_of("tS_'eI_s")) == 1
    assert syllables(sounds_of("f_'a_k_@L_n _!'_a_n")) == 3


def test_how_far_sounds_are_apart_is_found_the_quick_way_too() -> None:
    """Leaving out common ends and giving up early changes no distance below the limit."""
    chance = random.Random(5)  # noqa: S311 - nothing is kept secret by it
    for _ in range(2_000):
        first, second = (tuple(chance.choices(["a", "e", "t", "d", "s", "m"], k=chance.randrange(12))) for _ in "ab")
        assert apart(first, second, 2.0) == pytest.approx(min(2.0, distance(first, second)))
        assert distance(first, second) == pytest.approx(distance(second, first))
