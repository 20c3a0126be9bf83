"""Small files that are old or new: never empty, never half, never another's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from delvebox.device.whole_files import write_whole

from .journal.test_disk import fill, small_disk

WRITE = """
import os, sys
from pathlib import Path
from delvebox.device.whole_files import write_whole

{at} = lambda *_: os._exit(9)
write_whole(Path(sys.argv[1]), b"new" * 1000)
"""


def test_a_file_is_old_or_new_wherever_the_program_ends(tmp_path: Path) -> None:
    """Killed before the sync, before the rename and after it, in processes of their own."""
    file = tmp_path / "deep" / "kept.yaml"
    write_whole(file, b"old")
    for at, found in (("os.fsync", b"old"), ("Path.replace", b"old"), ("os.close", b"new" * 1000)):
        done = subprocess.run([sys.executable, "-c", WRITE.format(at=at), file], check=False)
        assert done.returncode == 9
        assert file.read_bytes() == found


def test_it_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Recordings, names and settings are nobody else's business."""
    write_whole(tmp_path / "file", b"text")
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


def test_on_a_full_disk_the_old_file_stays_and_nothing_half_takes_room(tmp_path: Path) -> None:
    """The table changes the volume while there is no room: as before, and with room again it is written."""
    with small_disk(tmp_path / "disk", "1m") as disk:
        write_whole(disk / "file", b"old")
        filler = fill(disk)
        with pytest.raises(OSError, match="No space left"):
            write_whole(disk / "file", b"new" * 10_000)
        assert {path.name: path.read_bytes()[:9] for path in disk.iterdir() if path != filler} == {"file": b"old"}
        filler.unlink()
        write_whole(disk / "file", b"new")
        assert (disk / "file").read_bytes() == b"new"


def test_nothing_is_never_written_over_something(tmp_path: Path) -> None:
    """Whatever went wrong before it: an empty file is worth less than the old one."""
    write_whole(tmp_path / "file", b"old")
    with pytest.raises(ValueError, match="a file without content is never written over another"):
        write_whole(tmp_path / "file", b"")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_files_of_one_stem_are_not_in_each_others_way(tmp_path: Path) -> None:
    """`box.yaml` and `box.json` are written aside under names of their own, and so is the file `box.new`."""
    (tmp_path / "box.new").write_text("mine")
    write_whole(tmp_path / "box.yaml", b"a")
    write_whole(tmp_path / "box.json", b"b")
    assert (tmp_path / "box.new").read_text() == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"box.new", "box.yaml", "box.json"}
