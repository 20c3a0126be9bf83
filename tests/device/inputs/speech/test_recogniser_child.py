"""The recogniser's child process with the real model: what Vosk does wrong when it is let."""

import logging
import os
import subprocess
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from wavs import noise, pcm16

from delvebox.device.inputs.speech import recogniser_child
from delvebox.device.inputs.speech.audio import read_wav
from delvebox.device.inputs.speech.phrase_graph import PhraseGraph
from delvebox.device.inputs.speech.recogniser import Recogniser, RecogniserError

pytestmark = [
    pytest.mark.speech,
]

SENTENCES = ["search the room", "search the corridor", "move on", "combat over", "[unk]"]
Start = Callable[..., Recogniser]


@pytest.fixture
def start(speech_model: Path) -> Iterator[Start]:
    """Starts recognisers with the model, waits until they are ready, and ends them."""
    started: list[Recogniser] = []

    def one(model: Path = speech_model, **grammars: list[str]) -> Recogniser:
        started.append(Recogniser(lambda: model, grammars))
        started[-1].wait_ready()
        return started[-1]

    yield one
    for each in started:
        each.close()


@pytest.fixture(scope="module")
def plain(speech_model: Path) -> Iterator[Recogniser]:
    """One with `SENTENCES`, for all that only hear."""
    recogniser = Recogniser(lambda: speech_model, {"hold": SENTENCES})
    recogniser.wait_ready()
    yield recogniser
    recogniser.close()


def test_spoken_words_come_with_their_times(plain: Recogniser, say: Callable[..., Path]) -> None:
    """The words of a phrase in order, each after the other, within the sound."""
    sound = read_wav(say("search the room"))
    words = plain.recognise(bytes(16_000) + sound.pcm, "hold")[0]
    assert [word.text for word in words] == ["search", "the", "room"]
    assert words[0].start_seconds >= 0.4
    assert all(before.end_seconds <= after.start_seconds + 0.011 for before, after in pairwise(words))
    assert words[-1].end_seconds <= sound.seconds + 0.5


