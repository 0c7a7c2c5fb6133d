"""Embeddings in a number type of practice, rounded from exact tables and then verified exactly.

Exact tables hold fractions; who builds a retriever stores float32, float64 or small integers. Rounding moves scores, so
what was realised before may not be afterwards: after rounding, every score of every query is compared again, without
rounding errors. A score in floating point, d products and their sum, is off by at most g sum |q_i k_i| with
g = d u / (1 - d u) and u = 2^-53 (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1); pairs for which
that does not decide are computed as fractions.

The margin of vectors by cosine or Euclidean distance, as they are stored: all comparisons exact.

Rounded vectors of length 1 are not quite of length 1, so cosines are compared as <q, k> / |k| and not as <q, k>:
whoever scores with the stored vectors divides by their lengths, and gets the ranking that was verified. Floating point
decides where its error bound does, fractions where not: d products and their sum are off by at most g sum |q_i k_i|,
g = d u / (1 - d u), a sum of squares of differences by at most (d + 3) u of itself, u = 2^-53 (Higham, Accuracy and
Stability of Numerical Algorithms, section 3.1); some more is allowed for here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...display.input_error import InputError
from .unit_tables import Floats, UnitTables

Rows = Iterable[str] | Callable[[], Iterable[str]]

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


def require_types(*types: str) -> None:
    """Refuse what is no type of ``TYPES``."""
    for each in types:
        if each not in TYPES:
            raise ValueError(f"the type must be one of {', '.join(TYPES)}, got {each!r}; try float32")


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
    require_types(type, query_type or type)
    d = len(tables.keys[0])
    extents = [max(abs(key[i]) for key in tables.keys) or Fraction(1) for i in range(d)]
    items = _rounded([[key[i] / extents[i] for i in range(d)] for key in tables.keys], type)
    queries = []
    for query in tables.queries:
        scaled = [query[i] * extents[i] for i in range(d)]
        extent = max(map(abs, scaled), default=Fraction(0)) or Fraction(1)
        queries.append([entry / extent for entry in scaled])
    vectors = _rounded(queries, query_type or type)
    return verified(vectors, items, rows, zero=tables.null, ids=ids)


def _rounded(table: list[list[Fraction]], type: str) -> npt.NDArray[Any]:
    largest = top_of(type)
    whole = [[round(entry * largest) if largest else float(entry) for entry in row] for row in table]
    return np.array(whole, dtype=type).reshape(len(table), -1)


def top_of(type: str) -> int:
    """The largest integer of a type; 0 for floats, which have no range to be used."""
    return int(np.iinfo(type).max) if np.issubdtype(type, np.integer) else 0


def as_type(table: Floats, type: str) -> npt.NDArray[Any]:
    """The table in a type, integers rounded to nearest."""
    return (np.rint(table) if top_of(type) else table).astype(type)


def verified(
    queries: npt.NDArray[Any],
    items: npt.NDArray[Any],
    rows: Rows,
    score: str = "inner",
    *,
    zero: bool = False,
    ids: Sequence[str] = (),
) -> Embeddings:
    """The vectors with their ``verified_margin``."""
    return Embeddings(queries, items, verified_margin(queries, items, rows, score, zero=zero, ids=ids))


def verified_margin(
    queries: npt.NDArray[Any],
    items: npt.NDArray[Any],
    rows: Rows,
    score: str = "inner",
    *,
    zero: bool = False,
    ids: Sequence[str] = (),
) -> float:
    """The margin of vectors as they are stored, all comparisons exact.

    Parameters
    ----------
    queries, items : arrays of numbers, shapes (queries, d) and (items, d)
    rows : words, or what makes them
        What each query selects: ``+`` above a threshold of the query, ``-`` below it, ``*`` no condition.
    score : ``"inner"``, ``"cosine"`` or ``"euclidean"``
    zero : bool
        Inner products: whether the threshold of every query is 0.
    ids : sequence of str, optional
        Names of the items for the message of an error; their numbers if left out.

    Returns
    -------
    float
        Inner products: see ``Embeddings.margin``. Cosine: the least, over the queries, of half of (lowest cosine of a
        selected item - highest of another). Euclidean distance: of (distance of the nearest other item - distance of
        the farthest selected one), divided by their sum. Rounded down; inf if no query has both.

    Raises
    ------
    EmbeddingError
        If a selected item does not score above another one, with both named.
    """
    if zero:  # an item more, whose vector is 0, is below what is selected and above the rest
        more = np.vstack([items, np.zeros((1, items.shape[1]), items.dtype)])
        named = [*(ids or map(str, range(len(items)))), "0"]
        return 2 * min(_margin(queries, more, rows, score, sign, named) for sign in "-+")
    return _margin(queries, items, rows, score, "", ids)


def _margin(
    queries: npt.NDArray[Any], items: npt.NDArray[Any], rows: Rows, score: str, more: str, ids: Sequence[str]
) -> float:
    """The margin with thresholds that are free; ``more`` are the symbols of items behind the others."""
    q, k = queries.astype(np.float64), items.astype(np.float64)
    words = iter(rows() if callable(rows) else rows)
    longest = float(np.sqrt((k * k).sum(axis=1).max(initial=0.0)))
    margin = float("inf")
    for start in range(0, len(q), BLOCK):
        low, high = BOUNDS[score](q[start : start + BLOCK], k)
        for row in range(start, min(start + BLOCK, len(q))):
            line = np.frombuffer((next(words) + more).encode(), dtype=np.uint8)
            inside, outside = np.flatnonzero(line == ord("+")), np.flatnonzero(line == ord("-"))
            if len(inside) and len(outside):
                near, far = low[row - start], high[row - start]
                first, last, gap = _apart(queries[row], items, near, far, inside, outside, score, ids)
                if score == "inner":
                    apart = gap / (2 * (float(np.sqrt((q[row] * q[row]).sum())) * longest))
                elif score == "cosine" or not gap:
                    apart = gap / 2
                else:
                    nearest, farthest = np.sqrt(-min(last, 0.0)), np.sqrt(-first)
                    apart = float((nearest - farthest) / (nearest + farthest))
                margin = min(margin, apart * (1 - 1e-12))
    return margin


def _products(q: Floats, k: Floats) -> tuple[Floats, Floats]:
    """Bounds from below and above of the scores <q, k>."""
    d = q.shape[1]
    factor = d * UNIT / (1 - d * UNIT)
    scores = q @ k.T
    slack = factor * (np.abs(q) @ np.abs(k.T)) * (1 + 2 * factor)
    return scores - slack, scores + slack


def _cosines(q: Floats, k: Floats) -> tuple[Floats, Floats]:
    """Bounds of <q, k> / (|q| |k|); 0 for a zero vector."""
    d = q.shape[1]
    g = 2 * (d + 4) * UNIT
    lengths = np.outer(np.sqrt((q * q).sum(axis=1)), np.sqrt((k * k).sum(axis=1)))
    lengths = np.where(lengths > 0, lengths, 1.0)
    scores = (q @ k.T) / lengths
    slack = g * ((np.abs(q) @ np.abs(k.T)) / lengths + np.abs(scores)) + 1e-300
    return scores - slack, scores + slack


def _distances(q: Floats, k: Floats) -> tuple[Floats, Floats]:
    """Bounds of -|q - k|^2, so that nearer is more."""
    squares = np.zeros((len(q), len(k)))
    for axis in range(q.shape[1]):
        squares += (q[:, axis, None] - k[None, :, axis]) ** 2
    slack = 2 * (q.shape[1] + 4) * UNIT * squares + 1e-300
    return -squares - slack, -squares + slack


BOUNDS = {"inner": _products, "cosine": _cosines, "euclidean": _distances}


def _apart(
    query: npt.NDArray[Any],
    items: npt.NDArray[Any],
    low: Floats,
    high: Floats,
    inside: npt.NDArray[np.int64],
    outside: npt.NDArray[np.int64],
    score: str,
    ids: Sequence[str],
) -> tuple[float, float, float]:
    """Lowest score inside, highest outside, as bounds, and their difference; what floats cannot tell is exact.

    By cosine and by distance the difference is then 0.
    """
    lowest, highest = low[inside].min(), high[outside].max()
    if lowest > highest:
        return lowest, highest, float(lowest - highest)
    near, far = inside[low[inside] <= highest], outside[high[outside] >= lowest]
    exact = {int(item): _exact(query, items[item], score) for item in (*near, *far)}
    first, second = int(min(near, key=lambda i: exact[int(i)])), int(max(far, key=lambda i: exact[int(i)]))
    gap = exact[first] - exact[second]
    if gap <= 0:
        one, other = (str(ids[item])[:60] if ids else str(item) for item in (first, second))
        said = f"after rounding to {items.dtype} item {one}"
        if score == "inner":
            said += f" scores {float(exact[first]):g} and item {other}, which is not selected, {float(exact[second]):g}"
        else:
            said += f" is no nearer than item {other}, which is not selected"
        raise EmbeddingError(said + remedy(items.dtype))
    return lowest, highest, float(gap) * (1 - 2 * UNIT) if score == "inner" else 0.0


def _exact(query: npt.NDArray[Any], item: npt.NDArray[Any], score: str) -> Fraction:
    """Larger for nearer: <q, k>, the cosine's square with its sign (times |q|^2), minus the square of the distance."""
    pairs = [(Fraction(a), Fraction(b)) for a, b in zip(query.tolist(), item.tolist(), strict=True)]
    if score == "euclidean":
        return -sum(((a - b) ** 2 for a, b in pairs), Fraction(0))
    product = sum((a * b for a, b in pairs), Fraction(0))
    if score == "inner":
        return product
    square = sum((b * b for _, b in pairs), Fraction(0))
    return product * abs(product) / square if square else Fraction(0)
