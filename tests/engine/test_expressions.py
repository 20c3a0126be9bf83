"""Dice as people write them: what is read, what it gives, and what is refused with bound and cure."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebox.engine.expressions import (
    MOST_DICE,
    MOST_NUMBER,
    MOST_SIDES,
    Expression,
    ExpressionError,
    Nested,
    parse_expression,
    parse_text,
    roll,
)


def thrower(*faces):
    """Throws these faces in order; each must be one of its die."""
    left = list(faces)

    def throw(sides):
        face = left.pop(0)
        assert 1 <= face <= sides
        return face

    return throw


@pytest.mark.parametrize(
    ("written", "faces", "total"),
    [
        ("2d6", (3, 5), 8),
        ("2D6", (3, 5), 8),
        ("2W6", (3, 5), 8),
        ("d8", (7,), 7),
        ("d%", (88,), 88),
        ("1d100", (100,), 100),
        ("1d4+1", (4,), 5),
        ("1d4 + 1", (4,), 5),
        ("1d6-1", (1,), 0),
        ("1d6−2", (6,), 4),
        ("1d6-10", (6,), 0),
        ("2d6x10", (1, 2), 30),
        ("2d6 × 10", (1, 2), 30),
        ("2d6*10", (1, 2), 30),
        ("1d6x10+5", (2,), 25),
        ("1d6+1x10", (2,), 12),
        ("4d6kh3", (1, 6, 5, 2), 13),
        ("4d6k3", (1, 6, 5, 2), 13),
        ("4d6kl1", (4, 6, 2, 5), 2),
        ("2d20KH1", (3, 19), 19),
        ("2d20KL1", (3, 19), 3),
        ("2d6kh2", (3, 4), 7),
        ("1d4+2+1d6", (4, 6), 12),
        ("1d6-1x2", (6,), 4),
        ("+".join(["1d6"] * 10), (1,) * 10, 10),
        ("001d06+01", (3,), 4),
        ("1d6+1d8-1", (6, 8), 13),
        ("8-", (), None),
    ],
)
def test_an_expression_is_rolled_as_it_is_written(written, faces, total):
    """Sums, multiples, the highest and the lowest; every die is thrown in order, and no total is below 0."""
    if total is None:
        with pytest.raises(ExpressionError):
            parse_expression(written)
        return
    expression = parse_expression(f" {written} ")
    rolled = roll(expression, thrower(*faces))
    assert (rolled.text, rolled.faces, rolled.total) == (written, faces, total)
    assert expression.dice == len(faces)
    assert rolled.total <= expression.most


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("0d6", "'0d6' has 0 dice: take 1–100"),
        ("101d6", "'101d6' has 101 dice: take 1–100"),
        ("99999d99999", "'99999d99999' has 99999 dice: take 1–100"),
        ("1d99999", "'1d99999' has 99999 sides: take 2–1000"),
        ("1d1", "'1d1' has 1 sides: take 2–1000"),
        ("1d0", "'1d0' has 0 sides: take 2–1000"),
        ("2d6kh3", "'2d6kh3' keeps 3 dice: take 1–2"),
        ("2d6kl0", "'2d6kl0' keeps 0 dice: take 1–2"),
        ("1d6+10001", "'10001' adds 10001: take 0–10000"),
        ("1d6x0", "'x0' multiplies by 0: take 1–10000"),
        ("1d6x10001", "'x10001' multiplies by 10001: take 1–10000"),
        ("100d6+1d6", "100d6+1d6 has 101 dice: at most 100 at once"),
        ("1d6x2x3", "1d6x2 is too long: at most 10 parts, each multiplied once"),
        ("+".join(["1d6"] * 11), "is too long: at most 10 parts"),
        ("4d6dl1", "'4d6dl1' is no dice expression: write 2d6, 4d6kh3, 1d4+1 or 2d6x10"),
        ("2d6kobolds", "'2d6kobolds' is no dice expression"),
        ("2d6%", "'2d6%' is no dice expression"),
        ("2d6_a_b", "'2d6_a_b' is no dice expression"),
        ("1d6+999999999999", "adds 999999999999: take"),
        ("1d6+9999999999999", "adds a number of 13 digits: take"),
        ("(2d6+1)x10", "2d6+1): parentheses are not computed: write 2d6x10+10"),
        ("2d goblins", "'2d' has no sides: write them, as 2d6"),
        ("1d4+1d", "'1d' has no sides"),
        ("1.5d6", "'1.5d6' is no whole number of dice"),
        ("1,5W6", "'1,5W6' is no whole number of dice"),
        ("3x1d6", "'3x1d6' multiplies in front: write 2d6x10"),
        ("2 d6 rats", "'2 d6' has a space within dice: write 2d6"),
        ("2 W6", "'2 W6' has a space within dice"),
        ("1d6/2", "1d6 is divided, which is not computed: write 1d3 for 1d6/2"),
        ("2d6+1 ÷ 2", "2d6+1 is divided"),
        ("[rats", "has a [ without its ]: a nested table is [its name]"),
        ("rats]", "has a ] without its [: a nested table is [its name]"),
        ("[a [b]]", "has a [ without its ]"),
        ("[]", "[] names no table"),
        ("[ ]", "[] names no table"),
        ("[2d6]", "[2d6] has dice in brackets: write dice without them, as 2d6"),
    ],
)
def test_what_cannot_be_read_is_told_with_bound_and_cure(written, says):
    """An expression that looks like dice and is none is an error wherever it stands in a text."""
    for text in (written, f"some {written}, perhaps"):
        with pytest.raises(ExpressionError) as told:
            parse_text(text)
        assert says in str(told.value)


@pytest.mark.parametrize("written", ["{})x2", "{}/2", "{}", "{}dragons", "[{}]", "[{}"])
def test_however_long_an_expression_is_its_error_is_a_line(written):
    """What is repeated of it is cut."""
    with pytest.raises(ExpressionError) as told:
        parse_text(written.format("+".join(["12d20kh10"] * 50)))
    assert len(str(told.value)) < 200


@pytest.mark.parametrize("digits", [10, 400, 5000])
@pytest.mark.parametrize("written", ["{}d6", "1d{}", "2d6kh{}", "1d6+{}", "1d6x{}"])
def test_a_number_of_thousands_of_digits_is_an_error_like_others(written, digits):
    """It is counted before it is computed, and the error stays short."""
    with pytest.raises(ExpressionError) as told:
        parse_text(written.format("9" * digits))
    assert len(str(told.value)) < 160


NO_EXPRESSIONS = ["d", "", " ", "2", "2-12", "goblins", "2d6 feet", "x1d6", 7, None, ["2d6"], b"2d6"]


@pytest.mark.parametrize("written", NO_EXPRESSIONS)
def test_what_is_no_expression_whole_is_told(written):
    """A distance is dice and nothing else: a word, a number or a list is none."""
    with pytest.raises(ExpressionError, match="2d6"):
        parse_expression(written)


def written_of(part):
    """A part of a text as it was written."""
    if isinstance(part, str):
        return part
    return f"[{part.table}]" if isinstance(part, Nested) else part.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2d6 goblins", ["2d6!", " goblins"]),
        ("1d4+1 rats and d6 bats", ["1d4+1!", " rats and ", "d6!", " bats"]),
        ("some rats (1d6)", ["some rats (", "1d6!", ")"]),
        ("2d6x10ft away", ["2d6x10!", "ft away"]),
        ("1d6's", ["1d6!", "'s"]),
        ("1d4-legged", ["1d4!", "-legged"]),
        ("1d4 + 1st", ["1d4!", " + 1st"]),
        ("1d6 x-ray", ["1d6!", " x-ray"]),
        ("1d6/turn", ["1d6!", "/turn"]),
        ("2d6 - door", ["2d6!", " - door"]),
        ("1d6,1d4.", ["1d6!", ",", "1d4!", "."]),
        ("[treasure] with [ the  guard ]", ["[treasure]", " with ", "[the  guard]"]),
        ("room D6, rue d'Or, a 3-day march, 50%", ["room D6, rue d'Or, a 3-day march, 50%"]),
        ("gold2d6 and ½d6", ["gold2d6 and ½d6"]),
        ("{braces} {0} %s \\1 <b>", ["{braces} {0} %s \\1 <b>"]),
        ("2d6 龍 🐉", ["2d6!", " 龍 🐉"]),
        ("", []),
    ],
)
def test_a_text_is_words_dice_and_nested_tables(text, parts):
    """What stands around dice stays as it is; what only looks a little like dice is text."""
    assert [written_of(part) + "!" * isinstance(part, Expression) for part in parse_text(text)] == parts


def test_percentile_dice_have_a_hundred_sides():
    """`d%` is a d100."""
    assert [term.sides for term in parse_expression("2d%").terms] == [100]


@settings(max_examples=400, deadline=None)
@given(text=st.text("0123456789dDwWkhl+-−x×*%[] .,a()", max_size=30) | st.text(max_size=60))
def test_any_text_is_read_whole_or_refused_with_a_sentence(text):
    """Joined again the parts are the text, every total stays in its bounds, and an error is one line."""
    try:
        parts = parse_text(text)
    except ExpressionError as refused:
        parts, told = None, str(refused)
    if parts is None:
        assert 0 < len(told) < 200
        return
    assert all(parts)
    assert "".join(map(written_of, parts)).replace(" ", "") == text.replace(" ", "") or "[" in text
    for part in parts:
        if isinstance(part, Expression):
            assert 1 <= part.dice <= MOST_DICE
            assert 0 <= roll(part, lambda _: 1).total <= part.most
            assert roll(part, lambda sides: sides).total <= part.most


@st.composite
def dice(draw):
    """Dice as written, their number and sides, and how many are kept: the highest above 0, the lowest below."""
    count, sides = draw(st.integers(1, 10)), draw(st.integers(2, MOST_SIDES))
    keep = draw(st.integers(-count, count))
    kept = f"k{'h' if keep > 0 else 'l'}{abs(keep)}" if keep else ""
    return f"{count}d{sides}{kept}", count, sides, keep


TERM = st.tuples(st.sampled_from("+-"), dice() | st.integers(0, MOST_NUMBER), st.none() | st.integers(1, 99))


@settings(max_examples=200, deadline=None)
@given(terms=st.lists(TERM, max_size=8), first=dice(), data=st.data())
def test_the_total_is_what_a_second_hand_counts(terms, first, data):
    """Whatever sum is written, its total is that of its faces, counted apart."""
    written, counted, faces = "", 0, []
    for sign, what, factor in [("+", first, None), *terms]:
        term, value = (str(what), what) if isinstance(what, int) else (what[0], None)
        if value is None:
            _, count, sides, keep = what
            thrown = data.draw(st.lists(st.integers(1, sides), min_size=count, max_size=count))
            faces += thrown
            ranked = sorted(thrown)
            value = sum(ranked[-keep:] if keep > 0 else ranked[:-keep] if keep < 0 else ranked)
        written += (sign if written else "") + term + (f"x{factor}" if factor else "")
        counted += (1 if sign == "+" else -1) * value * (factor or 1)
    rolled = roll(parse_expression(written), thrower(*faces))
    assert (rolled.total, rolled.faces) == (max(0, counted), tuple(faces))
