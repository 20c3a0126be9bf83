"""A language is added by files alone: what CONTRIBUTING says, followed to the letter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("engine", "device", "models")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that nothing else uses."""
    package = tmp_path / "delvebox"
    package.mkdir()
    shutil.copy(ROOT / "src/delvebox/__init__.py", package)
    for name in PACKAGES:
        shutil.copytree(ROOT / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    return package


@pytest.mark.slow
def test_the_files_that_the_page_names_make_a_language(copy: Path, tmp_path: Path) -> None:
    """Each file named with xx, copied from the German one, and a model: the box plays in the language xx."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = page.partition("**A language.**")[2].partition("\n\n")[0]
    named = re.findall(r"`([\w/]+/)xx(\.\w+)`", told)
    assert len(named) == 8
    for folder, ending in named:
        german = (copy / folder / f"de{ending}").read_text(encoding="utf-8")
        text = german.replace("language: de", "language: xx").replace("Fackel", "Brandfackel")
        (copy / folder / f"xx{ending}").write_text(text, encoding="utf-8")
    catalogue = copy / "models/catalogue.yaml"
    text = catalogue.read_text(encoding="utf-8")
    catalogue.write_text(text + text[text.index("small-de:") :].replace("-de:", "-xx:").replace(": de\n", ": xx\n"))
    (tmp_path / "settings.yaml").write_text("language: xx\n")
    lines = "press light\nsay Brandfackel löschen\nsay Zug auf 105\nshow\n"
    command = ["from delvebox.device.cli import main; main()"]
    environ = {**os.environ, "PYTHONPATH": str(tmp_path), "DELVEBOX_MODELS": str(tmp_path / "none")}
    arguments = ["play", "-", "--settings", str(tmp_path / "settings.yaml")]
    done = subprocess.run(
        [sys.executable, "-P", "-c", *command, *arguments],
        input=lines,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Brandfackel brennt: sechs Züge." in done.stdout
    assert "Brandfackel gelöscht." in done.stdout
    assert "| Zug 105" in done.stdout
    listed = subprocess.run(
        [sys.executable, "-P", "-c", *command, "models", "list"],
        env=environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"^small-xx +xx ", listed.stdout, re.MULTILINE)
