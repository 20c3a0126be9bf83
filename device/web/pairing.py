"""The code that the panel shows to who knocks, pure: drawn, used up, too old, guessed too often.

Six digits are a million. All visitors together may try 10 at once and then one in 10 s, and of one code only five: who
guesses for a whole evening has a chance of about one in a thousand, and the panel shows each code that he asks for.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .pace import Paces

DIGITS = 6
CODE_SECONDS = 90.0
"""A code stands this long on the panel and is good for as long."""
TRIES = 5
"""Wrong entries that end a code."""
KNOCKS = ((3, 1 / 180), (6, 1 / 90))
"""Codes that one visitor, and all together, may ask for: at once, and per second.

One alone cannot use up what is for all, nor end by wrong entries each code that is drawn for another.
"""
ENTRIES = ((5, 1 / 20), (10, 1 / 10))
"""Likewise, codes that may be tried."""

Refused = Literal["too_often", "no_code", "wrong_code"]


@dataclass(frozen=True, slots=True)
class Code:
    """What the panel shows, and until when."""

    digits: str
    until_seconds: float


def draw_code() -> str:
    """Six digits by chance."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class Pairing:
    """At most one code at a time, for whoever enters it first. Used by the server's thread alone."""

    def __init__(self, draw: Callable[[], str] = draw_code) -> None:
        """No code stands yet; `draw` makes one."""
        self._draw = draw
        self._code: Code | None = None
        self._wrong = 0
        self._knocks = Paces(*KNOCKS)
        self._entries = Paces(*ENTRIES)

    def knock(self, visitor: str, now_seconds: float) -> Code | None:
        """The code that stands, else a new one; None for who knocks too often."""
        if not self._knocks.allows(visitor, now_seconds):
            return None
        if not self._stands(now_seconds):
            self._code, self._wrong = Code(self._draw(), now_seconds + CODE_SECONDS), 0
        return self._code

    def enter(self, visitor: str, digits: str, now_seconds: float) -> Refused | None:
        """Use the code up: None where it is right, else why not."""
        if not self._entries.allows(visitor, now_seconds):
            return "too_often"
        if not self._stands(now_seconds) or self._code is None:
            return "no_code"
        if not hmac.compare_digest(digits.encode(errors="replace"), self._code.digits.encode()):
            self._wrong += 1
            if self._wrong >= TRIES:
                self._code = None
            return "wrong_code"
        self._code = None
        return None

    @property
    def code(self) -> Code | None:
        """The code that stands, or stood last; None once it is used up or was guessed too often."""
        return self._code

    def _stands(self, now_seconds: float) -> bool:
        return self._code is not None and now_seconds < self._code.until_seconds
