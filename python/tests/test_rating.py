"""Ratings as numbers: right, or an error."""

import copy
import decimal
import fractions
import math
import pickle

import numpy
import pytest

import gradus
from gradus import InexactError, Rating

EXACT, DECIMAL = Rating(4), Rating(4.5)
UPPER, LOWER = Rating(5, "upper"), Rating(3, "lower")
INFINITE, NOTHING = Rating(None, "infinite"), Rating(None, "not applicable")
WORD = Rating("L3")
ALL = [EXACT, DECIMAL, UPPER, LOWER, INFINITE, NOTHING, WORD]


def test_an_exact_rating_is_its_number():
    assert EXACT == 4 and 4 == EXACT and EXACT != 5 and EXACT == 4.0
    assert EXACT == decimal.Decimal(4) and EXACT == numpy.int64(4) and EXACT == fractions.Fraction(4)
    assert EXACT > 3 and EXACT >= 4 and EXACT < 5 and not EXACT < 4 and 3 < EXACT <= 4
    assert int(EXACT) == 4 and float(EXACT) == 4.0 and round(DECIMAL, 1) == 4.5
    assert EXACT + 1 == 5 and 1 + EXACT == 5 and 10 - EXACT == 6 and EXACT - 10 == -6
    assert EXACT * 2 == 8 and EXACT / 8 == 0.5 and 8 // EXACT == 2 and EXACT % 3 == 1 and 2**EXACT == 16
    assert type(EXACT + 1) is int and -EXACT == -4 and abs(EXACT) == 4
    assert list(range(EXACT)) == [0, 1, 2, 3] and "abcde"[EXACT] == "e"
    assert math.floor(DECIMAL) == 4 and math.ceil(DECIMAL) == 5 and int(DECIMAL) == 4
    assert sum([EXACT, DECIMAL]) == 8.5 and max(EXACT, DECIMAL) is DECIMAL
    assert sorted([INFINITE, DECIMAL, EXACT]) == [EXACT, DECIMAL, INFINITE]
    assert numpy.array([EXACT, DECIMAL], dtype=float).tolist() == [4.0, 4.5]
    assert EXACT and not Rating(0) and EXACT.bound() == EXACT.exact_or(None) == 4


def test_equal_ratings_have_equal_hashes():
    assert {EXACT: "found"}[4] == "found" and {4: "found"}[EXACT] == "found"
    assert hash(INFINITE) == hash(math.inf) and hash(WORD) == hash("L3")
    assert len({EXACT, Rating(4), UPPER, UPPER}) == 2


def test_infinity_is_infinity():
    assert INFINITE == math.inf and INFINITE > 99 and not INFINITE < 99 and INFINITE.is_infinite
    assert float(INFINITE) == math.inf and INFINITE - 4 == math.inf and INFINITE == Rating(None, "infinite")
    assert INFINITE.value is None and INFINITE.is_exact and INFINITE.exact_or(0) == math.inf
    with pytest.raises(OverflowError):
        int(INFINITE)


@pytest.mark.parametrize(
    "use",
    [
        lambda: UPPER == 5,
        lambda: UPPER == 3,
        lambda: UPPER != 5,
        lambda: UPPER < 4,
        lambda: UPPER > 2,
        lambda: LOWER == 3,
        lambda: LOWER > 3,
        lambda: LOWER < math.inf,
        lambda: LOWER == INFINITE,
        lambda: UPPER == Rating(5, "upper"),
        lambda: UPPER < LOWER,
        lambda: int(UPPER),
        lambda: float(LOWER),
        lambda: UPPER + 1,
        lambda: 1 - LOWER,
        lambda: EXACT - UPPER,
        lambda: max(UPPER, EXACT),
        lambda: range(UPPER),
        lambda: f"{UPPER:d}",
        lambda: round(UPPER),
        lambda: bool(UPPER),
    ],
)
def test_a_bound_is_not_taken_for_the_rating(use):
    with pytest.raises(InexactError, match=r"use \.bound\(\)"):
        use()


def test_a_bound_decides_what_it_decides():
    assert UPPER < 6 and UPPER <= 5 and not UPPER > 5 and UPPER != 6 and not UPPER == 99
    assert LOWER > 2 and LOWER >= 3 and not LOWER < 3 and LOWER != 2 and LOWER <= math.inf
    assert Rating(2, "upper") < LOWER and UPPER < INFINITE and bool(LOWER)
    assert UPPER.bound() == 5 and UPPER.exact_or(None) is None and UPPER.is_bound
    assert (UPPER.value, UPPER.status) == (5, "upper")
    same = UPPER
    assert same == UPPER


def test_what_is_not_applicable_has_no_number():
    assert NOTHING != 4 and NOTHING == Rating(None, "not applicable") and NOTHING != INFINITE and not NOTHING
    assert NOTHING.exact_or("none") == "none"
    for use in [lambda: NOTHING + 1, lambda: NOTHING < 3, lambda: float(NOTHING), NOTHING.bound]:
        with pytest.raises(InexactError, match="not applicable"):
            use()


def test_words_are_words():
    assert WORD == "L3" and WORD != "L4" and WORD != 3 and str(WORD) == "L3" and WORD
    for use in [lambda: WORD + 1, lambda: WORD < 3, lambda: int(WORD), WORD.bound]:
        with pytest.raises(InexactError, match="the word 'L3', not a number"):
            use()


def test_other_types_are_type_errors():
    for use in [lambda: EXACT + "x", lambda: EXACT < "x", lambda: EXACT < None, lambda: [] + EXACT]:
        with pytest.raises(TypeError):
            use()
    assert EXACT != None and EXACT != "4" and EXACT != []  # noqa: E711
    with pytest.raises(TypeError, match="index"):
        range(DECIMAL)


def test_ratings_are_shown_with_their_signs():
    assert [str(one) for one in ALL] == ["4", "4.5", "≤5", "≥3", "∞", "-", "L3"]
    assert repr(UPPER) == "Rating(5, 'upper')" and eval(repr(UPPER)).value == 5
    assert f"{UPPER:>4}" == "  ≤5" and f"{EXACT:.1f}" == "4.0" and f"{EXACT}" == "4"


def test_ratings_cannot_be_changed_or_be_wrong():
    with pytest.raises(AttributeError, match="cannot be changed"):
        EXACT.value = 5
    with pytest.raises(AttributeError, match="cannot be changed"):
        del EXACT.value
    with pytest.raises(ValueError, match="unknown status 'good'"):
        Rating(4, "good")
    with pytest.raises(ValueError, match="cannot have the value"):
        Rating(4, "infinite")
    with pytest.raises(ValueError, match="cannot have the value None"):
        Rating(None)


def test_ratings_can_be_copied_and_matched():
    for one in ALL:
        for other in [pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)]:
            assert (other.value, other.status) == (one.value, one.status)


def test_ratings_of_puzzles_are_numbers():
    from conftest import DEPTH_1, DEPTH_2

    easy, hard = gradus.rate(DEPTH_1, "te,w,b"), gradus.rate(DEPTH_2, "te,w,gw")
    assert easy.w == 4 and easy.w > 3 and int(easy.w) == 4 and easy.w - easy.b >= 0
    assert hard.w == math.inf and hard["w"] is None and hard.te == 2 and hard.w > easy.w
    with pytest.raises(InexactError, match="at least 4"):
        int(gradus.rate(DEPTH_1, "w", max_length=3).w)
