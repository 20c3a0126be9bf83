"""The turn engine: pure rules, Python standard library only.

Another program imports this package alone: `from delvebox.engine import Delve, Rules, commands`.

- `Rules.from_mapping` makes a table's rules, `PROFILES` are the named ones; bad ones are one `RulesError`.
- `Delve(rules, seed)` is a delve: `play` a command of `commands`, `undo`, `redo`, `state`, `events`, `to_json`,
  `from_json`. What happened is an `Entry` with records of `events`, what makes no sense now a `Refusal`.
- `as_dict` gives a state as plain JSON values, `event_to_dict` an event, `entry_to_dict` a line of a journal.
- `chance_of_danger` and `danger_now` tell the odds exactly, `quiet_turns` is a plan of turns that mark nothing.
- `ACTIONS`, `STEPS` and `BREAKS` hold the sheet's texts: checks, advantages and notes, to show or to print.
- `Tables` of `Table` and `TableEntry` are danger tables to draw from: `Delve(rules, seed, tables=…)`; bad ones are one
  `TablesError`. `parse_expression` and `roll` read and throw dice as people write them.
- `decide`, `evolve` and `new_state` are the rules without a history.
"""

from . import commands, events
from .actions import ACTIONS, BREAKS, STEPS, Action, Break, Step
from .delve import Delve, EntryError
from .dice import Dice, FixedDice
from .expressions import Expression, ExpressionError, Rolled, parse_expression, roll
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
from .tables import NO_TABLES, REACTIONS, Table, TableEntry, Tables, TablesError
from .turn import decide, evolve, new_state

__all__ = [
    "ACTIONS",
    "BREAKS",
    "FORMAT",
    "MIGRATIONS",
    "NO_TABLES",
    "PROFILES",
    "REACTIONS",
    "REASONS",
    "STEPS",
    "Action",
    "Break",
    "DangerNow",
    "Delve",
    "Dice",
    "Entry",
    "EntryError",
    "Expression",
    "ExpressionError",
    "FixedDice",
    "Migration",
    "Odds",
    "PlanError",
    "Problem",
    "RecordError",
    "Refusal",
    "Rolled",
    "Rules",
    "RulesError",
    "SavedError",
    "State",
    "Step",
    "Table",
    "TableEntry",
    "Tables",
    "TablesError",
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
    "parse_expression",
    "quiet_turns",
    "roll",
]
