"""Where there can be no box, the panel says why, as long as it can."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device import last_words
from delvebox.device.last_words import page_of_last_words, show_last_words
from delvebox.device.outputs import display
from delvebox.device.outputs.drawing import draw_page
from delvebox.device.settings import Settings, load_settings

from ..far_end import FarEnd

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")

WHY = "journal /var/lib/delvebox/journal.db: it can only be read (Read-only file system): mount its disk for writing"


@pytest.fixture
def end(monkeypatch: pytest.MonkeyPatch) -> FarEnd:
    """The far end of the display's wire, on a board that has one."""
    import smbus2

    end = FarEnd("ssd1306")
    monkeypatch.setattr(smbus2, "SMBus", end.open)
    monkeypatch.setattr(display, "BOARD", Path("/proc/self/cmdline"))
    return end


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The settings as shipped."""
    (tmp_path / "delvebox.yaml").write_text("{}\n")
    return tmp_path / "delvebox.yaml"


def test_the_display_keeps_the_sentence(end: FarEnd, file: Path) -> None:
    """It is on, and still shows why once the program is gone."""
    show_last_words(WHY, file)
    assert end.controller.on
    assert end.picture() == draw_page(page_of_last_words(WHY, Settings()), 128, 64)
    assert any("it can only be read" in line for line in page_of_last_words(WHY, Settings()).lines())


def test_it_is_in_the_tables_language_and_on_a_small_panel_too(file: Path) -> None:
    """Its height and language are those of the settings."""
    file.write_text("language: de\npanel: {height: 32}\n")
    page = page_of_last_words(WHY, load_settings(file).settings)
    assert "Tagebuch" in " ".join(page.lines())
    assert any(draw_page(page, 128, 32))


@pytest.mark.parametrize(("text", "pins"), [("{}", "mock"), ("panel: {enabled: false}", None), ("pins: mock", None)])
def test_without_a_display_nothing_is_touched(end: FarEnd, file: Path, text: str, pins: str | None) -> None:
    """Mock pins, or a panel that the settings turn off."""
    file.write_text(text)
    show_last_words(WHY, file, pins)
    assert not end.controller.on


def test_a_display_that_does_not_answer_is_logged(
    end: FarEnd, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What there is to say is on standard error all the same; nothing else comes of it."""
    end.plugged = False
    show_last_words(WHY, file)
    assert "the panel does not show why: display at 0x3c" in caplog.text
    monkeypatch.setattr(last_words, "open_display", lambda *_: (_ for _ in ()).throw(ImportError("no luma")))
    show_last_words(WHY, file)
    assert "no luma" in caplog.text
