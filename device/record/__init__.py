"""What is left of an evening: a delve turn by turn, its summary, and the files that a table keeps of it. Pure."""

from .file import RecordFileError, read_file, write_file
from .log import Log
from .markdown import as_markdown
from .rows import Mark, TurnRow, rows_of
from .summary import Summary, summary_of
from .table import as_csv

__all__ = [
    "Log",
    "Mark",
    "RecordFileError",
    "Summary",
    "TurnRow",
    "as_csv",
    "as_markdown",
    "read_file",
    "rows_of",
    "summary_of",
    "write_file",
]
