"""`delvebox doctor`: a line a check, the worst as exit status, and nothing changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from delvebox.device import doctor
from delvebox.device.cli import main
from delvebox.device.doctor import Finding, worst

if TYPE_CHECKING:
    from ...sound_server import SoundServer


def test_the_exit_status_is_the_worst_of_all() -> None:
    """0, 1 and 2 for ok, warning and fault."""
    found = {level: Finding(level, "so it is") for level in doctor.LEVELS}
    assert worst([]) == 0
    assert worst([found["ok"]]) == 0
    assert worst([found["warning"], found["ok"]]) == 1
    assert worst([found["ok"], found["fault"], found["warning"]]) == 2


def test_a_check_that_breaks_is_a_line_and_the_others_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor is called when things are broken: none of them may silence it."""
    checks = {"first": lambda _patient: 1 / 0, "second": lambda _patient: Finding("ok", "well")}
    monkeypatch.setattr(doctor.examination, "CHECKS", checks)
    told = dict(doctor.examine(doctor.Patient(tmp_path)))
    assert told["first"].level == "fault"
    assert "division by zero" in told["first"].says
    assert told["second"].says == "well"


def test_watching_mock_pins_says_where_their_buttons_are() -> None:
    """There is no wire to look at on an ordinary computer."""
    done = CliRunner().invoke(main, ["doctor", "--watch"])
    assert done.exit_code == 1
    assert "no real pins here" in done.output


@pytest.mark.sound
@pytest.mark.speech
@pytest.mark.timeout(90)  # voice and model start, and the machine may be busy
def test_the_box_hears_itself_on_real_sound(own_sound_server: SoundServer, speech_model: Path, tmp_path: Path) -> None:
    """Loudspeaker and microphone in one air: spoken, heard, understood; all well, and no file is left behind."""
    own_sound_server.leak(0.5)
    code = """
        import json, os, sys
        from pathlib import Path
        os.environ["DELVEBOX_MODELS"] = sys.argv[2]  # the sound server's programs have a home of their own
        from delvebox.device.doctor import Patient, examine
        for name, found in examine(Patient(Path(sys.argv[1]))):
            print(json.dumps([name, found.level, found.says]), flush=True)
        """
    done = own_sound_server.run(code, str(tmp_path / "state"), str(speech_model.parent), timeout_seconds=60)
    told = {name: (level, says) for name, level, says in map(json.loads, done.stdout.splitlines())}
    assert list(told) == list(doctor.CHECKS), done.stderr
    assert told["voice loop"][0] == "ok", told["voice loop"]
    assert "search" in told["voice loop"][1]
    assert told["recognition"][0] in {"ok", "warning"}, told["recognition"]  # a busy machine is slow
    assert told["speech model"][1] == str(speech_model)
    assert list(tmp_path.iterdir()) == []
