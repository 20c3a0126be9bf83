"""The judgement of utterances: a table of what was heard, what the box was doing, and what comes of it."""

from dataclasses import replace

import pytest

from delvebox.device.inputs.speech.loud_words import clear_phrase
from delvebox.device.inputs.speech.verdict import Context, judge
from delvebox.device.messages import Intent, Scored, Utterance, Verdict, Word

BOOK = {
    "search the room": Intent("search"),
    "move on": Intent("move"),
    "calm four": Intent("calm", {"n": 4}),
    "combat": Intent("suspend", {"kind": "combat"}),
    "combat over": Intent("end_suspension", {"kind": "combat"}),
    "yes": Intent("yes"),
    "no": Intent("no"),
    "cancel": Intent("cancel"),
    "undo": Intent("undo"),
    "rolled four": Intent("rolled", {"n": 4}),
}


class Book:
    """A phrasebook of the phrases above."""

    def match(self, text: str) -> Intent | None:
        """As `Phrasebook.match`."""
        return BOOK.get(text)

    def goes_on(self, text: str) -> bool:
        """As `Phrasebook.goes_on`."""
        return any(phrase.startswith(f"{text} ") for phrase in BOOK)


def heard(*texts: str, way: str = "hold", speech_seconds: float = 1.0, trouble: str | None = None) -> Utterance:
    """An utterance of these alternatives."""
    words = tuple(tuple(Word(word, 0.0, 0.5) for word in text.split()) for text in texts)
    return Utterance(words, way, 0.0, 2.0, speech_seconds, trouble)


def verdict(utterance: Utterance, context: Context = Context()) -> tuple[str, str, str]:  # noqa: B008 - frozen
    """Verdict, reason and text."""
    found = judge(utterance, Book(), context)
    return found.verdict, found.reason, found.text


def test_a_whole_phrase_is_accepted_with_its_intent() -> None:
    """The intent and its slots come with the words that said it."""
    assert judge(heard("calm four"), Book(), Context()) == Verdict(
        "accept", "phrase", "calm four", Intent("calm", {"n": 4})
    )


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["search the"], ("reject", "not a phrase", "search the")),
        (["please search the room now"], ("reject", "not a phrase", "please search the room now")),
        (["search the room [unk]"], ("reject", "unknown words", "search the room [unk]")),
        (["[unk]"], ("reject", "unknown words", "[unk]")),
        (["search the room move on"], ("reject", "two phrases", "search the room move on")),
        (["undo undo"], ("reject", "two phrases", "undo undo")),
        (["combat over"], ("accept", "phrase", "combat over")),
        (["undo " * 20], ("reject", "not a phrase", ("undo " * 20).strip())),
    ],
)
def test_anything_but_one_whole_phrase_is_rejected_with_the_reason(
    texts: list[str], told: tuple[str, str, str]
) -> None:
    """A part of a phrase, a phrase inside a sentence, two phrases, words that are none."""
    assert verdict(heard(*texts)) == told


@pytest.mark.parametrize("way", ["hold", "tap"])
def test_within_a_window_any_alternative_may_be_the_phrase(way: str) -> None:
    """The first alternative that is a whole phrase counts."""
    assert verdict(heard("search a room", "search the room", "move on", way=way))[2] == "search the room"


def test_after_the_wake_phrase_three_alternatives_may_be_the_phrase() -> None:
    """Further down a phrase is found in anything."""
    assert verdict(heard("a", "b", "search the room", way="wake"))[0] == "accept"
    assert verdict(heard("a", "b", "c", "search the room", way="wake"))[0] == "reject"


@pytest.mark.parametrize("way", ["open"])
def test_while_always_listening_only_the_likeliest_counts(way: str) -> None:
    """The other alternatives make commands of table talk."""
    assert verdict(heard("search a room", "search the room", way=way)) == ("reject", "not a phrase", "search a room")


