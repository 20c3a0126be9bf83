"""Why each event happened, in the sheet's words: what brought it about, and the rule that it follows.

Data alone, by the event's class. Of a class's rows the first that fits counts; the last has no condition.
Nothing here is stored: an event that is read back is explained anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Why:
    """One row: `cause` is what brought the event about, `rule` the sheet's rule in short, `when` fields and values.

    `cause` is empty where the event has a field for it, such as the cause of a mark.
    """

    cause: str
    rule: str
    when: Mapping[str, object]


def _why(cause: str, rule: str, /, **when: object) -> Why:
    return Why(cause, rule, MappingProxyType(when))


def why(event: object) -> Why:
    """The row that explains an event."""
    rows = EXPLAINED[type(event).__name__]
    return next(row for row in rows if all(getattr(event, name) == value for name, value in row.when.items()))


_DECLARED = "the party declared it as its primary action"
_STEP_3 = "step 3, consume resources"
_STEP_4 = "step 4, check for danger"
_STEP_5 = "step 5, update the situation"
_SAID = "the table said so"
_CORRECTED = "the table corrected it"

_LOUD = "loud actions: +1 danger chance"
_LOUD_NEXT = "loud actions: +1 danger chance next turn"
_BRIGHT = "bright light in darkness: +1 danger chance"
_LINGERING = "lingering in one area: +1 danger chance per extra turn"
_REPEATED = "repeated searches of the same area increase escalation with diminishing returns"
_LONG_GUARD = "standing guard too long increases escalation as time passes"
_SPLIT = "splitting the party increases risk"
_RITUAL_RISK = "light, chanting, or components may increase risk"
_FIVE_BOXES = "each marked box improves the danger roll by +1, and there are five"
_FULL = "when trackers fill, something must change"
_DANGER = "when danger occurs: an encounter, hazard, or complication"
_CLEAR = "when danger occurs: clear all escalation boxes"
_ROLL = "roll 1d6, or your preferred die, at the end of each dungeon turn"
_REST_RISK = "dungeon rests always carry risk unless the area is secured"
_SHORT_REST = "short rest: 1 hour (6 turns), multiple danger checks"
_LONG_REST = "long rest: 8 hours, extremely dangerous without shelter"
_RITUAL = "a ritual usually consumes multiple dungeon turns"
_RITUAL_LOST = "interrupting a ritual wastes the time spent"
_DEBATE = "lengthy debates or arguments may consume multiple turns"
_CONDITIONS = "apply conditions (fatigue, fear, confusion)"
_FOOD = "food or water may be consumed (DM discretion)"
_AMMUNITION = "ammunition may be expended"
_BURN = "torches burn down"
_TORCH = "torch: 1 hr / 6 turns"
_TICK = "spell durations tick"
_DURATION = "spell duration: a box for every 10 min"
_DARK = "darkness increases disorientation"
_TIME = "mark time passed"
_BREAK = "suspend the dungeon turn structure during combat, chase and focused roleplay scenes"
_RESUME = "resume dungeon turns immediately afterward"
_CLEANUP = "cleaning up, looting bodies, or catching breath usually costs a full dungeon turn"
_CHOICE = "one dungeon turn is one meaningful choice"
_MAP = "update the map, describe changes in atmosphere or tension"
_PRINCIPLE = "what would take time, require focus, or create noise or light costs a dungeon turn"

_MARKS = (
    _why("", _BRIGHT, cause="light"),
    _why("", _LINGERING, cause="linger"),
    _why("", _REPEATED, cause="repeat"),
    _why("", _LONG_GUARD, cause="lookout"),
    _why("", _SPLIT, cause="split"),
    _why("", "noise from combat almost always adds escalation", cause="combat"),
    _why("", "each time the party draws attention, mark one box", cause="attention"),
    _why("", _RITUAL_RISK, cause="ritual"),
    _why("", _LOUD),
)
_ACTIVITY_RULES = {"short_rest": _SHORT_REST, "long_rest": _LONG_REST, "ritual": _RITUAL}


def _by_kind(cause: str) -> tuple[Why, ...]:
    return (*(_why(cause, rule, kind=kind) for kind, rule in _ACTIVITY_RULES.items()), _why(cause, _DEBATE))


EXPLAINED: Mapping[str, tuple[Why, ...]] = MappingProxyType(
    {
        # the five steps of a turn
        "TurnBegan": (
            _why(_DECLARED, "move cautiously to a new area", action="move"),
            _why("a navigation check failed", "failed navigation checks may waste a turn", action="lost"),
            _why(_DECLARED, "a search consumes the entire dungeon turn", action="search"),
            _why(_DECLARED, "investigate an object or feature", action="investigate"),
            _why(_DECLARED, "force or bypass an obstacle: the full turn", action="obstacle"),
            _why(_DECLARED, "treat wounds", action="heal"),
            _why(_DECLARED, "manage gear", action="gear"),
            _why(_DECLARED, _CLEANUP, action="cleanup"),
            _why(_DECLARED, "short conversations fit within one turn, lengthy debates may consume more", action="talk"),
            _why(_DECLARED, "remain in place while actively watching for danger", action="lookout"),
            _why(_DECLARED, _REST_RISK, action="secure"),
            _why(_DECLARED, _RITUAL, action="ritual"),
            _why(_DECLARED, "short rest: 6 turns, long rest: 8 hours", action="rest"),
            _why(_DECLARED, _PRINCIPLE),
        ),
        "AreaEntered": (_why("the party moved", "move cautiously to a new area"),),
        "AreaSearched": (
            _why("the party searched", "reveals hidden doors, traps, compartments, or clues", search=1),
            _why("the party searched here again", _REPEATED),
        ),
        "LookoutKept": (
            _why("the party kept watch", "improves detection of approaching threats", lookout=1),
            _why("the party kept watching", _LONG_GUARD),
        ),
        "BoxMarked": _MARKS,
        "RiskCounted": _MARKS,
        "MarkLost": (_why("", _FIVE_BOXES),),
        "MarkDelayed": (_why("", _LOUD_NEXT, until="step_5"), _why("", _FIVE_BOXES)),
        "ResourcesConsumed": (_why(_STEP_3, f"{_BURN}, {_TICK}"),),
        "DangerRolled": (
            _why("a mark over the last box", _FULL, die=None),
            _why(_STEP_4, _DANGER, danger=True),
            _why(_STEP_4, _ROLL),
        ),
        "RollSkipped": (
            _why("the area is secured", _REST_RISK, reason="secured"),
            _why("danger came in this turn already", "danger is checked once in each turn", reason="overflow"),
            _why("it is not this rest turn's roll", "resting: multiple danger checks", reason="rest_check_every"),
            _why("it is not this turn's roll", "danger has a chance to find the party, by the table's own interval"),
        ),
        "BoxesCleared": (
            _why("a mark over the last box was danger", _CLEAR, reason="overflow"),
            _why("the roll used the noise up", _LOUD_NEXT, reason="roll"),
            _why("danger occurred", _CLEAR),
        ),
        "LightWarned": (_why("its last turns begin", _BURN),),
        "LightWentOut": (
            _why("its turns are used up", _TORCH, kind="torch"),
            _why("its turns are used up", "lantern oil: six boxes", kind="lantern"),
            _why("its turns are used up", _BURN),
        ),
        "DarknessFell": (_why("no light is lit any more", _DARK),),
        "EffectEnded": (
            _why(_SAID, _DURATION, reason="command"),
            _why("its turns are used up", _TICK),
        ),
        "FatigueWarned": (_why("many turns without a rest", _CONDITIONS),),
        "RowFilled": (
            _why("ten turns are over", _FULL, row="turns"),
            _why("a light burnt all its turns", _FULL, row="light"),
            _why("a spell ran all its turns", _FULL, row="effect"),
            _why("a rest is over", _FULL, row="rest"),
            _why("all five boxes are marked", _FULL, row="escalation"),
            _why("the supply is used up", _FULL),
        ),
        "TurnEnded": (_why(_STEP_5, _TIME),),
        # rests, rituals, long talks
        "ActivityBegan": _by_kind("the table began it"),
        "ActivityPaused": (
            _why("no light is lit any more", _LONG_REST, reason="darkness"),
            _why("danger occurred", _RITUAL_LOST, kind="ritual"),
            _why("danger occurred", _REST_RISK),
        ),
        "ActivityResumed": _by_kind("the table goes on with it"),
        "ActivityRestarted": _by_kind("it begins again with no turn spent"),
        "ActivityAbandoned": (
            _why("the table gave it up", _CHOICE, reason="command"),
            _why("the party moved away", _CHOICE, reason="move"),
            _why("another turn was played", _RITUAL_LOST, reason="turn"),
            _why("combat broke out", _RITUAL_LOST, reason="combat"),
            _why("a chase began", _RITUAL_LOST, reason="chase"),
            _why("danger occurred", _RITUAL_LOST, kind="ritual"),
            _why("danger occurred", _DEBATE, kind="talk"),
            _why("danger occurred", _REST_RISK),
        ),
        "ActivityCompleted": _by_kind("its last turn is over"),
        "RationsReminded": (_why("a long rest is over", _FOOD),),
        # suspending
        "PlaySuspended": (_why(_SAID, _BREAK),),
        "PlayResumed": (_why(_SAID, _RESUME),),
        # danger tables
        "TableDrawn": (_why(_SAID, _MAP, asked=True), _why("danger occurred", _DANGER)),
        "RegionEntered": (_why(_SAID, _MAP),),
        # free changes
        "LightLit": (_why(_SAID, _TORCH, kind="torch"), _why(_SAID, _BURN)),
        "LightDoused": (_why(_SAID, "a box is a turn that it burns"),),
        "LightCorrected": (_why(_CORRECTED, _BURN),),
        "StockChanged": (_why("a spare was lit, or the table corrected it", _BURN),),
        "EffectStarted": (_why(_SAID, _DURATION),),
        "SupplyUsed": (_why(_SAID, _FOOD),),
        "SupplyCorrected": (_why(_CORRECTED, _AMMUNITION, supply="ammunition"), _why(_CORRECTED, _FOOD)),
        "BrightLightChanged": (_why(_SAID, _BRIGHT),),
        "PartySplit": (_why(_SAID, _SPLIT),),
        "PartyRejoined": (_why(_SAID, _SPLIT),),
        "AreaSecured": (_why("the party secured it", _REST_RISK),),
        "AreaUnsecured": (_why("there was noise", _REST_RISK, reason="noise"), _why(_SAID, _REST_RISK)),
        "BoxesCalmed": (_why(_SAID, "successful checks may reduce escalation"),),
        "ConditionMarked": (_why("a turn without rest too many, or the table said so", _CONDITIONS),),
        "ConditionCleared": (_why("a rest, or the table said so", "treating conditions or exhaustion"),),
        "NoteAdded": (_why(_SAID, _MAP),),
        "ModeChanged": (
            _why(_SAID, "fast turns: 20 minutes, double resource consumption and danger chances", mode="fast"),
            _why(_SAID, "a dungeon turn represents 10 minutes"),
        ),
        "DiceTold": (_why("the table rolled", _ROLL),),
        # corrections and questions
        "BoxesCorrected": (_why(_CORRECTED, _FIVE_BOXES),),
        "TurnCorrected": (_why(_CORRECTED, _TIME),),
        "QuestionAsked": (
            _why("a long rest was asked for", _LONG_REST, question="long_rest"),
            _why("a fight is over", _CLEANUP, question="cleanup"),
            _why(_STEP_4, _ROLL, question="roll"),
            _why("the table asked for it", "a yes ends this delve for good"),
        ),
        "QuestionClosed": (
            _why("nobody answered", "hesitation costs resources", answer="lapsed"),
            _why("the table rolled", _ROLL, answer="told"),
            _why("the table left the roll to the box", _ROLL, answer="device"),
            _why("the table answered", _CHOICE),
        ),
        "DelveClosed": (_why("the table said yes", "a yes ends this delve for good"),),
    }
)
