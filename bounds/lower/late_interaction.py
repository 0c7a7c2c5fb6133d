"""Lower bounds for late interaction: by one vector, on a line, by numbers of sets.

Proofs: ``certificates/maps.py`` (``part``, ``line``) and ``certificates/theorems/late_interaction.py``.

*On a line* (d = 1) a score is P max_s + N max_s(-) with P, N >= 0, so documents are points of the plane, seen from
directions of one half turn. Of four documents at most 4 of the 6 pairs can be top pairs: in such a sequence of orders
each two documents change places once at most, 6 changes in all, and between two changes at places 2 and 3 there is one
at another place; 5 top pairs need 4 of the first kind and 3 of the others, 7. So all k-subsets of n need d = 2 for
2 <= k <= n - 2: fix k - 2 documents in the set, 4 free. The claim itself is refuted as one about sign-rank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

import numpy as np

from ...certificates.theorems.late_interaction import halves
from ...elaborate.driver import PROVED
from ...questions import SignPattern, least_size, pattern_question
from ...questions.late_interaction import LateInteraction
from ...questions.question import Question
from ..bound import Bound, certified_bound, proved_premise

MOST_FOURS = 2000
"""Most sets of four documents that are looked at."""

SMALL = 400
"""Most entries of a pattern that is asked about on a line as a whole."""

Part = tuple[tuple[int, ...], tuple[int, ...]]
"""Rows and columns."""


def cells_exclude(n: int, sets: int, S: int, t: int, d: int) -> bool:
    """Whether there are more sets of n documents than S and t vectors of R^d can have as top sets.

    >>> cells_exclude(10**6, comb(10**6, 32), 2, 9, 2), cells_exclude(10**6, comb(10**6, 32), 2, 10, 2)
    (True, False)
    """
    P = halves(n * (S * (S - 1) // 2), d - 1)
    return sets + 2 > comb(P + t - 1, t) * halves(n, t * d)


def hull_excludes(n: int, sets: int, S: int, k: int) -> bool:
    """Whether there are more sets of k of n documents than one query vector in the plane can have as top sets.

    >>> [next(n for n in range(3, 99) if hull_excludes(n, comb(n, 2), S, 2)) for S in (2, 3)]
    [18, 26]
    """
    return sets > 1 and sets * (k - 1) ** (k - 1) > S * n * k**k


def number_of_sets(question: LateInteraction, size: int | None = None) -> int:
    """How many different rows there are without a star, neither empty nor all; of one size, if it is given."""
    of = question.of
    if of.task == "separation":
        sizes = dict(of.parameters)
        N, least, most = sizes["N"], sizes["least"], sizes["most"]
        asked = (least, N // 2, most) if size is None else (size,)
        return max((comb(N, k) for k in asked if least <= k <= most and 0 < k < N), default=0)
    words = {row for row in question.signs if "*" not in row and {*row} == {"+", "-"}}
    return sum(size in (None, row.count("+")) for row in words)


def counted_lower(question: LateInteraction, above: int = 0) -> Bound | None:
    """The best lower bound by numbers of sets, if it exceeds ``above``."""
    n, S, t = question.columns, question.document_vectors, question.query_vectors
    sets, d = number_of_sets(question), above
    while sets and (d + 1) * t < n and d < 4096 and cells_exclude(n, sets, S, t, d + 1):
        d += 1
    found = None
    if sets and (d > above or cells_exclude(n, sets, S, t, d)):
        found = _theorem(question, d + 1, {"name": "cells", "k": d}, "more sets than cells")
    elif not above and (told := _told_apart(question)) is not None:
        found = _theorem(question, 1, {"name": "cells", "k": 0, "columns": told}, "two documents are told apart")
    best = max(above, found.value if found else 0)
    if t == 1 and best < 3:
        for size in _sizes(question):
            if hull_excludes(n, number_of_sets(question, size), S, size):
                return _theorem(question, 3, {"name": "hull", "k": size}, "more sets than edges of a hull")
    return found


def _sizes(question: LateInteraction) -> list[int]:
    """Sizes of rows, the most frequent first."""
    if question.of.task == "separation":
        sizes = dict(question.of.parameters)
        return list(range(max(2, sizes["least"]), min(sizes["most"], 64) + 1))
    rows = [row.count("+") for row in set(question.signs) if "*" not in row]
    return sorted({size for size in rows if size > 1}, key=rows.count, reverse=True)


def _told_apart(question: LateInteraction) -> list[int] | None:
    """Two columns that a row tells apart."""
    for row in question.signs:
        if {"+", "-"} <= {*row}:
            return sorted((row.index("+"), row.index("-")))
    return None


def _theorem(question: LateInteraction, value: int, proof: dict[str, object], method: str) -> Bound:
    evidence = {"kind": PROVED, "proof": {"rule": "theorem", **proof}}
    return certified_bound(least_size(question), "lower", value, method, evidence)


def one_vector_lower(question: LateInteraction, single: Bound) -> Bound | None:
    """Where documents have one vector, a query's vectors are worth their sum, whatever their number."""
    if question.document_vectors > 1:
        return None
    proof = {"rule": "map", "name": "part", "of": proved_premise(single)}
    method = f"one vector for a document: {single.evidence.method}"
    return certified_bound(least_size(question), "lower", single.value, method, {"kind": PROVED, "proof": proof})


