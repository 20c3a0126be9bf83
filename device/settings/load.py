"""Read a settings file whole: the settings, or every problem with its line and cure."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from ..own_files import UnreadableError, content_of, line_of
from .announce import is_theme_file
from .checks import clashes, merged_buttons
from .languages import ENGLISH, phrases_in
from .problems import Path, Problem
from .records import SHIPPED_TABLES
from .rules_key import known_lights, rules_from
from .schema import Settings
from .strict_yaml import Document, read_document
from .wording import problems_of

LARGEST_BYTES = 65_536
"""A settings file with every comment has about 6,000."""

Check = Callable[["Loaded"], "tuple[Problem, ...]"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a file gave: the settings in force, and what is wrong with the file."""

    settings: Settings
    problems: tuple[Problem, ...] = ()
    path: FilePath | None = None
    """The file that was read, or should have been; None: no file, the defaults."""
    origin: str = "file"
    """Where `settings` come from: file, last good or defaults."""
    warnings: tuple[str, ...] = ()
    """What went wrong beside the file itself, such as a copy that could not be kept."""
    lines: Mapping[Path, int] = field(default_factory=dict, repr=False)
    text: str | None = field(default=None, repr=False)
    """The file's text, None without a readable file."""

    def line_of(self, path: Path | str) -> int | None:
        """The line of a key in the file (from 1), None where the file does not hold it.

        Args:
            path: ("buttons", "turn", "press") or "buttons.turn.press".
        """
        return self.lines.get(tuple(path.split(".")) if isinstance(path, str) else tuple(path))

    def sentences(self) -> list[str]:
        """Each problem in one line, with the file's name."""
        name = "settings" if self.path is None else str(self.path)
        return [f"{name}: {problem}" for problem in self.problems]

    @property
    def trouble(self) -> str | None:
        """One sentence for panel and log where the file is not in force, else None."""
        if not self.problems:
            return None
        count = len(self.problems)
        errors = "an error" if count == 1 else f"{count} errors"
        used = "the last good ones are used" if self.origin == "last good" else "the defaults are used"
        return f"settings with {errors}, {used}: {self.problems[0]}"


def default_settings_text() -> str:
    """The defaults as a commented YAML file."""
    return resources.files(__package__).joinpath("defaults.yaml").read_text(encoding="utf-8")


def default_places(environ: Mapping[str, str] | None = None) -> tuple[FilePath, ...]:
    """Where settings are looked for when no file is named, the first found wins.

    `$DELVEBOX_SETTINGS` (alone, where it is set), `$XDG_CONFIG_HOME/delvebox.yaml` (~/.config without
    it), `/etc/delvebox.yaml`.
    """
    environ = os.environ if environ is None else environ
    named = environ.get("DELVEBOX_SETTINGS")
    if named:
        return (FilePath(named),)
    places = []
    home = environ.get("XDG_CONFIG_HOME") or (environ.get("HOME") and f"{environ['HOME']}/.config")
    if home:
        places.append(FilePath(home, "delvebox.yaml"))
    return (*places, FilePath("/etc/delvebox.yaml"))


def find_settings(environ: Mapping[str, str] | None = None) -> FilePath | None:
    """The first settings file of the default places; one named by the environment counts though missing."""
    environ = os.environ if environ is None else environ
    places = default_places(environ)
    if environ.get("DELVEBOX_SETTINGS"):
        return places[0]
    return next((place for place in places if os.path.lexists(place)), None)


def load_settings(path: FilePath | str | None = None, check: Check | None = None) -> Loaded:
    """Load a settings file; what is wrong with it is told, never raised.

    Args:
        path: The file; None looks at the default places and takes the defaults where there is none.
        check: Further problems of settings that are right in themselves (bound phrases that the
            phrasebook does not know).

    Returns:
        The file's settings, or with any problem the defaults.
    """
    file = find_settings() if path is None else FilePath(path)
    if file is None:
        return Loaded(Settings(), origin="defaults")
    try:
        text = read_text(file)
    except UnreadableError as error:
        problem = Problem(error.line, (), None, str(error))
        return Loaded(Settings(), (problem,), file, origin="defaults")
    return load_text(text, file, check)


