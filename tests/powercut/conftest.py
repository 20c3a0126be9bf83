"""The journal on a disk that is recorded: `life` gives it, and takes the power away."""

from __future__ import annotations

import importlib.util
import itertools
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import pytest

from delvebox.device.journal import Journal, files, last

# By its place: with tests/ on sys.path, tests/engine would answer to the bare name `engine`.
for _name in ("cut_disk", "cut_vfs"):
    _spec = importlib.util.spec_from_file_location(_name, Path(__file__).with_name(f"{_name}.py"))
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules[_name] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules[_name])

if TYPE_CHECKING:
    from cut_disk import Disk, Image
    from cut_vfs import RecordingVFS

_lives = itertools.count()


@pytest.fixture
def quick_folder() -> Iterator[Path]:
    """A folder in memory where there is one: thousands of images are written and read here."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    folder = Path(tempfile.mkdtemp(prefix="delvebox-cut-", dir=memory if memory.is_dir() else None))
    yield folder
    shutil.rmtree(folder)


class Life:
    """A run of the journal from an image, recorded; a context, at whose end nothing is recorded any more."""

    def __init__(self, folder: Path, image: Image) -> None:
        from cut_disk import Disk
        from cut_vfs import RecordingVFS

        self.folder = folder
        put(image, folder)
        self.disk: Disk = Disk(dict(image))
        self.vfs: RecordingVFS = RecordingVFS(f"recording-{next(_lives)}", self.disk)
        self._patch = pytest.MonkeyPatch()

    def open(self) -> Journal:
        from cut_vfs import RecordedConnection

        return Journal.open(self.folder, connect=lambda path: RecordedConnection(path, self.vfs))

    def __enter__(self) -> Self:
        disk, folder = self.disk, self.folder

        def after(function: Callable[..., Any], note: Callable[..., None]) -> Callable[..., Any]:
            def recorded(*arguments: Any, **named: Any) -> Any:
                answer = function(*arguments, **named)
                note(*arguments, **named)
                return answer

            return recorded

        def synced(path: Path) -> None:
            if path == folder:
                disk.sync_folder()
            else:
                disk.sync(disk.file(path))

        def removed(*paths: Path) -> None:
            for path in paths:
                disk.delete(path)

        def moved(source: Path, target: Path) -> None:
            disk.rename(source, target)
            disk.sync_folder()

        def copied(source: Path, target: Path) -> None:
            disk.write(disk.file(target), 0, target.read_bytes())
            disk.sync(disk.file(target))

        def told(_: object, number: int, failed: bytes = b"", *, durable: bool = False) -> None:
            path = folder / "journal.last"
            disk.write(disk.file(path), 0, path.read_bytes())
            if durable:
                disk.sync(disk.file(path))

        for name, note in (("sync", synced), ("remove", removed), ("move", moved), ("copy", copied)):
            self._patch.setattr(files, name, after(getattr(files, name), note))
        # What `move` does inside is noted by `moved` alone.
        self._patch.setattr(files, "move", after(_plain_move, moved))
        self._patch.setattr(last.LastWritten, "tell", after(last.LastWritten.tell, told))
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()


@pytest.fixture
def life(quick_folder: Path) -> Callable[[Image], Life]:
    """Begin a life from an image."""

    def begin(image: Image) -> Life:
        return Life(quick_folder / f"life-{next(_lives)}", image)

    return begin


def put(image: Image, folder: Path) -> None:
    """Make `folder` hold just that."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, content in image.items():
        (folder / name).write_bytes(content)


def _plain_move(source: Path, target: Path) -> None:
    source.replace(target)
