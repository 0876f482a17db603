"""Ratings as numbers."""

from __future__ import annotations

import math
from typing import Any, Callable, ClassVar, Tuple, TypeVar, Union, overload

#: A number.
Number = Union[int, float]

_Other = TypeVar("_Other")


class InexactError(ValueError):
    """A rating of which only a bound is known, or that has no value, was used as a number."""


class Rating:
    """A rating and its status. It behaves like a number where its value is known.

    ===================  =========================  ====================================
    status               meaning                    as a number
    ===================  =========================  ====================================
    ``exact``            the rating is ``value``    ``value``
    ``infinite``         no length solves           ``math.inf``; ``value`` is ``None``
    ``upper``            at most ``value``          raises :class:`InexactError`
    ``lower``            at least ``value``         raises :class:`InexactError`
    ``not applicable``   not defined here           raises; ``value`` is ``None``
    ===================  =========================  ====================================

    So ``r.w == 4``, ``r.w > 3``, ``int(r.w)``, ``r.w - r.b`` and ``max(r.w, r.b)`` are right or
    raise. A comparison that a bound decides has an answer: if W is at most 5, ``r.w < 9`` is
    true, and ``r.w < 4`` raises. What is not applicable equals no number.

    To allow bounds, say how: :meth:`bound`, :meth:`exact_or`, or ``value`` and ``status``. A few
    ratings, such as the levels of HLS, have words as values; they equal their word.
    """

    __slots__ = ("status", "value")
    __match_args__: ClassVar[Tuple[str, str]] = ("value", "status")

    #: The number, the bound or the word, or ``None`` if infinite or not applicable.
    value: Union[int, float, str, None]
    #: ``exact``, ``upper``, ``lower``, ``infinite`` or ``not applicable``.
    status: str

    def __init__(self, value: Union[int, float, str, None], status: str = "exact") -> None:
        needs_value = {"exact": True, "upper": True, "lower": True}
        needs_value.update({"infinite": False, "not applicable": False})
        if status not in needs_value:
            known = ", ".join(needs_value)
            raise ValueError(f"unknown status {status!r} (expected {known})")
        if needs_value[status] != (value is not None):
            raise ValueError(f"a rating that is {status} cannot have the value {value!r}")
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "status", status)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a rating cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a rating cannot be changed")

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Rating, (self.value, self.status))

    @property
    def is_exact(self) -> bool:
        """True if it is a known number or word, or infinite."""
        return self.status in ("exact", "infinite")

    @property
    def is_bound(self) -> bool:
        """True if only an upper or a lower bound is known."""
        return self.status in ("upper", "lower")

    @property
    def is_infinite(self) -> bool:
        """True if no length solves the puzzle."""
        return self.status == "infinite"

    def bound(self) -> Number:
        """The number, or the bound if only a bound is known. Raises :class:`InexactError` if
        it is not applicable."""
        if self.status in ("upper", "lower"):
            return self._number()
        return self._exact()

    def exact_or(self, default: _Other) -> Union[Number, _Other]:
        """The number if it is known, and ``default`` otherwise."""
        return self._exact() if self.is_exact else default

    def _number(self) -> Number:
        if isinstance(self.value, (int, float)):
            return self.value
        raise InexactError(f"the rating is the word {self.value!r}, not a number (use .value)")

    def _exact(self) -> Number:
        """The number. Bounds raise."""
        if self.status == "exact":
            return self._number()
        if self.status == "infinite":
            return math.inf
        if self.status == "not applicable":
            raise InexactError("the rating is not applicable to this puzzle: it has no value")
        least = "most" if self.status == "upper" else "least"
        raise InexactError(
            f"the rating is only known to be at {least} {self.value} "
            "(use .bound() to take the bound, or .exact_or(default))"
        )

    def _range(self) -> Tuple[Number, Number]:
        """The least and the greatest number that it can be."""
        if self.status == "upper":
            return (0, self._number())
        if self.status == "lower":
            return (self._number(), math.inf)
        exact = self._exact()
        return (exact, exact)

    def __repr__(self) -> str:
        return f"Rating({self.value!r}, {self.status!r})"

    def __str__(self) -> str:
        signs = {"exact": "{}", "upper": "≤{}", "lower": "≥{}", "infinite": "∞"}
        return signs.get(self.status, "-").format(self.value)

    def __format__(self, form: str) -> str:
        # A format for numbers needs a number; any other is for the text, with its sign.
        if form and form[-1] in "bcdeEfFgGnoxX%":
            return format(self._exact(), form)
        return format(str(self), form)

    def __hash__(self) -> int:
        if self.is_exact:
            return hash(math.inf if self.is_infinite else self.value)
        return hash((self.value, self.status))

    def __bool__(self) -> bool:
        if self.status == "not applicable":
            return False
        if isinstance(self.value, str):
            return True
        return self != 0

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Rating) and "not applicable" in (self.status, other.status):
            return self.status == other.status
        word = other.value if isinstance(other, Rating) else other
        if isinstance(word, str) or isinstance(self.value, str):
            return self.is_exact and self.value == word
        if self.status == "not applicable":
            return False
        theirs = _range_of(other)
        if theirs is None:
            return NotImplemented
        least, most = self._range()
        if least > theirs[1] or most < theirs[0]:
            return False
        if least == most == theirs[0] == theirs[1]:
            return True
        raise _undecided(self, other)

    def __lt__(self, other: Any) -> bool:
        return _decided(self, other, lambda a, b: a < b)

    def __le__(self, other: Any) -> bool:
        return _decided(self, other, lambda a, b: a <= b)

    def __gt__(self, other: Any) -> bool:
        return _decided(self, other, lambda a, b: a > b)

    def __ge__(self, other: Any) -> bool:
        return _decided(self, other, lambda a, b: a >= b)

    def __int__(self) -> int:
        return int(self._exact())

    def __float__(self) -> float:
        return float(self._exact())

    def __complex__(self) -> complex:
        return complex(self._exact())

    def __index__(self) -> int:
        number = self._exact()
        if isinstance(number, int):
            return number
        raise TypeError(f"{number} cannot be used as an index")

    def __trunc__(self) -> int:
        return math.trunc(self._exact())

    def __floor__(self) -> int:
        return math.floor(self._exact())

    def __ceil__(self) -> int:
        return math.ceil(self._exact())

    @overload
    def __round__(self) -> int: ...
    @overload
    def __round__(self, digits: int) -> Number: ...
    def __round__(self, digits: Union[int, None] = None) -> Number:
        return round(self._exact()) if digits is None else round(self._exact(), digits)

    def __neg__(self) -> Number:
        return -self._exact()

    def __pos__(self) -> Number:
        return self._exact()

    def __abs__(self) -> Number:
        return abs(self._exact())

    def __add__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a + b, self, other)

    def __radd__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b + a, self, other)

    def __sub__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a - b, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b - a, self, other)

    def __mul__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a * b, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b * a, self, other)

    def __truediv__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a / b, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b / a, self, other)

    def __floordiv__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a // b, self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b // a, self, other)

    def __mod__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a % b, self, other)

    def __rmod__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b % a, self, other)

    def __pow__(self, other: Any) -> Any:
        return _calculated(lambda a, b: a**b, self, other)

    def __rpow__(self, other: Any) -> Any:
        return _calculated(lambda a, b: b**a, self, other)


