"""A machine that plays the engine: all commands, all profiles, undo and redo of any depth, saved and read in between.

It knows what is asked, paused or suspended and goes on from there, so that it comes deeper than commands by
chance (`test_invariants`) do. After each step the books of a second hand (`books`) must come out even.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from delvebox.engine import ACTIONS, PROFILES, REASONS, Delve, Entry, Refusal, Rules, commands, evolve, new_state
from delvebox.engine.turn import with_kept_dice

from .books import Books
from .test_invariants import COMMAND, HOLDER, KIND, RULES, SPELL, TABLES, held_by, holds_always

PROFILE = st.sampled_from([Rules.from_mapping({"profile": name}) for name in PROFILES])


class Play(RuleBasedStateMachine):
    """A table that goes on from where it stands."""

    @initialize(rules=PROFILE | RULES, seed=st.integers(0, 50))
    def begin(self, rules, seed):
        """Any profile, and tables with rules of their own."""
        self.delve = Delve(rules, seed, tables=TABLES)
        self.before = []
        """The state before each command that undo can take back."""
        self.undone = []
        """The states that redo leads to, the next last."""

    @property
    def state(self):
        """The state now."""
        return self.delve.state

    def say(self, command):
        """Play it: a refusal changes nothing, an entry leads to a state that undo leads back from."""
        state, entries, told = self.state, self.delve.entries, self.delve.events
        answer = self.delve.play(command)
        if isinstance(answer, Refusal):
            assert answer.reason in REASONS
            assert answer.say
            assert (self.state, self.delve.entries, self.delve.events) == (state, entries, told)
            return
        assert self.delve.events == told + answer.events
        held_by(state, answer, self.state)
        assert all(event.cause and event.rule for event in answer.events)
        if with_kept_dice(self.state, state) != state:
            self.before.append(state)
            self.undone.clear()

    # -- commands -------------------------------------------------------------------------------------

    @rule(command=COMMAND.filter(lambda each: not isinstance(each, commands.Undo | commands.Redo)))
    def say_anything(self, command):
        """Whatever a table says."""
        self.say(command)

    @rule(action=st.sampled_from(["search", "move", "lookout", "investigate", "obstacle"]), turns=st.integers(1, 12))
    def play_on(self, action, turns):
        """A stretch of exploring: lights burn down, rows fill."""
        for _ in range(turns):
            self.say(commands.TakeAction(action))

    @rule(kind=st.sampled_from(["torch", "candle", "lantern", "stub"]), turns=st.integers(1, 3))
    def by_light(self, kind, turns):
        """A light is lit and some turns are played by it."""
        self.say(commands.LightUp(kind))
        for _ in range(turns):
            self.say(commands.TakeNextTurn())

    @rule(kind=KIND, holder=HOLDER, turns=st.integers(-3, 3))
    def lights(self, kind, holder, turns):
        """A light is lit, corrected, doused, lit again."""
        self.say(commands.LightUp(kind, holder))
        self.say(commands.AdjustLight(kind, turns))
        self.say(commands.Douse(kind))
        self.say(commands.TakeNextTurn())
        self.say(commands.Relight(kind))
        self.say(commands.AdjustStock(kind, turns))

    @rule(name=SPELL, turns=st.integers(1, 3), again=st.integers(1, 3), ended=st.booleans())
    def spells(self, name, turns, again, ended):
        """A spell runs, takes another length, and ends by itself or by command."""
        self.say(commands.StartEffect(name, turns))
        self.say(commands.TakeNextTurn())
        self.say(commands.StartEffect(name.upper(), again, unlimited=ended))
        if ended:
            self.say(commands.EndEffect(name))

    @rule(
        pair=st.sampled_from(
            [
                (commands.SplitParty(), commands.RejoinParty()),
                (commands.SetBrightLight(on=True), commands.SetBrightLight(on=False)),
                (commands.SetMode("fast"), commands.SetMode("normal")),
                (commands.TakeAction("secure"), commands.UnsecureArea()),
                (commands.MarkCondition("fear"), commands.ClearCondition("fear")),
                (commands.AddMarks("noise", 3), commands.Calm(2)),
                (commands.AddMarks("attention", 5), commands.Calm()),
                (commands.UseSupply("water"), commands.AdjustSupply("water", 1)),
                (commands.AdjustSupply("ammunition", 3), commands.AdjustSupply("ammunition", -1)),
                (commands.BeginRitual(), commands.AbandonRitual()),
                (commands.BeginRitual(5), commands.ContinueRitual()),
                (commands.BeginRest("short_rest"), commands.AbandonRest()),
                (commands.TakeAction("talk", loud=True, turns=4), commands.RestOneTurn()),
                (commands.SetBoxes(4), commands.AddNote("a door")),
                (commands.SetTurn(30), commands.SetTurn(3)),
                (commands.TellDice((6, 1)), commands.TakeNextTurn()),
            ]
        ),
        between=st.booleans(),
    )
    def there_and_back(self, pair, between):
        """What is turned on is turned off again, now or a turn later."""
        self.say(pair[0])
        if between:
            self.say(commands.TakeNextTurn())
        self.say(pair[1])

    @rule(ask=st.sampled_from([commands.AskNewDelve(), commands.AskEndDelve()]), yes=st.booleans())
    def ask_for_the_end(self, ask, yes):
        """A delve that is over plays nothing more, and another begins."""
        self.say(ask)
        self.say(commands.Answer(yes))
        if self.state.closed:
            self.say(commands.TakeNextTurn())
            self.begin(self.delve.rules, self.delve.seed + 1)

    @precondition(lambda self: self.state.asking not in (None, "roll"))
    @rule(yes=st.booleans(), lapsed=st.booleans())
    def answer(self, yes, lapsed):
        """What is asked is answered, or lapses."""
        self.say(commands.Answer(yes, lapsed))

    @precondition(lambda self: self.state.asking == "roll")
    @rule(die=st.integers(1, 6), by_device=st.booleans())
    def roll(self, die, by_device):
        """The die that the box waits for."""
        self.say(commands.RollForUs() if by_device else commands.TellDice((die,)))

    @precondition(lambda self: self.state.activity is not None)
    @rule(way=st.sampled_from([commands.ResumeRest, commands.RestartRest, commands.ContinueRitual]))
    def go_on(self, way):
        """What is paused goes on."""
        self.say(way())

    @precondition(lambda self: self.state.suspended is not None)
    @rule()
    def end_suspension(self):
        """What breaks the turn ends."""
        self.say(commands.EndSuspension(self.state.suspended))

    @rule(kind=st.sampled_from(["short_rest", "long_rest"]), secured=st.booleans())
    def rest(self, kind, secured):
        """A rest, in a secured area or not."""
        if secured:
            self.say(commands.TakeAction("secure"))
        self.say(commands.BeginRest(kind))
        if self.state.asking == "long_rest":
            self.say(commands.Answer(yes=True))

    @rule(action=st.sampled_from(list(ACTIONS)), loud=st.booleans())
    def fight(self, action, loud):
        """A fight breaks out in the middle of something."""
        self.say(commands.Suspend("combat"))
        self.say(commands.TakeAction(action, loud))
        self.say(commands.EndSuspension("combat"))

    @rule(region=st.sampled_from(["crypt", None]), asked=st.integers(0, 6), name=st.sampled_from(["Loot", "encounter"]))
    def draw(self, region, asked, name):
        """The party is somewhere, and the game master asks for draws before danger comes."""
        self.say(commands.EnterRegion(region))
        for _ in range(asked):
            self.say(commands.RollOnTable(name))
        self.say(commands.SetBoxes(5))
        self.say(commands.TakeAction("search"))

    # -- history --------------------------------------------------------------------------------------

    @rule(depth=st.integers(1, 8), forward=st.integers(0, 8))
    def undo_and_redo(self, depth, forward):
        """Undo of k commands is the state k commands ago, redo leads forward by the same states; kept dice aside."""
        self.travel(self.delve.undo, depth, self.before, self.undone)
        self.travel(self.delve.redo, forward, self.undone, self.before)

    @precondition(lambda self: self.undone)
    @rule(forward=st.integers(1, 8))
    def redo(self, forward):
        """Redo is open until something new was played."""
        self.travel(self.delve.redo, forward, self.undone, self.before)

    def travel(self, step, times, source, target):
        """Undo or redo so often; with nothing left of it, or in a closed delve, it is refused."""
        for _ in range(times):
            state = self.state
            answer = step()
            if state.closed or not source:
                assert isinstance(answer, Refusal)
                assert self.state == state
                return
            assert isinstance(answer, Entry)
            target.append(state)
            assert self.state == with_kept_dice(source.pop(), state)

    @rule()
    def save_and_read(self):
        """JSON there and back is the identity: play goes on with what was read."""
        read = Delve.from_json(self.delve.to_json(), tables=self.delve.tables)
        assert read.to_json() == self.delve.to_json()
        for name in ("rules", "seed", "state", "entries", "events"):
            assert getattr(read, name) == getattr(self.delve, name)
        self.delve = read

    # -- always ---------------------------------------------------------------------------------------

    @invariant()
    def the_state_is_sound(self):
        """Boxes 0–5, nothing below none, one question at a time."""
        holds_always(self.state, self.delve.rules)

    @invariant()
    def folding_the_events_is_playing(self):
        """The events in effect fold to the present state, the kept dice aside."""
        state = new_state(self.delve.rules)
        for event in self.delve.events:
            state = evolve(state, event)
        assert with_kept_dice(state, self.state) == self.state

    @invariant()
    def the_books_balance(self):
        """A second hand that knows the rules page alone counts the same."""
        Books(self.delve.rules, self.delve.tables).read(self.delve.events).balance(self.state)


TestPlay = pytest.mark.timeout(120)(Play.TestCase)
TestPlay.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