def test_an_utterance_knows_nothing_of_those_before_it(plain: Recogniser, say: Callable[..., Path]) -> None:
    """The same sound gives the same words and times again, also after another one and a cancelled one."""
    sound = read_wav(say("search the corridor")).pcm
    first = plain.recognise(sound, "hold")
    plain.recognise(read_wav(say("combat over")).pcm, "hold")
    plain.begin("hold")
    plain.feed(sound[: len(sound) // 2])
    plain.cancel()
    assert plain.recognise(sound, "hold") == first


def test_a_pause_within_a_phrase_does_not_cut_it(plain: Recogniser, say: Callable[..., Path]) -> None:
    """Vosk's own end of speech is not used: both halves are one utterance."""
    halves = [read_wav(say(text)).pcm for text in ("combat", "over")]
    words = plain.recognise(halves[0] + bytes(96_000) + halves[1], "hold")[0]
    assert [word.text for word in words] == ["combat", "over"]


def test_hold_mode_has_alternatives_and_open_mode_the_likeliest(start: Start, say: Callable[..., Path]) -> None:
    """Up to five where a window bounds the utterance, else one; each way hears by its own grammar."""
    recogniser = start(hold=["search the room", "search a room", "search the rooms"], open=["move on", "[unk]"])
    sound = read_wav(say("search the room")).pcm
    assert 1 < len(recogniser.recognise(sound, "hold")) <= 5
    assert len(recogniser.recognise(sound, "open")) == 1
    assert recogniser.recognise(read_wav(say("move on", "en-gb")).pcm, "open")[0][-1].text == "on"


def test_a_word_that_the_model_does_not_know_takes_its_whole_sentence_out(
    start: Start, say: Callable[..., Path]
) -> None:
    """Vosk would drop the word and match the rest: "search the room" for "search the (unknown) room"."""
    recogniser = start(hold=["search the blorfnax room", "move on", "[unk]"])
    assert recogniser.unknown_words == ("blorfnax",)
    heard = recogniser.recognise(read_wav(say("search the room")).pcm, "hold")
    assert not any(word.text in {"search", "room"} for words in heard for word in words)


@pytest.mark.parametrize("sentences", [[], ["blorfnax"], [""]])
def test_an_empty_grammar_is_no_crash(start: Start, sentences: list[str]) -> None:
    """No phrase at all, none that the model knows: nothing is heard."""
    heard = start(hold=sentences).recognise(pcm16(noise(1.0, 0.05)), "hold")
    assert all(word.text == "[unk]" for words in heard for word in words)


@pytest.mark.parametrize("sound", [b"", bytes(2), bytes(640), bytes(64_000), pcm16(noise(1.0, 0.2))])
def test_silence_noise_and_nothing_at_all_are_no_words(plain: Recogniser, sound: bytes) -> None:
    """The shortest and the emptiest sound is answered."""
    heard = plain.recognise(sound, "hold")
    assert not any(word.text != "[unk]" for words in heard for word in words)


def test_the_words_so_far_are_known_at_a_pause(plain: Recogniser, say: Callable[..., Path]) -> None:
    """A partial result, for the end of speech."""
    plain.begin("hold")
    plain.feed(bytes(16_000) + read_wav(say("search the corridor")).pcm + bytes(16_000))
    assert plain.words_so_far() == "search the corridor"
    assert [word.text for word in plain.finish()[0]] == ["search", "the", "corridor"]


def test_vosk_says_nothing_in_the_log(start: Start, caplog: pytest.LogCaptureFixture) -> None:
    """Hundreds of lines about layers and sockets would bury what matters."""
    with caplog.at_level(logging.DEBUG):
        start(hold=SENTENCES).recognise(bytes(32_000), "hold")
    assert caplog.records == []


def test_a_damaged_model_is_a_sentence(start: Start, speech_model: Path, tmp_path: Path) -> None:
    """A file cut short crashes Vosk; the box says that the model does not load, and lives."""
    for part in speech_model.rglob("*"):
        if part.is_file():
            link = tmp_path / part.relative_to(speech_model)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(part)
    damaged = tmp_path / "am" / "final.mdl"
    start_of_it = damaged.read_bytes()[:1000]
    damaged.unlink()
    damaged.write_bytes(start_of_it)
    with pytest.raises(RecogniserError, match=r"the speech model .*does not load|the speech model did not load"):
        start(tmp_path, hold=SENTENCES)


def graph_of(*sentences: str) -> PhraseGraph:
    """These sentences and nothing else."""
    steps: list[list[tuple[str, float, int]]] = [[]]
    endings: list[float | None] = [None]
    for sentence in sentences:
        place = 0
        for word in sentence.split():
            steps[place].append((word, 0.0, len(steps)))
            place = len(steps)
            steps.append([])
            endings.append(None)
        endings[place] = 0.0
    return PhraseGraph(steps, endings)


def test_a_hearing_of_phrases_is_one_whole_phrase_whatever_was_said(
    speech_model: Path, say: Callable[..., Path]
) -> None:
    """By bigrams "search the" and "corridor over" are heard too; by the graph a phrase is whole, and has a score."""
    recogniser = Recogniser(lambda: speech_model, {"hold": SENTENCES}, graph=graph_of(*SENTENCES[:4]))
    recogniser.wait_ready()
    assert recogniser.has_phrases
    sounds = [read_wav(say(text)).pcm + bytes(9_600) for text in ("search the corridor", "combat", "open the door")]
    heard = recogniser.recognise_phrases(sounds)
    texts = [[" ".join(word.text for word in each.words) for each in hearing] for hearing in heard]
    assert texts[0][0] == "search the corridor"
    assert all(text in SENTENCES for hearing in texts for text in hearing if hearing is not texts[1])
    assert all(hearing == tuple(sorted(hearing, key=lambda each: -each.score)) for hearing in heard)
    assert recogniser.recognise(sounds[0], "hold")[0][-1].text == "corridor"
    recogniser.close()


def test_a_model_that_takes_no_graph_is_used_as_it_is(speech_model: Path, say: Callable[..., Path]) -> None:
    """Its grammar hears as ever, and no phrases are heard by a graph."""
    recogniser = Recogniser(lambda: speech_model, {"hold": SENTENCES}, graph=graph_of("blorfnax zork"))
    recogniser.wait_ready()
    assert not recogniser.has_phrases
    assert recogniser.recognise(read_wav(say("move on")).pcm, "hold")
    recogniser.close()


def test_what_a_recogniser_killed_at_loading_left_behind_goes_with_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its folder is nobody's any more; that of one that lives stays, and so does what only looks like one."""
    monkeypatch.setattr(recogniser_child.tempfile, "gettempdir", lambda: str(tmp_path))
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    prefix = recogniser_child.FOLDER_PREFIX
    names = [f"{prefix}{ended.pid}-abc", f"{prefix}{os.getpid()}-abc", f"{prefix}mine-abc", "delvebox-other"]
    for name in names:
        (tmp_path / name / "graph").mkdir(parents=True)
    recogniser_child.clear_left_behind()
    assert {each.name for each in tmp_path.iterdir()} == set(names[1:])