def load_text(text: str, path: FilePath | None = None, check: Check | None = None) -> Loaded:
    """As `load_settings`, from a text; relative paths in it start at the folder of `path`."""
    document = read_document(text)
    settings, problems = _validate(document, path.absolute().parent if path else FilePath())
    if settings is not None:
        loaded = Loaded(settings, (), path, lines=document.lines, text=text)
        problems = list(check(loaded)) if check else []
        if not problems:
            return loaded
    return Loaded(Settings(), _in_order(problems), path, origin="defaults", lines=document.lines, text=text)


def read_text(file: FilePath) -> str:
    """The file's text, or an error that says why there is none."""
    missing = "delvebox settings prints one to begin with"
    content = content_of(file, LARGEST_BYTES, missing=missing, folder="name the file in it", pipes=True)
    return _decoded(content)


def _decoded(content: bytes) -> str:
    if len(content) > LARGEST_BYTES:
        raise UnreadableError(f"has more than {LARGEST_BYTES} bytes, so it is no settings file: name another")
    if not content.strip(b"\0 \t\r\n"):
        raise UnreadableError("is empty, as after a power cut: restore it, or delete it to take the defaults")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UnreadableError("is written as UTF-16: save it as UTF-8", 1)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = content[error.start]
        raise UnreadableError(
            f"byte 0x{byte:02x} is not UTF-8: save the file as UTF-8", line_of(content, error.start)
        ) from error


def _validate(document: Document, folder: FilePath) -> tuple[Settings | None, list[Problem]]:
    problems = list(document.problems)
    values = {key: value for key, value in document.values.items() if value is not None}
    rules, rules_problems = rules_from(values.pop("rules", {}), document.lines)
    problems += rules_problems
    language = values.get("language", ENGLISH)
    if isinstance(values.get("buttons", {}), Mapping):
        values["buttons"] = merged_buttons(values.get("buttons", {}), language)
    wake_phrase = phrases_in(language).get("wake_phrase")
    if wake_phrase and isinstance(values.get("speech", {}), Mapping):
        values["speech"] = {"wake_phrase": wake_phrase, **values.get("speech", {})}
    problems += clashes(values, document.lines)
    settings = None
    try:
        settings = Settings.model_validate({**values, **({"rules": rules} if rules else {})})
    except ValidationError as error:
        problems += problems_of(error, document.lines)
    if not document.whole:
        problems = [each for each in problems if not each.text.startswith(("is missing", "does nothing"))]
    if problems or settings is None:
        return None, problems
    names = known_lights(settings.names, settings.rules, document.lines)
    if isinstance(names, list):
        return None, names
    return _with_whole_paths(settings.model_copy(update={"names": names}), folder), []


def _with_whole_paths(settings: Settings, folder: FilePath) -> Settings:
    """Relative files start at the settings file's folder; a shipped model, theme or set of tables is no file."""
    speech = settings.speech
    changes: dict[str, Any] = {}
    if speech.phrasebook is not None:
        changes["phrasebook"] = folder / speech.phrasebook.expanduser()
    if speech.model is not None and ("/" in speech.model or speech.model.startswith("~")):
        changes["model"] = str(folder / FilePath(speech.model).expanduser())
    voice = settings.voice
    if is_theme_file(voice.theme):
        theme = str(folder / FilePath(voice.theme).expanduser())
        settings = settings.model_copy(update={"voice": voice.model_copy(update={"theme": theme})})
    password = settings.mqtt.password_file
    if password is not None:
        mqtt = settings.mqtt.model_copy(update={"password_file": folder / password.expanduser()})
        settings = settings.model_copy(update={"mqtt": mqtt})
    if settings.tables:
        tables = tuple(
            each if each == SHIPPED_TABLES else str(folder / FilePath(each).expanduser()) for each in settings.tables
        )
        settings = settings.model_copy(update={"tables": tables})
    if not changes:
        return settings
    return settings.model_copy(update={"speech": speech.model_copy(update=changes)})


def _in_order(problems: list[Problem]) -> tuple[Problem, ...]:
    return tuple(sorted(problems, key=lambda problem: (problem.line or 0, problem.path)))
