"""A small world for installing models: archives, a server on this machine, and a Maven client of our own."""

import contextlib
import hashlib
import io
import random
import stat
import sys
import threading
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from delvebox.device.speech_models import catalogue, download
from delvebox.device.speech_models.contents import NEEDED, NEEDED_WITH_IVECTORS

MODEL_FILES = {
    **{name: f"contents of {name}\n".encode() for name in (*NEEDED, *NEEDED_WITH_IVECTORS)},
    "am/final.mdl": random.Random(17).randbytes(300_000),  # noqa: S311 - anything that cannot be packed small
    "README": b"a model for tests\n",
}


def zipped(inside: str, files: Mapping[str, bytes] = MODEL_FILES) -> bytes:
    """An archive as publishers make them: the model's folder, and things beside it."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("AndroidManifest.xml", "<manifest/>")
        archive.writestr(f"{inside}/", "")
        for name, contents in files.items():
            archive.writestr(f"{inside}/{name}", contents)
    return written.getvalue()


@dataclass
class World:
    """What a test may change: what the server gives, and what the catalogue expects."""

    folder: Path
    address: str
    models: Path
    answers: dict[str, bytes] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    hanging: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)
    hang_after: int | None = None
    """Bytes of an answer after which the server says no more, until it is released."""
    cuts: list[int] = field(default_factory=list)
    """Bytes of the next answers after which the server drops the connection."""
    ranges: bool = False
    """Whether the server gives a part of what it has."""
    looks_at_if_range: bool = True
    range_headers: list[tuple[str | None, str | None]] = field(default_factory=list)
    """`Range` and `If-Range` of each request."""

    def catalogue(self, **changes: object) -> None:
        """Write a catalogue of the two archives, with changes to the model's entry."""
        entry = {
            "title": "a small model",
            "language": "en",
            "licence": "Apache-2.0",
            "publisher": "the tests",
            "unpacked_bytes": sum(map(len, MODEL_FILES.values())),
            "sources": [self.source("archive"), self.source("maven")],
            **changes,
        }
        other = {**entry, "language": "de", "sources": [self.source("archive", seed=b"other")]}
        (self.folder / "catalogue.yaml").write_text(yaml.safe_dump({"small": entry, "other": other}, sort_keys=False))

    def source(self, kind: str, seed: bytes = b"", **changes: object) -> dict[str, object]:
        """A source of the catalogue, true to its archive."""
        contents = self.archive(kind, seed).read_bytes()
        place = f"{self.address}/model.zip" if kind == "archive" else "org.example:model:1.0:aar"
        return {
            kind: place,
            "folder": "published" if kind == "archive" else "assets/model",
            "bytes": len(contents),
            "sha256": hashlib.sha256(contents).hexdigest(),
            **changes,
        }

    def archive(self, kind: str = "archive", seed: bytes = b"") -> Path:
        """An archive as a file."""
        inside = "published" if kind == "archive" else "assets/model"
        file = self.folder / f"{kind}{seed.decode()}.zip"
        if not file.exists():
            file.write_bytes(zipped(inside, {**MODEL_FILES, "uuid": seed or kind.encode()}))
        return file

    def maven(self, script: str | None = None) -> None:
        """Put a Maven client on the path; by default it copies the artifact, as the real one does."""
        script = script or (
            "import shutil, sys\n"
            "options = dict(a[2:].split('=', 1) for a in sys.argv if a.startswith('-D'))\n"
            "assert 'dependency:copy' in sys.argv and options['artifact'] == 'org.example:model:1.0:aar'\n"
            f"shutil.copy({str(self.archive('maven'))!r}, options['outputDirectory'] + '/model-1.0.aar')\n"
        )
        client = self.folder / "bin/mvn"
        client.write_text(f"#!{sys.executable}\n{script}")
        client.chmod(client.stat().st_mode | stat.S_IXUSR)

    def unfinished(self) -> int:
        """Bytes of downloads that broke off and can be gone on with."""
        return sum(file.stat().st_size for file in self.models.glob(".downloads/*/*/content"))

    def nothing_left(self) -> bool:
        """Whether the models' folder holds neither a model, nor a download, nor what an installation left behind."""
        return not self.models.exists() or [entry.name for entry in self.models.iterdir()] in ([], [".lock"])


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A server that gives the archive, no Maven client, no model yet."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            world.asked.append(self.path)
            contents = world.answers.get(self.path)
            if contents is None:
                self.send_error(404)
                return
            part, if_range = self.headers.get("Range"), self.headers.get("If-Range")
            world.range_headers.append((part, if_range))
            headers, status = {**world.headers}, 200
            fits = if_range in {None, world.headers.get("ETag")} or not world.looks_at_if_range
            if part and world.ranges and fits:
                start = int(part.removeprefix("bytes=").removesuffix("-"))
                if start >= len(contents):
                    self.send_error(416)
                    return
                headers = {"Content-Range": f"bytes {start}-{len(contents) - 1}/{len(contents)}", **headers}
                contents, status = contents[start:], 206
            self.send_response(status)
            for name, value in {"Content-Length": str(len(contents)), **headers}.items():
                if value:
                    self.send_header(name, value)
            self.end_headers()
            cut = world.cuts.pop(0) if world.cuts else world.hang_after
            with contextlib.suppress(ConnectionError):  # the client may be one that gives up
                self.wfile.write(contents[:cut])
            if world.hang_after is not None:
                world.hanging.set()
                world.release.wait(20)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads = True
    world = World(tmp_path / "world", f"http://127.0.0.1:{server.server_port}", tmp_path / "models")
    (world.folder / "bin").mkdir(parents=True)
    monkeypatch.setattr(catalogue, "files", lambda _: world.folder)
    monkeypatch.setenv("DELVEBOX_MODELS", str(world.models))
    monkeypatch.setenv("PATH", str(world.folder / "bin"))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.setattr(download, "PAUSES_SECONDS", (0.0, 0.0, 0.0))
    world.answers["/model.zip"] = world.archive().read_bytes()
    world.catalogue()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield world
    world.release.set()
    server.shutdown()
    server.server_close()
    thread.join()
