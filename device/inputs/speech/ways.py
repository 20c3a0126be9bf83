"""The ways to talk."""

from __future__ import annotations

WINDOW_WAYS = frozenset({"hold", "tap"})
"""Ways whose window a person opens, by hand or by the wake phrase alone."""
WAYS = WINDOW_WAYS | {"wake", "open"}
WAKE_PHRASE = "hey lantern"
"""In two hours of table talk never heard where nobody said it (voice notes)."""
