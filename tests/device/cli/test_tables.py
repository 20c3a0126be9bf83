"""`delvebox tables`: the list, the entries with their chances, faults, and a draw to try."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from delvebox.device import vocabulary
from delvebox.device.cli import main

CRYPT = """\
crypt things:
  kind: encounter
  regions: [crypt, level 2]
  distance: 2d6x10
  entries:
    - 2d6 ghouls
    - {weight: 3, text: "[what they do]"}
what they do: [digging, asleep]
"""
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a folder with `crypt.yaml`, without settings of anybody's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DELVEBOX_SETTINGS", str(tmp_path / "settings.yaml"))
    (tmp_path / "settings.yaml").write_text("language: en\n")
    (tmp_path / "crypt.yaml").write_text(CRYPT)
    return lambda *arguments: CliRunner().invoke(main, ["tables", *arguments], catch_exceptions=False)


def test_the_list_has_each_table_with_where_it_answers(run: Run) -> None:
    """Kind, regions, number of entries, file."""
    assert run("crypt.yaml").stdout.splitlines() == [
        "table         kind       regions         entries  file",
        "crypt things  encounter  crypt, level 2        2  crypt.yaml",
        "what they do  –          –                     2  crypt.yaml",
    ]
    first = json.loads(run("crypt.yaml", "--json").stdout.splitlines()[0])
    assert (first["name"], first["regions"], first["file"]) == ("crypt things", ["crypt", "level 2"], "crypt.yaml")


def test_names_that_no_microphone_can_hear_are_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They can be typed and tapped; where no speech model is installed nobody knows."""
    (tmp_path / "odd.yaml").write_text(
        "Xanathar things:\n  regions: [the crypt, Zzyzx, Xanathar things]\n  entries: [a]\n"
    )
    monkeypatch.setattr(vocabulary, "words_or_why", lambda _settings: (frozenset({"things", "the", "crypt"}), ""))
    last = run("odd.yaml").stdout.splitlines()[-1]
    assert last.startswith("typed and tapped, not heard")
    assert last.endswith(": Xanathar things, Zzyzx")
    monkeypatch.setattr(vocabulary, "words_or_why", lambda _settings: (None, "none is installed"))
    assert len(run("odd.yaml").stdout.splitlines()) == 2


def test_without_files_they_are_those_of_the_settings(run: Run, tmp_path: Path) -> None:
    """And where there are none, how to have some."""
    done = run()
    assert done.exit_code == 2
    assert "there are no danger tables in the settings: name files, or write tables: [shipped]" in done.output
    (tmp_path / "settings.yaml").write_text("tables: [shipped]\nlanguage: de\n")
    assert "Begegnungen der Gruft" in run().stdout
    (tmp_path / "settings.yaml").write_text("tables: 7\n")
    assert "tables: 7 is a whole number, not a list" in run().output


def test_entries_stand_with_their_chances(run: Run) -> None:
    """By their weights; a table that is not there is told with those that are."""
    assert run("crypt.yaml", "--show", "Crypt Things").stdout.splitlines() == [
        "25.0 %  2d6 ghouls",
        "75.0 %  [what they do]",
    ]
    done = run("crypt.yaml", "--show", "crypt")
    assert done.exit_code == 2
    assert 'no table "crypt": there are crypt things, what they do' in done.output


def test_a_draw_shows_every_die_and_is_fixed_by_the_seed(run: Run) -> None:
    """What came, of each draw its face, of each expression its dice."""
    told = run("crypt.yaml", "--roll", "crypt things", "--times", "2", "--seed", "7").stdout
    assert told == run("crypt.yaml", "--roll", "crypt things", "--times", "2", "--seed", "7").stdout
    assert told != run("crypt.yaml", "--roll", "crypt things", "--times", "2", "--seed", "8").stdout
    assert "  crypt things: " in told
    assert "feet away" in told
    assert "  2d6: " in told, "of two entries both come in two draws"
    drawn = [json.loads(line) for line in run("crypt.yaml", "--roll", "crypt things", "--json").stdout.splitlines()]
    assert [each["type"] for each in drawn] == ["table_drawn"]


def test_a_kind_is_drawn_where_the_party_is(run: Run) -> None:
    """The region's table answers; elsewhere none does, and it is told where one does. German is understood."""
    assert "crypt things: " in run("crypt.yaml", "--roll", "encounter", "--region", "Crypt").stdout
    done = run("crypt.yaml", "--roll", "encounter")
    assert done.exit_code == 2
    assert "only in crypt" in done.output
    assert "crypt things: " in run("crypt.yaml", "--roll", "Begegnung", "--region", "crypt").stdout
    assert "caves" not in run("crypt.yaml", "--roll", "encounter", "--region", "caves").stdout


def test_faults_are_told_and_end_with_status_1_and_the_rest_is_listed(run: Run, tmp_path: Path) -> None:
    """Each with file, line and cure."""
    (tmp_path / "bad.csv").write_text("table,text\nA,0d6 rats\n")
    done = run("crypt.yaml", "bad.csv")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == ["bad.csv: line 2: table A: entry 1 text: '0d6' has 0 dice: take 1–100"]
    assert "crypt things" in done.stdout


def test_the_settings_check_tells_the_same_with_the_settings_line(run: Run, tmp_path: Path) -> None:
    """`delvebox settings --check` looks into the files, too."""
    (tmp_path / "bad.csv").write_text("table,text\nA,0d6 rats\n")
    (tmp_path / "settings.yaml").write_text("language: en\ntables:\n  - crypt.yaml\n  - bad.csv\n  - none.yaml\n")
    done = CliRunner().invoke(main, ["settings", "--check", "settings.yaml"])
    assert done.exit_code == 1
    assert done.output.replace(f"{tmp_path}/", "").splitlines() == [
        "settings.yaml: line 4: tables item 2: bad.csv: line 2: table A: entry 1 text: '0d6' has 0 dice: take 1–100",
        (
            "settings.yaml: line 5: tables item 3: none.yaml: no such file: check its name; one without a folder lies "
            "beside the settings"
        ),
    ]
