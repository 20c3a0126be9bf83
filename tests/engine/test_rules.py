"""Rules of a table: defaults, profiles, and one error that names every bad key."""

from __future__ import annotations

import json
import math

import pytest

from delvebox.engine import PROFILES, Rules, RulesError
from delvebox.engine.rules import DangerRules, LightRules, RestRules


def problems(mapping):
    """What is wrong with `mapping`."""
    with pytest.raises(RulesError) as caught:
        Rules.from_mapping(mapping)
    return caught.value.problems


def test_the_defaults_are_the_first_values_of_the_rules_page():
    """`sheet` (defaults)."""
    assert Rules.from_mapping({}) == Rules() == Rules.from_mapping({"profile": "sheet"})
    assert Rules().as_mapping() == {
        "profile": "sheet",
        "mode": "normal",
        "danger": {
            "mode": "escalation",
            "die": 6,
            "table": {"encounter": 3, "hazard": 2, "complication": 1},
            "linger_free_turns": 1,
            "overflow": "cap",
            "noise_timing": "this",
            "light_mark": "on_change",
            "split_mark": "once",
            "check_every": 1,
            "roll": "device",
        },
        "search": {"repeat_mark": 1},
        "rest": {"secure_turns": 1, "check_every": 1, "on_danger": "pause", "secured": "skip", "fatigue_every": 0},
        "ritual": {"default_turns": 2, "on_danger": "ask"},
        "lights": {"lantern_turns": 36, "kinds": {"torch": 6, "candle": 6}, "warn_turns": 1, "stock": "off"},
        "combat": {"mark": 1, "aftermath": "ask"},
        "debate": {"minutes": 10, "mode": "remind"},
        "ammunition": "off",
    }


def test_the_profiles():
    """sheet-classic (classic); old-school (classic, lantern 24, check 2, fatigue 6); fast (starts in fast turns)."""
    assert set(PROFILES) == {"sheet", "sheet-classic", "old-school", "fast"}
    assert Rules.from_mapping({"profile": "sheet-classic"}).danger == DangerRules(mode="classic")
    old = Rules.from_mapping({"profile": "old-school"})
    assert (old.danger.mode, old.danger.check_every) == ("classic", 2)
    assert (old.lights.lantern_turns, old.rest.fatigue_every) == (24, 6)
    assert Rules.from_mapping({"profile": "fast"}).mode == "fast"


def test_single_keys_override_a_profile():
    """A table's own rules override single keys and leave the others."""
    rules = Rules.from_mapping({"danger": {"check_every": 3}, "profile": "old-school"})
    assert (rules.danger.mode, rules.danger.check_every, rules.profile) == ("classic", 3, "old-school")


@pytest.mark.parametrize(
    "mapping",
    [
        *({"profile": profile} for profile in PROFILES),
        {"danger": {"table": {"omen": 1}, "light_mark": "off"}, "ammunition": 3},
        {"lights": {"kinds": {"glowstone": "no limit", "torch": 4}, "stock": {"torch": 2}}, "mode": "fast"},
        {"lights": {"stock": "on"}, "ammunition": "on", "profile": "fast"},
    ],
)
def test_rules_as_a_mapping_make_the_same_rules_again(mapping):
    """`from_mapping(as_mapping(r)) == r`, through JSON too."""
    rules = Rules.from_mapping(mapping)
    assert Rules.from_mapping(json.loads(json.dumps(rules.as_mapping()))) == rules


def test_kinds_of_light_add_to_torch_and_candle():
    """More kinds by settings; "no limit" or null never burns down."""
    lights = Rules.from_mapping({"lights": {"kinds": {"glowstone": "no limit", "sun rod": None, "torch": 9}}}).lights
    assert lights.known() == ("lantern", "torch", "candle", "glowstone", "sun rod")
    assert [lights.full_turns(kind) for kind in lights.known()] == [36, 9, 6, None, None]
    with pytest.raises(KeyError):
        lights.full_turns("sun")


