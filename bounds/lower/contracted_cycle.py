"""Lower bounds of large patterns by cycles on the columns, or rows, in which both signs are frequent."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np

from ...questions import Question, SignPattern, pattern_question
from ...solvers.arrays import Signs
from ...solvers.sign_rank.contracted_cycles import contracted_cycle, growing_parts
from ...solvers.sign_rank.cycles import FEW, Cycle, up_to_sign
from ...solvers.sparse_signs.core import core_columns
from ...solvers.sparse_signs.sparse_signs import SparseSigns
from ..bound import Bound, certified_bound
from ..patterns import of_part
from .cycle import cycle_evidence, cycle_method

MOST_QUICK = 10
"""Columns on which small cycles are looked for before any search."""


def balanced_lines(signs: SparseSigns, vectors: str, most: int) -> tuple[int, ...]:
    """The columns (rows) with most of their rarer sign, those with more first."""
    plus = signs.plus.T.tocsr() if vectors == "columns" else signs.plus.tocsr()
    counts = np.diff(plus.indptr)
    best = np.argsort(-np.minimum(counts, plus.shape[1] - counts), kind="stable")[:most]
    return tuple(best.tolist())


def core_lines(signs: SparseSigns, vectors: str, most: int) -> tuple[int, ...]:
    """Columns (rows) in the midst of things, see ``core_columns``: those with most of their rarer sign first."""
    own = signs if vectors == "columns" else SparseSigns(signs.plus.T.tocsr(), signs.free.T.tocsr())
    places = {line: place for place, line in enumerate(balanced_lines(signs, vectors, own.shape[1]))}
    return tuple(sorted(core_columns(own, most), key=lambda line: places[line]))


def lines_at(signs: SparseSigns, vectors: str, chosen: tuple[int, ...], *, free: bool) -> Signs:
    """What all rows (columns) show on these columns (rows): a table with a column for each of them.

    With ``free`` the row of + of the homogeneous pattern is one more row; seen from the rows, the last column.
    """
    plus, any_ = signs.plus, signs.free
    if vectors == "rows":
        plus, any_ = plus.T.tocsr(), any_.T.tocsr()
    table = np.where(plus[:, list(chosen)].toarray() != 0, 1, -1).astype(np.int8)
    table[any_[:, list(chosen)].toarray() != 0] = 0
    ones = np.ones((1, table.shape[1]) if vectors == "columns" else (len(table), 1), dtype=np.int8)
    return np.concatenate([table, ones], axis=0 if vectors == "columns" else 1) if free else table


def contracted_cycle_lower(
    question: Question,
    signs: SparseSigns,
    vectors: str,
    order: tuple[int, ...],
    size: int,
    contracted: int,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> Bound | None:
    """m >= size - offset from a cycle of sets of ``size`` of these columns (rows), which are taken one after the other.

    Parameters
    ----------
    question, signs : a pattern over + - *, and its signs
    vectors : "columns" or "rows"
    order : columns (rows), those first that every set is to hold with both signs
    size : the sign-rank that is to be shown
    contracted : how many of them every set holds
    stop : asked every now and then whether time is over

    Examples
    --------
    >>> from ...questions import pattern_question
    >>> from ..patterns import sparse_pattern
    >>> rows = tuple("".join("+" if c in (i, j) else "-" for c in range(6)) for i in range(6) for j in range(i))
    >>> question = pattern_question(SignPattern(rows, null=False))
    >>> contracted_cycle_lower(question, sparse_pattern(question), "columns", (0, 1, 2, 3, 4, 5), 5, 1).value
    4
    """
    free = bool(question.offset)
    table = lines_at(signs, vectors, order, free=free)
    columns = list(range(table.shape[1]))
    if free and vectors == "rows":
        columns = [columns[-1], *columns[:-1]]  # the row of + has both signs, up to the sign of a key
    for width in growing_parts(len(table), size, contracted, len(columns)):
        if stop():
            break
        found = contracted_cycle(table, size, contracted, columns[:width], stop)
        if found is not None:
            return _of_whole(question, vectors, order, found, len(table) - free * (vectors == "columns"))
    return None


def quick_cycle_lower(
    question: Question, signs: SparseSigns, *, stop: Callable[[], bool] = lambda: False
) -> Bound | None:
    """The best bound by cycles so small that nothing has to be compiled, on columns in which both signs are frequent.

    Examples
    --------
    >>> from ...questions import pattern_question
    >>> from ..patterns import sparse_pattern
    >>> rows = tuple("".join("+" if c in (i, j) else "-" for c in range(6)) for i in range(6) for j in range(i))
    >>> question = pattern_question(SignPattern(rows, null=False))
    >>> quick_cycle_lower(question, sparse_pattern(question)).value
    4
    """
    best, size = None, 3
    for lines in (balanced_lines, core_lines):
        order = lines(signs, "columns", MOST_QUICK)
        table = lines_at(signs, "columns", order, free=bool(question.offset))
        for width in range(3, len(order) + 1):
            words = table[up_to_sign(np.ascontiguousarray(table[:, :width]))]
            while size <= width and len(words) * comb(width, size) <= FEW and not stop():
                found = contracted_cycle(table, size, 0, range(width))
                if found is None:
                    break
                best, size = (order, found, len(table) - bool(question.offset)), size + 1
    return None if best is None or size - 1 <= question.offset else _of_whole(question, "columns", *best)


def _of_whole(question: Question, vectors: str, order: tuple[int, ...], found: Cycle, others: int) -> Bound:
    """The bound of the part that the cycle is on, for the whole question."""
    lines = sorted({r for r, *_ in found.members if r < others}) or [0]
    own = sorted({c for _, *chosen in found.members for c in chosen if c < len(order)}, key=lambda c: order[c])
    kept = sorted(order[c] for c in own)
    extra = (others,) if vectors == "columns" else ()  # the row of +
    of_line = {r: k for k, r in enumerate((*lines, *extra))}
    of_own = {c: k for k, c in enumerate(own)} | {len(order): len(own)}
    members = ((of_line[r], *sorted(of_own[c] for c in chosen)) for r, *chosen in found.members)
    small = Cycle(found.size, tuple(sorted(members)))
    rows, columns = (lines, kept) if vectors == "columns" else (kept, lines)
    part = pattern_question(SignPattern(question.part(rows, columns), question.null))
    value, method = found.size - question.offset, cycle_method(small, vectors)
    bound = certified_bound(part, "lower", value, method, cycle_evidence(small, vectors))
    words = f"{method}, of a part of {len(rows)} queries and {len(columns)} items"
    return of_part(question, bound, rows, columns, words)
