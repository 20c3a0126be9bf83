"""What the box remembers: every delve and every entry of it, written before anybody is told.

A record is on the disk when `Journal.append` returns, and every record carries a checksum over the
one before it and its own bytes. Two rules: what does not fit is never read as state, and nothing
that was found on the disk is thrown away.
"""

from .errors import JournalError
from .evenings import Evenings
from .journal import Journal
from .records import DelveRecord
from .snapshots import Snapshots

__all__ = ["DelveRecord", "Evenings", "Journal", "JournalError", "Snapshots"]
