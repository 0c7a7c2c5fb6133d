"""The rule psd as scripts: a matrix is L D L^T, every entry multiplied out, and the bound that follows.

L is lower triangular with 1 on its diagonal, D diagonal and at least 0, all exact; the matrix is made of constants of
the proof and of the matrix in question. So a solver that multiplies rational numbers confirms that it is positive
semidefinite, which the bound rests on (``certificates/psd.py`` says how).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from ...certificates.meaning.quantities import seen
from ...certificates.psd import FREE, Kinds, kinds_of
from .script import MOST_BYTES, Script, TooLargeError, need_room
from .stated_claim import Exported, StatedClaim

Numbers = Sequence[int | Fraction]
Names = list[list[str]]


def semidefinite(claim: StatedClaim) -> Exported | None:
    """A script for each system; None for margins in a grid."""
    if claim.read.quantity.kind != "measure":
        return None
    name, rows = seen(claim.read, claim.meter)
    kinds, free = kinds_of(rows, claim.meter), name in FREE
    proves, write = SYSTEMS[claim.proof["system"]]
    means = (
        "s_k_l is the sign of entry k, l" if free else "B is the 0/1 matrix" if name == "gamma2_01" else "B is s_k_l"
    )
    script = Script(
        claim, "QF_NRA", f"{proves} (M >= 0, as M = L D L^T with D >= 0)",
        f"That s_k_l are the signs of the matrix (1, -1, and 0 at *) on one of each kind of equal rows and columns, of "
        f"which there are {list(kinds.rows)} and {list(kinds.columns)} copies; {means}"
        + ", with B s_k_l from 1 to alpha off *" * free,
    )  # fmt: skip
    script.define("value", Fraction(claim.read.value or 0))
    script.define("alpha", claim.read.quantity.parameter or 0)
    write(script, claim.fields, name, kinds, script.matrix("s", kinds.signs))
    return script.exported()


def _gram(script: Script, p: dict[str, Any], name: str, kinds: Kinds, signs: Names) -> None:
    scale = script.define("scale", p["scale"])
    rows, columns = (script.matrix(letter, p[side]) for letter, side in (("p", "rows"), ("q", "columns")))
    if name in FREE:
        numbers, block = p["block"], script.matrix("b", p["block"])
        for b, s, sign in _cells(block, signs, kinds.signs):
            most = f"(<= (* {s} {b}) (* alpha {scale}))"
            script.require(*[f"(>= (* {s} {b}) {scale})", most][: (1 + (name == "gamma2_alpha")) * (sign != 0)])
    else:
        term = f"(ite (= {{}} 1.0) {scale} 0.0)" if name == "gamma2_01" else f"(* {scale} {{}})"
        numbers = [[p["scale"] * (x if name != "gamma2_01" else max(x, 0)) for x in line] for line in kinds.signs]
        block = [[term.format(s) for s in line] for line in signs]
    _require(script, _stacked(p["rows"], numbers, p["columns"]), _stacked(rows, block, columns))
    squares = [row[-1] for row in (*rows, *columns)]
    if name == "trace_norm":
        total = script.sum(f"(* {script.number(n)} {x})" for n, x in zip(kinds.copies, squares, strict=True))
        script.require(f"(<= {total} (* 2.0 value {scale}))")
    else:
        script.require(*(f"(<= {x} (* value {scale}))" for x in squares))


def _weights(script: Script, p: dict[str, Any], name: str, kinds: Kinds, signs: Names) -> None:
    block, weights = _weight_form(script, p["block"], p["row_weights"], p["column_weights"])
    terms = []
    for z, s, sign in _cells(block, signs, kinds.signs):
        product = f"(ite (= {s} 1.0) {z} 0.0)" if name == "gamma2_01" else f"(* {s} {z})"
        if name in FREE:
            script.require(*[f"(= {z} 0.0)"] * (sign == 0), *[f"(>= {product} 0.0)"] * (name == "gamma2_inf"))
            product = f"(ite (>= {product} 0.0) {product} (* alpha {product}))"
        terms.append(product)
    script.define("c", script.sum(terms))
    if name == "trace_norm":
        copies = zip(kinds.copies, weights, strict=True)
        script.require(*(f"(>= (* c {script.number(n)}) (* value {w}))" for n, w in copies))
    else:
        script.require(f"(>= (* 2.0 c) (* value {script.sum(weights)}))")


def _norm(script: Script, p: dict[str, Any], name: str, kinds: Kinds, signs: Names) -> None:
    norm, copies = Fraction(p["norm"]), [[r * c for c in kinds.columns] for r in kinds.rows]
    numbers = [[n * x for n, x in zip(*lines, strict=True)] for lines in zip(copies, kinds.signs, strict=True)]
    block, _ = _weight_form(script, numbers, [norm * r for r in kinds.rows], [norm * c for c in kinds.columns])
    script.require(*(f"(= {z} (* {script.number(n)} {s}))" for z, n, s in _cells(block, copies, signs)))
    script.require(f"(<= {script.number(norm)} value)")


WEIGHTED = "M = diag(d, e) - [[0, Z], [Z^T, 0]] >= 0, so 2 sum Z <x, y> <= sum d |x|^2 + sum e |y|^2 for all vectors"
SYSTEMS = {
    "gram": (
        "M = [[P, scale B], [scale B^T, Q]] >= 0, so its entries over scale are inner products, and every entry of the "
        "diagonal (of a trace norm half their sum, copies counted) is at most the value",
        _gram,
    ),
    "weights": (
        f"{WEIGHTED}; and c, the least that sum Z B can be, is at least the value times (sum d + sum e) / 2 (of a "
        "trace norm times every d and e over the number of copies)",
        _weights,
    ),
    "norm": (f"{WEIGHTED}; with Z = r s c, d = value r, e = value c for r and c copies: |A x| <= value |x|", _norm),
}
"""System -> what its matrix proves, and what writes it."""


def _cells(*tables: Sequence[Sequence[Any]]) -> Any:
    """The entries of tables of one shape, side by side."""
    return zip(*(chain.from_iterable(table) for table in tables), strict=True)


def _stacked(rows: Sequence[Any], block: Sequence[Any], columns: Sequence[Any]) -> list[list[Any]]:
    """The lower triangle of [[P, B], [B^T, Q]]."""
    return [*map(list, rows), *([*b, *row] for b, row in zip(zip(*block, strict=True), columns, strict=True))]


def _weight_form(script: Script, block: Sequence[Numbers], d: Numbers, e: Numbers) -> tuple[Names, list[str]]:
    """That diag(d, e) - [[0, Z], [Z^T, 0]] is positive semidefinite; the names of Z, and of d and e."""
    Z, rows, columns = script.matrix("z", block), script.vector("d", d), script.vector("e", e)
    diagonals = [
        [[*([zero] * i), x] for i, x in enumerate(w)] for w, zero in ((d, 0), (e, 0), (rows, "0.0"), (columns, "0.0"))
    ]
    numbers = _stacked(diagonals[0], [[-z for z in row] for row in block], diagonals[1])
    _require(script, numbers, _stacked(diagonals[2], [[f"(- {z})" for z in row] for row in Z], diagonals[3]))
    script.require(f"(> {script.sum([*rows, *columns])} 0.0)")
    return Z, [*rows, *columns]


def _require(script: Script, triangle: Sequence[Numbers], names: Names) -> None:
    """That a matrix, given by its lower triangle, is L D L^T with D >= 0; else some condition written is false."""
    need_room(len(triangle) ** 3 // 3)
    lower, diagonal = factors(triangle)
    digits = sum(len(str(entry)) for row in lower for entry in row)
    if digits > MOST_BYTES // 2:
        raise TooLargeError(f"the factors of the matrix have {digits} digits; at most {MOST_BYTES // 2} are written")
    L, D = script.matrix("L", lower), script.vector("D", diagonal)
    script.require(*(f"(>= {square} 0.0)" for square in D))
    for i, line in enumerate(names):
        for j, entry in enumerate(line):
            terms = [f"(* {D[k]} {L[i][k]} {L[j][k]})" for k in range(j)]
            script.require(f"(= {entry} {script.sum([*terms, f'(* {D[j]} {L[i][j]})' if i != j else D[j]])})")


def factors(triangle: Sequence[Numbers]) -> tuple[list[list[Fraction]], list[Fraction]]:
    """L, below its diagonal of ones, and D, with M = L D L^T if M is positive semidefinite.

    >>> [[str(x) for x in part] for part in (*factors([[2], [1, 2]])[0], factors([[2], [1, 2]])[1])]
    [[], ['1/2'], ['2', '3/2']]
    """
    lower: list[list[Fraction]] = []
    diagonal: list[Fraction] = []
    for row in triangle:
        scaled: list[Fraction] = []  # L_ik D_k
        line: list[Fraction] = []
        for j, entry in enumerate(row[:-1]):
            rest = entry - sum((a * b for a, b in zip(scaled, lower[j], strict=False)), Fraction(0))
            scaled.append(rest)
            line.append(rest / diagonal[j] if diagonal[j] else Fraction(0))
        diagonal.append(row[-1] - sum((a * b for a, b in zip(scaled, line, strict=True)), Fraction(0)))
        lower.append(line)
    return lower, diagonal
