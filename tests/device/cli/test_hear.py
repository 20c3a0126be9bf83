"""`delvebox hear` where a recording cannot be recognised."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from delvebox.device.cli import main

pytestmark = pytest.mark.speech


def test_a_recogniser_that_crashes_is_a_trouble_told_with_status_1(speech_model: Path, tmp_path: Path) -> None:
    """A damaged model can load and end the process at the first words: nobody may take that for silence."""
    damaged = tmp_path / "model"
    for file in (each for each in speech_model.rglob("*") if each.is_file()):
        copy = damaged / file.relative_to(speech_model)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if file.name == "disambig_tid.int":
            copy.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        else:
            copy.symlink_to(file)
    subprocess.run(["espeak-ng", "-w", tmp_path / "a.wav", "search the room"], check=True)
    done = CliRunner().invoke(main, ["hear", "--json", "--model", str(damaged), str(tmp_path / "a.wav")])
    assert done.exit_code == 1
    assert "the recogniser had to be started anew: say it again" in done.stderr
    (told,) = (json.loads(line) for line in done.stdout.splitlines())
    assert (told["verdict"], told["reason"]) == ("none", "trouble")
