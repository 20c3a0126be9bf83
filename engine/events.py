"""What happened, in the past tense: frozen records that `turn.evolve` folds into a state.

An event holds every result (dice, turns left, boxes), so that folding needs neither rules nor dice.
As JSON an event is its fields and `type`, its class name in snake case: `{"type": "turn_ended", …}`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .explained import why


class Event:
    """A past fact. Every kind is a frozen dataclass below."""

    __slots__ = ()

    @property
    def cause(self) -> str:
        """What brought it about, in a few words; of a mark the field that says what for."""
        return why(self).cause

    @property
    def rule(self) -> str:
        """The rule of the sheet that it follows, in short."""
        return why(self).rule


# -- the five steps of a turn -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Step 1. `turn` is the number that this turn gets; `place` of `total` where it is part of an activity.

    `action` is a key of `actions.ACTIONS`, ritual and rest included.
    """

    turn: int
    action: str
    loud: bool
    fast: bool
    place: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class AreaEntered(Event):
    """Step 2 of a move: a new area."""


@dataclass(frozen=True, slots=True)
class AreaSearched(Event):
    """Step 2 of a search: `search` is which search of this area it is, 1 upwards."""

    search: int


@dataclass(frozen=True, slots=True)
class LookoutKept(Event):
    """Step 2 of a lookout: the `lookout`-th in a row."""

    lookout: int


@dataclass(frozen=True, slots=True)
class BoxMarked(Event):
    """A mark filled a box; `escalation` is the number of boxes filled now.

    `waited`: it was over the last box before, and fills after a clearing (overflow `carry`).
    """

    cause: str = field()  # the base class has a property of this name, which is no default
    escalation: int
    waited: bool = False


@dataclass(frozen=True, slots=True)
class RiskCounted(Event):
    """Classic mode: `cause` (light, linger, repeat, lookout, ritual) adds `count` to this turn's roll alone."""

    cause: str = field()
    count: int


@dataclass(frozen=True, slots=True)
class MarkLost(Event):
    """A mark over the last box was logged and lost."""

    cause: str = field()


@dataclass(frozen=True, slots=True)
class MarkDelayed(Event):
    """A mark waits; `until` is clearing (overflow `carry`) or step_5 (noise timing `next`)."""

    cause: str = field()
    until: str


@dataclass(frozen=True, slots=True)
class ResourcesConsumed(Event):
    """Step 3: what is left, in turns, of each light (by number) and effect (by name) that ticked."""

    lights: tuple[tuple[int, int], ...] = ()
    effects: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DangerRolled(Event):
    """Step 4. `total` is die + boxes in escalation mode and the die in classic mode.

    `die` and `total` are None where an overflowing mark was danger at once. `sides` is the die's size,
    `modifier` the boxes or the classic m, `told` a die of the table's own, `chance` 0–1 beforehand.
    """

    turn: int
    die: int | None
    total: int | None
    danger: bool
    kind: str | None
    sides: int
    modifier: int
    chance: float
    told: bool = False


@dataclass(frozen=True, slots=True)
class RollSkipped(Event):
    """Step 4 without a roll; `reason` is check_every, rest_check_every, secured or overflow."""

    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class BoxesCleared(Event):
    """All `boxes` cleared; `reason` is danger, overflow, or roll (classic mode: the roll used the noise up)."""

    boxes: int
    reason: str


@dataclass(frozen=True, slots=True)
class LightWarned(Event):
    """Step 5: a light ends soon; told once."""

    number: int
    kind: str
    holder: str | None
    turns_left: int


@dataclass(frozen=True, slots=True)
class LightWentOut(Event):
    """Step 5: a light burnt out."""

    number: int
    kind: str
    holder: str | None


@dataclass(frozen=True, slots=True)
class DarknessFell(Event):
    """The last lit light went out."""


