"""Class SIGN as a formula: real tables W (R x d), U (C x d) with sign(W U^T) = P off the stars.

Logic QF_NRA: unknown reals, one polynomial condition per entry. For every invertible A the tables W A^-T, U A have the
same scores; this freedom is removed as far as that is sound (``gauge`` has the argument), which leaves far fewer
unknowns. A model may hold algebraic numbers; ``integer_tables`` makes integer tables of it or says that there are none
near it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import z3

from ..sign_rank.rationalise import Tables, has_signs, rationalise
from ..sign_rank.worst_margin import onto_zeros
from .formula import Formula

SIGN = {"+": 1, "-": -1, "0": 0}
DIGITS = 60
"""Decimals of an irrational entry that are kept."""


def gauge(rows: Sequence[str], dimension: int) -> str:
    """How much of the freedom U -> U A, W -> W A^-T (A invertible) is fixed: "identity" or "triangular".

    *identity*: rows 1..d of U are the unit vectors. Sound when the first d columns may be taken independent. U may
    always be taken of rank d (d <= C): coordinates in which it has nothing are filled at will, W being zero there.

    - If the pattern has no zeros, its conditions are strict, so U may be moved a little until any d columns of the
      pattern have independent vectors, the first d among them.
    - If every permutation of the columns only permutes the rows, some d independent columns may be called the first.

    *triangular*: u_ij = 0 for j > i, u_ii >= 0. Sound for every pattern: U = L Q, Q orthogonal, and A = Q^T.

    With the identity, entry (r, i) of the pattern is the sign of w_ri itself for i < d, and positive factors remain
    free: one for each row of W, each row of U, and each coordinate. They are spent as follows. A row r0 without zeros
    and stars becomes w_r0 = its first d signs (the coordinates' factors) with <w_r0, u_c> = +-1 (the columns' factors);
    in each other row the first w_ri that is not zero becomes +-1 (the rows' factors). With the triangle, only u_11 = 1
    and w_r1 = +-1, if the first column has a sign at all (u_1 is then not zero, and has no other coordinate).

    Examples
    --------
    >>> gauge(("+-", "-+"), 2), gauge(("+0", "0*"), 2)
    ('identity', 'triangular')
    """
    zeros = any("0" in row for row in rows)
    exchangeable = all(_swapped(rows, i) == set(rows) for i in range(len(rows[0]) - 1))
    return "identity" if dimension <= len(rows[0]) and (not zeros or exchangeable) else "triangular"


def sign_formula(rows: Sequence[str], dimension: int) -> Formula:
    """The conditions on tables of this width for the (homogeneous) rows of a pattern.

    Examples
    --------
    >>> from .formula import ask_z3
    >>> rows = ("++-", "+-+", "-++")
    >>> [ask_z3(sign_formula(rows, d)).status.existence for d in (1, 2)]
    ['infeasible', 'feasible']
    """
    d, columns = dimension, len(rows[0])
    conditions: list[Any] = []
    w = [[z3.Real(f"w_{r}_{k}") for k in range(d)] for r in range(len(rows))]
    u = [[z3.Real(f"u_{c}_{k}") for k in range(d)] for c in range(columns)]
    reference = None
    if d and gauge(rows, d) == "identity":
        for c in range(d):
            u[c] = [z3.RealVal(int(k == c)) for k in range(d)]
        reference = next((r for r, row in enumerate(rows) if set(row) <= {"+", "-"}), None)
        if reference is not None:
            w[reference] = [z3.RealVal(SIGN[symbol]) for symbol in rows[reference][:d]]
        for r, row in enumerate(rows):
            first = next((i for i in range(d) if row[i] in "+-"), None)
            if r != reference and first is not None:
                w[r][first] = z3.RealVal(SIGN[row[first]])
            for i in range(d):
                if row[i] == "0":
                    w[r][i] = z3.RealVal(0)
    elif d:
        for c in range(min(d, columns)):
            u[c][c + 1 :] = [z3.RealVal(0)] * (d - c - 1)
            conditions.append(u[c][c] >= 0)
        if any(row[0] in "+-" for row in rows):
            u[0][0] = z3.RealVal(1)
            for r, row in enumerate(rows):
                if row[0] != "*":
                    w[r][0] = z3.RealVal(SIGN[row[0]])
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol == "*":
                continue
            score = z3.simplify(z3.Sum([z3.RealVal(0), *(a * b for a, b in zip(w[r], u[c], strict=True))]))
            if r == reference:
                conditions.append(score == SIGN[symbol])
            else:
                conditions.append(score == 0 if symbol == "0" else score > 0 if symbol == "+" else score < 0)
    named = {f"w_{r}_{k}": term for r, vector in enumerate(w) for k, term in enumerate(vector)}
    named |= {f"u_{c}_{k}": term for c, vector in enumerate(u) for k, term in enumerate(vector)}
    return Formula("QF_NRA", tuple(conditions), named)


def integer_tables(rows: Sequence[str], dimension: int, values: Mapping[str, Any]) -> Tables:
    """Integer tables with exactly the signs of the pattern, from a model; the empty tuple if none were found near it.

    Rational entries are brought to a common denominator, vector by vector. Irrational ones are cut to ``DIGITS``
    decimals, which keeps strict conditions; ties among them are met anew by ``solvers.sign_rank.rationalise``.
    """
    pattern = np.array([[2 if s == "*" else SIGN[s] for s in row] for row in rows], dtype=np.int8)
    w = [[_fraction(values[f"w_{r}_{k}"]) for k in range(dimension)] for r in range(len(rows))]
    u = [[_fraction(values[f"u_{c}_{k}"]) for k in range(dimension)] for c in range(len(rows[0]))]
    tables = tuple(map(_cleared, w)), tuple(map(_cleared, u))
    if has_signs(pattern, *tables):
        return tables
    floats = onto_zeros(pattern, *(np.array([_scaled(v) for v in table], dtype=float) for table in (w, u)))
    return rationalise(pattern, *floats)


def _swapped(rows: Sequence[str], i: int) -> set[str]:
    return {row[:i] + row[i + 1] + row[i] + row[i + 2 :] for row in rows}


def _fraction(value: Any) -> Fraction:
    """A model's number; an irrational one to ``DIGITS`` decimals."""
    known = value.approx(DIGITS) if z3.is_algebraic_value(value) else value
    return Fraction(known.numerator_as_long(), known.denominator_as_long())


def _cleared(vector: Sequence[Fraction]) -> tuple[int, ...]:
    scale = lcm(*(entry.denominator for entry in vector))
    return tuple(int(entry * scale) for entry in vector)


def _scaled(vector: Sequence[Fraction]) -> list[float]:
    largest = max((abs(entry) for entry in vector), default=Fraction(0)) or Fraction(1)
    return [float(entry / largest) for entry in vector]
