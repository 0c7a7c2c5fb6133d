"""The sign-rank of every small square +-1 matrix.

Rows (and columns) that are equal up to sign need no vectors of their own, so rows and columns are distinct up to sign.
Permutations, negations and transposition do not change a sign-rank.

*How a class is settled* (``bounds_of``). Lower bound: the largest size of which the columns have a cycle; the matrix is
made smaller as long as there is one, and the cycle is that of the minimal part that is left, looked for once and kept.
Upper bound: an order of the columns in which no row changes sign more often, else integer vectors from a descent. If
these bounds differ, oriented matroids of the rank between them are refuted. All inner loops are compiled, no process is
started, and no clock is looked at: an entry is a function of its key.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..bounds.bound import Bound, certificate, certified_bound
from ..bounds.lower.cycle import cycle_evidence, cycle_method
from ..bounds.lower.independent_vectors import independent_vectors_lower, oriented
from ..bounds.patterns import by_tables
from ..questions import Question, SignPattern, pattern_question
from ..solvers.arrays import Ints
from ..solvers.outcome import Verdict
from ..solvers.sign_rank.class_counts import square_classes
from ..solvers.sign_rank.cycles import Cycle, best_cycle
from ..solvers.sign_rank.matrix_classes import canonical, classes, turned
from ..solvers.sign_rank.small_matrices import Order, largest_shown, order_of, shrunk, signs_of_rows, tables_of
from .catalogue import Bracket, Entry, Stated

Rows = Sequence[int] | Ints
"""The rows of a matrix as numbers: bit n - 1 - c is 1 where column c is ``-``."""

CLAIM = {"resource": "m", "unit_class": "SIGN"}
"""The least m with a null token is the sign-rank."""

FIRST = 20
"""Classes that are settled before processes are forked, so that these find all code compiled."""


def text_of(rows: Rows, n: int) -> str:
    """The key of a form: its shape, and the rows in hexadecimal digits, 1 for ``-``, the first column first.

    >>> text_of([0, 3, 5], 3)
    '3x3:035'
    """
    digits = -(-n // 4)
    return f"{len(rows)}x{n}:" + "".join(f"{row:0{digits}x}" for row in rows)


def rows_of(key: str) -> tuple[Ints, int]:
    """The rows of a key as numbers, and how many columns there are.

    >>> rows_of("3x3:035")[0].tolist()
    [0, 3, 5]
    """
    shape, _, digits = key.partition(":")
    k, n = map(int, shape.split("x"))
    each = len(digits) // k
    return np.array([int(digits[i : i + each], 16) for i in range(0, k * each, each)], np.int64), n


def words_of(rows: Rows, n: int) -> list[str]:
    """The rows as words of ``+`` and ``-``.

    >>> words_of([0, 3, 5], 3)
    ['+++', '+--', '-+-']
    """
    return [f"{row:0{n}b}".translate({48: "+", 49: "-"}) for row in map(int, rows)]


def asked(rows: Rows, n: int) -> Question:
    """The question whose least m is the sign-rank."""
    return pattern_question(SignPattern(tuple(words_of(rows, n)), null=True))


def stated(rows: Rows, n: int) -> Stated:
    """What certificates have to claim of the sign-rank."""
    return Stated(asked(rows, n).to_json(), CLAIM)


@cache
def _short_cycle(form: tuple[int, ...], n: int, size: int) -> tuple[str, Cycle]:
    """A short cycle of this size, and whether its vectors are those of the columns or of the rows."""
    rows = np.array(form, np.int64)
    found = []
    for of, lines, width in (("columns", rows, n), ("rows", turned(rows, n), len(rows))):
        signs = signs_of_rows(lines, width)
        cycle = best_cycle(signs, random.Random(0), above=size - 1, enough=lambda: size)
        if cycle is not None:
            found.append((len(cycle.members), of, cycle))
    _, of, cycle = min(found)
    return of, cycle


def lower_of(rows: Ints, n: int, size: int) -> Bound:
    """The bound by a cycle of this size, which the columns have: that of a minimal part."""
    kept, columns = shrunk(rows, n, size)
    part = [
        sum((int(rows[r]) >> (n - 1 - c) & 1) << (len(columns) - 1 - i) for i, c in enumerate(columns)) for r in kept
    ]
    form, lines, order, flipped = canonical(part, len(columns))
    of, cycle = _short_cycle(tuple(form), len(order), size)
    sides = {"rows": columns, "columns": kept} if flipped else {"rows": kept, "columns": columns}
    places = {"rows": [sides["rows"][i] for i in lines], "columns": [sides["columns"][i] for i in order]}
    vectors = places.pop(of)
    (others,) = places.values()
    members = sorted((others[r], *sorted(vectors[c] for c in chosen)) for r, *chosen in cycle.members)
    found = Cycle(size, tuple(members))
    name = "rows" if (of == "rows") != flipped else "columns"
    return certified_bound(asked(rows, n), "lower", size, cycle_method(found, name), cycle_evidence(found, name))


def upper_of(rows: Ints, n: int, rank: int) -> Bound | None:
    """The bound by an order of lines, or by tables of this width; None if none were found."""
    question = asked(rows, n)
    if rank >= min(len(rows), n):
        return certified_bound(question, "upper", min(len(rows), n), "an identity matrix", {"kind": "identity"})
    if (order := order_of(rows, n, rank - 1)) is not None:
        return _by_order(question, rank, order)
    if (tables := tables_of(rows, n, rank)) is not None:
        return by_tables(question, rank, "integer vectors", *tables, rank)
    order = order_of(turned(rows, n), len(rows), rank - 1)
    return None if order is None else _by_order(question, rank, order, vectors="rows")


def _by_order(question: Question, rank: int, found: Order, **more: str) -> Bound:
    method = f"moment curve: no line changes sign more than {rank - 1} times"
    evidence = {"kind": "polynomial", "dimension": rank, "order": found.order, "negated": found.negated, **more}
    return certified_bound(question, "upper", rank, method, evidence)


def bounds_of(rows: Ints, n: int) -> tuple[Bound, Bound]:
    """Both bounds of the sign-rank of a matrix; every one was accepted by the checker.

    Parameters
    ----------
    rows : (k,) numbers of n bits, 1 for ``-``
    n : how many columns there are

    Examples
    --------
    >>> [bound.value for bound in bounds_of(np.array([0b0000, 0b0111, 0b1010, 0b1101]), 4)]
    [3, 3]
    """
    size = largest_shown(rows, n)
    uppers = (upper_of(rows, n, rank) for rank in range(size, n + 1))
    upper = next(bound for bound in uppers if bound is not None)
    lower: Bound | None = lower_of(rows, n, size) if size > 1 else independent_vectors_lower(asked(rows, n))
    assert lower is not None
    while lower.value < upper.value and (more := _refuted(lower.question, lower.value)) is not None:
        lower = more
    return lower, upper


def _refuted(question: Question, rank: int) -> Bound | None:
    """The bound that no oriented matroid of this rank fits the columns, or none that has vectors; None if one may."""
    from ..bounds.lower.chirotope import Angle, chirotope_lower
    from ..solvers.sign_rank.chirotope_search import ChirotopeSearch

    search = ChirotopeSearch(oriented(question, "columns"), rank)
    outcome = search.run(math.inf)
    found = chirotope_lower(question, search, Angle("columns")) if outcome is Verdict.INFEASIBLE else None
    search.close()
    return found


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
        found = [text_of(form, n) for form in classes(n, n).tolist()]
        self.settle(n, found[:: max(1, len(found) // FIRST)], None)
        return found

    def count(self, n: int) -> int:
        """How many there are by the orbit-counting lemma."""
        return square_classes(n)

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some classes, until time is over."""
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
