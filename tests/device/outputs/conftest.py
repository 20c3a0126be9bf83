"""A display at the far end of the wire, for production code that opens the bus by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ...far_end import FarEnd


@pytest.fixture
def far_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[FarEnd]:
    """A display on the bus that production code opens by itself."""
    import smbus2

    end = FarEnd()
    monkeypatch.setattr(smbus2, "SMBus", end.open)
    yield end
    end.free.set()
