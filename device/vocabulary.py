"""The words of a table: its phrasebook with the names of the settings, and the phrases of its buttons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from .danger_tables import Found, names_of_kind, read_tables
from .phrasebook import Phrasebook, PhrasebookError, nearest
from .phrasebook import Problem as Fault
from .phrasebook.lint import errors_of
from .settings import Loaded, Name, NameLists, Problem, Settings, bindings_of
from .settings.languages import shipped_wake_phrase
from .speech_models import ModelError, find, words_of
from .translate import misfits
from .words import normal_code, normalise

NAME_LISTS = ("characters", "spells", "conditions", "lights")
LEAST_WAKE_SYLLABLES = 2
"""Of one syllable there is no phrase that table talk does not hold."""
_VOWELS = re.compile("[aeiouyäöüáàâéèêíìîóòôúùû]+")
_MOST_TOLD = 3
"""Unknown words of one name that are told with what is like them."""


def open_phrasebook(settings: Settings) -> tuple[Phrasebook, str]:
    """The table's phrasebook; the shipped one and a sentence where it cannot be used.

    A file of the table's own is refused where a person could say what the box would misunderstand: a word that the
    speech model does not know, where that is installed, or one phrase for two things. A name that the model does
    not know is understood when it is typed.
    """
    phrasebook, fault, names = _open(settings)
    return phrasebook, fault or _unheard(names)


def _open(settings: Settings) -> tuple[Phrasebook, str, Mapping[str, Sequence[str]]]:
    """The phrasebook, why it is not the table's own, and the names for it."""
    own = settings.speech.phrasebook
    known = known_words(settings)
    names = _names(settings, known)
    trouble = ""
    # The names stay where the file is at fault, and go with it where they are.
    for path, given in (own, names), (None, names), (None, None):
        try:
            phrasebook = Phrasebook.load(path, settings.language, given)
        except PhrasebookError as error:
            unfit = tuple(str(problem) for problem in error.problems)
        else:
            unfit = _misfits(phrasebook, settings) or tuple(map(str, errors_of(phrasebook, known if path else None)))
        if not unfit:
            break
        trouble = f"the phrasebook cannot be used, the shipped one is: {unfit[0]}"
    return phrasebook, trouble, names


def known_words(settings: Settings) -> Collection[str] | None:
    """The words of the table's speech model; None where it is not installed, or nothing of the table's own needs them.

    The shipped phrases are known to be in their language's own model.
    """
    names = settings.names
    speech = settings.speech
    own = names.characters or names.lights != NameLists().lights or names.model_fields_set & {"spells", "conditions"}
    wakes = "wake" in speech.ways and speech.wake_phrase != shipped_wake_phrase(settings.language)
    return words_or_why(settings)[0] if own or wakes or settings.tables or speech.phrasebook or speech.model else None


def words_or_why(settings: Settings) -> tuple[Collection[str] | None, str]:
    """The words of the table's speech model, or None and the sentence that says why not."""
    try:
        return words_of(find(settings.speech.model, language=settings.language)), ""
    except ModelError as error:
        return None, str(error)


def read_phrasebook(settings: Settings, known: Collection[str] | None) -> Phrasebook:
    """The table's own phrasebook, or the shipped one where it has none.

    Raises:
        PhrasebookError: it cannot be used; lint tells more of one that can.
    """
    phrasebook = Phrasebook.load(settings.speech.phrasebook, settings.language, _names(settings, known))
    cure = "write it as the shipped phrasebook of the language has it"
    if unfit := _misfits(phrasebook, settings):
        raise PhrasebookError(Fault(phrasebook.file, None, each, cure) for each in unfit)
    return phrasebook


def _misfits(phrasebook: Phrasebook, settings: Settings) -> tuple[str, ...]:
    """Why the box could not act on a phrasebook, or would answer it in another language."""
    if normal_code(phrasebook.language) != settings.language:
        told = f"{phrasebook.file} is in {phrasebook.language} and the settings in {settings.language}"
        return (f"{told}: write language: {normal_code(phrasebook.language)} into the settings",)
    return misfits(phrasebook)


def check_tables(loaded: Loaded) -> tuple[Problem, ...]:
    """What is wrong with the files of danger tables: the box leaves such a file out, and uses the rest."""
    files = loaded.settings.tables
    faults = tables_of(loaded.settings).faults
    paths = [("tables", str(files.index(fault.file))) if fault.file in files else ("tables",) for fault in faults]
    return tuple(
        Problem(loaded.line_of(path), path, fault.file, str(fault)) for path, fault in zip(paths, faults, strict=True)
    )


def check_phrasebook(loaded: Loaded) -> tuple[Problem, ...]:
    """That the table's phrasebook cannot be used: no reason for the box to leave the settings, but one to mend them."""
    phrasebook, fault, _ = _open(loaded.settings)
    path = ("speech", "phrasebook")
    faults = (Problem(loaded.line_of(path), path, None, fault),) if fault else ()
    return (*faults, *_check_wake_phrase(loaded, phrasebook), *check_names(loaded, known_words(loaded.settings)))


def _check_wake_phrase(loaded: Loaded, phrasebook: Phrasebook) -> Iterator[Problem]:
    """That the wake phrase would be heard in table talk, or where a command is meant."""
    speech = loaded.settings.speech
    spoken = normalise(speech.wake_phrase, loaded.settings.language)
    fault = ""
    if phrasebook.is_phrase(spoken):
        fault = "is a command itself: choose words that are none, such as hey lantern"
    elif syllables(spoken) < LEAST_WAKE_SYLLABLES:
        fault = f"has fewer than {LEAST_WAKE_SYLLABLES} syllables, table talk would wake the box: say hey before it"
    if fault and "wake" in speech.ways:
        path = ("speech", "wake_phrase")
        text = f'the wake phrase "{speech.wake_phrase}" {fault}'
        yield Problem(loaded.line_of(path) or loaded.line_of(path[:1]), path, speech.wake_phrase, text)


