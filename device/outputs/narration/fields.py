"""What a narration file must hold, and which fields each of its sentences may use. Pure.

Sentences on what happened are in `event_fields`, on refusals in `refusal_fields`, those of the evening's record in
`record_fields`, and words without fields in `labels`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ....engine.explained import EXPLAINED
from .sentences import Field, Fields

NUMBER, TEXT, FLAG, LIST = Field("number"), Field("text"), Field("flag"), Field("list")
NO_FIELDS: Fields = MappingProxyType({})
SOME_TEXT, SOME_NUMBER = Field("text", optional=True), Field("number", optional=True)

QUESTIONS: Mapping[str, Fields] = MappingProxyType(
    {
        "long_rest": {"odds": SOME_TEXT, "burning_out": LIST},
        "cleanup": {},
        "new_delve": {},
        "end_delve": {},
        "roll": {"faces": TEXT},
    }
)

PARTS: Mapping[str, Fields] = MappingProxyType(
    {
        "turn": {"turn": NUMBER, "turns": NUMBER, "action": TEXT, "fast": FLAG, "activity": SOME_TEXT},
        "escalation": {"boxes": NUMBER, "faces": SOME_TEXT, "mode": TEXT},
        "faces": {"certain": FLAG, "low": NUMBER, "high": NUMBER, "faces": NUMBER},
        "odds": {"percent": NUMBER},
        "row_tail": {},
        "undone": {"what": TEXT, "turn": NUMBER},
        "redone": {"what": TEXT, "turn": NUMBER},
        "again": {"said": TEXT},
        "duration": {"hours": NUMBER, "minutes": NUMBER},
        "light": {"kind": TEXT, "holder": SOME_TEXT, "turns_left": SOME_NUMBER, "lit": FLAG},
    }
)
"""Pieces that are put together from several events, or from the state."""

ANSWERS: Mapping[str, Fields] = MappingProxyType(
    {
        "now": {"turn": NUMBER, "completed": NUMBER, "time": TEXT, "fast": FLAG},
        "suspended": {"kind": TEXT},
        "activity": {"kind": TEXT, "done": NUMBER, "total": NUMBER},
        "asking": {"question": TEXT},
        "no_light": {},
        "dangerous": {
            "boxes": NUMBER,
            "faces": SOME_TEXT,
            "percent": SOME_NUMBER,
            "certain": FLAG,
            "staying": NUMBER,
            "mode": TEXT,
        },
        "bright": {},
        "split": {},
        "secured": {},
        "condition": {"name": TEXT, "holder": SOME_TEXT},
        "effect": {"name": TEXT, "turns_left": SOME_NUMBER},
        "supply": {"supply": TEXT, "left": NUMBER},
        "spare": {"kind": TEXT, "left": NUMBER},
        "kept_dice": {"dice": LIST},
        "waiting_marks": {"count": NUMBER},
        "notes": {"count": NUMBER},
    }
)
"""Pieces of the answers to status, how much light, how dangerous and what time."""

ATMOSPHERE: Mapping[str, Fields] = MappingProxyType({"turn": {"action": TEXT}, "danger": {"kind": SOME_TEXT}})
"""What may be told after a turn, and in its place after one in which danger came."""

STEPS: Mapping[str, Fields] = MappingProxyType(
    {
        "declare": {"turn": NUMBER},
        "resolve": {"action": TEXT, "check": SOME_TEXT},
        "consume": {},
        "danger": {"danger": FLAG},
        "update": {"moved": FLAG, "danger": FLAG},
    }
)
"""What the five steps of a turn remind the game master of; `turn` is the next one, `check` the action's."""

PANEL: Mapping[str, Fields] = MappingProxyType(
    {
        "turn": {"turn": NUMBER},
        "now": {"turn": NUMBER, "time": TEXT},
        "duration": {"hours": NUMBER, "minutes": NUMBER},
        "turns": {},
        "boxes": {},
        "danger_on": {"faces": SOME_TEXT},
        "danger": {},
        "boxes_cleared": {},
        "sixth_box": {},
        "rolled": {"die": NUMBER},
        "waits": {"kind": TEXT},
        "left": {"left": NUMBER},
        "spare": {"kind": TEXT},
        "bright": {},
        "split": {},
        "secured": {},
        "fast": {},
        "kept_dice": {"dice": TEXT, "more": NUMBER},
        "waiting_marks": {"count": NUMBER},
        "notes": {"count": SOME_NUMBER},
        "more": {"count": NUMBER},
        "the_delve": {},
        "health": {},
        "all_well": {},
        "every_part_works": {},
        "lights": {},
        "no_lights": {},
        "code": {},
        "type_code": {},
        "can_say": {},
        "goodbye": {},
        "pull_plug": {},
        "all_kept": {},
        "delve_over": {},
        "not_now": {},
        "feet": {"feet": NUMBER},
        **{f"{part}_{question}": {} for question in QUESTIONS for part in ("title", "about")},
    }
)
"""What stands on the panel, with numbers in digits; danger_on has no faces where danger is certain."""

