"""Sentence templates as a person reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.phrasebook import Phrasebook
from delvebox.device.phrasebook.shown import shown
from delvebox.device.settings import Name

EXTRA = """
expansion_rules: {the: "(the|this)", many: "(a|b|c|d)"}
lists:
  n: {range: {from: 0, to: 9}}
  kinds: {values: [{in: "(torch|torches)", out: t}, lamp]}
  many: {values: [a, b, c, d, e, f, g, h]}
  nobody: {values: []}
"""


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("[we] search [<the>] (room|hall)", "[we] search [the|this] (room|hall)"),
        ("take [(a|an)] {n}", "take [a|an] N"),
        ("go <many> way", "go (a|b|…) way"),
        ("light a {kinds:kind}", "light a (torch|lamp)"),
        ("name {many}", "name (a|b|c|d|e|…)"),
        ("light [it for {nobody}] now", "light now"),
        ("(light|light it for {nobody}) now", "light now"),
        ("light it for {nobody}", None),
        ("greet {who}", "greet (Bryn|Xanathar)"),
        ("(a;[b])", "(a; [b])"),
        ("Light THE torch", "Light THE torch"),
    ],
)
def test_rules_and_lists_are_written_out(tmp_path: Path, template: str, text: str | None) -> None:
    """As it is written in the file, without braces; what needs a name that nobody has is left away."""
    path = tmp_path / "book.yaml"
    path.write_text(f"language: en\nintents: {{a: {{data: [{{sentences: ['{template}', go]}}]}}}}\n{EXTRA}")
    book = Phrasebook.load(path, lists={"who": ["Bryn", Name("Xanathar", "zan a thar")]})
    assert shown(book, "a") == ((text, "go") if text else ("go",))
