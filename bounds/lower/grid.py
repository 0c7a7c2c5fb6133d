"""Lower bounds in class GRID: too few vectors, too little margin.

Lower bound in class GRID: too few vectors of p-bit numbers for the queries, or for the items, that must differ.

Queries whose relevant sets cross (each has an item that the other lacks) cannot share a vector, since a vector orders
the items; items that some query tells apart cannot share one either. There are 2^(p m) vectors, so
**p m >= log2 of the number of queries, or of items, any two of which need different vectors.** Among queries without
"either" the most such are a largest antichain of their sets (Dilworth); where there is one, a greedy choice.

Lower bound in class GRID: numbers of p bits have too little margin for the gap.

With unit vectors the best margin of a pattern is some t (``bounds/margin.py``); vectors of m numbers of absolute value
at most B have squares at most m B^2, so a gap g needs **m >= g / (B^2 t)**. The dual weights of the program are the
evidence, in the sharper form of ``certificates/psd.py``; of q-SA they are known at any size, and
there a sum over hypergeometric probabilities takes the place of the norm, which gains up to a quarter.

How many subsets there are, as far as that is counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import ceil, comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...certificates.grids import grid_of
from ...questions import LeastSize, Question
from ...questions.separation import Separation
from ...solvers.gram_program import SolverFailedError
from ...solvers.rectangles.antichain import largest_antichain
from ..bound import Bound, certified_bound
from ..margin import MarginError, dual_weights, margin_of_rows, pattern_of_rows
from ..patterns import STAR, sign_array

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
    fixed = asked.unit_class.bits if asked.resource == "m" else asked.m
    count, words, evidence = max(_counts(asked.question), key=lambda each: each[0])
    if not fixed or count < 2:
        return None
    value = -(-(count - 1).bit_length() // fixed)  # as many bits as there have to be vectors
    method = f"counting: {count} {words} need different vectors"
    return certified_bound(asked, "lower", value, method, evidence) if value > asked.least else None


def most_different(question: Question) -> tuple[int, str]:
    """How many queries, or items, any two of which need different vectors are known, and which of the two they are.

    >>> from headcount.questions import separation_question
    >>> most_different(separation_question(6, 2, 2))
    (15, 'sets of one size')
    """
    count, words, _ = max(_counts(question), key=lambda each: each[0])
    return count, words


@lru_cache(maxsize=4)
def _counts(question: Question) -> list[tuple[int, str, dict[str, Any]]]:
    """How many vectors have to differ, whose, and the evidence."""
    if isinstance(question, Separation):
        sizes = [s for s in (question.least, question.N // 2, question.most) if question.least <= s <= question.most]
        rows = max(subsets(question.N, size) for size in sizes)
        columns = question.N if question.least < question.N else 1
        both = ((rows, "sets of one size", "rows"), (columns, "keys", "columns"))
        return [(count, words, {"kind": "counting", "vectors": vectors}) for count, words, vectors in both]
    table = sign_array(_words(question))
    found = (("queries", "rows", _crossing(table)), ("items", "columns", _all_different(table.T)))
    return [
        (len(chosen), words, {"kind": "counting", "vectors": vectors, "set": chosen})
        for words, vectors, chosen in found
    ]


def _words(question: Question) -> list[str]:
    """The rows, the null key a last column of ties."""
    return [word + "0" * question.null for word in question.pattern.rows]


def _firsts(lines: NDArray[np.int8]) -> NDArray[np.int64]:
    """The first of equal lines."""
    return np.sort(np.unique(lines, axis=0, return_index=True)[1])


def _crossing(lines: NDArray[np.int8]) -> list[int]:
    """Rows any two of which order some two columns in opposite ways."""
    kept = _firsts(lines)
    kept = kept[np.argsort((lines[kept] == 1).sum(axis=1), kind="stable")]
    if len(kept) > MOST_COMPARED:
        kept = kept[~(lines[kept] == STAR).any(axis=1)]
        counts = np.stack([(lines[kept] == sign).sum(axis=1) for sign in (1, 0)])
        kinds, group = np.unique(counts, axis=1, return_inverse=True)
        return sorted(kept[group.ravel() == np.bincount(group.ravel()).argmax()].tolist()) if kinds.size else []
    chosen = lines[kept]
    high, low, any_ = chosen == 1, chosen == -1, chosen != STAR
    # Levels of rows: + above -; with zeros + above 0 and 0 above -.
    levels = [(high, ~high & any_), (~low & any_, low)] if (lines == 0).any() else [(high, low)]
    meet = {(i, j): _meet(levels[i][0], levels[j][1]) for i, j in product(range(len(levels)), repeat=2)}
    # Row r says c above d by level i, row s says d above c by level j.
    cross = np.any([meet[i, j] & meet[j, i].T for i, j in meet], axis=0)
    return sorted(kept[_pairwise(cross)].tolist())


def _all_different(lines: NDArray[np.int8]) -> list[int]:
    """Columns any two of which differ in some row, no star there."""
    kept = _firsts(lines)
    if not (lines[kept] == STAR).any():
        return sorted(kept.tolist())
    kept = kept[:MOST_COMPARED]
    parts = [lines[kept] == sign for sign in (1, 0, -1)]
    differ = sum((_meet(one, other) for one, other in permutations(parts, 2)), np.zeros((len(kept),) * 2, dtype=bool))
    return sorted(kept[_pairwise(differ)].tolist())


def _meet(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether rows of two tables have an entry in common."""
    met: NDArray[np.bool_] = one.astype(np.float32) @ other.T.astype(np.float32) > 0
    return met


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


