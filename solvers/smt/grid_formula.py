"""Class GRID as a formula: keys and queries of a p-bit grid that meet every row of a problem.

The rows are those of ``certificates/problems/keys.py``: each a list of alternatives, an alternative a
word over ``0 - + *`` per head; a null key is a column that is ``0`` in every row. A word with a ``0`` has the score
there as threshold; without one, every score at ``+`` is at least 2 g above every score at ``-``.

Logic QF_BV, bit-vectors: an entry is its number in the grid, p bits; scores are signed and wide enough for their
differences. (With the same conditions over integers, QF_NIA, z3 takes up to ten times as long, and leaves open within
15 s four of the fifteen sizes of ``benchmarks/grid_thresholds.rst`` that bit-vectors decide.)

Symmetry. Coordinates of a head may be permuted, and with midrise (-G = G) negated, in all its keys and queries at once:
no score changes. Columns whose exchange maps the rows to the rows may be exchanged in all heads at once. Of all tables
that so come from one another take those whose keys, read head by head, column by column, are the lexicographic maximum.
No single exchange makes them larger: the coordinates of a head's first key decrease (and are positive, midrise), and of
two alike columns the first has the larger key in the first head.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import z3

from ...certificates.meter import UNLIMITED, Meter
from ...solvers.units.key_cases import alike
from ..units.grid_annealing import GridTables, Row, Vector
from .formula import Formula


def grid_formula(rows: Sequence[Row], values: Sequence[int], width: int, gap: int | Fraction) -> Formula:
    """The conditions on tables of this width.

    Parameters
    ----------
    rows : at least one row
    values : the grid, ascending: 2^p numbers at equal distances
    width : m >= 0
    gap : an integer g >= 1, or 1/2

    Examples
    --------
    >>> from .formula import ask_z3
    >>> rows = [(("0---",),), (("-0--",),), (("--0-",),), (("---0",),)]
    >>> [str(ask_z3(grid_formula(rows, (-1, 1), m, 1)).status) for m in (1, 2)]
    ['infeasible', 'feasible']
    """
    heads, columns = len(rows[0][0]), len(rows[0][0][0])
    numbers = _Numbers(values, width, gap)
    unknowns: dict[str, Any] = {}

    def table(name: str, height: int) -> list[list[Any]]:
        named = [[f"{name}_{i}_{k}" for k in range(width)] for i in range(height)]
        unknowns.update({one: z3.BitVec(one, numbers.bits) for vector in named for one in vector})
        return [[unknowns[one] for one in vector] for vector in named]

    keys = [table(f"u{h}", columns) for h in range(heads)]
    queries = [table(f"w{h}", len(rows)) for h in range(heads)]
    conditions = _largest_of_its_kind(keys, rows, numbers) if width else []
    for r, row in enumerate(rows):
        scores = [[numbers.score(queries[h][r], key) for key in keys[h]] for h in range(heads)]
        ways = [z3.And([_meets(way[h], scores[h], gap) for h in range(heads)]) for way in row]
        conditions.append(ways[0] if len(ways) == 1 else z3.Or(ways))
    return Formula("QF_BV", tuple(conditions), unknowns)


def grid_tables(rows: Sequence[Row], grid: Sequence[int], width: int, values: Mapping[str, Any]) -> GridTables:
    """The tables of a model."""
    heads, columns = len(rows[0][0]), len(rows[0][0][0])

    def table(name: str, height: int) -> tuple[Vector, ...]:
        return tuple(tuple(grid[values[f"{name}_{i}_{k}"].as_long()] for k in range(width)) for i in range(height))

    return GridTables(
        tuple(table(f"u{h}", columns) for h in range(heads)), tuple(table(f"w{h}", len(rows)) for h in range(heads))
    )


def _meets(word: str, scores: Sequence[Any], gap: int | Fraction) -> Any:
    """Whether scores lie as the word says."""
    at = {symbol: [score for s, score in zip(word, scores, strict=True) if s == symbol] for symbol in "-0+"}
    if at["0"]:
        level = at["0"][0]
        facts = [score == level for score in at["0"][1:]]
        facts += [level - score >= ceil(gap) for score in at["-"]] + [score - level >= ceil(gap) for score in at["+"]]
    else:
        facts = [high - low >= int(2 * gap) for high in at["+"] for low in at["-"]]
    return z3.And(facts)


def _largest_of_its_kind(keys: Sequence[Sequence[Sequence[Any]]], rows: Sequence[Row], numbers: _Numbers) -> list[Any]:
    """What holds of the lexicographic maximum among tables that come from one another; the order is that of entries."""
    facts = []
    for head in keys:
        facts += [z3.UGE(a, b) for a, b in pairwise(head[0])]
        if numbers.symmetric:
            facts.append(z3.UGE(head[0][-1], len(numbers.values) // 2))
    names = alike(rows, Meter(UNLIMITED))
    for name in set(names):
        members = [keys[0][c] for c, other in enumerate(names) if other == name]
        facts += [z3.UGE(_joined(a), _joined(b)) for a, b in pairwise(members)]
    return facts


def _joined(vector: Sequence[Any]) -> Any:
    return vector[0] if len(vector) == 1 else z3.Concat(*vector)


class _Numbers:
    """Entries by their number in the grid, ascending; scores in signed bit-vectors of one width."""

    def __init__(self, values: Sequence[int], width: int, gap: int | Fraction) -> None:
        self.values, self.bits = values, len(values).bit_length() - 1
        self.symmetric = values[0] == -values[-1]
        largest = max(map(abs, values))
        # Room for a score, for the difference of two, and for twice the gap.
        self.wide = (2 * width * largest * largest + int(2 * gap)).bit_length() + 2

    def score(self, query: Sequence[Any], key: Sequence[Any]) -> Any:
        """The inner product."""
        total = z3.BitVecVal(0, self.wide)
        for a, b in zip(query, key, strict=True):
            total = total + self._entry(a) * self._entry(b)
        return total

    def _entry(self, place: Any) -> Any:
        return (self.values[1] - self.values[0]) * z3.ZeroExt(self.wide - self.bits, place) + self.values[0]
