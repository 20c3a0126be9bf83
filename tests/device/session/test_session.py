"""The loop with real parts: pins that are driven from the far end, journal, engine, narration, pages."""

from __future__ import annotations

import errno
import threading
from dataclasses import replace

import pytest

from delvebox.device import kept as kept_module
from delvebox.device.bootstrap import Box
from delvebox.device.clips import ClipFolder
from delvebox.device.clock import RealClock, VirtualClock
from delvebox.device.inputs.buttons import Buttons
from delvebox.device.journal import Journal, JournalError
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import (
    Heard,
    ListeningChanged,
    PartChanged,
    Played,
    SpeakingChanged,
    Stop,
    Told,
    Troubled,
    Typed,
    Utterance,
    Verdict,
    VoiceWished,
    Word,
)
from delvebox.device.outputs import showing as showing_module
from delvebox.device.outputs.narration import Narration
from delvebox.device.outputs.narration.fields import REJECTIONS
from delvebox.device.wishes import Wishes

TALK_SECONDS = 0.2


class Table:
    """A started box without sound, and what it told."""

    def __init__(self, folder, settings="", clock=None):
        folder.mkdir(exist_ok=True)
        file = folder / "delvebox.yaml"
        file.write_text(settings or "voice: {enabled: false}\n")
        self.clock = clock or VirtualClock()
        self.facts = []
        self.box = Box(Wishes(folder, file, seed=3, pins="mock", sound=False), self.clock, Mailbox(), self.observe)
        self.box.start()
        self.box.session.drain()

    def observe(self, fact):
        self.facts.append(fact)

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.box.close()

    @property
    def state(self):
        return self.box.session.state

    @property
    def panel(self):
        return " | ".join(self.box.announcer.panel.page.lines())

    def told(self, kind):
        """The facts of a kind since the last look."""
        found = [fact for fact in self.facts if isinstance(fact, kind)]
        self.facts = []
        return found

    def said(self):
        return [fact.cue.text for fact in self.told(Told)]

    def put(self, *messages):
        for message in messages:
            self.box.mailbox.offer(message)
        self.box.session.drain()

    def type(self, *phrases):
        self.put(*(Typed(phrase) for phrase in phrases))

    def wait(self, seconds):
        """As the real loop: whatever comes due on the way is done at its time."""
        target = self.clock.now_seconds() + seconds
        while (due := self.box.session.deadline_seconds) is not None and due <= target:
            self.clock.advance(max(0.0, due - self.clock.now_seconds()))
            self.box.session.drain()
        self.clock.advance(max(0.0, target - self.clock.now_seconds()))
        self.box.session.drain()

    def down(self, button):
        self.box.buttons.drive(button, pressed=True)
        self.box.session.drain()

    def up(self, button):
        self.box.buttons.drive(button, pressed=False)
        self.box.session.drain()

    def press(self, button):
        self.down(button)
        self.wait(0.08)
        self.up(button)
        self.wait(0.08)

    def press_twice(self, button):
        self.press(button)
        self.press(button)


def utterance(text, way="hold", trouble=None):
    """What the listener puts when somebody said `text`."""
    words = tuple(Word(word, 0.0, 0.1) for word in text.split())
    return Utterance((words,) if words else (), way, 0.0, 1.0, 1.0, trouble)


def refuse_to_write(*_arguments):
    """Stands in for `Journal.append` on a full disk."""
    raise JournalError("the journal: the disk is full: free some space there and try again")