MAX_BITS = 64
"""Most bits that are tried."""


def margin_lower(asked: LeastSize) -> Bound | None:
    """The best lower bound of m or p that weights on the scores give; None if they give none.

    Parameters
    ----------
    asked : LeastSize
        A pattern in class GRID, with the least m or p asked for.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> margin_lower(least_size(qsa_question(64, 16), "m", "GRID(1, twos, gap 8)")).value
    68
    """
    evidence = margin_evidence(asked)
    if evidence is None:
        return None
    if asked.resource == "m":
        least, value = 1, _width(asked, asked.unit_class.bits, evidence)
    else:
        tried = range(1, MAX_BITS + 1)
        least = 2
        value = next((p for p in tried if _width(asked, p, evidence) <= (asked.m or 0)), MAX_BITS + 1)
    if value < least:
        return None
    return certified_bound(asked, "lower", value, "margin: weights on the scores", evidence)


def margin_evidence(asked: LeastSize) -> dict[str, Any] | None:
    """The evidence ``margin``: of q-SA by symmetry, else rounded dual weights; None if there are none."""
    question = asked.question
    if question.task == "qsa":
        return {"kind": "margin"}
    try:
        solution = margin_of_rows(question)
    except (MarginError, SolverFailedError):
        return None
    pattern = pattern_of_rows(question)
    weights = dual_weights(pattern, solution, affine=True)
    if weights is None:
        return None
    block, diagonal = weights
    # The weights are those of the different rows; a row that occurs again has none.
    left = {tuple(row): (entries, d) for row, entries, d in zip(pattern.tolist(), block, diagonal, strict=False)}
    none = [0] * pattern.shape[1], 0
    every = [left.pop(tuple(row), none) for row in sign_array(_words(question)).tolist()]
    return {
        "kind": "margin",
        "block": [entries for entries, _ in every],
        "row_weights": [d for _, d in every],
        "column_weights": diagonal[len(block) :],
    }


def _width(asked: LeastSize, bits: int, evidence: dict[str, Any]) -> int:
    """The least width that the evidence leaves possible at so many bits."""
    gap, grid = asked.unit_class.gap, grid_of(asked.unit_class.grid, bits)
    tied = 2 * ceil(gap / 2) if asked.unit_class.grid == "midrise" else ceil(gap)
    if "block" in evidence:
        signs, weights = sign_array(_words(asked.question)), np.abs(np.array(evidence["block"], dtype=object))
        ties = (signs == 0).any(axis=1)
        kept = (weights * (np.abs(signs) == 1)).sum(axis=1)  # times the gap that scores keep from the threshold
        wanted = 4 * (kept[ties].sum() * tied + kept[~ties].sum() * Fraction(gap))
        given = sum(evidence["row_weights"]) + sum(evidence["column_weights"])
    else:
        N, q = (dict(asked.question.parameters)[name] for name in ("N", "q"))
        sums = (sum(comb(j, i) * comb(N - j, q - i) * abs(i * N - j * q) for i in range(q + 1)) for j in range(1, N))
        wanted, given = Fraction(tied * q * (N - q) * comb(N, q)), max([1, *sums])
    least: int = ceil(wanted / (given * max(-grid[0], grid[-1]) * (grid[-1] - grid[0])))
    return least


def subsets(positions: int, q: int) -> int:
    """C(N, q), or something smaller if it is very large: C(N, k) grows with k up to N/2.

    >>> subsets(7, 3), subsets(7, 5), subsets(10**9, 10**8).bit_length() > 20_000
    (35, 21, True)
    """
    return comb(positions, min(q, positions - q, 1000))
