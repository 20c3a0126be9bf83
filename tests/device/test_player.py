"""A whole box played line by line: mock pins, the real engine, journal, pages and narration."""

from __future__ import annotations

import pytest

from delvebox.device.hearing import Hearing
from delvebox.device.journal import Journal, JournalError
from delvebox.device.messages import Utterance, Word
from delvebox.device.player import Player
from delvebox.device.script import ScriptError
from delvebox.device.wishes import BoxError, Wishes


class Table:
    """A player with short names for tests."""

    def __init__(self, folder, **wishes):
        self.warnings = []
        wishes = {"seed": 3, "pins": "mock", "sound": False, "state_folder": folder} | wishes
        self.player = Player(Wishes(**wishes), self.warnings.append)
        self.line = 0

    def __call__(self, line):
        self.line += 1
        return self.player.play(self.line, line)


@pytest.fixture
def table(tmp_path):
    """A box with a new delve."""
    made = Table(tmp_path / "state")
    with made.player:
        yield made


def types(report):
    """The types of a line's events."""
    return [event["type"] for event in report.events]


def test_a_press_plays_a_turn_and_shows_it(table):
    """A button's bound phrase goes the whole way: turn, state, panel and a sentence."""
    report = table("press search")
    assert types(report)[0] == "turn_began"
    assert "turn_ended" in types(report)
    assert report.state["completed"] == 1
    assert report.state["area"] == {"searches": 1, "lingered": 1, "secured": False}
    assert report.panel[0].startswith("turn 2")
    assert report.spoken
    assert report.heard == []
    assert report.latency_ms["panel"] is not None
    assert report.latency_ms["sound"] is None


def test_a_typed_phrase_and_a_bound_one_do_the_same(tmp_path):
    """There is one vocabulary: typed or pressed, the same dice, events and state."""
    with Table(tmp_path / "a").player as one, Table(tmp_path / "b").player as other:
        pressed, said = one.play(1, "press search"), other.play(1, "say Search the room!")
    assert pressed.events == said.events
    assert pressed.state == said.state
    assert said.heard == [{"text": "search the room", "verdict": "accept", "reason": "phrase"}]


def test_what_is_no_phrase_changes_nothing_and_says_so(table):
    """A sentence around a phrase is table talk."""
    table("press turn")
    report = table("say could we perhaps search the room now")
    assert [(each["verdict"], each["reason"]) for each in report.heard] == [("reject", "not a phrase")]
    assert "  heard: could we perhaps search the room now (not a phrase)" in report.as_text()
    assert report.events == []
    assert report.state["completed"] == 1


def test_a_refusal_is_an_answer_and_changes_nothing(table):
    """Combat holds the turns back, and says what to say instead."""
    table("say combat")
    report = table("press turn")
    assert report.refusal == {"reason": "suspended", "say": "combat: say combat over first"}
    assert report.events == []
    assert report.state["completed"] == 0
    assert report.spoken


def test_hold_and_press_of_one_button_are_told_apart(table):
    """The noise button marks with a press and calms with a hold."""
    assert types(table("press noise")) == ["box_marked"]
    assert types(table("hold noise 0.8")) == ["boxes_calmed"]
    assert table("show").state["escalation"] == 0


def test_a_double_press_mutes_and_its_button_says_so(table):
    """Two quick presses of talk are one double; again, it listens."""
    assert "muted" in " ".join(table("double talk").panel)
    assert table("double talk").spoken == ["Listening."]


@pytest.mark.parametrize("times", ["", "gestures: {debounce_ms: 100, double_seconds: 0.12}\n"], ids=["usual", "slow"])
def test_a_finger_of_a_script_is_as_quick_as_the_settings_ask(tmp_path, times):
    """Press, double and hold are told apart whatever debounce time the pins need."""
    file = tmp_path / "delvebox.yaml"
    file.write_text(f"{times}buttons:\n  knock: {{pin: 22, press: move on, double: noise two, hold: combat}}\n")
    with Table(tmp_path / "state", settings_file=file).player as player:
        assert "turn_began" in types(player.play(1, "press knock"))
        assert player.play(2, "double knock").state["escalation"] == 2
        assert player.play(3, "hold knock 0.8").state["suspended"] == "combat"
        assert player.play(4, "double rest").refusal["reason"] == "suspended"


def test_a_double_press_of_a_button_without_one_is_two_presses(table):
    """A hand that is too quick for the button plays two turns."""
    assert table("double turn").state["completed"] == 2


