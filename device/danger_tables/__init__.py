"""Danger tables of one's own: files of YAML or of a spreadsheet, read at the door, for the engine to draw from.

`from_yaml` and `from_csv` make drafts of a text, `reading` makes the engine's `Tables` of all drafts. A bad file is
told with line and cure and left out; the rest is used.
"""

from .faults import Fault
from .reading import Found, read_tables, shipped_file
from .words import kind_called, names_of_kind

__all__ = ["Fault", "Found", "kind_called", "names_of_kind", "read_tables", "shipped_file"]
