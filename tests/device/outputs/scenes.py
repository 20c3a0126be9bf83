"""Pages of the panel by name: what the golden panels hold and the pictures show."""

from collections.abc import Callable
from dataclasses import replace

from delvebox.device.outputs.kept_rows import KeptRow
from delvebox.device.outputs.pages import Look, Page, View, goodbye_of, page_of
from delvebox.engine.events import TableDrawn
from delvebox.engine.rules import Rules
from delvebox.engine.state import Activity, Area, Condition, Effect, LastRoll, Light, State

RULES = Rules()
CLASSIC = Rules.from_mapping({"danger": {"mode": "classic"}})
TORCH = Light(1, "torch", "Anna", 5, lit=True)
LANTERN = Light(2, "lantern", None, 30, lit=False)
CANDLE = Light(3, "candle", "Zoë", 2, lit=True)
UNDER_WAY = State(completed=4, elapsed_minutes=40, escalation=2, lights=(TORCH, LANTERN))
CROWD = State(
    completed=137,
    elapsed_minutes=1370,
    escalation=4,
    lights=tuple(Light(n, "torch", f"Gwendolyn {n}", n % 6 + 1, lit=n % 3 > 0) for n in range(1, 31)),
    effects=tuple(Effect(f"spell of many words {n}", n) for n in range(1, 11)),
    bright=True,
    split=True,
    area=Area(secured=True),
    conditions=tuple(Condition("fear", f"Gwendolyn {n}") for n in range(1, 8)),
)


Scene = Callable[[Look], Page]


def _tracker(state: State = UNDER_WAY, rules: Rules = RULES, numbers: str = "exact", **more: object) -> Scene:
    view = View(state, rules, **more)  # type: ignore[arg-type]
    return lambda look: page_of(view, replace(look, numbers=numbers))


def _state(**more: object) -> State:
    return State(**{"completed": 12, "elapsed_minutes": 120, "lights": (TORCH,), **more})  # type: ignore[arg-type]


def _drawn(result: str, kind: str | None, reaction: str | None = None, feet: int | None = None) -> TableDrawn:
    """What came of a danger table."""
    draws = (("crypt things", result, 1, 1, None),)
    return TableDrawn("crypt things", kind, True, result, result, draws, (), reaction, (), feet)


CROWDED_TABLE = _state(
    escalation=2, lights=(TORCH, LANTERN, CANDLE), effects=(Effect("bless", 1),), rations=2, kept_dice=(4,), bright=True
)

