"""The books of a delve, kept by a second hand: what its events say must come out even by the rules page alone.

Nothing here asks the engine how it counts. Every mismatch is an AssertionError.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from delvebox.engine import Rules, State, Tables, events


@dataclass
class Burning:
    """A light or a spell as the books have it."""

    full: int | None
    left: int | None
    ticks: int = 0
    lit: bool = True


@dataclass
class Books:
    """All that is counted by hand while the events in effect are read one after the other."""

    rules: Rules
    tables: Tables
    completed: int = 0
    elapsed_minutes: int = 0
    played: int = 0
    boxes: int = 0
    lights: dict[int, Burning] = field(default_factory=dict)
    spells: dict[str, Burning] = field(default_factory=dict)
    turn: events.TurnBegan | None = None
    rolls: int = 0
    overflowed: bool = False
    rest_place: int = 0
    region: str | None = None
    came: dict[str, list[str]] = field(default_factory=dict)
    waits: str | None = None
    """The kind of danger whose draw has to come next."""

    def read(self, told: Iterable[events.Event]) -> Books:
        """Book every event."""
        for event in told:
            assert self.waits is None or isinstance(event, events.TableDrawn)
            page = getattr(self, type(event).__name__, None)
            if page is not None:
                page(event)
        return self

    # -- turns ----------------------------------------------------------------------------------------

    def TurnBegan(self, event):  # noqa: N802 - named as the event is
        """One turn at a time, numbered on from the last; turns of an activity are normal turns."""
        assert self.turn is None
        assert event.turn == self.completed + 1
        assert not (event.fast and event.place)
        self.turn, self.rolls = event, 0

    def TurnEnded(self, event):  # noqa: N802
        """Time is the sum of the turns; one roll or one reason for none."""
        assert self.turn is not None
        self.completed += 1
        self.played += 1
        self.elapsed_minutes += 20 if self.turn.fast else 10
        assert (event.turn, event.elapsed_minutes) == (self.completed, self.elapsed_minutes)
        assert self.rolls == 1
        self.turn, self.overflowed = None, False

    def TurnCorrected(self, event):  # noqa: N802
        """Turns go back by correction alone; minutes go with them, never below none."""
        self.elapsed_minutes = max(0, self.elapsed_minutes + 10 * (event.completed - self.completed))
        self.completed = event.completed
        assert event.elapsed_minutes == self.elapsed_minutes

    # -- danger ---------------------------------------------------------------------------------------

    def DangerRolled(self, event):  # noqa: N802
        """A turn that is checked rolls once; the faces that are danger are those of the sheet."""
        danger = self.rules.danger
        assert event.sides == danger.die
        self.waits = event.kind if event.kind and self.answering(event.kind) else None
        if event.die is None:  # the sixth box: danger at once
            assert danger.overflow == "immediate"
            assert (self.boxes, event.danger, event.chance) == (5, True, 1.0)
            self.overflowed = True
            return
        assert self.turn is not None
        assert self.checked(self.turn)
        self.rolls += 1
        faces = min((event.modifier + 1) * (2 if self.turn.fast else 1), danger.die)
        assert event.chance == faces / danger.die
        assert 1 <= event.die <= danger.die
        if danger.mode == "escalation":
            assert event.modifier == self.boxes
            assert event.total == event.die + self.boxes
            if not self.turn.fast:
                assert event.danger is (event.total >= danger.die)
            assert event.danger is (event.die > danger.die - faces)
        else:
            assert event.modifier <= danger.die - 1
            assert event.total == event.die
            assert event.danger is (event.die <= faces)
        assert (event.kind is not None) is event.danger

    def RollSkipped(self, event):  # noqa: N802
        """A turn without a roll says why, and the reason is true."""
        assert self.turn is not None
        self.rolls += 1
        if event.reason == "overflow":
            assert self.overflowed
        elif event.reason == "secured":
            assert self.turn.action == "rest"
        else:
            assert not self.checked(self.turn)

    def checked(self, turn):
        """Whether the number of this turn divides: of a rest its place, else ten minutes counted."""
        if turn.action == "rest":
            return (turn.place or 1) % self.rules.rest.check_every == 0
        first = self.elapsed_minutes // 10 + 1
        numbers = (first, first + 1) if turn.fast else (first,)
        return any(number % self.rules.danger.check_every == 0 for number in numbers)

    # -- danger tables --------------------------------------------------------------------------------

    def answering(self, kind):
        """The tables of a kind that could answer here: the region's own, else those for everywhere."""
        of_kind = [table for table in self.tables.tables if table.kind == kind]
        return [table for table in of_kind if self.region in table.regions] or [t for t in of_kind if not t.regions]

    def RegionEntered(self, event):  # noqa: N802
        """Another region than before, as the tables write it."""
        assert event.region != self.region
        self.region = event.region

    def TableDrawn(self, event):  # noqa: N802
        """What danger brings is of its kind; every draw is one of those left, by weight; its dice are told."""
        if not event.asked:
            assert event.kind == self.waits
            assert event.table == self.answering(event.kind)[0].name
        self.waits = None
        known = {table.name: table for table in self.tables.tables}
        assert event.draws[0][:2] == (event.table, event.entry)
        for name, text, face, sides, nth in event.draws:
            table, came = known[name], self.came.setdefault(name, [])
            if table.repeats:
                assert nth is None
                came.clear()
            elif len(came) == len(table.entries):
                came.clear()
            left = [entry for entry in table.entries if entry.text not in came]
            assert sides == sum(entry.weight for entry in left)
            assert text in [each.text for each in left for _ in range(each.weight)][face - 1 : face]
            came.append(text)
            assert nth in (None, len(came))
        told = event.result
        for written, faces, total in event.rolls:
            assert written in "".join(draw[1] for draw in event.draws)
            assert len(faces) == int(written.split("d")[0] or 1)
            assert str(total) in told
        assert len(re.findall(r"\[", "".join(draw[1] for draw in event.draws))) == len(event.draws) - 1
        assert "[" not in told
        assert (event.reaction is not None, event.distance_feet is not None) == (
            any(known[draw[0]].reaction for draw in event.draws),
            any(known[draw[0]].distance for draw in event.draws),
        )

    # -- boxes ----------------------------------------------------------------------------------------

    def BoxMarked(self, event):  # noqa: N802
        """One mark, one box, five at most."""
        self.boxes += 1
        assert event.escalation == self.boxes <= 5

    def BoxesCleared(self, event):  # noqa: N802
        """All of them, and for a reason."""
        assert event.boxes == self.boxes > 0
        assert event.reason in ("danger", "overflow", "roll")
        assert event.reason != "roll" or self.rules.danger.mode == "classic"
        self.boxes = 0

    def BoxesCalmed(self, event):  # noqa: N802
        """So many less, never below none."""
        self.boxes -= event.boxes
        assert event.escalation == self.boxes >= 0

    def BoxesCorrected(self, event):  # noqa: N802
        """As the table says."""
        self.boxes = event.escalation

    # -- what runs out --------------------------------------------------------------------------------

    def LightLit(self, event):  # noqa: N802
        """A new light has its full turns, one lit again what it had left."""
        if event.relit:
            light = self.lights[event.number]
            assert not light.lit
            light.lit = True
            assert event.turns_left == light.left
        else:
            assert event.number not in self.lights
            full = self.rules.lights.full_turns(event.kind)
            assert event.turns_left == full
            self.lights[event.number] = Burning(full, full)

    def LightDoused(self, event):  # noqa: N802
        """It keeps what is left."""
        light = self.lights[event.number]
        assert light.lit
        light.lit = False
        assert event.turns_left == light.left

    def LightCorrected(self, event):  # noqa: N802
        """What is added counts to its length."""
        light = self.lights[event.number]
        light.full = light.ticks + event.turns_left
        light.left = event.turns_left
        assert event.turns_left >= 1

    def ResourcesConsumed(self, event):  # noqa: N802
        """Every lit light and every spell with a limit ticks once, and nothing else does."""
        assert self.turn is not None
        lights, spells = dict(event.lights), dict(event.effects)
        assert set(lights) == {number for number, each in self.lights.items() if each.lit and each.left is not None}
        assert set(spells) == {name for name, each in self.spells.items() if each.left is not None}
        for burning, left in [
            *((self.lights[number], left) for number, left in lights.items()),
            *((self.spells[name], left) for name, left in spells.items()),
        ]:
            burning.ticks += 1
            burning.left -= 1
            assert burning.left == left >= 0

    def LightWentOut(self, event):  # noqa: N802
        """It burnt exactly its number of lit turns."""
        light = self.lights.pop(event.number)
        assert light.lit
        assert (light.left, light.ticks) == (0, light.full)

    def EffectStarted(self, event):  # noqa: N802
        """A spell takes its new length."""
        self.spells[event.name] = Burning(event.turns, event.turns)

    def EffectEnded(self, event):  # noqa: N802
        """By itself it ran exactly its number of turns."""
        spell = self.spells.pop(event.name)
        if event.reason == "time":
            assert (spell.left, spell.ticks) == (0, spell.full)

    # -- at the end -----------------------------------------------------------------------------------

    def balance(self, state: State) -> None:
        """The state shows what the books show."""
        assert (state.completed, state.elapsed_minutes) == (self.completed, self.elapsed_minutes)
        assert (state.played, state.escalation) == (self.played, self.boxes)
        assert {each.number: (each.turns_left, each.lit) for each in state.lights} == {
            number: (each.left, each.lit) for number, each in self.lights.items()
        }
        assert {each.name: each.turns_left for each in state.effects} == {
            name: each.left for name, each in self.spells.items()
        }
        assert (state.pending is not None) is (self.turn is not None)
        assert self.waits is None
        assert state.tables.region == self.region
        came = {name: tuple(texts) for name, texts in self.came.items() if not self.tables.named(name).repeats}
        assert dict(state.tables.drawn) == came