@pytest.mark.parametrize(("others", "told"), [(True, "accept"), (False, "reject")])
def test_where_others_talked_before_the_wake_phrase_a_short_quiet_word_is_theirs(others: bool, told: str) -> None:
    """Too short a word to show by itself that others talk."""
    words = (Word("and", 0.0, 0.15, -14.0), Word("undo", 0.2, 0.6, 0.0))
    utterance = Utterance((words,), "wake", 0.0, 1.0, 0.5, levels_db=(0.0,) * 35, others=others)
    assert judge(utterance, Book(), Context()).verdict == told


@pytest.mark.parametrize(
    "utterance", [heard(), heard(""), heard("yes", speech_seconds=0.04), heard("move on", speech_seconds=0)]
)
def test_without_speech_nothing_was_said(utterance: Utterance) -> None:
    """Silence, a fan, a die on the table: whatever the recogniser makes of it, nothing acts."""
    assert verdict(utterance, Context(asking="long_rest")) == ("none", "silence", "")


@pytest.mark.parametrize("word", ["yes", "no"])
def test_yes_and_no_are_heard_only_while_something_is_asked(word: str) -> None:
    """A "yes" of the table's own talk answers nothing."""
    assert verdict(heard(word)) == ("reject", "nothing asked", word)
    assert verdict(heard(word), Context(asking="long_rest")) == ("accept", "phrase", word)


def test_cancel_and_undo_are_always_heard() -> None:
    """There is always a way back."""
    for word in ("cancel", "undo"):
        assert verdict(heard(word))[0] == "accept"


def test_dice_are_heard_only_where_the_table_rolls() -> None:
    """With the device's own dice "rolled four" is a mishearing of something else."""
    assert verdict(heard("rolled four")) == ("reject", "nothing asked", "rolled four")
    assert verdict(heard("rolled four"), Context(table_rolls=True)) == ("accept", "phrase", "rolled four")


def test_what_cannot_be_meant_is_not_replaced_by_something_less_likely() -> None:
    """Where the box rolls, "rolled four" does not become "move on" by its second alternative."""
    assert verdict(heard("rolled four", "move on")) == ("reject", "nothing asked", "rolled four")


def test_while_the_box_speaks_only_a_window_opened_by_hand_is_heard() -> None:
    """The box does not answer itself; holding talk has cut its speech."""
    assert verdict(heard("undo", way="open"), Context(speaking=True)) == ("reject", "speaking", "undo")
    assert verdict(heard("undo"), Context(speaking=True))[0] == "accept"


def test_trouble_is_no_silence() -> None:
    """What could not be recognised is rejected, and the utterance's own sentence says why."""
    assert verdict(heard(trouble="say it again")) == ("reject", "trouble", "")


def at_levels(*words: tuple[str, float], near: tuple[tuple[str, float], ...] = (), way: str = "hold") -> Utterance:
    """An utterance of these words with their levels, each 0.3 s long."""

    def timed(said: tuple[tuple[str, float], ...]) -> tuple[Word, ...]:
        return tuple(Word(text, 0.3 * place, 0.3 * place + 0.3, level) for place, (text, level) in enumerate(said))

    return Utterance((timed(words),), way, 0.0, 2.0, 1.0, None, (timed(near),) if near else ())


ROOM = (("search", -3.0), ("the", -9.0), ("room", 1.0))


def test_the_words_of_others_around_the_command_are_left_out() -> None:
    """They are quieter than the near voice: what it said is the whole phrase."""
    assert verdict(at_levels(("calm", -15.0), ("four", -12.0), *ROOM, ("no", -11.0))) == (
        "accept",
        "phrase",
        "search the room",
    )


OTHER = ("four", -25.0)


def test_a_phrase_with_as_loud_words_around_it_is_none() -> None:
    """Up to 0.25 s of loud words beside it are forgiven, more are another command or another sentence."""
    assert verdict(at_levels(OTHER, *ROOM, ("no", -11.0)))[2] == "search the room"
    assert verdict(at_levels(OTHER, *ROOM, ("no", -5.0)))[:2] == ("reject", "others talking")


