"""The line that the log keeps of an utterance."""

from delvebox.device.inputs.speech.report import log_line, record_of
from delvebox.device.messages import Scored, Utterance, Verdict, Word


def test_the_line_holds_what_a_diagnosis_needs() -> None:
    """Text, verdict, reason, way, when speech ended, how long the words took and when they were judged; the words."""
    plain, near = (Word("calm", 0.1, 0.4, -14.6), Word("undo", 0.5, 0.9, 0.4)), (Word("undo", 0.5, 0.9, 0.4),)
    levels = (-60.0,) * 5 + (0.0, -21.0) + (-23.0,) * 40
    utterance = Utterance((plain,), "hold", 1.5, 3.25, 0.8, None, (near,), levels, recognising_ms=23.6, ended_at=70.0)
    assert log_line(utterance, Verdict("accept", "phrase", "undo"), 70.031) == (
        "heard 'undo': accept, phrase (hold; 1.50–3.25 s, speech 0.80 s until 1.64, "
        "recognised in 24 ms, judged after 31; plain calm-15 undo+0; near undo+0)"
    )


def test_nothing_heard_has_a_line_too() -> None:
    """Without words, and words without a level."""
    silent = Utterance((), "tap", 0.0, 6.0, 0.0)
    expected = "heard '': none, silence (tap; 0.00–6.00 s, speech 0.00 s)"
    assert log_line(silent, Verdict("none", "silence"), 9.0) == expected
    unmeasured = Utterance(((Word("undo", 0.5, 0.9),),), "open", 0.0, 2.0, 0.5)
    assert "plain undo)" in log_line(unmeasured, Verdict("accept", "phrase", "undo"), 9.0)


def test_what_was_heard_as_phrases_is_told_too() -> None:
    """In the line the likeliest of each hearing, in the record all with their scores."""
    undo, stop = (Word("undo", 0.5, 0.9, 0.4),), (Word("stop", 0.5, 0.9, 0.4),)
    hearings = ((Scored(undo, 7.5), Scored(stop, 7.0)), (Scored(stop, 6.0),), ())
    utterance = Utterance((), "hold", 0.0, 2.0, 0.5, phrases=hearings, table_db=-12.5)
    verdict = Verdict("accept", "phrase", "undo")
    assert "as a phrase undo+0; as a phrase stop+0)" in log_line(utterance, verdict, 9.0)
    record = record_of(utterance, verdict, 9.0)
    assert [[each["score"] for each in hearing] for hearing in record["phrases"]] == [[7.5, 7.0], [6.0], []]
    assert record["phrases"][1][0]["words"] == [{"text": "stop", "start": 0.5, "end": 0.9, "level_db": 0.4}]
    assert record["table_db"] == -12.5
