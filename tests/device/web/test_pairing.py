"""The code on the panel: who may have one, how long it is good, and how slowly it can be guessed."""

from __future__ import annotations

from itertools import count

from delvebox.device.web.pairing import CODE_SECONDS, TRIES, Pairing, draw_code


def pairing() -> Pairing:
    """Its codes are 000000, 000001 and so on."""
    numbers = count()
    return Pairing(lambda: f"{next(numbers):06}")


def test_the_right_code_lets_in_once() -> None:
    """It is used up by the first who enters it."""
    door = pairing()
    code = door.knock("phone", 0.0)
    assert code is not None
    assert code.digits == "000000"
    assert door.enter("phone", "000000", 1.0) is None
    assert door.enter("other", "000000", 2.0) == "no_code"


def test_a_code_grows_old() -> None:
    """By the clock that only moves forward; the next knock draws another."""
    door = pairing()
    door.knock("phone", 0.0)
    assert door.enter("phone", "000000", CODE_SECONDS) == "no_code"
    code = door.knock("phone", CODE_SECONDS)
    assert code is not None
    assert code.digits == "000001"
    assert door.enter("phone", "000000", CODE_SECONDS) == "wrong_code", "the old one is worth nothing"


def test_two_who_knock_share_the_code_that_stands() -> None:
    """A stranger's knock does not take the code away from the panel, nor make it last longer."""
    door = pairing()
    assert door.knock("phone", 0.0) == door.knock("stranger", 60.0)


def test_wrong_entries_end_a_code() -> None:
    """After five nobody can use it any more, the right one included; whoever tried."""
    door = pairing()
    door.knock("phone", 0.0)
    for number in range(TRIES):
        assert door.enter(f"guest {number}", "999999", 0.0) == "wrong_code"
    assert door.code is None
    assert door.enter("phone", "000000", 0.0) == "no_code"


def test_one_visitor_is_slowed() -> None:
    """Who tried five times waits, before it is looked at whether the code was right."""
    door = pairing()
    for _ in range(5):
        assert door.enter("phone", "000000", 0.0) == "no_code"
    door.knock("phone", 0.0)
    assert door.enter("phone", "000000", 0.0) == "too_often"
    assert door.enter("other", "000000", 0.0) is None


def test_an_evening_of_guessing_from_many_addresses_is_not_worth_it() -> None:
    """Four hours of knocking and trying as fast as is let through: about one chance in a thousand or less."""
    door = pairing()
    tried = 0
    for second in range(4 * 3600):
        visitor = str(second % 200)
        door.knock(visitor, float(second))
        tried += door.enter(visitor, "999999", float(second)) == "wrong_code"
    assert 0 < tried / 1_000_000 < 0.0011


def test_who_knocks_too_often_gets_no_code() -> None:
    """Six codes at once for all, three for one visitor: the panel cannot be taken from the table."""

    def codes(visitors: list[str]) -> int:
        door, shown = pairing(), 0
        for number, visitor in enumerate(visitors):
            shown += door.knock(visitor, 0.0) is not None
            for _ in range(TRIES):  # wrong entries end it, so that the next knock wants a new one
                door.enter(f"guest {number}", "999999", 0.0)
        return shown

    assert codes(["phone"] * 10) == 3
    assert codes([str(number) for number in range(20)]) == 6


def test_one_who_tries_without_end_keeps_nobody_out() -> None:
    """Knocking and guessing every second from one address for an hour: another is still let in at the first code."""
    door = pairing()
    for second in range(3600):
        door.knock("stranger", float(second))
        door.enter("stranger", "999999", float(second))
    let_in = False
    for second in range(3600, 3690):
        door.knock("stranger", float(second))
        door.enter("stranger", "999999", float(second))
        code = door.knock("phone", float(second)) if second == 3600 else door.code
        if second == 3620 and code is not None:  # as long as it takes to type
            let_in = door.enter("phone", code.digits, float(second)) is None
    assert let_in


def test_what_is_no_code_is_wrong_and_harmless() -> None:
    """Letters, signs beyond Unicode's planes and thousands of digits are compared and refused."""
    for odd in ("", "0", "０００００１", "\ud800", "1" * 4000):
        door = pairing()
        door.knock("phone", 0.0)
        assert door.enter("phone", odd, 0.0) == "wrong_code"


def test_codes_are_six_digits_by_chance() -> None:
    """Leading zeros included; not the same ones again and again."""
    codes = {draw_code() for _ in range(50)}
    assert len(codes) > 45
    assert all(len(code) == 6 and code.isdecimal() for code in codes)
