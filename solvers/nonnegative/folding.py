"""Nonnegative factors by folding along a symmetry, exactly.

Let s be an involution of the rows and t one of the columns with M[s i, t j] = M[i, j]. Choose one row of each pair, one
column of each pair, so that M is at most as large between chosen (or between others) as across: then M is the sum of

* the matrix that is M between chosen lines (and those that s, t fix) and repeats it for the others, which has the
  nonnegative rank of its part of chosen lines;
* M[i, j] - M[s i, j] >= 0 for i not chosen and j chosen, and the same the other way round: two blocks, often of rank 1.

Of the squares (i - j)^2 of n points: with x the distance from the middle, (x + y)^2 = (x - y)^2 + 4 x y across. So n
points cost at most 2 more than half of them: 2 log n in all. (Of polygons: Ben-Tal, Nemirovski 2001; Fiorini,
Rothvoss, Tiwary 2012. Of such squares: Hrubes 2012; Gillis, Glineur 2012.)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import gcd

Rows = tuple[tuple[int, ...], ...]
Term = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
"""u and v of a matrix u v^T."""

DEEPEST = 6
"""How often a fold is folded again."""


def folded_terms(rows: Rows) -> list[Term]:
    """Nonnegative terms whose sum is the matrix of nonnegative integers; few of them where there are symmetries.

    Examples
    --------
    >>> [len(folded_terms(tuple(tuple((i - j) ** 2 for j in range(n)) for i in range(n)))) for n in (4, 6, 8, 9)]
    [4, 5, 6, 7]
    """
    return list(_terms(rows, DEEPEST))


@cache
def _terms(rows: Rows, depth: int) -> tuple[Term, ...]:
    best = tuple(_by_lines(rows))
    if depth and len(best) > 2:
        for fold in _folds(rows):
            found = tuple(_unfolded(rows, fold, depth))
            if len(found) < len(best):
                best = found
    return best


def _by_lines(rows: Rows) -> Iterator[Term]:
    """A term for each direction of the rows, or of the columns, whichever are fewer."""
    columns = tuple(zip(*rows, strict=True))
    found = [_directions(lines) for lines in (rows, columns)]
    side = int(len(found[1]) < len(found[0]))
    for line, factors in found[side].items():
        u = tuple(Fraction(x) for x in factors)
        v = tuple(Fraction(x) for x in line)
        yield (v, u) if side else (u, v)


def _directions(lines: Rows) -> dict[tuple[int, ...], list[int]]:
    """The primitive multiples of the lines that are not 0, and by what each line is a multiple of it."""
    found: dict[tuple[int, ...], list[int]] = {}
    for i, line in enumerate(lines):
        factor = gcd(*line)
        if factor:
            found.setdefault(tuple(x // factor for x in line), [0] * len(lines))[i] = factor
    return found


Fold = tuple[tuple[int, ...], tuple[int, ...], frozenset[int], frozenset[int]]
"""The two involutions, and the rows and columns that are not chosen."""


def _folds(rows: Rows) -> Iterator[Fold]:
    """Reflections i -> k - i mod n of the rows for which the columns have one, with a choice that fits."""
    n = len(rows)
    columns = list(zip(*rows, strict=True))
    place = {column: j for j, column in enumerate(columns)}
    if len(place) < len(columns):
        return
    for k in range(n):
        s = tuple((k - i) % n for i in range(n))
        images = [place.get(tuple(column[i] for i in s)) for column in columns]
        t = tuple(j for j in images if j is not None)
        if len(t) == len(columns) and (away := _choice(rows, s, t)) is not None:
            yield s, t, *away


def _choice(rows: Rows, s: tuple[int, ...], t: tuple[int, ...]) -> tuple[frozenset[int], frozenset[int]] | None:
    """The lines that are not chosen, so that M is no larger between lines of one side than across; None: no choice."""
    pairs = [i for i in range(len(rows)) if i < s[i]]
    if not pairs:
        return None
    first = pairs[0]
    away_columns = set()
    for j in range(len(t)):
        if j < t[j]:
            away_columns.add(t[j] if rows[first][j] <= rows[first][t[j]] else j)
    away_rows = set()
    for i in pairs:
        sums = [sum(rows[r][j] for j in range(len(t)) if j != t[j] and j not in away_columns) for r in (i, s[i])]
        away_rows.add(s[i] if sums[0] <= sums[1] else i)
    fits = all(
        rows[i][j] >= rows[s[i]][j]
        for i in range(len(rows))
        for j in range(len(t))
        if i != s[i] and j != t[j] and (i in away_rows) != (j in away_columns)
    )
    return (frozenset(away_rows), frozenset(away_columns)) if fits else None


def _unfolded(rows: Rows, fold: Fold, depth: int) -> Iterator[Term]:
    s, t, away_rows, away_columns = fold
    R, C = len(rows), len(t)
    mine = [i for i in range(R) if i not in away_rows], [j for j in range(C) if j not in away_columns]
    at = {i: k for k, i in enumerate(mine[0])}, {j: k for k, j in enumerate(mine[1])}
    inner = tuple(tuple(rows[i][j] for j in mine[1]) for i in mine[0])
    for u, v in _terms(inner, depth - 1):
        yield (
            tuple(u[at[0][i if i in at[0] else s[i]]] for i in range(R)),
            tuple(v[at[1][j if j in at[1] else t[j]]] for j in range(C)),
        )
    chosen = [i for i in mine[0] if s[i] != i], [j for j in mine[1] if t[j] != j]
    for here, there in ((sorted(away_rows), chosen[1]), (chosen[0], sorted(away_columns))):
        if here and there:
            block = tuple(tuple(rows[i][j] - rows[s[i]][j] for j in there) for i in here)
            for u, v in _terms(block, depth - 1):
                yield _spread(u, here, R), _spread(v, there, C)


def _spread(entries: tuple[Fraction, ...], places: list[int], length: int) -> tuple[Fraction, ...]:
    found = [Fraction(0)] * length
    for place, entry in zip(places, entries, strict=True):
        found[place] = entry
    return tuple(found)
