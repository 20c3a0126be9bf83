"""What travels between the parts: frozen records, no behaviour, no third party.

Inputs put `Edge`, `Typed`, `Ordered`, `Utterance`, `ListeningChanged`, `SpeakingChanged`, `PartChanged`, `CodeDrawn`,
`Paired`, `VoiceWished` and `Stop` on the session's one queue. Times are seconds of the run's clock, which only moves
forward.
The session tells whoever observes it (console, script, pages, a house) what came of them as `Fact`s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..engine.commands import Command
from ..engine.records import Entry
from ..engine.refusal import Refusal

Slot = str | int


@dataclass(frozen=True, slots=True)
class Intent:
    """What a person meant: an intent of the phrasebook, its slots, and the words that said it.

    Slots are text as listed in the phrasebook, and whole numbers.
    """

    name: str
    slots: Mapping[str, Slot] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's level changed at `at_seconds`; `pressed` whatever the wiring's polarity."""

    button: str
    pressed: bool
    at_seconds: float


@dataclass(frozen=True, slots=True)
class Typed:
    """A line from console, script, web page or a house: words of the phrasebook."""

    text: str
    source: str = "console"


@dataclass(frozen=True, slots=True)
class Ordered:
    """A command that no phrase can say whole, such as several dice at once."""

    command: Command


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word: when it was said, in seconds from the utterance's start, and how loud.

    `level_db` is its loudest 20 ms relative to the utterance's peak, None where it was not measured.
    """

    text: str
    start_seconds: float
    end_seconds: float
    level_db: float | None = None


Alternatives = tuple[tuple[Word, ...], ...]
"""What was perhaps said, the likeliest first; none has no word."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Words that were perhaps said, and how well they fit: a log-likelihood, to be compared within one hearing."""

    words: tuple[Word, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something was said: the recogniser's alternatives, the likeliest first; empty where it heard no word.

    `way` is hold, tap, wake or open. Seconds count from the start of the stream or file. `trouble` is
    the sentence for a person where the sound could not be recognised at all.
    """

    alternatives: Alternatives
    way: str
    start_seconds: float
    end_seconds: float
    speech_seconds: float
    """Seconds of sound above the table's floor."""
    trouble: str | None = None
    near: Alternatives = ()
    """The alternatives once more, of the sound without what lies well below the near voice; where it was needed."""
    levels_db: tuple[float, ...] = ()
    """Of each 20 ms from `start_seconds` on, relative to the utterance's peak; empty where it was not measured."""
    peak_db: float = 0.0
    """The near voice at its loudest, in dB below full scale."""
    woken: bool = True
    """False: in wake mode, the wake phrase was not said; else its words are left out."""
    others: bool = False
    """In wake mode, others were heard to talk before the wake phrase."""
    phrases: tuple[tuple[Scored, ...], ...] = ()
    """Hearings in which only whole phrases can be heard, of the sound without noise and what is well below the near
    voice, the narrower first; where they were needed."""
    table_db: float | None = None
    """How loud the table was before the window opened, relative to the utterance's peak; None: nobody listened."""
    recognising_ms: float = field(default=0.0, compare=False)
    """How long it took to have the words, from its end on."""
    ended_at: float = field(default=0.0, compare=False)
    """Its end, in `time.monotonic` seconds; 0 where nobody looked."""
    sound: bytes = field(default=b"", repr=False, compare=False)
    """What was heard from `start_seconds` on, 16 kHz mono 16-bit, for who keeps clips."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an utterance: accept, reject or none (nothing was said), and why.

    `reason` for accept is "phrase"; else silence, too quiet, not a phrase, unknown words, two phrases,
    window closed, speaking, nothing asked, others talking, trouble.
    """

    verdict: str
    reason: str
    text: str = ""
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class ListeningChanged:
    """The microphone's window opened or closed."""

    open: bool
    always: bool = False
    """It is open without anybody having opened it: the box listens all the time."""


@dataclass(frozen=True, slots=True)
class SpeakingChanged:
    """The narrator began or stopped; with a tone it is no voice that sounds."""

    speaking: bool
    tone: bool = False


@dataclass(frozen=True, slots=True)
class PartChanged:
    """A part of the box came or went; `sentence` says which, why, and how to get it (empty when well)."""

    part: str
    working: bool
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class CodeDrawn:
    """A phone wants to be let in: the panel shows a code until then, on the run's clock; without digits none."""

    digits: str = ""
    until_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Paired:
    """Somebody entered the code: master (the game master's) or table (a view for players)."""

    grant: str


@dataclass(frozen=True, slots=True)
class VoiceWished:
    """Somebody changed the voice in the settings: a volume from 0 to 100, and words a minute; None: as it is."""

    volume: int | None
    rate: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """Close in order; `reason` for the log."""

    reason: str


Message = (
    Edge
    | Typed
    | Ordered
    | Utterance
    | ListeningChanged
    | SpeakingChanged
    | PartChanged
    | CodeDrawn
    | Paired
    | VoiceWished
    | Stop
)


@dataclass(frozen=True, slots=True)
class Cue:
    """A sentence to be said. Priorities, said first to last: danger, answer, turn, colour.

    A waiting cue is dropped when a later one of the same `topic` comes. `audience` is table or master: for all, or the
    game master's own.
    """

    text: str
    priority: str
    topic: str
    audience: str = "table"
    uneventful: bool = field(default=False, compare=False)
    """It tells of turns in which nothing changed."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What somebody said or typed, and the judgement of it."""

    verdict: Verdict
    source: str


@dataclass(frozen=True, slots=True)
class Played:
    """An entry that the journal holds now: a command and its events, an undo or a redo."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Refused:
    """The engine's typed refusal, and how the table is told of it; nothing changed."""

    refusal: Refusal
    text: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that was told, and where: by voice, on the panel, in the browser (web)."""

    cue: Cue
    channels: frozenset[str] = frozenset({"voice", "panel", "web"})
    goes_on: bool = False
    """It belongs to what was told right before it, such as the turn to its danger."""


@dataclass(frozen=True, slots=True)
class Troubled:
    """A part of the box, or a thing it tried, does not work; `sentence` names it and the cure."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Works:
    """A part of the box works, now or again."""

    part: str


Fact = Heard | Played | Refused | Told | Troubled | Works
