"""The recogniser's owner side, against a child process that crashes, hangs, grows and garbles when told so."""

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from delvebox.device.inputs.speech import loaded_model
from delvebox.device.inputs.speech.phrase_graph import PhraseGraph
from delvebox.device.inputs.speech.recogniser import FEED_BYTES, Recogniser, RecogniserError
from delvebox.device.messages import Alternatives, Scored, Word
from delvebox.device.speech_models import ModelError

ARGV = [sys.executable, str(Path(__file__).with_name("troublesome_child.py"))]
SECOND = bytes(32_000)
Make = Callable[..., Recogniser]


def sound(mark: bytes, seconds: float = 1.0) -> bytes:
    """Sound that makes the child do what `mark` says."""
    return mark + bytes(round(seconds * 32_000) - len(mark))


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Makes recognisers and ends them."""
    made: list[Recogniser] = []

    def one(model: str = "model", told: list[str] | None = None, **options: object) -> Recogniser:
        on_change = [].append if told is None else told.append
        options.setdefault("argv", ARGV)
        made.append(Recogniser(lambda: tmp_path / model, {"hold": ["x"]}, on_change, **options))  # type: ignore[arg-type]
        return made[-1]

    yield one
    for each in made:
        each.abort()
        each.close()


def words(alternatives: Alternatives) -> list[str]:
    """The words of each alternative."""
    return [" ".join(word.text for word in each) for each in alternatives]


def test_an_utterance_comes_back_as_words_with_their_times(make: Make) -> None:
    """Sound goes in, alternatives come out; one without words is none."""
    assert make().recognise(SECOND, "hold") == ((Word("hold", 0.0, 0.1), Word("1.00", 0.1, 1.0)),)


def test_sound_that_comes_while_the_model_loads_is_not_lost(make: Make, tmp_path: Path) -> None:
    """Nothing waits for the model: an utterance begun before it is ready is recognised whole."""
    go = tmp_path / "go"
    late = make(argv=[*ARGV, str(go)])
    late.poll()
    late.begin("hold")
    for _ in range(10):
        late.feed(SECOND[:3200])
        late.poll()
    assert not late.ready
    go.touch()
    assert words(late.finish()) == ["hold 1.00"]
    assert late.unknown_words == ("zork",)


def test_sound_is_recognised_while_it_arrives(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left to do at the end of a phrase is less than one step of 0.2 s, however it was cut."""
    steps: list[int] = []
    ready = make()
    ready.wait_ready()
    assert ready._loaded._child is not None
    send = ready._loaded._child.send
    monkeypatch.setattr(
        ready._loaded._child, "send", lambda header, pcm=b"": (steps.append(len(pcm)), send(header, pcm))
    )
    ready.begin("hold")
    for _ in range(50):
        ready.feed(bytes(960))
    assert steps == [0, *[FEED_BYTES] * 7]
    assert words(ready.finish()) == ["hold 1.50"]


