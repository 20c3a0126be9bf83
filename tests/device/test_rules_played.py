"""The rules page played on a whole box: every sentence of it as lines of `delvebox play` with what must come of them.

The sentences stand in `rules_played/*.txt`, chapter by chapter, written from the rules alone:

    = The sentence that the case holds.
    rules: {danger: {mode: classic}}            (the settings' `rules`, where the case needs other than the defaults)
    die 1 1 | search here -> completed 1; marks none

A line is inputs, parted by `|` (an input that is no script word is said), and after `->` what must be so then, parted
by `;`. Without `refused` nothing may be refused and every phrase must be understood. The checks are the functions of
`CHECKS`; any other word is a path into the state.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from delvebox.device.outputs.narration import Narration
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.player import Player
from delvebox.device.wishes import Wishes

CHAPTERS = Path(__file__).parent / "rules_played"
SCRIPT_WORDS = {"die", "wait", "cut", "press", "hold", "show"}


@dataclass(frozen=True)
class Case:
    """A sentence of the rules, and the lines that hold it."""

    chapter: str
    line: int
    sentence: str
    rules: str
    steps: tuple[tuple[int, tuple[str, ...], tuple[str, ...]], ...]


def read_cases(file):
    """The cases of a chapter."""
    cases, sentence, start, rules, steps = [], None, 0, "{}", []

    def finish():
        if sentence is not None:
            cases.append(Case(file.stem, start, sentence, rules, tuple(steps)))

    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        if text.startswith("= "):
            finish()
            sentence, start, rules, steps = text[2:], number, "{}", []
        elif text.startswith("rules:"):
            rules = text.removeprefix("rules:").strip()
        else:
            inputs, _, checks = text.partition("->")
            steps.append(
                (
                    number,
                    tuple(part.strip() for part in inputs.split("|")),
                    tuple(part.strip() for part in checks.split(";") if part.strip()),
                )
            )
    finish()
    return cases


CASES = [case for file in sorted(CHAPTERS.glob("*.txt")) for case in read_cases(file)]


class Boxes:
    """One box for each set of rules, since most of a case's time would be its start."""

    def __init__(self, folder):
        self._folder = folder
        self._players = {}
        self._count = 0

    def fresh(self, rules):
        """A box with these rules and a new delve in which nothing happened."""
        player = self._players.get(rules)
        if player is not None:
            for line in ("say listen again", "say new delve", "say yes"):
                report = player.play(0, line)
            if report.refusal is None and report.state["completed"] == 0 and not report.state["kept_dice"]:
                return player
            self._players.pop(rules).__exit__(None, None, None)
        self._count += 1
        settings = self._folder / f"{self._count}.yaml"
        kinds = (yaml.safe_load(rules).get("lights") or {}).get("kinds", {})
        names = {"characters": ["Bryn", "Anna"], "lights": ["torch", "lantern", "candle", *kinds]}
        settings.write_text(yaml.safe_dump({"names": names}) + f"rules: {rules}\n", encoding="utf-8")
        troubles = []
        wishes = Wishes(
            settings_file=settings, seed=7, pins="mock", sound=False, state_folder=self._folder / str(self._count)
        )
        player = Player(wishes, troubles.append)
        assert troubles == []
        self._players[rules] = player
        return player

    def close(self):
        """Close every box in order."""
        for player in self._players.values():
            player.__exit__(None, None, None)


def read_once(load):
    """`load` that reads the same only once."""
    known = {}

    def loaded(*arguments):
        key = repr(arguments)
        if key not in known:
            known[key] = load(*arguments)
        return known[key]

    return loaded