SCENES: dict[str, Scene] = {
    "new_delve": _tracker(State(), delve="Barrow of the Moon"),
    "tracker": _tracker(),
    "lights_and_effects": _tracker(
        _state(
            completed=9,
            elapsed_minutes=90,
            escalation=1,
            lights=(TORCH, LANTERN, CANDLE),
            effects=(Effect("bless", 3), Effect("detect magic", None)),
            rations=5,
        )
    ),
    "burnt_out": _tracker(
        _state(lights=(TORCH, CANDLE)),
        kept=(
            KeptRow("torch", "Anna", 1),
            KeptRow("lantern", None, 2, spent=5),
            KeptRow("candle", "Zoë", 3),
            KeptRow("spell", "bless", spent=1),
        ),
    ),
    "burnt_out_hidden": _tracker(
        _state(lights=(TORCH,)),
        numbers="hidden",
        kept=(KeptRow("torch", "Anna", 1), KeptRow("torch", "Bryn", 2, spent=5), KeptRow("spell", "bless", spent=1)),
    ),
    "signs": _tracker(
        _state(mode="fast", escalation=1, bright=True, split=True, conditions=(Condition("fear", "Anna"),))
    ),
    "stores": _tracker(
        _state(
            rations=4,
            ammunition=17,
            stock=(("torch", 3), ("lantern", 0)),
            kept_dice=(4, 2),
            notes=("a door", "a face"),
        )
    ),
    "certain": _tracker(_state(escalation=5, area=Area(secured=True))),
    "classic": _tracker(_state(escalation=1), CLASSIC),
    "listening": _tracker(listening=True),
    "muted": _tracker(muted=True),
    "heard": _tracker(heard="search the room", speaking=True),
    "refusal": _tracker(message="combat: say combat over first"),
    "trouble": _tracker(trouble="microphone: none is plugged in; plug one in, the buttons work meanwhile"),
    "short_rest": _tracker(_state(activity=Activity("short_rest", 2, 6), escalation=1)),
    "rest_paused": _tracker(
        _state(activity=Activity("long_rest", 12, 48, paused=True), lights=(TORCH, LANTERN), area=Area(secured=True)),
        trouble="loudspeaker: none is plugged in",
    ),
    "long_rest": _tracker(
        _state(activity=Activity("long_rest", 12, 48), lights=(TORCH, LANTERN), rations=5), heard="long rest"
    ),
    "ritual": _tracker(_state(activity=Activity("ritual", 1, 2), bright=True)),
    "combat": _tracker(_state(escalation=3, suspended="combat", lights=(TORCH, LANTERN), rations=5)),
    "crowd": _tracker(CROWD),
    "crowd_heard": _tracker(CROWD, heard="light a torch for Gwendolyn and then for everybody else"),
    "late": _tracker(_state(completed=9998, elapsed_minutes=99980), listening=True, speaking=True),
    "names": _tracker(
        _state(
            lights=(
                Light(1, "torch", "Łukasz Ψυχή", 6, lit=True),
                Light(2, "lantern", "Борис", 36, lit=True),
                Light(3, "glow worm", "王小明", None, lit=True),
            )
        )
    ),
    "question": _tracker(_state(asking="long_rest")),
    "question_heard": _tracker(
        _state(asking="new_delve"), heard="new delve", speaking=True, question="This delve ends at turn 27 and is kept."
    ),
    "question_cleanup": _tracker(_state(asking="cleanup"), listening=True),
    "question_roll": _tracker(_state(asking="roll")),
    "danger": _tracker(last_turn=LastRoll(5, 4, 6, danger=True, kind="encounter")),
    "danger_sixth_box": _tracker(
        last_turn=LastRoll(5, None, None, danger=True, kind="complication"), heard="make some noise"
    ),
    "drawn": _tracker(
        last_turn=LastRoll(5, 4, 6, danger=True, kind="encounter"),
        drawn=_drawn("7 rats out of a broken coffin, dragging a candle end", "encounter", "unfriendly", 90),
        masters=True,
    ),
    "drawn_long": _tracker(
        drawn=_drawn("Somebody has written the number 57 in chalk, still wet, and under it the names of " * 2, None),
        masters=True,
        listening=True,
    ),
    "drawn_trouble": _tracker(
        drawn=_drawn("2 ogres", "omen", None, 10), trouble="the microphone is gone", masters=True
    ),
    "lights": _tracker(CROWD, lights_asked=True),
    "no_lights": _tracker(State(), lights_asked=True),
    "phrases": _tracker(phrases=("next turn", "search the room", "how dangerous is it")),
    "phrases_silence": _tracker(
        phrases=("Ritual fortsetzen", "Ritual abbrechen", "wie gefährlich ist es"), message="nothing was heard"
    ),
    "health": _tracker(health=()),
    "health_troubles": _tracker(
        health=(
            "microphone: none is plugged in; plug one in, the buttons work meanwhile",
            "loudspeaker: none is plugged in",
        )
    ),
    "health_many_troubles": _tracker(health=tuple(f"button {n}: pin {n} is taken" for n in range(9)), listening=True),
    "hints": _tracker(CROWDED_TABLE, numbers="hints"),
    "hints_danger": _tracker(numbers="hints", last_turn=LastRoll(5, 4, 6, danger=True, kind="encounter")),
    "hints_rest": _tracker(_state(activity=Activity("short_rest", 2, 6), escalation=5), numbers="hints"),
    "hidden": _tracker(CROWDED_TABLE, numbers="hidden", delve="Barrow of the Moon"),
    "hidden_combat": _tracker(_state(suspended="combat", escalation=3), numbers="hidden", heard="combat"),
    "summary": _tracker(summary=("128 turns, 21 h 20 min", "11 dangers", "14 torches burnt", "23 searches", "no rest")),
    "code": _tracker(code="482913"),
    "goodbye_off": lambda look: goodbye_of(View(UNDER_WAY, RULES, off=True), look),
    "goodbye": lambda look: goodbye_of(View(UNDER_WAY, RULES, delve="Barrow of the Moon"), look),
}
