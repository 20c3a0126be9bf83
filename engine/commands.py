"""What the table asks, in the imperative: frozen records that `turn.decide` answers.

Counts are whole numbers as the table said them; the engine refuses what is out of its bounds, so a
command may hold any number. Names (`holder`, `name`) are free text of 1–80 characters.
"""

from __future__ import annotations

from dataclasses import dataclass


class Command:
    """A request to the engine. Every kind is a frozen dataclass below."""

    __slots__ = ()


# -- turns ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeAction(Command):
    """Play `turns` turns of one action.

    `action` is a key of `actions.ACTIONS`: move, lost, search, investigate, obstacle, heal, gear,
    cleanup, other, talk, lookout, secure. `loud` adds the noise mark (obstacle, talk). `turns` above
    1 is for talk alone (1–48).
    """

    action: str
    loud: bool = False
    turns: int = 1


@dataclass(frozen=True, slots=True)
class TakeNextTurn(Command):
    """One turn of the last action with its manner, or `other` where there is none to repeat."""


@dataclass(frozen=True, slots=True)
class RestOneTurn(Command):
    """One turn of rest that is no short rest (`rest.fatigue_every`)."""


@dataclass(frozen=True, slots=True)
class BeginRest(Command):
    """Begin a rest; `kind` is short_rest (starts at once) or long_rest (asks for a yes)."""

    kind: str


@dataclass(frozen=True, slots=True)
class ResumeRest(Command):
    """Go on with the paused rest; the turns already rested count."""


@dataclass(frozen=True, slots=True)
class RestartRest(Command):
    """Begin the paused rest again with no turn rested."""


@dataclass(frozen=True, slots=True)
class AbandonRest(Command):
    """Give up the paused rest."""


@dataclass(frozen=True, slots=True)
class BeginRitual(Command):
    """Begin a ritual of `turns` turns (1–48); None takes `ritual.default_turns`."""

    turns: int | None = None


@dataclass(frozen=True, slots=True)
class ContinueRitual(Command):
    """Play the rest of the paused ritual."""


@dataclass(frozen=True, slots=True)
class AbandonRitual(Command):
    """Lose the paused ritual."""


# -- marks, danger, area ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddMarks(Command):
    """Fill `count` boxes (1–5) for `cause`: noise or attention."""

    cause: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Calm(Command):
    """Take back `count` boxes (1–5); None takes back all."""

    count: int | None = None


@dataclass(frozen=True, slots=True)
class SetBrightLight(Command):
    """Turn the bright-light flag on or off."""

    on: bool


@dataclass(frozen=True, slots=True)
class SplitParty(Command):
    """The party splits."""


@dataclass(frozen=True, slots=True)
class RejoinParty(Command):
    """The party is together again."""


@dataclass(frozen=True, slots=True)
class UnsecureArea(Command):
    """The area is no longer safe."""


@dataclass(frozen=True, slots=True)
class TellDice(Command):
    """The table's own danger dice, in order; each is used by the next danger roll (1–die)."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollForUs(Command):
    """Answer the question `roll`: the device rolls."""


# -- resources --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LightUp(Command):
    """Light a new light of a kind (torch, lantern, candle, more by the rules)."""

    kind: str
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class Douse(Command):
    """Put out a light; it keeps what is left of it. `number` means that very one, as the state numbers it."""

    kind: str
    holder: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Relight(Command):
    """Light a doused light again, with `number` that very one."""

    kind: str
    holder: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class AdjustLight(Command):
    """Correct a light by `turns` (negative for minus), with `number` that very one."""

    kind: str
    turns: int
    holder: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class StartEffect(Command):
    """Start a timed spell: 1–144 turns, or `unlimited`. Neither given is refused with a question."""

    name: str
    turns: int | None = None
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class EndEffect(Command):
    """End a timed spell."""

    name: str


@dataclass(frozen=True, slots=True)
class UseSupply(Command):
    """Use one box of a supply: rations or water."""

    supply: str


@dataclass(frozen=True, slots=True)
class AdjustSupply(Command):
    """Correct a supply by `boxes`: rations, water (0–6) or ammunition where it is counted."""

    supply: str
    boxes: int


@dataclass(frozen=True, slots=True)
class AdjustStock(Command):
    """Correct the spares of a light kind by `count`, where `lights.stock` is on."""

    kind: str
    count: int


# -- situation --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MarkCondition(Command):
    """Mark a condition (fatigue, fear, confusion, exhaustion, more by the rules) on a holder or the party."""

    name: str
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class ClearCondition(Command):
    """Clear a condition."""

    name: str
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class AddNote(Command):
    """Write a note of 1–500 characters into the delve."""

    text: str


@dataclass(frozen=True, slots=True)
class Suspend(Command):
    """Break the dungeon turn; `kind` is combat, chase or roleplay."""

    kind: str


@dataclass(frozen=True, slots=True)
class EndSuspension(Command):
    """The suspension named by `kind` is over."""

    kind: str


@dataclass(frozen=True, slots=True)
class SetMode(Command):
    """`mode` is fast (20-minute turns) or normal."""

    mode: str


# -- danger tables ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollOnTable(Command):
    """Draw from the danger table of this name, or from the one that answers for this kind of danger here."""

    table: str


@dataclass(frozen=True, slots=True)
class EnterRegion(Command):
    """The party is in this region now, whose tables answer first; None leaves it. A move does not change it."""

    region: str | None


# -- corrections, questions, history ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetBoxes(Command):
    """Correct the escalation boxes (0–5)."""

    boxes: int


@dataclass(frozen=True, slots=True)
class SetTurn(Command):
    """Correct the turn shown (1–9999)."""

    turn: int


@dataclass(frozen=True, slots=True)
class AskNewDelve(Command):
    """Ask whether to begin a new delve."""


@dataclass(frozen=True, slots=True)
class AskEndDelve(Command):
    """Ask whether to end the delve."""


@dataclass(frozen=True, slots=True)
class Answer(Command):
    """Answer the open question; `lapsed` is the device's no after five seconds."""

    yes: bool
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back the last command that changed the state."""


@dataclass(frozen=True, slots=True)
class Redo(Command):
    """Play again what undo took back."""
