"""Where a cue is told: by voice, on the panel, in the browser; by what the settings want of its kind. Pure."""

from __future__ import annotations

from ..messages import Cue
from ..settings import Announce, Settings

_OWN_ACCORD = frozenset({"turn", "change", "atmosphere"})
"""Topics of what nobody asked for."""


class Channels:
    """The settings' choice, for the parts that there are."""

    def __init__(self, settings: Settings) -> None:
        """Choose by these."""
        self._announce = settings.announce
        there = {"voice": settings.voice.enabled, "panel": settings.panel.enabled, "web": settings.web.enabled}
        self._table = frozenset(settings.announce.table)
        self._master = frozenset(settings.announce.master)
        if settings.panel.numbers != "exact":
            self._master -= {"panel"}  # it faces the players
        if not any(there[channel] for channel in self._master):
            self._master |= {"web"}  # what is his alone is on his own page at least

    def of(self, cue: Cue, *, asked: bool = False) -> frozenset[str]:
        """Where this cue is told; `asked`: somebody wants to hear it."""
        wanted = self._master if cue.audience == "master" else self._table
        return wanted if asked or _is_said(cue, self._announce) else wanted - {"voice"}

    def shows(self, audience: str = "table") -> bool:
        """Whether what is for the table or the master is told on the panel, beside what runs out there."""
        return "panel" in (self._master if audience == "master" else self._table)


def _is_said(cue: Cue, announce: Announce) -> bool:
    if announce.says == "everything" or cue.topic == "steps":
        return True
    if announce.says == "changes":
        return not cue.uneventful and cue.topic != "atmosphere"
    return cue.topic not in _OWN_ACCORD and cue.priority not in {"turn", "colour"}
