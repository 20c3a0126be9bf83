"""Tell the same moments by every theme, for docs/themes.md: `make samples`."""

from __future__ import annotations

from pathlib import Path

from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.moments import moments

PAGE = Path(__file__).parent.parent / "docs/themes.md"
BEGIN, END = "<!-- told by make samples -->\n", "<!-- so far -->\n"
THEMES = ("plain", "terse", "grim")
LANGUAGES = ("en", "de")


def samples(language: str) -> str:
    """A table: a row a moment, a column a theme."""
    told = [moments(Narration.load(language, theme)) for theme in THEMES]
    rows = [[" ".join(cue.text for cue in cues) for cues in moment] for moment in zip(*told, strict=True)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (THEMES, ["---"] * len(THEMES), *rows))


def page() -> str:
    """The page with its samples told anew."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join(samples(language) for language in LANGUAGES)
    return f"{before}{BEGIN}\n{tables}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page())
