"""What came of a command, told in few short sentences: danger, the turn, the question. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from ....engine import events as e
from ....engine.commands import BeginRest, Command, Suspend, TakeAction
from ....engine.odds import danger_now
from ....engine.records import Entry, type_name
from ....engine.rules import Rules
from ....engine.state import BOXES, LastAction, State
from ...messages import Cue
from .book import Book

_AFTER_STOP = re.compile(r"(?<=[.!?] )\w")
_STOP_TWICE = re.compile(r"([.!?…])\.(?= )")
"""Where a text of the table's own, such as an entry of a danger table, brings its stop."""
_GROUPED = (e.BoxMarked, e.MarkLost, e.MarkDelayed)
_LEADING = (
    e.QuestionClosed,
    e.ActivityBegan,
    e.ActivityResumed,
    e.ActivityRestarted,
    e.ActivityPaused,
    e.ActivityAbandoned,
    e.ActivityCompleted,
)
"""Told before the turn's own clause, so that a rest begins with its outcome."""
_ROUTINE = (
    *(e.TurnBegan, e.AreaEntered, e.AreaSearched, e.LookoutKept, e.ResourcesConsumed, e.DangerRolled, e.RollSkipped),
    *(e.DiceTold, e.TurnEnded),
)
"""What a turn brings in which nothing changes."""
_CHANGES_ODDS = (e.BoxMarked, e.BoxesCalmed, e.BoxesCorrected, e.ModeChanged)


def cues_of(entry: Entry, state: State, rules: Rules, book: Book) -> list[Cue]:
    """The cues for an entry, after which the state is `state`: at most one of danger, one of the rest, a question."""
    if entry.kind != "command":
        key = "undone" if entry.kind == "undo" else "redone"
        what = book.wording.text(command_key(entry.command))
        clause = book.say("parts", key, what=what, turn=state.completed + 1)
        return [Cue(sentences([clause]), "answer", "change")]
    return _Telling(entry.events, state, rules, book).cues()


def question_of(asked: e.QuestionAsked, rules: Rules, book: Book) -> Cue:
    """The cue for a question of the box."""
    values: dict[str, Any] = {"burning_out": tuple(dict.fromkeys(asked.burning_out))}
    if asked.question == "roll":
        values["faces"] = faces_in_words(asked.chance, rules, book)
    else:
        values["odds"] = odds_in_words(asked.chance, book)
    return Cue(sentences([book.say("questions", asked.question, **values)]), "answer", "question")


def event_in_words(event: e.Event, book: Book) -> str:
    """A clause on one event by itself, its numbers in digits; empty where the box says nothing of it."""
    values = _fields_of(event)
    danger = isinstance(event, e.DangerRolled) and event.danger
    values |= {"count": 1, "activity": None, "place": values.get("place"), "calm": not danger, "used": False}
    percent = percent_of(values.get("chance"))
    values["odds"] = None if percent is None else book.shown("parts", "odds", percent=percent)
    if isinstance(event, e.TurnCorrected):
        values["turn"] = event.completed + 1
    return _with_capitals(book.shown("events", type_name(type(event)), **values))


def command_key(command: Command) -> str:
    """The name under which the words of a command stand."""
    if isinstance(command, TakeAction):
        return LastAction(command.action, command.loud).name
    if isinstance(command, (BeginRest, Suspend)):
        return command.kind
    return type_name(type(command))


def sentences(clauses: Sequence[str]) -> str:
    """Clauses as sentences: capitals, full stops, nothing twice."""
    said = " ".join(_sentence(clause.strip()) for clause in dict.fromkeys(clauses) if clause.strip())
    return _with_capitals(_STOP_TWICE.sub(r"\1", said))


def _with_capitals(text: str) -> str:
    """Where a sentence ends within it, the next begins large."""
    return _AFTER_STOP.sub(lambda found: found[0].upper(), text)


def odds_in_words(chance: float | None, book: Book) -> str | None:
    """A chance (0–1) in words."""
    percent = percent_of(chance)
    return None if percent is None else book.say("parts", "odds", percent=percent)


def percent_of(chance: float | None) -> int | None:
    """A chance (0–1) in percent; 100 is said of certainty alone."""
    if chance is None:
        return None
    return 100 if chance == 1 else min(99, round(chance * 100))


def faces_in_words(chance: float | None, rules: Rules, book: Book) -> str | None:
    """The dangerous faces of the die that a chance stands for."""
    if chance is None:
        return None
    die = rules.danger.die
    faces = round(chance * die)
    low, high = (1, faces) if rules.danger.mode == "classic" else (die - faces + 1, die)
    return book.say("parts", "faces", certain=faces == die, low=low, high=high, faces=faces)


def _sentence(clause: str) -> str:
    return clause[0].upper() + clause[1:] + ("" if clause[-1] in ".!?" else ".")


