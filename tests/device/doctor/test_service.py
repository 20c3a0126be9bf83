"""What the doctor tells of the service, by a systemctl that answers as one on a Pi does."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.doctor.service import service
from delvebox.device.settings import Settings
from delvebox.device.settings.schema import Web

PLAIN = Settings()
WITH_PAGE = Settings(web=Web(enabled=True))


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A systemctl that prints what stands in the returned file, and no systemd-analyze."""
    answer = tmp_path / "answer"
    command = tmp_path / "systemctl"
    command.write_text(f"#!/bin/sh\ncat {answer}\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    (tmp_path / "systemd-analyze").write_text("#!/bin/sh\n")
    (tmp_path / "systemd-analyze").chmod(0o755)
    return answer


def unit(**other: str) -> str:
    """The properties of a unit that runs, but for these."""
    well = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "NRestarts": "0"}
    well |= {"UnitFileState": "enabled", "PrivateNetwork": "yes", **other}
    return "".join(f"{name}={value}\n" for name, value in well.items())


def test_a_service_that_runs_is_well(systemd: Path) -> None:
    """Active, enabled, and as open as the settings want."""
    systemd.write_text(unit())
    assert (service(PLAIN).level, service(PLAIN).says) == ("ok", "active (running), 0 restarts")
    systemd.write_text(unit(PrivateNetwork="no"))
    assert service(WITH_PAGE).level == "ok"


def test_a_page_without_a_network_is_told_with_its_cure(systemd: Path) -> None:
    """The settings turned the page on after the installation: the unit gets its network by another one."""
    systemd.write_text(unit())
    found = service(WITH_PAGE)
    assert (found.level, found.cure) == ("warning", "sudo make install, in the checkout")
    assert "without a network" in found.says


def test_a_network_that_nothing_wants_is_told(systemd: Path) -> None:
    """The page was turned off: the service is closed again by another installation."""
    systemd.write_text(unit(PrivateNetwork="no"))
    found = service(PLAIN)
    assert (found.level, found.cure) == ("warning", "sudo make install, in the checkout")


def test_a_service_that_is_not_there_is_no_fault(systemd: Path) -> None:
    """Who plays by `make run` needs none."""
    systemd.write_text(unit(LoadState="not-found"))
    assert service(WITH_PAGE).level == "ok"


def test_a_failed_service_names_its_log(systemd: Path) -> None:
    """What it died of stands there."""
    systemd.write_text(unit(ActiveState="failed", SubState="failed"))
    found = service(PLAIN)
    assert (found.level, "journalctl" in found.cure) == ("fault", True)
