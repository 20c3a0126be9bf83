"""What the panel shows, in words: the choice of page and its rows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebox.device.outputs import hints
from delvebox.device.outputs.drawing import draw_page
from delvebox.device.outputs.page import Banner, Buttons, Notice, Page
from delvebox.device.outputs.pages import Look, View, choose, goodbye_of, page_of
from delvebox.engine.rules import Rules
from delvebox.engine.state import Activity, Area, Condition, Effect, LastRoll, Light, State

RULES = Rules()
TORCH = Light(1, "torch", "Anna", 5, lit=True)
DANGER = LastRoll(5, 4, 6, danger=True, kind="encounter")


def lines(state: State = State(), rules: Rules = RULES, **more: object) -> list[str]:  # noqa: B008 - frozen
    """The lines of the page that a view calls for."""
    return page_of(View(state, rules, **more)).lines()  # type: ignore[arg-type]


def test_the_tracker_page_shows_the_turn_to_play_time_boxes_and_lights() -> None:
    """Turn completed + 1, minutes, the sheet's rows, lights with their turns left."""
    lantern = Light(2, "lantern", None, 30, lit=False)
    state = State(completed=4, elapsed_minutes=40, escalation=2, lights=(TORCH, lantern))
    assert lines(state) == [
        "turn 5  0:40",
        "turns ■■■■□□□□□□",
        "boxes ■■□□□ danger 4-6",
        "torch Anna 5",
        "lantern 30 doused",
    ]


@pytest.mark.parametrize(
    ("completed", "row"),
    [(0, "□□□□□□□□□□"), (9, "■■■■■■■■■□"), (10, "□□□□□□□□□□"), (11, "■□□□□□□□□□"), (9998, "■■■■■■■■□□")],
)
def test_the_turn_row_has_ten_boxes_and_begins_again(completed: int, row: str) -> None:
    """A filled box is time that passed."""
    shown = lines(State(completed=completed, elapsed_minutes=completed * 10))
    assert shown[0].startswith(f"turn {completed + 1}  ")
    assert shown[1] == f"turns {row}"


@pytest.mark.parametrize(
    ("minutes", "clock", "words"),
    [
        (0, "0:00", "0 min"),
        (50, "0:50", "50 min"),
        (60, "1:00", "1 h"),
        (130, "2:10", "2 h 10 min"),
        (1440, "24:00", "24 h"),
    ],
)
def test_time_is_a_clock_beside_the_turn_and_told_in_words_at_the_end(minutes: int, clock: str, words: str) -> None:
    """A clock takes little room and changes by a digit; goodbye has the room to say it as a table does."""
    state = State(completed=1, elapsed_minutes=minutes)
    assert lines(state)[0] == f"turn 2  {clock}"
    assert goodbye_of(View(state, RULES)).lines()[1] == f"turn 2, {words}"


@pytest.mark.parametrize(
    ("boxes", "mode", "rules", "faces"),
    [
        (0, "normal", {}, "6"),
        (1, "normal", {}, "5-6"),
        (4, "normal", {}, "2-6"),
        (5, "normal", {}, "certain"),
        (0, "fast", {}, "5-6"),
        (2, "fast", {}, "certain"),
        (0, "normal", {"danger": {"die": 20}}, "20"),
        (5, "normal", {"danger": {"die": 8}}, "3-8"),
        (3, "normal", {"danger": {"die": 4}}, "certain"),
        (0, "normal", {"danger": {"mode": "classic"}}, "1"),
        (2, "normal", {"danger": {"mode": "classic"}}, "1-3"),
        (1, "fast", {"danger": {"mode": "classic"}}, "1-4"),
    ],
)
def test_the_dangerous_faces_follow_boxes_die_and_mode(
    boxes: int, mode: str, rules: dict[str, object], faces: str
) -> None:
    """High faces with the escalation track, low ones in classic mode."""
    shown = lines(State(escalation=boxes, mode=mode), Rules.from_mapping(rules))
    assert shown[2] == f"boxes {'■' * boxes}{'□' * (5 - boxes)} danger {faces}"


