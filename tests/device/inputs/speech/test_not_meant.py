"""What the box must not act on: sounds, half sentences, table talk, its own voice; and commands all the same."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soxr
from heard import WAYS, Box, samples
from numpy.typing import NDArray
from wavs import noise, pcm16, tone, write_wav

from delvebox.device.inputs.speech.ear import Ear
from delvebox.device.inputs.speech.verdict import Context
from delvebox.device.messages import Intent, Verdict

pytestmark = [
    pytest.mark.speech,
    pytest.mark.timeout(180),  # dozens of clips at 0.05 s each, on a machine that others use too
]

VOICES = ("en-us", "en-gb+f2")
WINDOWS = ("hold", "tap")
HUSH = noise(1.0, 0.0003)

# -- what is said, but no whole phrase ------------------------------------------------------------------

HALF_SAID = """
search the, light a, start the spell, start the spell bless for, cast, the spell bless, torch plus, turn to, boxes to,
set the boxes, how much, how dangerous, light a torch for, mark, clear, rest from, no longer
"""
TWICE = "search the room search the room, short rest short rest, combat over combat over"
CROSSED = "search the door, combat turns, the spell bless over, pick the room, rest over, how much is it"
NUMBERS = "seven, twenty, forty two, one hundred and five, three turns, one two three four five"
INSIDE = """
I think we should search the room now or later
did you search the room yesterday
we could light a torch but then they see us
take a short rest on the sofa
what time is it in Tokyo
how long will the lights last in this house
stop it you two
can you cancel the pizza
yes but only if you come too
no I don't think so
combat is fun and then the chase begins
this is louder than last week
I rolled a natural twenty and then he died
never mind the gap
"""
TABLE_TALK = """
could you pass me the crisps please
we lost the map
the weather is lovely in the mountains
my torch ran out of battery
shall we order pizza or go out
who wants another beer
I don't know
hello everybody
"""
NEAR_RHYMES = {
    "church the broom": "search",
    "short nest": "short_rest",
    "long guest": "long_rest",
    "fight a torch": "light",
    "light a porch": "light",
    "move John": "move",
    "dim the night": "dim_light",
    "split the arty": "split_party",
    "drink waiter": "use_supply",
    "come back over": "end_suspension",
}
"""One or two sounds beside a command, and the command."""


def texts(listed: str) -> list[str]:
    """Its entries, by comma or line."""
    return [" ".join(each.split()) for each in listed.replace("\n", ",").split(",") if each.strip()]


SENTENCES = {"not a phrase", "two phrases", "unknown words", "others talking"}
REJECTED = {
    "half said": (HALF_SAID, {"not a phrase"}),
    "said twice": (TWICE, {"two phrases"}),
    "phrases crossed": (CROSSED, {"not a phrase"}),
    "numbers alone": (NUMBERS, {"not a phrase"}),
    "inside a sentence": (INSIDE, SENTENCES),
    "table talk": (TABLE_TALK, SENTENCES),
}
TAKEN = {
    ("search the", "en-gb+f2"): "search here",  # this voice breathes out after its last word, and it is the same action
    ("combat turns", "en-gb+f2"): "combat",  # the hiss of a last “turns” is lost; lengths come first for that reason
}
"""What is accepted all the same: nobody may take more."""


@pytest.mark.parametrize("kind", REJECTED)
def test_what_is_no_whole_phrase_is_rejected_in_a_window(box: Box, say: Callable[..., Path], kind: str) -> None:
    """Said by one voice with the button held and by another after a tap: rejected, and the reason is the right one."""
    listed, reasons = REJECTED[kind]
    told = [
        (said, voice, verdict)
        for said in texts(listed)
        for voice, way in zip(VOICES, WINDOWS, strict=True)
        for verdict in box.hear(say(said, voice), way)
        if TAKEN.get((said, voice)) != verdict.text
    ]
    assert [each for each in told if each[-1].verdict == "accept"] == []
    assert [each for each in told if each[-1].reason not in reasons] == []


@pytest.mark.parametrize("kind", REJECTED)
def test_what_is_no_whole_phrase_is_no_command_where_the_box_always_listens(
    box: Box, say: Callable[..., Path], kind: str
) -> None:
    """Nothing of it acts in open mode; in wake mode the box was not meant, and that is the reason."""
    for said in texts(REJECTED[kind][0]):
        verdicts = box.hear(say(said), "open")
        assert [each for each in verdicts if each.verdict == "accept"] == [], said
        assert {each.reason for each in box.hear(say(said), "wake")} <= {"window closed", "silence"}, said


def test_a_near_rhyme_is_nothing_but_what_it_rhymes_with(box: Box, say: Callable[..., Path]) -> None:
    """Into an open window nobody says "short nest": taken for the command or rejected, never for another command."""
    for said, intent in NEAR_RHYMES.items():
        for voice, way in zip(VOICES, WINDOWS, strict=True):
            (verdict,) = box.hear(say(said, voice), way)
            assert verdict.intent is None or verdict.intent.name == intent, (said, voice, verdict)


def test_a_near_rhyme_at_the_table_is_no_command(box: Box, say: Callable[..., Path]) -> None:
    """Without the wake phrase it is table talk, like the command itself; other words than those wake nobody."""
    for said in [
        *NEAR_RHYMES,
        "search the room",
        "undo",
        "yes",
        "the lantern is out, search the room",
    ]:
        assert {each.reason for each in box.hear(say(said), "wake")} <= {"window closed", "silence"}, said


# -- who is meant, and when -----------------------------------------------------------------------------


def test_while_the_box_speaks_only_a_window_is_heard(box: Box, say: Callable[..., Path]) -> None:
    """Holding talk has cut its voice; what it hears by itself then is its own."""
    speaking = Context(speaking=True)
    (verdict,) = box.hear(say("search the room"), "open", speaking)
    assert (verdict.verdict, verdict.reason) == ("reject", "speaking")
    (verdict,) = box.hear(say("hey lantern, search the room"), "wake", speaking)
    assert (verdict.verdict, verdict.reason) == ("reject", "speaking")
    for way in WINDOWS:
        (verdict,) = box.hear(say("stop"), way, speaking)
        assert verdict.verdict == "accept"


def test_what_is_said_to_somebody_else_by_name_wakes_nobody(box: Box, say: Callable[..., Path]) -> None:
    """A name may be nearly the wake phrase, and "light a torch" is what players ask each other for."""
    for said in ("hey Lauren, stop", "hey Larry, search the room", "hey Alan, light a torch", "hey Lenny, combat"):
        for voice in VOICES:
            assert [each for each in box.hear(say(said, voice), "wake") if each.verdict == "accept"] == [], said


def test_the_wake_phrase_in_the_middle_of_a_sentence_wakes_nobody(box: Box, say: Callable[..., Path]) -> None:
    """Talking of the box is not talking to it."""
    for said in ("did you say hey lantern search the room", "I told it hey lantern and it woke up"):
        assert [each for each in box.hear(say(said), "wake") if each.verdict == "accept"] == [], said


def test_after_the_wake_phrase_the_same_holds(box: Box, say: Callable[..., Path]) -> None:
    """Half said, said twice, or a sentence: woken, it is rejected like anywhere else."""
    for said in ("search the", "move on move on", "I think we should search the room now or later"):
        verdicts = box.hear(say(f"hey lantern, {said}"), "wake")
        assert [each for each in verdicts if each.verdict == "accept"] == [], said


def test_the_box_own_sentences_are_no_commands(box: Box, say: Callable[..., Path]) -> None:
    """Its voice in somebody's open window, where it was not cut in time: nothing that it says is a whole phrase."""
    narration = (
        "Turn two. Search: one box. All quiet.",
        "The torch ends next turn.",
        "Danger in turn three: encounter. The danger clears two boxes.",
        "Short rest: about one in three for danger. Say yes or no.",
        "A new delve ends this one. Say yes to begin it.",
        "Others talking: say it again.",
    )
    for sentence in narration:
        assert [each for each in box.hear(say(sentence, "en-gb")) if each.verdict == "accept"] == [], sentence


