"""What is: the frozen state of a delve. Only `turn.evolve` makes a new one.

Two rules: everything that a command can change stands here, and nothing here knows who plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

BOXES = 5
"""Boxes of the escalation track (sheet, "Danger Escalation Tracker")."""


@dataclass(frozen=True)
class Light:
    """One light: `turns_left` None never burns down; `number` names it in events, 1 upwards."""

    number: int
    kind: str
    holder: str | None
    turns_left: int | None
    lit: bool
    warned: bool = False
    """Its end was told; a plus by correction begins anew."""


@dataclass(frozen=True)
class Effect:
    """A timed spell; `turns_left` None has no limit."""

    name: str
    turns_left: int | None


@dataclass(frozen=True)
class Condition:
    """A condition of a holder, or of the party where `holder` is None."""

    name: str
    holder: str | None


@dataclass(frozen=True)
class Area:
    """Where the party is: searches made here, turns played here, secured or not."""

    searches: int = 0
    lingered: int = 0
    secured: bool = False
    lookouts: int = 0
    """Lookout turns in a row; a move breaks the row as any other turn does."""


@dataclass(frozen=True)
class Activity:
    """A short_rest, long_rest, ritual or talk of several turns: `done` of `total` turns spent."""

    kind: str
    done: int
    total: int
    paused: bool = False


@dataclass(frozen=True)
class LastRoll:
    """The latest danger roll. `die` and `total` are None where a sixth box was danger at once."""

    turn: int
    die: int | None
    total: int | None
    danger: bool
    kind: str | None


@dataclass(frozen=True)
class LastAction:
    """The last primary action, for `next turn`."""

    action: str
    loud: bool = False

    @property
    def name(self) -> str:
        """The row of the action table: "obstacle loud", "obstacle quiet", "talk loud", else the action."""
        if self.action == "obstacle":
            return "obstacle loud" if self.loud else "obstacle quiet"
        return f"{self.action} loud" if self.loud else self.action


@dataclass(frozen=True)
class PendingTurn:
    """A turn stopped before step 4 for the question `roll` (`danger.roll: table`)."""

    action: str
    loud: bool
    turns_after: int
    """Whole turns of the same command still to play after this one."""


@dataclass(frozen=True)
class Tally:
    """What is counted until the present turn ends, and then forgotten."""

    noise: int = 0
    """Boxes for noise of the turn's own action that fill in step 5 (`noise_timing: next`, classic)."""
    risk: int = 0
    """Classic mode: what light, lingering and repeating add to this turn's roll."""
    kinds: int = 0
    """Kinds of danger drawn since the last turn ended: the next draw's place."""
    fought: bool = False
    """The present suspension was combat at some time; no turn ends before it is over."""
    asked_dice: int = 0
    """Dice thrown for draws that were asked for since the last turn ended: the next one's place."""
    danger_dice: int = 0
    """Dice thrown for draws that danger brought since the last turn ended: the next one's place."""


NOTHING_TALLIED = Tally()


@dataclass(frozen=True)
class TablesSoFar:
    """What the danger tables look back on."""

    region: str | None = None
    """Where the party is, as the tables call it; a move does not change it."""
    drawn: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """By the name of a table without repeats the texts that came since it began anew, in order."""

    def came(self, table: str) -> tuple[str, ...]:
        """The texts that came from a table since it began anew."""
        return next((texts for name, texts in self.drawn if name == table), ())


NOTHING_DRAWN = TablesSoFar()


@dataclass(frozen=True)
class State:
    """All trackers of a delve. Counts are whole turns or boxes, 0 upwards.

    29 fields at most: as long as there are no more, copies share their keys (CPython 3.11: 296 bytes a
    state, 1,584 beyond), and a long delve keeps a state for every command that can be undone.
    """

    completed: int = 0
    elapsed_minutes: int = 0
    played: int = 0
    """Turns really played, untouched by corrections: fixes the device's dice."""
    mode: str = "normal"
    escalation: int = 0
    waiting_marks: tuple[str, ...] = ()
    """Causes of marks over the last box that fill after the next clearing (overflow `carry`)."""
    tally: Tally = NOTHING_TALLIED
    bright: bool = False
    split: bool = False
    area: Area = Area()
    lights: tuple[Light, ...] = ()
    lights_lit: int = 0
    """Lights lit in this delve so far: the next light's number is one more."""
    stock: tuple[tuple[str, int], ...] = ()
    """Spares by light kind, where `lights.stock` is on."""
    effects: tuple[Effect, ...] = ()
    rations: int = 6
    water: int = 6
    ammunition: int | None = None
    conditions: tuple[Condition, ...] = ()
    notes: tuple[str, ...] = ()
    activity: Activity | None = None
    turns_without_rest: int = 0
    suspended: str | None = None
    asking: str | None = None
    """long_rest, cleanup, new_delve, end_delve or roll."""
    pending: PendingTurn | None = None
    last_action: LastAction | None = None
    last_danger: LastRoll | None = None
    kept_dice: tuple[int, ...] = ()
    """The table's own dice, still to be used; outside undo."""
    closed: bool = False
    """The table agreed to end this delve; nothing more is played in it."""
    tables: TablesSoFar = NOTHING_DRAWN


def running(state: State) -> Activity | None:
    """The activity whose turns are being played, None when there is none or it is paused."""
    activity = state.activity
    return activity if activity is not None and not activity.paused else None


def as_dict(state: State) -> dict[str, Any]:
    """The state as others see it (rules, "The state, as others see it"): plain JSON values."""
    activity, last = state.activity, state.last_danger
    return {
        "completed": state.completed,
        "elapsed_minutes": state.elapsed_minutes,
        "escalation": state.escalation,
        "mode": state.mode,
        "lights": [
            {"kind": light.kind, "holder": light.holder, "turns_left": light.turns_left, "lit": light.lit}
            for light in state.lights
        ],
        "effects": [{"name": effect.name, "turns_left": effect.turns_left} for effect in state.effects],
        "supplies": {"rations": state.rations, "water": state.water},
        "ammunition": state.ammunition,
        "activity": activity
        and {"kind": activity.kind, "done": activity.done, "total": activity.total, "paused": activity.paused},
        "suspended": state.suspended,
        "area": {
            "searches": state.area.searches,
            "lingered": state.area.lingered,
            "secured": state.area.secured,
        },
        "region": state.tables.region,
        "conditions": [{"name": each.name, "holder": each.holder} for each in state.conditions],
        "notes": list(state.notes),
        "last_danger": last
        and {
            "turn": last.turn,
            "die": last.die,
            "total": last.total,
            "danger": last.danger,
            "kind": last.kind,
        },
        "bright": state.bright,
        "split": state.split,
        "asking": state.asking,
        "last_action": state.last_action and state.last_action.name,
        "kept_dice": list(state.kept_dice),
    }
