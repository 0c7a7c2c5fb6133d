"""Lower bound in class GRID: too few vectors of p-bit numbers for the queries, or for the items, that must differ.

Queries whose relevant sets cross (each has an item that the other lacks) cannot share a vector, since a vector orders
the items; items that some query tells apart cannot share one either. There are 2^(p m) vectors, so
**p m >= log2 of the number of queries, or of items, any two of which need different vectors.** Among queries without
"either" the most such are a largest antichain of their sets (Dilworth); where there is one, a greedy choice.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bounds.lower.subsets import subsets
from ...questions import LeastSize, Question
from ...questions.separation import Separation
from ...solvers.rectangles.antichain import largest_antichain
from ..bound import Bound, certified_bound

MOST_COMPARED = 3000
"""Rows compared with one another; of more the largest group with as many ``+`` each is taken."""


def counting_lower(asked: LeastSize) -> Bound | None:
    """The best lower bound of m or p that counting vectors gives; None if it gives none.

    Parameters
    ----------
    asked : LeastSize
        A pattern in class GRID, with the least m or p asked for.

    Examples
    --------
    >>> from headcount.questions import least_size, separation_question
    >>> counting_lower(least_size(separation_question(46, 2, 2), "m", "GRID(1, midrise, gap 1)")).value
    11
    """
    found = []
    for count, words, evidence in _counts(asked.question):
        needed = (count - 1).bit_length()  # bits, so that there are as many vectors
        fixed = asked.unit_class.bits if asked.resource == "m" else asked.m or 0
        if needed and fixed:
            found.append((-(-needed // fixed), f"{count} {words} need different vectors", evidence))
    if not found:
        return None
    value, method, evidence = max(found, key=lambda each: each[0])
    return certified_bound(asked, "lower", value, f"counting: {method}", evidence) if value > asked.least else None


@lru_cache(maxsize=4)
def _counts(question: Question) -> list[tuple[int, str, dict[str, Any]]]:
    """How many vectors have to differ, whose, and the evidence."""
    if isinstance(question, Separation):
        sizes = [s for s in (question.least, question.N // 2, question.most) if question.least <= s <= question.most]
        rows = max(subsets(question.N, size) for size in sizes)
        columns = question.N if question.least < question.N else 1
        both = ((rows, "sets of one size", "rows"), (columns, "keys", "columns"))
        return [(count, words, {"kind": "counting", "vectors": vectors}) for count, words, vectors in both]
    table = np.array([list(row.encode()) for row in question.pattern.rows], dtype=np.uint8)
    if question.null:
        table = np.hstack([table, np.full((len(table), 1), ord("0"), dtype=np.uint8)])
    found = []
    for lines, words, vectors in ((table, "queries", "rows"), (table.T, "items", "columns")):
        chosen = _all_different(lines) if vectors == "columns" else _crossing(lines)
        found.append((len(chosen), words, {"kind": "counting", "vectors": vectors, "set": chosen}))
    return found


def _firsts(lines: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The first of equal lines."""
    return np.sort(np.unique(lines, axis=0, return_index=True)[1])


def _crossing(lines: NDArray[np.uint8]) -> list[int]:
    """Rows any two of which order some two columns in opposite ways."""
    lines_of = _firsts(lines)
    high, low = (lines == ord("+")), (lines == ord("-"))
    lines_of = lines_of[np.argsort(high[lines_of].sum(axis=1), kind="stable")]
    if len(lines_of) > MOST_COMPARED:
        lines_of = lines_of[~(lines[lines_of] == ord("*")).any(axis=1)]
        tied = (lines[lines_of] == ord("0")).sum(axis=1)
        kinds, group = np.unique(np.stack([high[lines_of].sum(axis=1), tied]), axis=1, return_inverse=True)
        if not kinds.size:
            return []
        return sorted(int(i) for i in lines_of[group.ravel() == np.bincount(group.ravel()).argmax()])
    if (lines == ord("0")).any():  # three levels: + above 0, 0 above -
        highs = [high[lines_of], ~low[lines_of] & (lines[lines_of] != ord("*"))]
        lows = [~high[lines_of] & (lines[lines_of] != ord("*")), low[lines_of]]
    else:
        highs, lows = [high[lines_of]], [low[lines_of]]
    meets = {
        (i, j): (highs[i].astype(np.float32) @ lows[j].T.astype(np.float32)) > 0
        for i in range(len(highs)) for j in range(len(lows))
    }  # fmt: skip
    # Row r says c above d by level i, row s says d above c by level j.
    cross = np.zeros((len(lines_of),) * 2, dtype=bool)
    for i in range(len(highs)):
        for j in range(len(lows)):
            cross |= meets[i, j] & meets[j, i].T
    return sorted(int(lines_of[i]) for i in _pairwise(cross))


def _all_different(lines: NDArray[np.uint8]) -> list[int]:
    """Columns any two of which differ in some row, no star there."""
    lines_of = _firsts(lines)
    chosen = lines[lines_of]
    if not (chosen == ord("*")).any():
        return sorted(int(i) for i in lines_of)
    lines_of, chosen = lines_of[:MOST_COMPARED], chosen[:MOST_COMPARED]
    parts = [(chosen == ord(symbol)).astype(np.float32) for symbol in "+0-"]
    differ = np.zeros((len(chosen),) * 2, dtype=bool)
    for i, one in enumerate(parts):
        for j, other in enumerate(parts):
            if i != j:
                differ |= (one @ other.T) > 0
    return sorted(int(lines_of[i]) for i in _pairwise(differ))


def _pairwise(related: NDArray[np.bool_]) -> list[int]:
    """Numbers any two of which are related, many of them: by Dilworth's theorem, or greedily."""
    apart = ~related & ~np.eye(len(related), dtype=bool)
    order = np.triu(apart)  # what shares a vector, written in one direction: an order, as rows come by their size
    chains = largest_antichain(order)
    greedy: list[int] = []
    left = np.ones(len(related), dtype=bool)
    while left.any():
        best = int(np.where(left, (related & left).sum(axis=1), -1).argmax())
        greedy.append(best)
        left &= related[best]
        left[best] = False
    return sorted(chains if len(chains) >= len(greedy) else greedy)
