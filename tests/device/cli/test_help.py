"""`--help` of every command: whole sentences, whatever the terminal's letters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from delvebox.device.cli import COMMANDS

BOX = Path(sys.executable).parent / "delvebox"
MODELS = ("install", "list", "path", "remove")
PAGES = [[], *([name] for name in COMMANDS), *(["models", name] for name in MODELS)]


def helped(page: list[str], encoding: str) -> str:
    """What `delvebox … --help` prints in this encoding."""
    environ = {"PYTHONIOENCODING": encoding, "PATH": ""}
    done = subprocess.run([BOX, *page, "--help"], env=environ, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode(encoding)


@pytest.mark.parametrize("page", PAGES, ids=" ".join)
def test_help_is_shown_where_the_locale_lacks_its_letters(page: list[str]) -> None:
    """In Latin-1 a dash and an ellipsis are question marks; nothing else is lost."""
    shown, poorer = helped(page, "utf-8"), helped(page, "latin-1")
    assert poorer == shown.encode("latin-1", "replace").decode("latin-1")
    assert " ".join(["Usage: delvebox", *page]) in shown


def test_no_command_is_told_by_half_a_sentence() -> None:
    """A long summary would be cut in a list of commands; ours fit."""
    for page in ([], ["models"]):
        listed = helped(page, "utf-8").partition("Commands:")[2]
        assert listed
        assert "..." not in listed
