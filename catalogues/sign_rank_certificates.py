"""Both bounds of the sign-rank of a small matrix, each with a certificate: cycles below, orders and tables above.

*How a class is settled* (``bounds_of``). Lower bound: the largest size of which the columns have a cycle; the matrix is
made smaller as long as there is one, and the cycle is that of the minimal part that is left, looked for once and kept.
Upper bound: an order of the columns in which no row changes sign more often, else integer vectors from a descent. If
these bounds differ, oriented matroids of the rank between them are refuted. All inner loops are compiled, no process is
started, and no clock is looked at: an entry is a function of its key.
"""

from __future__ import annotations

import math
import random
from functools import cache

import numpy as np

from ..bounds.bound import Bound, certified_bound
from ..bounds.lower.cycle import cycle_evidence, cycle_method
from ..bounds.lower.independent_vectors import independent_vectors_lower, oriented
from ..bounds.patterns import by_tables
from ..questions import Question
from ..solvers.arrays import Ints
from ..solvers.outcome import Verdict
from ..solvers.sign_rank.cycles import Cycle, best_cycle
from ..solvers.sign_rank.matrix_classes import canonical, turned
from ..solvers.sign_rank.small_matrices import Order, largest_shown, order_of, shrunk, signs_of_rows, tables_of
from .sign_matrices import asked


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
