"""Ranks as scripts: a minor with an inverse (lower ends), or a product of two narrow matrices (upper ends).

Over Q the numbers are exact; over GF(p) they are 0 .. p - 1 and sums are taken modulo p.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...legacy.evidence.matrices.equal_vectors import different_vectors
from .asked import bound_of, measure_name, turned
from .script import MOST_BYTES, Script, TooLargeError, need_room
from .stated_claim import StatedClaim

Matrix = list[list[Fraction]]

FIELDS = {"rank_q": 0, "rank_sign": 0, "rank_gf2": 2, "rank_gf3": 3}
"""Measure -> the characteristic of the field."""


def rank(claim: StatedClaim) -> Script:
    """The script of a bound by elimination."""
    name, matrix = measure_name(claim), different_vectors(claim.matrix).part
    prime = FIELDS[name]
    entries = matrix.signs if name == "rank_sign" else [[int(x) for x in row] for row in matrix.rows]
    value = int(bound_of(claim).value)
    need_room(matrix.shape[0] * matrix.shape[1] * min(value, *matrix.shape))
    lower = bound_of(claim).side == "lower"
    over = f"modulo {prime}" if prime else "over the rational numbers"
    script = Script(
        "QF_NIA" if prime else "QF_NRA",
        claim.words,
        f"the part of {value} rows and columns times X is the identity matrix {over}, so these rows are independent"
        if lower
        else f"the matrix is F G {over}, where F has {value} columns",
        turned(claim)
        + f"That m_r_c are the entries of the matrix{' (1 and -1)' if name == 'rank_sign' else ''}, one of each kind "
        "of "
        "equal rows and columns.",
    )
    names = [script.vector(f"m_{r}", row) for r, row in enumerate(entries)]
    pivots, reduced = eliminated([[Fraction(x) for x in row] for row in entries], prime)
    if lower:
        script.require(f"(>= {script.number(len(pivots[:value]))} {script.number(value)})")
        _inverse(script, entries, names, pivots[:value], prime)
        return script
    rows = [list(map(Fraction, row)) for row in entries]
    columns = [c for _, c in pivots] + [c for c in range(len(rows[0])) if c not in {c for _, c in pivots}]
    chosen = columns[: max(value, 0)]
    f = [script.vector(f"f_{r}", [row[c] for c in chosen]) for r, row in enumerate(rows)]
    _need_digits(reduced)
    g = []
    for k in range(len(chosen)):
        g.append(script.vector(f"g_{k}", reduced[k] if k < len(pivots) else [0] * len(rows[0])))
    for r, row in enumerate(names):
        for c, entry in enumerate(row):
            script.require(_equal(script.sum(f"(* {f[r][k]} {g[k][c]})" for k in range(len(chosen))), entry, prime))
    return script


def _inverse(
    script: Script, entries: Sequence[Sequence[int]], names: list[list[str]], pivots: list[tuple[int, int]], prime: int
) -> None:
    rows, columns = [r for r, _ in pivots], [c for _, c in pivots]
    size = len(rows)
    if not size:
        return
    bordered = [
        [*(Fraction(entries[r][c]) for c in columns), *(Fraction(int(i == j)) for j in range(size))]
        for i, r in enumerate(rows)
    ]
    _, reduced = eliminated(bordered, prime)
    inverse = [row[size:] for row in reduced]
    _need_digits(inverse)
    script.remark(f"rows {rows}, columns {columns}")
    x = [script.vector(f"x_{k}", row) for k, row in enumerate(inverse)]
    for i, r in enumerate(rows):
        for j in range(size):
            product = script.sum(f"(* {names[r][c]} {x[k][j]})" for k, c in enumerate(columns))
            script.require(_equal(product, script.number(int(i == j)), prime))


def _equal(one: str, other: str, prime: int) -> str:
    return f"(= (mod (- {one} {other}) {prime}) 0)" if prime else f"(= {one} {other})"


def _need_digits(matrix: Matrix) -> None:
    digits = sum(len(str(entry)) for row in matrix for entry in row)
    if digits > MOST_BYTES // 2:
        raise TooLargeError(f"the matrix has {digits} digits; at most {MOST_BYTES // 2} are written")


def eliminated(rows: Matrix, prime: int) -> tuple[list[tuple[int, int]], Matrix]:
    """The places of the pivots, (row as given, column), and the rows in reduced echelon form, zero rows left out.

    >>> eliminated([[Fraction(0), Fraction(2)], [Fraction(0), Fraction(1)]], 0)
    ([(0, 1)], [[Fraction(0, 1), Fraction(1, 1)]])
    """

    def kept(number: Fraction) -> Fraction:
        return Fraction(int(number) % prime) if prime else number

    left = [(r, [kept(x) for x in row]) for r, row in enumerate(rows)]
    done: list[tuple[int, int, list[Fraction]]] = []
    for column in range(len(rows[0])):
        place = next((k for k, (_, row) in enumerate(left) if row[column]), None)
        if place is None:
            continue
        number, pivot = left.pop(place)
        inverse = Fraction(pow(int(pivot[column]), -1, prime)) if prime else 1 / pivot[column]
        pivot = [kept(x * inverse) for x in pivot]
        left = [(r, _reduced(row, pivot, column, kept)) for r, row in left]
        done = [(r, c, _reduced(row, pivot, column, kept)) for r, c, row in done]
        done.append((number, column, pivot))
    return [(r, c) for r, c, _ in done], [row for _, _, row in done]


def _reduced(row: list[Fraction], pivot: list[Fraction], column: int, kept: object) -> list[Fraction]:
    factor = row[column]
    return [kept(x - factor * y) for x, y in zip(row, pivot, strict=True)] if factor else row  # type: ignore[operator]
