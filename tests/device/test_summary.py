"""What a delve came to, said and shown at its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from delvebox.device.cli import main


def played(script: str, folder: Path, language: str = "en") -> list[dict]:
    """The reports of a script."""
    (folder / "table.yaml").write_text(f"language: {language}\n")
    arguments = ["play", "-", "--json", "--seed", "7", "--settings", str(folder / "table.yaml")]
    done = CliRunner().invoke(main, arguments, input=script)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("end", ["new delve", "end the delve"])
def test_the_end_of_a_delve_sums_it_up_by_voice_and_panel(end: str, tmp_path: Path) -> None:
    """Turns, dangers, torches burnt, searches and rests of the delve that is over; "repeat that" says it again."""
    script = f"say light a torch\nsay search the room\nsay search the room\nsay {end}\nsay yes\nshow\nsay repeat that\n"
    reports = played(script, tmp_path)
    summed = "Two turns, twenty minutes, no danger, no torch burnt, two searches, no rest."
    assert reports[4]["spoken"][-1].endswith(summed)
    assert reports[5]["panel"][1:] == ["2 turns, 20 min", "no danger", "no torch burnt", "2 searches", "no rest"]
    assert summed in reports[6]["spoken"]


def test_the_summary_makes_room_for_the_next_delve(tmp_path: Path) -> None:
    """It goes with the first thing that happens, or after half a minute."""
    ended = "say search the room\nsay new delve\nsay yes\n"
    assert "no rest" not in played(ended + "say light a torch\nwait 4\nshow\n", tmp_path)[-1]["panel"]
    assert "no rest" in played(ended + "wait 29\nshow\n", tmp_path)[-1]["panel"]
    assert "no rest" not in played(ended + "wait 31\nshow\n", tmp_path)[-1]["panel"]


def test_a_delve_without_a_turn_has_nothing_to_sum_up(tmp_path: Path) -> None:
    """Only its end is told."""
    reports = played("say new delve\nsay yes\nshow\n", tmp_path)
    assert reports[1]["spoken"] == ["A new delve begins."]
    assert reports[2]["panel"][0].startswith("turn 1")


def test_the_summary_is_in_the_tables_language(tmp_path: Path) -> None:
    """German voice and panel."""
    reports = played("say den Raum durchsuchen\nsay neue Expedition\nsay ja\nshow\n", tmp_path, "de")
    assert reports[2]["spoken"][-1].endswith(
        "Ein Zug, zehn Minuten, keine Gefahr, keine Fackel verbrannt, eine Suche, keine Rast."
    )
    assert reports[3]["panel"][0] == "Expedition zu Ende"
