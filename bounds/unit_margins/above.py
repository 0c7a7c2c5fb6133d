"""Upper bounds of the margin in R^d: theorems about the sets that rows ask for, and weights that hold in any dimension.

The theorems, with proofs: ``certificates/theorems/margins.py``. Their hypotheses are looked for here: all sets of k of
some n columns (*complete*), or only many different sets of one size (*packing*).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ...questions import Question
from ...solvers.gram_program import SolverFailedError
from ...solvers.sign_rank.margin_program import margin_solution
from ..bound import Bound, premise
from ..patterns import sign_array
from .ceiling_weights import MOST_CELLS, MOST_COLUMNS, ceiling_weights
from .margin_bound import MarginBound, certified_margin

LARGEST_SIZE = 6
"""Complete families are looked for up to sets of so many items."""

MOST_LOOKED_AT = 20_000
"""Most rows of one size among which complete families are looked for."""

MOST_VECTORS = 32
"""Most rows and columns together of which the semidefinite program is solved: half a second, which grows fast."""

GRAIN = 2**24
"""Margins of packings are multiples of 1 / GRAIN."""


@dataclass(frozen=True)
class Family:
    """Sets of size ``k`` on the columns ``lines`` (all ``n`` of them if empty), and how many of them rows ask for."""

    n: int
    k: int
    number: int
    lines: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Whether every set of k of the n columns is asked for."""
        return self.number == math.comb(self.n, self.k)

    @property
    def few(self) -> int:
        """The lesser of k and n - k."""
        return min(self.k, self.n - self.k)


@lru_cache(maxsize=4)
def families(rows: tuple[str, ...]) -> tuple[Family, ...]:
    """The sets of each size that rows ask for on all columns, and complete families on some columns, found greedily.

    >>> [(one.n, one.k, one.complete) for one in families(("+--", "-+-", "--+"))]
    [(3, 1, True)]
    """
    n = len(rows[0])
    by_size: dict[int, set[str]] = defaultdict(set)
    for row in rows:
        if "*" not in row and 0 < row.count("+") < n:
            by_size[row.count("+")].add(row)
    found = [Family(n, k, len(sets), ()) for k, sets in sorted(by_size.items())]
    for k, sets in sorted(by_size.items()):
        if min(k, n - k) <= LARGEST_SIZE and len(sets) <= MOST_LOOKED_AT and len(sets) < math.comb(n, k):
            lines = _complete(sets, k, n)
            if len(lines) > k + 1:
                found.append(Family(len(lines), k, math.comb(len(lines), k), lines))
    return tuple(found)


def _complete(sets: set[str], k: int, n: int) -> tuple[int, ...]:
    """Columns all k-subsets of which are asked for: those that occur in fewest sets are left out one by one."""
    if 2 * k > n:
        return ()
    chosen = [frozenset(c for c, symbol in enumerate(row) if symbol == "+") for row in sets]
    left = set(range(n))
    while len(left) > k:
        inside = [one for one in chosen if one <= left]
        if len(inside) == math.comb(len(left), k):
            return tuple(sorted(left))
        counts = Counter(c for one in inside for c in one)
        left.remove(min(left, key=lambda c: (counts[c], c)))
        chosen = inside
    return ()


def margin_upper(
    question: Question, d: int, least: Bound | None = None, ceiling: MarginBound | None = None
) -> MarginBound:
    """The best upper bound of the margin in R^d.

    Parameters
    ----------
    question : a pattern over ``+ - *`` without a null token that can be written out
    d : int >= 1
    least : a lower bound of the least d without a margin, optional: below it no vectors rank all queries right
    ceiling : what ``ceiling_upper`` gave, if it is known already

    Returns
    -------
    MarginBound
        At most 1, which holds of any unit vectors; certified.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question
    >>> rows = tuple("".join("+" if c == r else "-" for c in range(6)) for r in range(6))
    >>> question = pattern_question(SignPattern(rows, null=False))
    >>> [str(margin_upper(question, d).square) for d in (3, 4, 5)]
    ['1/4', '1/4', '9/25']
    """
    if least is not None and least.value > d:
        method = f"no vectors of width {d} rank every query right: {least.how}"
        proof = theorem("margin of no vectors", **{"from": [_premise(least)]})
        return certified_margin(question, d, "upper", Fraction(0), method, proof)
    square, method, proof = min(
        _by_sets(families(question.pattern.rows), d), key=lambda one: one[0], default=(2, "", {})
    )
    # Weights hold in any dimension: their proof does not look at d.
    any_d = ceiling_upper(question, d) if ceiling is None else replace(ceiling, d=d)
    if any_d.square < square:
        return any_d
    return certified_margin(question, d, "upper", Fraction(square), method, proof)