def test_without_others_no_phrase_is_looked_for_among_other_words() -> None:
    """A sentence said to somebody else holds many a phrase: one voice alone must say a phrase and no more."""
    assert verdict(at_levels(*ROOM, ("no", -9.0)))[:2] == ("reject", "two phrases")


def test_of_two_phrases_the_one_that_stands_out_is_taken() -> None:
    """The sum of level and duration counts: not which comes first."""
    assert verdict(at_levels(OTHER, ("undo", -13.0), ("move", 0.0), ("on", 0.0)))[2] == "move on"
    assert verdict(at_levels(OTHER, ("undo", 2.0), ("cancel", -10.5)))[2] == "undo"


def test_what_is_heard_without_the_quiet_sound_counts_as_well() -> None:
    """Where the plain words hide the command, those of the muted sound show it."""
    assert verdict(at_levels(OTHER, ("calm", -3.0), ("the", -9.0), near=ROOM))[2] == "search the room"


def test_who_is_drowned_by_others_is_told_so() -> None:
    """The words of others are known by their level."""
    assert verdict(at_levels(("calm", -15.0), ("search", 0.0), ("four", -12.0))) == (
        "reject",
        "others talking",
        "calm search four",
    )


def test_a_word_that_the_recogniser_does_not_know_is_never_inside_a_phrase() -> None:
    """Loud or not, [unk] stands for something else."""
    assert verdict(at_levels(("search", 0.0), ("[unk]", 0.0), ("the", 0.0), ("room", 0.0)))[0] == "reject"


def test_while_always_listening_no_phrase_is_looked_for_among_other_words() -> None:
    """Phrases anywhere in table talk come up 65 times an hour."""
    assert verdict(at_levels(("calm", -15.0), *ROOM, way="open"))[0] == "reject"


def test_a_phrase_is_not_taken_for_a_longer_one_of_which_a_part_was_lost() -> None:
    """Loud sound that gave no word is a part of what was said: "combat" may have been "combat over"."""
    utterance = at_levels(("combat", 0.0))
    for seconds, told in ((0.1, "accept"), (0.6, "reject")):
        levels = (0.0,) * round((0.3 + seconds) / 0.02)
        assert verdict(replace(utterance, levels_db=levels))[0] == told


def test_a_near_word_may_be_quiet() -> None:
    """An "of" or "the" of the near voice lies as low as −16 dB: the phrase with it is looked for as well."""
    assert verdict(at_levels(("four", -25.0), ("search", 0.0), ("the", -16.0), ("room", 0.0)))[2] == "search the room"


def test_words_that_are_clear_of_all_others_are_what_the_near_voice_said() -> None:
    """Down to a quiet last word, though more of what is louder than usual for others stands outside."""
    assert verdict(at_levels(("no", -13.0), ("search", 0.0), ("the", -10.5), ("room", -2.0), ("four", -14.0)))[2] == (
        "search the room"
    )
    assert clear_phrase(at_levels(*ROOM, ("four", -13.0)).alternatives, (), Book().match) is not None


@pytest.mark.parametrize(
    "words",
    [
        ROOM,  # nobody else talks
        (("search", 0.0), ("the", -2.0), ("room", 0.0), ("no", -10.5), ("four", -20.0)),  # another is rather loud
        (("search", 0.0), ("the", -11.5), ("room", 0.0), ("four", -13.0)),  # nor by so much
        (("search", 0.0), ("the", 0.0), ("four", -13.0)),  # no phrase
    ],
)
def test_what_is_not_clear_of_others_is_left_to_a_closer_look(words: tuple[tuple[str, float], ...]) -> None:
    """A word of others may belong to it, or one of it to the others."""
    assert clear_phrase(at_levels(*words).alternatives, (), Book().match) is None


