"""What was heard, when, and why it was taken so: a line for the log, a record for a clip. Pure."""

from __future__ import annotations

from typing import Any

from ...messages import Utterance, Verdict, Word

_FRAME_SECONDS = 0.02
_SPOKEN_DB = -22.0
"""Quieter, beside the near voice, is the end of its speech."""


def log_line(utterance: Utterance, verdict: Verdict, judged_at: float) -> str:
    """Text, verdict, reason, way, times, and the likeliest words with their levels in dB.

    Args:
        utterance: What was heard.
        verdict: Its judgement.
        judged_at: When that was, in `time.monotonic` seconds.
    """
    return f"heard {verdict.text!r}: {verdict.verdict}, {verdict.reason} ({details(utterance, judged_at)})"


def details(utterance: Utterance, judged_at: float) -> str:
    """Way, times, and the likeliest words with their levels in dB; arguments as for `log_line`."""
    times = [f"{utterance.start_seconds:.2f}–{utterance.end_seconds:.2f} s", f"speech {utterance.speech_seconds:.2f} s"]
    ended = speech_end_seconds(utterance)
    if ended is not None:
        times[-1] += f" until {ended:.2f}"
    if utterance.ended_at:
        waited_ms = (judged_at - utterance.ended_at) * 1000
        times.append(f"recognised in {utterance.recognising_ms:.0f} ms, judged after {waited_ms:.0f}")
    words = [f"plain {_words(each)}" for each in utterance.alternatives[:1]]
    words += [f"near {_words(each)}" for each in utterance.near[:1]]
    words += [f"as a phrase {_words(hearing[0].words)}" for hearing in utterance.phrases if hearing]
    return "; ".join((utterance.way, ", ".join(times), *words))


def record_of(utterance: Utterance, verdict: Verdict, judged_at: float) -> dict[str, Any]:
    """The same as a record that JSON can hold, for a clip; levels in dB, times in seconds but where they say ms."""
    intent = verdict.intent
    return {
        "format": 1,
        "way": utterance.way,
        "verdict": verdict.verdict,
        "reason": verdict.reason,
        "text": verdict.text,
        "intent": intent and intent.name,
        "slots": dict(intent.slots) if intent else {},
        "trouble": utterance.trouble,
        "seconds": round(utterance.end_seconds - utterance.start_seconds, 2),
        "speech_seconds": utterance.speech_seconds,
        "speech_end_seconds": speech_end_seconds(utterance),
        "recognising_ms": round(utterance.recognising_ms, 1),
        "judged_after_ms": round((judged_at - utterance.ended_at) * 1000, 1) if utterance.ended_at else None,
        "peak_db": utterance.peak_db,
        "woken": utterance.woken,
        "plain": [_word_records(words) for words in utterance.alternatives],
        "near": [_word_records(words) for words in utterance.near],
        "phrases": [
            [{"score": each.score, "words": _word_records(each.words)} for each in hearing]
            for hearing in utterance.phrases
        ],
        "table_db": utterance.table_db,
        "levels_db": list(utterance.levels_db),
    }


def speech_end_seconds(utterance: Utterance) -> float | None:
    """When the near voice was heard last, in the utterance's seconds; None where its levels were not measured."""
    levels = utterance.levels_db
    last = next((at for at in range(len(levels) - 1, -1, -1) if levels[at] > _SPOKEN_DB), None)
    return None if last is None else round(utterance.start_seconds + (last + 1) * _FRAME_SECONDS, 2)


def _word_records(words: tuple[Word, ...]) -> list[dict[str, Any]]:
    return [
        {"text": word.text, "start": word.start_seconds, "end": word.end_seconds, "level_db": word.level_db}
        for word in words
    ]


def _words(words: tuple[Word, ...]) -> str:
    return " ".join(word.text if word.level_db is None else f"{word.text}{word.level_db:+.0f}" for word in words)
