"""Points for cosines and Euclidean distances where an argument in closed form says that there are some, worked out.

``squares``        *Cosine.* Keys on the curve (cos ja, sin ja), j = 1 .. r, at angles a with tan(a/2) = 0, 1, 2, ..,
                   all of them rational; the query of a set is e - f or f - e, with f the product of the factors 1 -
                   cos(a - b) over the members' angles b (or over the others', if they are fewer) and e half its least
                   positive value at a key. *Euclidean.* Keys (t, t^2, .., t^(2h-1)) at t = 1, 2, ..; the score is e -
                   f, f = t^(2h) + t^(2h+2) + .. + t^(4h-2) + L(t), with the L of degree 2h - 1 for which f has double
                   zeros at the members (and at numbers beyond the keys, if there are fewer than h members).
``identity``       Keys -1 but for one coordinate 1, and -1 throughout: a simplex on a sphere, any scores.
``trigonometric``  As ``squares`` by cosine, with roots between neighbours of different sign.

``scored_tables.py`` writes what comes out, with every score.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, lcm

from ...questions.retrieval import Retrieval
from ...questions.scored import Scored
from ...questions.separation import Separation
from .asked import size_of, value_of
from .scored_tables import write_points
from .script import Script, need_room
from .stated_claim import StatedClaim

Waves = dict[int, tuple[Fraction, Fraction]]
"""Frequency j >= 0 -> the coefficients of cos ja and sin ja."""


def retrieval_points(claim: StatedClaim) -> Script | None:
    """The script of ``squares`` and ``identity`` for retrieval; None for two simplices with one centre.

    Raises
    ------
    TooLargeError
        If there are too many sets.
    """
    question = size_of(claim).question
    assert isinstance(question, Retrieval)  # the table of writers
    N, sizes = question.N, range(question.least, question.most + 1)
    count = sum(comb(N, min(s, N - s)) for s in sizes) if len(sizes) <= 1000 and N <= 10_000 else 10**9
    need_room(count * N * (value_of(claim) + 2))
    rows = Separation(N, question.least, question.most).pattern.rows
    if claim.kind == "squares":
        find = _on_circle if question.score == "cosine" else _balls
        queries, keys = find(rows, question.most)
    elif value_of(claim) >= N - 1:
        queries, keys = _simplex(rows, balls=question.score == "euclidean")
    else:
        return None
    return write_points(claim, question.score, rows, queries, keys)


def circle_points(claim: StatedClaim) -> Script | None:
    """The script of ``trigonometric`` by cosine; None by Euclidean distance, where norms are irrational."""
    question, order = size_of(claim).question, claim.evidence["order"]
    assert isinstance(question, Scored)  # the table of writers
    if question.score != "cosine":
        return None
    need_room(question.of.shape[0] * question.columns * (value_of(claim) + 2))
    rows = question.signs
    place = {column: t for t, column in enumerate(order)}
    waves = [_between(row, order) for row in rows]
    degree = max(max(wave) for wave in waves)
    keys = [_key(place[column], degree) for column in range(len(order))]
    return write_points(claim, "cosine", rows, [_query(wave, degree) for wave in waves], keys)


def _between(row: str, order: Sequence[int]) -> Waves:
    """A trigonometric polynomial with a root between neighbours, round the circle, of different signs."""
    asked = [(t, row[column]) for t, column in enumerate(order) if row[column] != "*"]
    if not asked:
        return {0: (Fraction(1), Fraction(0))}
    roots = [Fraction(s + t, 2) for (s, a), (t, b) in pairwise(asked) if a != b]
    roots += [Fraction(len(order))] * (len(roots) % 2)  # beyond the last one
    wave: Waves = {0: (Fraction(1), Fraction(0))}
    for one, other in zip(roots[::2], roots[1::2], strict=True):
        wave = _times(wave, one, other)
    flip = (_at(wave, Fraction(asked[0][0])) > 0) != (asked[0][1] == "+")
    return {j: (-a, -b) for j, (a, b) in wave.items()} if flip else wave


def _on_circle(rows: Sequence[str], most: int) -> tuple[list[list[int]], list[list[int]]]:
    N = len(rows[0])
    waves = []
    for row in rows:
        few = "+" if 2 * row.count("+") <= N else "-"
        wave: Waves = {0: (Fraction(1), Fraction(0))}
        for t, symbol in enumerate(row):
            if symbol == few:
                wave = _times(wave, Fraction(t), Fraction(t))
        others = [_at(wave, Fraction(t)) for t, symbol in enumerate(row) if symbol != few]
        constant = wave[0][0] - min(others, default=Fraction(2)) / 2
        wave = {**wave, 0: (constant, Fraction(0))}
        waves.append({j: (-a, -b) for j, (a, b) in wave.items()} if few == "+" else wave)
    degree = max(max(wave) for wave in waves)
    return [_query(wave, degree) for wave in waves], [_key(t, degree) for t in range(N)]


def _times(wave: Waves, one: Fraction, other: Fraction) -> Waves:
    """The product with sin(a/2 - atan(u)) sin(a/2 - atan(v)), times a positive number; u and v are the tangents.

    It is (1 + uv) / 2 - (1 - uv) / 2 cos a - (u + v) / 2 sin a.
    """
    constant, cosine, sine = (1 + one * other) / 2, (one * other - 1) / 2, -(one + other) / 2
    found: dict[int, list[Fraction]] = {j: [Fraction(0), Fraction(0)] for j in range(max(wave) + 2)}
    for j, (a, b) in wave.items():
        found[j][0] += constant * a
        found[j][1] += constant * b
        for k, sign in ((j + 1, 1), (j - 1, -1)):
            at, turn = abs(k), -1 if k < 0 else 1
            found[at][0] += (cosine * a - sign * sine * b) / 2
            found[at][1] += turn * (sign * sine * a + cosine * b) / 2
    return {j: (a, b if j else Fraction(0)) for j, (a, b) in found.items()}


def _at(wave: Waves, tangent: Fraction) -> Fraction:
    """The value at the angle 2 atan(tangent)."""
    *point, scale = _key_fractions(tangent, max(wave))
    return (
        wave[0][0]
        + sum((wave[j][0] * point[2 * j - 2] + wave[j][1] * point[2 * j - 1] for j in wave if j), Fraction(0)) / scale
    )


def _key_fractions(tangent: Fraction, degree: int) -> list[Fraction]:
    """(cos a, sin a, cos 2a, .., sin ra) times a scale, and the scale."""
    square, scale = 1 + tangent * tangent, (1 + tangent * tangent) ** degree
    cosine, sine = (1 - tangent * tangent) / square, 2 * tangent / square
    found, (c, s) = [], (Fraction(1), Fraction(0))
    for _ in range(degree):
        c, s = c * cosine - s * sine, c * sine + s * cosine
        found += [c * scale, s * scale]
    return [*found, scale]


def _key(tangent: int, degree: int) -> list[int]:
    return [int(entry) for entry in _key_fractions(Fraction(tangent), degree)]


def _query(wave: Waves, degree: int) -> list[int]:
    zero = (Fraction(0), Fraction(0))
    return _cleared([*(entry for j in range(1, degree + 1) for entry in wave.get(j, zero)), wave[0][0]])


def _balls(rows: Sequence[str], most: int) -> tuple[list[list[int]], list[list[int]]]:
    N, h = len(rows[0]), most
    keys = [[*(t**j for j in range(1, 2 * h)), 1] for t in range(1, N + 1)]
    queries = []
    for row in rows:
        chosen = [t for t, symbol in enumerate(row, start=1) if symbol == "+"]
        nodes = chosen + list(range(N + 1, N + 1 + h - len(chosen)))
        lower = _hermite(nodes, h)
        values = [
            sum(t ** (2 * j) for j in range(h, 2 * h)) + sum(c * t**j for j, c in enumerate(lower))
            for t in range(1, N + 1)
        ]
        step = min((value for t, value in enumerate(values, start=1) if t not in chosen), default=Fraction(2)) / 2
        line = [-lower[j] + 1 - j % 2 for j in range(1, 2 * h)]
        queries.append(_cleared([*line, Fraction(-1), step - lower[0]]))
    return queries, keys


def _hermite(nodes: Sequence[int], h: int) -> list[Fraction]:
    """The coefficients of the L of degree 2h - 1 with which t^(2h) + .. + t^(4h-2) + L has double zeros at h nodes."""
    rows = []
    for t in nodes:
        value = -sum(t ** (2 * j) for j in range(h, 2 * h))
        slope = -sum(2 * j * t ** (2 * j - 1) for j in range(h, 2 * h))
        rows.append([Fraction(t**j) for j in range(2 * h)] + [Fraction(value)])
        rows.append([Fraction(j * t ** (j - 1)) if j else Fraction(0) for j in range(2 * h)] + [Fraction(slope)])
    for column in range(2 * h):
        pivot = next(r for r in range(column, 2 * h) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for r in range(2 * h):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [x - factor * y for x, y in zip(rows[r], rows[column], strict=True)]
    return [row[-1] for row in rows]


def _simplex(rows: Sequence[str], *, balls: bool) -> tuple[list[list[int]], list[list[int]]]:
    N = len(rows[0])
    keys = [[*(1 if i == k else -1 for i in range(1, N)), 1] for k in range(N)]
    queries = []
    for row in rows:
        signs = [1 if symbol == "+" else -1 for symbol in row]
        line = [sign - signs[0] for sign in signs[1:]]
        threshold = 2 * signs[0] + sum(line)
        queries.append([*line, -1, threshold + N - 1] if balls else [*line, threshold])
    return queries, keys


def _cleared(vector: Sequence[Fraction]) -> list[int]:
    scale = lcm(*(entry.denominator for entry in vector))
    return [int(entry * scale) for entry in vector]
