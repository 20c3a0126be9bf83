"""An evening on which everything goes wrong: no wrong state, each trouble told once, everything taken up again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ..sound_server import SoundServer
from .faults import Evening
from .live_box import environment
from .small_disk import SmallDisk, SmallDiskError
from .tally import holdings

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]  # many starts of the command, and children that hang


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """A disk for the state alone, or a skip where this user may not mount one."""
    made = SmallDisk(tmp_path)
    try:
        made.__enter__()
    except SmallDiskError as error:
        pytest.skip(str(error))
    yield made
    made.__exit__(None, None, None)


@pytest.mark.sound
@pytest.mark.speech
def test_no_fault_makes_a_wrong_state(
    tmp_path: Path, disk: SmallDisk, own_sound_server: SoundServer, speech_model: Path
) -> None:
    """Daemon and children killed, stopped, started; disk full or read-only and back; the date moved by years."""
    env = environment(tmp_path) | own_sound_server.env | {"DELVEBOX_MODELS": str(speech_model.parent)}
    evening = Evening(tmp_path, disk, 5, env)
    tally = evening.play(60)
    evening.close()
    assert tally.wrong == [], tally
    assert len(tally.faults) >= 8, tally
    assert tally.denied >= 5, tally


def test_faults_leave_nothing_behind_in_the_process(tmp_path: Path, disk: SmallDisk) -> None:
    """Three delves in one process, its disk full and read-only meanwhile: as many threads and files as before."""
    evening = Evening(tmp_path, disk, 6, environment(tmp_path), "--silent")
    before = holdings(evening.box.process.pid)
    *_, after = evening.soak(900)
    evening.close()
    assert evening.tally.wrong == [], evening.tally
    assert evening.tally.denied >= 5, evening.tally
    assert (after.threads, after.files) == (before.threads, before.files)