def _range_of(other: object) -> Union[Tuple[Any, Any], None]:
    """The least and the greatest number that a number or a rating can be."""
    if isinstance(other, Rating):
        return other._range()
    return (other, other) if _is_number(other) else None


def _is_number(other: object) -> bool:
    # Also numbers of other libraries, such as Decimal or those of NumPy.
    return not isinstance(other, str) and all(
        hasattr(type(other), name) for name in ("__float__", "__lt__", "__add__")
    )


def _decided(rating: Rating, other: Any, holds: Callable[[Any, Any], bool]) -> bool:
    """A comparison: of every pair of numbers that the two can be, the answer is the same."""
    theirs = _range_of(other)
    if theirs is None:
        return NotImplemented  # type: ignore[no-any-return]
    ours = rating._range()
    # The comparisons are monotone, so the corners decide.
    answers = {bool(holds(a, b)) for a in ours for b in theirs}
    if len(answers) == 1:
        return answers.pop()
    raise _undecided(rating, other)


def _undecided(rating: Rating, other: object) -> InexactError:
    return InexactError(
        f"cannot compare {rating} with {other}: only a bound is known "
        "(use .bound() to take the bound, or .exact_or(default))"
    )


def _calculated(operation: Callable[[Any, Any], Any], rating: Rating, other: Any) -> Any:
    if isinstance(other, Rating):
        other = other._exact()
    elif not _is_number(other):
        return NotImplemented
    return operation(rating._exact(), other)


__all__ = ["InexactError", "Number", "Rating"]
