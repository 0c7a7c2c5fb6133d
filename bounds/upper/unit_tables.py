"""The explicit unit behind an upper bound: exact query and key tables of width m.

Float vectors behind an upper bound by cosine or Euclidean distance: what a retriever stores, before rounding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ...questions.scored import Scored
from ...questions.sign_pattern import transposed
from ..bound import Bound, bounds_in
from .moment_curve import moment_curve_tables

Table = tuple[tuple[Fraction, ...], ...]
SIGNS = {"-": -1, "0": 0, "+": 1, "*": 0}


@dataclass(frozen=True)
class UnitTables:
    """Queries (a row per query type) and keys (a row per key type) of width ``m``, exact.

    Without a null token the scores of a query are compared with each other: where the pattern has zeros, the keys
    marked 0 tie at the maximum. With a null token they are compared with 0, the null token's score.
    """

    queries: Table
    keys: Table
    m: int
    null: bool

    def scores(self, query_type: int) -> tuple[Fraction, ...]:
        """Scores of a query against every key type."""
        query = self.queries[query_type]
        return tuple(sum((a * b for a, b in zip(query, key, strict=True)), Fraction(0)) for key in self.keys)


def unit_tables(bound: Bound) -> UnitTables:
    """The unit of an upper bound.

    Parameters
    ----------
    bound : Bound
        An upper bound on m, class SIGN, whose pattern can be written out.

    Raises
    ------
    ValueError
        If the bound is a lower bound.

    Examples
    --------
    >>> from ...questions import qsa_question
    >>> from .moment_curve import moment_curve_upper
    >>> tables = unit_tables(moment_curve_upper(qsa_question(4, 1)))
    >>> tables.m, [[str(score) for score in tables.scores(r)] for r in (0, 2)]
    (2, [['0', '-1', '-2', '-3'], ['0', '3', '4', '3']])
    """
    if bound.side != "upper":
        raise ValueError(f"only an upper bound has a unit, got the bound {bound}; pass bracket.upper")
    queries, keys = _homogeneous(bound)
    if bound.question.null:
        return UnitTables(_exact(queries), _exact(keys), bound.value, True)
    # The last row is the functional that is positive on every key: scale the keys so that it is 1 there, drop a
    # coordinate that it determines, and rewrite the queries; what is left out is a constant in every row.
    *queries, plus = queries
    drop = next(j for j, entry in enumerate(plus) if entry)
    kept = [j for j in range(len(plus)) if j != drop]
    heights = [sum(Fraction(a) * b for a, b in zip(plus, key, strict=True)) for key in keys]
    keys = [[Fraction(key[j]) / height for j in kept] for key, height in zip(keys, heights, strict=True)]
    queries = [[Fraction(query[j]) - Fraction(query[drop]) * plus[j] / plus[drop] for j in kept] for query in queries]
    return UnitTables(_exact(queries), _exact(keys), bound.value, False)


def _homogeneous(bound: Bound) -> tuple[Sequence[Sequence[int | Fraction]], Sequence[Sequence[int | Fraction]]]:
    """W and U of the evidence, rows of W as in the question's homogeneous rows, width padded to the value claimed."""
    evidence = bound.found
    rows = bound.question.rows
    columns = len(rows[0])
    width = bound.value + bound.question.offset
    queries: Sequence[Sequence[int | Fraction]]
    keys: Sequence[Sequence[int | Fraction]]
    if evidence["kind"] == "tables":
        queries, keys = evidence["queries"], evidence["keys"]
    elif evidence["kind"] == "identity":
        table = [[SIGNS[symbol] for symbol in row] for row in rows]
        identity = [[int(i == j) for j in range(width)] for i in range(width)]
        queries, keys = (
            (table, identity) if columns == width else (identity, [list(c) for c in zip(*table, strict=True)])
        )
    else:  # polynomial, or squares: polynomials along the positions as they stand
        order = tuple(evidence.get("order", range(columns)))
        negated = frozenset(evidence.get("negated", ()))
        dimension = evidence.get("dimension", width)
        if evidence.get("vectors") == "rows":
            keys, queries = moment_curve_tables(transposed(rows), order, negated, dimension)
        else:
            queries, keys = moment_curve_tables(rows, order, negated, dimension)
    return [_padded(row, width) for row in queries], [_padded(row, width) for row in keys]


