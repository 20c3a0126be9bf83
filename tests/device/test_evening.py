"""Whole evenings at random: hands, voices, keyboards, plugs pulled and disks full, in any order."""

from __future__ import annotations

import random

import pytest

from delvebox.device.bootstrap import Box
from delvebox.device.clock import VirtualClock
from delvebox.device.grammar import draw_sentences
from delvebox.device.journal import Journal, JournalError
from delvebox.device.mailbox import Mailbox
from delvebox.device.messages import (
    ListeningChanged,
    PartChanged,
    Played,
    SpeakingChanged,
    Troubled,
    Typed,
    Utterance,
    Word,
)
from delvebox.device.outputs.pages import page_of
from delvebox.device.phrasebook import Phrasebook
from delvebox.device.wishes import Wishes
from delvebox.engine.delve import Delve, entry_from_dict
from delvebox.engine.rules import Rules

NAMES = {
    "characters": ["Borin"],
    "spells": ["bless"],
    "conditions": ["fear"],
    "lights": ["torch", "lantern", "candle"],
}
OFTEN = (
    *("yes", "no", "cancel", "undo", "redo", "new delve", "end the delve", "long rest", "combat", "combat over"),
    *(
        "repeat that",
        "mute",
        "listen again",
        "status",
        "louder",
        "rolled four",
        "roll for us",
        "resume rest",
        "nonsense",
    ),
)
RULES = (
    "{}",
    "{danger: {roll: table}}",
    "{debate: {mode: spend}}",
    "{profile: old-school}",
    "{profile: fast}",
    "{danger: {mode: classic}}",
    "{ritual: {on_danger: lose}, danger: {overflow: immediate}}",
)
STEPS = 120


class Evening:
    """A box, and a table that does whatever comes to its mind."""

    def __init__(self, folder, seed):
        self.roll = random.Random(seed)  # noqa: S311 - evenings that can be played again
        self.folder = folder
        self.settings = folder / "delvebox.yaml"
        self.settings.write_text(f"voice: {{enabled: false}}\nrules: {self.roll.choice(RULES)}\n")
        self.sentences = draw_sentences(Phrasebook.load(None, "en", NAMES), seed=seed, count=300)
        self.disk_fails = 0.0
        self.played = 0
        self.faults = []
        self.switch_on()

    def switch_on(self):
        self.clock = VirtualClock()
        wishes = Wishes(self.folder, self.settings, pins="mock", sound=False)
        self.box = Box(wishes, self.clock, Mailbox(), self.observe)
        self.box.start()

    def observe(self, fact):
        self.played += isinstance(fact, Played)
        if isinstance(fact, Troubled) and "fault of the box" in fact.sentence:
            self.faults.append(fact.sentence)

    @property
    def state(self):
        return self.box.session.state

    def step(self):
        weights = {
            self.type: 8,
            self.speak: 3,
            self.move_a_button: 4,
            self.wait: 4,
            self.hear_of_parts: 3,
            self.fill_the_disk: 1,
            self.pull_the_plug: 1,
        }
        self.roll.choices(list(weights), list(weights.values()))[0]()
        self.box.session.drain()
        assert self.faults == []
        assert self.box.announcer.panel.page == page_of(self.box.announcer.panel.view)

    def phrase(self):
        return self.roll.choice(self.roll.choice((self.sentences, OFTEN)))

    def type(self):
        for _ in range(self.roll.choice((1, 1, 3))):
            self.box.mailbox.put(Typed(self.phrase()))

    def speak(self):
        words = tuple(Word(word, 0.0, 0.1) for word in self.phrase().split())
        trouble = self.roll.choice((None, None, "nothing was heard: say it again"))
        way = self.roll.choice(("hold", "open"))
        self.box.mailbox.offer(Utterance((words,) if trouble is None else (), way, 0.0, 1.0, 1.0, trouble))

    def move_a_button(self):
        button = self.roll.choice(self.box.buttons.names)
        self.box.buttons.drive(button, pressed=True)
        self.pass_time(self.roll.choice((0.01, 0.08, 0.3, 0.7)))
        if self.roll.random() < 0.9:
            self.box.buttons.drive(button, pressed=False)

    def wait(self):
        self.pass_time(self.roll.choice((0.1, 1.0, 5.1, 20.0, 700.0)))

    def hear_of_parts(self):
        offer = self.box.mailbox.offer
        offer(SpeakingChanged(self.roll.random() < 0.5))
        offer(ListeningChanged(self.roll.random() < 0.5))
        offer(PartChanged(self.roll.choice("ab"), self.roll.random() < 0.5, self.roll.choice(("lost", "broken"))))

    def fill_the_disk(self):
        self.disk_fails = self.roll.choice((0.0, 0.0, 0.0, 0.5, 1.0))

    def pull_the_plug(self):
        self.disk_fails = 0.0
        before = self.state
        self.box.close()
        self.switch_on()
        assert self.state == before

    def pass_time(self, seconds):
        """As the real loop: whatever comes due on the way is done at its time."""
        target = self.clock.now_seconds() + seconds
        self.box.session.drain()
        while (due := self.box.session.deadline_seconds) is not None and due <= target:
            self.clock.advance(max(0.0, due - self.clock.now_seconds()))
            self.box.session.drain()
        self.clock.advance(max(0.0, target - self.clock.now_seconds()))
        self.box.session.drain()


@pytest.mark.parametrize("seed", range(5))
def test_any_evening_goes_on_and_is_what_its_journal_tells(tmp_path, monkeypatch, seed):
    """No fault, no page behind the state, no question that stays; the journal replayed is the state."""
    evening = Evening(tmp_path, seed)
    write = Journal._write

    def write_or_not(journal, parts):
        if evening.roll.random() < evening.disk_fails:
            raise JournalError("the journal: the disk is full: free some space there")
        write(journal, parts)

    monkeypatch.setattr(Journal, "_write", write_or_not)
    try:
        for _ in range(STEPS):
            evening.step()
        evening.disk_fails = 0.0
        for button in evening.box.buttons.names:
            evening.box.buttons.drive(button, pressed=False)
        evening.box.mailbox.offer(SpeakingChanged(False))
        evening.box.mailbox.put(Typed("status"))
        evening.pass_time(1)
        if evening.state.asking != "roll":
            evening.box.mailbox.put(Typed("new delve"))
            evening.pass_time(5.1)
            assert evening.state.asking is None
        state, number = evening.state, evening.box.session._delve.number
    finally:
        evening.box.close()
    assert evening.played
    with Journal.open(tmp_path) as journal:
        record = journal.current()
        assert record.id == number
        entries = [entry_from_dict(entry) for entry in journal.entries(number)]
    assert Delve.replay(Rules.from_mapping(record.rules), record.seed, entries).state == state
