"""Whatever a recogniser gives and whatever the box is doing: the promises of the verdict."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.device.inputs.speech.verdict import ANSWERS, TABLE_DICE, Context, judge
from delvebox.device.inputs.speech.ways import WAYS, WINDOW_WAYS
from delvebox.device.messages import Alternatives, Scored, Utterance, Word
from delvebox.device.phrasebook import Phrasebook

pytestmark = pytest.mark.timeout(120)  # five hundred utterances, on a machine that others use too

BOOK = Phrasebook.load()
PHRASES = ("search the room", "undo", "yes", "no", "rolled a four", "combat", "combat over", "stop", "light a torch")
REASONS = {
    "accept": {"phrase"},
    "none": {"silence"},
    "reject": {
        *("trouble", "too quiet", "not a phrase", "unknown words", "two phrases"),
        *("window closed", "speaking", "nothing asked", "others talking"),
    },
}

moments = st.floats(0, 12).map(lambda seconds: round(seconds, 2))
levels = st.none() | st.floats(-60, 6)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Word, ...]:
    """Words of phrases and around them, one after the other, some without a length or a level."""
    said = draw(st.lists(st.sampled_from((*PHRASES, "the", "over", "[unk]", "seven", "")), max_size=4))
    at, words = draw(moments), []
    for text in " ".join(said).split():
        until = round(at + draw(st.floats(0, 0.8)), 2)
        words.append(Word(text, at, until, draw(levels)))
        at = until
    return tuple(words)


def clearly(phrase: str) -> tuple[Word, ...]:
    """The words of a phrase as somebody near says them."""
    return tuple(Word(text, 0.3 * at, 0.3 * at + 0.3, 0.0) for at, text in enumerate(phrase.split(), 1))


clear = st.sampled_from(PHRASES).map(clearly)
alternatives: st.SearchStrategy[Alternatives] = st.lists(clear | rows(), max_size=5).map(tuple)
sometimes = st.integers(0, 9).map(lambda number: number == 9)
utterances = st.builds(
    Utterance,
    alternatives=alternatives,
    way=st.sampled_from(sorted(WAYS)),
    start_seconds=moments,
    end_seconds=moments,
    speech_seconds=st.just(0.8) | moments,
    trouble=sometimes.map(lambda it: "the recogniser had to be started anew: say it again" if it else None),
    near=alternatives,
    levels_db=st.just(()) | st.lists(st.floats(-90, 6), max_size=40).map(tuple),
    peak_db=st.floats(-90, 0),
    woken=sometimes.map(lambda it: not it),
    others=sometimes,
    phrases=st.lists(st.lists(st.builds(Scored, rows(), st.floats(-1e4, 1e4)), max_size=3).map(tuple), max_size=2).map(
        tuple
    ),
)
contexts = st.builds(Context, st.none() | st.just("long_rest"), st.booleans(), st.booleans())


@settings(max_examples=500)
@given(utterances, contexts)
def test_no_utterance_breaks_a_promise(utterance: Utterance, context: Context) -> None:
    """What is accepted is a whole phrase of its own words that can be meant now; all else has one of the reasons."""
    verdict = judge(utterance, BOOK, context)
    assert verdict.reason in REASONS[verdict.verdict]
    assert (verdict.intent is not None) == (verdict.verdict == "accept")
    if verdict.intent is None:
        return
    assert BOOK.match(verdict.text) == verdict.intent
    heard = (*utterance.alternatives, *utterance.near, *(each.words for row in utterance.phrases for each in row))
    assert any(_within(verdict.text.split(), [word.text for word in words]) for words in heard)
    assert utterance.trouble is None
    assert utterance.woken
    assert not (context.speaking and utterance.way not in WINDOW_WAYS)
    assert verdict.intent.name not in ANSWERS or context.asking
    assert verdict.intent.name != TABLE_DICE or context.table_rolls


def _within(some: list[str], words: list[str]) -> bool:
    """Whether the words hold these, in their order."""
    left = iter(words)
    return all(word in left for word in some)