@pytest.fixture(scope="module")
def boxes(tmp_path_factory):
    """The boxes of this module; they share what is read, and never changed, in most of a box's start."""
    made = Boxes(tmp_path_factory.mktemp("boxes"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Narration, "load", read_once(Narration.load))
        patch.setattr(Phrasebook, "load", read_once(Phrasebook.load))
        yield made
        made.close()


# -- what can be asked of a report --------------------------------------------------------------------


def shown(value):
    """A state's value as the cases write it."""
    return (
        {None: "none", True: "yes", False: "no"}.get(value, value)
        if value is None or value is True or value is False
        else str(value)
    )


def thing(one, word):
    """A light or an effect as the cases write it."""
    holder = f" of {one['holder']}" if one.get("holder") else ""
    left = "no limit" if one["turns_left"] is None else one["turns_left"]
    return f"{one[word]}{holder} {left}" + ("" if one.get("lit", True) else " doused")


def listed(things, wanted, unordered=False):
    """Whether things are the wanted ones, parted by commas."""
    want = [] if wanted == "none" else [part.strip() for part in wanted.split(",")]
    assert (sorted(things) if unordered else things) == (sorted(want) if unordered else want)


def events(report, kind):
    """The events of a type."""
    return [event for event in report.events if event["type"] == kind]


def has(report, wanted, _memory):
    """`has TYPE field=value …`: such an event happened."""
    kind, *fields = wanted.split()
    pairs = [field.split("=") for field in fields]
    found = [e for e in events(report, kind) if all(shown(e[name]) == value for name, value in pairs)]
    assert found, f"no {wanted} in {report.events}"


def no(report, wanted, _memory):
    """`no TYPE`: no such event happened; `no roll`: no danger roll."""
    kind = "danger_rolled" if wanted == "roll" else wanted
    assert events(report, kind) == []


def order(report, wanted, _memory):
    """`order TYPE TYPE …`: these happened in this order."""
    types = [event["type"] for event in report.events]
    at = -1
    for kind in wanted.split():
        assert kind in types[at + 1 :], f"no {kind} in its place: {types}"
        at = types.index(kind, at + 1)


def rolled(report, wanted, _memory):
    """`rolled DIE total TOTAL danger|quiet`: the latest danger roll."""
    last = report.state["last_danger"]
    assert last is not None
    told = f"{last['die']} total {last['total']} {'danger' if last['danger'] else 'quiet'}"
    assert told == wanted


def said(report, wanted, _memory):
    """`said A|B`: one of these was spoken, or stood in the refusal."""
    text = spoken(report)
    assert any(part.lower() in text for part in wanted.split("|")), text


def spoken(report):
    """All that was told, in lower case."""
    return " ".join([*report.spoken, (report.refusal or {}).get("say", "")]).lower()


def not_so(report, wanted, _memory):
    """`not said A`."""
    assert wanted.removeprefix("said ").lower() not in spoken(report)


def chance(report, wanted, _memory):
    """`chance C`: told beforehand, as exactly as it is written."""
    told = [event["chance"] for event in report.events if event.get("chance") is not None]
    assert told, "no chance was told"
    places = len(wanted.partition(".")[2])
    assert round(told[0], places) == float(wanted)


def no_chance(report, _wanted, _memory):
    """`no-chance`: none was told."""
    assert [event for event in report.events if event.get("chance") is not None] == []


def activity(report, wanted, _memory):
    """`activity KIND DONE/TOTAL paused`."""
    now = report.state["activity"]
    told = "none" if now is None else f"{now['kind']} {now['done']}/{now['total']}{' paused' if now['paused'] else ''}"
    assert told == wanted


def held(report, wanted, memory):
    """`same die`: as it was remembered."""
    assert report.state["last_danger"][wanted] == memory[wanted]


def causes(report, kind):
    """The causes of the marks of a line."""
    return [event["cause"] for event in events(report, kind)] or ["none"]


CHECKS = {
    "has": has,
    "no": no,
    "order": order,
    "rolled": rolled,
    "said": said,
    "not": not_so,
    "chance": chance,
    "no-chance": no_chance,
    "activity": activity,
    "same": held,
    "rolls": lambda report, wanted, _: _equal(len(events(report, "danger_rolled")), int(wanted)),
    "turns": lambda report, wanted, _: _equal(len(events(report, "turn_began")), int(wanted)),
    "m": lambda report, wanted, _: _equal([e["modifier"] for e in events(report, "danger_rolled")][-1:], [int(wanted)]),
    "ms": lambda report, wanted, _: _equal(
        [e["modifier"] for e in events(report, "danger_rolled")], [int(word) for word in wanted.split()]
    ),
    "marks": lambda report, wanted, _: _equal(causes(report, "box_marked"), wanted.split()),
    "marks-any": lambda report, wanted, _: _equal(sorted(causes(report, "box_marked")), sorted(wanted.split())),
    "lost": lambda report, wanted, _: _equal(causes(report, "mark_lost"), wanted.split()),
    "lights": lambda report, wanted, _: listed([thing(one, "kind") for one in report.state["lights"]], wanted),
    "effects": lambda report, wanted, _: listed([thing(one, "name") for one in report.state["effects"]], wanted),
    "effects-any": lambda report, wanted, _: listed(
        [thing(one, "name") for one in report.state["effects"]], wanted, unordered=True
    ),
    "conditions": lambda report, wanted, _: listed(
        [one["name"] + (f" of {one['holder']}" if one["holder"] else "") for one in report.state["conditions"]], wanted
    ),
    "kept": lambda report, wanted, _: _equal(
        report.state["kept_dice"], [] if wanted == "none" else [int(word) for word in wanted.split()]
    ),
    "panel": lambda report, wanted, _: _within(wanted, " ".join(report.panel)),
}


def _equal(got, wanted):
    assert got == wanted


def _within(wanted, text):
    assert re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text), text


def check(report, text, memory):
    """Hold one check."""
    word, _, wanted = text.partition(" ")
    if word in CHECKS:
        CHECKS[word](report, wanted, memory)
        return
    value = report.state
    for key in word.split("."):
        value = value[key]
    assert shown(value) == wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.chapter}:{case.line} {case.sentence}")
def test_the_rules_as_played(boxes, case):
    """Each sentence of the rules holds on a whole box."""
    player, memory = boxes.fresh(case.rules), {}
    for number, inputs, checks in case.steps:
        *before, last = inputs
        where = f"{case.chapter}.txt line {number}"
        report = None
        for text in (*before, last):
            if text.startswith("remember "):
                word = text.removeprefix("remember ")
                memory[word] = report.state["last_danger"][word]
                continue
            earlier = report.state if report else player.play(0, "show").state
            line = text if text.split()[0] in SCRIPT_WORDS else f"say {text}"
            report = player.play(number, line)
            assert all(each["verdict"] == "accept" for each in report.heard), f"{where}: {text} is no phrase"
            refused = [part for part in checks if part.split()[0] == "refused"] if text == last else []
            if refused:
                reasons = refused[0].split()[1:]
                assert report.refusal is not None, f"{where}: {text} was not refused: {report.events}"
                assert not reasons or report.refusal["reason"] in reasons, f"{where}: {report.refusal}"
                assert (report.events, report.state) == ([], earlier), f"{where}: a refusal changed something"
            else:
                assert report.refusal is None, f"{where}: {text}: {report.refusal}"
        for part in checks:
            if part.split()[0] != "refused":
                try:
                    check(report, part, memory)
                except AssertionError as error:
                    raise AssertionError(f"{where}: {part}: {error}") from None