def test_spells_supplies_and_lights_without_limit_are_told() -> None:
    """What never ends says so; supplies appear once they were used."""
    state = State(
        lights=(Light(1, "glow worm", None, None, lit=True),),
        effects=(Effect("bless", 3), Effect("detect magic", None)),
        rations=5,
        ammunition=12,
    )
    assert lines(state)[3:] == ["glow worm no limit", "bless 3", "detect magic no limit", "rations 5", "ammunition 12"]


def test_boxes_of_a_light_fill_as_it_burns() -> None:
    """Six boxes for any length; a correction may have given more turns than a fresh light has."""
    lights = (TORCH, Light(2, "lantern", None, 30, lit=True), Light(3, "torch", None, 9, lit=True))
    rows = page_of(View(State(lights=lights), RULES)).rows[3:]
    assert [(row.filled, row.total) for row in rows] == [(1, 6), (1, 6), (0, 6)]  # type: ignore[union-attr]


@pytest.mark.parametrize("sign", ["", "bright"])
def test_what_has_no_room_is_counted(sign: str) -> None:
    """Forty lights and spells: some are shown, all are accounted for."""
    lights = tuple(Light(number, "torch", f"hero {number}", 6, lit=True) for number in range(1, 31))
    effects = tuple(Effect(f"spell {number}", 3) for number in range(10))
    shown = lines(State(lights=lights, effects=effects, bright=bool(sign)))[3:]
    more = next(line for line in shown if line.endswith(" more"))
    things = [line for line in shown if line.startswith(("torch", "spell"))]
    assert len(things) + int(more.removeprefix("+").removesuffix(" more")) == 40
    assert (sign in shown) == bool(sign)


def test_a_crowd_with_a_rest_and_news_still_shows_the_first_light() -> None:
    """Four rows for everything: what is left out, the sign included, is counted."""
    state = State(
        activity=Activity("short_rest", 2, 6),
        lights=(TORCH, Light(2, "torch", None, 6, lit=True), Light(3, "candle", None, 2, lit=True)),
        bright=True,
    )
    shown = lines(state, heard="resume rest")[3:]
    assert shown == ["turn 1, 0 min", "torch Anna 5", "+3 more", "heard: resume rest"]


@pytest.mark.parametrize(
    ("activity", "heading", "boxes"),
    [
        (Activity("short_rest", 2, 6), "short rest  4 left", "turns ■■□□□□"),
        (Activity("long_rest", 12, 48), "long rest  36 left", "turns 12 of 48"),
        (Activity("ritual", 1, 2), "ritual  1 left", "turns ■□"),
        (Activity("talk", 0, 3), "talk  3 left", "turns □□□"),
    ],
)
def test_an_activity_counts_down_on_a_page_of_its_own(activity: Activity, heading: str, boxes: str) -> None:
    """Boxes where they can be told apart, numbers where not; the turn stands below danger."""
    view = View(State(completed=4, elapsed_minutes=40, activity=activity), RULES)
    assert page_of(view).name == "countdown"
    assert page_of(view).lines() == [heading, boxes, "boxes □□□□□ danger 6", "turn 5, 40 min"]


def test_an_activity_that_waits_is_a_row_of_the_tracker() -> None:
    """Paused by danger, or while time waits; on a small panel always."""
    paused = State(activity=Activity("long_rest", 12, 48, paused=True))
    assert lines(paused)[3] == "long rest 12 of 48, 36 left, paused"
    fought = State(activity=Activity("short_rest", 2, 6), suspended="combat")
    assert lines(fought)[1:4] == ["combat: time waits", "boxes □□□□□ danger 6", "short rest ■■□□□□ 4 left"]
    small = page_of(View(State(activity=Activity("short_rest", 2, 6)), RULES), Look(32))
    assert small.lines() == ["turn 1  0:00", "boxes □□□□□ danger 6", "short rest ■■□□□□ 4 left"]


