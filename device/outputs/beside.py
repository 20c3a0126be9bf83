"""The box's voice for others who asked for it, such as pages in a browser: beside its loudspeaker, or in its place."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Protocol

from .samples import Sound
from .sinks import Sink, SinkError


class Hearers(Protocol):
    """Who asked for the sound; every call returns at once but `wait`, which has a bound of its own."""

    @property
    def wanted(self) -> bool:
        """Whether anybody asked for it."""

    def play(self, pcm: bytes, rate_hz: int) -> None:
        """16-bit mono samples, to be heard after what was played before."""

    def cut(self) -> None:
        """Let nobody hear any more of what was played."""

    def wait(self) -> None:
        """Until all have heard what was played; who takes longer than it lasts is not waited for."""


class BesideSink:
    """A sink, and others beside it; what is said to both ends when the slower one has heard it.

    Args:
        own: The box's own.
        hearers: Who hears it beside, once anybody asks for it.
        alone: They then hear it in the place of `own`, as on a machine whose loudspeaker they are.
    """

    def __init__(self, own: Sink, hearers: Hearers, *, alone: bool) -> None:
        self._own = own
        self._hearers = hearers
        self._alone = alone
        self._cuts = 0
        self.part = own.part
        self.takes_tones = own.takes_tones

    def say(self, pieces: Iterator[Sound]) -> float | None:
        """Let the pieces be heard; as `Sink.say`.

        Raises:
            SinkError: the own one cannot be heard; `heard` where the others did hear it.
        """
        if not self._hearers.wanted:
            return self._own.say(pieces)
        first_at: list[float] = []
        told = self._tell(pieces, self._cuts, first_at)
        try:
            if not self._alone:
                return self._own.say(told)
        except SinkError as error:
            error.heard = True
            raise
        finally:
            for _ in told:
                pass  # what is not for the own one, or what it did not take
            self._hearers.wait()
        return first_at[0] if first_at else None

    def _tell(self, pieces: Iterator[Sound], cuts: int, first_at: list[float]) -> Iterator[Sound]:
        for piece in pieces:
            self._hearers.play(piece.pcm, piece.rate_hz)
            first_at.append(time.perf_counter())
            if self._cuts != cuts:  # cut between the piece's making and its playing
                self._hearers.cut()
                return
            yield piece

    def cut(self) -> None:
        """Be silent within 50 ms, here and there."""
        self._cuts += 1
        self._own.cut()
        self._hearers.cut()

    def look(self) -> None:
        """See whether the own one works; where the others are in its place it need not."""
        if not (self._alone and self._hearers.wanted):
            self._own.look()

    def close(self) -> None:
        """Let go of the own one."""
        self._own.close()
