"""A live box with its pages in the browser, on loopback."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .live_box import LiveBox

SEED = "3"
"""Its first two turns bring no danger."""
SETTINGS = """
buttons: {map: {pin: 22, press: status}}
gestures: {double_seconds: 1}  # two clicks of a busy browser
names: {characters: [Bryn, Aldo]}
"""

Start = Callable[..., LiveBox]
"""Starts a box: as `start_web_box`, without its folder."""


def start_web_box(folder: Path, port: int = 0, more: str = "", *flags: str) -> LiveBox:
    """A box on mock pins without sound, with its pages.

    Args:
        folder: For its settings and its state.
        port: Of the pages; 0 for any that is free.
        more: Lines of its settings.
        flags: More of the command's: with `--web` it has its pages by that alone.
    """
    enabled = str("--web" not in flags).lower()
    settings = f"web: {{enabled: {enabled}, port: {port}}}\n{SETTINGS}{more}"
    return start_mock_box(folder, settings, "--silent", *flags)


def start_mock_box(folder: Path, settings: str, *flags: str, env: Mapping[str, str] | None = None) -> LiveBox:
    """A box on mock pins by these settings, with its state in this folder; `env` as for `LiveBox`."""
    file = folder / "settings.yaml"
    file.write_text(settings)
    command = ("run", "--pins", "mock", "--seed", SEED, "--settings", file, "--state-dir", folder / "state")
    return LiveBox(folder / "home", *command, *flags, env=env)


def address_of(box: LiveBox) -> str:
    """Where the box says that its first page is."""
    return box.expect("^[a-z]+: http://127.0.0.1:[0-9]+/$").split()[1]


def port_of(box: LiveBox) -> int:
    """The port that the box says its pages have."""
    return int(address_of(box).rstrip("/").rpartition(":")[2])
