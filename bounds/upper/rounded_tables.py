"""Upper bound for large patterns: vectors of a numerical search as integers, every score compared in blocks of rows.

Integers below 2^b in queries and keys give scores below d 2^(2b), which double precision holds exactly, whatever the
order of the additions, if d 2^(2b) <= 2^53. So the fewest bits are looked for at which all signs are right; thresholds
are then put in the middle between the lowest score that has to be above and the highest below. The checker compares all
scores again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ...certificates.meter import LIMIT
from ...questions import Question
from ...solvers.sparse_signs.embedding_search import BLOCK_CELLS, Vectors
from ...solvers.sparse_signs.sparse_signs import SparseSigns
from ..bound import Bound, certified_bound

BITS = (6, 8, 10, 12, 14, 16, 18, 20, 22, 24)
"""Bits of an entry that are tried."""

MOST_STEPS = 25 * LIMIT
"""Most steps of a check: some ten minutes."""

Integers = npt.NDArray[np.int64]


def rounded_tables_upper(question: Question, signs: SparseSigns, found: Vectors) -> Bound | None:
    """m <= width - offset by the vectors found, as integers of as few bits as keep all signs; None if none do.

    Parameters
    ----------
    question : Question
        A pattern over ``+ - *``.
    signs : SparseSigns
        Its rows, without the one that is added where thresholds are free.
    found : Vectors
        Of ``search_vectors``, with free thresholds iff the question has no null token.

    Examples
    --------
    >>> from ...questions.relevance import Relevance
    >>> from ..sparse_pattern import sparse_pattern
    >>> point = Relevance(3, ((0,), (2,)), ((), ()), blank=False)
    >>> line = Vectors(np.array([[-1.0, -1.5], [-1.0, 2.0]]), np.array([[1, -1.0], [1, 0], [1, 1]]), 0)
    >>> rounded_tables_upper(point, sparse_pattern(point), line).value
    1
    """
    width = found.queries.shape[1]
    for bits in BITS:
        if width * 4**bits > 2**52:
            return None
        tables = _rounded(signs, found, bits, free=bool(question.offset))
        if tables is not None:
            break
    else:
        return None
    queries, keys = tables
    more = [[1] + [0] * (width - 1)] if question.offset else []
    evidence = {"kind": "tables", "dimension": width, "queries": [*queries, *more], "keys": keys}
    method = f"integer tables of {bits} bits found by numerical search"
    return certified_bound(question, "upper", width - question.offset, method, evidence, limit=MOST_STEPS)


def _rounded(
    signs: SparseSigns, found: Vectors, bits: int, *, free: bool
) -> tuple[list[list[int]], list[list[int]]] | None:
    """Queries and keys as integers, or None if a score has the wrong sign."""
    top = 2**bits - 1
    keys = _integers(found.keys[:, free:], top, alone=not free)
    queries = _integers(found.queries[:, free:], top, alone=True)
    rows, columns = signs.shape
    block = max(1, BLOCK_CELLS // columns)
    thresholds = []
    for start in range(0, rows, block):
        end = min(start + block, rows)
        scores = queries[start:end].astype(np.float64) @ keys.T.astype(np.float64)
        above, below = scores, scores.copy()
        plus, ignored = signs.plus[start:end].tocoo(), signs.free[start:end].tocoo()
        below[plus.row, plus.col] = -np.inf
        below[ignored.row, ignored.col] = -np.inf
        highest = below.max(axis=1)
        lowest = np.full(end - start, np.inf)
        np.minimum.at(lowest, plus.row, above[plus.row, plus.col])
        if not free:
            if (lowest <= 0).any() or (highest >= 0).any():
                return None
            continue
        if (lowest <= highest).any():
            return None
        # Twice the threshold; where a sign does not occur, as if it did one below or above.
        lowest = np.where(np.isfinite(lowest), lowest, np.where(np.isfinite(highest), highest + 1, 1))
        highest = np.where(np.isfinite(highest), highest, lowest - 1)
        thresholds += (lowest + highest).astype(np.int64).tolist()
    if not free:
        return queries.tolist(), keys.tolist()
    doubled = (2 * queries).tolist()
    listed = [[-threshold, *query] for threshold, query in zip(thresholds, doubled, strict=True)]
    return listed, [[1, *key] for key in keys.tolist()]


def _integers(table: npt.NDArray[Any], top: int, *, alone: bool) -> Integers:
    """Entries of at most ``top``; each vector scaled by itself, or all of them alike."""
    largest = np.abs(table).max(axis=1 if alone else None, keepdims=True, initial=0)
    rounded: Integers = np.rint(table * (top / np.maximum(largest, 1e-300))).astype(np.int64)
    return rounded
