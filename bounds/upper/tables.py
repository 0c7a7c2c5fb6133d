"""Upper bounds by tables: found numerically, projected from the best margin, made exact.

Upper bound: integer tables that realise the pattern, found numerically and verified exactly.

Upper bound for large patterns: vectors of a numerical search as integers, every score compared in blocks of rows.

Integers below 2^b in queries and keys give scores below d 2^(2b), which double precision holds exactly, whatever the
order of the additions, if d 2^(2b) <= 2^53. So the fewest bits are looked for at which all signs are right; thresholds
are then put in the middle between the lowest score that has to be above and the highest below. The checker compares all
scores again.

Upper bounds by the best margin: vectors of the semidefinite program, projected at random and made exact.

The program's queries and keys have the best margin at a width as large as there are vectors. A random projection to m
dimensions keeps all signs with a probability that ``bounds/margin.py`` bounds; ties it does not keep, so with zeros
(and where a sign is lost) the projection is where local search starts. In a p-bit grid keys are rounded to it, and for
each row all queries of the grid are tried.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from ...certificates.meter import LIMIT
from ...questions import Question
from ...questions.scored import Scored
from ...solvers.sign_rank.rationalise import rationalise
from ...solvers.sign_rank.realisation import RESTARTS, realise
from ...solvers.sign_rank.worst_margin import COMPILED_FROM
from ...solvers.sparse_signs.embedding_search import BLOCK_CELLS, Vectors
from ...solvers.sparse_signs.sparse_signs import SparseSigns
from ..bound import Bound
from ..margin import Margin, gram_vectors, homogeneous
from ..patterns import by_tables, pattern_array


def realised_upper(
    question: Question,
    sign_rank: int,
    *,
    seed: int = 0,
    restarts: int | None = RESTARTS,
    seconds: float = float("inf"),
    compiled_from: int = COMPILED_FROM,
) -> Bound | None:
    """m <= sign_rank - offset if tables of that width are found from so many starts, else None (which says nothing).

    >>> from ...questions import SignPattern, pattern_question
    >>> realised_upper(pattern_question(SignPattern(("++-", "+-+", "-++"), null=True)), 2).value
    2
    """
    pattern = pattern_array(question)
    found = realise(pattern, sign_rank, seed=seed, restarts=restarts, seconds=seconds, compiled_from=compiled_from)
    if not found.found:
        return None
    method = f"integer tables of {found.bits} bits found by numerical search"
    return by_tables(question, sign_rank - question.offset, method, found.rows, found.columns, sign_rank)


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
    >>> from ..patterns import sparse_pattern
    >>> point = Relevance(3, ((0,), (2,)), ((), ()), blank=False)
    >>> line = Vectors(np.array([[-1.0, -1.5], [-1.0, 2.0]]), np.array([[1, -1.0], [1, 0], [1, 1]]), 0)
    >>> rounded_tables_upper(point, sparse_pattern(point), line).value
    1
    """
    width = found.queries.shape[1]
    more = [[1] + [0] * (width - 1)] if question.offset else []
    for bits in BITS:
        if width * 4**bits > 2**52:
            break
        tables = _kept_in(signs, found, bits, free=bool(question.offset))
        if tables is not None:
            queries, keys = tables
            method = f"integer tables of {bits} bits found by numerical search"
            return by_tables(question, width - question.offset, method, [*queries, *more], keys, width, MOST_STEPS)
    return None


def nested_tables_upper(question: Scored, signs: SparseSigns, found: Vectors) -> Bound | None:
    """The same where rows share vectors and are compared by inner products: these rows of ``found`` are alike.

    >>> from ...questions import SignPattern, pattern_question, scored_question
    >>> from ..patterns import sparse_pattern
    >>> rows = pattern_question(SignPattern(("+--", "++-"), null=False))
    >>> line = Vectors(np.array([[-1.5, -1.0], [-0.5, -1.0]]), np.array([[1, -2.0], [1, -1], [1, 0]]), 0)
    >>> nested_tables_upper(scored_question(rows, "inner", (0, 0)), sparse_pattern(rows), line).value
    1
    """
    width = found.queries.shape[1] - 1
    for bits in BITS:
        tables = _kept_in(signs, found, bits, free=True) if (width + 1) * 4**bits <= 2**52 else None
        if tables is not None:
            queries, keys = ([[*row[1:], row[0]] for row in table] for table in tables)
            method = f"integer tables of {bits} bits found by numerical search, a query for all grades"
            return by_tables(question, width, method, queries, keys, width, MOST_STEPS)
    return None


def _kept_in(
    signs: SparseSigns, found: Vectors, bits: int, *, free: bool
) -> tuple[list[list[int]], list[list[int]]] | None:
    """Queries and keys as integers, or None if a score has the wrong sign."""
    top = 2**bits - 1
    keys = _integers(found.keys[:, free:], top, alone=not free)
    queries = _integers(found.queries[:, free:], top, alone=True)
    block = max(1, BLOCK_CELLS // signs.shape[1])
    thresholds = []
    for start in range(0, signs.shape[0], block):
        scores = queries[start : start + block].astype(np.float64) @ keys.T.astype(np.float64)
        written = signs.block(start, start + block)
        lowest = np.where(written > 0, scores, np.inf).min(axis=1)
        highest = np.where(written < 0, scores, -np.inf).max(axis=1)
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


def projected_upper(
    found: Margin, width: int, rng: np.random.Generator, deadline: float = float("inf")
) -> Bound | None:
    """m <= width, if one random projection can be made exact, as it is or after a local search from it.

    Examples
    --------
    >>> from ...questions import match2_question
    >>> from ..margin import margin
    >>> projected_upper(margin(match2_question(3)), 3, np.random.default_rng(0)).value
    3
    """
    question = found.question
    pattern, count = pattern_array(question), len(question.pattern.rows)
    vectors = gram_vectors(found.solution)
    projected = vectors @ rng.normal(size=(vectors.shape[1], width))
    queries, keys = homogeneous(question, projected[:count], projected[count:])
    method = "a random projection of the vectors of best margin"
    exact = () if (pattern == 0).any() else rationalise(pattern, queries, keys, deadline=deadline)
    if not exact:
        dimension, seconds = width + question.offset, max(0.0, deadline - time.monotonic())
        search = realise(pattern, dimension, restarts=1, seconds=seconds, warm_start=(queries, keys))
        if not search.found:
            return None
        exact, method = (search.rows, search.columns), f"local search from {method}"
    return by_tables(question, width, method, *exact, width + question.offset)
