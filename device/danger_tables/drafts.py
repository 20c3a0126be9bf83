"""A table as a file has it: its values with the line of each, before the engine looks at them. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...engine.shown import key_shown
from ...engine.tables import Table, TableEntry

Keys = tuple[str, ...]


@dataclass(slots=True)
class Draft:
    """A table of one file.

    `lines` has where a key stands, by its path within the table: () for the table itself, ("kind",),
    ("entries", "0", "text").
    """

    name: str
    lines: dict[Keys, int]
    kind: str | None = None
    regions: tuple[str, ...] = ()
    repeats: bool = False
    reaction: bool = False
    distance: str | None = None
    entries: list[TableEntry] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The engine's record of it, which the engine checks with all others."""
        return Table(
            self.name,
            tuple(self.entries),
            kind=self.kind,
            regions=self.regions,
            repeats=self.repeats,
            reaction=self.reaction,
            distance=self.distance,
        )

    @property
    def called(self) -> str:
        """What an error text calls it."""
        return f"table {key_shown(self.name.strip())}"

    def line_of(self, keys: Keys) -> int | None:
        """The line of a key, or of what it stands in."""
        paths = (keys[:length] for length in range(len(keys), -1, -1))
        return next((self.lines[path] for path in paths if path in self.lines), None)
