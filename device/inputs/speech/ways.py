"""The ways to talk. Pure."""

WINDOW_WAYS = frozenset({"hold", "tap"})
"""Ways whose window a person opens by hand."""
