"""How wide keys of p bits have to be, whatever the queries: class KEYS(p, grid), q-SA and sets above all others.

*Lower.* What class SIGN needs, 2q, and the entropy of the sum of keys (``key_sums``).

*Upper.* Words of codes (``constructions/averaging/linear_codes.py``); the corners of a simplex, N - 1 coordinates of
one bit; keys chosen one by one (``solvers/units/neighbourly_keys.py``), with a query written down for each set.
"""

from math import comb

import numpy as np

from ..questions import LeastSize, Question
from ..solvers.arrays import Ints, Signs
from ..solvers.tied_query import widest_gap, widest_tie
from ..solvers.units.neighbourly_keys import neighbourly_keys
from .bound import Bound, CheckerRefusedError, TooLongToCheckError, as_for_real_units, certified_bound
from .constructions.averaging.dual_certificate import NoExactTieError
from .constructions.averaging.linear_codes import codes_for
from .constructions.averaging.linear_keys import PROPOSED, TiedQuery, keys_upper, written_numbers
from .key_sums import set_sizes
from .patterns import by_tables
from .selections import separation_lower, sparse_averaging_lower

FEW = 100_000
"""Most numbers of queries that are written down at once."""
ENOUGH = 8
"""Bits of keys that are chosen, at most; more hold the same keys."""
MOST_SETS = 1000
"""Most sets for which keys are chosen one by one: a linear program for each, again and again."""


def real_keys_lower(asked: LeastSize) -> Bound | None:
    """The bound that holds for keys of any precision; None if no argument by symmetry applies."""
    signs = sparse_averaging_lower(asked.question) or separation_lower(asked.question)
    if signs is None or not signs.value:
        return None
    method = f"{signs.evidence.method} (class SIGN)"
    return certified_bound(asked, "lower", signs.value, method, as_for_real_units(signs))


def code_keys_upper(asked: LeastSize, written: int = FEW, deadline: float = float("inf")) -> Bound | None:
    """The narrowest code of which it can be certified that it does the task; None if none is known.

    ``written`` is how many numbers of queries may be written down, ``deadline`` when to stop, by ``time.monotonic()``.

    Examples
    --------
    >>> from ..questions import least_size, qsa_question
    >>> [code_keys_upper(least_size(qsa_question(N, q), "m", "KEYS(1, midrise)")).value for N, q in ((8, 1), (64, 2))]
    [3, 15]
    """
    question = asked.question
    least, most = set_sizes(question)
    if least == question.columns:
        return by_tables(asked, 0, "no query has to tell keys apart", [()], [()] * question.columns, 0)
    for code in codes_for(question.columns, most):
        if written_numbers(code, most) <= (written if least == most else 0):
            try:
                bound = keys_upper(code, question, str(asked.unit_class), deadline)
            except TooLongToCheckError:
                continue
            if bound is not None:
                return bound
    return None


def simplex_keys_upper(asked: LeastSize, written: int = FEW) -> Bound | None:
    """m <= N - 1: a coordinate of its own for each key but one, which is low in all; None if it is too large.

    Scores of the key without a coordinate are 0 (up to a shift), those of the others are the entries of the query.

    Examples
    --------
    >>> from ..questions import least_size, qsa_question
    >>> str(simplex_keys_upper(least_size(qsa_question(5, 2), "m", "KEYS(1, midrise)")))
    'm <= 4 [CERTIFIED] simplex: a coordinate of one bit for each key but one'
    """
    N = asked.question.columns
    if _written_out(asked.question, N - 1) > written:
        return None
    keys = 2 * np.eye(N, N - 1, dtype=np.int64) - 1
    queries = [[(j in part) - (N - 1 in part) for j in range(N - 1)] for part in _parts(asked.question)]
    return by_tables(asked, N - 1, "simplex: a coordinate of one bit for each key but one", queries, keys, N - 1)


def chosen_keys_upper(
    asked: LeastSize, value: int, rng: np.random.Generator, starts: int, deadline: float = float("inf")
) -> Bound | None:
    """m <= value by keys that are chosen one by one; None if none were found in so many starts, which says nothing.

    Examples
    --------
    >>> from ..questions import least_size, qsa_question
    >>> asked = least_size(qsa_question(6, 2), "m", "KEYS(1, midrise)")
    >>> str(chosen_keys_upper(asked, 4, np.random.default_rng(0), 20))
    'm <= 4 [CERTIFIED] keys chosen one by one, a query for each of the 15 sets'
    """
    question = asked.question
    (least, most), N = set_sizes(question), question.columns
    if _written_out(question, 1) > MOST_SETS:
        return None
    ties = question.task == "qsa"
    sizes, query, bits = range(least, most + 1), widest_tie if ties else widest_gap, min(asked.unit_class.bits, ENOUGH)
    keys = neighbourly_keys(N, value, bits, sizes, query, rng, starts=starts, deadline=deadline)
    if keys is None:
        return None
    parts = _parts(question)
    try:
        queries = list(map(TiedQuery(keys, sure=False), parts)) if ties else [_rounded(keys, part) for part in parts]
        method = f"keys chosen one by one, a query for each of the {len(parts)} sets"
        return by_tables(asked, value, method, queries, keys, value)
    except (NoExactTieError, CheckerRefusedError):
        return None


def _written_out(question: Question, width: int) -> int:
    """How many numbers queries for all sets are."""
    least, most = set_sizes(question)
    return width * sum(comb(question.columns, size) for size in range(least, most + 1))


def _parts(question: Question) -> list[tuple[int, ...]]:
    """The sets, in the order of the rows."""
    return [tuple(i for i, symbol in enumerate(row) if symbol != "-") for row in question.pattern.rows]


def _rounded(keys: Signs | Ints, part: tuple[int, ...]) -> Ints:
    """A query of integers for a set; 0, which does nothing but for all keys, if none is found."""
    found = widest_gap(keys, part)
    return np.zeros(keys.shape[1], dtype=np.int64) if found is None else np.rint(found * PROPOSED).astype(np.int64)
