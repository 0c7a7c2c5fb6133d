"""The sign-rank of every small square +-1 matrix.

Rows (and columns) that are equal up to sign need no vectors of their own, so rows and columns are distinct up to sign.
Permutations, negations and transposition do not change a sign-rank.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..solvers.sign_rank.class_counts import square_classes
from .catalogue import Bracket, Entry, Stated
from .sign_matrices import rows_of, stated, text_of, words_of

FIRST = 20
"""Classes that are settled before processes are forked, so that these find all code compiled."""


@dataclass(frozen=True)
class SignRanks:
    """The catalogue."""

    name: str = "signrank"
    title: str = "Sign-ranks of all small square matrices"
    says: str = (
        "The sign-rank of every n x n matrix of + and - whose rows are distinct up to sign, and so are its columns, up "
        "to permutations and negations of rows and of columns, and transposition."
    )
    objects: str = (
        "n X n matrices of 1 and -1 whose rows are distinct up to sign, and so are the columns, up to permutations and "
        "negations of rows and of columns, and transposition"
    )
    sizes: tuple[int, ...] = tuple(range(1, 9))
    quantities: tuple[str, ...] = ("sign_rank",)

    def keys(self, n: int) -> list[str]:
        """All classes: canonical forms in rising order; n = 8 takes a minute."""
        from ..solvers.sign_rank.matrix_classes import classes  # here, since it takes long to load

        found = [text_of(form, n) for form in classes(n, n).tolist()]
        self.settle(n, found[:: max(1, len(found) // FIRST)], None)
        return found

    def count(self, n: int) -> int:
        """How many there are by the orbit-counting lemma."""
        return square_classes(n)

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes, until time is over."""
        from ..bounds.bound import certificate  # here, since they take long to load
        from .sign_rank_certificates import bounds_of

        found: list[Entry] = []
        for key in keys:
            if until is not None and time.monotonic() > until:
                break
            lower, upper = bounds_of(*rows_of(key))
            brackets: dict[str, Bracket] = {"sign_rank": [lower.value, upper.value]}
            found.append(Entry(key, self.fields(n, key, brackets), [certificate(lower.question, lower, upper)]))
        return found

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The sign-rank is the least m with a null token."""
        return {"sign_rank": stated(*rows_of(key))}

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """The rows in words, and the sign-rank."""
        return {"rows": words_of(*rows_of(key)), **brackets}


SIGN_RANKS = SignRanks()
