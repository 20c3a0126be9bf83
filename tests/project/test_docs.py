"""What the pages in docs claim of the record and of paper is run, as README's is."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
README = runpy.run_path(str(Path(__file__).with_name("test_readme.py")))


@pytest.mark.parametrize("page", ["record", "print"])
def test_each_command_of_a_page_gives_what_is_shown(page: str, tmp_path: Path) -> None:
    """Its console blocks, typed one after the other in a folder with the page's files."""
    found = README["BLOCK"].findall((DOCS / f"{page}.md").read_text())
    for name, _, text in found:
        if name:
            (tmp_path / name).write_text(text)
    environ = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    blocks = [text for _, kind, text in found if kind == "console"]
    assert blocks
    for text in blocks:
        for command, shown in README["commands_of"](text):
            done = subprocess.run(
                ["bash", "-c", command], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"
            assert README["pattern_of"](shown).fullmatch(done.stdout.strip()), f"$ {command}\n{done.stdout}"
