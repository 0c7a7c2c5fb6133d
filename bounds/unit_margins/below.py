"""Lower bounds of the margin in R^d: unit vectors as integers, verified by the checker with their lengths."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...certificates.meter import LIMIT
from ...questions import Question
from ...solvers.units.unit_margin import (
    hull_weights,
    least_gap,
    polished,
    unit,
    unit_tables_by_ascent,
    widest_unit_queries,
)
from ...solvers.units.wide_margin import WideTables
from ..patterns import STAR, sign_array
from .known_items import IntegerItems, simplices
from .margin_bound import MarginBound, certified_margin

SCALE = 2**30
"""Lengths of rounded vectors: a margin is lost of about sqrt(d) / SCALE."""

EXACT, MANY = 2**53, 2_000_000
"""Sums of integers below are exact in floats; patterns with more products of coordinates have shorter vectors, whose
scores are."""

NEARLY = 1 - Fraction(1, 10**8)
"""As near to a bound as rounded vectors come."""

STARTS = 12
"""Random starts for one dimension, besides those near vectors that are known."""

FOR_ASCENT = 0.7
"""Part of the time after which linear programs go on from the best vectors so far."""

TRIED, LEAST_STEPS, MOST_STEPS, FOR_ONE = 10, 200, 3000, 0.3
"""Steps of the ascent that tell how long one takes, fewest and most of a start, and the part of the time for it."""

FITTED = 300_000
"""Most entries of a pattern for whose rows the best queries are worked out one by one."""

SHORT = 360
"""Largest denominator of the weights of exact queries."""

LONGEST_CHECK = 100 * LIMIT


def signs_of(question: Question) -> NDArray[np.int8]:
    """The pattern: 1, -1, and 0 where nothing is asked."""
    signs = sign_array(question.pattern.rows).astype(np.int8)
    signs[signs == STAR] = 0
    return signs


def margin_lower(
    question: Question,
    d: int,
    rng: np.random.Generator,
    deadline: float,
    start: MarginBound | None = None,
    enough: Fraction = Fraction(1),
) -> MarginBound | None:
    """The best margin found in R^d, certified; None if no vectors with a positive one were found.

    Parameters
    ----------
    question : a pattern over ``+ - *`` without a null token that can be written out
    d : int >= 1
    deadline : float
        Of ``time.monotonic()``. The first search runs whatever it says, but for a few steps only.
    start : a lower bound in no more dimensions, whose vectors are gone on from
    enough : the square at which the search stops

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question
    >>> rows = tuple("".join("+" if c == r else "-" for c in range(6)) for r in range(6))
    >>> found = margin_lower(pattern_question(SignPattern(rows, null=False)), 3, np.random.default_rng(0), 0.0)
    >>> str(found.square), found.how
    ('1/4', 'simplices in orthogonal spaces, exact')
    """
    signs = signs_of(question)
    best: tuple[Fraction, dict[str, object], str] | None = None
    for items, queries, gap, method in _proposed(signs, d, rng, deadline, start, float(enough * NEARLY)):
        known = start if best is None else None
        least = max(float(best[0]) if best else 0.0, float(known.square) if known else 0.0)
        if (gap / 2) ** 2 <= least:  # exact numbers cost more than floats
            continue
        square = exact_square(question.pattern.rows, items, queries)
        if square is not None and square > 0 and (best is None or square > best[0]):
            shown = {"form": list(items.form), "square": items.square, "queries": queries, "keys": list(items.keys)}
            best = square, {"rule": "evaluate", "exhibit": "unit-vectors", **shown}, method
        if best is not None and best[0] >= enough * NEARLY:
            break
    if best is None or (start is not None and start.square >= best[0]):
        return None if start is None else replace(start, d=d)
    return certified_margin(question, d, "lower", shorter(best[0]), best[2], best[1], LONGEST_CHECK)


def shorter(square: Fraction) -> Fraction:
    """The fraction itself where it is short, else a little less."""
    return square if square.denominator < 10**9 else Fraction(int(square * 2**60), 2**60)


Proposed = tuple[IntegerItems, list[list[int]], float, str]
"""Items, queries, their least gap in floats, how they were found."""


def _proposed(
    signs: NDArray[np.int8],
    d: int,
    rng: np.random.Generator,
    deadline: float,
    start: MarginBound | None,
    enough: float,
) -> Iterator[Proposed]:
    """Integer vectors to be tried; no more starts once the square of a margin is enough."""
    columns, fitted = signs.shape[1], signs.size <= FITTED
    d = min(d, columns)  # items span no more, and queries lie best in their span
    exact = simplices(columns, d) if columns <= 64 else None
    items = circle = None
    if exact is not None and fitted:
        items = floats_of(exact, d)
        plain = _with_queries(signs, items)
        yield exact, exact_queries(signs, exact), np.inf, "simplices in orthogonal spaces, exact"
        yield (*rounded(plain), plain.gap, "simplices in orthogonal spaces")
    if d > 1 and fitted:
        circle = on_circle(columns, d)
        plain = _with_queries(signs, circle)
        yield (*rounded(plain), plain.gap, "items on a circle, in their order")
    if time.monotonic() >= deadline:
        if exact is None:
            found = unit_tables_by_ascent(signs, d, rng, steps=LEAST_STEPS, fitted=fitted)
            yield (*rounded(found), found.gap, "ascent on spheres")
        return
    began, best = time.monotonic(), None
    unit_tables_by_ascent(signs, d, rng, steps=TRIED, fitted=False)
    each = (time.monotonic() - began) / TRIED
    steps = int(max(LEAST_STEPS, min(MOST_STEPS, FOR_ONE * (deadline - began) / each)))
    earlier = None if start is None or len(start.evidence.proof["form"]) > d else wider(start, d)
    for first in (earlier, circle if items is None else items, *[None] * STARTS):
        near = None if first is None else first + 0.01 * rng.standard_normal(first.shape)
        found = unit_tables_by_ascent(signs, d, rng, items=near, steps=steps, deadline=deadline, fitted=fitted)
        best = found if best is None or found.gap > best.gap else best
        now = time.monotonic()
        if now - began >= FOR_ASCENT * (deadline - began) or (best.gap / 2) ** 2 >= enough:
            break
    assert best is not None  # there was a start
    best = polished(signs, best, deadline=deadline)
    yield (*rounded(best), best.gap, "ascent on spheres")


def _with_queries(signs: NDArray[np.int8], items: NDArray[np.float64]) -> WideTables:
    queries = widest_unit_queries(signs, items)
    return WideTables(queries, items, least_gap(signs, queries, items))


def wider(bound: MarginBound, d: int) -> NDArray[np.float64]:
    """The items of a lower bound in no more dimensions as unit vectors of R^d."""
    proof = bound.evidence.proof
    keys = np.array(proof["keys"], dtype=float) * np.sqrt(np.array(proof["form"], dtype=float))
    found = np.zeros((len(keys), d))
    found[:, : keys.shape[1]] = unit(keys)
    return found


def on_circle(columns: int, d: int) -> NDArray[np.float64]:
    """Items (cos jt, sin jt), j = 1 .. d // 2, at equal steps of t: all of one length, any k <= d // 2 separable.

    >>> on_circle(4, 3).round(3).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [-0.0, -1.0, 0.0]]
    """
    t = 2 * np.pi * np.arange(columns) / columns
    found = np.zeros((columns, d))
    for j in range(1, d // 2 + 1):
        found[:, 2 * j - 2], found[:, 2 * j - 1] = np.cos(j * t), np.sin(j * t)
    return unit(found)


def rounded(tables: WideTables) -> tuple[IntegerItems, list[list[int]]]:
    """Unit vectors as integers of length about 2^30, or 2^25 where there are many."""
    items, queries = unit(tables.items), unit(tables.queries)
    scale = SCALE if len(items) * queries.size <= MANY else 2**25
    keys = tuple(map(tuple, np.rint(items * scale).astype(np.int64).tolist()))
    form = (1,) * tables.items.shape[1]
    return IntegerItems(form, scale**2, keys), np.rint(queries * scale).astype(np.int64).tolist()


def floats_of(items: IntegerItems, d: int) -> NDArray[np.float64]:
    """The items as unit vectors in R^d."""
    keys = np.array(items.keys, dtype=float) * np.sqrt(np.array(items.form, dtype=float))
    found = np.zeros((len(keys), d))
    found[:, : keys.shape[1]] = unit(keys)
    return found


def exact_queries(signs: NDArray[np.int8], items: IntegerItems) -> list[list[int]]:
    """Queries along the shortest vector between the hulls, its weights taken for fractions of small denominators."""
    vectors = floats_of(items, len(items.form))
    queries = []
    for row in signs:
        weights = [Fraction(float(x)).limit_denominator(SHORT) for x in hull_weights(row, vectors)]
        scale = int(np.lcm.reduce([x.denominator for x in weights])) if weights else 1
        whole = [int(x * scale) for x in weights]
        queries.append(
            [sum(w * key[i] for w, key in zip(whole, items.keys, strict=True)) for i in range(len(items.form))]
        )
    return queries


def products(queries: NDArray[np.object_], items: NDArray[np.object_]) -> NDArray[np.object_]:
    """All inner products, exactly: by floats where every partial sum is exact in them, |q| |k| < 2^53 (Cauchy)."""
    lengths = [max((int(x) for x in (table * table).sum(axis=1)), default=0) for table in (queries, items)]
    if lengths[0] * lengths[1] < EXACT**2:
        return np.asarray((queries.astype(float) @ items.T.astype(float)).astype(np.int64).astype(object))
    return np.asarray(queries @ items.T)


def exact_square(rows: Sequence[str], items: IntegerItems, queries: Sequence[Sequence[int]]) -> Fraction | None:
    """What the checker finds: the least of (gap / (2 R |q|))^2, less 2 e + e^2; None if a row is not separated.

    Integers throughout, by NumPy's objects; the checker does it once more.
    """
    keys = np.array(items.keys, dtype=object).reshape(len(items.keys), len(items.form))
    table = np.array(queries, dtype=object).reshape(len(rows), len(items.form))
    whole = keys * np.array(items.form, dtype=object)
    off = max(abs(int(x) - items.square) for x in (keys * whole).sum(axis=1))
    scores = products(table, whole)
    lengths = (table * table * np.array(items.form, dtype=object)).sum(axis=1)
    best: Fraction | None = None
    for row, found, length in zip(rows, scores.tolist(), lengths.tolist(), strict=True):
        high, low = ([x for x, symbol in zip(found, row, strict=True) if symbol == sign] for sign in "+-")
        if high and low:
            gap = min(high) - max(low)
            if gap <= 0:
                return None
            square = Fraction(gap * gap, 4 * items.square * length)
            best = square if best is None or square < best else best
    if best is None:
        return None
    e = Fraction(off, items.square)
    return best - 2 * e - e * e
