"""A transformer for scikit-learn: puzzles to features. Needs scikit-learn.

    >>> from sklearn.ensemble import HistGradientBoostingRegressor
    >>> from sklearn.pipeline import make_pipeline
    >>> from gradus.sklearn import PuzzleFeatures
    >>> model = make_pipeline(PuzzleFeatures("te,w,b"), HistGradientBoostingRegressor())
"""

from __future__ import annotations

from typing import Any, List, Optional

import numpy
from sklearn.base import BaseEstimator, TransformerMixin

from ._wish import RatingNames, joined
from .table import Table, classify

#: Counts that every table has.
_COUNTS = ["clues", "candidates", "clues_brt", "candidates_brt", "candidates_w1"]


class PuzzleFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turns puzzles into a matrix of numbers: counts of clues and candidates, and ratings.

    ``X`` is a list, an array or a column of strings, or a table with one column of them. Each
    puzzle gives a row of floats. Most estimators refuse infinity, so an infinite rating becomes
    ``infinite``, by default one more than ``max_length``, which no finite rating exceeds. A
    bound stands for its rating if ``bounds`` is true, and is missing otherwise. What is missing
    is NaN, which is also the whole row of a puzzle that cannot be rated, unless
    ``errors="raise"``.
    """

    def __init__(
        self,
        ratings: RatingNames = ("te", "w", "b", "gw"),
        *,
        counts: bool = True,
        bounds: bool = True,
        infinite: Optional[float] = None,
        errors: str = "nan",
        max_length: int = 36,
        budget: Optional[int] = None,
        max_depth: Optional[int] = None,
        threads: Optional[int] = None,
    ) -> None:
        self.ratings = ratings
        self.counts = counts
        self.bounds = bounds
        self.infinite = infinite
        self.errors = errors
        self.max_length = max_length
        self.budget = budget
        self.max_depth = max_depth
        self.threads = threads

    def fit(self, X: Any, y: Any = None) -> "PuzzleFeatures":
        """Learns nothing, but checks the options."""
        if self.errors not in ("nan", "raise"):
            raise ValueError(f"unknown errors {self.errors!r} (expected nan or raise)")
        self.feature_names_ = self._columns(self._rated([]))
        self.n_features_in_ = 1
        return self

    def transform(self, X: Any) -> Any:
        """The features of puzzles: an array with a row for each."""
        puzzles = _texts(X)
        table = self._rated(puzzles)
        if self.errors == "raise":
            for puzzle, reason in zip(puzzles, table["reason"]):
                if reason is not None:
                    raise ValueError(f"{puzzle}: {reason}")
        columns = [self._numbers(table, name) for name in self._columns(table)]
        return numpy.array(columns, dtype=float).reshape(len(columns), len(puzzles)).T

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names of the columns."""
        return numpy.array(self._columns(self._rated([])), dtype=object)

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def _rated(self, puzzles: List[str]) -> Table:
        return classify(
            puzzles,
            joined(self.ratings),
            threads=self.threads,
            max_length=self.max_length,
            budget=self.budget,
            max_depth=self.max_depth,
        )

    def _columns(self, table: Table) -> List[str]:
        left_out = {"row", "puzzle", "comment", "kind", "reason", *_COUNTS}
        types = table.schema
        names = [
            name
            for name in table.columns
            if name not in left_out and not name.endswith("_status") and types[name] != "string"
        ]
        return [*_COUNTS, *names] if self.counts else names

    def _numbers(self, table: Table, name: str) -> List[float]:
        infinite = self.infinite if self.infinite is not None else self.max_length + 1
        if f"{name}_status" not in table or self.bounds:
            return list(table.numbers(name, bounds=True, infinite=infinite))
        missing = float("nan")
        found = [one if one is None else one.exact_or(missing) for one in table.ratings(name)]
        numbers = [missing if one is None else float(one) for one in found]
        return [float(infinite) if one == float("inf") else one for one in numbers]


def _texts(X: Any) -> List[str]:
    """The puzzles of a column, or of a table with one."""
    shape = getattr(X, "shape", None)
    if shape is not None and len(shape) == 2:
        if shape[1] != 1:
            raise ValueError(f"expected one column of puzzles, found {shape[1]}")
        X = numpy.asarray(X)[:, 0]
    if isinstance(X, str):
        raise TypeError("expected a list of puzzles, not a string")
    return [str(one[0]) if isinstance(one, (list, tuple)) else str(one) for one in X]


__all__ = ["PuzzleFeatures"]
