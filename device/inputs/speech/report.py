"""One line for the log about what was heard and why it was taken so. Pure."""

from __future__ import annotations

from ...messages import Utterance, Verdict, Word


def log_line(utterance: Utterance, verdict: Verdict) -> str:
    """Text, verdict, reason, way, times in seconds, and the likeliest words with their levels in dB."""
    times = f"{utterance.start_seconds:.2f}–{utterance.end_seconds:.2f} s, speech {utterance.speech_seconds:.2f} s"
    words = [f"plain {_words(each)}" for each in utterance.alternatives[:1]]
    words += [f"near {_words(each)}" for each in utterance.near[:1]]
    told = "; ".join((utterance.way, times, *words))
    return f"heard {verdict.text!r}: {verdict.verdict}, {verdict.reason} ({told})"


def _words(words: tuple[Word, ...]) -> str:
    return " ".join(word.text if word.level_db is None else f"{word.text}{word.level_db:+.0f}" for word in words)