def _padded(row: Sequence[int | Fraction], width: int) -> list[int | Fraction]:
    return [*row, *[0] * (width - len(row))]


def _exact(table: Sequence[Sequence[int | Fraction]]) -> Table:
    return tuple(tuple(Fraction(entry) for entry in row) for row in table)


Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ScoredVectors:
    """A query vector for each row and a vector for each item; for cosines items of length 1, for distances points."""

    queries: Floats
    items: Floats


def scored_vectors(bound: Bound) -> ScoredVectors:
    """The vectors of an upper bound about a scored pattern.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question, scored_question
    >>> from .scored_points import circle_upper
    >>> pairs = pattern_question(SignPattern(("++--", "-++-", "--++", "+--+"), null=False))
    >>> found = scored_vectors(circle_upper(scored_question(pairs, "cosine")))
    >>> (found.queries @ found.items.T > 1e-9).astype(int).tolist()
    [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]]
    """
    question = bound.question
    assert isinstance(question, Scored)  # of such a bound this is asked
    content = bound.found
    by = {"tables": _of_tables, "trigonometric": _of_circle, "other-score": _of_inner_products}
    return by[content["kind"]](question, content)


def _of_tables(question: Scored, content: Mapping[str, Any]) -> ScoredVectors:
    items = [[Fraction(x, key[-1]) for x in key[:-1]] for key in content["keys"]]
    if question.score == "euclidean":
        centres = [[Fraction(x, -2 * query[-2]) for x in query[:-2]] for query in content["queries"]]
        return ScoredVectors(_floats(centres), _floats(items))
    return ScoredVectors(_floats([_scaled(query[:-1]) for query in content["queries"]]), _floats(items))


def _of_circle(question: Scored, content: Mapping[str, Any]) -> ScoredVectors:
    order = content["order"]
    balls = question.score == "euclidean"
    rows = [row + "-" * balls for row in question.signs]
    angle = np.empty(len(order))
    angle[order] = 2 * np.pi * np.arange(len(order)) / len(order)
    step = np.pi / len(order)
    roots = [_changes(row, order, angle, step) for row in rows]
    degree = max(len(each[0]) for each in roots) // 2
    waves = np.arange(1, degree + 1)
    points = np.concatenate([np.cos(np.outer(angle, waves)), np.sin(np.outer(angle, waves))], axis=1)
    lines, constants = np.zeros((len(rows), 2 * degree)), np.zeros(len(rows))
    grid = 2 * np.pi * (np.arange(2 * degree + 1) + 0.5) / (2 * degree + 1)
    for place, (zeros, sign) in enumerate(roots):
        values = sign * np.prod(2 * np.sin((grid[:, None] - np.array(zeros)[None, :]) / 2), axis=1)
        values /= np.abs(values).max()
        constants[place] = values.mean()
        lines[place, :degree] = 2 * np.cos(np.outer(waves, grid)) @ values / len(grid)
        lines[place, degree:] = 2 * np.sin(np.outer(waves, grid)) @ values / len(grid)
    points /= np.sqrt(max(degree, 1))
    if not balls or not degree:
        return ScoredVectors(lines, points)
    return _projected(lines / np.sqrt(degree) * degree, constants, points)


def _changes(row: str, order: Sequence[int], angle: Floats, step: float) -> tuple[list[float], float]:
    """Roots between neighbours of different sign, and the sign of the product of 2 sin((a - root) / 2) to be taken."""
    asked = [c for c in order if row[c] != "*"]
    if not asked:
        return [], 1.0
    neighbours = zip([asked[-1], *asked[:-1]], asked, strict=True)
    zeros = [float(angle[after] - step) for before, after in neighbours if row[before] != row[after]]
    value = float(np.prod(np.sin((angle[asked[0]] - np.array(zeros)) / 2)))
    return zeros, (1.0 if row[asked[0]] == "+" else -1.0) * np.sign(value)


