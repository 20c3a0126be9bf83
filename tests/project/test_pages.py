"""Everything that the pages claim is run: their commands, their files, their Python, their links."""

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
PAGES = {str(path.relative_to(ROOT)): path.read_text() for path in (ROOT / "README.md", *ROOT.glob("[dh]*/*.md"))}
"""README.md and those of docs and hardware."""
README = PAGES["README.md"]

BLOCK = re.compile(r"(?:`([\w.-]+)`:\n\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A fenced block: the file it is (named in the line above it), its kind, its text."""


def blocks(page: str, kind: str) -> list[str]:
    """The text of each fenced block of a kind."""
    return [text for _, found, text in BLOCK.findall(PAGES[page]) if found == kind]


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


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")])
def test_each_command_gives_what_is_shown(page: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The commands of a page's console blocks, typed one after the other where its files are, print what it shows."""
    for name, _, text in BLOCK.findall(PAGES[page]):
        if name:
            (tmp_path / name).write_text(text)
    shell = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    text = "".join(blocks(page, "console"))
    if "delvebox hear" in text:
        shell["DELVEBOX_MODELS"] = str(request.getfixturevalue("speech_model").parent)
    for command, shown in commands_of(text):
        typed = ["bash", "-c", command]
        done = subprocess.run(typed, cwd=tmp_path, env=shell, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
        assert pattern_of(shown).fullmatch(done.stdout.strip()), f"$ {command}\n{done.stdout}"


def test_each_program_runs(tmp_path: Path) -> None:
    """The engine's page has Python that runs as it stands, and prints what its comments say."""
    for text in blocks("docs/engine.md", "python"):
        done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == re.findall(r"print\(.*\)  # (.*)", text)


@pytest.mark.parametrize("page", ["README.md", "docs/settings.md"])
def test_each_settings_file_is_good(page: str) -> None:
    """The page's settings load without a problem."""
    (text,) = blocks(page, "yaml")
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
