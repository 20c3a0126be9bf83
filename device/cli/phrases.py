"""`delvebox phrases`: what a table can say, with the button that says it, and what is wrong with its phrases."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import put_json, put_out

if TYPE_CHECKING:
    from ..outputs.narration import Narration
    from ..phrasebook import Phrasebook
    from ..phrasebook.lint import Finding, Sounding
    from ..settings import Loaded, Settings

WIDTH = 79
"""Columns of a line: terminals of 80 wrap one that fills them."""


@click.command()
@click.option("--lint", is_flag=True, help="Tell what may be misunderstood, and exit with 1 for an error.")
@click.option("--settings", type=click.Path(path_type=Path), help="The table's settings file.")
@click.option("--phrasebook", type=click.Path(path_type=Path), help="Another phrasebook than the settings' own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def phrases(*, lint: bool, settings: Path | None, phrasebook: Path | None, as_json: bool) -> None:
    """List what can be said, grouped by what it does, with the button that says it.

    Language, names, buttons and phrasebook are those of the settings.
    """
    from ..settings import load_settings

    loaded = load_settings(settings)
    if loaded.problems:
        raise click.UsageError("\n".join(loaded.sentences()))
    if phrasebook is not None:
        speech = loaded.settings.speech.model_copy(update={"phrasebook": phrasebook})
        loaded = replace(loaded, settings=loaded.settings.model_copy(update={"speech": speech}))
    (_lint if lint else _list)(loaded, as_json=as_json)


def _list(loaded: Loaded, *, as_json: bool) -> None:
    from ..outputs.narration import Narration
    from ..phrasebook.shown import shown
    from ..vocabulary import open_phrasebook

    settings = loaded.settings
    book, trouble = open_phrasebook(settings)
    if trouble:
        click.echo(f"delvebox: {trouble}", err=True)
    told = Narration.load(settings.language)
    number = told.listing("number")
    rows = [
        {
            "group": group,
            "intent": intent,
            "does": book.description_of(intent),
            "phrases": list(said),
            "buttons": _buttons(settings, book, intent),
        }
        for group, intents in book.groups.items()
        for intent in intents
        if (said := shown(book, intent, number))
    ]
    if as_json:
        put_json({"language": book.language, "phrasebook": book.file, "intents": rows})
    else:
        put_out("\n".join(_lines(rows, settings, told)))


def _buttons(settings: Settings, book: Phrasebook, intent: str) -> list[dict[str, str]]:
    """The gestures that say this intent, with the phrase that each of them says."""
    from ..settings import bindings_of

    found = []
    for bound in bindings_of(settings):
        meant = book.match(bound.phrase)
        if meant is not None and meant.name == intent:
            found.append({"button": bound.hand, "gesture": bound.gesture, "phrase": bound.phrase})
    return found


def _lines(rows: Sequence[Mapping[str, Any]], settings: Settings, told: Narration) -> Iterator[str]:
    """The list for a terminal, a heading over each group."""
    from ..printing.card import ways_to_talk

    yield from textwrap.wrap(told.listing("legend", number=told.listing("number")), WIDTH)
    yield from textwrap.wrap("; ".join(ways_to_talk(settings, told)), WIDTH)
    group = None
    for row in rows:
        if row["group"] != group:
            group = row["group"]
            yield ""
            if group:
                yield group.upper()
        yield from _row(row, told)


def _row(row: Mapping[str, Any], told: Narration) -> Iterator[str]:
    buttons = [f'{told.listing(each["gesture"], button=each["button"])}: "{each["phrase"]}"' for each in row["buttons"]]
    does, said = f"  {row['does']}", "; ".join(buttons)
    if said and len(does) + 2 + len(said) <= WIDTH:
        yield does + said.rjust(WIDTH - len(does))
    else:
        yield does
        yield from (each.rjust(WIDTH) for each in textwrap.wrap(said, WIDTH - 4))
    for phrase in row["phrases"]:
        yield from textwrap.wrap(
            phrase, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 10, break_on_hyphens=False
        )


# -- what is wrong ----------------------------------------------------------------------------------


def _lint(loaded: Loaded, *, as_json: bool) -> None:
    findings = list(_findings(loaded))
    if as_json:
        records = [{"kind": each.kind, **_record(each)} for each in findings]
        put_json({"findings": records})
    else:
        for finding in findings:
            put_out(str(finding))
        counts = {kind: sum(each.kind == kind for each in findings) for kind in ("error", "warning", "note")}
        put_out(", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items()))
    if any(each.kind == "error" for each in findings):
        sys.exit(1)


def _record(finding: Finding) -> dict[str, Any]:
    problem = finding.problem
    return {"file": problem.file, "line": problem.line, "text": problem.text, "cure": problem.cure}


def _findings(loaded: Loaded) -> Iterator[Finding]:
    from functools import partial

    from ..phonemes import NoSoundsError, sounds
    from ..phrasebook import PhrasebookError
    from ..phrasebook.lint import ERROR, NOTE, Finding, lint
    from ..phrasebook.problems import Problem
    from ..vocabulary import read_phrasebook, unsayable, words_or_why

    settings = loaded.settings
    known, why = words_or_why(settings)
    for path, _, text, cure in unsayable(settings, known):
        line = loaded.line_of(path) or loaded.line_of(path[:2])
        if line is not None:
            yield Finding(ERROR, Problem(str(loaded.path), line, text, cure))
    try:
        book = read_phrasebook(settings, known)
    except PhrasebookError as error:
        yield from (Finding(ERROR, problem) for problem in error.problems)
        return
    if known is None:
        yield Finding(NOTE, Problem(book.file, None, "no word was looked up in a speech model", why))
    try:
        sounding = partial(sounds, language=book.language)
        yield from _names_alike(loaded, sounding)
        yield from lint(book.as_heard, known, sounding)
    except NoSoundsError as error:
        yield Finding(NOTE, Problem(book.file, None, "nothing was looked at for how it sounds", str(error)))
        yield from lint(book.as_heard, known, None)


def _names_alike(loaded: Loaded, sounding: Sounding) -> Iterator[Finding]:
    """Names of one list in the settings that sound alike."""
    from ..phrasebook.lint import WARNING, Finding, alike_names
    from ..phrasebook.problems import Problem
    from ..vocabulary import NAME_LISTS
    from ..words import normalise

    for kind in NAME_LISTS:
        names = getattr(loaded.settings.names, kind)
        lines = [loaded.line_of(("names", kind, str(place))) for place in range(len(names))]
        if None in lines or not names:
            continue
        said = [normalise(getattr(name, "say", None) or name, loaded.settings.language) for name in names]
        for first, second, between in alike_names(said, sounding):
            if said[first] == said[second]:
                continue  # told as an error
            told = f'"{names[second]}" sounds like "{names[first]}": {between:.1f} sounds apart'
            cure = f"say one of them otherwise: {{name: {names[second]}, say: …}}"
            yield Finding(WARNING, Problem(str(loaded.path), lines[second], told, cure))
