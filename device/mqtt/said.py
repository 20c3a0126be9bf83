"""The check of what comes in: a phrase as the console would take it, or a sentence that says why not. Pure."""

from __future__ import annotations

from ..lines import LONGEST_LINE, one_line, shown


class RefusedSayingError(Exception):
    """A message that is no phrase: the text says why and what is."""


def read_saying(payload: bytes, *, retained: bool) -> str:
    """The phrase of a message.

    Raises:
        RefusedSayingError: the broker had kept it, which would say it again at each connection; or it is no text,
            empty, or too long.
    """
    if retained:
        raise RefusedSayingError("a phrase that the broker kept is not said again: publish it without retain")
    try:
        text = payload.decode()
    except UnicodeDecodeError as error:
        raise RefusedSayingError(f"no text ({shown(payload)}): publish a phrase in UTF-8") from error
    said = one_line(text)
    if not 0 < len(said) <= LONGEST_LINE:
        raise RefusedSayingError(f"a phrase of {len(said)} characters: publish 1–{LONGEST_LINE}")
    return said
