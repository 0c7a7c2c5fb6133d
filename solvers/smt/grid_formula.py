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

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import z3

from ...certificates.meter import UNLIMITED, Meter
from ..units.grid_annealing import GridTables, Row, Vector
from ..units.key_cases import alike
from .formula import Formula, GridEntries


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
    >>> [ask_z3(grid_formula(rows, (-1, 1), m, 1)).status.existence for m in (1, 2)]
    ['infeasible', 'feasible']
    """
    heads, columns = len(rows[0][0]), len(rows[0][0][0])
    # Room for a score, for the difference of two, and for twice the gap.
    wide = (2 * width * max(map(abs, values)) ** 2 + int(2 * gap)).bit_length() + 2
    entries = GridEntries(values, wide)
    keys = [entries.table(f"u{h}", columns, width) for h in range(heads)]
    queries = [entries.table(f"w{h}", len(rows), width) for h in range(heads)]
    conditions = _largest_of_its_kind(keys, rows, entries) if width else []
    for r, row in enumerate(rows):
        scores = [[entries.dot(queries[h][r], key) for key in keys[h]] for h in range(heads)]
        ways = [z3.And([_meets(way[h], scores[h], gap) for h in range(heads)]) for way in row]
        conditions.append(ways[0] if len(ways) == 1 else z3.Or(ways))
    return Formula("QF_BV", tuple(conditions), entries.unknowns)


def grid_tables(rows: Sequence[Row], grid: Sequence[int], width: int, values: Mapping[str, Any]) -> GridTables:
    """The tables of a model."""
    entries = GridEntries(grid, 0)

    def tables(name: str, height: int) -> tuple[tuple[Vector, ...], ...]:
        heads = range(len(rows[0][0]))
        return tuple(tuple(entries.read(values, f"{name}{h}", i, width) for i in range(height)) for h in heads)

    return GridTables(tables("u", len(rows[0][0][0])), tables("w", len(rows)))


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


def _largest_of_its_kind(
    keys: Sequence[Sequence[Sequence[Any]]], rows: Sequence[Row], entries: GridEntries
) -> list[Any]:
    """What holds of the lexicographic maximum among tables that come from one another; the order is that of entries."""
    facts = [fact for head in keys for fact in entries.largest_of_its_kind(head[0])]
    names = alike(rows, Meter(UNLIMITED))
    for name in set(names):
        members = [keys[0][c] for c, other in enumerate(names) if other == name]
        facts += [z3.UGE(_joined(a), _joined(b)) for a, b in pairwise(members)]
    return facts


def _joined(vector: Sequence[Any]) -> Any:
    return vector[0] if len(vector) == 1 else z3.Concat(*vector)
