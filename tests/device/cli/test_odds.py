"""`delvebox odds`: the exact chances of danger, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from delvebox.device.cli import main
from delvebox.engine import Rules, chance_of_danger, commands, new_state


def run(*arguments: str) -> tuple[int, str]:
    """Exit status and output of `delvebox odds`, errors included."""
    done = CliRunner().invoke(main, ["odds", *arguments], catch_exceptions=False)
    return done.exit_code, done.output


def asked(*arguments: str) -> dict[str, Any]:
    """The one JSON object."""
    status, output = run(*arguments, "--json")
    assert status == 0, output
    assert len(output.splitlines()) == 1
    record: dict[str, Any] = json.loads(output)
    return record


def test_six_turns_at_no_boxes() -> None:
    """The figures of the rules page: 66.5 % in six turns, 42.1 % in three."""
    told = asked("--turns", "6", "--escalation", "0", "--mode", "escalation")
    assert set(told) == {"at_least_one", "by_turn", "expected_first"}
    assert told["at_least_one"] == pytest.approx(1 - (5 / 6) ** 6)
    assert [round(chance, 3) for chance in told["by_turn"]] == [0.167, 0.306, 0.421, 0.518, 0.598, 0.665]
    assert told["expected_first"] == pytest.approx(sum(k * (5 / 6) ** (k - 1) / 6 for k in range(1, 7)) / 0.6651020233)
    assert asked() == told, "six turns by the sheet are what is told without any option"


@pytest.mark.parametrize(
    ("arguments", "by_turn"),
    [
        (["--turns", "1", "--escalation", "2"], [3 / 6]),
        (["--turns", "1", "--escalation", "5"], [1.0]),
        (["--turns", "1", "--escalation", "2", "--mode", "classic"], [3 / 6]),
        (["--turns", "2", "--escalation", "2", "--mode", "classic"], [3 / 6, 1 - 3 / 6 * 5 / 6]),
        (["--turns", "1", "--die", "20"], [1 / 20]),
        (["--turns", "1", "--profile", "fast"], [2 / 6]),
        (["--turns", "2", "--profile", "old-school"], [0.0, 1 / 6]),
        (["--turns", "1", "--profile", "sheet-classic", "--die", "8", "--escalation", "1"], [2 / 8]),
        (["search the room, search the room, force the door"], [1 / 6, 1 - 5 / 6 * 4 / 6, 1 - 5 / 6 * 4 / 6 * 2 / 6]),
        (["search", "the", "room,", "noise", "2,", "move", "on"], [1 / 6, 1 - 5 / 6 * 3 / 6]),
        (["3 turn talk"], [1 / 6, 1 - 5 / 6 * 4 / 6, 1 - 5 / 6 * 4 / 6 * 3 / 6]),
        (["light a torch for Old Tom, move on"], [1 / 6]),
        (["light a torch"], []),
    ],
)
def test_options_and_plans(arguments: list[str], by_turn: list[float]) -> None:
    """Boxes, way of rolling, die, profile, and a plan in the table's own phrases."""
    told = asked(*arguments)
    assert told["by_turn"] == pytest.approx(by_turn)
    assert told["at_least_one"] == pytest.approx(by_turn[-1] if by_turn else 0.0)


def test_a_long_rest_is_taken_as_agreed_to() -> None:
    """48 turns: 99.98 %, and no question."""
    rules = Rules()
    told = asked("long rest")
    assert (
        told["at_least_one"]
        == chance_of_danger(new_state(rules), rules, [commands.BeginRest("long_rest")]).at_least_one
    )
    assert round(told["at_least_one"], 4) == 0.9998
    assert len(told["by_turn"]) == 48


def test_danger_that_cannot_come_has_no_expected_turn() -> None:
    """Rest turns in a secured area make no roll: null, and nothing is divided by nothing."""
    rested = asked("secure the area, short rest")
    assert rested["by_turn"] == pytest.approx([1 / 6] * 7)
    none = asked("--profile", "old-school", "--turns", "1")
    assert none == {"at_least_one": 0.0, "by_turn": [0.0], "expected_first": None}
    assert run("--profile", "old-school", "--turns", "1")[1].endswith("at least one danger: 0.0 %\n")