def full_disk(*_arguments):
    """Stands in for `write_whole` on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture
def table(tmp_path):
    """A box with a new delve."""
    with Table(tmp_path) as made:
        yield made


# -- the loop -------------------------------------------------------------------------------------------


def test_a_flood_of_messages_keeps_no_timer_waiting(table):
    """Each message brings the next, as a long script in a pipe does: panel and buttons have their turn all the same."""
    flood = iter(range(10_000))

    def observe(fact):
        if isinstance(fact, Heard):
            next(flood)
            table.box.mailbox.put(Typed("make some noise"))

    table.box.announcer._observe = observe
    table.type("make some noise")
    assert next(flood) == 1
    assert table.state.escalation == 1
    assert "danger 5-6" in table.panel


def test_stop_ends_the_loop_before_what_waits(tmp_path):
    """SIGTERM under load: what was not played is neither told nor lost, the table says it again."""
    with Table(tmp_path, clock=RealClock()) as table:
        for _ in range(200):
            table.box.mailbox.put(Typed("search the room"))
        table.box.mailbox.put(Stop("SIGTERM"))
        table.box.mailbox.put(Stop("SIGTERM again"))
        table.box.session.run()
        assert table.state.completed == 0
        assert table.told(Played) == []


def test_the_loop_wakes_for_a_message_of_another_thread(tmp_path):
    """Though no timer is due for minutes."""
    with Table(tmp_path, clock=RealClock()) as table:

        def observe(fact):
            if isinstance(fact, Told):
                table.box.mailbox.offer(Stop("heard enough"))

        table.box.announcer._teller._observe = observe
        threading.Timer(0.05, table.box.mailbox.put, [Typed("search the room")]).start()
        table.box.session.run()
        assert table.state.completed == 1


@pytest.mark.parametrize("missing", ["cues", "refusal", "rejected", "answer", "box"])
def test_a_fault_of_the_narration_is_told_and_does_not_end_the_loop(table, monkeypatch, missing):
    """A sentence that nobody wrote costs that sentence: what the journal holds is in the state, and the box goes on."""

    def fail(*_arguments, **_values):
        raise KeyError("no such sentence")

    monkeypatch.setattr(Narration, missing, fail)
    table.type("search the room", "resume rest", "what shall we do", "status", "louder")
    assert table.state.completed == 1
    assert any("no such sentence" in trouble.sentence for trouble in table.told(Troubled))
    monkeypatch.undo()
    table.type("move on")
    assert table.state.completed == 2
    assert table.said()


def test_a_page_that_cannot_be_made_does_not_end_the_loop(table, monkeypatch):
    """The panel keeps its last page; the next one that can be made is shown."""

    def fail(*_view):
        raise ValueError("no such page")

    monkeypatch.setattr(showing_module, "page_of", fail)
    table.type("search the room")
    assert table.state.completed == 1
    assert any("no such page" in trouble.sentence for trouble in table.told(Troubled))
    monkeypatch.undo()
    table.wait(30)
    assert "turn 2" in table.panel


def test_what_the_observer_does_wrong_does_not_end_the_loop(table):
    """A console that fails costs its line."""

    def observe(fact):
        if isinstance(fact, Heard):
            raise OSError("no terminal")

    table.box.announcer._observe = observe
    table.type("search the room")
    table.box.announcer._observe = table.observe
    table.type("move on")
    assert table.state.completed == 1


# -- what the box asks ----------------------------------------------------------------------------------


def test_a_question_waits_for_a_finger_that_is_down(table):
    """The no was begun before the time was over: it must not become a short rest."""
    table.type("long rest")
    table.wait(4.95)
    table.down("rest")
    table.wait(0.2)
    assert table.state.asking == "long_rest"
    table.up("rest")
    table.wait(0.1)
    assert table.state.asking is None
    assert table.state.activity is None
    assert table.state.completed == 0


def test_a_yes_begun_in_time_counts(table):
    """The button has to stand still for a moment before it counts, and the time is over meanwhile."""
    table.type("long rest")
    table.wait(4.99)
    table.down("turn")
    table.wait(0.1)
    assert table.state.activity.kind == "long_rest"


def test_a_question_waits_while_somebody_talks_and_is_understood(table):
    """The talk button is held as the time ends; the recogniser needs its moment too."""
    table.type("long rest")
    table.wait(4)
    table.down("talk")
    table.wait(3)
    table.up("talk")
    table.wait(2)
    assert table.state.asking == "long_rest"
    table.put(utterance("no"))
    assert table.state.asking is None
    assert table.told(Played)[-1].entry.events[0].answer == "no"


def test_a_button_that_stays_down_does_not_keep_a_question_open(table):
    """A bag on the noise button: its gesture is over, and the question lapses."""
    table.down("noise")
    table.wait(2)
    table.type("long rest")
    table.wait(5.1)
    assert table.state.asking is None


def test_the_time_to_answer_counts_from_the_end_of_the_sentence(table):
    """A long question is no shorter time to think."""
    table.type("long rest")
    table.put(SpeakingChanged(True))
    table.wait(20)
    assert table.state.asking == "long_rest"
    table.put(SpeakingChanged(False))
    table.wait(4.9)
    assert table.state.asking == "long_rest"
    table.wait(0.2)
    assert table.state.asking is None


def test_an_open_question_is_asked_again_after_the_power_was_gone(tmp_path):
    """Nobody remembers after a power cut what the box wants to know."""
    with Table(tmp_path) as table:
        table.type("long rest")
        asked = table.said()[-1]
    with Table(tmp_path) as table:
        assert table.said()[-1] == asked
        assert asked[:12] in table.panel.replace(" | ", " ")


def test_undo_that_opens_a_question_asks_it_again(table):
    """Taking the answer back leaves the question, which lapses as any other."""
    table.type("long rest")
    asked = table.said()[-1]
    table.type("no", "undo")
    assert table.state.asking == "long_rest"
    assert table.said()[-1] == asked
    table.wait(5.1)
    assert table.state.asking is None


def test_a_refusal_leaves_the_question_open_and_its_time_runs(table):
    """Something that makes no sense now is no answer."""
    table.type("long rest")
    table.wait(3)
    table.type("combat over")
    assert table.state.asking == "long_rest"
    table.wait(2.1)
    assert table.state.asking is None


def test_nobody_is_reminded_in_mid_sentence(table):
    """The debate clock stands still while the talk button is held: the box would hear its own reminder."""
    table.wait(599)
    table.down("talk")
    table.wait(10)
    assert table.said() == []
    table.up("talk")
    table.wait(2)
    assert len(table.said()) == 1


def test_the_tables_die_is_waited_for_as_long_as_it_takes(tmp_path):
    """It rolls behind somebody's cup: the turn does not lapse, and it is no debate either."""
    with Table(tmp_path, "rules: {danger: {roll: table}}\n") as table:
        table.type("search the room")
        table.said()
        table.wait(3600)
        assert table.state.asking == "roll"
        assert table.said() == []
        table.type("rolled two")
        assert table.state.completed == 1


