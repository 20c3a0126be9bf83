"""Fixtures of live tests: boxes with pages, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from ..browser import open_browser, skip_without
from .live_box import LiveBox
from .web_box import Start, start_web_box


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts boxes with pages, one after the other on the same journal, and kills them in the end."""
    boxes: list[LiveBox] = []

    def start_box(port: int = 0, more: str = "", *flags: str) -> LiveBox:
        boxes.append(start_web_box(tmp_path, port, more, *flags))
        return boxes[-1]

    yield start_box
    for box in boxes:
        box.kill()


@pytest.fixture(scope="module")
def chrome() -> Iterator[Chrome]:
    """One browser for all tests of a module, each on a page of its own."""
    skip_without()
    with open_browser() as driver:
        yield driver
