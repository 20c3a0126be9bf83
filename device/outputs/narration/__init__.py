"""What the box says: sentences as data, put together from what happened. Pure but for reading its file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Self

from ....engine.commands import Command
from ....engine.events import Event, QuestionAsked
from ....engine.explained import why
from ....engine.records import Entry
from ....engine.refusal import Refusal
from ....engine.rules import Rules
from ....engine.state import State
from ...messages import Cue, Verdict
from .answers import QUESTIONS
from .asides import atmosphere_of, prompts_of
from .book import Book, PanelTexts
from .choosing import Chooser
from .fields import BOX, LIKELY, TROUBLES
from .labels import LABELS
from .reading import NarrationError, read_book, read_book_file
from .record_fields import SUMMARY
from .refusal_fields import MASTERS_REFUSALS, refusal_fields
from .situation import situation_of
from .telling import command_key, cues_of, event_in_words, question_of, sentences
from .themes import PLAIN, Theme, read_theme

__all__ = ["Narration", "NarrationError", "PanelTexts", "english_panel"]


class Narration:
    """The sentences of a language. What is said is said as a theme has it; what is read does not vary."""

    def __init__(self, book: Book, theme: Theme | None = None, seed: int = 0) -> None:
        """Nothing was said yet; `seed` fixes which of several texts are."""
        self._book = book
        self._said = replace(theme.over(book) if theme else book, choose=Chooser(seed))

    @classmethod
    def load(cls, language: str = "en", theme: str = PLAIN, seed: int = 0) -> Self:
        """The shipped narration of a language.

        Args:
            language: Which.
            theme: The name of a shipped theme, or a file that is laid over it.
            seed: Fixes which of several texts of the same meaning are said.

        Raises:
            NarrationError: there is none, or it cannot be used.
        """
        return cls(read_book(language), None if theme == PLAIN else read_theme(theme, language), seed)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The narration in a file.

        Raises:
            NarrationError: every problem at once, with its line.
        """
        return cls(read_book_file(path))

    @property
    def language(self) -> str:
        """What it is in: "en"."""
        return self._book.language

    @property
    def in_digits(self) -> Narration:
        """The same sentences with their numbers in digits, to be read."""
        return Narration(replace(self._book, wording=replace(self._book.wording, number=str)))

    @property
    def panel(self) -> PanelTexts:
        """What stands on the panel, in the same language."""
        return PanelTexts(self._book)

    def likely(self, intent: str, slots: Mapping[str, Any]) -> str:
        """A phrase as people say it, by one of `fields.LIKELY`."""
        return self._book.say("likely", intent, **{**dict.fromkeys(LIKELY[intent]), **slots})

    def listing(self, key: str, **values: Any) -> str:
        """A text of the list of phrases, by a key of `fields.LISTING`."""
        return self._book.say("listing", key, **values)

    def record(self, key: str, **values: Any) -> str:
        """Words of the evening's record, by a key of `record_fields.RECORD`."""
        return self._book.shown("record", key, **values)

    def word(self, code: str, field: str = "") -> str:
        """A word of the engine's as the table reads it; a name of the table's own as it is."""
        return self._book.wording.text(code, field)

    def summary(self, counts: Mapping[str, int], minutes: int) -> tuple[Cue, tuple[str, ...]]:
        """A delve in few words, to say and to show.

        Args:
            counts: By the keys of `record_fields.SUMMARY`.
            minutes: How long it was.
        """
        hours, rest = divmod(minutes, 60)
        said = self._summed(self._said.say, counts, self._said.say("parts", "duration", hours=hours, minutes=rest))
        shown = self._summed(self._book.shown, counts, self._book.shown("panel", "duration", hours=hours, minutes=rest))
        return Cue(sentences([", ".join(said)]), "answer", "summary"), shown

    def _summed(self, say: Callable[..., str], counts: Mapping[str, int], time: str) -> tuple[str, ...]:
        return tuple(
            say("summary", key, **{"count": counts[key], **({"time": time} if "time" in fields else {})})
            for key, fields in SUMMARY.items()
        )

    def console(self, key: str, **values: Any) -> str:
        """What the console tells, by one of `fields.CONSOLE`."""
        return self._book.shown("console", key, **values)

    def labels(self, place: str) -> dict[str, str]:
        """The words that stand on a page in the browser or in a house, by a place of `LABELS`."""
        return {key: self._book.shown(place, key) for key in LABELS[place]}

    def command(self, command: Command) -> str:
        """A command as a title: "search", "the marks"."""
        return self._book.wording.text(command_key(command))

    def event(self, event: Event) -> tuple[str, str, str]:
        """What happened (empty where the box says nothing of it), what brought it about, and the sheet's rule."""
        reason = why(event)
        told = self._explained(reason.cause) if reason.cause else self._book.wording.text(event.cause, "cause")
        return event_in_words(event, self._book), told, self._explained(reason.rule)

    def rule(self, sentence: str) -> str:
        """A rule of the sheet, in the table's words."""
        return self._explained(sentence)

    def _explained(self, sentence: str) -> str:
        return self._book.say("explained", sentence, sentence=sentence)

    def reason(self, reason: str) -> str:
        """Why something was not heard, in a word or two."""
        return self._book.wording.text(reason, "reason")

    def look(self, state: State, happened: Sequence[Event], now: Sequence[Event] = ()) -> None:
        """See how things stand, for conditions of what is said from now on.

        Args:
            state: How they are.
            happened: All that happened in the delve and was not taken back.
            now: The part of it that is new.
        """
        self._said = replace(self._said, situation=situation_of(state, happened, now))

    def cues(self, entry: Entry, state: State, rules: Rules, happened: Sequence[Event] = ()) -> list[Cue]:
        """What to say of `entry`, after which the state is `state`; danger first, a question last.

        `happened` is as `look` has it; empty where nobody knows what was before.
        """
        self.look(state, happened or entry.events, entry.events if entry.kind == "command" else ())
        cues, mood = cues_of(entry, state, rules, self._said), atmosphere_of(entry, self._said)
        asks = bool(cues) and cues[-1].topic == "question"
        return cues if mood is None else [*cues[: len(cues) - asks], mood, *cues[len(cues) - asks :]]

    def prompts(self, entry: Entry, state: State, steps: Collection[str]) -> Cue | None:
        """What these steps of the turn remind the game master of, after `cues`; None where there is nothing."""
        return prompts_of(entry, state, steps, self._said)

    def question(self, asked: QuestionAsked, rules: Rules) -> Cue:
        """What the box asks, once more."""
        return question_of(asked, rules, self._said)

    def asked(self, asked: QuestionAsked, rules: Rules) -> str:
        """What the box asks, to be read."""
        return question_of(asked, rules, self._book).text

    def answer(self, question: str, state: State, rules: Rules) -> Cue:
        """The answer to status, how_much_light, how_dangerous or what_time.

        Raises:
            KeyError: another question.
        """
        return Cue(sentences(QUESTIONS[question](state, rules, self._said)), "answer", "answer")

    def refusal(self, refusal: Refusal) -> Cue:
        """Why something cannot be played, and what can be said instead."""
        audience = "master" if refusal.reason in MASTERS_REFUSALS else "table"
        return Cue(sentences([_refused(refusal, self._said)]), "answer", "refusal", audience)

    def refused(self, refusal: Refusal) -> str:
        """As `refusal`, as a clause to be read."""
        return _refused(refusal, self._book)

    def why_not(self, refusal: Refusal) -> str:
        """As `refusal`, to be read."""
        return sentences([self.refused(refusal)])

    def again(self, said: str) -> str:
        """A sentence that was just said, once more: with a word before it that tells so."""
        return sentences([self._said.say("parts", "again", said=said)])

    def trouble(self, part: str, sentence: str) -> str:
        """What does not work, for the panel.

        Args:
            part: One of `fields.TROUBLES`, or "button 3".
            sentence: The box's own, with the cure.
        """
        key = part.partition(" ")[0] if part.startswith("button ") else part
        return self._book.say("troubles", key if key in TROUBLES else "fault", sentence=sentence)

    def rejected(self, verdict: Verdict) -> Cue | None:
        """Why something was not heard; None where telling would only disturb."""
        clause = self._said.say("rejections", verdict.reason, text=verdict.text) if verdict.verdict == "reject" else ""
        return Cue(sentences([clause]), "answer", "refusal") if clause else None

    def box(self, message: str, **values: Any) -> Cue:
        """What the box says of itself: one of `fields.BOX` with its fields.

        Raises:
            KeyError: no such message, or a field is missing.
        """
        priority, _ = BOX[message]
        return Cue(sentences([self._said.say("box", message, **values)]), priority, f"box {message}")


def _refused(refusal: Refusal, book: Book) -> str:
    values = {field: refusal.values.get(field) for field in refusal_fields(refusal.reason)}
    return book.say("refusals", refusal.reason, say=refusal.say, **values)


@cache
def english_panel() -> PanelTexts:
    """The panel's texts where no language is named."""
    return Narration.load("en").panel