def syllables(spoken: str) -> int:
    """About how many syllables normalised words have: their groups of vowels, without an e that ends a word."""
    return sum(max(1, len(_VOWELS.findall(word.removesuffix("e")))) for word in spoken.split())


def check_names(loaded: Loaded, known: Collection[str] | None) -> Iterator[Problem]:
    """The names that nobody could say, and a wake phrase that nobody could, each with its line and cure."""
    for path, name, text, cure in unsayable(loaded.settings, known):
        line = loaded.line_of(path) or loaded.line_of(path[:2])
        if line is not None:
            yield Problem(line, path, name, f"{text}: {cure}")


def unsayable(settings: Settings, known: Collection[str] | None) -> Iterator[tuple[tuple[str, ...], str, str, str]]:
    """What nobody could say, names and wake phrase: path, text, what is wrong (unknown, said as another), cure."""
    wake_phrase = settings.speech.wake_phrase
    if "wake" in settings.speech.ways and (unknown := _unknown(normalise(wake_phrase, settings.language), known)):
        told = f'nobody can wake the box by "{wake_phrase}": {_unknown_told(unknown, known or ())}'
        yield ("speech", "wake_phrase"), wake_phrase, told, "choose words that it knows"
    for kind in NAME_LISTS:
        said: dict[str, str] = {}
        for place, name in enumerate(getattr(settings.names, kind)):
            path = ("names", kind, str(place))
            spoken = normalise(getattr(name, "say", None) or name, settings.language)
            if spoken in said:
                told = f'"{name}" is said as "{said[spoken]}" is'
                yield path, name, told, f"give it another say: {{name: {name}, say: …}}"
            elif unknown := _unknown(spoken, known):
                cure = f"write how it is said in such words: {{name: {name}, say: …}}"
                yield path, name, f'"{name}" can be typed but not heard: {_unknown_told(unknown, known or ())}', cure
            said.setdefault(spoken, name)


def check_bindings(loaded: Loaded) -> tuple[Problem, ...]:
    """The phrases bound to buttons and dial that the phrasebook does not know, with their lines.

    None where the phrasebook itself is at fault: that is told by itself, and what the buttons say may be right.
    """
    phrasebook, fault, _ = _open(loaded.settings)
    if fault:
        return ()
    problems = []
    for bound in bindings_of(loaded.settings):
        if phrasebook.match(bound.phrase) is None:
            text = f'"{bound.phrase}" is no phrase of the phrasebook: give a whole one, such as search the room'
            problems.append(Problem(loaded.line_of(bound.path), bound.path, bound.phrase, text))
    return tuple(problems)


def _names(settings: Settings, known: Collection[str] | None) -> Mapping[str, Sequence[str]]:
    """The table's names by list; a list that the settings leave out is the phrasebook's own."""
    names = settings.names
    given: dict[str, Sequence[str]] = {kind: getattr(names, kind) for kind in NAME_LISTS}
    shipped = {"spells", "conditions"} - names.model_fields_set
    own = {kind: values for kind, values in given.items() if kind not in shipped} | _names_of_tables(settings)
    return {kind: [_as_heard(name, settings.language, known) for name in values] for kind, values in own.items()}


def tables_of(settings: Settings) -> Found:
    """The danger tables of the settings' files; what is wrong with them is told in it."""
    kinds = [kind for kind, _ in settings.rules.danger.table]
    return read_tables(settings.tables, settings.language, kinds)


def unheard_names(settings: Settings) -> list[str]:
    """Names of danger tables, kinds and regions that no microphone can hear; none where no model is there to ask."""
    known = words_or_why(settings)[0]
    names = (name for values in _names_of_tables(settings).values() for name in values)
    return [
        getattr(name, "say", None) or name
        for name in names
        if _unknown(normalise(getattr(name, "say", None) or name, settings.language), known)
    ]


def _names_of_tables(settings: Settings) -> dict[str, Sequence[str]]:
    """What tables and regions are called, as far as it can be said: a table by its name or its kind."""
    tables = tables_of(settings).tables
    kinds = [Name(kind, name) for kind in tables.kinds for name in names_of_kind(kind, settings.language)]
    named = {"tables": [*(table.name for table in tables.tables), *kinds], "regions": tables.regions}
    return {kind: [each for each in names if normalise(each, settings.language)] for kind, names in named.items()}


def _as_heard(name: str, language: str, known: Collection[str] | None) -> Name:
    say = getattr(name, "say", None)
    return Name(name, say, heard=not _unknown(normalise(say or name, language), known))


def _unknown(spoken: str, known: Collection[str] | None) -> list[str]:
    return [] if known is None else [word for word in spoken.split() if word not in known]


def _unknown_told(unknown: Sequence[str], known: Collection[str]) -> str:
    told = [f"{word} (like it: {', '.join(nearest(word, known))})" for word in unknown[:_MOST_TOLD]]
    return f"the speech model does not know {', '.join(told)}"


def _unheard(names: Mapping[str, Sequence[str]]) -> str:
    """A sentence on the names that no microphone can hear, "" where there is none."""
    own = (values for kind, values in names.items() if kind in NAME_LISTS)
    unheard = [name for values in own for name in values if isinstance(name, Name) and not name.heard]
    if not unheard:
        return ""
    cure = "say how in the settings, as delvebox settings --check tells"
    return f"the speech model does not know {', '.join(unheard)}: {cure}"
