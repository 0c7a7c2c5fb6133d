"""Embeddings in a number type of practice, rounded from exact tables and then verified exactly.

Exact tables hold fractions; who builds a retriever stores float32, float64 or small integers. Rounding moves scores, so
what was realised before may not be afterwards: after rounding, every score of every query is compared again, without
rounding errors. A score in floating point, d products and their sum, is off by at most g sum |q_i k_i| with
g = d u / (1 - d u) and u = 2^-53 (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1); pairs for which
that does not decide are computed as fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...display.input_error import InputError
from .unit_tables import UnitTables

TYPES = ("float64", "float32", "float16", "int32", "int16", "int8")
UNIT = 2.0**-53
WIDER, WIDEST = "; take a wider type", "; no type is wider, and -o FILE keeps the exact vectors as evidence"
"""The end of an error about a type of numbers."""


def remedy(type: object) -> str:
    """What to do where vectors of a type do not keep the order.

    >>> remedy("int8"), remedy("float64") == WIDEST
    ('; take a wider type', True)
    """
    return WIDEST if str(type) == "float64" else WIDER


BLOCK = 256
"""Queries looked at together: what is held in memory is a block of them against all items."""


class EmbeddingError(InputError):
    """The tables do not survive being rounded to a number type."""


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Vectors of queries and items in a number type.

    Attributes
    ----------
    queries : array, shape (queries, d)
    items : array, shape (items, d)
    margin : float
        The least, over the queries, of (lowest score of a selected item - highest score of another) divided by twice
        the norms of the query and of the longest item: half the gap that unit vectors would have, at most. Where the
        threshold is 0, the least absolute score, divided by these norms. Rounded down.
    """

    queries: npt.NDArray[Any]
    items: npt.NDArray[Any]
    margin: float

    @property
    def d(self) -> int:
        """Their dimension."""
        return int(self.items.shape[1])


def rounded_embeddings(
    tables: UnitTables, rows: Sequence[str], type: str = "float64", ids: Sequence[str] = (), *, query_type: str = ""
) -> Embeddings:
    """Tables as embeddings in a number type.

    Parameters
    ----------
    tables : UnitTables
        Exact tables that satisfy the pattern. With a null token the threshold of all queries is its score, 0.
    rows : sequence of str
        The pattern: ``+`` selected, ``-`` not, ``*`` free.
    type : str
        One of ``TYPES``. Each coordinate is scaled first so that the items use the range of the type, each query
        likewise; neither changes what is selected.
    ids : sequence of str, optional
        Names of the items for the message of an error; their numbers if left out.
    query_type : str, optional
        Of the queries, where it is another one: stores often keep items in 8 bits and compute queries in full.

    Returns
    -------
    Embeddings
        Every selected item of a query scores above every other one, exactly as stored; above 0 and the others below, if
        that is the threshold.

    Raises
    ------
    ValueError
        If the type is unknown.
    EmbeddingError
        If that no longer holds after rounding.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question
    >>> from .moment_curve import moment_curve_upper
    >>> from .unit_tables import unit_tables
    >>> rows = ("++--", "-++-", "--++")
    >>> bound = moment_curve_upper(pattern_question(SignPattern(rows, null=False)))
    >>> rounded_embeddings(unit_tables(bound), rows, "int8").items.dtype
    dtype('int8')
    """
    for each in (type, query_type or type):
        if each not in TYPES:
            raise ValueError(f"the type must be one of {', '.join(TYPES)}, got {each!r}; try float32")
    d = len(tables.keys[0])
    extents = [max(abs(key[i]) for key in tables.keys) or Fraction(1) for i in range(d)]
    items = _rounded([[key[i] / extents[i] for i in range(d)] for key in tables.keys], type)
    queries = []
    for query in tables.queries:
        scaled = [query[i] * extents[i] for i in range(d)]
        extent = max(map(abs, scaled), default=Fraction(0)) or Fraction(1)
        queries.append([entry / extent for entry in scaled])
    vectors = _rounded(queries, query_type or type)
    return Embeddings(vectors, items, verified_margin(vectors, items, rows, zero=tables.null, ids=ids))


