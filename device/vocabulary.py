"""The words of a table: its phrasebook with the names of the settings, and the phrases of its buttons."""

from __future__ import annotations

from .phrasebook import Phrasebook, PhrasebookError
from .settings import Loaded, Problem, Settings
from .translate import misfits


def open_phrasebook(settings: Settings) -> tuple[Phrasebook, str]:
    """The table's phrasebook; the shipped one and a sentence where it cannot be used."""
    names = settings.names
    lists = {
        "characters": names.characters,
        "spells": names.spells,
        "conditions": names.conditions,
        "lights": names.lights,
    }
    trouble = ""
    own = settings.speech.phrasebook
    # The names stay where the file is at fault, and go with it where they are.
    for path, given in (own, lists), (None, lists), (None, None):
        try:
            phrasebook = Phrasebook.load(path, settings.language, given)
            unfit = misfits(phrasebook)
        except PhrasebookError as error:
            unfit = tuple(str(problem) for problem in error.problems)
        if not unfit:
            break
        trouble = f"the phrasebook cannot be used, the shipped one is: {unfit[0]}"
    return phrasebook, trouble


def check_phrasebook(loaded: Loaded) -> tuple[Problem, ...]:
    """That the table's phrasebook cannot be used: no reason for the box to leave the settings, but one to mend them."""
    _, trouble = open_phrasebook(loaded.settings)
    path = ("speech", "phrasebook")
    return (Problem(loaded.line_of(path), path, None, trouble),) if trouble else ()


def check_bindings(loaded: Loaded) -> tuple[Problem, ...]:
    """The phrases bound to buttons that the phrasebook does not know, with their lines.

    None where the phrasebook itself is at fault: that is told by itself, and what the buttons say may be right.
    """
    phrasebook, trouble = open_phrasebook(loaded.settings)
    if trouble:
        return ()
    problems = []
    for name, button in loaded.settings.buttons.items():
        for gesture in ("press", "double", "hold"):
            phrase = getattr(button, gesture)
            if phrase is not None and phrasebook.match(phrase) is None:
                path = ("buttons", name, gesture)
                text = f'"{phrase}" is no phrase of the phrasebook: give a whole one, such as search the room'
                problems.append(Problem(loaded.line_of(path), path, phrase, text))
    return tuple(problems)