LIKELY: Mapping[str, Fields] = MappingProxyType(
    {
        **dict.fromkeys(("yes", "no", "repeat", "roll_for_us"), NO_FIELDS),
        **dict.fromkeys(("next_turn", "search", "move", "short_rest", "long_rest"), NO_FIELDS),
        **dict.fromkeys(("resume_rest", "abandon_rest", "continue_ritual", "abandon_ritual"), NO_FIELDS),
        **dict.fromkeys(("how_much_light", "status", "how_dangerous"), NO_FIELDS),
        "rolled": {"n": NUMBER},
        "suspend": {"kind": TEXT},
        "end_suspension": {"kind": TEXT},
        "light": {"kind": TEXT},
        "relight": {"kind": TEXT, "holder": SOME_TEXT},
    }
)
"""Phrases as people say them, by intent, for who asks what can be said."""

LISTING: Mapping[str, Fields] = MappingProxyType(
    {
        "press": {"button": TEXT},
        "double": {"button": TEXT},
        "hold": {"button": TEXT},
        "clockwise": {"button": TEXT},
        "counterclockwise": {"button": TEXT},
        "talk": {"button": TEXT},
        "wake": {"phrase": TEXT},
        "number": {},
        "legend": {"number": TEXT},
    }
)
"""What stands beside the phrases in their list (`delvebox phrases`)."""

CONSOLE: Mapping[str, Fields] = MappingProxyType(
    {
        **dict.fromkeys(("heard_nothing", "played", "refused", "said", "told", "trouble", "ready", "panel"), NO_FIELDS),
        **dict.fromkeys(("enter_says", "tab_holds", "ends", "closing", "busy_say", "busy_press"), NO_FIELDS),
        "panel_fails": {"given": TEXT},
        "lines_lost": {"count": NUMBER},
        "too_long": {"length": NUMBER, "most": NUMBER},
        "note_needs_text": {},
        "real_buttons": {"verb": TEXT},
        "how_to_press": {"verb": TEXT, "listed": TEXT},
        "no_button": {"verb": TEXT, "given": TEXT, "listed": TEXT},
        "no_time": {"given": TEXT, "most": NUMBER},
        "held_down": {"verb": TEXT, "given": TEXT},
    }
)
"""What the console tells: words before what happened, what the keys do, what cannot be typed; numbers in digits."""

REJECTIONS = (
    *("silence", "too quiet", "not a phrase", "unknown words", "two phrases", "window closed", "speaking"),
    *("nothing asked", "others talking", "trouble"),
)
REJECTION_FIELDS: Fields = MappingProxyType({"text": TEXT})

TROUBLES = (
    *("settings", "recovery", "snapshots", "phrasebook", "tables", "theme", "pins", "button", "lamp", "buzzer"),
    *("speech", "microphone", "clips", "voice", "loudspeaker", "sound files", "panel", "journal", "watchdog"),
    *("web", "mqtt", "power", "hearing", "fault"),
)
"""Parts of the box that may not work, and what else may go wrong: what was said was not heard, a fault of the box."""
TROUBLE_FIELDS: Fields = MappingProxyType({"sentence": TEXT})

EXPLAINED_FIELDS: Fields = MappingProxyType({"sentence": TEXT})

BOX: Mapping[str, tuple[str, Fields]] = MappingProxyType(
    {
        "mended": ("answer", {}),
        "resumed": ("turn", {"turn": NUMBER}),
        "not_recorded": ("answer", {}),
        "debate": ("colour", {"minutes": NUMBER}),
        "nothing_said": ("answer", {}),
        "can_say": ("answer", {"phrases": LIST}),
        "muted": ("answer", {"button": SOME_TEXT, "gesture": SOME_TEXT}),
        "still_muted": ("answer", {"button": SOME_TEXT, "gesture": SOME_TEXT}),
        "listening": ("answer", {}),
        "nothing_heard": ("answer", {}),
        "volume": ("answer", {"percent": NUMBER}),
        "rate": ("answer", {"words": NUMBER}),
        "rules_changed": ("colour", {}),
        "tables_left_out": ("answer", {}),
        "paired": ("answer", {"grant": TEXT}),
        "switches_off": ("answer", {"seconds": NUMBER}),
        "stays_on": ("answer", {}),
        "switched_off": ("answer", {}),
    }
)
"""What the box says of itself: the cue's priority, and the sentence's fields."""


def explained() -> frozenset[str]:
    """Every cause and every rule that explains an event."""
    return frozenset(text for rows in EXPLAINED.values() for row in rows for text in (row.cause, row.rule) if text)
