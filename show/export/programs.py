"""The rule farkas in SMT-LIB: rows that contradict each other, and solutions of linear programs over rectangles.

For states and degrees the rows are written that the checker makes of the statement, with their unknowns: a solver finds
that they have no solution. For programs over rectangles all values are fixed. That no rectangle of a table weighs more
than a number is written as a condition for each set of rows: the heaviest rectangle with these rows takes the columns
whose sums are positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ...certificates.farkas import DEGREE, STATES, Row, _degree_rows, _state_row
from ...certificates.meaning.quantities import seen
from ...certificates.meaning.tasks import task_of
from ...certificates.systems.programs import MULTIPLIERS, WEIGHTS, orbits_of, program_of
from .script import Script, all_of, need_room, some_of
from .stated_claim import Exported, StatedClaim

Table = Sequence[Sequence[str]]
ENTRIES = "That m_r_c are the entries of the matrix (2: *)"


def states(claim: StatedClaim) -> Exported:
    """States that reach a set of classes, for each set."""
    layer, meter = claim.read.statement, claim.meter
    p = STATES.read(claim.fields, "proof", meter)
    need_room(sum(map(len, p.rows)) * len(layer.weights[0]))
    systems = [
        [_state_row(layer, j, set(one), meter) for j, _ in rows]
        for rows, one in zip(p.rows, claim.read.quantity.sets, strict=True)
    ]
    return _contradiction(
        claim, systems, "no state reaches one of the sets: the rows of each set have no solution",
        "That row j of a set says that class j scores above the threshold, if it is in the set, or below it; unknowns "
        "are the coordinates of the state times a scale, the scale if there is a bias, and the threshold times it",
    )  # fmt: skip


def degree(claim: StatedClaim) -> Exported:
    """Polynomials of a lower degree with the signs of the answers."""
    p = DEGREE.read(claim.fields, "proof", claim.meter)
    task = task_of(claim.read.statement, claim.meter)
    rows = [row for _, row in _degree_rows(task, task.position or 0, p.degree, p.rows)]
    need_room(sum(len(row[0]) for row in rows))
    return _contradiction(
        claim, [rows], f"no polynomial of degree {p.degree - 1} has the signs of the answers at these inputs",
        "That a unit of fewer heads gives such a polynomial, whose coefficients are the unknowns: one for each choice "
        "of positions and of their tokens; row k is about input k of the proof, above 0 if the answer is 1",
    )  # fmt: skip


def _contradiction(claim: StatedClaim, systems: Sequence[Sequence[Row]], proves: str, believe: str) -> Exported:
    script = Script(claim, "QF_LRA", proves, believe, "unsat")
    unknowns: dict[Any, str] = {}
    for unknown in (unknown for rows in systems for row in rows for unknown in row[0]):
        if unknown not in unknowns:
            script.remark(str(unknown))
            unknowns[unknown] = script.declare(f"x_{len(unknowns)}")
    written = (all_of(_row(script, row, unknowns) for row in rows) for rows in systems)
    script.require(some_of(written))
    return script.exported("rows")


def _row(script: Script, row: Row, unknowns: dict[Any, str]) -> str:
    terms = (f"(* {script.number(x)} {unknowns[unknown]})" for unknown, x in row[0].items())
    return f"({row[1]} {script.sum(terms)} {script.number(row[2])})"


def weights(claim: StatedClaim) -> Exported:
    """Weighted rectangles that satisfy every row of the program."""
    p = WEIGHTS.read(claim.fields, "proof", claim.meter)
    name, rows = seen(claim.read, claim.meter)
    program, labels = program_of(name, claim.read.quantity.parameter), p.answers or (0,) * len(p.weights)
    orbits = orbits_of(p.symmetries, rows, claim.meter)
    sizes = [sum(line.count(k) for line in orbits) for k in range(len(rows) * len(rows[0]))]
    need_room(sum(len(inside) * len(across) for inside, across in p.rectangles))
    script = matrix_script(
        claim, rows, "the weights f_k / d of rectangles satisfy every row of the program, and add up to "
        + ("at most 1 / value" if name == "disc" else "at most the value"),
        ENTRIES + "; "
        "that rectangle k is the rows and columns above f_k, that an entry's rows in the program are those written, "
        "and that of an orbit of entries under symmetries of the matrix one is enough: the average of a rectangle "
        "over the symmetries weighs f_k times its share of the orbit on each of them",
    )  # fmt: skip
    d = script.define("d", p.denominator)
    for k, ((inside, across), label, weight) in enumerate(zip(p.rectangles, labels, p.weights, strict=True)):
        script.remark(f"rectangle {k}: rows {list(inside)}, columns {list(across)}, label {label}")
        script.require(f"(> {script.define(f'f_{k}', weight)} 0.0)")
        script.require(*(f"(not (= m_{i}_{j} {program.banned}.0))" for i in inside for j in across if program.banned))
    for symmetry in p.symmetries:
        script.remark(f"symmetry: {symmetry}")
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            if orbits[i][j] != i * len(row) + j or not program.rows[entry]:
                continue
            held: list[list[str]] = [[] for _ in range(program.labels)]
            for k, ((inside, across), label) in enumerate(zip(p.rectangles, labels, strict=True)):
                count = sum(orbits[a][b] == orbits[i][j] for a in inside for b in across)
                if count:
                    held[label].append(f"(* {script.number(Fraction(count, sizes[orbits[i][j]]))} f_{k})")
            loads = [script.define(f"l{label}_{i}_{j}", script.sum(terms)) for label, terms in enumerate(held)]
            script.require(f"(= m_{i}_{j} {'01*'.index(entry)}.0)")
            for c, sense, number in program.rows[entry]:
                total = script.sum(f"(* {script.number(x)} {load})" for x, load in zip(c, loads, strict=True))
                script.require(f"({sense} {total} (* {script.number(number)} {d}))")
    total = script.sum(f"f_{k}" for k in range(len(p.weights)))
    script.require(f"(<= (* value {total}) {d})" if name == "disc" else f"(<= {total} (* value {d}))")
    return script.exported()


def multipliers(claim: StatedClaim) -> Exported:
    """Multipliers of rows of the program, under which no rectangle weighs more than 1."""
    p = MULTIPLIERS.read(claim.fields, "proof", claim.meter)
    name, rows = seen(claim.read, claim.meter)
    program = program_of(name, claim.read.quantity.parameter)
    script = matrix_script(
        claim, rows, "the multipliers y_k_r_c / d of row k of the program at each entry have the right signs, no "
        "rectangle weighs more than 1 under them, and the value that they show is at least (of disc: at most) that "
        "of the claim",
        ENTRIES + "; "
        "that an entry's rows in the program are those written. A rectangle with an entry that the program bans gets a "
        "weight below 0. That the heaviest rectangle with a set of rows takes the columns with positive sums: a "
        "condition for each set of rows, or of columns, if they are fewer",
    )  # fmt: skip
    d = script.define("d", p.denominator)
    terms: list[list[list[list[str]]]] = [[[[] for _ in row] for row in rows] for _ in range(program.labels)]
    shown = []
    for k, table in enumerate(p.tables):
        for r, (row, line) in enumerate(zip(rows, table, strict=True)):
            for c, (entry, y) in enumerate(zip(row, line, strict=True)):
                if not y:
                    continue
                here = script.define(f"y_{k}_{r}_{c}", y)
                factors, sense, number = program.rows[entry][k]
                script.require(f"(= m_{r}_{c} {'01*'.index(entry)}.0)", *[f"(>= {here} 0.0)"] * (sense != "="))
                shown.append(f"(* {script.number(number)} {here})")
                for factor, some in zip(factors, terms, strict=True):
                    if factor:
                        some[r][c].append(f"(* {script.number(factor)} {here})")
    most = script.define("most", sum(abs(y) for table in p.tables for line in table for y in line) * 2 + 1)
    for label, some in enumerate(terms):
        table = [
            [script.define(f"s{label}_{r}_{c}", f"(ite (= m_{r}_{c} {'01*'.index(program.banned)}.0) (- {most}) {t})")
             if program.banned else script.define(f"s{label}_{r}_{c}", t)
             for c, t in enumerate(map(script.sum, line))]
            for r, line in enumerate(some)
        ]  # fmt: skip
        require_light(script, f"a{label}", table, d)
    total = script.define("total", script.sum(shown))
    script.require(f"(<= {d} (* value {total}))" if name == "disc" else f"(>= {total} (* value {d}))")
    return script.exported()


def matrix_script(claim: StatedClaim, rows: Sequence[str], proves: str, believe: str) -> Script:
    """A script with the value of the claim, and the entries of a matrix: 0, 1, and 2 for ``*``."""
    script = Script(claim, "QF_NRA", proves, believe)
    script.define("value", Fraction(claim.read.value or 0))
    need_room(len(rows) * len(rows[0]), "entries")
    script.matrix("m", (map("01*".index, row) for row in rows))
    return script


def require_light(script: Script, name: str, table: Table, most: str) -> None:
    """That no rectangle of a table of terms weighs more than ``most``: a condition for each set of rows."""
    by_rows = len(table) <= len(table[0])
    lines: list[Iterable[str]] = list(table) if by_rows else list(zip(*table, strict=True))
    lines = [list(line) for line in lines]
    across = len(table[0]) if by_rows else len(table)
    need_room(across << min(len(lines) + 1, 60), "sums of columns over sets of rows")
    script.remark(f"for each set of {'rows' if by_rows else 'columns'}: the sum of the positive sums across")
    before: list[list[str]] = [[script.number(0)] * across]
    for number in range(1, 1 << len(lines)):
        top = number.bit_length() - 1
        pairs = zip(before[number ^ (1 << top)], lines[top], strict=True)
        sums = [script.define(f"{name}_{number}_{j}", f"(+ {rest} {term})") for j, (rest, term) in enumerate(pairs)]
        before.append(sums)
        positive = script.sum(f"(ite (> {one} 0.0) {one} 0.0)" for one in sums)
        script.require(f"(<= {positive} {most})")
