"""News on the panel: one at a time, and not for ever."""

from delvebox.device.announcing.news import DANGER_SECONDS, DRAWN_SECONDS, HEARD_SECONDS, TROUBLE_SECONDS, News
from delvebox.engine.events import TableDrawn
from delvebox.engine.state import LastRoll


def test_what_was_heard_stands_for_three_seconds():
    """It goes at its time, not before."""
    news = News()
    news.heard("search the room", 10)
    news.expire(10 + HEARD_SECONDS - 0.01)
    assert news.heard_text == "search the room"
    news.expire(10 + HEARD_SECONDS)
    assert news.heard_text is None
    assert news.until_seconds is None


def test_the_newest_takes_the_place_of_the_others():
    """A refusal after a danger is what the table must see."""
    news = News()
    roll = LastRoll(3, 6, 6, True, "hazard")
    news.danger(roll, 0)
    assert news.last_roll == roll
    assert news.until_seconds == DANGER_SECONDS
    news.message("combat: say combat over first", 1)
    assert news.last_roll is None
    assert news.message_text == "combat: say combat over first"


def test_what_came_of_a_table_stands_beside_the_danger_that_brought_it():
    """Who may not see it sees the danger meanwhile; both go at their time, or with what is played next."""
    news = News()
    roll = LastRoll(3, 6, 6, True, "hazard")
    drawn = TableDrawn("air", "hazard", False, "bad air", "bad air", (("air", "bad air", 1, 1, None),))
    news.danger(roll, 0)
    news.draw(drawn, 0)
    assert (news.drawn, news.last_roll, news.masters) == (drawn, roll, True)
    news.expire(DRAWN_SECONDS - 0.01)
    assert news.drawn == drawn
    news.expire(DRAWN_SECONDS)
    assert (news.drawn, news.last_roll, news.masters) == (None, None, False)
    news.draw(drawn, 30)
    news.played()
    assert news.drawn is None


def test_what_is_the_game_masters_is_marked_and_the_next_news_are_not():
    """What is told stands until something else is heard or told."""
    news = News()
    news.message("there is no such table", 0, masters=True)
    assert news.masters
    news.heard("search the room", 1)
    assert not news.masters
    news.message("there is no such table", 2, masters=True)
    assert news.masters
    news.message("combat: say combat over first", 3)
    assert not news.masters


def test_a_trouble_stands_beside_the_other_news_and_goes_in_its_own_time():
    """What does not work can be read, and does not take the panel for the evening."""
    news = News()
    news.trouble("no microphone", 0)
    news.heard("search the room", 1)
    news.expire(5)
    assert news.trouble_text == "no microphone"
    assert news.until_seconds == TROUBLE_SECONDS
    news.expire(TROUBLE_SECONDS)
    assert news.trouble_text is None


def test_what_is_played_ends_danger_but_not_what_was_heard():
    """A turn played by voice still shows the words that played it."""
    news = News()
    news.danger(LastRoll(3, 6, 6, True, "hazard"), 0)
    news.played()
    assert news.last_roll is None
    news.heard("search the room", 1)
    news.played()
    assert news.heard_text == "search the room"


def test_each_of_several_troubles_has_its_time_the_newest_first():
    """A box that lacks much still shows that its settings are bad, though they were read first."""
    news = News()
    news.trouble("settings: line 2", 0)
    news.trouble("no microphone", 0.1)
    assert news.trouble_text == "no microphone"
    news.expire(0.1 + TROUBLE_SECONDS)
    assert news.trouble_text == "settings: line 2"
    news.expire(0.2 + 2 * TROUBLE_SECONDS)
    assert news.trouble_text is None
    assert news.until_seconds is None


def test_what_works_again_is_no_trouble_any_more():
    """Its time is not waited for, shown or waiting."""
    news = News()
    news.trouble("the disk is full", 0)
    news.trouble("no microphone", 1)
    news.works("no microphone", 2)
    assert news.trouble_text == "the disk is full"
    assert news.until_seconds == 2 + TROUBLE_SECONDS
    news.works("the disk is full", 3)
    assert news.trouble_text is None
    assert news.until_seconds is None


def test_a_code_stands_beside_all_other_news():
    """Nothing that happens takes it away before its time, or before it is used up."""
    news = News()
    news.show_code("048213", 90)
    news.message("nobody hears that", 1)
    assert news.until_seconds == 1 + HEARD_SECONDS
    assert news.expire(1 + HEARD_SECONDS)
    assert (news.code, news.until_seconds) == ("048213", 90)
    assert news.expire(90)
    assert (news.code, news.until_seconds) == ("", None)
    news.show_code("048213", 190)
    news.show_code("", 100)
    assert (news.code, news.until_seconds) == ("", None)


def test_a_trouble_told_again_stands_once():
    """The newest telling counts."""
    news = News()
    news.trouble("no microphone", 0)
    news.trouble("no voice", 1)
    news.trouble("no microphone", 2)
    assert news.trouble_text == "no microphone"
    news.works("no microphone", 3)
    assert news.trouble_text == "no voice"