def test_the_turn_button_is_yes_while_the_box_asks(table):
    """A long rest asks first; turn answers yes."""
    asked = table("hold rest 0.8")
    assert asked.state["asking"] == "long_rest"
    assert any("turn = yes" in line for line in asked.panel)
    answered = table("press turn")
    assert "question_closed" in types(answered)
    assert answered.state["asking"] is None
    assert answered.state["activity"]["kind"] == "long_rest"


def test_the_rest_button_is_no_while_the_box_asks(table):
    """A no spends no turn."""
    table("hold rest 0.8")
    report = table("press rest")
    assert report.events == [{"type": "question_closed", "question": "long_rest", "answer": "no"}]
    assert report.state["completed"] == 0


def test_a_question_lapses_after_five_seconds(table):
    """Nobody answered: that is a no, at its time and not before."""
    table("hold rest 0.8")
    assert table("wait 4.5").state["asking"] == "long_rest"
    report = table("wait 0.6")
    assert report.events == [{"type": "question_closed", "question": "long_rest", "answer": "lapsed"}]


def test_a_lapsed_time_of_minutes_is_handled_in_order(table):
    """A long wait closes the question at five seconds, not at its end."""
    table("hold rest 0.8")
    assert table("wait 500").state["asking"] is None


def test_ten_minutes_of_talk_are_reminded_once(table):
    """The debate clock speaks once, and again only after the next turn."""
    table("press turn")
    assert table("wait 599").spoken == []
    assert len(table("wait 2").spoken) == 1
    assert table("wait 2000").spoken == []
    table("press turn")
    assert len(table("wait 601").spoken) == 1


def test_combat_stops_the_debate_clock(table):
    """Nothing reminds of time in combat."""
    table("say combat")
    assert table("wait 3000").spoken == []


def test_a_power_cut_loses_nothing(table):
    """State, history and kept dice are as before; undo and redo reach over the cut."""
    table("press search")
    table("say light a torch")
    table("press turn")
    table("die 2 5")
    before = table("show").state
    report = table("cut")
    assert report.state == before
    undone = table("say undo").state
    assert undone["completed"] == 1
    assert undone["kept_dice"] == [2, 5]
    assert table("say redo").state == before


def test_an_open_question_survives_a_power_cut(table):
    """It is asked again, and lapses in its own time."""
    table("hold rest 0.8")
    report = table("cut")
    assert report.state["asking"] == "long_rest"
    assert table("wait 5.1").state["asking"] is None


def test_several_dice_are_used_in_order(table):
    """The table's dice are the next danger rolls."""
    table("die 2 3")
    assert table("press turn").state["last_danger"]["die"] == 2
    assert table("press search").state["last_danger"]["die"] == 3
    assert table("show").state["kept_dice"] == []


def test_a_note_is_written_and_taken_back(table):
    """Any words go into the delve, over a power cut too; a blank or endless one is a refusal like any other."""
    said = table('note The door\'s face: "who goes there?" ⚔')
    assert said.state["notes"] == ['The door\'s face: "who goes there?" ⚔']
    assert [event["type"] for event in said.events] == ["note_added"]
    assert said.spoken == ["Noted."]
    assert table("cut").state["notes"] == said.state["notes"]
    assert table(f"note {'x' * 501}").refusal["reason"] == "bad_name"
    assert table("say undo").state["notes"] == []


def test_a_yes_to_a_new_delve_begins_one(table):
    """The old delve stays in the journal; undo does not reach into it."""
    table("press search")
    table("say new delve")
    report = table("say yes")
    assert report.state["completed"] == 0
    assert table("say undo").refusal["reason"] == "nothing_to_undo"
    assert table("cut").state["completed"] == 0


def test_what_the_journal_cannot_write_is_not_told_and_not_done(table, monkeypatch):
    """A full disk leaves the state as before, says so, and goes on when there is room."""
    table("press search")
    before = table("show").state

    def refuse(*_arguments):
        raise JournalError("the journal: the disk is full: free some space there and try again")

    monkeypatch.setattr(Journal, "append", refuse)
    report = table("press search")
    assert report.state == before
    assert report.events == []
    assert report.troubles == ["the journal: the disk is full: free some space there and try again"]
    assert any("disk is full" in line for line in report.panel)
    monkeypatch.undo()
    assert table("press search").state["completed"] == 2


def test_danger_gives_way_to_the_next_turn(table):
    """The panel shows danger until something else happens."""
    table("die 6 2")
    assert table("press turn").panel[0] == "danger"
    assert table("press turn").panel[0].startswith("turn 3")


