"""The box in a house: what stands and happens goes to a broker; phrases come from there, where the settings say so."""

from __future__ import annotations

import json
import queue
from functools import partial

from ..engine.rules import Rules
from ..engine.state import State
from .bootstrap import Box
from .clock import RealClock
from .messages import Fact, PartChanged, Played, Typed
from .mqtt.access import Access
from .mqtt.broker import Broker
from .mqtt.discovery import document
from .mqtt.said import RefusedSayingError
from .mqtt.topics import Topics
from .standing import KINDS, happenings_of, standing_of
from .web.pace import Pace

PART = "mqtt"
PHRASES_AT_ONCE, PHRASES_PER_SECOND = 20, 2.0
"""From a house: an automation that runs wild must neither spend an evening's turns nor keep buttons waiting."""


class House:
    """The broker beside a box; it is told nothing before `open`, and where paho is not installed."""

    def __init__(self) -> None:
        self._box: Box | None = None
        self._broker: Broker | None = None

    def open(self, box: Box) -> None:
        """Connect by the box's settings, and tell where the delve stands; the table is told what does not work."""
        from importlib.metadata import version  # which a box without a house need not load

        wanted = box.settings.mqtt
        topics = Topics(wanted.topic, wanted.discovery_prefix)
        discovered = document(topics, box.announcer.narration.labels("house"), KINDS, version("delvebox"))
        retained = {} if topics.discovery is None else {topics.discovery: _written(discovered)}
        access = Access(wanted.host, wanted.port, wanted.user, wanted.password_file)

        def report(sentence: str) -> None:
            box.mailbox.offer(PartChanged(PART, working=not sentence, sentence=sentence))

        pace, clock = Pace(PHRASES_AT_ONCE, PHRASES_PER_SECOND), RealClock()

        def say(phrase: str) -> None:
            if not pace.allows(clock.now_seconds()):
                raise RefusedSayingError(f"more phrases than a table says: {pace.wanted}")
            try:
                box.mailbox.put(Typed(phrase, PART))
            except queue.Full as error:
                raise RefusedSayingError("more phrases than can be played: publish fewer at a time") from error

        try:
            self._broker = Broker(access, topics, retained, report, on_say=say if wanted.commands else None)
        except ImportError as error:
            report(f"the house is told nothing ({error}): pip install 'delvebox[mqtt]'")
            return
        self._box = box
        self._broker.tell(_state(box))

    def observe(self, fact: Fact) -> None:
        """Tell the broker what was played; on the session's thread, which waits for nothing here."""
        if self._box is not None and self._broker is not None and isinstance(fact, Played):
            self._broker.tell(_state(self._box), [_written(each) for each in happenings_of(fact.entry)])

    def close(self) -> None:
        """Say that the box goes."""
        if self._broker is not None:
            self._broker.close()


def _state(box: Box) -> partial[str]:
    """What makes the payload, of records that do not change: asked later, by the thread that tells."""
    return partial(_payload, box.delve.state, box.delve.rules)


def _payload(state: State, rules: Rules) -> str:
    return _written(standing_of(state, rules))


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
