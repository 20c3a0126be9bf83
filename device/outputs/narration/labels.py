"""Words that take no values, by where they stand: pages in the browser, and what a house is told. Pure.

`fields` has the sentences that do.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LABELS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "web": (  # the page with the box itself
            *("title", "connected", "lost", "phrase", "say", "press", "double", "hold", "talk", "real", "keys"),
            *("heard", "go_gm", "go_table", "go_settings"),
            *("sound", "microphone", "touch", "level", "loud", "ear_box", "ear_page", "ear_other", "ear_none"),
            *("mic_insecure", "mic_denied", "mic_missing", "mic_failed", "mic_lost"),
        ),
        "door": (  # the page that lets a phone in; the last ones by the code of what went wrong
            *("title", "about", "show_code", "shown", "digits", "this_is", "master", "table", "pair", "now_master"),
            *("now_table", "go_on", "too_often", "no_code", "wrong_code", "away"),
        ),
        "settings": (  # the page of the settings, beside their keys, whose own words are the settings file's
            *("settings_title", "settings_about", "find", "shipped", "save", "discard", "saved", "has_errors"),
            *("changed_elsewhere", "cannot_write", "waits", "next_start", "next_delve", "at_once"),
            *("whole_text", "whole_text_about", "no_errors", "new_button", "button_name", "add", "without", "restart"),
            *("devices", "devices_open", "devices_about", "forget", "forgotten", "not_forgotten"),
        ),
        "gm": (  # the game master's screen
            *("title", "connected", "lost", "turn", "undo", "redo", "danger", "next_turn_odds", "no_roll", "staying"),
            *("last_roll", "no_roll_yet", "quiet", "sixth_box", "boxes_to", "noise", "attention", "calm_one"),
            *("all_calm", "bright", "split", "waiting", "own_dice", "turns", "next_turn", "move", "search"),
            *("investigate", "obstacle_loud", "obstacle_quiet", "talk", "talk_loud", "lookout", "heal", "gear"),
            *("secure", "cleanup", "lost_way", "other", "rest_one_turn", "turn_is", "set", "fast", "lights"),
            *("no_lights", "for_whom", "party", "someone_else", "light_up", "douse", "relight", "doused", "no_limit"),
            *("one_more", "one_less", "spares", "spells", "spell", "no_spells", "start", "end", "supplies"),
            *("rations", "water", "ammunition", "eat", "drink", "conditions", "no_conditions", "mark", "clear"),
            *("notes", "note", "keep", "rests", "short_rest", "long_rest", "ritual", "talk_activity", "resume"),
            *("restart", "abandon", "paused", "about_turn", "no_danger", "burns_out", "area", "searched", "stayed"),
            *("secured", "unsafe", "suspend", "combat", "chase", "roleplay", "over", "time_waits", "players"),
            *("exact", "hints", "hidden", "open_table", "history", "nothing_yet", "undone", "undo_line", "redo_line"),
            *("chance_was", "die_letter", "own_die", "phrase", "say", "heard", "be_quiet", "delve", "go_box"),
            *("go_settings", "new_delve", "end_delve", "yes_answer", "no_answer", "die_shows", "roll_for_us"),
            *("tables", "draw", "every_table", "no_draw_yet", "for_danger", "feet", "region"),
        ),
        "house": (  # how a house calls the box and what it tells
            *("title", "turn", "escalation", "danger", "danger_percent", "light", "light_percent", "light_turns"),
            *("play", "event"),
        ),
    }
)
"""By section of the narration file, the keys that it must hold."""