def line_question(rows: Sequence[str]) -> Question:
    """The pattern of sign-rank 3 or less if d = 1 is enough for these rows, and only then (t, S >= 2).

    >>> line_question(["++-"]).pattern.rows
    ('++-+', '+++0')
    """
    return pattern_question(SignPattern((*(row + "+" for row in rows), "+" * len(rows[0]) + "0"), null=True))


def line_lower(question: LateInteraction, part: Part, refuted: Bound) -> Bound:
    """m >= 2 from a lower bound of 4 for ``line_question`` of the part."""
    rows, columns = part
    proof = {"rule": "map", "name": "line", "of": proved_premise(refuted), "rows": list(rows), "columns": list(columns)}
    return certified_bound(
        least_size(question), "lower", 2, f"on a line: {refuted.evidence.method}", {"kind": PROVED, "proof": proof}
    )


def plane_lower(question: LateInteraction) -> Bound | None:
    """m >= 2 for all sets of some sizes, at any number of documents; None if all of them are too small or too large."""
    if question.of.task != "separation":
        return None
    sizes = dict(question.of.parameters)
    if max(sizes["least"], 2) > min(sizes["most"], sizes["N"] - 2):
        return None
    return _theorem(question, 2, {"name": "plane"}, "six pairs of four documents are too many on a line")


def parts_for_the_line(question: LateInteraction) -> Iterator[Part]:
    """Parts that may need the plane: five pairs of four documents, then everything if that is small."""
    rows, n = question.signs, question.columns
    relevant = np.array([[symbol == "+" for symbol in row] for row in rows])
    told = np.array([[symbol != "*" for symbol in row] for row in rows])
    for columns in _fours(n):
        inside = relevant[:, columns]
        pairs = (inside.sum(axis=1) == 2) & told[:, columns].all(axis=1)
        words, first = np.unique(inside[pairs] @ (1, 2, 4, 8), return_index=True)
        if len(words) >= 5:
            yield tuple(int(r) for r in np.flatnonzero(pairs)[first]), tuple(columns)
            break
    if len(rows) * n <= SMALL:
        yield tuple(range(len(rows))), tuple(range(n))


def _fours(n: int) -> Iterator[list[int]]:
    """All sets of four of n documents, or as many random ones as are looked at."""
    if comb(n, 4) <= MOST_FOURS:
        yield from map(list, combinations(range(n), 4))
        return
    rng = np.random.default_rng(0)
    for _ in range(MOST_FOURS):
        yield sorted(rng.choice(n, 4, replace=False).tolist())
