"""Installing from every source, and everything that may go wrong on the way: nothing is ever half there."""

import fcntl
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from delvebox.device.speech_models import ModelError, download, fetch, install, path, remove
from delvebox.device.speech_models import install as install_function

from .conftest import MODEL_FILES, World, zipped
from .test_contents import files_below, model_at

install_module = sys.modules[install_function.__module__]

PROGRAM = """
import sys
from pathlib import Path
from delvebox.device.speech_models import ModelError, catalogue, install
catalogue.files = lambda _: Path(sys.argv[1])
{before}
try:
    print(install(source=sys.argv[2] if len(sys.argv) > 2 else None))
except ModelError as error:
    print(error)
"""


def program(world: World, *arguments: str, before: str = "") -> list[str]:
    """An installation in a process of its own."""
    return [sys.executable, "-c", PROGRAM.format(before=before), str(world.folder), *arguments]


class Notes:
    """Keeps what is told of an installation."""

    def __init__(self) -> None:
        self.stages: list[str] = []
        self.bytes: list[tuple[int, int | None]] = []

    def stage(self, sentence: str) -> None:
        """Note a stage."""
        self.stages.append(sentence)

    def received(self, done_bytes: int, total_bytes: int | None) -> None:
        """Note the bytes."""
        self.bytes.append((done_bytes, total_bytes))


def test_the_publishers_archive_comes_first(world: World) -> None:
    """With a network the model comes from its publisher, and the way there is told."""
    world.maven("raise SystemExit('not to be asked')")
    notes = Notes()
    folder = install(progress=notes)
    assert folder == world.models / "small"
    assert files_below(folder) == {**MODEL_FILES, "uuid": b"archive"}
    size = world.archive().stat().st_size
    assert notes.bytes[0] == (0, size)
    assert notes.bytes[-1] == (size, size)
    assert [stage.split()[0] for stage in notes.stages] == ["downloading", "unpacking", "the"]
    assert sorted(entry.name for entry in world.models.iterdir()) == [".lock", "small"]
    assert all(file.stat().st_mode & 0o444 for file in folder.rglob("*"))


@pytest.mark.parametrize("trouble", ["404", "wrong", "short", "long", "no folder"])
def test_maven_comes_where_the_publisher_fails(world: World, trouble: str) -> None:
    """Whatever is wrong with the publisher's answer, the Maven client is asked next, and its copy is installed."""
    world.maven()
    good = world.answers["/model.zip"]
    if trouble == "404":
        world.answers.clear()
    elif trouble == "wrong":
        world.answers["/model.zip"] = zipped("published")[: len(good)].ljust(len(good), b"x")
    elif trouble == "short":
        world.headers = {"Content-Length": ""}
        world.answers["/model.zip"] = good[:-100]
    elif trouble == "long":
        world.headers = {"Content-Length": ""}
        world.answers["/model.zip"] = good + b"x" * 100_000
    else:
        world.catalogue(sources=[world.source("archive", folder="elsewhere"), world.source("maven")])
    notes = Notes()
    assert files_below(install(progress=notes))["uuid"] == b"maven"
    told = {
        "404": "model.zip answers 404",
        "wrong": "is not an archive of small as it was published: its sha256 is",
        "short": "is not an archive of small",
        "long": "sends more than",
        "no folder": "holds no folder elsewhere",
    }[trouble]
    assert any(told in stage for stage in notes.stages), notes.stages
    assert sorted(entry.name for entry in world.models.iterdir()) == [".lock", "small"]