def test_a_lapse_that_cannot_be_written_is_tried_once(table, monkeypatch):
    """On a full disk the box does not try it over and over; the next command closes the question."""
    table.type("long rest")
    with monkeypatch.context() as full_disk:
        full_disk.setattr(Journal, "append", refuse_to_write)
        table.told(Troubled)
        table.wait(60)
        assert len([text for text in table.said() if "written down" in text]) == 1
    assert table.state.asking == "long_rest"
    table.type("search the room")
    assert table.state.asking is None


# -- debate ---------------------------------------------------------------------------------------------------


def test_a_debate_that_is_spent_plays_a_turn_of_talk(tmp_path):
    """Every ten minutes, until the table declares something."""
    with Table(tmp_path, "rules: {debate: {mode: spend}}\n") as table:
        table.wait(1199)
        assert table.state.completed == 1
        assert table.state.last_action.action == "talk"


def test_the_debate_begins_anew_with_a_new_delve(table):
    """What was talked before belongs to the old one."""
    table.wait(590)
    table.type("new delve", "yes")
    table.said()
    table.wait(595)
    assert table.said() == []
    table.wait(10)
    assert len(table.said()) == 1


# -- ear and voice of the box -----------------------------------------------------------------------------


def test_the_button_that_mutes_also_ends_it(table):
    """Nothing hears "listen again" then."""
    table.press_twice("talk")
    assert "muted" in table.panel
    table.told(Told)
    table.press_twice("talk")
    table.wait(5)
    assert "muted" not in table.panel


def test_mute_typed_twice_is_mute(table):
    """Words mean what they say: only the button goes back and forth."""
    table.type("mute", "mute")
    assert table.box.announcer.signs.muted
    table.type("listen again")
    assert not table.box.announcer.signs.muted


def test_talking_to_a_muted_box_is_answered(table):
    """Who holds the talk button learns that nothing is heard, and what to do."""
    table.type("mute")
    table.told(Told)
    table.down("talk")
    table.wait(TALK_SECONDS + 0.1)
    assert table.said() == ["Still muted: press talk twice to be heard."]
    assert "muted" in table.panel


MUTE_BUTTONS = {
    "voice: {enabled: false}": "press talk twice to be heard.",
    "buttons: {talk: {double: null}, noise: {hold: mute}}": "hold noise to be heard.",
    "buttons: {talk: {double: null}, noise: {press: stop listening}}": "press noise to be heard.",
    "buttons: {talk: {double: null}}": "type listen again to be heard.",
}


