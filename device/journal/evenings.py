"""When each delve was begun and last played, told by evenings: a Pi without a network does not know the date.

An evening is counted when something is played. It goes on as long as the machine is not started anew, and for eight
hours at most. Its date stands with it where the machine's clock was set by the network. The file may be lost: nothing
of a delve hangs on it.
"""

from __future__ import annotations

import ctypes
import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..whole_files import write_whole
from .snapshots import Boot, since_boot

_LOG = logging.getLogger(__name__)

FILE_NAME = "evenings.json"
LONGEST_SECONDS = 8 * 60 * 60
_UNSET_CLOCK = 5
"""What adjtimex answers of a clock that nothing has set (TIME_ERROR)."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening of play."""

    number: int
    """1 upwards."""
    date: str | None = None
    """Year-month-day; None where the machine did not know it."""


@dataclass(frozen=True, slots=True)
class Times:
    """When a delve was begun and last played; None where nobody wrote it down."""

    begun: Evening | None = None
    played: Evening | None = None


def today() -> str | None:
    """The date, where the machine's clock was set by the network."""
    if ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) in {-1, _UNSET_CLOCK}:
        return None
    return time.strftime("%Y-%m-%d")


class Evenings:
    """The file of a state folder. One thread of one box writes it; others may read it."""

    def __init__(
        self, folder: Path | str, boot: Callable[[], Boot] = since_boot, date: Callable[[], str | None] = today
    ) -> None:
        """Read the file; one that is missing or damaged is as a new one.

        Args:
            folder: The state folder.
            boot: Which start of the machine this is, and the seconds since.
            date: Today's, None where it is not known.
        """
        self._path = Path(folder) / FILE_NAME
        self._boot, self._date = boot, date
        self._noted: set[int] = set()
        self._last, self._begun_at, self._times = _read(self._path)

    @property
    def now(self) -> Evening | None:
        """The evening that goes on now; None where none does."""
        if self._begun_at is None:
            return None
        (begun_in, begun), (name, seconds) = self._begun_at, self._boot()
        return self._last if name == begun_in and 0 <= seconds - begun < LONGEST_SECONDS else None

    def times(self, delve: int) -> Times:
        """When the delve with this number was played."""
        return self._times.get(delve, Times())

    def note(self, delve: int, begins: bool) -> None:
        """The delve with this number is played; the file is written once an evening and delve.

        What cannot be written is logged: the evening goes on without it.
        """
        evening = self.now
        if evening is None:
            self._noted.clear()
            evening = self._last = Evening(1 + (self._last.number if self._last else 0), self._date())
            self._begun_at = self._boot()
        if delve in self._noted:
            return
        self._noted.add(delve)
        begun = evening if begins else self.times(delve).begun
        self._times[delve] = Times(begun, evening)
        self._write()

    def keep(self, delves: Iterable[int]) -> None:
        """Forget all other delves than these."""
        kept = set(delves)
        self._times = {number: times for number, times in self._times.items() if number in kept}
        self._write()

    def _write(self) -> None:
        last = None if self._last is None else asdict(self._last)
        delves = {str(number): asdict(times) for number, times in self._times.items()}
        text = json.dumps({"last": last, "began": self._begun_at, "delves": delves})
        try:
            write_whole(self._path, text.encode())
        except OSError as error:
            _LOG.warning("%s: not written (%s): when delves were played is not kept", self._path, error)


_Read = tuple[Evening | None, Boot | None, dict[int, Times]]


def _read(path: Path) -> _Read:
    try:
        record = json.loads(path.read_bytes())
        began = record["began"]
        boot = None if began is None else (str(began[0]), float(began[1]))
        times = {
            int(number): Times(_evening(each["begun"]), _evening(each["played"]))
            for number, each in record["delves"].items()
        }
        return _evening(record["last"]), boot, times
    except FileNotFoundError:
        return None, None, {}
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        _LOG.warning("%s: cannot be read (%r): when delves were played is not known", path, error)
        return None, None, {}


def _evening(record: Mapping[str, Any] | None) -> Evening | None:
    if record is None:
        return None
    date = record["date"]
    return Evening(int(record["number"]), None if date is None else str(date))