# -- what is no speech ----------------------------------------------------------------------------------


def laughter(seconds: float = 3.0) -> NDArray[np.float64]:
    """Five breathy voiced bursts a second, falling in pitch and level."""
    at = np.arange(round(seconds * 16_000)) / 16_000
    pitch_hz = 260 - 90 * (at % 1.5) / 1.5
    voiced = np.sign(np.sin(2 * np.pi * np.cumsum(pitch_hz) / 16_000)) * 0.4 + noise(seconds, 0.4)
    burst = np.clip(np.sin(2 * np.pi * 5 * at), 0, 1) ** 2 * (1 - 0.6 * (at % 1.5) / 1.5)
    throat = np.convolve(voiced, tone(0.01, hz=750, level=0.1) * np.hanning(160), "same")
    return throat * burst * 0.5


def clatter(dice: int, seed: int = 3) -> NDArray[np.float64]:
    """Dice on a table: each bounces, ever quicker and quieter, and rings a little."""
    random = np.random.default_rng(seed)
    sound = noise(3.0, 0.0003)
    for _ in range(dice):
        at, gap, level = random.uniform(0.3, 1.5), random.uniform(0.08, 0.16), 0.6
        while gap > 0.01 and at < 2.9:
            click = noise(0.012, level, int(random.integers(1 << 30))) * np.exp(-np.arange(192) / 40)
            place = round(at * 16_000)
            sound[place : place + len(click)] += click
            at, gap, level = at + gap, gap * 0.75, level * 0.7
    return sound


