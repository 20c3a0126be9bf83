"""The password in its file, which alone knows it: not the settings, not the log."""

from __future__ import annotations

from pathlib import Path

LARGEST_BYTES = 1024


class PasswordError(Exception):
    """A file that gives no password: the text says why, and never what is in it."""


def read_password(file: Path) -> str:
    """The first line of a file.

    Raises:
        PasswordError: there is no file, no right to read it, or no line in it that could be a password.
    """
    try:
        with file.open("rb") as stream:
            content = stream.read(LARGEST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no name of a file"
        raise PasswordError(
            f"the password file {file} cannot be read ({why}): let this user read it, or name another in the settings"
        ) from error
    if len(content) > LARGEST_BYTES:
        raise PasswordError(
            f"the password file {file} has more than {LARGEST_BYTES} bytes: write the password alone in it"
        )
    try:
        line = content.decode("utf-8-sig").partition("\n")[0].rstrip("\r")
    except UnicodeDecodeError:
        raise PasswordError(f"the password file {file} is no text: save it as UTF-8") from None
    if not line:
        raise PasswordError(f"the first line of the password file {file} is empty: write the password there")
    return line