def test_where_no_source_works_every_reason_and_the_cure_are_told(world: World) -> None:
    """Without network and Maven there is one error with both reasons, and nothing is left."""
    world.answers.clear()
    with pytest.raises(ModelError) as caught:
        install()
    assert str(caught.value) == (
        f"the speech model small cannot be got: {world.address}/model.zip answers 404 Not Found; the Maven client mvn "
        "is not installed. See to the network, or give a copy of the archive: delvebox models install small --from FILE"
    )
    assert world.nothing_left()
    assert path() is None


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("print('[ERROR] no such artifact')\nraise SystemExit(1)", r"could not get .*\(no such artifact\)"),
        ("raise SystemExit(0)", r"could not get .*\(it said nothing\)"),
        (None, "its sha256 is"),
    ],
)
def test_a_maven_client_that_fails_is_a_reason(world: World, script: str | None, told: str) -> None:
    """A client that fails, brings nothing, or brings something else is told, and nothing is left."""
    world.maven(script)
    changes = {"sha256": "0" * 64} if script is None else {}
    world.catalogue(sources=[world.source("maven", **changes)])
    with pytest.raises(ModelError, match=told):
        install()
    assert world.nothing_left()


def test_a_maven_client_that_hangs_is_ended_with_all_that_it_started(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client without an end is given up, and its own child processes end too."""
    monkeypatch.setattr(fetch, "MAVEN_TIMEOUT_SECONDS", 1.0)
    pid_file = world.folder / "pid"
    world.maven(
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(pid_file)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    world.catalogue(sources=[world.source("maven")])
    with pytest.raises(ModelError, match="was not done after 1 s"):
        install()
    end = time.monotonic() + 5
    stat = Path(f"/proc/{pid_file.read_text()}/stat")
    while stat.exists() and stat.read_text().split()[2] != "Z":
        assert time.monotonic() < end
        time.sleep(0.01)
    assert world.nothing_left()


def test_a_maven_client_that_does_not_start_is_a_reason(world: World) -> None:
    """A client that is no program is told as such."""
    world.maven()
    (world.folder / "bin/mvn").write_text("#!/nowhere/interpreter\n")
    world.catalogue(sources=[world.source("maven")])
    with pytest.raises(ModelError, match=r"mvn does not start"):
        install()


def test_an_archive_file_is_known_by_its_checksum(world: World) -> None:
    """Either archive of a model may be given, without network; its checksum says which model it is."""
    assert files_below(install(source=world.archive("maven")))["uuid"] == b"maven"
    assert install(source=str(world.archive("archive", b"other"))) == world.models / "other"
    assert world.asked == []


def test_an_unknown_archive_is_refused_with_the_checksums_expected(world: World, tmp_path: Path) -> None:
    """A file that nobody published is not unpacked, and both numbers are told."""
    file = tmp_path / "mine.zip"
    file.write_bytes(zipped("published"))
    with pytest.raises(ModelError) as caught:
        install(source=file)
    text = str(caught.value)
    assert text.startswith(f"{file} is not an archive of small as it was published: its sha256 is ")
    assert all(str(world.source(kind)["sha256"]) in text for kind in ("archive", "maven"))
    assert world.nothing_left()


def test_another_models_archive_is_not_installed_under_a_name(world: World) -> None:
    """With a name, only that model's archives are taken."""
    with pytest.raises(ModelError, match="is not an archive of other"):
        install("other", world.archive())
    assert world.nothing_left()


def test_a_folder_is_installed_if_it_is_a_model(world: World, tmp_path: Path) -> None:
    """An unpacked model is copied; one that lacks a file is refused by that file's name."""
    model = model_at(tmp_path / "unpacked")
    assert files_below(install(source=model)) == MODEL_FILES
    remove("small")
    (model / "am/final.mdl").unlink()
    with pytest.raises(ModelError, match=r"unpacked is no whole speech model, it lacks am/final.mdl"):
        install(source=model)
    assert world.nothing_left()


def test_an_address_is_downloaded_and_checked(world: World) -> None:
    """An archive from another address is taken if its checksum is known, else refused."""
    world.answers["/mirror"] = world.archive("maven").read_bytes()
    assert files_below(install(source=f"{world.address}/mirror"))["uuid"] == b"maven"
    remove("small")
    world.answers["/mirror"] = b"something else"
    with pytest.raises(ModelError, match="/mirror is not an archive of small"):
        install(source=f"{world.address}/mirror")
    with pytest.raises(ModelError, match="is no address of a download"):
        install(source="file:///etc/passwd")
    world.answers["/mirror"] = b"x" * 10_000_000
    with pytest.raises(ModelError, match="is 10 MB, more than the"):
        install(source=f"{world.address}/mirror")
    assert world.nothing_left()


def test_a_file_that_is_not_there_is_said(world: World, tmp_path: Path) -> None:
    """A path that leads nowhere is named."""
    with pytest.raises(ModelError, match=r"nowhere\.zip cannot be read"):
        install(source=tmp_path / "nowhere.zip")
    assert world.nothing_left()


def test_a_model_that_is_there_is_left_alone(world: World) -> None:
    """Installing again asks nobody and changes nothing."""
    folder = install()
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    world.asked.clear()
    notes = Notes()
    assert install(progress=notes) == folder
    assert world.asked == []
    assert notes.stages == ["the speech model small is there already"]
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def test_a_model_that_lost_a_file_is_replaced(world: World) -> None:
    """A broken installation is put right by installing again, and goes only when the new one is whole."""
    folder = install()
    (folder / "graph/Gr.fst").unlink()
    (folder / "stray").write_text("x")
    good = world.answers.pop("/model.zip")
    with pytest.raises(ModelError):
        install()
    assert (folder / "stray").exists()
    world.answers["/model.zip"] = good
    assert files_below(install()) == {**MODEL_FILES, "uuid": b"archive"}


def test_an_archive_without_the_files_that_vosk_needs_is_refused(world: World) -> None:
    """Even an archive with the right checksum is installed only if it holds a model."""
    lacking = {name: contents for name, contents in MODEL_FILES.items() if name != "graph/Gr.fst"}
    world.archive().write_bytes(zipped("published", lacking))
    world.answers["/model.zip"] = world.archive().read_bytes()
    world.catalogue()
    with pytest.raises(ModelError, match=r"what was got for small is no whole speech model, it lacks graph/Gr.fst"):
        install()
    assert world.nothing_left()


@pytest.mark.parametrize("from_folder", [True, False])
def test_all_of_it_is_on_the_disk_before_it_has_its_name(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, from_folder: bool
) -> None:
    """A power cut just after cannot leave a model of empty files: files and folders are synced, then renamed."""
    synced: list[Path] = []
    fsync = os.fsync

    def note(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    folder = install(source=model_at(tmp_path / "unpacked") if from_folder else world.archive())
    *before, last = synced
    assert last == world.models
    (aside,) = {each.relative_to(world.models).parts[0] for each in before}
    below = {each.relative_to(folder) for each in (folder, *folder.rglob("*"))}
    assert {each.relative_to(world.models / aside / "model") for each in before} == below


def test_room_on_the_disk_is_asked_for_before(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With too little room nothing is even downloaded, and both numbers are told."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5_000_000))
    for source in (None, world.archive(), f"{world.address}/model.zip"):
        with pytest.raises(ModelError, match=r"has 5 MB free, and 2\d MB are needed: make room"):
            install(source=source)
    assert world.asked == []
    assert world.nothing_left()


@pytest.mark.parametrize("from_file", [True, False])
def test_a_disk_that_fills_up_meanwhile_is_one_sentence(world: World, from_file: bool) -> None:
    """A write that fails for want of room, while downloading or unpacking, leaves nothing behind.

    The limit on the size of a file stands in for the full disk: the system's error comes from the real write.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    world.catalogue(sources=[world.source("archive")])
    arguments = [str(world.archive())] if from_file else []
    run = subprocess.run(program(world, *arguments), preexec_fn=limit, capture_output=True, text=True, check=True)
    assert run.stdout == (
        f"the disk of {world.models} is full: make room, or set DELVEBOX_MODELS to a folder elsewhere\n"
    ), run.stderr
    assert world.nothing_left()


def test_a_folder_that_cannot_be_written_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the models' folder cannot be made, the sentence names it and the cure."""
    monkeypatch.setenv("DELVEBOX_MODELS", "/dev/null/models")
    with pytest.raises(ModelError, match=r"/dev/null/models cannot be written \(Not a directory\): run as its owner"):
        install()


def test_a_connection_that_falls_silent_is_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that stops in the middle does not keep the person waiting for ever."""
    monkeypatch.setattr(download, "TIMEOUT_SECONDS", 0.3)
    world.hang_after = 1000
    with pytest.raises(ModelError, match=r"model.zip broke off \(no answer for 0.3 s\), 1 kB are kept for the next"):
        install()
    assert path() is None


def test_a_connection_that_ends_early_is_told_with_how_far_it_came(world: World) -> None:
    """Half a download is not taken for a whole one."""
    world.hang_after = 1000
    world.release.set()
    with pytest.raises(ModelError, match=r"broke off after 1 kB of \d+ kB, 1 kB are kept for the next time"):
        install()
    assert path() is None


def test_a_server_that_is_not_there_is_told(world: World) -> None:
    """No network is a reason in words."""
    world.catalogue(sources=[world.source("archive", archive="http://127.0.0.1:9/model.zip")])
    with pytest.raises(ModelError, match=r"127.0.0.1:9/model.zip cannot be reached \(Connection refused\)"):
        install()
    assert world.nothing_left()


@pytest.mark.parametrize("stage", ["downloading", "unpacking", "bytes"])
def test_an_interruption_leaves_nothing_behind_but_the_download(world: World, stage: str) -> None:
    """Ctrl-c at any moment takes everything else away that was begun, and the next run goes on."""
    world.ranges = True

    class Impatient(Notes):
        def stage(self, sentence: str) -> None:
            if sentence.startswith(stage):
                raise KeyboardInterrupt

        def received(self, done_bytes: int, total_bytes: int | None) -> None:
            super().received(done_bytes, total_bytes)
            if stage == "bytes" and done_bytes:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(progress=Impatient())
    assert (world.unfinished() == 0) == (stage == "downloading")
    assert path() is None
    assert not [entry for entry in world.models.iterdir() if entry.name.startswith(".part-")]
    world.asked.clear()
    install()
    assert len(world.asked) == (stage != "unpacking")  # all of it was there
    assert sorted(entry.name for entry in world.models.iterdir()) == [".lock", "small"]


def test_what_a_killed_run_left_goes_with_the_next(world: World) -> None:
    """After kill -9 in the middle there is no model, and the next run clears up and installs."""
    world.hang_after = 1000
    child = subprocess.Popen(program(world), stdout=subprocess.DEVNULL)
    assert world.hanging.wait(8)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert [entry for entry in world.models.iterdir() if entry.name.startswith(".part-")]
    assert path() is None
    world.release.set()
    world.hang_after = None
    assert install() == path()
    assert sorted(entry.name for entry in world.models.iterdir()) == [".lock", "small"]


def test_two_installations_do_not_meet(world: World) -> None:
    """A second installation says that one is running, and does not touch what it is doing."""
    world.models.mkdir()
    running = world.models / ".part-running"
    running.mkdir()
    with (world.models / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(ModelError, match=r"another installation into .* is running: wait until it is done"):
            install()
        assert running.exists()
    assert install() == path()
    assert not running.exists()


def test_a_model_is_removed(world: World) -> None:
    """Removing takes the whole folder away, and says whether there was one."""
    install()
    assert remove("small")
    assert not remove("small")
    assert world.nothing_left()
    with pytest.raises(ModelError, match="no speech model is called 'large'"):
        remove("large")


@pytest.mark.speech
@pytest.mark.skipif(
    "DELVEBOX_MODEL_ARCHIVE" not in os.environ, reason="DELVEBOX_MODEL_ARCHIVE names no model's archive"
)
def test_a_real_archive_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The archive that was given is one of the catalogue, and a whole model once unpacked."""
    monkeypatch.setenv("DELVEBOX_MODELS", str(tmp_path))
    folder = install(source=os.environ["DELVEBOX_MODEL_ARCHIVE"])
    assert folder == path() == tmp_path / "small-en-us"
