"""The rule psd as scripts: a matrix is L D L^T, every entry multiplied out, and the bound that follows.

L is lower triangular with 1 on its diagonal, D diagonal and at least 0, all exact; the matrix is made of constants of
the proof and of the matrix in question. So a solver that multiplies rational numbers confirms that it is positive
semidefinite, which the bound rests on (``core/psd.py`` says how).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from ...core.grids import grid_of
from ...core.meaning.pattern import pattern_of
from ...core.meaning.quantities import seen
from ...core.psd import FREE, kinds_of
from .record import Exported
from .script import MOST_BYTES, Script, TooLargeError, need_room
from .stated_claim import StatedClaim

Numbers = Sequence[int | Fraction]
Terms = Sequence[Sequence[str]]
RELATIONS = {"+": ">=", "-": "<=", "*": "="}
FORM = "diag(d, e) - [[0, Z], [Z^T, 0]] is L D L^T with D >= 0, so 2 sum Z <x, y> <= sum d |x|^2 + sum e |y|^2"


def semidefinite(claim: StatedClaim) -> Exported:
    """A script for each system."""
    script = _margin(claim) if claim.proof["system"] == "margin" else _measured(claim)
    return script.exported(claim.name)


def _measured(claim: StatedClaim) -> Script:
    p, (name, rows), system = claim.fields, seen(claim.read, claim.meter), claim.proof["system"]
    kinds = kinds_of(rows, claim.meter)
    if name in FREE:
        block = "B is at least 1 times the sign in each entry off *" + ", and at most alpha" * (name == "gamma2_alpha")
    else:
        block = "B is the 0/1 matrix" if name == "gamma2_01" else "B is the sign matrix"
    traced = name == "trace_norm"
    proves = {
        "gram": f"[[P, s B], [s B^T, Q]] / s is L D L^T with D >= 0, so its entries are inner products; {block}; "
        + ("half the sum of the diagonal, copies counted," if traced else "every entry of the diagonal")
        + " is at most the value",
        "weights": f"{FORM} for all vectors; c, the least that sum Z B can be, is at least the value times "
        + ("every d and e over the number of copies" if traced else "(sum d + sum e) / 2") + f"; {block}",
        "norm": f"with Z = r A c, d = s r and e = s c for r and c copies of rows and columns, {FORM}: |A x| <= s |x|",
    }[system]  # fmt: skip
    believe = (
        "That a_k_l are the signs of the matrix (1, -1, and 0 at *) on one of each kind of equal rows and columns, of "
        f"which there are {list(kinds.rows)} and {list(kinds.columns)} copies"
    )
    script = Script("QF_NRA", claim.words, proves, believe)
    script.define("value", Fraction(claim.read.value or 0))
    alpha = script.define("alpha", claim.read.quantity.parameter or 0)
    signs = [script.vector(f"a_{k}", row) for k, row in enumerate(kinds.signs)]
    if system == "gram":
        s = script.define("s", p["scale"])
        P, Q = (_rows(script, letter, p[side]) for letter, side in (("p", "rows"), ("q", "columns")))
        if name in FREE:
            numbers, B = p["block"], _rows(script, "b", p["block"])
            for a, b in ((a, b) for k, line in enumerate(signs) for a, b, x in zip(line, B[k], kinds.signs[k]) if x):
                script.require(f"(>= (* {a} {b}) {s})", *[f"(<= (* {a} {b}) (* {alpha} {s}))"] * (name != "gamma2_inf"))
        else:
            numbers = [[p["scale"] * (max(x, 0) if name == "gamma2_01" else x) for x in line] for line in kinds.signs]
            B = [[_entry(name, a, s) for a in line] for line in signs]
        _require_semidefinite(
            script, *(_stacked(x, y, z) for x, y, z in ((p["rows"], numbers, p["columns"]), (P, B, Q)))
        )
        squares = [row[-1] for row in (*P, *Q)]
        if traced:
            total = script.sum(f"(* {script.number(n)} {x})" for n, x in zip(kinds.copies, squares, strict=True))
            script.require(f"(<= {total} (* 2.0 value {s}))")
        else:
            script.require(*(f"(<= {x} (* value {s}))" for x in squares))
    elif system == "weights":
        Z, weights = _weight_form(script, p["block"], p["row_weights"], p["column_weights"])
        terms = []
        for line, names, numbers in zip(signs, Z, kinds.signs, strict=True):
            for a, z, x in zip(line, names, numbers, strict=True):
                product = f"(* {a} {z})"
                if name in FREE:
                    script.require(*[f"(= {z} 0.0)"] * (x == 0), *[f"(>= {product} 0.0)"] * (name == "gamma2_inf"))
                    product = f"(ite (>= {product} 0.0) {product} (* {alpha} {product}))"
                terms.append(f"(ite (= {a} 1.0) {z} 0.0)" if name == "gamma2_01" else product)
        script.define("c", script.sum(terms))
        if traced:
            copies = zip(kinds.copies, weights, strict=True)
            script.require(*(f"(>= (* c {script.number(n)}) (* value {w}))" for n, w in copies))
        else:
            script.require(f"(>= (* 2.0 c) (* value {script.sum(weights)}))")
    else:
        s = Fraction(p["norm"])
        block = [
            [r * x * c for x, c in zip(line, kinds.columns, strict=True)] for r, line in zip(kinds.rows, kinds.signs)
        ]
        Z, _ = _weight_form(script, block, [s * r for r in kinds.rows], [s * c for c in kinds.columns])
        for r, line, names in zip(kinds.rows, signs, Z, strict=True):
            for c, a, z in zip(kinds.columns, line, names, strict=True):
                script.require(f"(= {z} (* {script.number(r * c)} {a}))")
        script.require(f"(<= {script.number(s)} value)")
    return script


def _entry(name: str, sign: str, s: str) -> str:
    return f"(ite (= {sign} 1.0) {s} 0.0)" if name == "gamma2_01" else f"(* {s} {sign})"


def _margin(claim: StatedClaim) -> Script:
    p, pattern, cls = claim.fields, pattern_of(claim.read.statement, claim.meter), claim.read.quantity.unit_class
    size = claim.read.sizes(claim.read.refuted()[-1])
    grid, gap = grid_of(cls.grid, size.bits), Fraction(cls.gap)
    script = Script(
        "QF_NRA", claim.words,
        f"every row of Z has sum 0, its signs are those of the pattern (0 at *), {FORM}, and {size.m} B (top - bottom) "
        f"(sum d + sum e) < 4 T, so width {size.m} with {size.bits} bits is too little",
        "that T, the sum of |Z| times the gap over + and -, is at most the sum of Z times the scores, since thresholds "
        "cancel in rows of sum 0 (odd numbers: scores in a row with a 0 differ by even numbers); that one coordinate "
        "adds at most B (top - bottom) (sum d + sum e) / 4, B being the largest number of the grid; and that the rows "
        "below are those of the statement, a null key being a last column of 0",
    )  # fmt: skip
    Z, weights = _weight_form(script, p["block"], p["row_weights"], p["column_weights"])
    terms = []
    for word, line in zip((word + "0" * pattern.null for word in pattern.words()), Z, strict=True):
        script.remark(f"row: {word}")
        script.require(f"(= {script.sum(line)} 0.0)")
        step = gap if "0" not in word else Fraction(2 * ceil(gap / 2) if cls.grid == "midrise" else ceil(gap))
        for z, symbol in zip(line, word, strict=True):
            if symbol != "0":
                script.require(f"({RELATIONS[symbol]} {z} 0.0)")
            if symbol in "+-":
                terms.append(f"(* {script.number(step if symbol == '+' else -step)} {z})")
    script.define("T", script.sum(terms))
    most = script.number(size.m * max(-grid[0], grid[-1]) * (grid[-1] - grid[0]))
    script.require(f"(< (* {most} {script.sum(weights)}) (* 4.0 T))")
    return script


def _rows(script: Script, name: str, rows: Sequence[Numbers]) -> list[list[str]]:
    return [script.vector(f"{name}_{k}", row) for k, row in enumerate(rows)]


def _stacked(rows: Sequence[Sequence], block: Sequence[Sequence], columns: Sequence[Sequence]) -> list[list]:
    """The lower triangle of [[P, B], [B^T, Q]]."""
    return [*map(list, rows), *([*b, *row] for b, row in zip(zip(*block, strict=True), columns, strict=True))]


def _weight_form(script: Script, block: Sequence[Numbers], d: Numbers, e: Numbers) -> tuple[list[list[str]], list[str]]:
    """That diag(d, e) - [[0, Z], [Z^T, 0]] is positive semidefinite; the names of Z, and of d and e."""
    Z, rows, columns = _rows(script, "z", block), script.vector("d", d), script.vector("e", e)
    numbers = _stacked(_diagonal(d, 0), [[-z for z in row] for row in block], _diagonal(e, 0))
    terms = _stacked(_diagonal(rows, "0.0"), [[f"(- {z})" for z in row] for row in Z], _diagonal(columns, "0.0"))
    _require_semidefinite(script, numbers, terms)
    script.require(f"(> {script.sum([*rows, *columns])} 0.0)")
    return Z, [*rows, *columns]


def _diagonal(entries: Sequence, zero: object) -> list[list]:
    return [[*([zero] * i), entry] for i, entry in enumerate(entries)]


def _require_semidefinite(script: Script, triangle: Sequence[Numbers], names: Terms) -> None:
    """That a matrix, given by its lower triangle, is L D L^T with D >= 0; else some condition written is false."""
    order = len(triangle)
    need_room(order**3 // 3)
    lower, diagonal = factors(triangle)
    digits = sum(len(str(entry)) for row in lower for entry in row)
    if digits > MOST_BYTES // 2:
        raise TooLargeError(f"the factors of the matrix have {digits} digits; at most {MOST_BYTES // 2} are written")
    script.remark("the factors L and D")
    parts = _rows(script, "L", lower)
    squares = script.vector("D", diagonal)
    script.require(*(f"(>= {square} 0.0)" for square in squares))
    for i in range(order):
        for j in range(i + 1):
            terms = [f"(* {squares[k]} {parts[i][k]} {parts[j][k]})" for k in range(j)]
            terms.append(f"(* {squares[j]} {parts[i][j]})" if i != j else squares[j])
            script.require(f"(= {names[i][j]} {script.sum(terms)})")


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
