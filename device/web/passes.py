"""What a paired phone keeps: a cookie that this box signed, so that nothing about phones need be written down.

The key lies in the state folder, for its owner alone. A new key makes all cookies worthless: that is how phones are
forgotten. There is no date in a cookie, since a box without a network does not know the date.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from pathlib import Path
from typing import Literal, get_args

from ..whole_files import write_whole

log = logging.getLogger(__name__)

KEY_NAME = "web.key"
KEY_BYTES = 32
LONGEST = 120
"""Characters of a cookie that is looked at."""

Grant = Literal["master", "table"]
"""What a visitor may: everything, or look at the players' view."""
GRANTS: tuple[Grant, ...] = get_args(Grant)


class Passes:
    """Signs cookies and knows its own. Used by the server's thread alone, after construction."""

    def __init__(self, folder: Path) -> None:
        """By the key of the state folder, made when it is first needed; one that cannot be kept lasts for this run."""
        self._path = folder / KEY_NAME
        self._known_key: bytes | None = None

    def give(self, grant: Grant) -> str:
        """A new cookie's value."""
        body = f"{grant}.{secrets.token_hex(8)}"
        return f"{body}.{self._signature(body)}"

    def grant_of(self, value: str) -> Grant | None:
        """What the holder of this value may; None where it is not this box's."""
        if len(value) > LONGEST or not value.isascii():
            return None
        body, _, signature = value.rpartition(".")
        if not hmac.compare_digest(signature, self._signature(body)):
            return None
        return next((grant for grant in GRANTS if body.startswith(f"{grant}.")), None)

    def forget(self) -> None:
        """All cookies given so far are worthless from now on.

        Raises:
            OSError: the new key cannot be written: nobody was forgotten.
        """
        key = secrets.token_bytes(KEY_BYTES)
        write_whole(self._path, key)
        self._known_key = key

    @property
    def _key(self) -> bytes:
        if self._known_key is None:
            self._known_key = self._read() or self._kept(secrets.token_bytes(KEY_BYTES))
        return self._known_key

    def _signature(self, body: str) -> str:
        return hmac.new(self._key, f"delvebox pass 1 {body}".encode(), hashlib.sha256).hexdigest()

    def _read(self) -> bytes | None:
        try:
            key = self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            log.warning("web: %s cannot be read (%s): phones must be paired again", self._path, error.strerror)
            return None
        if len(key) != KEY_BYTES:
            log.warning("web: %s is damaged: phones must be paired again", self._path)
            return None
        return key

    def _kept(self, key: bytes) -> bytes:
        try:
            write_whole(self._path, key)
        except OSError as error:
            log.warning("web: %s cannot be written (%s): phones are forgotten at the end", self._path, error.strerror)
        return key