def test_a_clear_phrase_of_which_a_part_was_lost_is_none() -> None:
    """Sound as loud as its words gave no word."""
    heard_words = at_levels(*ROOM, ("four", -20.0)).alternatives
    assert clear_phrase(heard_words, (0.0,) * 60, Book().match) is not None
    assert clear_phrase(heard_words, (0.0,) * 90, Book().match) is None


@pytest.mark.parametrize(
    ("table_db", "quiet", "told"),
    [
        (-20.0, 1, "accept"),  # as loud as the table was before
        (-70.0, 1, "reject"),  # nobody talked before: the speaker's own unstressed words
        (-70.0, 5, "accept"),  # but nobody says so many
        (None, 1, "accept"),
    ],
)
def test_quiet_words_are_those_of_others_where_others_talked_before(
    table_db: float | None, quiet: int, told: str
) -> None:
    """Around a command "did you" and "yesterday" are quieter than it, and make it none."""
    utterance = at_levels(*ROOM, *(("four", -13.0),) * quiet)
    assert verdict(replace(utterance, table_db=table_db))[0] == told


def covered(text: str, phrases: tuple[str, ...], noise_db: float, behind: float = 20.0) -> Utterance:
    """A word on each 0.3 s, twice heard again as phrases of which each lies behind the one before, in noise."""

    def timed(said: str) -> tuple[Word, ...]:
        return tuple(Word(word, 0.3 * at, 0.3 * at + 0.3, 0.0) for at, word in enumerate(said.split()))

    scored = tuple(Scored(timed(each), 700.0 - behind * at) for at, each in enumerate(phrases))
    levels = (0.0,) * 15 * len(text.split()) + (noise_db,) * 100
    return Utterance((timed(text),), "hold", 0.0, 3.0, 1.0, levels_db=levels, phrases=(scored, scored))


def test_in_noise_the_likeliest_phrase_is_taken_where_the_plain_hearing_has_none() -> None:
    """Its words are those of the plain hearing but for one that was covered."""
    assert verdict(covered("search calm room", ("search the room",), -14.0)) == ("accept", "phrase", "search the room")
    assert verdict(covered("calm four no", ("search the room", "combat over"), -14.0, behind=0.5))[0] == "reject"


@pytest.mark.parametrize(("noise_db", "told"), [(-10.0, "search the room"), (-14.0, "search a room")])
def test_a_phrase_of_the_plain_hearing_must_hold_in_the_others_where_noise_is_loud(noise_db: float, told: str) -> None:
    """Noise makes whole phrases of others."""

    class Two(Book):
        def match(self, text: str) -> Intent | None:
            return Intent("other", text=text) if text == "search a room" else super().match(text)

    assert judge(covered("search a room", ("search the room",), noise_db), Two(), Context()).text == told


def test_without_the_wake_phrase_the_window_is_closed() -> None:
    """A whole phrase of table talk is no command."""
    unmeant = replace(heard("search the room", way="wake"), woken=False)
    assert verdict(unmeant) == ("reject", "window closed", "search the room")
    assert verdict(replace(unmeant, woken=True))[0] == "accept"
    assert verdict(replace(unmeant, alternatives=(), peak_db=-50.0)) == ("reject", "window closed", "")


def test_after_the_wake_phrase_the_words_of_others_are_left_out() -> None:
    """As in a window."""
    assert verdict(at_levels(*ROOM, OTHER, way="wake"))[2] == "search the room"


def test_who_is_too_quiet_is_told_so() -> None:
    """Where speech was no phrase and hardly louder than nothing; what is understood all the same counts."""
    assert verdict(replace(heard("search the"), peak_db=-48.0)) == ("reject", "too quiet", "search the")
    assert verdict(replace(heard(), peak_db=-48.0)) == ("reject", "too quiet", "")
    assert verdict(replace(heard("search the"), peak_db=-40.0))[1] == "not a phrase"
    assert verdict(replace(heard("move on"), peak_db=-48.0))[0] == "accept"
