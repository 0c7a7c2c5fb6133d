"""Linear programs over rectangles as scripts: the exact primal or dual solution, and every constraint.

A constraint for each rectangle is written as one for each set of rows: the heaviest rectangle with these rows takes the
columns whose sums are positive, so no rectangle weighs more than t exactly if the sum of max(0, c_j) over the columns
is at most t for all sets of rows, c_j being the sum of column j over the set. That is 2^R conditions, R the number of
rows (or of columns, if they are fewer), and evaluated without any search.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...legacy.evidence.matrices.weighted_rectangles import WeightedRectangles, read_weighted
from ...questions.matrix import CommunicationMatrix
from ...questions.reading.node import Node
from .asked import bound_of, measure_name, measure_of, turned
from .script import Script, need_room
from .stated_claim import StatedClaim

Table = Sequence[Sequence[int]]

MATRIX = "that m_r_c are the entries of the matrix (2: *)"


def cover_weights(claim: StatedClaim) -> Script:
    """``weights`` of a fractional cover, of the partition bound, of a smooth rectangle bound: an upper end."""
    matrix, name = claim.matrix, measure_name(claim)
    labels = (0, 1) if name == "partition_bound" else ()
    weighted = read_weighted(_fields(claim), matrix, labels)
    script = _script(
        claim,
        "the weights of the rectangles are feasible and add up to at most the value",
        f"that rectangle k is the rows and columns written above its weight f_k. {_averaged(weighted)}",
    )
    parameter = measure_of(claim).parameter
    if parameter is not None:
        script.define("epsilon", parameter)
    _write_matrix(script, matrix)
    _write_symmetries(script, claim, weighted)
    _write_rectangles(script, weighted, matrix, no_zeros=name == "fractional_cover1")
    for cell, orbit, entry in _orbits_met(weighted, matrix):
        load = {label: _load(script, weighted, orbit, label, f"l{label}_{cell}") for label in labels or (0,)}
        one = script.number(1)
        script.remark(f"entry {cell.replace('_', ', ')} is {entry}")
        if name == "partition_bound":
            script.require(f"(= (+ {load[0]} {load[1]}) {one})")
            if entry != "*":
                script.require(f"(>= {load[int(entry)]} (- {one} epsilon))")
        elif entry == "1":
            script.require(
                f"(>= {load[0]} {one})" if name == "fractional_cover1" else f"(>= {load[0]} (- {one} epsilon))"
            )
            if name == "smooth_rectangle1":
                script.require(f"(<= {load[0]} {one})")
        elif entry == "0" and name == "smooth_rectangle1":
            script.require(f"(<= {load[0]} epsilon)")
    total = script.sum(f"f_{k}" for k in range(len(weighted.listed)))
    script.require(f"(<= {total} (* value d))")
    return script


def entry_weights(claim: StatedClaim) -> Script:
    """``entry-weights`` of a fractional cover: the dual solution, a lower end."""
    matrix, evidence = claim.matrix, claim.evidence
    weights: Table = evidence["weights"]
    script = _script(
        claim,
        "weights of the entries, over d, are at least 0, and 0 but at entries 1; no rectangle without 0 has more "
        "than 1; "
        "they add up to at least the value",
        MATRIX + "; a rectangle of these rows without 0 takes at most all columns without 0 there",
    )
    _write_matrix(script, matrix)
    names = _write_table(script, "y", weights)
    script.define("d", evidence["denominator"])
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            script.require(f"(>= {names[r][c]} 0.0)" if entry == "1" else f"(= {names[r][c]} 0.0)")
    lines, across = _short_side(matrix.shape, names)
    words = matrix.rows if lines is names else matrix.transposed.rows
    need_room(across << len(lines), "sums of columns over sets of rows")
    script.remark(f"for each set of {'rows' if lines is names else 'columns'} the lines across without 0 there")
    held: list[list[str]] = [[script.number(0) for _ in range(across)]]
    free: list[tuple[int, ...]] = [tuple(range(across))]
    for number in range(1, 1 << len(lines)):
        top = number.bit_length() - 1
        before = number ^ (1 << top)
        kept = tuple(j for j in free[before] if words[top][j] != "0")
        free.append(kept)
        held.append(["" for _ in range(across)])
        for j in kept:
            held[number][j] = script.define(f"c_{number}_{j}", f"(+ {held[before][j]} {lines[top][j]})")
        if kept:
            script.require(f"(<= {script.sum(held[number][j] for j in kept)} d)")
    script.require(f"(>= {script.sum(name for row in names for name in row)} (* value d))")
    return script


def partition_dual(claim: StatedClaim) -> Script:
    """``dual`` of the partition bound, a lower end."""
    matrix, evidence = claim.matrix, claim.evidence
    script = _script(
        claim,
        "mu is at least 0, and 0 at *; for each answer z no rectangle has a sum of phi, and of mu at its entries z, "
        "above "
        "1; (1 - epsilon) sum mu + sum phi is at least the value (all over d)",
        MATRIX + f". {SETS}",
    )
    script.define("epsilon", measure_of(claim).parameter or 0)
    _write_matrix(script, matrix)
    mu, phi = _write_table(script, "mu", evidence["mu"]), _write_table(script, "phi", evidence["phi"])
    script.define("d", evidence["denominator"])
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            script.require(f"(= {mu[r][c]} 0.0)" if entry == "*" else f"(>= {mu[r][c]} 0.0)")
    for z in "01":
        sums = [
            [f"(+ {phi[r][c]} {mu[r][c]})" if entry == z else phi[r][c] for c, entry in enumerate(row)]
            for r, row in enumerate(matrix.rows)
        ]
        _require_light(script, f"a{z}", sums, "d")
    everything = [script.sum(name for row in table for name in row) for table in (mu, phi)]
    script.require(f"(>= (+ (* (- 1.0 epsilon) {everything[0]}) {everything[1]}) (* value d))")
    return script


def smooth_dual(claim: StatedClaim) -> Script:
    """``dual`` of a smooth rectangle bound, a lower end."""
    matrix, evidence = claim.matrix, claim.evidence
    script = _script(
        claim,
        "weights V, over d, at most 0 at entries 0, and 0 at *; no rectangle has more than 1; (1 - epsilon) V+ - V- "
        "over "
        "the entries 1 less epsilon V- over the entries 0 is at least the value",
        MATRIX + f". {SETS}",
    )
    script.define("epsilon", measure_of(claim).parameter or 0)
    _write_matrix(script, matrix)
    names = _write_table(script, "V", evidence["weights"])
    script.define("d", evidence["denominator"])
    terms = []
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            weight = names[r][c]
            if entry == "1":
                terms.append(f"(ite (> {weight} 0.0) (* (- 1.0 epsilon) {weight}) {weight})")
            else:
                script.require(f"(<= {weight} 0.0)" if entry == "0" else f"(= {weight} 0.0)")
                terms.append(f"(* epsilon {weight})")
    _require_light(script, "c", names, "d")
    script.require(f"(>= {script.sum(terms)} (* value d))")
    return script


def distribution(claim: StatedClaim) -> Script:
    """``distribution`` and ``cases``: a distribution (uniform if not given) without heavy rectangles; an upper end."""
    matrix, evidence = claim.matrix, claim.evidence
    weights: Table = evidence.get("weights", [[1] * matrix.shape[1]] * matrix.shape[0])
    script = _script(
        claim,
        "the weights are at least 0, and 0 at *, with sum d; no rectangle has a sum of a weighted entry (1 or -1) "
        "above t "
        "or below -t; and t / d is at most the value",
        MATRIX + f". {SETS}",
    )
    _write_matrix(script, matrix)
    names = _write_table(script, "w", weights)
    d, t = script.define("d", sum(map(sum, weights))), script.define("t", evidence["most"])
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            script.require(f"(= {names[r][c]} 0.0)" if entry == "*" else f"(>= {names[r][c]} 0.0)")
    script.require(f"(= {script.sum(name for row in names for name in row)} {d})", f"(> {d} 0.0)")
    for side, sign in (("a", "1"), ("b", "0")):
        signed = [
            [name if entry == sign else f"(- {name})" for name, entry in zip(*rows, strict=True)]
            for rows in zip(names, matrix.rows, strict=True)
        ]
        _require_light(script, side, signed, t)
    script.require(f"(<= {t} (* value {d}))")
    return script


def signed_rectangles(claim: StatedClaim) -> Script:
    """``signed-rectangles``: a mixture with a margin at every entry; a lower end of ``disc``."""
    matrix = claim.matrix
    weighted = read_weighted(_fields(claim), matrix, (-1, 1))
    script = _script(
        claim,
        "the weights add up to d, and at every entry 1 the rectangles of sign 1 less those of sign -1, over d, weigh "
        "at "
        "least the value, at every entry 0 at most minus the value; so for every distribution some rectangle is as "
        "heavy",
        f"that rectangle k is the rows and columns written above its weight f_k. {_averaged(weighted)}",
    )
    _write_matrix(script, matrix)
    _write_symmetries(script, claim, weighted)
    _write_rectangles(script, weighted, matrix, no_zeros=False, divisor=weighted.total)
    script.require(f"(= {script.sum(f'f_{k}' for k in range(len(weighted.listed)))} d)")
    for cell, orbit, entry in _orbits_met(weighted, matrix):
        if entry != "*":
            plus, minus = (
                _load(script, weighted, orbit, sign, f"l{place}_{cell}") for place, sign in ((1, 1), (0, -1))
            )
            margin = f"(- {plus} {minus})" if entry == "1" else f"(- {minus} {plus})"
            script.require(f"(>= {margin} value)")
    return script


def one_rectangle(claim: StatedClaim) -> Script:
    """``rectangle``: the sum of the sign matrix over one rectangle; a lower end of ``disc_uniform``."""
    matrix = claim.matrix
    rows, columns = claim.evidence["rectangle"]
    need_room(len(rows) * len(columns))
    script = _script(
        claim,
        f"over the rectangle of rows {rows} and columns {columns} the sum of the entries (1 or -1), or minus it, is at "
        f"least the value times the {matrix.shape[0]} {matrix.shape[1]} cells",
        MATRIX,
    )
    _write_matrix(script, matrix)
    terms = [f"(ite (= m_{r}_{c} 1.0) 1.0 (- 1.0))" for r in rows for c in columns]
    script.define("total", script.sum(terms))
    cells = script.number(matrix.shape[0] * matrix.shape[1])
    script.require(f"(or (>= total (* value {cells})) (>= (- total) (* value {cells})))")
    return script


SETS = (
    "That the heaviest rectangle with a set of rows takes the columns with positive sums: a condition for each set of "
    "rows (or of columns, if they are fewer)"
)


def _script(claim: StatedClaim, proves: str, believe: str) -> Script:
    script = Script("QF_NRA", claim.words, proves, turned(claim) + believe[0].upper() + believe[1:])
    script.define("value", Fraction(bound_of(claim).value))
    return script


def _fields(claim: StatedClaim) -> dict[str, Node]:
    node = claim.node()
    return {name: node.field(name) for name in claim.evidence}


def _averaged(weighted: WeightedRectangles) -> str:
    if len(weighted.sizes) == sum(weighted.sizes):
        return MATRIX[0].upper() + MATRIX[1:]
    return (
        "That an orbit is what the symmetries, which leave the matrix as it is, take to one another, so that an entry "
        "of an orbit of n cells gets f_k times (cells of rectangle k in the orbit) / n from the average of rectangle k "
        f"over all of them; one entry of each orbit is written. {MATRIX[0].upper()}{MATRIX[1:]}"
    )


def _write_matrix(script: Script, matrix: CommunicationMatrix) -> None:
    need_room(matrix.shape[0] * matrix.shape[1], "entries")
    for r, row in enumerate(matrix.rows):
        for c, entry in enumerate(row):
            script.define(f"m_{r}_{c}", {"0": 0, "1": 1, "*": 2}[entry])


def _write_table(script: Script, name: str, table: Table) -> list[list[str]]:
    need_room(len(table) * len(table[0]), "entries")
    return [script.vector(f"{name}_{r}", row) for r, row in enumerate(table)]


def _write_rectangles(
    script: Script, weighted: WeightedRectangles, matrix: CommunicationMatrix, *, no_zeros: bool, divisor: int = 0
) -> None:
    need_room(sum(len(each.sides.rows) * len(each.sides.columns) for each in weighted.listed))
    script.define("d", divisor or weighted.denominator)
    for k, each in enumerate(weighted.listed):
        label = f", label {each.label}"
        script.remark(f"rectangle {k}: rows {list(each.sides.rows)}, columns {list(each.sides.columns)}{label}")
        script.require(f"(>= {script.define(f'f_{k}', each.weight)} 0.0)")
        if no_zeros:
            script.require(*(f"(not (= m_{r}_{c} 0.0))" for r in each.sides.rows for c in each.sides.columns))


def _write_symmetries(script: Script, claim: StatedClaim, weighted: WeightedRectangles) -> None:
    """That the symmetries leave the matrix as it is, and, as comments, the orbits of its entries."""
    rows, columns = claim.matrix.shape
    listed = claim.evidence.get("symmetries", [])
    need_room(len(listed) * rows * columns)
    for symmetry in listed:
        script.remark(f"symmetry: {symmetry}")
        for r in range(rows):
            for c in range(columns):
                a, b = symmetry["rows"][r], symmetry["columns"][c]
                if symmetry["transposed"]:
                    a, b = symmetry["columns"][c], symmetry["rows"][r]
                script.require(f"(= m_{a}_{b} m_{r}_{c})")
    for line in weighted.orbits if listed else ():
        script.remark(f"orbits: {' '.join(map(str, line))}")


def _orbits_met(weighted: WeightedRectangles, matrix: CommunicationMatrix) -> list[tuple[str, int, str]]:
    """The first cell of each orbit, its number, and the entry there."""
    met: dict[int, tuple[str, int, str]] = {}
    for r, orbits in enumerate(weighted.orbits):
        for c, orbit in enumerate(orbits):
            met.setdefault(orbit, (f"{r}_{c}", orbit, matrix.rows[r][c]))
    return list(met.values())


def _load(script: Script, weighted: WeightedRectangles, orbit: int, label: int, name: str) -> str:
    """The weight on an entry of an orbit from the rectangles of a label."""
    terms = []
    for k, each in enumerate(weighted.listed):
        if each.label == label:
            held = sum(weighted.orbits[r][c] == orbit for r in each.sides.rows for c in each.sides.columns)
            if held:
                share = Fraction(held, weighted.sizes[orbit])
                terms.append(f"f_{k}" if share == 1 else f"(* {script.number(share)} f_{k})")
    return script.define(name, f"(/ {script.sum(terms)} d)")


def _short_side(shape: tuple[int, int], names: list[list[str]]) -> tuple[list[list[str]], int]:
    if shape[0] <= shape[1]:
        return names, shape[1]
    return [list(column) for column in zip(*names, strict=True)], shape[0]


def _require_light(script: Script, name: str, table: list[list[str]], most: str) -> None:
    """That no rectangle of a table of terms weighs more than ``most``: a condition for each set of rows."""
    lines, across = _short_side((len(table), len(table[0])), table)
    need_room(across << (len(lines) + 1), "sums of columns over sets of rows")
    script.remark(f"for each set of {'rows' if lines is table else 'columns'}: the sum of the positive sums across")
    before: list[list[str]] = [[script.number(0)] * across]
    for number in range(1, 1 << len(lines)):
        top = number.bit_length() - 1
        rest = before[number ^ (1 << top)]
        sums = [
            script.define(
                f"{name}_{number}_{j}", f"(+ {rest[j]} {lines[top][j]})" if number & (number - 1) else lines[top][j]
            )
            for j in range(across)
        ]
        before.append(sums)
        positive = script.sum(f"(ite (> {one} 0.0) {one} 0.0)" for one in sums)
        script.require(f"(<= {positive} {most})")
