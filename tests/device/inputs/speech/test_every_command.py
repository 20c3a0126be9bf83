"""Every kind of command, spoken by three voices made at test time, to the real recogniser."""

from collections.abc import Callable
from pathlib import Path

import pytest
from heard import Box

from delvebox.device.inputs.speech.verdict import Context

pytestmark = [
    pytest.mark.speech,
    pytest.mark.timeout(180),  # a hundred clips at 0.05 s each, on a machine that others use too
]

PHRASES = """
move on, move cautiously, new area, explore the next room, we are lost, search the room, search the corridor,
look around, investigate, investigate the statue, force the door, smash it, quietly force the door, pick the lock,
disarm the trap,
clear the rubble, treat wounds, manage gear, talk quietly, three turn talk, we argue loudly, stand guard, keep watch,
listen at the door, secure the area, barricade the door, area no longer safe, begin a ritual, two turn ritual,
continue the ritual, abandon the ritual, clean up, catch breath, something else, next turn, same again,
make some noise, noise two, draw attention, attention two, all calm, calm two, bright light on, dim the light,
split the party, we are together again,
light a torch, light a lantern, light another candle, douse the torch, light the torch again, torch plus two,
lantern minus three, spare torch plus six, spare candle minus one, rations plus three, ammunition minus one,
eat rations, drink water, start the spell bless for ten turns, start the spell light without limit, cast detect magic,
the spell bless ends, mark fatigue, clear confusion,
short rest, long rest, rest one turn, resume rest, rest from the beginning, abandon rest,
combat, combat over, begin the chase, chase over, scene over, fast turns, normal turns,
rolled four, roll for us, boxes to three, turn to twelve, turn to one hundred and five,
undo, redo, yes, no, cancel, never mind, new delve, end the delve,
status, how much light, how dangerous is it, what time is it, repeat that, what can we say,
stop, be quiet, mute, listen again, louder, softer, speak faster, speak slower
"""
SPOKEN = [" ".join(phrase.split()) for phrase in PHRASES.split(",")]

MISSED = {
    "en-us": {
        "move on": "heard as “move”: the voice swallows its “on”",
        "drink water": "heard as “drink louder”: its t is nearly a d",
        "rolled four": "heard as “roll for”, which is said alike",
    },
    "en-gb+f2": {"pick the lock": "heard as “the lock”: its “pick” is a click"},
    "en-us+m7": {
        "new area": "heard as “the area”: its “new” has no y",
        "drink water": "heard as “drink louder”: its t is nearly a d",
    },
}
"""By voice: what is not understood and must be said again, with what comes instead. Nobody may miss more."""

MISSED_ELSEWHERE = {"open": {"end the delve", "light the torch again"}}
"""The same by way, for the second voice: always listening takes the likeliest words only, and has decoys ("and")."""


def test_every_intent_is_spoken(box: Box) -> None:
    """Whoever adds an intent adds a phrase to this list."""
    spoken = {intent.name if (intent := box.phrasebook.match(phrase)) else phrase for phrase in SPOKEN}
    assert spoken == set(box.phrasebook.sayable)


@pytest.mark.parametrize("voice", MISSED)
def test_every_command_is_understood(box: Box, say: Callable[..., Path], voice: str) -> None:
    """With the button held: as itself, with its slots; what is named is missed at most, nothing is taken wrongly."""
    wrong, missed = [], []
    for phrase in SPOKEN:
        wanted = box.phrasebook.match(phrase)
        assert wanted is not None, phrase
        (verdict,) = box.hear(say(phrase, voice))
        if verdict.intent is None:
            missed.append((phrase, verdict.text))
        elif (verdict.intent.name, verdict.intent.slots) != (wanted.name, wanted.slots):
            wrong.append((phrase, verdict.text))
    assert wrong == []
    assert [each for each in missed if each[0] not in MISSED[voice]] == []


@pytest.mark.parametrize("way", ["tap", "wake", "open"])
def test_commands_are_understood_in_every_way_to_talk(box: Box, say: Callable[..., Path], way: str) -> None:
    """A fifth of the commands tapped, after the wake phrase, and always listened for."""
    wrong, missed = [], []
    for phrase in SPOKEN[::5]:
        wanted = box.phrasebook.match(phrase)
        assert wanted is not None
        told = box.hear(say(f"hey lantern, {phrase}" if way == "wake" else phrase, "en-gb+f2"), way)
        accepted = [verdict.intent for verdict in told if verdict.intent is not None]
        if not accepted:
            missed.append((phrase, told))
        elif [(each.name, each.slots) for each in accepted] != [(wanted.name, wanted.slots)]:
            wrong.append((phrase, told))
    assert wrong == []
    assert [each for each in missed if each[0] not in MISSED_ELSEWHERE.get(way, ())] == []


def test_answers_and_the_tables_dice_are_heard_only_when_they_are_asked_for(box: Box, say: Callable[..., Path]) -> None:
    """Yes, no and a roll mean nothing while nothing is asked; cancel and undo always do."""
    for phrase in ("yes", "no", "rolled a twelve"):
        (verdict,) = box.hear(say(phrase), context=Context())
        assert (verdict.verdict, verdict.reason) == ("reject", "nothing asked"), phrase
        (verdict,) = box.hear(say(phrase))
        assert verdict.verdict == "accept", phrase
    for phrase in ("cancel", "undo", "redo"):
        (verdict,) = box.hear(say(phrase), context=Context())
        assert verdict.verdict == "accept", phrase


@pytest.mark.parametrize(
    "number", ["zero", "seven", "thirteen", "thirty", "forty two", "one hundred", "one hundred and five"]
)
def test_numbers_arrive_as_numbers(box: Box, say: Callable[..., Path], number: str) -> None:
    """Of one word or of many; "thirteen" is not "thirty"."""
    (verdict,) = box.hear(say(f"turn to {number}", "en-gb+f2"))
    wanted = box.phrasebook.match(f"turn to {number}")
    assert verdict.intent is not None, verdict
    assert wanted is not None
    assert verdict.intent.slots == wanted.slots