@pytest.mark.parametrize("settings", MUTE_BUTTONS)
def test_mute_says_how_it_is_ended(tmp_path, settings):
    """By the hand that ends it at this table; nothing hears "listen again" then."""
    with Table(tmp_path, settings + "\n") as table:
        table.type("mute")
        assert table.said() == ["Muted: " + MUTE_BUTTONS[settings]]
        assert "muted" in table.panel
        assert table.box.announcer._lasting_pattern == "muted"


def test_mute_is_kept_over_a_restart(tmp_path):
    """The new run hears nothing either, and says how to end it; then it is over for good."""
    with Table(tmp_path) as table:
        table.type("mute")
    with Table(tmp_path) as table:
        assert table.said()[-1] == "Still muted: press talk twice to be heard."
        assert "muted" in table.panel
        table.press_twice("talk")
        assert not table.box.announcer.signs.muted
    with Table(tmp_path) as table:
        assert "muted" not in " ".join(table.said()).lower()
        assert not table.box.announcer.signs.muted


def test_volume_and_rate_are_kept_until_the_settings_say_something_else(tmp_path):
    """What the table said stays; a person who edits the settings gets what they wrote, of that alone."""
    settings = "voice: {enabled: false, volume: %d, rate: %d}\n"
    with Table(tmp_path, settings % (50, 200)) as table:
        table.type("louder", "speak slower", "speak slower")
    with Table(tmp_path, settings % (50, 200)) as table:
        assert (table.box.narrator.change_volume(0), table.box.narrator.change_rate(0)) == (60, 160)
    with Table(tmp_path, settings % (30, 200)) as table:
        assert (table.box.narrator.change_volume(0), table.box.narrator.change_rate(0)) == (30, 160)
        table.type("softer")
    with Table(tmp_path, settings % (30, 200)) as table:
        assert (table.box.narrator.change_volume(0), table.box.narrator.change_rate(0)) == (20, 160)


def test_a_silent_box_says_so_on_its_panel(tmp_path):
    """When it becomes silent, and when it starts so: who hears nothing must see why."""
    with Table(tmp_path, "voice: {enabled: false, volume: 10}\n") as table:
        table.type("softer")
        assert "voice is off" in table.panel
    with Table(tmp_path, "voice: {enabled: false, volume: 10}\n") as table:
        assert "voice is off" in table.panel
        table.type("louder")
        assert "volume ten" in table.panel.lower()


def test_a_change_that_cannot_be_written_down_counts_all_the_same(table, tmp_path, monkeypatch):
    """Mute must work on a full disk too; the table is told that it will not last."""
    monkeypatch.setattr(kept_module, "write_whole", full_disk)
    table.type("mute")
    assert table.box.announcer.signs.muted
    why = f"{tmp_path / 'voice.json'} cannot be written (No space left on device)"
    told = [trouble.sentence for trouble in table.told(Troubled)]
    assert told == [f"{why}: the change lasts until the box stops, see to the disk"]


def test_a_muted_box_answers_who_talks_with_the_tone_of_what_was_not_understood(table, tones):
    """Every sound has its sign, and the closed ear its sound."""
    table.type("mute")
    table.down("talk")
    table.wait(TALK_SECONDS + 0.1)
    assert tones == ["not_understood"]


def test_talk_that_does_not_wake_the_box_is_not_answered(table):
    """The table talks all evening: neither voice nor lamp says anything to it."""
    table.put(replace(utterance("search the room", way="wake"), woken=False))
    assert table.state.completed == 0
    assert table.said() == []
    table.put(utterance("search the", way="wake"))
    assert table.said() == ["Not understood: say it again."]


def test_a_short_press_of_the_talk_button_taps_where_that_is_set(tmp_path):
    """And is answered where nothing can be heard."""
    with Table(tmp_path, "speech: {ways: [tap]}\n") as table:
        table.press("talk")
        table.wait(0.5)
        assert any("without a microphone" in fact.sentence for fact in table.told(Troubled))


def test_talking_to_a_box_that_hears_nothing_is_answered(table):
    """No microphone in this run: the panel says so instead of nothing at all."""
    table.down("talk")
    table.wait(TALK_SECONDS + 0.1)
    assert [trouble.sentence for trouble in table.told(Troubled)] == [
        "nothing was heard: this run is without a microphone"
    ]
    assert "nothing was heard" in table.panel