def _projected(lines: Floats, constants: Floats, points: Floats) -> ScoredVectors:
    """From the sphere to the space of one dimension less: the last point is the centre of projection.

    A row <a, y> + b is, with a reflection that takes the pole to the last axis, y = (2x, |x|^2 - 1) / (|x|^2 + 1), a
    positive multiple of 2 <a', x> + a_D (|x|^2 - 1) + b (|x|^2 + 1): a ball about a' / -(a_D + b).
    """
    pole = points[-1]
    axis = np.eye(len(pole))[-1]
    normal = pole - axis
    if normal @ normal > 1e-20:
        points = points - 2 * np.outer(points @ normal, normal) / (normal @ normal)
        lines = lines - 2 * np.outer(lines @ normal, normal) / (normal @ normal)
    items = points[:-1, :-1] / (1 - points[:-1, -1:])
    return ScoredVectors(lines[:, :-1] / -(lines[:, -1] + constants)[:, None], items)


def _of_inner_products(question: Scored, content: Mapping[str, Any]) -> ScoredVectors:
    claim = dict(content["of"])
    (bound,) = bounds_in({"question": claim.pop("question"), "claims": [claim]})
    tables = unit_tables(bound)
    if question.score == "euclidean":
        return _far_balls(question, tables)
    queries, items = [list(query) for query in tables.queries], [list(key) for key in tables.keys]
    if not tables.null:  # the threshold becomes a coordinate
        for row, query in zip(question.signs, queries, strict=True):
            scores = [sum((a * b for a, b in zip(query, key, strict=True)), Fraction(0)) for key in items]
            query.append(-_between(row, scores))
        items = [[*key, Fraction(1)] for key in items]
    return _of_unit_items(queries, items)


def unit_items(tables: UnitTables) -> ScoredVectors:
    """Queries and items of length 1 from tables whose threshold is 0."""
    return _of_unit_items(tables.queries, tables.keys)


def _of_unit_items(queries: Sequence[Sequence[Fraction]], items: Sequence[Sequence[Fraction]]) -> ScoredVectors:
    vectors = _floats([_scaled(key) for key in items])
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return ScoredVectors(_floats([_scaled(query) for query in queries]), vectors / np.where(lengths > 0, lengths, 1))


def _between(row: str, scores: Sequence[Fraction]) -> Fraction:
    """A threshold of a row."""
    below = [score for sign, score in zip(row, scores, strict=True) if sign == "-"]
    above = [score for sign, score in zip(row, scores, strict=True) if sign == "+"]
    if not below:
        return min(above) - 1 if above else Fraction(0)
    return (max(below) + min(above)) / 2 if above else max(below) + 1


def _scaled(vector: Sequence[int] | Sequence[Fraction]) -> list[Fraction]:
    """Entries at most 1; integers may be of any length."""
    exact = [Fraction(entry) for entry in vector]
    largest = max(map(abs, exact), default=Fraction(0)) or Fraction(1)
    return [entry / largest for entry in exact]


def _far_balls(question: Scored, tables: UnitTables) -> ScoredVectors:
    """Centres far out in the direction of the query: |k - f q|^2 is |k|^2 - 2 f <q, k> but for a constant."""
    squares = [sum((x * x for x in key), Fraction(0)) for key in tables.keys]
    centres = []
    for number, row in enumerate(question.signs):
        scores = tables.scores(number)
        inside = [c for c, sign in enumerate(row) if sign == "+"]
        outside = [c for c, sign in enumerate(row) if sign == "-"]
        factor = Fraction(0)
        if inside and outside:
            gap = min(scores[c] for c in inside) - max(scores[c] for c in outside)
            factor = (max(squares) - min(squares)) / gap + 1
        centres.append([factor * entry for entry in tables.queries[number]])
    return ScoredVectors(_floats(centres), _floats(tables.keys))


def _floats(table: Sequence[Sequence[Fraction]]) -> Floats:
    return np.array([[float(entry) for entry in row] for row in table], dtype=np.float64).reshape(len(table), -1)