@pytest.mark.parametrize(("kind", "word"), [("combat", "combat"), ("chase", "chase"), ("roleplay", "scene")])
def test_a_suspension_takes_the_turn_row_s_place(kind: str, word: str) -> None:
    """Nothing ticks, and nobody may overlook it."""
    shown = lines(State(suspended=kind, escalation=1))
    assert shown[1:3] == [f"{word}: time waits", "boxes ■□□□□ danger 5-6"]


def test_signs_of_the_party_are_told_in_one_row() -> None:
    """Bright light, split, secured, fast turns and conditions, at most four of the last."""
    state = State(
        mode="fast",
        bright=True,
        split=True,
        area=Area(secured=True),
        conditions=(Condition("fear", "Anna"), Condition("fatigue", None)),
    )
    assert lines(state)[3] == "bright, split, secured, fast, fear Anna, fatigue"
    many = tuple(Condition("fear", f"hero {number}") for number in range(9))
    assert lines(State(conditions=many))[3].endswith("fear hero 3, +5 more")


def test_what_waits_and_what_was_noted_are_signs() -> None:
    """The table's kept dice, at most three of them; marks over the last box; how many notes there are."""
    assert lines(State(kept_dice=(4, 2), waiting_marks=("noise",), notes=("a door",)))[3] == (
        "rolled 4 2, 1 mark waits, 1 note"
    )
    assert lines(State(kept_dice=(1, 2, 3, 4, 5)))[3] == "rolled 1 2 3, +2 more"
    fear = (Condition("fear", None),)
    told = lines(State(waiting_marks=("noise",) * 3, conditions=fear, notes=("a", "b")))[3]
    assert told == "3 marks wait, fear, 2 notes"


def test_what_else_is_counted_stands_after_the_supplies() -> None:
    """Ammunition and spares where a table counts them, the last spare included."""
    counted = State(rations=4, ammunition=0, stock=(("torch", 3), ("lantern", 0)))
    shown = " ".join(lines(counted)[3:])
    assert shown == "rations 4 ammunition 0 spare torch 3 spare lantern 0"
    assert "spare" not in " ".join(lines(State()))


def test_what_the_box_itself_is_doing_stands_beside_the_turn() -> None:
    """Listening, muted, speaking."""
    assert lines(listening=True)[0] == "turn 1  0:00  listening"
    assert lines(muted=True, speaking=True)[0] == "turn 1  0:00  muted  speaking"


def test_news_go_before_trouble_at_the_bottom() -> None:
    """A refusal takes the place of what was heard, both that of what does not work."""
    trouble = "microphone: none is plugged in"
    assert lines(trouble=trouble)[-1] == f"trouble: {trouble}"
    assert lines(trouble=trouble, heard="move on")[-1] == "heard: move on"
    refusal = "combat: say combat over first"
    assert lines(trouble=trouble, heard="move on", message=refusal)[-1] == refusal


def test_the_delve_s_name_is_shown_while_there_is_room() -> None:
    """It gives way to everything else."""
    assert lines(delve="Barrow of the Moon")[-1] == "Barrow of the Moon"
    assert "Barrow of the Moon" not in lines(State(lights=(TORCH,) * 4), delve="Barrow of the Moon")


@pytest.mark.parametrize(
    ("asking", "title"),
    [
        ("long_rest", "long rest?"),
        ("cleanup", "clean up?"),
        ("new_delve", "new delve?"),
        ("end_delve", "end the delve?"),
        ("of_a_later_version", "of a later version?"),
    ],
)
def test_a_question_shows_its_two_buttons(asking: str, title: str) -> None:
    """Turn is yes, rest is no; the question's own sentence goes before ours."""
    shown = lines(State(asking=asking))
    assert (shown[0], shown[-1]) == (title, "turn = yes  rest = no")
    own = lines(State(asking=asking), question="Danger is certain.", heard="long rest")
    assert own == [title, "Danger is certain.", "heard: long rest", "turn = yes  rest = no"]


