"""The line that the log keeps of an utterance."""

from delvebox.device.inputs.speech.report import log_line
from delvebox.device.messages import Utterance, Verdict, Word


def test_the_line_holds_what_a_diagnosis_needs() -> None:
    """Text, verdict, reason, way, times and the words with their levels, plain and near."""
    plain, near = (Word("calm", 0.1, 0.4, -14.6), Word("undo", 0.5, 0.9, 0.4)), (Word("undo", 0.5, 0.9, 0.4),)
    utterance = Utterance((plain,), "hold", 1.5, 3.25, 0.8, None, (near,))
    assert log_line(utterance, Verdict("accept", "phrase", "undo")) == (
        "heard 'undo': accept, phrase (hold; 1.50–3.25 s, speech 0.80 s; plain calm-15 undo+0; near undo+0)"
    )


def test_nothing_heard_has_a_line_too() -> None:
    """Without words, and words without a level."""
    silent = Utterance((), "tap", 0.0, 6.0, 0.0)
    assert log_line(silent, Verdict("none", "silence")) == "heard '': none, silence (tap; 0.00–6.00 s, speech 0.00 s)"
    unmeasured = Utterance(((Word("undo", 0.5, 0.9),),), "open", 0.0, 2.0, 0.5)
    assert "plain undo)" in log_line(unmeasured, Verdict("accept", "phrase", "undo"))
