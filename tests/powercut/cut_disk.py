"""A disk on paper: what was asked of it, and what it may hold when the power goes at any moment.

A write, a truncation, a new name, a lost name is in the air until the file, or the folder, is synced.
What is in the air may reach the disk whole, not at all, or in any of its sectors; names reach it in
their order, as a journalling file system has it. A sector is never torn in itself (SQLite asks no more).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

SECTOR = 512

Image = dict[str, bytes]
"""What a folder holds: names and contents."""


@dataclass(frozen=True)
class Write:
    file: int
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    file: int
    size: int


@dataclass(frozen=True)
class Sync:
    file: int


@dataclass(frozen=True)
class Create:
    name: str
    file: int


@dataclass(frozen=True)
class Delete:
    name: str


@dataclass(frozen=True)
class Rename:
    name: str
    new: str


@dataclass(frozen=True)
class SyncFolder:
    pass


@dataclass(frozen=True)
class Done:
    """The `step`-th thing that the test asked for has returned."""

    step: int


Operation = Write | Truncate | Sync | Create | Delete | Rename | SyncFolder | Done


@dataclass
class Disk:
    """Records operations on one folder, beginning with what `start` holds."""

    start: Image = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._files = {name: number for number, name in enumerate(self.start)}
        self._made = len(self.start)

    def file(self, path: Path | str) -> int:
        """The file of that name, made where there is none."""
        name = Path(path).name
        if name not in self._files:
            self._files[name] = self._made
            self._made += 1
            self.operations.append(Create(name, self._files[name]))
        return self._files[name]

    def has(self, path: Path | str) -> bool:
        return Path(path).name in self._files

    def write(self, file: int, offset: int, data: bytes) -> None:
        self.operations.append(Write(file, offset, bytes(data)))

    def truncate(self, file: int, size: int) -> None:
        self.operations.append(Truncate(file, size))

    def sync(self, file: int) -> None:
        self.operations.append(Sync(file))

    def delete(self, path: Path | str) -> None:
        name = Path(path).name
        if self._files.pop(name, None) is not None:
            self.operations.append(Delete(name))

    def rename(self, path: Path | str, new: Path | str) -> None:
        name, new_name = Path(path).name, Path(new).name
        self._files[new_name] = self._files.pop(name)
        self.operations.append(Rename(name, new_name))

    def sync_folder(self) -> None:
        self.operations.append(SyncFolder())

    def done(self, step: int) -> None:
        self.operations.append(Done(step))


class Moment:
    """The disk after some of its operations: what is on it, and what is in the air."""

    def __init__(self, start: Image) -> None:
        self.step = 0
        """Steps that had returned."""
        self._names = {name: number for number, name in enumerate(start)}
        self._contents = {number: bytearray(content) for number, content in enumerate(start.values())}
        self._names_in_air: list[Operation] = []
        self._in_air: dict[int, list[Write | Truncate]] = {}

    def follow(self, operation: Operation) -> None:
        match operation:
            case Write(file) | Truncate(file):
                self._in_air.setdefault(file, []).append(operation)
            case Sync(file):
                content = self._contents.setdefault(file, bytearray())
                for each in self._in_air.pop(file, []):
                    _apply(content, each, lambda: True)
            case Create() | Delete() | Rename():
                self._names_in_air.append(operation)
            case SyncFolder():
                self._names = self._names_after(len(self._names_in_air))
                self._names_in_air.clear()
            case Done(step):
                self.step = step

    def image(self, *, names: float, keep: Callable[[], bool]) -> Image:
        """What is found after a power cut now: that part of the names, and each sector that `keep` keeps."""
        held: Image = {}
        for name, file in self._names_after(round(names * len(self._names_in_air))).items():
            content = bytearray(self._contents.get(file, b""))
            for each in self._in_air.get(file, []):
                _apply(content, each, keep)
            held[name] = bytes(content)
        return held

    def images(self, rng: Random, count: int) -> Iterator[Image]:
        """All that was in the air, none of it, and `count` times something of it."""
        yield self.image(names=1, keep=lambda: True)
        yield self.image(names=0, keep=lambda: False)
        for _ in range(count):
            share = rng.choice((0.1, 0.5, 0.9))
            yield self.image(names=rng.random(), keep=lambda: rng.random() < share)  # noqa: B023 - used at once

    def _names_after(self, count: int) -> dict[str, int]:
        names = dict(self._names)
        for operation in self._names_in_air[:count]:
            match operation:
                case Create(name, file):
                    names[name] = file
                case Delete(name):
                    names.pop(name, None)
                case Rename(name, new):
                    names[new] = names.pop(name)
        return names


def _apply(content: bytearray, operation: Write | Truncate, keep: Callable[[], bool]) -> None:
    if isinstance(operation, Truncate):
        if keep():
            content[operation.size :] = bytes(max(0, operation.size - len(content)))
        return
    end = operation.offset + len(operation.data)
    start = operation.offset
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        if keep():
            content.extend(bytes(max(0, stop - len(content))))
            content[start:stop] = operation.data[start - operation.offset : stop - operation.offset]
        start = stop