FAN = np.convolve(noise(3.0, 0.05), np.ones(40) / 40, "same")
SOUNDS = {
    "digital silence": np.zeros(32_000),
    "a quiet room": noise(3.0, 0.0003),
    "a fan": FAN,
    "a fan switched on": np.concatenate([HUSH, FAN]),
    "white noise": noise(3.0, 0.1),
    "hum": tone(3.0, hz=50, level=0.1),
    "a whistle": np.concatenate([HUSH, tone(1.0, hz=1500, level=0.3), HUSH]),
    "a die on the table": np.concatenate([HUSH, noise(0.03, 0.3), HUSH]),
    "clicks in a row": np.concatenate([part for _ in range(8) for part in (noise(0.02, 0.3), noise(0.2, 0.0003))]),
    "one die thrown": clatter(1),
    "a handful of dice": clatter(7),
    "laughter": np.concatenate([HUSH, laughter(), HUSH]),
    "a full loud crackle": np.sign(noise(2.0, 1.0)) * 0.9,
}
NO_SPEECH = {"digital silence", "a quiet room", "a fan", "white noise", "a die on the table"}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_no_speech_is_no_command(box: Box, tmp_path: Path, way: str) -> None:
    """Silence, fans, whistles, dice, laughter: nothing acts, whatever the recogniser makes of it."""
    for name, sound in SOUNDS.items():
        verdicts = box.hear(write_wav(tmp_path / "sound.wav", sound), way)
        assert [verdict for verdict in verdicts if verdict.verdict == "accept"] == [], name
        if name in NO_SPEECH:
            assert {verdict.reason for verdict in verdicts} == {"silence"}, name


def test_laughing_and_humming_people_are_no_command(box: Box, say: Callable[..., Path]) -> None:
    """Ha ha, hm, uh, ah: sounds of a table that are nearly words."""
    for said in ("ha ha ha ha ha ha", "he he he", "hmm", "uh", "ah", "ooh", "mmh mmh", "shh", "tsk tsk"):
        for way in WAYS:
            assert [each for each in box.hear(say(said), way) if each.verdict == "accept"] == [], (said, way)


# -- the command all the same ---------------------------------------------------------------------------


def _meant(what: Verdict | Intent | None) -> object:
    """Intent and slots: "search room" is as good as "search the room"."""
    intent = what.intent if isinstance(what, Verdict) else what
    return intent and (intent.name, dict(intent.slots))


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_any_rate_and_both_channel_counts_give_the_same_command(
    box: Box, say: Callable[..., Path], tmp_path: Path, rate_hz: int, channels: int
) -> None:
    """What a recorder or a microphone gives is brought to what the recogniser hears."""
    for said in ("combat over", "start the spell bless for ten turns"):
        sound = soxr.resample(samples(say(said)), 16_000, rate_hz)
        path = write_wav(tmp_path / "any.wav", sound, rate_hz=rate_hz, channels=channels)
        for way in ("hold", "open"):
            assert [_meant(each) for each in box.hear(path, way)] == [_meant(box.phrasebook.match(said))]


@pytest.mark.parametrize("name", ["a fan", "a handful of dice", "hum"])
def test_a_command_beside_such_a_sound_is_understood(
    box: Box, say: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    """A fan, dice or hum, 20 dB below the voice, hide nothing."""
    said = np.pad(samples(say("search the room")), 16_000)
    beside = np.resize(SOUNDS[name], len(said))
    beside = beside * (np.abs(said).max() / np.abs(beside).max()) * 10 ** (-20 / 20)
    (verdict,) = box.hear(write_wav(tmp_path / "both.wav", said + beside))
    assert verdict.text == "search the room", verdict


def _trimmed(path: Path) -> NDArray[np.float64]:
    """A file's sound without the silence around it."""
    sound = samples(path)
    (loud,) = np.nonzero(np.abs(sound) > 0.01)
    return sound[loud[0] : loud[-1] + 1]


@pytest.mark.parametrize("way", ["tap", "wake", "open"])
def test_a_pause_in_mid_phrase_does_not_cut_it(box: Box, say: Callable[..., Path], tmp_path: Path, way: str) -> None:
    """A breath of 0.35 s where the phrase must go on is no end of speech; at its end nobody waits for long."""
    first, second = (_trimmed(say(text)) for text in ("hey lantern, search" if way == "wake" else "search", "the room"))
    spoken = np.concatenate([HUSH, first, noise(0.35, 0.0003), second])
    path = write_wav(tmp_path / "paused.wav", np.concatenate([spoken, noise(4.0, 0.0003)]))
    (utterance,) = box.utterances(path, way)
    (verdict,) = box.hear(path, way)
    assert verdict.text == "search the room"
    assert utterance.end_seconds < len(spoken) / 16_000 + 0.55


def test_a_word_begun_before_the_button_was_down_is_whole(box: Box, say: Callable[..., Path]) -> None:
    """Fingers are later than tongues by up to half a second; as much is kept."""
    sound = np.concatenate([HUSH, samples(say("search the room")), HUSH])
    ear = Ear(box.recogniser, {"hold"}, is_phrase=box.phrasebook.is_phrase)
    box.recogniser.wait_ready()
    pressed = len(HUSH) + 6_400
    ear.feed(pcm16(sound[:pressed]))
    ear.open_window()
    ear.feed(pcm16(sound[pressed:-8_000]))
    ear.close_window()
    (utterance,) = ear.feed(pcm16(sound[-8_000:]))
    assert [word.text for word in utterance.alternatives[0]] == ["search", "the", "room"]
