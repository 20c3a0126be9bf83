"""The voice commands and buttons of the settings in force, on one page in the table's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..outputs.narration import Narration
from ..outputs.narration.fields import LIKELY
from ..phrasebook import Phrasebook
from ..phrasebook.shown import shown
from ..settings import Settings, bindings_of
from ..words import normalise, parse_number
from .blocks import Block, Heading, Pairs, Text, Title
from .layout import Flow, Together, fill
from .pen import Pen


def card(paper: str, settings: Settings, phrasebook: Phrasebook, told: Narration) -> bytes:
    """The PDF, a page.

    Args:
        paper: A key of `pen.PAPERS`.
        settings: Whose buttons and ways to talk.
        phrasebook: Whose phrases: one a thing that can be asked for, the first of its file.
        told: The words beside them.

    Raises:
        PrintMissingError: fpdf2 is not installed.
    """
    pen = Pen(paper, told.record("card"))
    groups = [_group(group, intents, settings, phrasebook, told) for group, intents in phrasebook.groups.items()]
    buttons = [Together(tuple(_buttons(settings, told)))]
    page: list[Block] = [
        Title(told.record("card"), "; ".join(ways_to_talk(settings, told))),
        Flow((*buttons, *filter(None, groups)), 3, gap=6.0),
    ]
    fill(pen, page, footer=told.record("card_about", number=told.listing("number")))
    return pen.pdf()


def ways_to_talk(settings: Settings, told: Narration) -> Iterator[str]:
    """What makes the box listen, by these settings, a sentence each."""
    for name, button in settings.buttons.items():
        if button.hold_to_talk:
            yield told.listing("talk", button=name)
    if "wake" in settings.speech.ways:
        yield told.listing("wake", phrase=settings.speech.wake_phrase)


def _buttons(settings: Settings, told: Narration) -> Iterator[Block]:
    yield Heading(told.record("card_buttons"))
    for bound in bindings_of(settings):
        yield Pairs(told.listing(bound.gesture, button=bound.hand), bound.phrase)
    for name, button in settings.buttons.items():
        if button.hold_to_talk:
            yield Text(told.listing("talk", button=name), 7.0, above=0.0)
    off = settings.shutdown
    if off.buttons:
        names = " + ".join(told.word(name, "button") for name in off.buttons)
        yield Text(told.record("card_off", buttons=names, seconds=f"{off.seconds:g}"), 7.0, above=0.0)


def _group(
    group: str, intents: Sequence[str], settings: Settings, phrasebook: Phrasebook, told: Narration
) -> Block | None:
    rows = [
        Pairs(phrasebook.description_of(intent), phrase)
        for intent in intents
        if (phrase := _phrase(intent, settings, phrasebook, told))
    ]
    return Together((Heading(group[:1].upper() + group[1:]), *rows)) if rows else None


def _phrase(intent: str, settings: Settings, phrasebook: Phrasebook, told: Narration) -> str | None:
    """What people say for it: as a button says it, as the box suggests it, or the shortest phrase that means it."""
    for bound in bindings_of(settings):
        meant = phrasebook.match(bound.phrase)
        if meant is not None and meant.name == intent:
            return bound.phrase
    if intent in LIKELY and not LIKELY[intent]:
        return told.likely(intent, {})
    number, example = told.listing("number"), phrasebook.example(intent)
    if example is None:
        return None
    written = [_plainest(template) for template in shown(phrasebook, intent, number)]
    if any(parse_number(word, phrasebook.language) is not None for word in example.split()):
        return next((each for each in written if number in each.split()), example)
    # the example has no capitals; a template that says the same has
    return next((each for each in written if normalise(each, phrasebook.language) == example), example)


def _plainest(template: str) -> str:
    """A template without what may be left out, and of several words the first."""
    before = ""
    while template != before:
        before = template
        template = re.sub(r"\[[^\[\]]*\]", " ", template)
        template = re.sub(r"\(([^()|]*)(\|[^()]*)?\)", r"\1", template)
    return " ".join(template.split())
