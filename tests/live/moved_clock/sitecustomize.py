"""Loaded by Python itself at its start: the system's clock as far off as the file says that `MOVED_CLOCK` names.

Whatever Python's code asks for the date gets it wrong by so many seconds, from one call to the next where the file is
changed. The monotonic clocks go on, as they do where somebody sets a machine's date.
"""

import datetime as dt
import os
import time
from pathlib import Path

_FILE = Path(os.environ["MOVED_CLOCK"])
_time, _time_ns, _localtime, _gmtime, _strftime = time.time, time.time_ns, time.localtime, time.gmtime, time.strftime
_datetime = dt.datetime


def _moved() -> float:
    try:
        return float(_FILE.read_text("ascii") or 0)
    except OSError:
        return 0.0


class _Moved(_datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(time.time(), dt.UTC).replace(tzinfo=None)


time.time = lambda: _time() + _moved()
time.time_ns = lambda: _time_ns() + int(_moved() * 1e9)
time.localtime = lambda seconds=None: _localtime(time.time() if seconds is None else seconds)
time.gmtime = lambda seconds=None: _gmtime(time.time() if seconds is None else seconds)
time.strftime = lambda form, when=None: _strftime(form, time.localtime() if when is None else when)
dt.datetime = _Moved