def test_repeat_says_the_danger_with_its_turn(table):
    """All that was said of the last command, not its last sentence alone."""
    table.type("rolled six", "search the room")
    told = table.said()[-2:]
    assert told[0].startswith("Danger")
    table.type("repeat that")
    assert table.said() == told


def test_what_is_not_worth_a_word_is_not_repeated(table, monkeypatch):
    """A command that the narration passes over leaves what was said before it."""
    table.type("search the room")
    told = table.said()
    with monkeypatch.context() as silent:
        silent.setattr(Narration, "cues", lambda *_arguments: [])
        table.type("make some noise")
    table.type("repeat that")
    assert table.said() == told


@pytest.mark.parametrize("between", ["louder", "softer", "listen again", "make me a sandwich"])
def test_what_is_said_of_the_voice_itself_is_not_repeated(table, between):
    """After "louder" the table wants what it could not hear."""
    table.type("search the room")
    told = table.said()
    table.type(between)
    table.told(Told)
    table.type("repeat that")
    assert table.said() == told


def test_the_box_without_a_voice_shows_what_it_says_by_itself(table):
    """The reminder of the debate clock is on the panel too."""
    table.wait(601)
    assert "ten minutes of talk" in table.panel.lower()


class Ear:
    """A listener that notes what it is asked to do."""

    def __init__(self):
        self.asked = []

    def open_window(self):
        self.asked.append("open")

    def close_window(self):
        self.asked.append("close")

    def set_muted(self, muted):
        self.asked.append("mute" if muted else "hear")

    def set_speaking(self, speaking, *, tone=False):
        self.asked.append(("a tone" if tone else "box speaks") if speaking else "box is silent")


@pytest.fixture
def tones(table, monkeypatch):
    """The tones that the table's box plays."""
    played = []
    monkeypatch.setattr(table.box.narrator, "tone", played.append)
    return played


def test_who_talks_hears_what_became_of_it_before_any_word(table, tones, monkeypatch):
    """One tone for an open ear, one for what was understood, one for what was not; the sentence comes after it."""
    monkeypatch.setattr(table.box.narrator, "say", lambda cue: tones.append(cue.text))
    table.put(ListeningChanged(True))
    assert "listening" in table.panel
    table.put(ListeningChanged(False), utterance("search the room"))
    assert tones[:2] == ["open", "understood"]
    assert len(tones) > 2
    tones.clear()
    table.put(utterance("search the", way="tap"), utterance("", way="hold", trouble="no microphone"))
    assert tones == ["not_understood", "Not understood: say it again.", "not_understood"]


def test_an_ear_that_heard_nobody_shows_it_and_says_nothing(table, tones):
    """The window closes with the falling tone; the panel says why it sounded."""
    table.put(utterance("", way="tap"))
    assert tones == ["not_understood"]
    assert table.said() == []
    assert "nothing was heard" in table.panel.lower()


def test_a_talk_button_held_without_a_word_shows_what_can_be_said(table, tones):
    """The panel says that nothing was heard and gives three phrases; the voice is silent, and so is it after a tap."""
    table.put(utterance("", way="tap"))
    assert "you can say" not in table.panel
    table.put(utterance("", way="hold"))
    assert table.panel == ("you can say | light a torch | light a candle | light a lantern | Nothing was heard.")
    assert tones == ["not_understood"] * 2
    assert table.said() == []


def test_hands_keyboards_and_table_talk_are_answered_by_no_tone(table, tones):
    """A press has its click; talk that was not meant for the box must not be disturbed."""
    table.press("turn")
    table.type("search the room", "make me a sandwich")
    table.put(utterance("search the", way="open"))
    table.put(replace(utterance("search the room", way="wake"), woken=False))
    assert tones == []
    table.put(utterance("search the room", way="open"))
    assert tones == ["understood"]


def test_the_panel_is_not_drawn_for_a_tone(table):
    """It is over before anybody has read that the box speaks."""
    table.put(SpeakingChanged(True, tone=True))
    assert "speaking" not in table.panel
    table.put(SpeakingChanged(True))
    assert "speaking" in table.panel


