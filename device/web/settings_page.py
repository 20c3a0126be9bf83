"""The settings in a browser: what `/settings` is told, and how it writes the person's file.

Nothing is written that adds an error, and nothing over a file that somebody else changed meanwhile. Used by the
server's thread alone; whatever touches the disk runs beside it, one at a time.
"""

from __future__ import annotations

import asyncio
import getpass
import hashlib
import logging
import os
import re
import shlex
import stat
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..settings import Problem, Settings, load_settings
from ..settings.catalogue import Counts, catalogue, comment_of, counts, differing
from ..settings.editing import Edit, EditError, edited
from ..settings.load import LARGEST_BYTES, Check, Loaded, load_text
from ..settings.problems import dotted
from ..whole_files import write_whole
from .asgi import Answer
from .door import Action, Visit
from .protocol import RefusedMessageError

log = logging.getLogger(__name__)

NEW_FILE_MODE = 0o644
NOTHING_SET = "# every setting is as shipped\n"
"""What stands in a file from which the last key was taken: an empty one looks like a power cut's."""
MOST_EDITS = 200
PART = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""A key."""

Change = Callable[[str], str]


class SettingsPage:
    """The actions of the page; they are for the game master, as the door sees to."""

    def __init__(
        self,
        file: Path,
        state_folder: Path,
        running: Settings,
        check: Check,
        change_voice: Callable[[int | None, int | None], None],
    ) -> None:
        """Show and write a file.

        Args:
            file: The settings file; it may be missing.
            state_folder: Where the box may always write.
            running: What the box runs by.
            check: As the box checks the file.
            change_voice: Makes the voice so loud and fast from now, None as it is; returns at once.
        """
        self._file = file
        self._state_folder = state_folder
        self._running = running
        self._check = check
        self._change_voice = change_voice
        self._one = asyncio.Lock()
        self.actions: Mapping[tuple[str, str], Action] = {
            ("GET", "/settings/file"): Action(self._show),
            ("POST", "/settings/file"): Action(self._write),
            ("POST", "/settings/check"): Action(self._look),
        }

    async def _show(self, _visit: Visit, _posted: Mapping[str, object]) -> Answer:
        return await asyncio.to_thread(lambda: Answer(200, self._state()))

    async def _look(self, _visit: Visit, posted: Mapping[str, object]) -> Answer:
        match posted:
            case {"text": str(text), **rest} if not rest:
                loaded = await asyncio.to_thread(load_text, text, self._file, self._check)
                return Answer(200, {"problems": _told(loaded.problems)})
        raise RefusedMessageError("give text, and nothing else")

    async def _write(self, visit: Visit, posted: Mapping[str, object]) -> Answer:
        match posted:
            case {"base": str(base), "text": str(text), **rest} if not rest:
                change: Change = partial(_instead, text)
            case {"base": str(base), "edits": list(listed), **rest} if not rest and len(listed) <= MOST_EDITS:
                edits = [_edit(each) for each in listed]
                change = partial(edited, edits=edits)
            case _:
                raise RefusedMessageError("give base, and text or edits, and nothing else")
        async with self._one:
            answer = await asyncio.to_thread(self._written, base, change)
        if answer.status == 200:
            log.info("web: the settings in %s were changed from %s", self._file, visit.visitor)
        return answer

    # -- beside the server's thread ------------------------------------------------------------------------

    def _written(self, base: str, change: Change) -> Answer:
        before = self._loaded()
        if before.text is None:
            return Answer(422, {"why": "has_errors", "problems": _told(before.problems)})
        if _hash(before) != base:
            return Answer(409, {"why": "changed_elsewhere"})
        old = before.text
        try:
            new = change(old) or NOTHING_SET
        except EditError as error:
            return Answer(422, {"why": str(error)})
        if "\r\n" in old:
            new = new.replace("\r\n", "\n").replace("\n", "\r\n")
        content = new.encode(errors="replace")
        if len(content) > LARGEST_BYTES:
            return Answer(422, {"why": f"{len(content)} bytes are more than {LARGEST_BYTES}: take comments out"})
        known = {(each.path, each.text) for each in before.problems}
        after = load_text(new, self._file, self._check)
        if added := [each for each in after.problems if (each.path, each.text) not in known]:
            return Answer(422, {"why": "has_errors", "problems": _told(added)})
        target = self._file.resolve()  # a link is followed, not replaced
        try:
            mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else NEW_FILE_MODE
            write_whole(target, content, mode)
        except OSError as error:
            return Answer(500, {"why": f"{target} cannot be written ({error.strerror})", "cure": self._cure(target)})
        if not after.problems:
            was = self._running.voice if before.problems else before.settings.voice
            volume, rate = after.settings.voice.volume, after.settings.voice.rate
            self._change_voice(volume if volume != was.volume else None, rate if rate != was.rate else None)
        return Answer(200, self._state())

    def _state(self) -> dict[str, Any]:
        loaded = self._loaded()
        target = self._file.resolve()
        waits = [path for path in differing(self._running, loaded.settings) if counts(path) != Counts.AT_ONCE]
        text = loaded.text or ""
        keys = [
            {
                "path": key.path,
                "text": key.text,
                "default": key.default,
                "comment": key.comment,
                "wanted": key.wanted,
                "choices": key.choices,
                "counts": key.counts,
            }
            for key in catalogue(text, loaded)
        ]
        return {
            "file": str(self._file),
            "base": _hash(loaded),
            "text": text,
            "problems": _told(loaded.problems),
            "keys": keys,
            "sections": {section: comment_of(section) for section in {key["path"][0] for key in keys}},
            "waits": [] if loaded.problems else [dotted(path) for path in waits],
            "cure": "" if _may_write(target) else self._cure(target),
        }

    def _loaded(self) -> Loaded:
        """The file; one that is missing is as an empty one."""
        return load_settings(self._file, self._check) if os.path.lexists(self._file) else load_text("", self._file)

    def _cure(self, target: Path) -> str:
        """The command by which root lets the box write its settings: they move to where it may."""
        own = self._state_folder / target.name
        user, asked = getpass.getuser(), self._file
        quoted = {name: shlex.quote(str(value)) for name, value in {"u": user, "t": target, "o": own}.items()}
        link = f"sudo ln -sfn {quoted['o']} {shlex.quote(str(asked))}"
        return f"sudo install -o {quoted['u']} -m 644 {quoted['t']} {quoted['o']} && {link}"


def _instead(new: str, _old: str) -> str:
    return new


def _may_write(target: Path) -> bool:
    """Whether the file can be replaced where it lies."""
    folder = target.parent
    while not folder.exists():
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK)


def _hash(loaded: Loaded) -> str:
    """Of the text that was read; empty where there is none to write over."""
    return "" if loaded.text is None else hashlib.sha256(loaded.text.encode(errors="replace")).hexdigest()


def _edit(given: object) -> Edit:
    match given:
        case {"path": list(path), "typed": str(typed), **rest} if (
            not rest and 0 < len(path) <= 5 and all(isinstance(part, str) and PART.fullmatch(part) for part in path)
        ):
            return Edit(tuple(path), typed)
    raise RefusedMessageError("an edit is a path, a list of keys, and what was typed, a text")


def _told(problems: tuple[Problem, ...] | list[Problem]) -> list[dict[str, Any]]:
    return [{"line": each.line, "path": each.path, "text": str(each)} for each in problems]
