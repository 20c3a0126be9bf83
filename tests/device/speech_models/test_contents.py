"""Unpacking: what a hostile or damaged archive may not do, whoever vouches for it."""

import contextlib
import io
import os
import shutil
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.speech_models import ModelError
from delvebox.device.speech_models import contents as module
from delvebox.device.speech_models.contents import (
    NEEDED,
    NEEDED_WITH_IVECTORS,
    check_model,
    copy_model,
    missing_files,
    unpack,
)

from .conftest import MODEL_FILES, zipped


def model_at(folder: Path) -> Path:
    """A whole model folder."""
    for name, contents in MODEL_FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(contents)
    return folder


def files_below(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its contents."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def archive_with(file: Path, *entries: tuple[zipfile.ZipInfo | str, bytes]) -> Path:
    """A good archive with some entries more."""
    file.write_bytes(zipped("m"))
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for entry, contents in entries:
            archive.writestr(entry, contents)
    return file


def entry(name: str, mode: int) -> zipfile.ZipInfo:
    """An entry of another kind than a file."""
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def test_the_models_folder_comes_out_and_nothing_else(tmp_path: Path) -> None:
    """What lies beside the model in the archive stays there."""
    unpack(archive_with(tmp_path / "a.zip"), "m", tmp_path / "out", 10_000_000)
    assert files_below(tmp_path / "out") == MODEL_FILES
    assert not missing_files(tmp_path / "out")


@pytest.mark.parametrize(
    "name",
    ["../evil", "m/../../evil", "/tmp/evil", "m/..", "..\\evil", "C:/evil", "C:evil", "m/a\nb", "m/\x1b[2J"],  # noqa: S108 - a path in an archive
)
def test_a_path_that_leaves_the_folder_spoils_the_archive(tmp_path: Path, name: str) -> None:
    """An entry that would land elsewhere, or whose name is not one, is refused, and nothing is unpacked at all."""
    file = archive_with(tmp_path / "a.zip", (name, b"evil"))
    with pytest.raises(ModelError, match="leaves its folder: do not use this archive"):
        unpack(file, "m", tmp_path / "out", 10_000_000)
    assert [each.name for each in tmp_path.iterdir()] == ["a.zip"]


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_links_and_devices_spoil_the_archive(tmp_path: Path, kind: int) -> None:
    """Links, pipes and devices are refused, in the model's folder and beside it."""
    for name in ("m/graph/extra", "beside"):
        file = archive_with(tmp_path / "a.zip", (entry(name, kind | 0o777), b"/etc/passwd"))
        with pytest.raises(ModelError, match="no file but a link or device"):
            unpack(file, "m", tmp_path / "out", 10_000_000)
        assert not (tmp_path / "out").exists()


def test_more_than_the_model_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """A bomb of a hundred megabytes in a few kilobytes is refused by what it says of itself."""
    file = archive_with(tmp_path / "a.zip", ("m/bomb", b"\0" * 100_000_000))
    assert file.stat().st_size < 1_000_000
    with pytest.raises(ModelError, match="unpacks to 100 MB: this model has at most 10 MB"):
        unpack(file, "m", tmp_path / "out", 10_000_000)
    assert not (tmp_path / "out").exists()


def test_an_entry_larger_than_it_says_is_damage(tmp_path: Path) -> None:
    """An entry that lies about its size gives no more than it said, and then its checksum fails."""
    file = archive_with(tmp_path / "a.zip", ("m/bomb", b"\0" * 1_000_000))
    lying = file.read_bytes().replace((1_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    file.write_bytes(lying)
    with pytest.raises(ModelError, match="is damaged"):
        unpack(file, "m", tmp_path / "out", 10_000_000)
    assert sum(map(len, files_below(tmp_path / "out").values())) < 2_000_000


def test_too_many_entries_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive of countless empty files is refused."""
    monkeypatch.setattr(module, "MOST_ENTRIES", 50)
    file = archive_with(tmp_path / "a.zip", *((f"m/{number}", b"") for number in range(50)))
    with pytest.raises(ModelError, match="a model has at most 50"):
        unpack(file, "m", tmp_path / "out", 10_000_000)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_comes_twice_is_refused(tmp_path: Path) -> None:
    """Two entries for one file, even written differently, are refused."""
    file = archive_with(tmp_path / "a.zip", ("m/./README", b"another"))
    with pytest.raises(ModelError, match="holds m/README twice"):
        unpack(file, "m", tmp_path / "out", 10_000_000)


def test_rare_packing_and_encryption_are_refused(tmp_path: Path) -> None:
    """Only plain and deflated entries are taken."""
    file = tmp_path / "a.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("m/README", b"x")
    with pytest.raises(ModelError, match="'m/README' encrypted or packed in a rare way"):
        unpack(file, "m", tmp_path / "out", 10_000_000)


def test_an_archive_without_the_folder_is_not_the_one(tmp_path: Path) -> None:
    """Where the folder is not in the archive, that is said."""
    with pytest.raises(ModelError, match=r"a.zip holds no folder assets/model"):
        unpack(archive_with(tmp_path / "a.zip"), "assets/model", tmp_path / "out", 10_000_000)


@pytest.mark.parametrize("where", [0, 100, 2000, -400, -30])
def test_a_damaged_archive_is_said_to_be_damaged(tmp_path: Path, where: int) -> None:
    """Bytes changed or an end cut off are one sentence, never another error."""
    whole = zipped("m")
    spoilt = bytearray(whole)
    spoilt[where : where + 20 or None] = b"\xff" * 20
    for contents in (bytes(spoilt), whole[: len(whole) // 2], b"", b"PK\x03\x04", b"<html>404</html>"):
        file = tmp_path / "a.zip"
        file.write_bytes(contents)
        try:
            unpack(file, "m", tmp_path / "out", 10_000_000)
        except ModelError as error:
            assert str(error)  # noqa: PT017 - bytes that do not matter may be changed without harm
        else:
            assert files_below(tmp_path / "out") == MODEL_FILES
        finally:
            shutil.rmtree(tmp_path / "out", ignore_errors=True)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@given(st.lists(st.text(st.sampled_from("m./\\:a\0 ~é"), min_size=1, max_size=9), max_size=4))
def test_no_names_whatever_reach_outside(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    """Any names at all: everything that is written lies below the folder, or nothing is written."""
    folder = tmp_path_factory.mktemp("any")
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("m/README", b"x")
        for name in dict.fromkeys(names):
            archive.writestr(zipfile.ZipInfo(name), b"x")
    (folder / "a.zip").write_bytes(written.getvalue())
    with contextlib.suppress(ModelError, FileExistsError, NotADirectoryError, IsADirectoryError):
        unpack(folder / "a.zip", "m", folder / "out", 1_000_000)
    assert {each.name for each in folder.iterdir()} <= {"a.zip", "out"}


def test_a_whole_model_lacks_nothing_and_each_file_is_missed(tmp_path: Path) -> None:
    """Every file that Vosk needs is named when it is missing, empty or no file."""
    model = model_at(tmp_path / "m")
    assert missing_files(model) == ()
    for name in (*NEEDED, *NEEDED_WITH_IVECTORS):
        contents = (model / name).read_bytes()
        (model / name).write_bytes(b"")
        assert missing_files(model) == (name,)
        (model / name).unlink()
        assert missing_files(model) == (name,)
        (model / name).mkdir()
        assert missing_files(model) == (name,)
        (model / name).rmdir()
        (model / name).write_bytes(contents)
    for name in NEEDED_WITH_IVECTORS:
        (model / name).unlink()
    (model / "ivector").rmdir()
    assert missing_files(model) == ()
    assert missing_files(tmp_path / "nowhere") == NEEDED


def test_a_model_that_ignores_phrases_is_named_as_such(tmp_path: Path) -> None:
    """A large model with a fixed graph is told apart from one that is not whole."""
    model = model_at(tmp_path / "m")
    (model / "graph/Gr.fst").unlink()
    with pytest.raises(ModelError, match=r"it lacks graph/Gr.fst: take another copy"):
        check_model(model, "the folder m")
    (model / "graph/HCLG.fst").write_bytes(b"x")
    with pytest.raises(ModelError, match="the folder m is a speech model with a fixed vocabulary"):
        check_model(model, "the folder m")


def test_a_folder_is_copied_with_links_inside_it_as_files(tmp_path: Path) -> None:
    """A link to another file of the model is copied as that file."""
    model = model_at(tmp_path / "m")
    (model / "README").unlink()
    (model / "README").symlink_to("conf/model.conf")
    copy_model(model, tmp_path / "out")
    assert files_below(tmp_path / "out") == {**MODEL_FILES, "README": MODEL_FILES["conf/model.conf"]}
    assert not (tmp_path / "out/README").is_symlink()


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret", "nowhere", "conf", "."])
def test_a_link_out_of_a_folder_is_refused(tmp_path: Path, target: str) -> None:
    """A link that leads out, to nothing, or to a folder is named."""
    model = model_at(tmp_path / "m")
    (tmp_path / "secret").write_text("secret")
    (model / "extra").symlink_to(target)
    with pytest.raises(ModelError, match=r"the link .*extra leads out"):
        copy_model(model, tmp_path / "out")


def test_what_is_no_file_or_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe in a model's folder, or a file without the right to read it, is told by its path."""
    model = model_at(tmp_path / "m")
    os.mkfifo(model / "pipe")
    with pytest.raises(ModelError, match=r"m/pipe is neither a file nor a folder"):
        copy_model(model, tmp_path / "out")
    (model / "pipe").unlink()
    open_ = Path.open

    def refuse(self: Path, *arguments: str) -> object:
        if self == model / "README":
            raise PermissionError(13, "Permission denied")
        return open_(self, *arguments)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelError, match=r"m/README cannot be read \(Permission denied\): see its path and rights"):
        copy_model(model, tmp_path / "other")