def test_the_question_for_a_die_has_no_yes_and_no() -> None:
    """It is answered by a number or by leaving it to the box."""
    assert lines(State(asking="roll")) == ["roll the die", "say: rolled four, or: roll for us"]


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (DANGER, "turn 5  4 + 2 = 6"),
        (replace(DANGER, die=6, total=6), "turn 5  rolled 6"),
        (replace(DANGER, die=None, total=None), "turn 5  a sixth box"),
    ],
)
def test_danger_has_a_page_of_its_own(roll: LastRoll, words: str) -> None:
    """Its kind, turn and roll, and that the boxes are cleared."""
    assert lines(last_turn=roll) == ["danger", "encounter", words, "all boxes are cleared"]
    assert lines(last_turn=roll, heard="search the room")[-1] == "heard: search the room"


def test_the_page_is_chosen_by_what_matters_most() -> None:
    """A question before danger, danger before the trackers; a turn without danger is no news."""
    quiet = replace(DANGER, die=1, total=3, danger=False, kind=None)
    assert choose(View(State(asking="cleanup"), RULES, last_turn=DANGER)) == "question"
    assert choose(View(State(), RULES, last_turn=DANGER, code="048213")) == "danger"
    assert choose(View(State(), RULES, code="048213", health=())) == "code"
    assert choose(View(State(), RULES, last_turn=quiet)) == "tracker"
    assert choose(View(State(), RULES)) == "tracker"


def test_a_code_is_read_in_two_groups() -> None:
    """Large, with what to do with it; on a panel of 32 rows too."""
    assert lines(code="048213") == ["let a phone in?", "048 213", "type this on it"]


def test_goodbye_says_where_the_delve_stands() -> None:
    """What stays on the panel when the plug may be pulled."""
    state = State(completed=4, elapsed_minutes=40)
    assert goodbye_of(View(state, RULES, delve="Barrow")).lines() == [
        "goodbye",
        "turn 5, 40 min",
        "Barrow",
        "all of it is kept",
    ]
    assert goodbye_of(View(state, RULES)).lines() == ["goodbye", "turn 5, 40 min", "all of it is kept"]


def test_a_name_cannot_break_a_line_or_command_the_terminal() -> None:
    """Control characters become spaces."""
    assert lines(State(effects=(Effect("bl\x1b[2Jess\nme", 3),)))[3] == "bl [2Jess me 3"


NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80)
STATES = st.builds(
    State,
    completed=st.integers(0, 9998),
    elapsed_minutes=st.integers(0, 200_000),
    mode=st.sampled_from(["normal", "fast"]),
    escalation=st.integers(0, 5),
    bright=st.booleans(),
    split=st.booleans(),
    area=st.builds(Area, secured=st.booleans()),
    lights=st.lists(
        st.builds(
            Light,
            number=st.just(1),
            kind=st.sampled_from(["torch", "lantern", "candle", "glow worm"]),
            holder=st.none() | NAMES,
            turns_left=st.none() | st.integers(1, 144),
            lit=st.booleans(),
        ),
        max_size=40,
    ).map(tuple),
    effects=st.lists(st.builds(Effect, name=NAMES, turns_left=st.none() | st.integers(1, 144)), max_size=40).map(tuple),
    conditions=st.lists(st.builds(Condition, name=NAMES, holder=st.none() | NAMES), max_size=20).map(tuple),
    activity=st.none()
    | st.tuples(st.sampled_from(["short_rest", "long_rest", "ritual", "talk"]), st.integers(1, 48), st.booleans()).map(
        lambda each: Activity(each[0], each[1] // 2, each[1], paused=each[2])
    ),
    suspended=st.none() | st.sampled_from(["combat", "chase", "roleplay"]),
    asking=st.none() | st.sampled_from(["long_rest", "cleanup", "new_delve", "end_delve", "roll"]),
    rations=st.integers(0, 6),
    water=st.integers(0, 6),
    ammunition=st.none() | st.integers(0, 999),
)
SENTENCES = st.none() | st.text(max_size=200)
VIEWS = st.builds(
    View,
    state=STATES,
    rules=st.sampled_from([RULES, Rules.from_mapping({"profile": "old-school"})]),
    heard=SENTENCES,
    message=SENTENCES,
    trouble=SENTENCES,
    question=SENTENCES,
    delve=st.none() | NAMES,
    last_turn=st.none() | st.just(DANGER),
    listening=st.booleans(),
    muted=st.booleans(),
    speaking=st.booleans(),
    lights_asked=st.booleans(),
    health=st.none() | st.lists(st.text(max_size=100), max_size=9).map(tuple),
    code=st.sampled_from(["", "048213"]),
)


LOOKS = st.builds(Look, st.sampled_from([64, 32]), st.sampled_from(["exact", "hints", "hidden"]))


def _lit_rows(page: Page, height: int, *, from_below: bool) -> list[int]:
    """The rows of a tall panel that the page's upper or lower part lights; the lower part hangs at its last row."""
    rows = tuple(row for row in page.rows if isinstance(row, Notice | Buttons) == from_below)
    tall = height if from_below or height < 64 else 160
    picture = draw_page(Page(page.name, rows), 128, tall)
    return [y for y in range(tall) if any(picture[y * 16 : y * 16 + 16])]


@given(VIEWS, LOOKS)
def test_every_view_fits_the_panel(view: View, look: Look) -> None:
    """Whatever the delve holds, no row leaves the panel or runs into another from below."""
    page = page_of(view, look)
    upper = _lit_rows(page, look.height, from_below=False)
    lower = _lit_rows(page, look.height, from_below=True)
    assert max(upper) < min(lower, default=look.height)
    assert draw_page(page, 128, look.height)
    assert len(page.lines()) <= 15
    assert all(line.isprintable() for line in page.lines())


@given(VIEWS)
def test_a_small_panel_has_room_for_every_row_it_is_given(view: View) -> None:
    """Four rows of eight pixels; the banner of danger takes two, a sentence as many as it says."""
    rows = page_of(view, Look(32)).rows
    assert sum(2 if isinstance(row, Banner) else getattr(row, "rows", 1) for row in rows) <= 4


def test_a_small_panel_shows_turn_boxes_and_lights() -> None:
    """The turn row goes first: its number stands in the line above."""
    lantern = Light(2, "lantern", None, 30, lit=False)
    state = State(completed=4, elapsed_minutes=40, escalation=2, lights=(TORCH, lantern))
    page = page_of(View(state, RULES), Look(32))
    assert page.lines() == ["turn 5  0:40", "boxes ■■□□□ danger 4-6", "torch Anna 5", "lantern 30 doused"]


COUNTED = State(
    completed=12,
    elapsed_minutes=120,
    escalation=2,
    lights=(TORCH, Light(2, "torch", "Bryn", 2, lit=True), Light(3, "glow worm", None, None, lit=True)),
    effects=(Effect("bless", 1),),
    activity=Activity("short_rest", 2, 6),
    rations=2,
    ammunition=7,
    kept_dice=(4,),
    waiting_marks=("noise",),
    notes=("a door",),
)


def test_hints_are_words_where_numbers_were() -> None:
    """Turn and time are the table's own; what is left and how near danger is are told in words."""
    told = page_of(View(COUNTED, RULES), Look(160, "hints")).lines()
    assert told == [
        "short rest  half done",
        "danger restless",
        "turn 13, 2 h",
        "torch Anna fresh",
        "torch Bryn low",
        "glow worm no limit",
        "bless fades",
        "rations few",
        "ammunition enough",
        "notes",
    ]


def test_every_hint_of_what_is_left_has_its_level() -> None:
    """More is never shown as less."""
    for word_of, amounts in (
        (lambda left: hints.of_light(left, 36), range(1, 37)),
        (hints.of_spell, range(1, 20)),
        (hints.of_stock, range(20)),
    ):
        levels = [hints.LEVELS[word_of(amount)] for amount in amounts]
        assert levels == sorted(levels)
        assert levels[-1] == 3


def test_hidden_numbers_leave_lights_and_what_is_done() -> None:
    """No digit anywhere, but for those of names."""
    told = page_of(View(COUNTED, RULES), Look(160, "hidden")).lines()
    assert told == ["the delve", "short rest", "torch Anna", "torch Bryn", "glow worm", "bless", "notes"]


@pytest.mark.parametrize("numbers", ["hints", "hidden"])
def test_chances_and_rolls_are_kept_from_players_too(numbers: str) -> None:
    """A question's own sentence tells chances, and a danger's roll how many boxes there were."""
    look = Look(64, numbers)  # type: ignore[arg-type]
    asked = page_of(View(State(asking="long_rest"), RULES, question="Danger in 1 of 3."), look).lines()
    assert asked[1] == "danger may come in each of its turns"
    told = page_of(View(State(), RULES, last_turn=DANGER), look).lines()
    assert "4 + 2 = 6" not in " ".join(told)
    assert told[-1] == "all boxes are cleared"


BOXES = st.integers(0, 5)


@given(st.integers(1, 6), st.integers(1, 6), BOXES, BOXES, st.sampled_from([64, 32]))
def test_hidden_pages_are_the_same_whatever_the_counts(one: int, other: int, few: int, many: int, height: int) -> None:
    """Two delves that differ in what is counted alone look alike."""

    def page(turns: int, boxes: int) -> Page:
        state = State(
            completed=turns * 7,
            elapsed_minutes=turns * 70,
            escalation=boxes,
            lights=(Light(1, "torch", "Anna", turns, lit=True),),
            effects=(Effect("bless", turns),),
            activity=Activity("long_rest", turns, 48),
            rations=turns,
            stock=(("torch", turns),),
        )
        return page_of(View(state, RULES), Look(height, "hidden"))

    assert page(one, few) == page(other, many)


def test_all_that_runs_out_is_shown_to_who_asks() -> None:
    """Over the whole page; what has no row of its own stands beside another, bottom up; the rest is counted."""
    many = State(lights=tuple(Light(number, "torch", f"hero {number}", 6, lit=True) for number in range(1, 10)))
    shown = lines(many, lights_asked=True)
    assert shown == ["lights", *(f"torch hero {number} 6" for number in (1, 2, 3, 4, 9, 5, 8, 6, 7))]
    assert lines(lights_asked=True) == ["lights", "nothing burns"]
    assert page_of(View(many, RULES, lights_asked=True), Look(32)).lines()[-1] == "+4 more"
    assert choose(View(State(), RULES, last_turn=DANGER, lights_asked=True)) == "danger"


def test_health_tells_what_does_not_work_or_that_all_is_well() -> None:
    """Each trouble in a sentence; what has no room is counted."""
    assert lines(health=()) == ["all is well", "every part works"]
    assert lines(health=("microphone: none", "voice: no espeak-ng")) == [
        "health",
        "microphone: none",
        "voice: no espeak-ng",
    ]
    many = tuple(f"button {number}: taken" for number in range(9))
    assert lines(health=many)[1:] == [f"button {number}: taken" for number in range(4)] + ["+5 more"]
    small = page_of(View(State(), RULES, health=many), Look(32)).lines()
    assert small == ["health", "button 0: taken", "button 1: taken", "+7 more"]
    assert choose(View(State(asking="cleanup"), RULES, health=())) == "question"
