"""What a check found. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

LEVELS = ("ok", "warning", "fault")
"""The worse the later; its place is the command's exit status."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of an examination."""

    level: str
    """ok; warning: the box plays, but something should be seen to; fault: a part that is wanted does not work."""
    says: str
    """What is so, with its values."""
    cure: str = ""
    """What to do; empty where nothing is to be done."""


def ok(says: str) -> Finding:
    """All is well."""
    return Finding("ok", says)


def warning(says: str, cure: str) -> Finding:
    """Something should be seen to."""
    return Finding("warning", says, cure)


def fault(says: str, cure: str) -> Finding:
    """A part that is wanted does not work."""
    return Finding("fault", says, cure)


def worst(findings: Iterable[Finding]) -> int:
    """The place in `LEVELS` of the worst; 0 where there is none."""
    return max((LEVELS.index(finding.level) for finding in findings), default=0)
