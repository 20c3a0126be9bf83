"""Downloads that break off: gone on with wherever that was, got anew where the content has changed, or given up."""

import hashlib
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from delvebox.device.speech_models import ModelError, find, install, path, remove
from delvebox.device.speech_models import install as install_function
from delvebox.device.speech_models.download import BLOCK_BYTES, Download

from .conftest import MODEL_FILES, World
from .test_contents import files_below
from .test_install import Notes, program

install_module = sys.modules[install_function.__module__]


def get(world: World, folder: Path, most: int = 10_000_000) -> Path:
    """Get the archive into a folder."""
    return Download(folder, f"{world.address}/model.zip", most).get(lambda _done, _total: None)


ODD_PLACES = [
    [0],
    [1],
    [BLOCK_BYTES - 1, 1, 1],
    [BLOCK_BYTES, BLOCK_BYTES + 1],
    [2 * BLOCK_BYTES],
    [-1],
    [-1, 0],
    [100_000, 0, 0, 1, 100_000],
    [0, 0],
    [1] * 40,
]


@pytest.mark.parametrize("cuts", ODD_PLACES, ids=str)
def test_a_connection_cut_anywhere_is_gone_on_with(world: World, tmp_path: Path, cuts: list[int]) -> None:
    """Before the first byte, one before the end, at a block's edge: each byte is asked for once."""
    world.ranges = True
    world.headers = {"ETag": '"one"'}
    world.release.set()
    whole = world.answers["/model.zip"]
    world.cuts = [cut if cut >= 0 else len(whole) - 1 for cut in cuts]
    asked_from, at = [None], 0
    for cut in cuts:
        at += cut if cut >= 0 else len(whole) - 1
        asked_from.append(f"bytes={at}-" if at else None)
    assert get(world, tmp_path / "there").read_bytes() == whole
    assert [part for part, _ in world.range_headers] == asked_from
    assert {validator for part, validator in world.range_headers if part} <= {'"one"'}


def test_connections_cut_at_random_end_in_the_same_archive(world: World, tmp_path: Path) -> None:
    """Twenty archives through a line that drops forty times each."""
    world.ranges = True
    world.release.set()
    roll = Random(5)  # noqa: S311 - the same lines each time
    for number in range(20):
        world.cuts = [roll.choice([1, 100, 3_000, 20_000]) for _ in range(40)]
        assert get(world, tmp_path / str(number)).read_bytes() == world.answers["/model.zip"]


def test_a_server_without_ranges_sends_all_of_it_again(world: World, tmp_path: Path) -> None:
    """It says 200 to what was asked for in part: nothing of the first piece is in what is taken."""
    world.release.set()
    world.cuts = [100_000, 200_000]
    assert get(world, tmp_path / "there").read_bytes() == world.answers["/model.zip"]
    assert len(world.asked) == 3


def test_a_server_that_always_breaks_off_at_the_same_place_is_given_up(world: World, tmp_path: Path) -> None:
    """After as many tries without a byte more as there are pauses."""
    world.release.set()
    world.hang_after = 5000
    with pytest.raises(ModelError, match="broke off after 5 kB of 303 kB, 5 kB are kept for the next time"):
        get(world, tmp_path / "there")
    assert len(world.asked) == 4


def test_what_has_changed_meanwhile_is_got_anew(world: World, tmp_path: Path) -> None:
    """By its ETag, which the server is asked to look at: two archives are never mixed."""
    world.ranges = True
    world.headers = {"ETag": '"one"'}
    world.cuts = [100_000]
    world.release.set()
    new = Random(3).randbytes(250_000)  # noqa: S311 - anything

    def publish_anew(done: int, _total: int | None) -> None:
        if done >= 100_000 and world.headers["ETag"] == '"one"':
            world.headers["ETag"] = '"two"'
            world.answers["/model.zip"] = new

    there = Download(tmp_path / "there", f"{world.address}/model.zip", 1_000_000)
    assert there.get(publish_anew).read_bytes() == new
    assert world.range_headers == [(None, None), ("bytes=100000-", '"one"')]