def _premise(least: Bound) -> dict[str, Any]:
    given = {name: value for name, value in premise(least, least.question).items() if name != "evidence"}
    return {**given, "proof": dict(least.evidence.proof)}


def theorem(name: str, **given: Any) -> dict[str, Any]:
    """A proof by the theorem of this name."""
    return {"rule": "theorem", "name": name, **given}


def _by_sets(found: Iterable[Family], d: int) -> Iterator[tuple[Fraction, str, dict[str, Any]]]:
    """What the theorems say of these families: the square, in words, the proof."""
    for one in found:
        n, k, few = one.n, one.k, one.few
        given: dict[str, Any] = {"k": k, **({"lines": list(one.lines)} if one.lines else {})}
        sets = f"{k}-subsets of {n} items"
        if one.complete:
            yield (
                Fraction(n * n, 4 * k * (n - k) * (n - 1)), f"a simplex is best for all {sets}",
                theorem("margin of a simplex", **given),
            )  # fmt: skip
            if n >= d + 2 if few == 1 else d <= 2 * few <= n - 2 and (n >= 3 * few or few <= 3):
                words = f"{d + 2} items have a Radon point, for all {sets}"
                yield Fraction(int(d >= 2 * few), 4 * few * few), words, theorem("margin at a Radon point", **given)
            if (few, d) == (1, 2) and n >= 3:
                yield neighbours(n), f"neighbours on a circle, for all {sets}", theorem("margin of neighbours", **given)
        if (g := packing(one.number, d)) < 1:
            words = f"balls round the queries of {one.number} {k}-subsets need room"
            yield g * g, words, theorem("margin by packing", **given, margin=str(g))


def neighbours(n: int) -> Fraction:
    """sin(pi/n)^4, a little more, with a short denominator.

    >>> neighbours(6)
    Fraction(68719476737, 1099511627776)
    """
    scale = 2**40
    return Fraction(math.floor(math.sin(math.pi / n) ** 4 * scale * (1 + 1e-11)) + 1, scale)


def packing(number: int, d: int) -> Fraction:
    """The least g in a grid at which so many balls of radius g have no room between the spheres 1 - g and 1 + g.

    >>> packing(1035, 2) < Fraction(1, 250), packing(1, 2)
    (True, Fraction(1, 1))
    """

    def room(g: int) -> bool:
        return bool(number * g**d <= (GRAIN + g) ** d - (GRAIN - g) ** d)

    if room(GRAIN - 1):
        return Fraction(1)
    low, high = 0, GRAIN - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if room(middle) else (low, middle)
    return Fraction(high, GRAIN)


def ceiling_upper(question: Question, d: int) -> MarginBound:
    """The bound by weights, which holds in any dimension; 1, by one query alone, if none were found."""
    proof, square = _ceiling_proof(question.pattern.rows)
    return certified_margin(question, d, "upper", square, "weights on the gaps: no dimension has more", proof)


@lru_cache(maxsize=4)
def _ceiling_proof(rows: tuple[str, ...]) -> tuple[dict[str, Any], Fraction]:
    best = min(_weighed(rows), key=lambda one: one[1])
    block, weights, diagonal = best[0]
    proof = {
        "rule": "psd", "system": "ceiling", "block": block, "row_weights": weights, "column_weights": diagonal,
    }  # fmt: skip
    return proof, min(Fraction(1), best[1])


Weighed = tuple[list[list[int]], list[int], list[int]]


