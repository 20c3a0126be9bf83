"""The turn engine: pure rules, Python standard library only.

Another program imports this package alone: `from delvebox.engine import Delve, Rules, commands`.
"""

from . import commands, events
from .actions import ACTIONS, BREAKS, STEPS, Action, Break, Step
from .delve import Delve, EntryError
from .dice import Dice, FixedDice
from .formats import FORMAT, MIGRATIONS, Migration, RecordError
from .odds import DangerNow, Odds, PlanError, chance_of_danger, danger_now, quiet_turns
from .records import (
    Entry,
    command_from_dict,
    command_to_dict,
    entry_from_dict,
    entry_to_dict,
    event_from_dict,
    event_to_dict,
)
from .refusal import REASONS, Refusal
from .rules import PROFILES, Problem, Rules, RulesError
from .saved import SavedError
from .state import State, as_dict
from .turn import decide, evolve, new_state

__all__ = [
    "ACTIONS",
    "BREAKS",
    "FORMAT",
    "MIGRATIONS",
    "PROFILES",
    "REASONS",
    "STEPS",
    "Action",
    "Break",
    "DangerNow",
    "Delve",
    "Dice",
    "Entry",
    "EntryError",
    "FixedDice",
    "Migration",
    "Odds",
    "PlanError",
    "Problem",
    "RecordError",
    "Refusal",
    "Rules",
    "RulesError",
    "SavedError",
    "State",
    "Step",
    "as_dict",
    "chance_of_danger",
    "command_from_dict",
    "command_to_dict",
    "commands",
    "danger_now",
    "decide",
    "entry_from_dict",
    "entry_to_dict",
    "event_from_dict",
    "event_to_dict",
    "events",
    "evolve",
    "new_state",
    "quiet_turns",
]