def test_a_part_of_something_else_is_not_appended(world: World, tmp_path: Path) -> None:
    """The server ignores If-Range and sends a part of what it has now: the ETag beside it gives it away."""
    world.ranges = True
    world.looks_at_if_range = False
    world.headers = {"ETag": 'W/"weak"', "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"}
    world.cuts = [100_000]
    world.release.set()
    new = Random(3).randbytes(250_000)  # noqa: S311 - anything

    def publish_anew(done: int, _total: int | None) -> None:
        if done >= 100_000 and world.answers["/model.zip"] != new:
            world.answers["/model.zip"] = new
            world.headers["Last-Modified"] = "Tue, 02 Jan 2024 00:00:00 GMT"

    there = Download(tmp_path / "there", f"{world.address}/model.zip", 1_000_000)
    assert there.get(publish_anew).read_bytes() == new
    parts = [(None, None), ("bytes=100000-", "Mon, 01 Jan 2024 00:00:00 GMT"), (None, None)]
    assert world.range_headers == parts


def test_what_has_become_shorter_is_got_anew(world: World, tmp_path: Path) -> None:
    """The server has no such part any more (416)."""
    world.ranges = True
    world.cuts = [100_000]
    world.release.set()

    def publish_anew(done: int, _total: int | None) -> None:
        if done >= 100_000:
            world.answers["/model.zip"] = b"short"

    there = Download(tmp_path / "there", f"{world.address}/model.zip", 1_000_000)
    assert there.get(publish_anew).read_bytes() == b"short"


@pytest.mark.parametrize("damage", ["about", "no about", "other address", "not an object"])
def test_pieces_that_nothing_is_known_of_are_not_used(world: World, tmp_path: Path, damage: str) -> None:
    """After a power cut the note on them may be gone or anything."""
    world.ranges = True
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "content").write_bytes(b"x" * 1000)
    note = {"about": "{", "other address": '{"address": "http://elsewhere", "total": 1000}', "not an object": "[]"}
    if damage in note:
        (folder / "about.json").write_text(note[damage])
    assert get(world, folder).read_bytes() == world.answers["/model.zip"]
    assert world.range_headers == [(None, None)]


def test_a_server_that_fails_for_a_moment_is_asked_again(world: World, tmp_path: Path) -> None:
    """In the middle of a download; one that never gave anything is not waited for."""
    world.ranges = True
    world.cuts = [50_000]
    world.release.set()
    address, whole = world.address, world.answers["/model.zip"]
    there = Download(tmp_path / "there", f"{address}/model.zip", 1_000_000)
    with pytest.raises(ModelError, match="answers 404"):
        Download(tmp_path / "none", f"{address}/none", 1_000_000).get(lambda *_: None)
    fetch, fails = there._fetch, [True, True]

    def unreachable(on_bytes: object) -> None:
        if there.have_bytes and fails:
            fails.pop()
            there._address = "http://127.0.0.1:9/model.zip"
        try:
            fetch(on_bytes)  # type: ignore[arg-type]
        finally:
            there._address = f"{address}/model.zip"

    there._fetch = unreachable  # type: ignore[method-assign, assignment]
    assert there.get(lambda *_: None).read_bytes() == whole
    assert fails == []


def test_an_installation_goes_on_where_the_last_one_was_killed(world: World) -> None:
    """Kill -9 in mid-download: the next run asks for the rest alone, says so, and the bar begins there."""
    world.ranges = True
    world.hang_after = 200_000
    child = subprocess.Popen(program(world), stdout=subprocess.DEVNULL)
    assert world.hanging.wait(8)
    while world.unfinished() < 200_000:
        assert child.poll() is None
    child.send_signal(signal.SIGKILL)
    child.wait()
    world.release.set()
    world.hang_after = None
    world.range_headers.clear()
    notes = Notes()
    assert install(progress=notes) == path()
    assert world.range_headers == [("bytes=200000-", None)]
    assert notes.stages[0] == f"downloading {world.address}/model.zip (303 kB, of which 200 kB are there)"
    assert notes.bytes[0] == (200_000, world.archive().stat().st_size)
    assert sorted(entry.name for entry in world.models.iterdir()) == [".lock", "small"]


