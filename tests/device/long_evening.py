"""A long evening at the box: a table that does whatever comes to its mind, and every cue that its voice is given."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

from delvebox.device.announcing.announcer import Announcer
from delvebox.device.clock import VirtualClock
from delvebox.device.danger_tables import read_tables
from delvebox.device.messages import Cue
from delvebox.device.outputs.narration import Narration
from delvebox.device.ports import MissingLamp, MissingListener, Parts
from delvebox.device.power import BoxPower
from delvebox.device.recorded import RecordedDelve
from delvebox.device.settings.load import load_text
from delvebox.device.settings.records import SHIPPED_TABLES
from delvebox.engine import commands as c
from delvebox.engine.actions import ACTIONS
from delvebox.engine.events import TurnEnded
from delvebox.engine.records import Entry
from delvebox.engine.rules import Rules

RULES: dict[str, dict[str, Any]] = {
    "sheet": {},
    "old-school": {"profile": "old-school"},
    "fast": {"profile": "fast"},
    "classic": {"danger": {"mode": "classic"}, "lights": {"stock": True}},
    "own dice": {"danger": {"roll": "table", "overflow": "carry"}, "rest": {"fatigue_every": 6}},
    "hard": {
        "danger": {"overflow": "immediate", "noise_timing": "next"},
        "ritual": {"on_danger": "lose"},
        "ammunition": True,
    },
}
"""Rules under which different things are told."""
EVERY_PROMPT = "announce: {prompts: [declare, resolve, consume, danger, update]}"
QUESTIONS = ("status", "how_much_light", "how_dangerous", "what_time")
HOLDERS = (None, None, "Bryn", "Mira", "Xanathar")
ONE_TURN = [name for name, action in ACTIONS.items() if name not in ("ritual", "rest", "talk")]

REST = (c.ResumeRest, c.ResumeRest, c.RestartRest, c.AbandonRest)
RITUAL = (c.ContinueRitual, c.AbandonRitual)
"""What is said of one that is paused."""
COMMANDS: tuple[tuple[float, Callable[[random.Random], c.Command]], ...] = (
    (12, lambda _: c.TakeAction("move")),
    (8, lambda _: c.TakeAction("search")),
    (8, lambda _: c.TakeNextTurn()),
    (8, lambda roll: c.TakeAction(roll.choice(ONE_TURN), loud=roll.random() < 0.2)),
    (2, lambda _: c.TakeAction("obstacle", loud=True)),
    (2, lambda roll: c.TakeAction("talk", loud=roll.random() < 0.3, turns=roll.choice((1, 1, 2, 3)))),
    (1, lambda _: c.RestOneTurn()),
    (2, lambda _: c.BeginRest("short_rest")),
    (0.3, lambda _: c.BeginRest("long_rest")),
    (1, lambda roll: c.BeginRitual(roll.choice((None, 2, 3)))),
    (0.5, lambda roll: roll.choice(REST)()),
    (0.5, lambda roll: roll.choice(RITUAL)()),
    (4, lambda roll: c.AddMarks(roll.choice(("noise", "attention")), roll.choice((1, 1, 1, 2, 4)))),
    (2, lambda roll: c.Calm(roll.choice((None, 1, 2)))),
    (1, lambda roll: c.SetBrightLight(roll.random() < 0.5)),
    (1, lambda roll: roll.choice((c.SplitParty, c.RejoinParty))()),
    (0.5, lambda _: c.UnsecureArea()),
    (8, lambda roll: c.LightUp(roll.choice(("torch", "torch", "lantern", "candle")), roll.choice(HOLDERS))),
    (2, lambda roll: c.Douse(roll.choice(("torch", "lantern")), roll.choice(HOLDERS))),
    (2, lambda roll: c.Relight(roll.choice(("torch", "lantern")), roll.choice(HOLDERS))),
    (1, lambda roll: c.AdjustLight("torch", roll.choice((-1, 1, 2)), roll.choice(HOLDERS))),
    (2, lambda roll: c.StartEffect(roll.choice(("bless", "detect magic")), roll.choice((1, 3, 6)))),
    (0.5, lambda _: c.StartEffect("invisibility", unlimited=True)),
    (1, lambda roll: c.EndEffect(roll.choice(("bless", "invisibility")))),
    (2, lambda roll: c.UseSupply(roll.choice(("rations", "water")))),
    (1, lambda roll: c.AdjustSupply(roll.choice(("rations", "water", "ammunition")), roll.choice((-1, 2)))),
    (1, lambda roll: c.AdjustStock("torch", roll.choice((-1, 1, 3)))),
    (2, lambda roll: c.MarkCondition(roll.choice(("fear", "fatigue")), roll.choice(HOLDERS))),
    (2, lambda roll: c.ClearCondition(roll.choice(("fear", "fatigue")), roll.choice(HOLDERS))),
    (2, lambda _: c.AddNote("a door with a face")),
    (1, lambda roll: c.Suspend(roll.choice(("combat", "chase", "roleplay")))),
    (0.5, lambda roll: c.SetMode(roll.choice(("fast", "normal")))),
    (1, lambda roll: c.SetBoxes(roll.randrange(6))),
    (0.3, lambda roll: c.SetTurn(roll.randint(1, 300))),
    (0.2, lambda _: c.AskEndDelve()),
    (0.2, lambda _: c.AskNewDelve()),
    (1, lambda roll: c.TellDice((roll.randint(1, 6), roll.randint(1, 6)))),
    (2, lambda _: c.Undo()),
    (1, lambda _: c.Redo()),
)
"""What is said, how often."""


class _Journal:
    """Keeps nothing."""

    troubles = ()

    def current(self) -> None:
        return None

    def begin_delve(self, seed: int, _rules: object, **_: object) -> SimpleNamespace:
        return SimpleNamespace(id=1, number=1, seed=seed, format=1, name=None)

    def append(self, *_: object) -> None:
        pass


class _Voice:
    """Takes cues as the narrator does."""

    def __init__(self) -> None:
        self.cues: list[Cue] = []

    def say(self, cue: Cue) -> None:
        self.cues.append(cue)


class Evening:
    """A delve under some of `RULES`, and the announcer that tells of it.

    Args:
        narration: By which it tells.
        rules: One of `RULES`.
        seed: Of the delve, and of what the table does.
        settings: How much is told, and where.
    """

    def __init__(self, narration: Narration, rules: str, seed: int, settings: str = EVERY_PROMPT) -> None:
        self._roll = random.Random(seed)  # noqa: S311 - evenings that can be played again
        tables = read_tables([SHIPPED_TABLES], narration.language).tables
        self._tables = [table.name for table in tables.tables]
        self._regions = (None, *tables.regions)
        played = Rules.from_mapping(RULES[rules])
        self.delve = RecordedDelve(cast("Any", _Journal()), played, lambda: seed, tables=tables)
        loaded = load_text(settings)
        assert not loaded.problems
        self._announcer = Announcer(self.delve, narration, VirtualClock(), lambda _: None, loaded.settings)
        self._voice = _Voice()
        screen: Any = SimpleNamespace(show=lambda *_: None)
        listener, power = MissingListener("", lambda _: None), BoxPower(lambda _: None)
        self._announcer.start(Parts(screen, cast("Any", self._voice), listener, MissingLamp(), power))
        self.kinds: set[str] = set()
        """Every kind of event that came."""
        self._turns = 0

    def told(self, turns: int) -> Iterator[list[Cue]]:
        """What the voice is given for each command, question and refusal, until so many turns are over."""
        while self._turns < turns:
            if self._roll.random() < 0.04:
                self._announcer.answer(self._roll.choice(QUESTIONS))
                yield self._taken()
            self._play(self._next())
            yield self._taken()

    def _taken(self) -> list[Cue]:
        cues, self._voice.cues = self._voice.cues, []
        return cues

    def _next(self) -> c.Command:
        state, roll = self.delve.state, self._roll
        if state.asking == "roll":
            return roll.choice((c.RollForUs(), c.TellDice((roll.randint(1, 6),))))
        if state.asking:
            ends = state.asking in ("new_delve", "end_delve")
            yes = roll.random() < (0.2 if ends else 0.7)
            return c.Answer(yes, lapsed=not yes and roll.random() < 0.3)
        if state.suspended and roll.random() < 0.7:
            return c.EndSuspension(state.suspended)
        if state.activity and roll.random() < 0.4:
            is_ritual = state.activity.kind == "ritual"
            return roll.choice(RITUAL if is_ritual else REST)()
        if state.area.secured and roll.random() < 0.3:
            return c.BeginRest("long_rest")
        if roll.random() < 0.03:
            return roll.choice((c.RollOnTable(roll.choice(self._tables)), c.EnterRegion(roll.choice(self._regions))))
        return roll.choices([make for _, make in COMMANDS], [weight for weight, _ in COMMANDS])[0](roll)

    def _play(self, command: c.Command) -> None:
        outcome = self.delve.play(command)
        if isinstance(outcome, Entry):
            self.kinds |= {type(event).__name__ for event in outcome.events}
            self._turns += sum(isinstance(event, TurnEnded) for event in outcome.events)
            self._announcer.played(outcome)
        else:
            self._announcer.refused(outcome)