def test_an_ear_that_is_always_open_tells_nobody_that_it_opens(table, tones):
    """It would sound after each sentence of the box."""
    table.put(ListeningChanged(True, always=True), SpeakingChanged(True), ListeningChanged(False))
    assert tones == []


@pytest.fixture
def ear(table):
    """The listener of the table's box."""
    table.box.session._talking._listener = Ear()
    return table.box.session._talking._listener


def test_the_ear_is_open_while_the_talk_button_is_held(table, ear):
    """From the hold to the release, and not at a press."""
    table.press("talk")
    table.wait(1)
    assert ear.asked == []
    table.down("talk")
    table.wait(TALK_SECONDS + 0.1)
    assert ear.asked == ["open"]
    table.up("talk")
    table.wait(0.1)
    assert ear.asked == ["open", "close"]


def test_the_ear_is_told_of_mute_and_of_the_boxs_own_voice(table, ear):
    """It hears neither."""
    table.type("mute")
    table.put(SpeakingChanged(True), SpeakingChanged(True, tone=True), SpeakingChanged(False))
    table.type("listen again")
    assert ear.asked == ["mute", "box speaks", "a tone", "box is silent", "hear"]


def test_a_muted_box_opens_no_ear(table, ear):
    """However long the talk button is held."""
    table.type("mute")
    table.down("talk")
    table.wait(TALK_SECONDS + 0.1)
    assert ear.asked == ["mute"]


@pytest.mark.parametrize("button", ["turn", "search", "noise", "light", "rest", "talk"])
def test_any_button_cuts_the_voice_as_soon_as_it_is_down(table, monkeypatch, button):
    """Whether it will be a press, a double press or a hold; and what it leads to is said after the last cut."""
    order = []
    monkeypatch.setattr(table.box.narrator, "cut", lambda: order.append("cut"))
    monkeypatch.setattr(table.box.narrator, "say", lambda cue: order.append(cue.topic))
    table.down(button)
    table.wait(0.03)  # the time that a level must stand
    assert order[0] == "cut"
    table.wait(0.05)
    table.up(button)
    table.wait(1)
    said = [each for each in order if each != "cut"]
    assert bool(said) == (button != "talk")
    assert order[len(order) - len(said) :] == said


def test_a_button_let_go_cuts_nothing(table, monkeypatch):
    """What the press led to is being said by then, and its contact bounces."""
    table.down("turn")
    table.wait(0.1)
    monkeypatch.setattr(table.box.narrator, "cut", lambda: pytest.fail("cut"))
    for pressed in (False, True, False):
        table.box.buttons.drive("turn", pressed=pressed)
        table.box.session.drain()
        table.wait(0.005)
    table.wait(1)


# -- a new run ------------------------------------------------------------------------------------------------


def test_a_delve_that_goes_on_is_welcomed_back_by_its_rules(tmp_path):
    """The turn that it is, and that the settings' new rules wait for the next delve."""
    with Table(tmp_path) as table:
        table.type("search the room")
    with Table(tmp_path, "rules: {profile: old-school}\n") as table:
        assert table.said() == ["Welcome back. It is turn two.", "The new rules count from the next delve."]
    with Table(tmp_path) as table:
        assert table.said() == ["Welcome back. It is turn two."]


def test_a_new_delve_is_not_welcomed_back(table):
    """Nobody was here before."""
    assert table.said() == []


# -- troubles -----------------------------------------------------------------------------------------------


def test_a_part_that_works_again_is_no_trouble_any_more(table):
    """The panel does not go on about it, and what else is wrong comes to its turn."""
    table.put(PartChanged("microphone", False, "no microphone: plug one in"))
    assert "no microphone" in table.panel
    table.put(PartChanged("microphone", True))
    assert "no microphone" not in table.panel


def test_a_disk_with_room_again_is_no_trouble_any_more(table, monkeypatch):
    """The panel says so as long as it lasts, and not a moment longer."""
    with monkeypatch.context() as full_disk:
        full_disk.setattr(Journal, "append", refuse_to_write)
        table.type("search the room")
        table.wait(60)
        assert "disk is full" in table.panel
    table.type("search the room")
    table.wait(4)
    assert "disk is full" not in table.panel