def test_a_table_has_rules_and_names_of_its_own(tmp_path: Path) -> None:
    """With --settings the plan is played by them, and options go before them."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("rules:\n  danger: {die: 8, linger_free_turns: 0}\nnames:\n  characters: [Bryn]\n")
    plan = "light a torch for Bryn, investigate the statue"
    assert asked("--settings", str(file), plan)["by_turn"] == [2 / 8]
    assert asked("--settings", str(file), "--die", "10", plan)["by_turn"] == pytest.approx([2 / 10])


def test_the_table_for_people() -> None:
    """A line a turn with its chance, the chance by then, a bar of twenty boxes and the step; then the whole."""
    status, output = run("search the room, light a torch, search the room, force the door")
    assert status == 0
    assert output.splitlines() == [
        "turn   in it  by then",
        "   1    16.7     16.7  ■■■□□□□□□□□□□□□□□□□□  search the room",
        "   2    33.3     44.4  ■■■■■■■■□□□□□□□□□□□□  light a torch, search the room",
        "   3    66.7     81.5  ■■■■■■■■■■■■■■■■□□□□  force the door",
        "at least one danger: 81.5 %; the first comes in turn 2.3 on average",
    ]


def test_turns_of_one_step_are_told_as_its() -> None:
    """A rest is one step of many turns."""
    lines = run("move on, short rest")[1].splitlines()[1:-1]
    assert [line[45:] for line in lines] == ["move on", *["short rest"] * 6]


def test_without_a_plan_the_turns_have_no_names() -> None:
    """The bar ends the line."""
    assert run("--turns", "1")[1].splitlines()[1] == "   1    16.7     16.7  ■■■□□□□□□□□□□□□□□□□□"


def test_a_hundred_percent_is_said_of_certainty_alone() -> None:
    """99.98 is not rounded up, and five boxes on a d6 are 100."""
    last, whole = run("--turns", "48")[1].splitlines()[-2:]
    assert last == "  48    16.7    99.98  ■■■■■■■■■■■■■■■■■■■□"
    assert whole.startswith("at least one danger: 99.98 %")
    assert "99.99 %" in run("--turns", "100")[1]
    assert "100.0    100.0  ■■■■■■■■■■■■■■■■■■■■" in run("--turns", "1", "--escalation", "5")[1]


def test_a_plan_without_a_turn_is_a_sentence() -> None:
    """What costs no turn has no danger."""
    assert run("light a torch") == (0, "no turn is played: there is no danger\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--turns", "0"], "'--turns': 0 is out of bounds: give 1 to 1000"),
        (["--turns", "1001"], "'--turns': 1001 is out of bounds: give 1 to 1000"),
        (["--turns", "six"], "'--turns': six is not a whole number: give 1 to 1000"),
        (["--turns", ""], "'--turns':  is not a whole number: give 1 to 1000"),
        (["--turns", "nan"], "nan is not a whole number"),
        (["--turns", "2.5"], "2.5 is not a whole number"),
        (["--turns", "9" * 5000], f"'--turns': {'9' * 39}… is not a whole number: give 1 to 1000"),
        (["--escalation", "6"], "'--escalation': 6 is out of bounds: give 0 to 5"),
        (["--escalation", "-1"], "'--escalation': -1 is out of bounds: give 0 to 5"),
        (["--die", "3"], "'--die': 3 is out of bounds: give 4 to 100"),
        (["--die", "101"], "'--die': 101 is out of bounds: give 4 to 100"),
        (["--mode", "heroic"], "'heroic' is not one of 'escalation', 'classic'"),
        (["--profile", "gothic"], "no profile gothic: the profiles are sheet, sheet-classic, old-school, fast"),
        (["--turns", "2", "move on"], "give --turns or a plan, not both"),
        (["make coffee"], '"make coffee" is no phrase: a plan is phrases with commas, such as search the room'),
        (["x" * 10_000], f'"{"x" * 39}…" is no phrase'),
        (["a\x1b[31m\nb"], r'"a\x1b[31m\nb" is no phrase'),
        (["\udcff"], r'"\udcff" is no phrase'),
        (["--profile", "a\x00"], r"no profile a\x00: the profiles are"),
        (["--die", "6\x1b"], r"'--die': 6\x1b is not a whole number"),
        (["move on,, move on"], '"" is no phrase'),
        (["move on,"], '"" is no phrase'),
        ([""], '"" is no phrase'),
        (["undo"], '"undo" is no step of a plan: say what the party does, such as move on'),
        (["redo"], "is no step of a plan"),
        (["yes"], "is no step of a plan"),
        (["status"], "is no step of a plan"),
        (["rolled four"], "is no step of a plan"),
        (["roll for us"], "is no step of a plan"),
        (["new delve"], "is no step of a plan"),
        (["end the delve"], "is no step of a plan"),
        (["secure the area, secure the area"], "this plan cannot be played: the area is secured already"),
        (["noise nine"], "this plan cannot be played: marks: 9 is not within 1 to 5"),
        ([", ".join(["move on"] * 201)], "a plan of 201 steps is too long: give at most 200"),
        (["--settings", "missing.yaml"], "missing.yaml: "),
        (["--settings", "missing.yaml", "--profile", "fast"], "give --settings or --profile, not both"),
    ],
)
def test_wrong_values_are_a_sentence(arguments: list[str], says: str) -> None:
    """The value, its bounds and the cure, and exit status 2; never a traceback."""
    status, output = run(*arguments)
    assert status == 2
    assert says in " ".join(output.split("\n"))
    assert "Traceback" not in output


def test_bad_settings_are_told_whole(tmp_path: Path) -> None:
    """Every problem of the file with its line; a phrasebook that cannot be used likewise."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("rules:\n  danger: {die: 3}\nvoice: {rate: 1}\n")
    status, output = run("--settings", str(file))
    assert status == 2
    assert "line 2: rules.danger.die: 3 is out of bounds: take 4–100" in output
    assert "line 3: voice.rate" in output
    (tmp_path / "book.yaml").write_text("language: en\nintents:\n  search:\n    data: 7\n")
    file.write_text("speech:\n  phrasebook: book.yaml\n")
    status, output = run("--settings", str(file))
    assert status == 2
    assert "the phrasebook cannot be used" in output


def test_two_hundred_steps_are_quick() -> None:
    """The longest plan is told in well under a second."""
    told = asked(", ".join(["search the room"] * 200))
    assert len(told["by_turn"]) == 200
