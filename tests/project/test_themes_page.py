"""docs/themes.md: its samples are told anew, its tables are whole, its settings are good, its programs speak."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml

from delvebox.device.outputs.narration.sections import SPOKEN
from delvebox.device.outputs.narration.situation import SITUATION
from delvebox.device.outputs.own_engine import PROGRAM, make_by_own
from delvebox.device.outputs.samples import RATE_HZ
from delvebox.device.outputs.voice import least_seconds
from delvebox.device.settings.load import load_text

from ..theme_samples import PAGE, page

TEXT = PAGE.read_text()
SENTENCE = "Danger: encounter. The danger clears two boxes."
PROGRAMS = re.findall(r"```(?:sh|python)\n(#!.*?)```", TEXT, re.DOTALL)
USUAL_RATE = 165
PIPER = f"""#!{sys.executable}
import argparse, subprocess, sys
parser = argparse.ArgumentParser()
parser.add_argument("-m", "--model", required=True)
parser.add_argument("-f", "--output-file", "--output_file", choices=["-"], required=True)
parser.add_argument("--length-scale", "--length_scale", type=float, required=True)
asked = parser.parse_args()
assert asked.model.endswith("/en_US-lessac-medium.onnx")
rate = round({USUAL_RATE} / asked.length_scale)
sys.exit(subprocess.run(["espeak-ng", "--stdin", "--stdout", "-s", str(rate)]).returncode)
"""
"""Takes what Piper 1.8.0 takes of what the page gives it."""


class PiperServer(BaseHTTPRequestHandler):
    """Takes what the server of Piper 1.8.0 takes of what the page gives it."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = (self.path, set(asked)) == ("/synthesize", {"text", "length_scale"})
        rate = round(USUAL_RATE / asked.get("length_scale", 1))
        command = ["espeak-ng", "--stdin", "--stdout", "-s", str(rate)]
        wav = subprocess.run(command, input=asked["text"].encode(), stdout=subprocess.PIPE, check=True).stdout
        self.send_response(200 if known else 404)
        self.end_headers()
        self.wfile.write(wav)

    def log_message(self, *_: object) -> None:
        """Nothing to tell."""


@pytest.fixture
def server() -> Iterator[int]:
    """The port of such a server."""
    with HTTPServer(("127.0.0.1", 0), PiperServer) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running.server_port
        running.shutdown()
        thread.join()


def first_column(heading: str) -> list[str]:
    """The names in the first column of the first table below a heading."""
    table = re.search(r"(?:^\|.*\n)+", TEXT[TEXT.index(heading) :], re.MULTILINE)
    assert table is not None
    return re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in table[0].splitlines()))


def put(path: Path, program: str) -> None:
    """Write a program that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(program)
    path.chmod(0o755)


def test_its_samples_are_told_anew() -> None:
    """`make samples` would change nothing."""
    assert page() == TEXT


def test_its_theme_has_ten_lines() -> None:
    """As short as the page says that one's own may be; test_docs reads it as the box does."""
    (theme,) = re.findall(r"`mine.yaml`:\n\n```yaml\n(.*?)```", TEXT, re.DOTALL)
    assert len(theme.splitlines()) == 10


def test_its_tables_are_whole() -> None:
    """Every field of how things stand, every section that a theme may give, every key of `announce`."""
    assert first_column("Beside them every sentence") == list(SITUATION)
    assert sorted(first_column("### What it may give")) == sorted(SPOKEN)
    announce = load_text("").settings.announce
    assert first_column("## How much, to whom") == list(type(announce).model_fields)


def test_its_settings_are_good() -> None:
    """Each block that is a piece of the settings."""
    blocks = [
        text for text in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL) if "language" not in yaml.safe_load(text)
    ]
    assert [load_text(text).problems for text in blocks] == [()] * 3


def test_its_programs_speak_and_keep_the_pace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: int) -> None:
    """Run as the box runs its own engine; stand-ins are in Piper's place."""
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    put(tmp_path / "opt/piper/bin/piper", PIPER)
    assert len(PROGRAMS) == 3
    for program in PROGRAMS:
        changed = program.replace("/opt/piper", str(tmp_path / "opt/piper")).replace(":5000", f":{server}")
        put(tmp_path / PROGRAM, changed)
        slow, quick = (len(make_by_own(SENTENCE, rate, 80, "en")) / 2 / RATE_HZ for rate in (120, 240))
        assert slow > 1.5 * quick > 1.5 * least_seconds(SENTENCE, 240), program