def test_danger_gives_way_after_a_while(table):
    """Nobody needs to press for the trackers to come back."""
    table("die 6")
    table("press turn")
    assert table("wait 7").panel[0] == "danger"
    assert table("wait 2").panel[0].startswith("turn 2")


def test_an_unknown_button_is_an_error_that_names_the_buttons(table):
    """The script has a slip, and the box does not guess."""
    with pytest.raises(ScriptError, match="no button 'trun': there are turn, search, noise, light, rest, talk"):
        table("press trun")


def test_a_second_box_on_the_same_state_says_who_runs(table, tmp_path):
    """One instance at a time."""
    with pytest.raises(BoxError, match=r"process \d+ .*uses it"):
        Table(tmp_path / "state")


def test_a_delve_goes_on_in_the_next_run(tmp_path):
    """The state folder holds everything; a run's seed counts for new delves alone."""
    with Table(tmp_path / "state").player as first:
        first.play(1, "press search")
        before = first.play(2, "say light a torch").state
    with Table(tmp_path / "state", seed=99).player as second:
        assert second.play(1, "show").state == before


def test_what_a_box_says_as_it_starts_is_a_report_of_its_own(tmp_path):
    """A new delve says nothing; a resumed one where it stands, before any line was played and in no line's report."""
    with Table(tmp_path / "state").player as first:
        assert (first.opening.spoken, first.opening.as_text()) == ([], [])
        first.play(1, "press search")
    with Table(tmp_path / "state").player as second:
        assert (second.opening.line, second.opening.input) == (0, "")
        assert second.opening.as_text() == ["  said: Welcome back. It is turn two."]
        assert second.opening.state["completed"] == 1
        assert second.play(1, "show").spoken == []


def test_every_utterance_of_a_recording_is_reported(table, monkeypatch):
    """Where the box always listens, a file may hold several: each stands in the line's report, in order."""
    said = [Utterance(((Word(word, 0.0, 1.0),),), "hold", 0.0, 1.0, 1.0) for word in ("undo", "hmm", "status")]
    monkeypatch.setattr(Hearing, "recognise_file", lambda *_: said)
    report = table("hear talk.wav")
    assert [each["text"] for each in report.heard] == ["undo", "hmm", "status"]
    assert report.as_text()[1:4] == ["  heard: undo", "  heard: hmm (not a phrase)", "  heard: status"]


def test_bad_settings_start_the_box_with_the_last_good_ones(tmp_path):
    """The error is told with its line, on the panel too; the buttons of the last good settings work."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("buttons:\n  knock: {pin: 22, press: search the room}\n")
    with Table(tmp_path / "state", settings_file=file).player as first:
        assert first.play(1, "press knock").state["completed"] == 1
    file.write_text("buttons:\n  knock: {pin: 99, press: on}\n")
    table = Table(tmp_path / "state", settings_file=file)
    with table.player:
        report = table("press knock")
        assert report.state["completed"] == 2
        assert any("settings" in line for line in report.panel)
    assert any("line 2" in warning and "99" in warning for warning in table.warnings)


def test_a_button_bound_to_no_phrase_is_told_with_its_line(tmp_path):
    """Bound words are checked against the phrasebook when the settings are read."""
    file = tmp_path / "delvebox.yaml"
    file.write_text("buttons:\n  knock:\n    pin: 22\n    press: knock knock\n")
    table = Table(tmp_path / "state", settings_file=file)
    with table.player:
        pass
    assert any("line 4" in warning and "knock knock" in warning for warning in table.warnings)


def test_a_bad_phrasebook_is_told_and_the_shipped_one_is_used(tmp_path):
    """A table that broke its phrasebook can still play."""
    book = tmp_path / "book.yaml"
    book.write_text("language: en\nintents:\n  search:\n    data: 7\n")
    file = tmp_path / "delvebox.yaml"
    file.write_text(f"speech: {{phrasebook: {book}}}\n")
    table = Table(tmp_path / "state", settings_file=file)
    with table.player:
        assert table("say search the room").state["completed"] == 1
        assert any("phrasebook" in line for line in table("wait 10").panel)


def test_a_wav_that_cannot_be_heard_is_told_and_changes_nothing(table, tmp_path):
    """The sentence names the file and the cure."""
    bad = tmp_path / "bad.wav"
    bad.write_bytes(b"not a wav")
    report = table(f"hear {bad}")
    assert report.heard[0]["verdict"] != "accept"
    assert report.events == []
    assert report.troubles
