"""The command `delvebox`. Each sub-command is a module of its own, imported only when it is asked for."""

from __future__ import annotations

import importlib
import io
import os
import sys

import click

COMMANDS = {
    "run": ("run:run", "start the box: real pins on a Pi, mock pins elsewhere"),
    "play": ("play:play", "play a script of inputs, one a line"),
    "hear": ("hear:hear", "what the box would understand: of WAV files, or live"),
    "clips": ("clips:clips", "list or delete the utterances that were kept as sound"),
    "mics": ("mics:mics", "list the microphones with their levels"),
    "phrases": ("phrases:phrases", "what can be said, by voice and by button"),
    "themes": ("themes:themes", "the ways in which the box says things, and how each sounds"),
    "tables": ("tables:tables", "list the danger tables, look for errors, try a draw"),
    "odds": ("odds:odds", "the chances of danger over a plan"),
    "models": ("models:models", "list, install or find speech models"),
    "wiring": ("wiring:wiring", "which wire goes where on the header"),
    "delves": ("delves:delves", "list the delves; resume, rename, end or delete one"),
    "log": ("log:log", "the evening, as it happened or as it happens"),
    "export": ("export:export", "write a delve as Markdown, CSV or JSON"),
    "import": ("export:import_", "take a delve of an exported JSON file"),
    "sheet": ("sheet:sheet", "print the reference with its boxes, as PDF"),
    "card": ("sheet:card", "print the voice commands and buttons, as PDF"),
    "backup": ("backup:backup", "write delves and settings into one file"),
    "restore": ("backup:restore", "bring them back from it"),
    "doctor": ("doctor:doctor", "check the box and its machine, each part with its cure"),
    "settings": ("settings:settings", "print the default settings, or check a file"),
}
"""Sub-command: where it is, and what `--help` says of it."""


class _LateGroup(click.Group):
    """Imports a sub-command when it is called, so that none pays for the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        place, _ = COMMANDS[cmd_name]
        module, _, name = place.partition(":")
        command = getattr(importlib.import_module(f".{module}", __name__), name)
        if not isinstance(command, click.Command):
            raise TypeError(f"{place} is no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in COMMANDS.items()])


def _fill_closed_streams() -> None:
    """Put /dev/null on standard streams that are closed: what is opened next would take their numbers."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)  # noqa: FBT003 - positional only
    os.close(descriptor)


def _let_help_be_written() -> None:
    """Help texts hold an ellipsis and dashes: where the locale has none, a question mark is better than an error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


@click.group(cls=_LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="delvebox", message="%(prog)s %(version)s")
def main() -> None:
    """Delvebox: a box on the game table that runs the dungeon-turn procedure."""
    _fill_closed_streams()
    _let_help_be_written()
