"""What does not work: told once until its part works again."""

from delvebox.device.announcing.troubles import Troubles


def test_the_same_is_told_once_until_the_part_works_again():
    """One that does not work may say why in turns: each sentence once."""
    troubles = Troubles()
    assert troubles.fails("panel", "no display")
    assert troubles.fails("panel", "the bus hangs")
    assert not troubles.fails("panel", "no display")
    assert troubles.works("panel") == {"no display", "the bus hangs"}
    assert not troubles
    assert troubles.fails("panel", "no display")


def test_the_newest_stands_last_and_each_part_once():
    """A part that fails anew has one sentence, its last."""
    troubles = Troubles()
    troubles.fails("panel", "no display")
    troubles.fails("voice", "no voice")
    troubles.fails("panel", "the bus hangs")
    assert troubles.sentences == ("no voice", "the bus hangs")
    assert troubles.sentence("panel") == "the bus hangs"
    assert "panel" in troubles
    assert "journal" not in troubles
    assert troubles.sentence("journal") is None


def test_a_sentence_that_nobody_told_is_a_fault_of_the_box():
    """So that it has words in every language."""
    troubles = Troubles()
    troubles.told("microphone", "no microphone")
    assert troubles.part_of("no microphone") == "microphone"
    assert troubles.part_of("a bug") == "fault"
