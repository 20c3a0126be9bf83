"""How phrases sound, asked of the program espeak-ng. Nothing else asks it for sounds."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from .phrasebook.likeness import Sounds, sounds_of
from .words import normal_code

SECONDS = 120.0
"""A thousand phrases take a second here, and ten or more on a Raspberry Pi Zero."""
_VOICES = {"en": "en-us"}
"""Voices where they are not called as the language; the English speech model is American."""


class NoSoundsError(Exception):
    """Nobody can tell how phrases sound; the text is a sentence with the cure."""


def sounds(phrases: Sequence[str], language: str) -> list[Sounds]:
    """The sounds of each phrase, as a voice of the language says it.

    Raises:
        NoSoundsError: espeak-ng is missing, or does not speak this language.
    """
    code = normal_code(language)
    # S603 below: no shell, and each word is an argument of its own
    command = ["espeak-ng", "-q", "-x", "--sep=_", "--stdin", "-v", _VOICES.get(code, code)]
    # each phrase is a sentence of its own: their lines would be read as one text
    text = "\n\n".join(phrases)
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=SECONDS, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        why = "it is missing" if isinstance(error, FileNotFoundError) else "it does not speak the language"
        raise NoSoundsError(f"espeak-ng cannot tell how phrases sound ({why}): apt install espeak-ng") from error
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if len(lines) != len(phrases):
        raise NoSoundsError(f"espeak-ng gave {len(lines)} sounds for {len(phrases)} phrases: get another version of it")
    return [sounds_of(line) for line in lines]
