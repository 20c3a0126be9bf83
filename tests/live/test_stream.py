"""docs/stream.md against a real box: its program as it stands there, and its page in a real browser."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from selenium.webdriver import Chrome

from ..browser import until
from .web_box import Start, port_of, start_mock_box

PAGE = (Path(__file__).parents[2] / "docs" / "stream.md").read_text()
PROGRAM, OVERLAY = (re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[0] for language in ("python", "html"))
SHIPPED = "127.0.0.1:8642"
DANGEROUS = ("light a torch for Bryn", "make some noise", "search the room")
"""With the box's seed, the search ends in danger."""


def at(port: int, text: str) -> str:
    """The page's text, for a box at this port."""
    assert SHIPPED in text
    return text.replace(SHIPPED, f"127.0.0.1:{port}")


@contextmanager
def site(folder: Path) -> Iterator[str]:
    """Another site on this machine, of the files of a folder: its origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder)))
    serving = Thread(target=server.serve_forever)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def test_the_program_of_ten_lines_follows_the_delve(start: Start) -> None:
    """It is ten lines, and tells turn, lights and danger as they are played."""
    assert len([line for line in PROGRAM.splitlines() if line]) <= 10
    box = start()
    program = [sys.executable, "-c", at(port_of(box), PROGRAM)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout is not None
        try:
            assert client.stdout.readline() == "turn 1 by the light of []\n"
            box.type(*DANGEROUS)
            lines = []
            while "danger\n" not in lines:
                lines.append(client.stdout.readline())
                assert lines[-1], f"it has ended: {lines}"
        finally:
            client.kill()
    assert any("'kind': 'torch', 'holder': 'Bryn'" in line for line in lines)
    assert lines.index("light_lit\n") < lines.index("danger\n")


@pytest.mark.slow
@pytest.mark.timeout(120)  # Chromium starts in seconds
def test_pages_are_let_in_by_their_site(chrome: Chrome, tmp_path: Path) -> None:
    """A file, and another site: what the settings name reads the stream alone; a third is refused."""
    files = tmp_path / "files"
    files.mkdir()
    with site(files) as named, site(files) as unnamed:
        settings = f"web: {{enabled: true, port: 0, origins: [{named!r}, 'null']}}\n"
        with start_mock_box(tmp_path, settings, "--silent") as box:
            port = port_of(box)
            (files / "overlay.html").write_text(at(port, OVERLAY))
            shown = "document.getElementById('delve').textContent === arguments[0]"
            chrome.get((files / "overlay.html").as_uri())
            until(chrome, shown, "Turn 1, light: none")
            chrome.get(f"{named}/overlay.html")
            until(chrome, shown, "Turn 1, light: none")
            box.type(*DANGEROUS)
            until(chrome, shown, "Turn 2, light: fresh, danger!")
            assert refused(chrome, f"ws://127.0.0.1:{port}/socket/table")
            assert refused(chrome, f"ws://127.0.0.1:{port}/socket")
            chrome.get(f"{unnamed}/empty")
            assert refused(chrome, f"ws://127.0.0.1:{port}/socket/stream")
            box.until_logged("web: origins in the settings names whose pages may read it")


def refused(chrome: Chrome, address: str) -> bool:
    """Whether the page that is shown cannot connect there."""
    asked = (
        "const [address, done] = arguments, asked = new WebSocket(address);"
        "asked.onopen = () => done(false); asked.onerror = () => done(true);"
    )
    return bool(chrome.execute_async_script(asked, address))