def test_a_part_that_is_still_missing_is_told_once(table):
    """A part looks again and again; the table hears of it once, and again only after it worked."""
    lost, back = PartChanged("microphone", False, "no microphone: plug one in"), PartChanged("microphone", True)
    table.put(lost, lost, lost)
    assert len(table.told(Troubled)) == 1
    table.put(back, lost)
    assert len(table.told(Troubled)) == 1


def test_a_part_that_says_why_in_turns_is_told_each_cause_once(table):
    """A disk gives now one reason and now another: no flood of them, and once it works none of them is left."""
    one, other = (PartChanged("journal", False, f"the disk {why}") for why in ("is full", "answers with an error"))
    table.put(one, other, one, other, one)
    assert [each.sentence for each in table.told(Troubled)] == [one.sentence, other.sentence]
    table.put(PartChanged("journal", True))
    assert "the disk" not in table.panel
    table.put(one)
    assert [each.sentence for each in table.told(Troubled)] == [one.sentence]


def test_a_damaged_journal_is_told_on_the_panel_and_by_the_voice(tmp_path):
    """What was played before it stands, from a snapshot where it must; nobody finds out by chance."""
    with Table(tmp_path) as table:
        table.type("search the room", "search the room")
    (journal,) = tmp_path.rglob("journal.db")
    journal.write_bytes(journal.read_bytes().replace(b'"action":"search"', b'"action":"hcraes"', 1))
    with Table(tmp_path) as table:
        assert table.said()[0] == "The journal was damaged and is mended: see that the turn is right."
        table.wait(9)
        assert "does not fit onto the one before it" in table.panel
    with Table(tmp_path) as table:
        assert "The journal was damaged" not in table.said()[0]


def test_a_microphone_lost_in_mid_utterance_is_told_once_in_all(table):
    """The utterance ends with the cause, and the part tells the same: one trouble; who talks later is told again."""
    why = "microphone (the default) is gone: see whether it is still plugged in"
    table.put(utterance("", trouble=why), PartChanged("microphone", False, why))
    heard, trouble = (table.facts[at] for at in (1, 0))
    assert (heard.verdict.verdict, heard.verdict.reason) == ("reject", "trouble")
    assert [each.sentence for each in table.told(Troubled)] == [trouble.sentence] == [why]
    table.put(utterance("", trouble=why))
    assert [each.sentence for each in table.told(Troubled)] == [why]


# -- verdicts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "shown", "said"),
    [
        (Verdict("none", "silence"), "Nothing was heard.", None),
        (Verdict("reject", "too quiet", "undo"), "Too quiet: say it again.", "Too quiet: say it again."),
        (Verdict("reject", "not a phrase", "hello"), "Not understood: say it again.", "Not understood: say it again."),
        (Verdict("reject", "unknown words", "[unk]"), "Not understood: say it again.", "Not understood: say it again."),
        (
            Verdict("reject", "two phrases", "undo status"),
            "One thing at a time: say it again.",
            "One thing at a time: say it again.",
        ),
        (Verdict("reject", "nothing asked", "yes"), "Nothing was asked.", "Nothing was asked."),
        (Verdict("reject", "others talking", "undo"), "Others talking: say it again.", "Others talking: say it again."),
        (Verdict("reject", "window closed", "undo"), None, None),  # nobody talked to the box
        (Verdict("reject", "speaking", "undo"), None, None),  # it was its own voice
        (Verdict("reject", "trouble"), None, None),  # the part that does not work is told
    ],
    ids=lambda each: getattr(each, "reason", None),
)
def test_each_reason_is_told_in_one_short_way(table, verdict, shown, said):
    """On the panel and by voice, or in silence where the table is better left alone."""
    before = table.panel
    table.facts = []
    table.box.announcer.heard(verdict, "hold")
    table.box.announcer.show()
    assert table.said() == ([said] if said else [])
    assert table.panel == before if shown is None else table.panel.endswith(f"| {shown}")


def test_every_reason_has_been_thought_of():
    """None can be added without a way to tell it."""
    (cases,) = (mark for mark in test_each_reason_is_told_in_one_short_way.pytestmark if mark.name == "parametrize")
    assert {case[0].reason for case in cases.args[1]} == set(REJECTIONS)


# -- clips --------------------------------------------------------------------------------------------------


