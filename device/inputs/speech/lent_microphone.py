"""A microphone that somebody lends in the place of the box's own: plugged in when it is lent, pulled when it goes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ...sound import SoundError, open_input
from .microphone_care import Microphone, OnBlock, OpenMicrophone

SILENT_SECONDS = 2.0
"""A lent microphone that gives nothing for so long is taken for gone, as the box's own is."""
TAKEN_OVER, SILENT = "taken over", "silent"
"""Why a lender is told that it is heard no more."""
_CHANGED = "another microphone is heard from now on: say it again"
_GONE = "the page's microphone has gone: say it again"


class LentMicrophone:
    """What the listener opens: the microphone that was lent last while it is, else the box's own.

    `open` is for the listener's thread, as `sound.open_input`; all else for any thread, and returns at once.
    """

    def __init__(self, open_own: OpenMicrophone = open_input) -> None:
        """Nobody lends one; `open_own` opens the box's own."""
        self._open_own = open_own
        self._lock = threading.Lock()
        self._loan: _Loan | None = None
        self.on_change: Callable[[str], object] = lambda _why: None
        """Told when another microphone is to be opened, with the sentence for who is just talking."""

    @property
    def is_lent(self) -> bool:
        """Whether somebody lends one now."""
        return self._loan is not None

    def open(self, name: str | None, on_block: OnBlock) -> Microphone:
        """Open what is to be heard now; `name` is that of the box's own.

        Raises:
            SoundError: nobody lends one, and the box's own cannot be opened.
        """
        with self._lock:
            if self._loan is not None:
                self._loan.on_block = on_block
                return self._loan
        return self._open_own(name, on_block)

    def lend(self, lender: object, on_end: Callable[[str], object]) -> None:
        """From now on `lender` is heard, until it ends.

        Args:
            lender: Whose it is; who lent one before lends none any more, and is told.
            on_end: Called with `TAKEN_OVER` or `SILENT` when that ends it; on any thread, must be quick.
        """
        with self._lock:
            before, self._loan = self._loan, _Loan(lender, on_end, self._give_up)
        if before is not None and before.lender is not lender:
            before.on_end(TAKEN_OVER)
        self.on_change(_CHANGED)

    def take(self, lender: object, pcm: bytes, rate_hz: int) -> None:
        """Sound of a lender: 16-bit mono samples. Of who lends none any more it is not heard."""
        with self._lock:
            loan = self._loan
        if loan is not None and loan.lender is lender:
            loan.give(pcm, rate_hz)

    def end(self, lender: object) -> None:
        """It lends no more; of who lends none nothing changes."""
        with self._lock:
            if self._loan is None or self._loan.lender is not lender:
                return
            self._loan = None
        self.on_change(_GONE)

    def _give_up(self, loan: _Loan) -> None:
        with self._lock:
            if self._loan is loan:
                self._loan = None
        loan.on_end(SILENT)


class _Loan:
    """One lender's microphone, from its lending to its end; to the listener an open microphone."""

    def __init__(self, lender: object, on_end: Callable[[str], object], give_up: Callable[[_Loan], None]) -> None:
        self.lender = lender
        self.on_end = on_end
        self.on_block: OnBlock | None = None
        self._give_up = give_up
        self._moved_at = time.monotonic()

    def give(self, pcm: bytes, rate_hz: int) -> None:
        self._moved_at = time.monotonic()
        if (on_block := self.on_block) is not None:
            on_block(pcm, rate_hz, 1)

    def check(self) -> None:
        """SoundError when it no longer gives sound."""
        if time.monotonic() - self._moved_at > SILENT_SECONDS:
            self._give_up(self)
            raise SoundError(f"the page's microphone gave no sound for {SILENT_SECONDS:g} s", "turn it on there again")

    def close(self) -> None:
        """Let it go."""
        self.on_block = None