@dataclass(frozen=True, slots=True)
class EffectEnded(Event):
    """A timed spell ended; `reason` is time or command."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class FatigueWarned(Event):
    """The turn after the next must be a rest (`rest.fatigue_every`)."""


@dataclass(frozen=True, slots=True)
class RowFilled(Event):
    """A tracker row is full: turns, light, effect, rest, escalation, rations or water."""

    row: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """Step 5: time passed. `turn` turns are completed now."""

    turn: int
    elapsed_minutes: int


# -- activities -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ActivityBegan(Event):
    """A rest, ritual or long talk began; `chance` (0–1) of danger over it, and the lights that would burn out."""

    kind: str
    total: int
    chance: float | None = None
    burning_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivityPaused(Event):
    """Stopped after `done` turns; `reason` is danger or darkness."""

    kind: str
    done: int
    total: int
    reason: str


@dataclass(frozen=True, slots=True)
class ActivityResumed(Event):
    """Went on after `done` turns; `chance` (0–1) and the lights that would burn out as when it began."""

    kind: str
    done: int
    total: int
    chance: float | None = None
    burning_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivityRestarted(Event):
    """Began again from nothing; `chance` (0–1) and the lights that would burn out as when it began."""

    kind: str
    total: int
    chance: float | None = None
    burning_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActivityAbandoned(Event):
    """Ended without its benefit; `reason` is command, move, turn, combat, chase, danger."""

    kind: str
    done: int
    total: int
    reason: str


@dataclass(frozen=True, slots=True)
class ActivityCompleted(Event):
    """Its last turn was played: the benefit comes now."""

    kind: str
    total: int


@dataclass(frozen=True, slots=True)
class RationsReminded(Event):
    """A long rest ended: food and water may be due."""


# -- suspending -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaySuspended(Event):
    """The dungeon turn is broken by combat, chase or roleplay."""

    kind: str


@dataclass(frozen=True, slots=True)
class PlayResumed(Event):
    """The suspension is over."""

    kind: str


# -- danger tables ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableDrawn(Event):
    """A draw from a danger table: its `entry` as written, and `result`, what came of it, in words for the table.

    `kind` is the table's kind, None where it has none; `asked`: a command named it, else danger of this kind brought
    it, told by the `DangerRolled` right before. `draws` is every draw, the table's own first, those nested in the
    order of their brackets: table, entry, face and sides of the die (all weights that could come), and how many of
    the table's entries have come with this one since it began anew (1: it begins anew; None: it repeats freely).
    `rolls` is every expression in the texts, in the order thrown: as written, its faces, its total. `reaction` is a
    band of `tables.REACTIONS` with the two faces that gave it; `distance_feet` the distance with its faces.
    """

    table: str
    kind: str | None
    asked: bool
    entry: str
    result: str
    draws: tuple[tuple[str, str, int, int, int | None], ...]
    rolls: tuple[tuple[str, tuple[int, ...], int], ...] = ()
    reaction: str | None = None
    reaction_faces: tuple[int, ...] = ()
    distance_feet: int | None = None
    distance_faces: tuple[int, ...] = ()

    @property
    def thrown(self) -> int:
        """How many dice it took."""
        in_texts = sum(len(faces) for _, faces, _ in self.rolls)
        return len(self.draws) + in_texts + len(self.reaction_faces) + len(self.distance_faces)


@dataclass(frozen=True, slots=True)
class RegionEntered(Event):
    """The party is in `region` now, as the danger tables call it; None: in none of them."""

    region: str | None


# -- free changes -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LightLit(Event):
    """A light burns; `relit` where it was doused before. `turns_left` None never burns down."""

    number: int
    kind: str
    holder: str | None
    turns_left: int | None
    relit: bool = False


@dataclass(frozen=True, slots=True)
class LightDoused(Event):
    """A light was put out and keeps `turns_left`."""

    number: int
    kind: str
    holder: str | None
    turns_left: int | None


@dataclass(frozen=True, slots=True)
class LightCorrected(Event):
    """A light has `turns_left` now, by correction."""

    number: int
    kind: str
    holder: str | None
    turns_left: int


@dataclass(frozen=True, slots=True)
class StockChanged(Event):
    """`left` spares of a light kind."""

    kind: str
    left: int


@dataclass(frozen=True, slots=True)
class EffectStarted(Event):
    """A timed spell runs for `turns`, None without limit."""

    name: str
    turns: int | None


@dataclass(frozen=True, slots=True)
class SupplyUsed(Event):
    """One box of rations or water used; `left` boxes."""

    supply: str
    left: int


@dataclass(frozen=True, slots=True)
class SupplyCorrected(Event):
    """Rations, water or ammunition corrected; `left` now."""

    supply: str
    left: int


@dataclass(frozen=True, slots=True)
class BrightLightChanged(Event):
    """Bright light was turned on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class PartySplit(Event):
    """The party split."""


@dataclass(frozen=True, slots=True)
class PartyRejoined(Event):
    """The party is together again."""


@dataclass(frozen=True, slots=True)
class AreaSecured(Event):
    """The area is secured."""


@dataclass(frozen=True, slots=True)
class AreaUnsecured(Event):
    """The area is no longer secured; `reason` is noise or command (a move is a new area)."""

    reason: str


@dataclass(frozen=True, slots=True)
class BoxesCalmed(Event):
    """`boxes` taken back; `escalation` left."""

    boxes: int
    escalation: int


@dataclass(frozen=True, slots=True)
class ConditionMarked(Event):
    """A condition was marked."""

    name: str
    holder: str | None


@dataclass(frozen=True, slots=True)
class ConditionCleared(Event):
    """A condition was cleared."""

    name: str
    holder: str | None


@dataclass(frozen=True, slots=True)
class NoteAdded(Event):
    """A note was written."""

    text: str


@dataclass(frozen=True, slots=True)
class ModeChanged(Event):
    """Turns are `mode` now: normal or fast."""

    mode: str


@dataclass(frozen=True, slots=True)
class DiceTold(Event):
    """The table's own dice were kept."""

    dice: tuple[int, ...]


# -- corrections and questions ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxesCorrected(Event):
    """The escalation boxes were set."""

    escalation: int


@dataclass(frozen=True, slots=True)
class TurnCorrected(Event):
    """The turn was set."""

    completed: int
    elapsed_minutes: int


@dataclass(frozen=True, slots=True)
class QuestionAsked(Event):
    """The box waits for an answer: long_rest, cleanup, new_delve, end_delve or roll.

    For a long rest `chance` (0–1) and the lights that would burn out are told. For a roll the stopped
    turn is `action`, `loud`, with `turns_after` whole turns still to play.
    """

    question: str
    chance: float | None = None
    burning_out: tuple[str, ...] = ()
    action: str | None = None
    loud: bool = False
    turns_after: int = 0


@dataclass(frozen=True, slots=True)
class QuestionClosed(Event):
    """The question is answered: yes, no, lapsed (the device's no); for `roll`: told or device."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class DelveClosed(Event):
    """The table agreed; `reason` is new_delve or end_delve. The session opens another delve."""

    reason: str
