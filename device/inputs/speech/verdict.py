"""The judgement of an utterance: a whole phrase of the phrasebook, or the reason why not. Pure.

A grammar is a bigram model: it lets phrases cross, and hears table talk as words of the grammar with
full confidence. So nothing counts but a whole phrase, and what cannot be meant now is not heard. Where others
talk, their words stand around the near voice's and are quieter: those are left out first (`loud_words`). Where noise
covers words, the phrase is taken that was most likely said (`likely_phrase`), if one is likely enough.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...messages import Intent, Utterance, Verdict
from .gate import LEAST_SPEECH_SECONDS
from .likely_phrase import Phrases, likely_phrase
from .loud_words import among_others, clear_phrase, lost_words, loudest_phrase
from .near_voice import COVERED_DB, is_noisy
from .ways import WINDOW_WAYS

UNKNOWN = "[unk]"
"""The recogniser's word for all that is no word of the grammar."""
ALTERNATIVES = {"hold": 5, "tap": 5, "wake": 3}
"""So many may be the phrase in a window, fewer after the wake phrase; else the likeliest only.

Measured (voice notes): 98.1 against 96.9 % understood in hold mode; while always listening the other
alternatives cost 9 false accepts against 1. After the wake phrase one understands 94 of 100; the fifth made
"mark fatigue" of "my back foot I take".
"""
TOO_QUIET_DB = -45.0
"""A far voice reaches −50 dB below full scale: what is not understood there is to be said louder or nearer."""
ANSWERS = frozenset({"yes", "no"})
TABLE_DICE = "rolled"
_MOST_WORDS = 12
"""Longer is not looked at for two phrases."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the box is doing: what it asks, whether the table rolls its own dice, whether it speaks."""

    asking: str | None = None
    table_rolls: bool = False
    speaking: bool = False


def judge(utterance: Utterance, phrasebook: Phrases, context: Context) -> Verdict:
    """Accept an utterance as an intent, reject it with a reason, or say that nothing was said."""
    if utterance.trouble is not None:
        return Verdict("reject", "trouble")
    texts = [" ".join(word.text for word in words) for words in utterance.alternatives if words]
    if not utterance.woken:
        return Verdict("reject", "window closed", texts[0] if texts else "")
    in_window = utterance.way in WINDOW_WAYS
    if in_window and not texts and utterance.speech_seconds >= LEAST_SPEECH_SECONDS and _is_too_quiet(utterance):
        return Verdict("reject", "too quiet")
    if not texts or utterance.speech_seconds < LEAST_SPEECH_SECONDS:
        return Verdict("none", "silence")
    if context.speaking and not in_window:  # a window opened by hand has cut the box's own voice
        return Verdict("reject", "speaking", texts[0])
    others = utterance.others or among_others(utterance.alternatives[0], utterance.table_db)
    found = _phrase_of(utterance, phrasebook, others=others)
    if found is None:
        why = "others talking" if others else _why(texts[0], phrasebook)
        if _is_too_quiet(utterance):
            why = "too quiet"
        return Verdict("reject", why, texts[0])
    text, intent = found
    if _may_be_meant(intent, context):
        return Verdict("accept", "phrase", text, intent)
    return Verdict("reject", "nothing asked", text)


def _phrase_of(utterance: Utterance, phrasebook: Phrases, *, others: bool) -> tuple[str, Intent] | None:
    """The phrase that was said, found in the surest way first."""
    levels = utterance.levels_db
    found = None
    if not (utterance.phrases and is_noisy(levels, COVERED_DB)):
        found = _whole_phrase(utterance, phrasebook, ALTERNATIVES.get(utterance.way, 1))
    if found is None and others and utterance.way != "open":
        found = clear_phrase(utterance.alternatives, levels, phrasebook.match)
    if found is None and utterance.phrases:
        return likely_phrase(utterance, phrasebook)
    if found is None and others and utterance.way != "open":
        found = loudest_phrase((*utterance.alternatives, *utterance.near), levels, phrasebook)
    return found


def _whole_phrase(utterance: Utterance, phrasebook: Phrases, most: int) -> tuple[str, Intent] | None:
    for words in utterance.alternatives[:most]:
        text = " ".join(word.text for word in words)
        intent = phrasebook.match(text) if text else None
        if intent is not None and not (most > 1 and lost_words(words, utterance.levels_db)):
            return text, intent
    return None


def _is_too_quiet(utterance: Utterance) -> bool:
    return utterance.peak_db < TOO_QUIET_DB


def _may_be_meant(intent: Intent, context: Context) -> bool:
    if intent.name in ANSWERS:
        return context.asking is not None
    return intent.name != TABLE_DICE or context.table_rolls


def _why(text: str, phrasebook: Phrases) -> str:
    words = text.split()
    if UNKNOWN in words:
        return "unknown words"
    if len(words) <= _MOST_WORDS:
        for cut in range(1, len(words)):
            if phrasebook.match(" ".join(words[:cut])) and phrasebook.match(" ".join(words[cut:])):
                return "two phrases"
    return "not a phrase"