def test_what_was_said_is_kept_where_the_settings_ask_for_it(tmp_path):
    """The sound with what was made of it, understood or not, the last two; off by default, nothing is kept."""
    for number, settings in enumerate(("", "speech: {keep_clips: 2}\n")):
        with Table(tmp_path / f"{number}", settings) as table:
            for text in ("status", "search the room", "hmm"):
                table.put(replace(utterance(text), sound=bytes(320)))
    assert ClipFolder(tmp_path / "0" / "clips").clips() == []
    kept = [clip.record for clip in ClipFolder(tmp_path / "1" / "clips").clips()]
    assert [(each["text"], each["verdict"], each["reason"], each["intent"]) for each in kept] == [
        ("search the room", "accept", "phrase", "search"),
        ("hmm", "reject", "not a phrase", None),
    ]


def test_a_clip_that_cannot_be_kept_is_told_once_and_the_turn_is_played(tmp_path):
    """Something lies in the folder's place: a trouble on the panel, and nothing else is lost."""
    (tmp_path / "clips").write_text("mine")
    with Table(tmp_path, "speech: {keep_clips: 2}\n") as table:
        for _ in range(2):
            table.put(replace(utterance("search the room"), sound=bytes(320)))
        table.box.mailbox.wait(5)
        table.put()
        assert [each.sentence.partition(" (")[0] for each in table.told(Troubled)] == [
            f"the clips in {tmp_path / 'clips'} cannot be read"
        ]
        assert table.state.completed == 2


# -- buttons ------------------------------------------------------------------------------------------------


def test_a_box_without_buttons_plays_by_voice_and_keyboard(tmp_path):
    """No button at all is a setting like another."""
    none = ", ".join(f"{name}: null" for name in ("turn", "search", "noise", "light", "rest", "talk"))
    with Table(tmp_path, f"buttons: {{{none}}}\n") as table:
        assert table.box.buttons.names == ()
        table.type("search the room")
        assert table.state.completed == 1


def test_a_button_with_a_double_alone_does_nothing_at_a_press(tmp_path):
    """And its double says its phrase."""
    settings = "buttons:\n  knock: {pin: 22, double: search the room}\n"
    with Table(tmp_path, settings) as table:
        table.press("knock")
        table.wait(1)
        assert table.state.completed == 0
        table.press_twice("knock")
        assert table.state.completed == 1


def test_a_button_held_at_the_start_counts_from_its_next_press(tmp_path, monkeypatch):
    """A box that is switched on with something on its buttons plays nothing by itself."""
    held, level = True, Buttons.level
    monkeypatch.setattr(Buttons, "level", lambda self, name: held or level(self, name))
    with Table(tmp_path) as table:
        table.wait(30)
        assert table.told(Heard) == []
        held = False
        table.wait(1)  # they are let go: read again, since no edge told of it
        table.press("search")
        assert table.state.completed == 1


def test_two_buttons_held_switch_the_box_off_with_a_countdown(table):
    """Neither douses nor rests; the panel counts, the lamp blinks its own way, and the box ends at five seconds."""
    table.down("light")
    table.down("rest")
    table.wait(0.1)
    assert "Switching off in five" in table.panel
    table.wait(2.0)
    assert "Switching off in three" in table.panel
    table.wait(3.0)
    assert table.said()[-1] == "The box switches off."
    assert "pull the plug" in " ".join(table.box.announcer.panel.last_page.lines())
    assert table.told(Played) == []


def test_letting_go_in_time_switches_nothing_off(table):
    """Nothing is played by it either, and the buttons mean what they did again."""
    table.down("light")
    table.down("rest")
    table.wait(4.0)
    table.up("rest")
    table.wait(0.2)
    assert table.said()[-1] == "The box stays on."
    table.up("light")
    table.wait(3.0)
    assert table.told(Played) == []
    table.press("light")
    assert table.state.lights


def test_a_voice_changed_in_the_settings_counts_at_once(tmp_path):
    """Told as when somebody says louder; what was not changed stays as the table left it."""
    with Table(tmp_path, "voice: {volume: 60, rate: 165}\n") as table:
        table.type("louder")
        table.put(VoiceWished(None, 200))
        assert table.said() == ["Volume seventy.", "Two hundred words a minute."]
        table.put(VoiceWished(20, None))
        assert table.said() == ["Volume twenty."]
        assert (table.box.narrator.change_volume(0), table.box.narrator.change_rate(0)) == (20, 200)
