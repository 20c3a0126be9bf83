"""Everything that README.md claims is run: its commands, its files, its Python, its links."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebox.device.settings.load import load_text

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()

BLOCK = re.compile(r"(?:`([\w.-]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A fenced block: the file it is (named in the line above it), its kind, its text."""


def blocks(kind: str) -> list[tuple[str, str]]:
    """Name and text of each fenced block of a kind."""
    return [(name, text) for name, found, text in BLOCK.findall(README) if found == kind]


def files_of_the_page() -> Iterator[tuple[str, str]]:
    """The files that the page shows whole."""
    return ((name, text) for name, _, text in BLOCK.findall(README) if name)


def commands_of(text: str) -> Iterator[tuple[str, str]]:
    """Each `$ command` of a console block with the output shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command = command[:-1] + more.lstrip("> ")
        yield command, output


def pattern_of(shown: str) -> re.Pattern[str]:
    """What is shown, with … for anything left out."""
    return re.compile(".*?".join(re.escape(part) for part in shown.strip().split("…")), re.DOTALL)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's files, as its reader would have it."""
    folder = tmp_path_factory.mktemp("readme")
    for name, text in files_of_the_page():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize("text", [text for _, text in blocks("console")])
def test_each_command_gives_what_is_shown(text: str, desk: Path, request: pytest.FixtureRequest) -> None:
    """The commands of a console block, typed one after the other, print what the page shows."""
    environ = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": os.environ.get("HOME", "/"),
        "LANG": "C.UTF-8",
        "XDG_STATE_HOME": str(desk / "state"),
        "XDG_CONFIG_HOME": str(desk / "config"),
        **{name: value for name, value in os.environ.items() if name in {"DELVEBOX_MODELS", "XDG_DATA_HOME"}},
    }
    if "delvebox hear" in text:
        request.getfixturevalue("speech_model")
    for command, shown in commands_of(text):
        done = subprocess.run(
            ["bash", "-c", command], cwd=desk, env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
        assert pattern_of(shown).fullmatch(done.stdout.strip()), f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("text", [text for _, text in blocks("python")])
def test_each_program_runs(text: str, tmp_path: Path) -> None:
    """The page's Python runs as it stands, and prints what its comments say."""
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == re.findall(r"print\(.*\)  # (.*)", text)


@pytest.mark.parametrize("text", [text for _, text in blocks("yaml")])
def test_each_settings_file_is_good(text: str) -> None:
    """The page's settings load without a problem."""
    assert [str(problem) for problem in load_text(text).problems] == []


def test_each_make_target_exists() -> None:
    """Every `make` target that the project's pages name is in the Makefile."""
    pages = [README, *((ROOT / name).read_text() for name in ("CONTRIBUTING.md", "docs/architecture.md"))]
    named = {target for page in pages for target in re.findall(r"`(?:sudo )?make ([a-z-]+)", page)}
    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert named <= known
    assert {"run", "test"} <= named


def test_each_link_leads_somewhere() -> None:
    """Pictures and pages that are linked are in the project."""
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/*.md"), *ROOT.glob("hardware/*.md")):
        for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
            assert (page.parent / target).is_file(), f"{page.name} links to {target}"


def test_each_file_that_a_page_names_exists() -> None:
    """Paths named in the pages for contributors are real."""
    for page in ("CONTRIBUTING.md", "docs/architecture.md"):
        for path in re.findall(r"`((?:engine|device|models|tests|docs)/[\w/.-]+\.\w+)`", (ROOT / page).read_text()):
            if "xx" not in path:
                assert (ROOT / path).is_file(), f"{page} names {path}"


def test_the_page_shows_every_command() -> None:
    """Each sub-command of `delvebox` is on the page."""
    delvebox = shutil.which("delvebox", path=str(Path(sys.executable).parent))
    assert delvebox
    shown = subprocess.run([delvebox, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+)  ", shown.partition("Commands:")[2], re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        assert f"delvebox {command}" in README, command