def test_a_bare_off_of_yaml_is_off():
    """YAML turns a bare off into false before anybody sees it."""
    rules = Rules.from_mapping({"danger": {"light_mark": False}, "lights": {"stock": False}, "ammunition": False})
    assert (rules.danger.light_mark, rules.lights.stock, rules.ammunition) == ("off", None, None)
    counted = Rules.from_mapping({"lights": {"stock": True}, "ammunition": True})
    assert (counted.lights.stock, counted.ammunition) == ((), 0)


def test_every_bad_key_is_named_at_once_with_value_and_bounds():
    """Bad rules raise one error that names every bad key, its value and its bounds."""
    found = problems(
        {
            "profile": "easy",
            "danger": {"die": 3, "mode": "harsh", "dye": 6, "check_every": True},
            "rest": {"fatigue_every": 2},
            "lights": 7,
            "ammo": 3,
        }
    )
    assert {problem.path: problem.value for problem in found} == {
        ("profile",): "easy",
        ("danger", "die"): 3,
        ("danger", "mode"): "harsh",
        ("danger", "dye"): 6,
        ("danger", "check_every"): True,
        ("rest", "fatigue_every"): 2,
        ("lights",): 7,
        ("ammo",): 3,
    }
    texts = {problem.path: problem.text for problem in found}
    assert texts["danger", "die"] == "rules.danger.die: 3 is out of bounds: take 4–100"
    assert texts["danger", "dye"] == "rules.danger.dye: unknown key: did you mean die?"
    assert "escalation or classic" in texts["danger", "mode"]
    assert "whole number" in texts["danger", "check_every"]
    assert "3–144, or 0 for off" in texts["rest", "fatigue_every"]
    assert "lantern_turns" in texts["lights",]


@pytest.mark.parametrize(
    ("section", "key", "good", "bad"),
    [
        ("danger", "die", (4, 100), (3, 101, 6.0, "6", True, None)),
        ("danger", "linger_free_turns", (0, 100), (-1, 101)),
        ("danger", "check_every", (1, 48), (0, 49)),
        ("danger", "overflow", ("cap", "carry", "immediate"), ("drop", False, None, 3, ["cap"])),
        ("danger", "roll", ("device", "table"), ("off", False)),
        ("danger", "table", ({"a": 1}, {"a": 100}), ({}, {"a": 0}, {"a": True}, {"": 1}, {3: 1}, [], "a", None)),
        ("search", "repeat_mark", (0, 5), (-1, 6)),
        ("rest", "secure_turns", (1, 48), (0, 49)),
        ("rest", "check_every", (1, 48), (0, 49)),
        ("rest", "fatigue_every", (0, 3, 144), (1, 2, 145, -6, False)),
        ("ritual", "default_turns", (1, 48), (0, 49)),
        ("lights", "lantern_turns", (1, 144), (0, 145)),
        ("lights", "warn_turns", (0, 36), (-1, 37)),
        (
            "lights",
            "kinds",
            ({}, {"a": 1}, {"a": 144}),
            ({"a": 0}, {"a": 145}, {"a": "long"}, {"a": True}, {"": 3}, {"lantern": 12}, [], None),
        ),
        ("lights", "stock", ("on", "off", {"torch": 0}), ("many", 3, {"torch": -1}, {"torch": True}, {"": 1})),
        ("combat", "mark", (0, 5), (-1, 6)),
        ("debate", "minutes", (1, 120), (0, 121)),
    ],
)
def test_bounds_of_each_key(section, key, good, bad):
    """Bounds are inclusive; wrong types are errors (true is no number)."""
    for value in good:
        Rules.from_mapping({section: {key: value}})
    for value in bad:
        (problem,) = problems({section: {key: value}})
        assert problem.path == (section, key)
        assert problem.text.startswith(f"rules.{section}.{key}: ")


@pytest.mark.parametrize("value", [-1, 1000, "few", 2.5, [], {}])
def test_ammunition_is_off_on_or_a_number(value):
    """`ammunition: off`, or on, or 0–999."""
    (problem,) = problems({"ammunition": value})
    assert "0–999" in problem.text