def _weighed(rows: tuple[str, ...]) -> Iterator[tuple[Weighed, Fraction]]:
    """Weights that prove a bound: those of one row, of equal shares in each row, and of the semidefinite program."""
    yield _one_row(rows)
    width = len(rows[0])
    if len(rows) * width > MOST_CELLS:
        return
    counts = Counter(c for row in rows for c, symbol in enumerate(row) if symbol == "+")
    columns = sorted(sorted(range(width), key=lambda c: (-counts[c], c))[:MOST_COLUMNS])
    parts = ["".join(row[c] for c in columns) for row in rows]
    places = {part: place for place, part in reversed(list(enumerate(parts))) if "+" in part and "-" in part}
    different = sorted(places)
    if not different:
        return
    spread = partial(_spread, columns=columns, places=[places[row] for row in different], shape=(len(rows), width))
    if (found := ceiling_weights(different)) is not None:
        yield spread(found)
    best = any(one.complete and not one.lines for one in families(rows))  # the simplex's bound is attained
    if not best and len(different) + len(columns) <= MOST_VECTORS:
        try:
            solution = margin_solution(sign_array(different), affine=True)
        except SolverFailedError:
            return
        if (found := _of_program(different, solution.dual, solution.diagonal)) is not None:
            yield spread(found)


def _one_row(rows: Sequence[str]) -> tuple[Weighed, Fraction]:
    """margin <= 1: two items that a row tells apart are at a distance of at most 2."""
    place, row = next((k, row) for k, row in enumerate(rows) if "+" in row and "-" in row)
    ends = row.index("+"), row.index("-")
    z = [(c == ends[0]) - (c == ends[1]) for c in range(len(row))]
    block = [z if k == place else [0] * len(row) for k in range(len(rows))]
    return (block, [int(k == place) for k in range(len(rows))], [2 * abs(x) for x in z]), Fraction(1)


def _spread(found: Weighed, columns: list[int], places: list[int], shape: tuple[int, int]) -> tuple[Weighed, Fraction]:
    """Weights of some rows and columns as weights of all, and the square that they prove."""
    block, weights, diagonal = found
    whole, row_weights, column_weights = [[0] * shape[1] for _ in range(shape[0])], [0] * shape[0], [0] * shape[1]
    for place, row, weight in zip(places, block, weights, strict=True):
        row_weights[place] = weight
        for column, z in zip(columns, row, strict=True):
            whole[place][column] = z
    for column, weight in zip(columns, diagonal, strict=True):
        column_weights[column] = weight
    total = sum(b * sum(z for z in row if z > 0) ** 2 for b, row in zip(weights, block, strict=True))
    return (whole, row_weights, column_weights), Fraction(sum(diagonal), 4 * total) if total else Fraction(2)


def _of_program(rows: Sequence[str], dual: np.ndarray, diagonal: np.ndarray) -> Weighed | None:
    """The dual of the semidefinite program, eliminated to the columns, in integers; None if it is not shown to hold.

    diag(d, e) - [[0, Z], [Z^T, 0]] >= 0 iff diag(e) - Z^T diag(1/d) Z >= 0, where d > 0.
    """
    from ...solvers.positive_semidefinite import shown_positive_semidefinite

    scale, count = 2**20, len(rows)
    largest = float(np.abs(dual).max())
    block = []
    for row, given in zip(rows, dual / (largest or 1.0), strict=True):
        z = [
            0 if s == "*" or (x > 0) != (s == "+") else round(float(x) * scale) for s, x in zip(row, given, strict=True)
        ]
        over = sum(z)
        where = max((c for c, s in enumerate(row) if s == ("-" if over > 0 else "+")), key=lambda c: abs(z[c]))
        z[where] -= over
        block.append(z)
    # Rows whose share is next to nothing have no say; with 1 / d they would drown the others.
    has_say = diagonal[:count] > 1e-5 * float(diagonal[:count].max())
    least = float(diagonal[:count][has_say].min())
    weights = [round(least / float(x) * 2**20) if say else 0 for x, say in zip(diagonal, has_say, strict=False)]
    table = np.array(block, dtype=object)
    form = (table.T * np.array(weights, dtype=object)) @ table
    e = diagonal[count:] / float(diagonal[count:].sum() or 1.0)
    size = float(np.trace(form.astype(float)))
    vector = np.maximum(e, 1e-12)
    scaled = form.astype(float) / np.sqrt(np.outer(vector, vector))
    top = float(np.linalg.eigvalsh(scaled)[-1])
    for spare in (1e-9, 1e-7, 1e-5):
        column_weights = [math.ceil(float(x) * top * (1 + spare) + size * 1e-13) + 1 for x in vector]
        triangle = [
            [(column_weights[i] if i == j else 0) - int(form[i, j]) for j in range(i + 1)] for i in range(len(form))
        ]
        if shown_positive_semidefinite(triangle):
            return block, weights, column_weights
    return None
