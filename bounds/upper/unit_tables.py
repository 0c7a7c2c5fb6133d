"""The explicit unit behind an upper bound: exact query and key tables of width m."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...questions.sign_pattern import transposed
from ..bound import Bound
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