def test_who_looks_is_told_the_words_so_far_and_changes_nothing(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each whole step of 0.2 s, so that the steps are the same as where nobody looks."""
    told: list[str] = []
    looked_at = make(on_words=told.append)
    looked_at.wait_ready()
    sent: list[int] = []
    child = looked_at._loaded.child
    send = child.send
    monkeypatch.setattr(child, "send", lambda header, pcm=b"": (sent.append(len(pcm)), send(header, pcm)))
    looked_at.begin("hold")
    for _ in range(25):
        looked_at.feed(bytes(640))
    assert told == ["so far 0.20", "so far 0.40"]
    assert [size for size in sent if size] == [FEED_BYTES, FEED_BYTES]
    assert words(looked_at.finish()) == ["hold 0.50"]


@pytest.mark.parametrize("mark", [b"CRASH", b"CRASHNOW", b"HANG", b"GARBLE"])
def test_a_child_that_fails_costs_one_utterance_and_says_so(make: Make, mark: bytes) -> None:
    """A crash, a hang or nonsense is answered with "say it again"; the next utterance is heard by a new child."""
    troubled = make(answer_seconds=0.1)
    troubled.wait_ready()
    assert troubled._loaded._child is not None
    first = troubled._loaded._child.pid
    with pytest.raises(RecogniserError, match="had to be started anew: say it again"):
        troubled.recognise(sound(mark, 0.5), "hold")
    assert words(troubled.recognise(SECOND, "hold")) == ["hold 1.00"]
    assert troubled._loaded._child.pid != first


GRAPH = PhraseGraph([[("phrase", 0.0, 1)], []], [None, 0.0])


def test_whole_sounds_are_heard_as_phrases(make: Make) -> None:
    """Each with its own phrases and scores; an utterance that was begun goes on."""
    with_phrases = make(graph=GRAPH)
    with_phrases.wait_ready()
    assert with_phrases.has_phrases
    with_phrases.begin("hold")
    with_phrases.feed(SECOND)
    assert with_phrases.recognise_phrases([SECOND, SECOND * 2]) == (
        (Scored((Word("phrase", 0.0, 1.0),), 7.0),),
        (Scored((Word("phrase", 0.0, 2.0),), 7.0),),
    )
    assert words(with_phrases.finish()) == ["hold 1.00"]


def test_a_child_that_fails_at_phrases_says_so_and_is_replaced(make: Make) -> None:
    """As with any utterance."""
    troubled = make(graph=GRAPH)
    troubled.wait_ready()
    with pytest.raises(RecogniserError, match="had to be started anew: say it again"):
        troubled.recognise_phrases([sound(b"CRASHNOW")])
    troubled.wait_ready()
    assert len(troubled.recognise_phrases([SECOND])) == 1


def test_without_a_graph_no_phrases_are_heard(make: Make) -> None:
    """Nor while the model loads."""
    without = make()
    without.wait_ready()
    assert not without.has_phrases
    for each in (without, make(graph=GRAPH)):
        with pytest.raises(RecogniserError):
            each.recognise_phrases([SECOND])


def test_a_child_that_fails_in_mid_utterance_does_not_mix_it_with_the_next(make: Make) -> None:
    """After a crash while sound is fed, the rest of the utterance is dropped, and the next begins afresh."""
    troubled = make()
    troubled.wait_ready()
    troubled.begin("hold")
    troubled.feed(sound(b"CRASHNOW"))
    while troubled._loaded._child is not None and troubled.ready and not troubled._lost:
        troubled.feed(SECOND)
        troubled.poll()
    troubled.wait_ready()
    troubled.feed(SECOND)
    with pytest.raises(RecogniserError):
        troubled.finish()
    assert words(troubled.recognise(SECOND, "hold")) == ["hold 1.00"]


def test_a_crash_while_idle_is_noticed_and_told_to_nobody(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    """A child that dies between utterances is replaced: a line in the log, no trouble at the table."""
    told: list[str] = []
    idle = make(told=told)
    idle.wait_ready()
    assert idle._loaded._child is not None
    idle._loaded._child._process.kill()
    idle._loaded._child._process.wait()
    with caplog.at_level(logging.WARNING):
        idle.poll()
    assert "ended by itself: it is started anew" in caplog.text
    assert words(idle.recognise(SECOND, "hold")) == ["hold 1.00"]
    assert told == [""]


def test_an_utterance_given_up_after_a_crash_is_not_cancelled_in_the_next_child(make: Make) -> None:
    """The new child knows nothing of the old one's utterance."""
    crashed = make()
    crashed.wait_ready()
    crashed.begin("hold")
    crashed.feed(SECOND)
    crashed._loaded.child._process.kill()
    crashed._loaded.child._process.wait()
    crashed.poll()
    crashed.wait_ready()
    after = crashed._loaded.child.pid
    assert words(crashed.recognise(SECOND, "hold")) == ["hold 1.00"]
    assert crashed._loaded.child.pid == after


def test_a_child_that_keeps_crashing_is_started_with_growing_pauses(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first loss costs nothing, further ones wait: no storm of starts."""
    now = [1000.0]
    monkeypatch.setattr(loaded_model.time, "monotonic", lambda: now[0])
    weak = make()
    pauses = []
    for _ in range(4):
        weak.wait_ready()
        with pytest.raises(RecogniserError):
            weak.recognise(sound(b"CRASH", 0.1), "hold")
        pauses.append(weak._loaded._retry_at - now[0])
        now[0] = weak._loaded._retry_at
    assert pauses == [0, 2, 4, 8]


def test_an_utterance_understood_ends_the_row_of_losses(make: Make) -> None:
    """One crash now and then costs no pause."""
    weak = make()
    for _ in range(3):
        with pytest.raises(RecogniserError):
            weak.recognise(sound(b"CRASH", 0.1), "hold")
        assert words(weak.recognise(SECOND, "hold")) == ["hold 1.00"]


def test_no_model_is_told_once_and_taken_up_when_it_comes(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a model the box is told so once, with the cure; a model installed later is found."""
    now = [1000.0]
    monkeypatch.setattr(loaded_model.time, "monotonic", lambda: now[0])
    told: list[str] = []
    missing = make(told=told)
    find, missing._loaded._find_model = (
        missing._loaded._find_model,
        lambda: (_ for _ in ()).throw(ModelError("no model: install it")),
    )
    for _ in range(50):
        missing.poll()
        now[0] += 1
    with pytest.raises(RecogniserError, match="no model: install it"):
        missing.recognise(SECOND, "hold")
    assert told == ["no model: install it"]
    assert missing.trouble == "no model: install it"
    missing._loaded._find_model = find
    now[0] += 60
    assert words(missing.recognise(SECOND, "hold")) == ["hold 1.00"]
    assert told == ["no model: install it", ""]
    assert missing.trouble == ""


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("BAD", "^the speech model is bad: install it again$"),
        ("CRASH", "^the speech model did not load .*ended with SIGABRT.*: install it again$"),
    ],
)
def test_a_model_that_does_not_load_is_a_sentence(make: Make, model: str, sentence: str) -> None:
    """A model that Vosk refuses, or crashes on, is told with the cure."""
    told: list[str] = []
    with pytest.raises(RecogniserError, match=sentence):
        make(model, told).wait_ready()
    assert len(told) == 1