def _rounded(table: list[list[Fraction]], type: str) -> npt.NDArray[Any]:
    if np.issubdtype(type, np.integer):
        largest = int(np.iinfo(type).max)
        whole = [[round(entry * largest) for entry in row] for row in table]
        return np.array(whole, dtype=type).reshape(len(table), -1)
    return np.array([[float(entry) for entry in row] for row in table], dtype=type).reshape(len(table), -1)


def verified_margin(
    queries: npt.NDArray[Any],
    items: npt.NDArray[Any],
    rows: Sequence[str],
    *,
    zero: bool = False,
    ids: Sequence[str] = (),
) -> float:
    """The margin of vectors as they are stored, all comparisons exact.

    Parameters
    ----------
    queries, items : arrays of numbers, shapes (queries, d) and (items, d)
    rows : sequence of str
        What each query selects: ``+`` above a threshold of the query, ``-`` below it, ``*`` no condition.
    zero : bool
        Whether the threshold of every query is 0.
    ids : sequence of str, optional
        As above.

    Returns
    -------
    float
        See ``Embeddings.margin``; inf if no query has both.

    Raises
    ------
    EmbeddingError
        If a selected item does not score above another one, with both named.
    """
    if zero:  # an item more, whose vector is 0, is below what is selected and above the rest
        more = np.vstack([items, np.zeros((1, items.shape[1]), items.dtype)])
        named = [*(ids or map(str, range(len(items)))), "0"]
        return 2 * min(_margin(queries, more, rows, sign, named) for sign in "-+")
    return _margin(queries, items, rows, "", ids)


def _margin(
    queries: npt.NDArray[Any], items: npt.NDArray[Any], rows: Sequence[str], more: str, ids: Sequence[str]
) -> float:
    """The margin with thresholds that are free; ``more`` are the symbols of items behind the others."""
    q, k = queries.astype(np.float64), items.astype(np.float64)
    d = q.shape[1]
    factor = d * UNIT / (1 - d * UNIT)
    longest = float(np.sqrt((k * k).sum(axis=1).max(initial=0.0)))
    margin = float("inf")
    for start in range(0, len(q), BLOCK):
        scores = q[start : start + BLOCK] @ k.T
        slack = factor * (np.abs(q[start : start + BLOCK]) @ np.abs(k.T)) * (1 + 2 * factor)
        for row in range(start, min(start + BLOCK, len(q))):
            line = np.frombuffer((rows[row] + more).encode(), dtype=np.uint8)
            inside, outside = np.flatnonzero(line == ord("+")), np.flatnonzero(line == ord("-"))
            if not len(inside) or not len(outside):
                continue
            gap = _gap(queries[row], items, scores[row - start], slack[row - start], inside, outside, ids)
            length = float(np.sqrt((q[row] * q[row]).sum())) * longest
            margin = min(margin, gap / (2 * length) * (1 - 1e-12))
    return margin


def _gap(
    query: npt.NDArray[Any],
    items: npt.NDArray[Any],
    scores: npt.NDArray[np.float64],
    slack: npt.NDArray[np.float64],
    inside: npt.NDArray[np.int64],
    outside: npt.NDArray[np.int64],
    ids: Sequence[str],
) -> float:
    """Lowest score inside minus highest outside, positive; what is within the rounding error is computed exactly."""
    low, high = (scores - slack)[inside].min(), (scores + slack)[outside].max()
    if low > high:
        return float(low - high)
    candidates = inside[(scores - slack)[inside] <= high], outside[(scores + slack)[outside] >= low]
    exact = [{int(item): _score(query, items[item]) for item in chosen} for chosen in candidates]
    lowest, highest = min(exact[0], key=exact[0].__getitem__), max(exact[1], key=exact[1].__getitem__)
    gap = exact[0][lowest] - exact[1][highest]
    if gap <= 0:
        low_name, high_name = (str(ids[item])[:60] if ids else str(item) for item in (lowest, highest))
        raise EmbeddingError(
            f"after rounding to {items.dtype} item {low_name} scores {float(exact[0][lowest]):g} and item {high_name}, "
            f"which is not selected, {float(exact[1][highest]):g}{remedy(items.dtype)}"
        )
    return float(gap) * (1 - 2 * UNIT)


def _score(query: npt.NDArray[Any], item: npt.NDArray[Any]) -> Fraction:
    pairs = zip(query.tolist(), item.tolist(), strict=True)
    return sum((Fraction(a) * Fraction(b) for a, b in pairs), Fraction(0))
