"""Whether the box is a service of this machine, how it is, and how exposed."""

from __future__ import annotations

import shutil
import subprocess

from ..settings import Settings
from .finding import Finding, fault, ok, warning

UNIT = "delvebox.service"
MOST_EXPOSED = 1.6
_SECONDS = 10
_PROPERTIES = "LoadState,ActiveState,SubState,NRestarts,UnitFileState,PrivateNetwork"
_INSTALL = "sudo make install, in the checkout"


def service(settings: Settings) -> Finding:
    """As systemd tells, and whether the unit gives what the settings want."""
    if shutil.which("systemctl") is None:
        return ok("no systemd here")
    told = _ask("systemctl", "show", UNIT, f"--property={_PROPERTIES}")
    state = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    if state.get("LoadState", "not-found") == "not-found":
        return ok("not installed as a service: sudo make install")
    exposure = _exposure()
    says = f"{state['ActiveState']} ({state['SubState']}), {state['NRestarts']} restarts{exposure and f', {exposure}'}"
    if state["ActiveState"] == "failed":
        return fault(says, f"journalctl -u {UNIT} -n 50")
    if state["UnitFileState"] != "enabled":
        return warning(
            f"{says}, {state['UnitFileState']}", f"sudo systemctl enable {UNIT}: else it does not start by itself"
        )
    if exposure and float(exposure.split()[-1]) > MOST_EXPOSED:
        return warning(says, f"more open than the unit that is shipped: systemctl cat {UNIT}")
    if settings.wants_network and state.get("PrivateNetwork") == "yes":
        return warning(f"{says}, without a network, which web or mqtt in the settings wants", _INSTALL)
    if not settings.wants_network and state.get("PrivateNetwork") == "no":
        return warning(f"{says}, with a network that no setting wants", _INSTALL)
    return ok(says)


def _exposure() -> str:
    """Such as "exposure 0.6"; empty where it is not told."""
    lines = _ask("systemd-analyze", "security", "--no-pager", UNIT).splitlines()
    words = lines[-1].split() if lines else []
    score = next((word for word in words if word.replace(".", "").isdecimal()), "")
    return f"exposure {score}" if score else ""


def _ask(*command: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the commands above, and no word of anybody else
            command, check=False, capture_output=True, text=True, timeout=_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
