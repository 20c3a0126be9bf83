"""A real browser for tests and pictures: Debian's Chromium, without a window, driven by its own driver."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

PROGRAMS = ("chromium", "chromedriver")
PAGE_SECONDS = 40.0
"""Longest wait for anything that a page shall show: a busy machine is slow, and none of it is measured here."""


def why_not() -> str | None:
    """Why there is no browser here, and the cure; None where there is one."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if not missing:
        return None
    return f"no {' and no '.join(missing)} here: apt-get install chromium chromium-driver"


def skip_without() -> None:
    """Skip the test where there is no browser; with CI=true it fails."""
    cause = why_not()
    if cause is not None and os.environ.get("CI") == "true":
        pytest.fail(cause)
    if cause is not None:
        pytest.skip(cause)


@contextmanager
def open_browser(width: int = 900, height: int = 900, *arguments: str) -> Iterator[Chrome]:
    """A browser with an empty profile; `arguments` are more of Chromium's own."""
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    own = ["--headless=new", f"--window-size={width},{height}", "--disable-background-networking", "--no-first-run"]
    if os.geteuid() == 0:
        own.append("--no-sandbox")  # Chromium's sandbox refuses root
    for argument in (*own, "--disable-dev-shm-usage", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=ChromeService(shutil.which("chromedriver")))
    try:
        driver.set_script_timeout(PAGE_SECONDS)
        yield driver
    finally:
        driver.quit()


def until(driver: Chrome, condition: str, *values: Any) -> Any:
    """Wait until a JavaScript expression of `arguments` is true on the page; what it is."""
    watch = (
        "const done = arguments[arguments.length - 1], values = arguments[0];"
        "const holds = function () { return (%s); };"
        "const look = () => { const is = holds.apply(null, values); is ? done(is) : setTimeout(look, 5); }; look();"
    )
    return driver.execute_async_script(watch % condition, list(values))


def until_shows(driver: Chrome, part: str, text: str) -> None:
    """Wait until a part of the page, by its id, holds a text."""
    until(driver, "document.getElementById(arguments[0]).textContent.includes(arguments[1])", part, text)


def complaints(driver: Chrome) -> list[dict[str, Any]]:
    """What the browser logged since it was asked last: refused by the content policy, not found, failed."""
    return [entry for entry in driver.get_log("browser") if entry["source"] != "rendering"]


@contextmanager
def as_large_as(driver: Chrome, width: int, height: int, *, mobile: bool = False) -> Iterator[None]:
    """The screen has so many pixels; a `mobile` one shows no scroll bars."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
