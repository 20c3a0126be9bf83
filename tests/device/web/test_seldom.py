"""The log of what strangers send."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from delvebox.device.web.seldom import AT_ONCE, PER_SECOND, Seldom

log = logging.getLogger("delvebox.test_seldom")


@pytest.fixture
def now(request: pytest.FixtureRequest) -> Iterator[list[float]]:
    """The clock of a filter on the log."""
    now = [0.0]
    seldom = Seldom(lambda: now[0])
    log.addFilter(seldom)
    yield now
    log.removeFilter(seldom)


def test_a_flood_of_warnings_is_counted(now: list[float], caplog: pytest.LogCaptureFixture) -> None:
    """Beyond the pace nothing is written, and the next line tells how many were left out."""
    for number in range(AT_ONCE + 7):
        log.warning("refused %d", number)
    assert len(caplog.records) == AT_ONCE
    now[0] = 1 / PER_SECOND
    log.warning("refused %s", "again")
    assert caplog.records[-1].getMessage() == "refused again (and 7 more that are left out)"


def test_no_flood_of_warnings_hides_an_error(now: list[float], caplog: pytest.LogCaptureFixture) -> None:
    """A fault of the box's own is written whatever strangers send; errors that they bring about are counted too."""
    for _ in range(AT_ONCE + 1):
        log.warning("refused")
    log.error("a fault")
    assert caplog.records[-1].getMessage() == "a fault"
    for _ in range(2 * AT_ONCE):
        log.error("garbage")
    assert len(caplog.records) == 2 * AT_ONCE
