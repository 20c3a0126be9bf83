"""The machine under the box: what it is, its power, its memory, its clock. Read from /proc and /sys alone."""

from __future__ import annotations

import platform
import struct
import time
from pathlib import Path

from .finding import Finding, fault, ok, warning

LEAST_MEMORY_MB = 400
"""The box with voice takes about 220 MB, the system the rest."""
HOTTEST_C = 75.0
"""From 80 on a Pi slows itself down."""
_YEAR_OF_WRITING = 2026
_THROTTLED = "sys/devices/platform/soc*/soc*:firmware/get_throttled"
"""The firmware's word; a Pi 5 has its address in both names."""
_TOO_LITTLE_NOW, _TOO_LITTLE_ONCE = 1 << 0, 1 << 16
_SLOWED_NOW = 1 << 1 | 1 << 2 | 1 << 3


def machine(root: Path) -> Finding:
    """Which machine it is; the box's libraries are 64-bit."""
    model = _text(root / "proc/device-tree/model").rstrip("\0") or platform.node() or "a machine"
    bits = struct.calcsize("P") * 8
    says = f"{model}, {platform.machine()}, Python {platform.python_version()}"
    if bits < 64:
        return fault(f"{says}: {bits} bits", "install the 64-bit system: the speech recogniser has no library for this")
    return ok(says)


def power(root: Path) -> Finding:
    """Whether a Pi had too little voltage, as its firmware tells."""
    told = next((_text(path).strip() for path in sorted(root.glob(_THROTTLED))), "")
    if not told:
        return ok("not told by this machine")
    bits = int(told, 16)
    if bits & _TOO_LITTLE_NOW:
        return fault(f"too little voltage now (0x{bits:x})", "a stronger supply, or a shorter and thicker cable")
    if bits & _TOO_LITTLE_ONCE:
        return warning(
            f"too little voltage since the start (0x{bits:x})", "a stronger supply, or a shorter and thicker cable"
        )
    if bits & _SLOWED_NOW:
        return warning(f"slowed down (0x{bits:x})", "give it air: openings in the case, or a heat sink")
    return ok(f"enough voltage (0x{bits:x})")


def warmth(root: Path) -> Finding:
    """How hot the processor is."""
    told = _text(root / "sys/class/thermal/thermal_zone0/temp").strip()
    if not told.lstrip("-").isdecimal():
        return ok("not told by this machine")
    degrees = int(told) / 1000
    if degrees >= HOTTEST_C:
        return warning(f"{degrees:.0f} °C", f"give it air: from {HOTTEST_C:.0f} °C on it will slow down soon")
    return ok(f"{degrees:.0f} °C")


def memory(root: Path) -> Finding:
    """Whether there is room for recogniser and voice."""
    lines = (line.split() for line in _text(root / "proc/meminfo").splitlines())
    sizes = {words[0].rstrip(":"): int(words[1]) // 1024 for words in lines if len(words) > 1}
    if "MemTotal" not in sizes:
        return ok("not told by this machine")
    says = f"{sizes['MemTotal']} MB, {sizes.get('MemAvailable', 0)} MB free"
    if sizes["MemTotal"] < LEAST_MEMORY_MB:
        return fault(says, f"the box with voice wants a machine of {LEAST_MEMORY_MB} MB or more: turn speech off")
    return ok(says)


def clock(root: Path) -> Finding:
    """The time of day, which only names of delves and the log need: turns are counted, not timed."""
    now = time.localtime()
    says = time.strftime("%Y-%m-%d %H:%M", now)
    if now.tm_year < _YEAR_OF_WRITING:
        return warning(says, "the clock is not set: dates of delves will be wrong, turns will not")
    set_by_network = (root / "run/systemd/timesync/synchronized").exists()
    return ok(f"{says}, {'set by the network' if set_by_network else 'not set by a network: the box needs none'}")


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
