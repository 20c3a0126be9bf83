"""`delvebox settings`: the defaults as a file to begin with, or what is wrong with a file."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .output import put_out


@click.command("settings")
@click.option("--check", "file", metavar="FILE", type=click.Path(path_type=Path), help="Tell every problem of FILE.")
def settings(file: Path | None) -> None:
    """Print the default settings with comments, or check a file.

    With --check the exit status is 1 where FILE has a problem, and each is a line of its own.
    """
    from ..settings import default_settings_text, load_settings

    if file is None:
        put_out(default_settings_text().removesuffix("\n"))
        return
    from ..theme import check_theme
    from ..vocabulary import check_bindings, check_phrasebook, check_tables

    checks = (check_tables, check_theme, check_phrasebook, check_bindings)
    loaded = load_settings(file, lambda each: tuple(problem for check in checks for problem in check(each)))
    for sentence in loaded.sentences():
        put_out(sentence)
    if loaded.problems:
        sys.exit(1)
    put_out("ok")
