"""Mutation check of the engine: `make mutants`, within half an hour on two cores, never in CI.

mutmut changes one thing at a time in the modules that play a turn and tell the odds, and runs the quick tests that
reach it: a change that no test sees is a rule that no test holds. It works on a copy in `build/mutants`, since it does
not walk the links of `src/delvebox`. Names of modules as arguments take others: `make mutants ARGS="rules bounds"`.

Prints the score a module, the survivors, and how many were only timed out; the survivors' changes land in
`build/mutants/survivors.txt`. Exit status 1 below 90 percent. The generating tests (invariants, the machine, damaged
texts) would kill more, but they are not quick.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "mutants"
MODULES = (
    *("turn", "odds", "danger", "marks", "lights", "activities", "declaring", "questions", "situation", "suspending"),
    *("changes", "draft", "delve", "drawing", "expressions", "tables", "table_checks"),
)
"""What plays a turn, tells the odds, draws from danger tables and keeps the history."""
TESTS = (
    *("turn", "odds", "danger", "marks", "lights", "activities", "declaring", "questions", "situation", "suspending"),
    *("changes", "delve", "saved", "actions", "told_whole", "refusal", "refused", "odd_values", "wrong_states"),
    *("dice", "records", "rules", "shown", "drawing", "expressions", "tables"),
)
LEAVE_OUT = (
    "tests/engine/test_refusal.py::test_reasons_are_the_ones_that_the_engine_gives",  # reads the source, not mutants
    # what generates its values
    "tests/engine/test_odd_values.py::test_any_text_is_kept_whole_or_refused",
    "tests/engine/test_saved.py::test_json_there_and_back_is_the_identity",
    "tests/engine/test_saved.py::test_any_value_may_be_damaged",
    "tests/engine/test_saved.py::test_any_bytes_may_be_damaged",
    "tests/engine/test_drawing.py::test_tables_change_nothing_but_the_draws",
    "tests/engine/test_drawing.py::test_asking_does_not_change_what_danger_brings",
    "tests/engine/test_expressions.py::test_any_text_is_read_whole_or_refused_with_a_sentence",
    "tests/engine/test_expressions.py::test_the_total_is_what_a_second_hand_counts",
)
LEAST_PERCENT = 90


def lay_out(modules: tuple[str, ...]) -> None:
    """A copy without links, as mutmut wants it."""
    shutil.rmtree(COPY, ignore_errors=True)
    package = COPY / "src" / "delvebox"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "engine", package / "engine", ignore=ignored)
    shutil.copy(ROOT / "src" / "delvebox" / "__init__.py", package)
    shutil.copytree(ROOT / "tests" / "engine", COPY / "tests" / "engine", ignore=ignored)
    (COPY / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib -p no:cacheprovider\ntimeout = 10\n")
    settings = {
        "source_paths": ["src"],
        "only_mutate": [f"src/delvebox/engine/{name}.py" for name in modules],
        "also_copy": ["tests", "pytest.ini"],
        "pytest_add_cli_args": [f"--deselect={test}" for test in LEAVE_OUT],
        "pytest_add_cli_args_test_selection": [f"tests/engine/test_{name}.py" for name in TESTS],
    }
    lines = [f"{key}=\n" + "".join(f"    {value}\n" for value in values) for key, values in settings.items()]
    (COPY / "setup.cfg").write_text("[mutmut]\n" + "".join(lines))


def mutmut(*arguments: str, shown: bool = False) -> str:
    """What mutmut prints, or nothing where the person sees it."""
    command = [str(Path(sys.executable).with_name("mutmut")), *arguments]
    done = subprocess.run(command, cwd=COPY, stdout=None if shown else subprocess.PIPE, text=True, check=shown)
    return done.stdout or ""


def outcomes() -> dict[str, str]:
    """Every mutant by its name: killed, survived, timeout, no tests and others."""
    listed = (line.strip().rpartition(": ") for line in mutmut("results", "--all", "true").splitlines())
    return {name: outcome for name, _, outcome in listed if name}


def main() -> int:
    """Mutate, test, and print what came of it."""
    modules = tuple(sys.argv[1:]) or MODULES
    unknown = [name for name in modules if not (ROOT / "engine" / f"{name}.py").is_file()]
    if unknown:
        print(f"no module engine/{unknown[0]}.py: name modules of the engine, such as turn odds", file=sys.stderr)
        return 2
    lay_out(modules)
    mutmut("run", "--max-children", str(os.cpu_count() or 1), shown=True)
    found = outcomes()
    counted = Counter((name.split(".")[2], outcome in ("killed", "timeout")) for name, outcome in found.items())
    for module in modules:
        killed, left = counted[module, True], counted[module, False]
        if killed + left:
            print(f"{module:12} {killed:5} of {killed + left:5} killed  {killed / (killed + left):6.1%}")
    alive = [name for name, outcome in found.items() if outcome not in ("killed", "timeout")]
    (COPY / "survivors.txt").write_text("\n".join(f"{name}: {found[name]}\n{mutmut('show', name)}" for name in alive))
    print("\n".join(alive))
    score = 100 * (1 - len(alive) / len(found))
    (COPY / "score.json").write_text(json.dumps({"mutants": len(found), "survived": len(alive), "percent": score}))
    print(f"{len(found) - len(alive)} of {len(found)} mutants killed: {score:.1f} percent (at least {LEAST_PERCENT})")
    late = sum(outcome == "timeout" for outcome in found.values())
    print(f"{late} of them only by their time: they run on without end, or the machine was busy")
    return 0 if score >= LEAST_PERCENT else 1


if __name__ == "__main__":
    sys.exit(main())
