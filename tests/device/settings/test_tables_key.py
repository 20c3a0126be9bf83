"""The settings' `tables`: files of danger tables, beside the settings where they have no folder."""

from __future__ import annotations

import pytest

from delvebox.device.settings.load import load_settings, load_text


def test_none_as_shipped() -> None:
    """Without the key a delve has no tables."""
    assert load_text("").settings.tables == ()


def test_files_lie_beside_the_settings(tmp_path) -> None:
    """A relative name starts at the settings file's folder; `shipped` is no file."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("tables: [crypt.yaml, shipped, /srv/wilds.csv]\n")
    assert load_settings(file).settings.tables == (f"{tmp_path}/crypt.yaml", "shipped", "/srv/wilds.csv")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tables: crypt.yaml", 'line 1: tables: "crypt.yaml" is a text, not a list: give a list of up to 20 files'),
        ("tables: [3]", "line 1: tables item 1: 3 is a whole number, not a text: give"),
        ("tables: [a.yaml, a.yaml]", 'line 1: tables: "a.yaml" stands twice in the list'),
        ("tables: ['']", 'line 1: tables item 1: "" is empty'),
        (f"tables: [{', '.join(f'{n}.csv' for n in range(21))}]", "line 1: tables: 21 is more than 20"),
    ],
)
def test_what_is_no_list_of_files_is_told(text: str, told: str) -> None:
    """With its line, the bound and the cure."""
    (problem,) = load_text(text).problems
    assert str(problem).startswith(told)
