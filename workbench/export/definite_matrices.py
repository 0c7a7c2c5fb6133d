"""Positive semidefinite matrices as scripts: M = L D L^T, every entry multiplied out, and the bound that follows.

L is lower triangular with 1 on its diagonal, D diagonal and at least 0, all exact; M is made of constants of the
evidence and of the matrix in question. So a solver that multiplies rational numbers confirms that M is positive
semidefinite.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from ...core.meter import Meter
from ...legacy.evidence.matrices.equal_vectors import DifferentVectors, different_vectors
from ...questions.grid import GRIDS
from ...solvers.units.rows_of_heads import lists_of_rows
from .asked import bound_of, measure_of, size_of, value_of
from .script import MOST_BYTES, Script, TooLargeError, need_room
from .stated_claim import UNLIMITED, StatedClaim

Numbers = Sequence[int | Fraction]

KINDS = "that a_k_l are the signs of the matrix (1, -1, and 0 at *) on one of each kind of equal rows and columns"


def gram(claim: StatedClaim) -> Script:
    """``gram``: vectors by their inner products; upper ends of gamma_2 and its relatives, and of the trace norm."""
    evidence, name = claim.evidence, measure_of(claim).measure.name
    kinds = different_vectors(claim.matrix)
    rows, columns, scale = evidence["rows"], evidence["columns"], evidence["scale"]
    script = _script(
        claim,
        "the matrix [[P, B], [B^T, Q]] / s is L D L^T with D >= 0, so its entries are inner products of vectors x_k, "
        "y_l; "
        + _of_block(name)
        + "; "
        + (
            "half the sum of their squared lengths, each times the number of copies, is at most the value"
            if name == "trace_norm"
            else "their squared lengths are at most the value"
        ),
        KINDS + f" ({_counts(kinds)})",
    )
    s = script.define("s", scale)
    signs = _write_signs(script, kinds)
    p = [script.vector(f"p_{k}", row) for k, row in enumerate(rows)]
    q = [script.vector(f"q_{k}", row) for k, row in enumerate(columns)]
    block: list[list[str]]
    if "block" in evidence:
        values: list[Numbers] = list(evidence["block"])
        block = [script.vector(f"b_{k}", row) for k, row in enumerate(values)]
        script.define("alpha", measure_of(claim).parameter or 0)
        for k, line in enumerate(kinds.part.signs):
            for j, sign in enumerate(line):
                if sign:
                    script.require(f"(>= (* {signs[k][j]} {block[k][j]}) s)")
                    if name == "gamma2_alpha":
                        script.require(f"(<= (* {signs[k][j]} {block[k][j]}) (* alpha s))")
    else:
        values = [
            [scale if sign > 0 else 0 if name == "gamma2_01" else -scale for sign in line] for line in kinds.part.signs
        ]
        term = "(ite (= {0} 1.0) s 0.0)" if name == "gamma2_01" else "(* s {0})"
        block = [
            [script.define(f"b_{k}_{j}", term.format(sign)) for j, sign in enumerate(line)]
            for k, line in enumerate(signs)
        ]
    triangle = [
        *map(list, rows),
        *([*column, *row] for column, row in zip(zip(*values, strict=True), columns, strict=True)),
    ]
    names = [*p, *([*column, *row] for column, row in zip(zip(*block, strict=True), q, strict=True))]
    require_semidefinite(script, triangle, names)
    lengths = [row[-1] for row in (*p, *q)]
    if name == "trace_norm":
        copies = (*kinds.row_copies, *kinds.column_copies)
        total = script.sum(f"(* {script.number(n)} {square})" for n, square in zip(copies, lengths, strict=True))
        script.require(f"(<= {total} (* 2.0 value {s}))")
    else:
        script.require(*(f"(<= {square} (* value {s}))" for square in lengths))
    return script


def _of_block(name: str) -> str:
    return {
        "gamma2": "B is s times the sign matrix",
        "trace_norm": "B is s times the sign matrix",
        "gamma2_01": "B is s times the 0/1 matrix",
        "gamma2_alpha": "s <= A B <= alpha s entry by entry, where A is not *",
        "gamma2_inf": "s <= A B entry by entry, where A is not *",
    }[name]


def weights(claim: StatedClaim) -> Script:
    """``weights`` of gamma_2 and its relatives, and of the trace norm: lower ends."""
    evidence, name = claim.evidence, measure_of(claim).measure.name
    kinds = different_vectors(claim.matrix)
    script = _script(
        claim,
        "diag(d, e) - [[0, Z], [Z^T, 0]] is L D L^T with D >= 0, so 2 sum Z <x, y> <= sum d |x|^2 + sum e |y|^2 for "
        "all "
        "vectors; and c, the least that sum Z B can be, "
        + (
            "is at least the value times every d and e over the number of copies"
            if name == "trace_norm"
            else "is at least the value times (sum d + sum e) / 2"
        ),
        KINDS + f" ({_counts(kinds)}); that {_admitted(name)}",
    )
    signs = _write_signs(script, kinds)
    z = [script.vector(f"z_{k}", row) for k, row in enumerate(evidence["block"])]
    d, e = script.vector("d", evidence["row_weights"]), script.vector("e", evidence["column_weights"])
    script.define("alpha", measure_of(claim).parameter or 0)
    triangle, names = _bordered(evidence["block"], evidence["row_weights"], evidence["column_weights"], z, d, e)
    require_semidefinite(script, triangle, names)
    terms = []
    for k, line in enumerate(kinds.part.signs):
        for j, sign in enumerate(line):
            product = f"(* {signs[k][j]} {z[k][j]})"
            if name == "gamma2_01":
                terms.append(f"(ite (= {signs[k][j]} 1.0) {z[k][j]} 0.0)")
            elif name in ("gamma2", "trace_norm"):
                terms.append(product)
            elif not sign:
                script.require(f"(= {z[k][j]} 0.0)")
            elif name == "gamma2_inf":
                script.require(f"(>= {product} 0.0)")
                terms.append(product)
            else:
                terms.append(f"(ite (>= {product} 0.0) {product} (* alpha {product}))")
    script.define("c", script.sum(terms))
    if name == "trace_norm":
        copies = (*kinds.row_copies, *kinds.column_copies)
        script.require(*(f"(>= (* c {script.number(n)}) (* value {w}))" for n, w in zip(copies, [*d, *e], strict=True)))
    else:
        total = script.sum([*d, *e])
        script.require(f"(> {total} 0.0)", f"(>= (* 2.0 c) (* value {total}))")
    return script


def _admitted(name: str) -> str:
    return {
        "gamma2": "B is the sign matrix",
        "trace_norm": "B is the sign matrix",
        "gamma2_01": "B is the 0/1 matrix",
        "gamma2_alpha": "A B may be anything from 1 to alpha, and B anything at *",
        "gamma2_inf": "A B may be anything from 1 on, and B anything at *",
    }[name]


def gram_of_rows(claim: StatedClaim) -> Script:
    """``gram-of-rows``: s^2 I - A A^T is positive semidefinite; an upper end of the spectral norm."""
    kinds = different_vectors(claim.matrix)
    signs, sizes, others = kinds.part.signs, kinds.row_copies, kinds.column_copies
    swapped = len(signs) > len(signs[0])
    if swapped:
        signs, sizes, others = tuple(zip(*signs, strict=True)), others, sizes
    need_room(len(signs) ** 2 * len(signs[0]) // 2)
    script = _script(
        claim,
        "diag(s^2 m_k) - (m_k m_j sum_l n_l a_k_l a_j_l) is L D L^T with D >= 0, with m_k copies of a "
        f"{'column' if swapped else 'row'} and n_l of a {'row' if swapped else 'column'}, so |A^T v| <= s |v| for "
        "all v, "
        "and s is at most the value",
        KINDS + " (rows and columns exchanged)" * swapped,
    )
    norm = Fraction(claim.evidence["norm"])
    script.define("s", norm)
    names = [script.vector(f"a_{k}", row) for k, row in enumerate(signs)]
    script.vector("m", sizes)
    script.vector("n", others)
    triangle: list[list[Fraction]] = []
    terms: list[list[str]] = []
    for k, row in enumerate(signs):
        triangle.append([])
        terms.append([])
        for j in range(k + 1):
            product = sum(n * a * b for n, a, b in zip(others, row, signs[j], strict=True))
            triangle[k].append(norm**2 * sizes[k] * (j == k) - sizes[k] * sizes[j] * product)
            inner = script.sum(f"(* n_{i} {a} {b})" for i, (a, b) in enumerate(zip(names[k], names[j], strict=True)))
            square = f"(* s s m_{k})" if j == k else "0.0"
            terms[k].append(script.define(f"g_{k}_{j}", f"(- {square} (* m_{k} m_{j} {inner}))"))
    require_semidefinite(script, triangle, terms)
    script.require("(> s 0.0)", "(<= s value)")
    return script


def two_vectors(claim: StatedClaim) -> Script:
    """``vectors``: x^T A y; a lower end of the spectral norm."""
    matrix, evidence = claim.matrix, claim.evidence
    need_room(matrix.shape[0] * matrix.shape[1])
    script = _script(
        claim,
        "(x^T A y)^2 is at least the square of the value times |x|^2 |y|^2, which is not 0",
        "that a_r_c are the signs of the matrix (1 and -1)",
    )
    names = [script.vector(f"a_{r}", row) for r, row in enumerate(matrix.signs)]
    x, y = script.vector("x", evidence["left"]), script.vector("y", evidence["right"])
    form = script.define(
        "form", script.sum(f"(* {one} {script.dot(row, y)})" for one, row in zip(x, names, strict=True))
    )
    squares = script.define("squares", f"(* {script.dot(x, x)} {script.dot(y, y)})")
    script.require(f"(> {squares} 0.0)", f"(>= (* {form} {form}) (* value value {squares}))")
    return script


def row_sums(claim: StatedClaim) -> Script:
    """``row-sums``: the sums of |A A^T|; an upper end of the spectral norm."""
    matrix = claim.matrix
    swapped = matrix.shape[0] > matrix.shape[1]
    signs = matrix.transposed.signs if swapped else matrix.signs
    need_room(len(signs) ** 2 * len(signs[0]))
    script = _script(
        claim,
        "in every row of A A^T the absolute values add up to at most the square of the value; no eigenvalue exceeds "
        "that",
        "that a_r_c are the signs of the matrix (1 and -1)" + ", rows and columns exchanged" * swapped,
    )
    names = [script.vector(f"a_{r}", row) for r, row in enumerate(signs)]
    script.function("size", [("x", "Real")], "Real", "(ite (>= x 0.0) x (- x))")
    for row in names:
        total = script.sum(f"(size {script.dot(row, other)})" for other in names)
        script.require(f"(<= {total} (* value value))")
    return script


def margin(claim: StatedClaim) -> Script | None:
    """``margin`` with weights of its own: a lower end of m or p in class GRID; None for q-SA by symmetry."""
    size, evidence = size_of(claim), claim.evidence
    if "block" not in evidence:
        return None
    value = value_of(claim)
    width, bits = (value - 1, size.unit_class.bits) if size.resource == "m" else (size.m or 0, value - 1)
    grid, gap = GRIDS[size.unit_class.grid](bits), size.unit_class.gap
    midrise = size.unit_class.grid == "midrise"
    ((*rows,),) = lists_of_rows(size.question, size.question.columns, Meter(UNLIMITED))
    words = [word for ((word,),) in rows]
    script = Script(
        "QF_NRA",
        claim.words,
        "every row of Z has sum 0, its signs are those of the pattern (0 at *), diag(d, e) - [[0, Z], [Z^T, 0]] is L D "
        f"L^T with D >= 0, and {width} B (top - bottom) (sum d + sum e) < 4 T, so width {width} with {bits} bits is "
        "too "
        "little",
        "that T, the sum of |Z| times the gap over + and -, is at most the sum of Z times the scores, since thresholds "
        "cancel in rows of sum 0 (odd numbers: scores in a row with a 0 differ by even numbers); that one coordinate "
        "adds at most B (top - bottom) (sum d + sum e) / 4 to that sum, B being the largest number of the grid; and "
        "that "
        "the rows below are those of the statement, without repetitions, a null key being a last column of 0",
    )
    z = [script.vector(f"z_{k}", row) for k, row in enumerate(evidence["block"])]
    d, e = script.vector("d", evidence["row_weights"]), script.vector("e", evidence["column_weights"])
    terms = []
    for r, word in enumerate(words):
        script.remark(f"row {r}: {word}")
        script.require(f"(= {script.sum(z[r])} 0.0)")
        step = Fraction(2 * ceil(gap / 2) if midrise else ceil(gap)) if "0" in word else Fraction(gap)
        for name, symbol in zip(z[r], word, strict=True):
            if symbol in "+-*":
                script.require(f"({dict(zip('+-*', ('>=', '<=', '='), strict=True))[symbol]} {name} 0.0)")
            if symbol in "+-":
                terms.append(f"(* {script.number(step)} {name if symbol == '+' else f'(- {name})'})")
    triangle, names = _bordered(evidence["block"], evidence["row_weights"], evidence["column_weights"], z, d, e)
    require_semidefinite(script, triangle, names)
    script.define("T", script.sum(terms))
    most = script.number(width * max(-grid[0], grid[-1]) * (grid[-1] - grid[0]))
    script.require(f"(< (* {most} {script.sum([*d, *e])}) (* 4.0 T))")
    return script


def _bordered(
    block: Sequence[Numbers], d: Numbers, e: Numbers, z: list[list[str]], dn: list[str], en: list[str]
) -> tuple[list[list[int | Fraction]], list[list[str]]]:
    """The lower triangle of diag(d, e) - [[0, Z], [Z^T, 0]], as numbers and as terms."""
    triangle: list[list[int | Fraction]] = [[*([0] * i), weight] for i, weight in enumerate(d)]
    names = [["0.0"] * i + [weight] for i, weight in enumerate(dn)]
    for j, (weight, name) in enumerate(zip(e, en, strict=True)):
        triangle.append([*(-row[j] for row in block), *([0] * j), weight])
        names.append([*(f"(- {row[j]})" for row in z), *(["0.0"] * j), name])
    return triangle, names


def require_semidefinite(script: Script, triangle: Sequence[Numbers], names: Sequence[Sequence[str]]) -> None:
    """That a matrix, given by its lower triangle, is L D L^T with D >= 0.

    Where the matrix is not positive semidefinite some condition written is false.
    """
    order = len(triangle)
    need_room(order**3 // 3)
    lower, diagonal = factors(triangle)
    digits = sum(len(str(entry)) for row in lower for entry in row)
    if digits > MOST_BYTES // 2:
        raise TooLargeError(f"the factors of the matrix have {digits} digits; at most {MOST_BYTES // 2} are written")
    script.remark("the factors L and D")
    parts = [script.vector(f"L_{i}", row) for i, row in enumerate(lower)]
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


def _write_signs(script: Script, kinds: DifferentVectors) -> list[list[str]]:
    return [script.vector(f"a_{k}", row) for k, row in enumerate(kinds.part.signs)]


def _counts(kinds: DifferentVectors) -> str:
    if set(kinds.row_copies) | set(kinds.column_copies) == {1}:
        return "all are different"
    return f"copies of rows {list(kinds.row_copies)}, of columns {list(kinds.column_copies)}"


def _script(claim: StatedClaim, proves: str, believe: str) -> Script:
    script = Script("QF_NRA", claim.words, proves, believe)
    script.define("value", Fraction(bound_of(claim).value))
    return script