def test_a_child_killed_once_while_it_loads_is_no_bad_model(make: Make, tmp_path: Path) -> None:
    """Chance, such as a machine short of memory, is not told as a damaged model: the next start does."""
    told: list[str] = []
    unlucky = make(told=told, argv=[*ARGV, str(tmp_path / "go")])
    unlucky.poll()
    assert unlucky._loaded._child is not None
    unlucky._loaded._child._process.kill()
    (tmp_path / "go").touch()
    assert words(unlucky.recognise(SECOND, "hold")) == ["hold 1.00"]
    assert told == [""]


def test_a_model_that_takes_for_ever_is_given_up(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A load that hangs ends at its limit."""
    monkeypatch.setattr(loaded_model, "LOAD_SECONDS", 0.2)
    with pytest.raises(RecogniserError, match=r"did not load .*said nothing"):
        make(argv=[*ARGV, "/never/there"]).wait_ready(5)


def test_a_child_that_still_loads_is_not_waited_for_at_the_end(make: Make) -> None:
    """Closing the box takes less than the second that a child has to leave by itself."""
    loading = make(argv=[*ARGV, "/never/there"])
    loading.poll()
    began = time.monotonic()
    loading.close()
    assert time.monotonic() - began < 0.9


def test_a_child_that_grew_is_renewed_between_utterances(make: Make) -> None:
    """Beyond its memory budget it is ended after its answer; the next utterance is not lost."""
    grown = make()
    assert words(grown.recognise(sound(b"GROW"), "hold")) == ["hold 1.00"]
    assert not grown.ready
    assert words(grown.recognise(SECOND, "hold")) == ["hold 1.00"]
    assert grown.ready


def test_a_cancelled_utterance_leaves_nothing(make: Make) -> None:
    """What was dropped is not part of the next utterance."""
    calm = make()
    calm.wait_ready()
    calm.begin("hold")
    calm.feed(SECOND)
    calm.begin("hold")
    calm.feed(SECOND[:16_000])
    assert words(calm.finish()) == ["hold 0.50"]


def test_the_words_so_far_take_in_all_the_sound(make: Make) -> None:
    """What is asked at a pause knows the last words too, and costs the utterance nothing."""
    asked = make()
    asked.wait_ready()
    asked.begin("hold")
    asked.feed(SECOND[:9600])
    assert asked.words_so_far() == "so far 0.30"
    asked.feed(SECOND[:3200])
    assert words(asked.finish()) == ["hold 0.40"]


def test_closing_the_box_wakes_one_that_waits(make: Make) -> None:
    """A hung recogniser does not hold up the end of the box, and nothing is started after it."""
    hung = make()
    hung.wait_ready()
    assert hung._loaded._child is not None
    child = hung._loaded._child
    threading.Timer(0.1, hung.abort).start()
    started = time.monotonic()
    with pytest.raises(RecogniserError):
        hung.recognise(sound(b"HANG"), "hold")
    assert time.monotonic() - started < 3
    assert not child.alive
    hung.poll()
    assert hung._loaded._child is None
