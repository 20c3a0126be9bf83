"""`delvebox odds`: the exact chances of danger over a plan, by the engine's own rules and without a die."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .output import put_json, put_out

if TYPE_CHECKING:
    from ...engine.commands import Command
    from ...engine.odds import Odds
    from ...engine.rules import Rules
    from ..phrasebook import TypedPhrases

MOST_TURNS = 1000
MOST_STEPS = 200
"""Steps of a plan; one may be many turns."""
BAR_CELLS = 20
SHOWN = 40
"""Characters of a step or value that are repeated."""


def _whole(low: int, high: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """Reads a whole number within bounds, which an error names."""

    def read(_ctx: click.Context, _param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        try:
            number = int(value)
        except ValueError:
            raise click.BadParameter(f"{_short(value)} is not a whole number: give {low} to {high}") from None
        if not low <= number <= high:
            raise click.BadParameter(f"{_short(value)} is out of bounds: give {low} to {high}")
        return number

    return read


@click.command()
@click.argument("plan", nargs=-1)
@click.option(
    "--turns",
    callback=_whole(1, MOST_TURNS),
    metavar="N",
    help="Turns that mark nothing, where no plan is given; 6 by default.",
)
@click.option(
    "--escalation", callback=_whole(0, 5), default="0", metavar="N", help="Boxes filled at the beginning, 0–5."
)
@click.option("--mode", type=click.Choice(["escalation", "classic"]), help="How danger is rolled.")
@click.option("--die", callback=_whole(4, 100), metavar="N", help="Sides of the danger die, 4–100.")
@click.option("--profile", metavar="NAME", help="Named rules: sheet, sheet-classic, old-school, fast.")
@click.option("--settings", type=click.Path(path_type=Path), help="A table's settings file, for its rules and names.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: at_least_one, by_turn, expected_first.")
def odds(
    *,
    plan: tuple[str, ...],
    turns: int | None,
    escalation: int,
    mode: str | None,
    die: int | None,
    profile: str | None,
    settings: Path | None,
    as_json: bool,
) -> None:
    """Tell the chances of danger over turns, or over a PLAN of phrases.

    \b
    delvebox odds --turns 6 --escalation 2
    delvebox odds search the room, search the room, force the door
    delvebox odds --profile old-school short rest
    """  # noqa: D301 - click's own sign for a block that is not to be wrapped
    from ...engine.events import BoxesCorrected
    from ...engine.odds import PlanError, chance_of_danger, quiet_turns
    from ...engine.turn import evolve, new_state

    if plan and turns is not None:
        raise click.UsageError("a plan has turns of its own: give --turns or a plan, not both")
    rules, phrases = _table(profile, mode, die, settings)
    said = [step.strip() for step in " ".join(plan).split(",")] if plan else []
    steps = [_step(step, phrases) for step in said] or list(quiet_turns(turns or 6))
    if len(said) > MOST_STEPS:
        raise click.UsageError(f"a plan of {len(said)} steps is too long: give at most {MOST_STEPS}")
    state = evolve(new_state(rules), BoxesCorrected(escalation))
    try:
        found = [chance_of_danger(state, rules, steps[: place + 1]) for place in range(len(said) - 1)]
        found.append(chance_of_danger(state, rules, steps))
    except PlanError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        whole = found[-1]
        put_json(
            {
                "at_least_one": whole.at_least_one,
                "by_turn": list(whole.by_turn),
                "expected_first": whole.expected_first,
            }
        )
    else:
        put_out("\n".join(_lines(found[-1], _labels(said, [len(each.by_turn) for each in found]))))


def _table(profile: str | None, mode: str | None, die: int | None, settings: Path | None) -> tuple[Rules, TypedPhrases]:
    """The rules to play by, and the phrases of the plan."""
    from ...engine.rules import PROFILES, Rules
    from ..phrasebook import TypedPhrases
    from ..settings import Settings, load_settings
    from ..vocabulary import open_phrasebook

    if profile is not None and profile not in PROFILES:
        raise click.UsageError(f"no profile {_short(profile)}: the profiles are {', '.join(PROFILES)}")
    if profile is not None and settings is not None:
        raise click.UsageError("a settings file has rules of its own: give --settings or --profile, not both")
    table = Settings()
    if settings is not None:
        loaded = load_settings(settings)
        if loaded.problems:
            raise click.UsageError("\n".join(loaded.sentences()))
        table = loaded.settings
    keys = table.rules.as_mapping() if profile is None else Rules.from_mapping({"profile": profile}).as_mapping()
    keys["danger"] |= {key: value for key, value in (("mode", mode), ("die", die)) if value is not None}
    phrasebook, trouble = open_phrasebook(table)
    if trouble:
        raise click.UsageError(trouble)
    return Rules.from_mapping(keys), TypedPhrases(phrasebook)


def _step(said: str, phrases: TypedPhrases) -> Command:
    from ...engine.commands import Answer, AskEndDelve, AskNewDelve, Redo, RollForUs, TellDice, Undo
    from ..translate import command_for

    intent = phrases.match(said)
    if intent is None:
        raise click.UsageError(f'"{_short(said)}" is no phrase: a plan is phrases with commas, such as search the room')
    command = command_for(intent)
    if command is None or isinstance(command, (Answer, AskEndDelve, AskNewDelve, Redo, RollForUs, TellDice, Undo)):
        raise click.UsageError(f'"{_short(said)}" is no step of a plan: say what the party does, such as move on')
    return command


def _labels(said: list[str], turns_by_then: list[int]) -> list[str]:
    """What each turn is, where a plan was said: the steps that take no turn stand with the next that does."""
    labels: list[str] = []
    waiting: list[str] = []
    for step, turns in zip(said, turns_by_then, strict=False):
        waiting.append(step)
        if turns > len(labels):
            labels.append(", ".join(waiting))
            labels += [step] * (turns - len(labels))
            waiting = []
    return labels


def _lines(found: Odds, labels: list[str]) -> list[str]:
    if not found.by_turn:
        return ["no turn is played: there is no danger"]
    lines = ["turn   in it  by then"]
    for turn, (chance, by_then) in enumerate(zip(found.each_turn, found.by_turn, strict=True), 1):
        cells = int(by_then * BAR_CELLS)
        bar = "■" * cells + "□" * (BAR_CELLS - cells)
        label = f"  {_short(labels[turn - 1])}" if labels else ""
        lines.append(f"{turn:4}  {_percent(chance):>6}  {_percent(by_then):>7}  {bar}{label}")
    first = "" if found.expected_first is None else f"; the first comes in turn {found.expected_first:.1f} on average"
    return [*lines, f"at least one danger: {_percent(found.at_least_one)} %{first}"]


def _percent(chance: float) -> str:
    """In percent; 100 is written for certainty alone, and 0 for what cannot be."""
    if 0.9995 <= chance < 1:
        return f"{min(chance * 100, 99.99):.2f}"
    return f"{chance * 100:.1f}"


def _short(text: str) -> str:
    """What was typed, cut where it is long; signs that a terminal would obey are written out."""
    shown = text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
    return shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 1]}…"