class _Telling:
    """Goes once through a command's events."""

    def __init__(self, happened: Sequence[e.Event], state: State, rules: Rules, book: Book) -> None:
        self._events = happened
        self._state = state
        self._rules = rules
        self._book = book
        self._calm = not any(isinstance(event, e.DangerRolled) and event.danger for event in happened)
        self._counts = Counter(_group(event) for event in happened if isinstance(event, _GROUPED))
        self._out = {event.number for event in happened if isinstance(event, e.LightWentOut)}
        self._began: e.TurnBegan | None = None
        self._danger: list[str] = []
        self._drawn: list[str] = []
        self._leading: list[str] = []
        self._clauses: list[str] = []
        self._question: Cue | None = None

    def cues(self) -> list[Cue]:
        for event in self._events:
            self._tell(event)
        ended = [event for event in self._events if isinstance(event, e.TurnEnded)]
        clauses = [*self._leading, *self._turn(ended), *self._clauses, *self._last()]
        cues = []
        if self._danger:
            cues.append(Cue(sentences(self._danger), "danger", f"danger {self._state.played}"))
        if any(self._drawn):
            cues.append(Cue(sentences(self._drawn), "answer", f"drawn {self._state.played}", audience="master"))
        if any(clauses):
            priority = "turn" if ended and not self._question else "answer"
            uneventful = bool(ended) and all(isinstance(event, _ROUTINE) for event in self._events)
            cues.append(Cue(sentences(clauses), priority, "turn" if ended else "change", uneventful=uneventful))
        if self._question:
            cues.append(self._question)
        return cues

    def _tell(self, event: e.Event) -> None:
        match event:
            case e.TurnBegan():
                self._began = event
            case e.QuestionAsked():
                self._question = question_of(event, self._rules, self._book)
                return
            case e.LightWarned() if event.number in self._out:
                return  # warned in the same command: the end is told
            case e.RowFilled() if not self._is_full(event):
                return
            case e.BoxMarked() | e.MarkLost() | e.MarkDelayed() if not self._counts[_group(event)]:
                return  # told with the first of its cause
        clause = self._book.say("events", type_name(type(event)), **self._values(event))
        if isinstance(event, _GROUPED):
            self._counts[_group(event)] = 0
        of_danger = (e.DangerRolled, e.BoxesCleared) if not self._calm else ()
        if isinstance(event, of_danger):
            self._danger.append(clause)
        elif isinstance(event, e.TableDrawn):
            self._drawn.append(clause)
        elif isinstance(event, _LEADING):
            self._leading.append(clause)
        else:
            self._clauses.append(clause)

    def _values(self, event: e.Event) -> dict[str, Any]:
        values = _fields_of(event)
        place = self._began.place if self._began else None
        match event:
            case e.BoxMarked() | e.MarkLost() | e.MarkDelayed():
                values["count"] = self._counts[_group(event)]
            case e.DangerRolled() | e.RollSkipped():
                values |= {"activity": self._began.action if self._began and place else None, "place": place}
                values["calm"] = self._calm
            case e.ActivityBegan() | e.ActivityResumed() | e.ActivityRestarted():
                values |= {"odds": odds_in_words(event.chance, self._book), "calm": self._calm}
            case e.DiceTold():
                values["used"] = any(isinstance(each, e.DangerRolled) for each in self._events)
            case e.TurnCorrected():
                values["turn"] = event.completed + 1
        return values

    def _turn(self, ended: Sequence[e.TurnEnded]) -> list[str]:
        if not ended:
            return []
        began, last = self._began, self._state.last_action
        played = LastAction(began.action, began.loud) if began else last or LastAction("other")
        activity = began.action if began and began.place else None
        turn = self._book.say(
            "parts",
            "turn",
            turn=ended[-1].turn,
            turns=len(ended),
            action=played.name,
            fast=bool(began and began.fast),
            activity=activity,
        )
        return [turn]

    def _last(self) -> list[str]:
        """What follows from the whole: a full row changes something, and how dangerous it is now."""
        clauses = []
        if any(isinstance(event, e.RowFilled) and self._is_full(event) for event in self._events):
            clauses.append(self._book.say("parts", "row_tail"))
        if self._odds_changed():
            chance = danger_now(self._state, self._rules).chance
            clauses.append(
                self._book.say(
                    "parts",
                    "escalation",
                    boxes=self._state.escalation,
                    faces=faces_in_words(chance, self._rules, self._book),
                    mode=self._rules.danger.mode,
                )
            )
        return clauses

    def _is_full(self, row: e.RowFilled) -> bool:
        """Whether it still is: boxes that were full and cleared in the same command are told as cleared."""
        return row.row != "escalation" or self._state.escalation == BOXES

    def _odds_changed(self) -> bool:
        if self._state.asking == "roll" or any(isinstance(event, e.DelveClosed) for event in self._events):
            return False
        if not self._calm and not self._state.escalation:
            return False  # cleared, which the danger told
        changing = (*_CHANGES_ODDS, e.BrightLightChanged) if self._rules.danger.mode == "classic" else _CHANGES_ODDS
        return any(isinstance(event, changing) for event in self._events)


def _group(event: e.Event) -> tuple[str, ...]:
    """What makes marks alike: they are told as one."""
    match event:
        case e.BoxMarked():
            return "filled", event.cause, str(event.waited)
        case e.MarkDelayed():
            return "delayed", event.cause, event.until
        case e.MarkLost():
            return "lost", event.cause
    return ()


def _fields_of(event: e.Event) -> dict[str, Any]:
    return {each.name: getattr(event, each.name) for each in fields(event)}  # type: ignore[arg-type] # all are dataclasses
