"""A decision in the making: the events so far and the state that they lead to."""

from __future__ import annotations

from abc import ABC, abstractmethod

from .dice import Dice
from .events import Event
from .rules import Rules
from .shown import shown
from .state import PendingTurn, State
from .tables import Tables


class Draft(ABC):
    """Collects the events of one command; each is folded at once, so that the next step sees it.

    Dropped whole when the command is refused. `turn` folds, and plays the turns.
    """

    def __init__(self, state: State, rules: Rules, dice: Dice, tables: Tables) -> None:
        self.state = state
        self.rules = rules
        self.dice = dice
        self.tables = tables
        self.events: list[Event] = []
        self.danger = False
        """Danger occurred in the present turn."""
        self.dark = False
        """The last lit light went out in the present turn."""
        self.overflowed = False
        """A mark over the last box was danger at once: this command's other marks are lost."""
        self.rolled = False
        """Step 4 of the present turn is over."""
        self.chances: list[float] | None = None
        """A survey for the odds: each turn's chance (0–1) given that no danger came before; nothing is rolled."""
        self.certain = False
        """A survey: danger at once came since the last chance was written down."""

    @abstractmethod
    def add(self, event: Event) -> None:
        """The event happens."""

    @abstractmethod
    def play_turns(self, action: str, *, loud: bool = False, turns: int = 1) -> None:
        """Whole turns of one action, one after the other, until one stops the command."""

    @abstractmethod
    def finish_turn(self, turn: PendingTurn, *, by_device: bool) -> None:
        """Steps 4 and 5 of a turn that waited for the table's die, and the turns after it."""

    @abstractmethod
    def survey(self) -> Draft:
        """A draft that plays on from here as long as no danger comes, and writes down each turn's chance."""

    @property
    def surveying(self) -> bool:
        """Whether this draft looks ahead for the odds."""
        return self.chances is not None

    def note_chance(self, chance: float) -> None:
        """A survey: the present turn's chance of danger, 0–1."""
        if self.chances is not None:
            self.chances.append(1.0 if self.certain else chance)
            self.certain = False

    def note_certain(self) -> None:
        """A survey: danger at once comes in the present turn, or before the next."""
        if self.rolled and self.chances:
            self.chances[-1] = 1.0
        else:
            self.certain = True

    def throw(self, sides: int, purpose: str, draw: int) -> int:
        """The face of a die: see `Dice.roll`.

        Raises:
            ValueError: dice of another program gave what is no face.
        """
        face = self.dice.roll(sides, self.state.played, purpose, draw)
        if type(face) is not int or not 1 <= face <= sides:
            raise ValueError(f"dice: {shown(face)} is no face of a d{sides}: roll must give a whole number from 1")
        return face

    def draw_kind(self) -> str:
        """The kind of the danger that occurs now, by the weights of `danger.table`."""
        table = self.rules.danger.table
        face = self.throw(sum(weight for _, weight in table), "kind", self.state.tally.kinds)
        for kind, weight in table[:-1]:
            if face <= weight:
                return kind
            face -= weight
        return table[-1][0]
