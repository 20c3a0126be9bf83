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
                ("hit dice where the rules allow", "magical healing is instant and no turn"),
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
