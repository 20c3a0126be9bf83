"""The actions of the companion page as data: what a turn of each does by itself, its check, advantages and notes.

Advantages are told, not remembered: no number here changes a roll. Texts are the source sheet's
("Dungeon Turn Actions"), in short.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Action:
    """One row of the action table."""

    name: str
    title: str
    """As a heading or label."""
    lingers: bool
    """Marks one box from the second turn in an area on."""
    may_be_loud: bool
    """Has a loud manner that marks one box for noise."""
    repeated: bool
    """What `next turn` plays again; otherwise it plays `other`."""
    most_turns: int
    """Turns that one command may play."""
    check: str
    """What step 2 reminds of; empty where nothing is checked."""
    advantages: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


PRINCIPLE = "whatever takes minutes, focus, noise or light costs a dungeon turn"
"""The sheet's guiding principle, and the text of `other`."""


def _action(
    name: str,
    title: str,
    check: str,
    advantages: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    lingers: bool = False,
    may_be_loud: bool = False,
    repeated: bool = True,
    most_turns: int = 1,
) -> tuple[str, Action]:
    return name, Action(name, title, lingers, may_be_loud, repeated, most_turns, check, advantages, notes)


ACTIONS: Mapping[str, Action] = MappingProxyType(
    dict(
        (
            _action(
                "move",
                "move cautiously",
                "passive perception; stealth when sneaking; navigation",
                (
                    "maps, chalk, markers and landmarks give advantage on navigation checks",
                    "hidden threats are more likely noticed before they are triggered",
                ),
                (
                    "no escalation unless a hazard is set off",
                    "running or fighting positions are a chase or combat",
                    "darkness, fog and shifting passages get people lost",
                ),
            ),
            _action(
                "lost",
                "lost",
                "navigation",
                (),
                ("a failed navigation check wastes the turn; the party is still in the same area",),
                lingers=True,
                repeated=False,
            ),
            _action(
                "search",
                "search",
                "perception or investigation",
                (
                    "a good search may make the area less dangerous: calm",
                    "clues may give advantage on what follows",
                ),
                ("each search of the same area after the first marks a box, with less to find",),
            ),
            _action(
                "investigate",
                "investigate",
                "investigation",
                ("clues may give advantage on what follows",),
                lingers=True,
            ),
            _action(
                "obstacle",
                "overcome an obstacle",
                "strength, thieves' tools, or what fits",
                (
                    "quiet or clever ways avoid escalation",
                    "a way past may give advantage on movement or surprise",
                ),
                ("loud or destructive ways mark a box",),
                lingers=True,
                may_be_loud=True,
            ),
            _action(
                "heal",
                "treat wounds",
                "medicine, or a healer's kit",
                (
                    "proper supplies may restore more",
                    "wounds and exhaustion are kept from getting worse",
                ),
                (
                    "hit dice where the rules allow; conditions and exhaustion may be treated",
                    "magical healing is instant and no turn; regrouping after it takes time and may draw attention",
                ),
                lingers=True,
            ),
            _action(
                "gear",
                "manage gear",
                "",
                ("good preparation may give advantage on later checks",),
                lingers=True,
            ),
            _action(
                "cleanup",
                "clean up after a fight",
                "",
                (),
                ("looting, cleaning up or catching breath after combat is a full turn",),
                lingers=True,
                repeated=False,
            ),
            _action(
                "other",
                "something else",
                "what fits",
                (
                    "creative ways may pass risks by",
                    "good preparation may give advantage on later checks",
                ),
                (PRINCIPLE,),
                lingers=True,
            ),
            _action(
                "talk",
                "talk",
                "persuasion, deception or insight",
                (
                    "a good talk may lower escalation or avoid an encounter: calm",
                    "what is learned may give advantage on the next action",
                ),
                ("raised voices mark a box", "long debates are several turns"),
                lingers=True,
                may_be_loud=True,
                most_turns=48,
            ),
            _action(
                "lookout",
                "stand guard",
                "perception",
                (
                    "approaching threats are noticed sooner; may give advantage on perception",
                    "early warning may prevent a surprise",
                    "a good lookout may take back a mark of the move before: calm one",
                ),
                (
                    "does not show what is hidden in the area",
                    "each lookout in a row after the first marks a box",
                ),
            ),
            _action(
                "secure",
                "secure the area",
                "what fits",
                ("rest turns in a secured area make no danger roll, or half of them",),
                ("lost by a move and by noise",),
                lingers=True,
                repeated=False,
            ),
            _action(
                "ritual",
                "cast a ritual",
                "concentration when interrupted",
                (
                    "long benefits without a spell slot",
                    "may lower danger or show what is hidden",
                ),
                (
                    "bright light marks a box in its first turn; chanting is noise",
                    "an interrupted ritual wastes the time spent",
                    "it is highly visible in enclosed spaces",
                ),
                repeated=False,
                most_turns=48,
            ),
            _action(
                "rest",
                "rest",
                "",
                ("the benefit comes with the last turn",),
                ("a rest in a dungeon carries risk unless the area is secured",),
                repeated=False,
                most_turns=48,
            ),
        )
    )
)
"""Every action by its name. `TakeAction` plays all but ritual and rest, which have commands of their own."""


@dataclass(frozen=True)
class Step:
    """One of the five steps of a turn, and what it reminds the people at the table of."""

    number: int
    title: str
    reminders: tuple[str, ...] = ()


STEPS: tuple[Step, ...] = (
    Step(1, "declare the party's action", ("one primary action",)),
    Step(2, "resolve movement or action", ("make the checks of the action now",)),
    Step(3, "consume resources", ("torches and spells tick", "ammunition, food or water may be used")),
    Step(4, "check for danger", ("an encounter is not always a fight",)),
    Step(
        5,
        "update the situation",
        ("mark the time", "update the map", "apply conditions", "tell changes in atmosphere or tension"),
    ),
)
"""The turn, for display, narration and print; the check of step 2 is the action's (`Action.check`)."""


@dataclass(frozen=True)
class Break:
    """What breaks the dungeon turn: no action, and no time passes while it lasts."""

    name: str
    title: str
    """As a heading or label."""
    advantages: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


BREAKS: Mapping[str, Break] = MappingProxyType(
    {
        "combat": Break(
            "combat",
            "combat",
            (
                "defeated enemies may make the area less dangerous: calm",
                "positions and preparation from the turns before may give advantage at its start",
            ),
            (
                "resolved in rounds; the dungeon turn goes on right after it",
                "its noise marks a box",
                "cleaning up, looting bodies or catching breath costs a full turn",
            ),
        ),
        "chase": Break("chase", "chase", (), ("running and fast movement; the dungeon turn goes on right after it",)),
        "roleplay": Break("roleplay", "scene", (), ("a focused scene; the dungeon turn goes on right after it",)),
    }
)
"""Every break by the kind of its suspension."""
