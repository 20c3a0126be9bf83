"""Whatever lies in a file of danger tables: it is read or told, and never stops the box."""

from __future__ import annotations

import csv
import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delvebox.device.danger_tables import from_csv, from_yaml, read_tables
from delvebox.engine.tables import Tables

PIECES = st.sampled_from(
    [
        *(
            "crypt:",
            "entries:",
            "kind: encounter",
            "  - ",
            "- ",
            "\n",
            "\n  ",
            "\t",
            '"',
            "'",
            "[",
            "]",
            "{",
            "}",
            ": ",
            ",",
        ),
        *(
            "table,text",
            "Tabelle;Eintrag",
            "sep=;",
            'sep="',
            ";",
            "weight",
            "\r",
            "\r\n",
            "\0",
            "2d6",
            "0d6",
            "[crypt]",
        ),
        *(
            "99999d99999",
            "é",
            "…",
            "\u2028",
            "\ufeff",
            "&x",
            "*x",
            "!t",
            "---",
            "no",
            "12:30",
            "#",
            "|",
            ">",
            "%",
            "<<",
        ),
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=30).map("".join), st.text(max_size=200))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_text_is_read_or_told(text: str) -> None:
    """Tables or faults, each fault with a line of the text or none, never an error of the program."""
    for reader in (from_yaml.drafts_of, from_csv.drafts_of):
        drafts, faults = reader(text, "f")
        lines = len(text.splitlines()) + 1
        assert drafts or faults
        assert all(fault.line is None or 1 <= fault.line <= lines + 1 for fault in faults)
        assert all(str(fault).startswith("f: ") for fault in faults)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=200), TEXTS.map(lambda text: text.encode(errors="replace"))))
def test_any_bytes_are_read_or_told(tmp_path, content: bytes) -> None:
    """Of every ending; what is wrong is told, and the rest of the files is used."""
    (tmp_path / "good.yaml").write_text("good: [a]\n")
    for ending in ("yaml", "csv", "tsv", "txt"):
        file = tmp_path / f"any.{ending}"
        file.write_bytes(content)
        found = read_tables([str(file), str(tmp_path / "good.yaml")])
        assert isinstance(found.tables, Tables)
        assert found.tables.named("good") is not None
        assert found.faults or len(found.tables.tables) > 1


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["Rats", "Gate"]), st.integers(1, 1000), st.text("ab ;,\"'\n\tß…", min_size=1).filter(str.strip)
    ),
    min_size=1,
    max_size=12,
)


@given(rows=ROWS, separator=st.sampled_from(",;\t"), end=st.sampled_from(["\n", "\r\n"]))
def test_what_a_spreadsheet_writes_is_read_as_it_was(rows, separator: str, end: str) -> None:
    """Any text, quoted as the standard has it, by any separator and line end: the same entries in the same order."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator=end)
    writer.writerows([("Table", "Weight", "Text"), *rows])
    drafts, faults = from_csv.drafts_of(text.getvalue(), "f")
    assert faults == []
    told = [(draft.name, entry.weight, entry.text) for draft in drafts for entry in draft.entries]
    names = list(dict.fromkeys(name for name, _, _ in rows))
    assert told == [
        (name, weight, " ".join(words.split())) for each in names for name, weight, words in rows if name == each
    ]