def test_pieces_that_do_not_make_the_archive_are_got_again_in_one_go(world: World) -> None:
    """After a power cut what was written may be zeros: the checksum says so, and it costs one more download."""
    world.ranges = True
    address = f"{world.address}/model.zip"
    folder = world.models / ".downloads/small" / hashlib.sha256(address.encode()).hexdigest()[:16]
    world.cuts = [100_000]
    world.hang_after = 0
    world.release.set()
    with pytest.raises(ModelError):
        get(world, folder)
    (folder / "content").write_bytes(bytes(100_000))
    world.hang_after = None
    world.range_headers.clear()
    notes = Notes()
    assert files_below(install(progress=notes))["uuid"] == b"archive"
    assert [part for part, _ in world.range_headers] == ["bytes=100000-", None]
    assert any(stage.endswith(": get it again, in one go") for stage in notes.stages)
    assert world.models.joinpath(".downloads").exists() is False


def test_a_wrong_archive_in_pieces_is_got_twice_and_no_more(world: World) -> None:
    """A flaky line and a wrong file together have an end."""
    world.ranges = True
    world.release.set()
    world.answers["/model.zip"] = Random(1).randbytes(300_000)  # noqa: S311 - anything
    world.cuts = [1000] * 6
    with pytest.raises(ModelError, match="is not an archive of small"):
        install()
    assert world.unfinished() == 0


def test_room_is_asked_for_what_is_still_to_come(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there already need not be found once more; no other source is tried on a full disk."""
    world.maven()
    needed = world.archive().stat().st_size + sum(map(len, MODEL_FILES.values())) + install_module.SPARE_BYTES
    free = [needed]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free[0]))
    world.ranges = True
    world.cuts = [200_000, 0, 0, 0]
    world.release.set()
    world.catalogue(sources=[world.source("archive")])
    with pytest.raises(ModelError, match="broke off"):
        install()
    assert world.unfinished() == 200_000
    world.catalogue()
    free[0] = needed - 200_001
    world.asked.clear()
    with pytest.raises(ModelError, match=r"the disk of .* has 20 MB free, and 20 MB are needed: make room"):
        install()
    assert world.asked == []
    free[0] += 1
    assert install() == path()


def test_removing_takes_the_unfinished_download_too(world: World) -> None:
    """And leaves another model's alone."""
    world.answers["/model.zip"] = world.archive("archive", b"other").read_bytes()
    world.hang_after = 1000
    world.release.set()
    for name in ("small", "other"):
        with pytest.raises(ModelError):
            install(name)
    assert world.unfinished() == 2000
    assert not remove("small")
    assert world.unfinished() == 1000
    assert not remove("other")
    assert world.nothing_left()


@pytest.mark.parametrize("moment", ["download", "unpack", "rename"])
def test_a_kill_in_the_midst_leaves_the_other_models_usable(world: World, moment: str) -> None:
    """Whatever is being installed, what was there is there; and the next run puts everything right."""
    install()
    before = files_below(path() or Path())
    world.answers["/model.zip"] = world.archive("archive", b"other").read_bytes()
    kill = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    places = {
        "download": "from delvebox.device.speech_models.download import Download as it; name = '_begin'",
        "unpack": "import sys; import delvebox.device.speech_models.install; "
        "it = sys.modules['delvebox.device.speech_models.install']; name = 'check_model'",
        "rename": "import pathlib; it = pathlib.Path; name = 'rename'",
    }
    script = f"{places[moment]}\ndef die(*_, **__):\n    {kill}\nsetattr(it, name, die)\n"
    script += "from delvebox.device.speech_models import catalogue, install\nfrom pathlib import Path\n"
    script += f"catalogue.files = lambda _: Path({str(world.folder)!r})\ninstall('other')\n"
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == -signal.SIGKILL
    assert files_below(find("small")) == before
    with pytest.raises(ModelError, match="other is not installed"):
        find("other")
    assert files_below(install("other"))["uuid"] == b"other"
    assert sorted(entry.name for entry in world.models.iterdir()) == [".lock", "other", "small"]


def test_two_installers_at_once_end_with_one_model(world: World) -> None:
    """The second says that another is running and leaves; the first one's download is not touched."""
    world.hang_after = 1000
    with subprocess.Popen(program(world), stdout=subprocess.PIPE, text=True) as first:
        assert world.hanging.wait(8)
        second = subprocess.run(program(world), capture_output=True, text=True, check=True)
        assert "another installation into" in second.stdout
        assert "is running: wait until it is done" in second.stdout
        world.ranges = True
        world.hang_after = None
        world.release.set()
        assert first.stdout is not None
        assert first.stdout.read() == f"{world.models / 'small'}\n"
    assert files_below(find("small"))["uuid"] == b"archive"
