"""The English phrases: what each row of the written list asks of the engine or the box, and what is no phrase."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebox.device.grammar import draw_sentences
from delvebox.device.phrasebook import PHRASES, Phrasebook
from delvebox.device.phrasebook.overlaps import overlaps
from delvebox.device.settings import Name
from delvebox.device.translate import command_for
from delvebox.engine import commands as ask

NAMES = {
    "characters": ["Bryn", "Old Tom"],
    "tables": ["crypt things", Name("encounter", "encounters")],
    "regions": ["crypt", "level 2"],
}

SEARCH, INVESTIGATE, MOVE = ask.TakeAction("search"), ask.TakeAction("investigate"), ask.TakeAction("move")
LOUD, QUIET = ask.TakeAction("obstacle", loud=True), ask.TakeAction("obstacle")
NO = ask.Answer(yes=False)

ROWS: dict[str, ask.Command | str] = {
    # actions
    "move on": MOVE,
    "move cautiously": MOVE,
    "new area": MOVE,
    "we are lost": ask.TakeAction("lost"),
    "search the room": SEARCH,
    "search room": SEARCH,
    "search the corridor": SEARCH,
    "search corridor": SEARCH,
    "search the area": SEARCH,
    "search this room": SEARCH,
    "look around": SEARCH,
    "investigate": INVESTIGATE,
    "investigate the object": INVESTIGATE,
    "investigate the feature": INVESTIGATE,
    "investigate the statue": INVESTIGATE,
    "force the door": LOUD,
    "smash it": LOUD,
    "quietly force the door": QUIET,
    "pick the lock": QUIET,
    "disarm the trap": QUIET,
    "clear the rubble": QUIET,
    "treat wounds": ask.TakeAction("heal"),
    "manage gear": ask.TakeAction("gear"),
    "sort the gear": ask.TakeAction("gear"),
    "talk quietly": ask.TakeAction("talk"),
    "3 turn talk": ask.TakeAction("talk", turns=3),
    "three-turn talk": ask.TakeAction("talk", turns=3),
    "we argue loudly": ask.TakeAction("talk", loud=True),
    "two turn argument": ask.TakeAction("talk", loud=True, turns=2),
    "a 3 turn argument": ask.TakeAction("talk", loud=True, turns=3),
    "stand guard": ask.TakeAction("lookout"),
    "keep watch": ask.TakeAction("lookout"),
    "listen at the door": ask.TakeAction("lookout"),
    "secure the area": ask.TakeAction("secure"),
    "barricade the door": ask.TakeAction("secure"),
    "area no longer safe": ask.UnsecureArea(),
    "begin a ritual": ask.BeginRitual(),
    "four turn ritual": ask.BeginRitual(4),
    "continue the ritual": ask.ContinueRitual(),
    "abandon the ritual": ask.AbandonRitual(),
    "clean up": ask.TakeAction("cleanup"),
    "catch breath": ask.TakeAction("cleanup"),
    "something else": ask.TakeAction("other"),
    "next turn": ask.TakeNextTurn(),
    # marks
    "make some noise": ask.AddMarks("noise", 1),
    "noise three": ask.AddMarks("noise", 3),
    "noise 100": ask.AddMarks("noise", 100),
    "bright light on": ask.SetBrightLight(on=True),
    "dim the light": ask.SetBrightLight(on=False),
    "split the party": ask.SplitParty(),
    "we are together again": ask.RejoinParty(),
    "draw attention": ask.AddMarks("attention", 1),
    "attention two": ask.AddMarks("attention", 2),
    "all calm": ask.Calm(),
    "calm one": ask.Calm(1),
    "calm 0": ask.Calm(0),
    # lights, spells, supplies
    "light a torch": ask.LightUp("torch"),
    "light a lantern": ask.LightUp("lantern"),
    "light a candle for bryn": ask.LightUp("candle", "Bryn"),
    "douse the torch": ask.Douse("torch"),
    "douse the lantern of old tom": ask.Douse("lantern", "Old Tom"),
    "light the candle again": ask.Relight("candle"),
    "light the torch of Bryn again": ask.Relight("torch", "Bryn"),
    "torch plus two": ask.AdjustLight("torch", 2),
    "torch +2": ask.AdjustLight("torch", 2),
    "lantern minus 1": ask.AdjustLight("lantern", -1),
    "torch of bryn minus one": ask.AdjustLight("torch", -1, "Bryn"),
    "start the spell bless for six turns": ask.StartEffect("bless", 6),
    "start spell light for 1 turn": ask.StartEffect("light", 1),
    "start the spell detect magic for twelve": ask.StartEffect("detect magic", 12),
    "start the spell shield without limit": ask.StartEffect("shield", unlimited=True),
    "start the spell bless for 144 turns": ask.StartEffect("bless", 144),
    "start the spell bless": ask.StartEffect("bless"),
    "the spell silence ends": ask.EndEffect("silence"),
    "eat rations": ask.UseSupply("rations"),
    "drink water": ask.UseSupply("water"),
    "rations plus two": ask.AdjustSupply("rations", 2),
    "water minus one": ask.AdjustSupply("water", -1),
    "ammunition minus 10": ask.AdjustSupply("ammunition", -10),
    "spare torch plus three": ask.AdjustStock("torch", 3),
    "spare torch minus one": ask.AdjustStock("torch", -1),
    # rests and suspensions
    "short rest": ask.BeginRest("short_rest"),
    "long rest": ask.BeginRest("long_rest"),
    "rest one turn": ask.RestOneTurn(),
    "resume rest": ask.ResumeRest(),
    "continue the rest": ask.ResumeRest(),
    "rest from the beginning": ask.RestartRest(),
    "abandon rest": ask.AbandonRest(),
    "combat": ask.Suspend("combat"),
    "combat over": ask.EndSuspension("combat"),
    "chase": ask.Suspend("chase"),
    "chase over": ask.EndSuspension("chase"),
    "scene": ask.Suspend("roleplay"),
    "scene over": ask.EndSuspension("roleplay"),
    "fast turns": ask.SetMode("fast"),
    "normal turns": ask.SetMode("normal"),
    # dice, corrections, conditions
    "rolled five": ask.TellDice((5,)),
    "rolled 20": ask.TellDice((20,)),
    "roll for us": ask.RollForUs(),
    "boxes to 3": ask.SetBoxes(3),
    "boxes are three": ask.SetBoxes(3),
    "turn to fourteen": ask.SetTurn(14),
    "turn is 100": ask.SetTurn(100),
    "turn to one hundred and five": ask.SetTurn(105),
    "turn to 9,999": ask.SetTurn(9999),
    "turn to 10000": ask.SetTurn(10000),
    "mark fatigue": ask.MarkCondition("fatigue"),
    "mark fear on bryn": ask.MarkCondition("fear", "Bryn"),
    "mark confusion": ask.MarkCondition("confusion"),
    "clear exhaustion": ask.ClearCondition("exhaustion"),
    "clear fear on old tom": ask.ClearCondition("fear", "Old Tom"),
    # history and answers
    "undo": ask.Undo(),
    "redo": ask.Redo(),
    "cancel": NO,
    "yes": ask.Answer(yes=True),
    "no": NO,
    "new delve": ask.AskNewDelve(),
    "end the delve": ask.AskEndDelve(),
    # the box
    "status": "status",
    "how much light": "how_much_light",
    "how dangerous is it": "how_dangerous",
    "what time is it": "what_time",
    # danger tables
    "roll on the crypt things table": ask.RollOnTable("crypt things"),
    "roll on crypt things": ask.RollOnTable("crypt things"),
    "roll on the encounters table": ask.RollOnTable("encounter"),
    "draw from the encounter table": ask.RollOnTable("encounter"),
    "we are in the crypt": ask.EnterRegion("crypt"),
    "we enter the crypt": ask.EnterRegion("crypt"),
    "we're on level two": ask.EnterRegion("level 2"),
    "we are on level 2": ask.EnterRegion("level 2"),
    "we leave the crypt": ask.EnterRegion(None),
    "repeat that": "repeat",
    "stop": "stop",
    "be quiet": "be_quiet",
    "mute": "mute",
    "listen again": "listen_again",
    "louder": "louder",
    "softer": "softer",
    "speak faster": "faster",
    "speak slower": "slower",
}


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    """The shipped book with two characters."""
    return Phrasebook.load(lists=NAMES)


@pytest.mark.parametrize(("phrase", "wanted"), ROWS.items(), ids=ROWS)
def test_every_phrase_of_the_list_asks_for_its_command(
    book: Phrasebook, phrase: str, wanted: ask.Command | str
) -> None:
    """What the table says gives the engine's command, or the box's own intent."""
    intent = book.match(phrase)
    assert intent is not None
    assert (command_for(intent) or intent.name) == wanted


def test_every_command_that_can_be_said_is_in_the_list() -> None:
    """Only a note has no phrase, since its words cannot be listed."""
    reached = {type(command) for command in ROWS.values() if isinstance(command, ask.Command)}
    every = {each for each in vars(ask).values() if isinstance(each, type) and issubclass(each, ask.Command)}
    assert every - reached == {ask.Command, ask.AddNote}


@pytest.mark.parametrize(
    "text",
    [
        *("light a torch for pizza and then we go home", "light a torch for pizza", "light a torch for", "light a"),
        *("light torch for bryn", "torch", "bryn", "search", "search the", "the room", "search the room the room"),
        *("let us search the room", "search the room quickly", "search the room search the room", "roll", "rolled"),
        *("noise", "noise 101", "noise one hundred and one", "noise -1", "calm three point five", "rolled 3 4"),
        *("turn talk", "boxes", "boxes to", "turn to", "turn to 10001", "start the spell fireball for two turns"),
        *("start the spell bless for turns", "the spell bless", "mark", "mark hunger", "clear", "unmute", "relight"),
        *("yes no", "undo undo", "", "...", "combat combat over", "what time is it in london", "a torch plus two"),
    ],
)
def test_what_is_not_a_whole_phrase_is_nothing(book: Phrasebook, text: str) -> None:
    """Half phrases, phrases in a sentence, names and numbers that are not listed: none is understood."""
    assert book.match(text) is None


def test_without_characters_nothing_can_be_for_one() -> None:
    """The shipped list of characters is empty; everything else can be said."""
    book = Phrasebook.load()
    assert book.match("light a torch")
    assert not book.match("light a torch for bryn")


def test_without_tables_none_can_be_rolled_on_and_no_region_be_entered() -> None:
    """The shipped lists of tables and regions are empty."""
    book = Phrasebook.load()
    for phrase in ("roll on the table", "roll on the encounter table", "we are in the crypt", "we leave the crypt"):
        assert not book.match(phrase)
    assert not {"roll_on_table", "enter_region", "leave_region"} & book.sayable


def test_no_phrase_belongs_to_two_intents(book: Phrasebook) -> None:
    """Looked at in full, with every name, number and way to say it."""
    assert [each.phrase for each in overlaps(book)] == []


def test_every_sentence_of_the_grammar_is_a_phrase(book: Phrasebook) -> None:
    """What the recogniser may hear whole is understood whole."""
    *sentences, _ = draw_sentences(book)
    assert [each for each in sentences if book.match(each) is None] == []


@pytest.mark.speech
def test_the_speech_model_knows_every_word(speech_model: Path) -> None:
    """A word that the model lacks would be dropped without an error, and the phrase matched without it."""
    from vosk import Model, SetLogLevel

    SetLogLevel(-1)
    model = Model(str(speech_model))
    assert [word for word in Phrasebook.load().words if model.vosk_model_find_word(word) < 0] == []
    assert model.vosk_model_find_word("relight") < 0, "as a check of the check"


def test_each_shipped_book_is_named_after_its_language() -> None:
    """The file's name is the language that its settings key names."""
    for path in PHRASES.glob("*.yaml"):
        assert Phrasebook.load(path).language == path.stem