@pytest.mark.parametrize("mapping", [None, [], "classic", 7])
def test_rules_are_a_mapping(mapping):
    """What is no mapping is one problem at the top."""
    assert problems(mapping)[0].path == ()


def test_a_long_bad_value_is_shown_short():
    """Error texts stay readable."""
    (problem,) = problems({"danger": {"mode": "x" * 10_000}})
    assert len(problem.text) < 200


NESTED: list[object] = []
for _ in range(100_000):
    NESTED = [NESTED]
LEAVES = ("profile", "mode", "danger", "danger.die", "danger.mode", "danger.table", "lights.kinds", "lights.stock")


@pytest.mark.parametrize("key", [*LEAVES, "ammunition", "rest.fatigue_every", "debate.dragon", "dragon"])
@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**5000), NESTED, math.nan, math.inf, "x" * 10_000, "\ud800", b"six", object(), [], {1: 2}],
    ids=["huge", "minus huge", "nested", "nan", "inf", "long", "half", "bytes", "object", "list", "mapping"],
)
def test_any_value_of_any_key_is_one_short_problem(key, value):
    """Huge, nested without end, no number, unreadable: the error of bad rules, on a line that a log can hold."""
    mapping: object = value
    for part in reversed(key.split(".")):
        mapping = {part: mapping}
    for problem in problems(mapping):
        assert len(problem.text) < 250
        assert problem.text.isprintable()


@pytest.mark.parametrize(
    "key", ["", "x" * 10_000, "\ud800", "a\nb", 10**5000, None, 3, ("die",)], ids=lambda each: type(each).__name__
)
@pytest.mark.parametrize("section", [None, "danger"])
def test_any_key_is_one_short_problem(key, section):
    """A key that is no word is named as well as it can be."""
    (problem,) = problems({key: 1} if section is None else {section: {key: 1}})
    assert "unknown key" in problem.text
    assert len(problem.text) < 250
    assert problem.text.isprintable()


@pytest.mark.parametrize("key", ["danger.table", "lights.kinds", "lights.stock"])
@pytest.mark.parametrize(
    "name",
    ["", " ", "\u200d", "x" * 81, "a\x00", "a\nb", "\ud800", 3, None, 10**5000],
    ids=lambda each: type(each).__name__,
)
def test_names_in_rules_are_readable(key, name):
    """Kinds of danger and of light are shown and spoken: 1 to 80 readable characters, as every name."""
    section, leaf = key.split(".")
    (problem,) = problems({section: {leaf: {name: 1}}})
    assert len(problem.text) < 250
    assert problem.text.isprintable()
    Rules.from_mapping({section: {leaf: {"x" * 80: 1, " y ": 1}}})


@pytest.mark.parametrize("key", ["danger.table", "lights.kinds", "lights.stock"])
def test_a_kind_comes_once(key):
    """Outer blanks make no second kind."""
    section, leaf = key.split(".")
    (problem,) = problems({section: {leaf: {"omen": 1, " omen": 2, "b": 3}}})
    assert problem.text.endswith(" has omen twice: take each kind once")


def test_an_unknown_key_like_none_other_names_those_there_are():
    """The cure where nothing is near."""
    (problem,) = problems({"zzz": 1})
    assert "danger" in problem.text


def test_rules_made_by_hand_are_held_to_the_same_bounds():
    """`Rules(...)` of another program cannot go round the bounds."""
    with pytest.raises(RulesError, match=r"rules\.danger\.die: 2"):
        Rules(danger=DangerRules(die=2))
    with pytest.raises(RulesError, match="RestRules"):
        Rules(rest=None)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="wrong shape"):
        Rules(lights=LightRules(kinds=3))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="wrong shape"):
        Rules(danger=DangerRules(table=[["omen", 1]]))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="wrong shape"):
        Rules(ammunition=True)
    with pytest.raises(RulesError, match="int too large to show"):
        Rules(ammunition=10**5000)
    assert Rules(rest=RestRules(secured="halve")).rest.secured == "halve"
