"""Exhibits about matrices as scripts: fooling sets, covers, messages, protocols, ranks, compared with the matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from ...core.evaluate.matrices import RANKS
from ...core.meaning.matrices import different
from ...core.meaning.quantities import SEEN_AS, seen
from .programs import write_matrix
from .record import Exported
from .script import MOST_BYTES, Script, TooLargeError, all_of, need_room, some_of
from .stated_claim import StatedClaim

Matrix = list[list[Fraction]]
Rows = tuple[str, ...]


def matrices(claim: StatedClaim) -> Exported | None:
    """A script for each exhibit; None where it is about something else."""
    exhibit = claim.proof["exhibit"]
    if claim.read.quantity.kind != "measure":
        return None
    name, rows = seen(claim.read, claim.meter)
    if name in RANKS:
        return rank(claim, name, different(rows, claim.meter)).exported(claim.name)
    view = SEEN_AS.get(claim.read.quantity.name)
    turned = f", which is {view[1].__name__}" if view else ""
    believe = f"That m_r_c are the entries of the matrix{turned} (2: *)"
    proves, conditions = EXHIBITS[exhibit](claim, rows)
    script = Script("QF_NRA", claim.words, proves, believe)
    script.define("value", Fraction(claim.read.value or 0))
    write_matrix(script, rows)
    for condition in conditions:
        script.require(condition)
    return script.exported(claim.name)


def _is(r: int, c: int, *among: str) -> str:
    return some_of(f"(= m_{r}_{c} {'01*'.index(x)}.0)" for x in among)


Shown = tuple[str, Iterator[str]]


def _fooling(claim: StatedClaim, rows: Rows) -> Shown:
    entries = claim.proof["entries"]
    need_room(len(entries) ** 2)

    def conditions() -> Iterator[str]:
        yield f"(>= {len(entries)}.0 value)"
        yield from (_is(r, c, "1") for r, c in entries)
        yield from (f"(or {_is(r, d, '0')} {_is(s, c, '0')})" for (r, c), (s, d) in combinations(entries, 2))

    return f"these {len(entries)} entries are 1, and any two span a rectangle with a 0 in it", conditions()


def _cover(claim: StatedClaim, rows: Rows) -> Shown:
    """``rectangles`` and ``lines``: the equal rows (columns) with some 1, times the places where they have it."""
    of = claim.proof.get("of")
    sides = claim.proof.get("rectangles", [])
    if of:
        lines = rows if of == "rows" else tuple(map("".join, zip(*rows, strict=True)))
        groups: dict[tuple[int, ...], list[int]] = {}
        for number, line in enumerate(lines):
            groups.setdefault(tuple(j for j, x in enumerate(line) if x == "1"), []).append(number)
        sides = [(one, across) if of == "rows" else (across, one) for across, one in groups.items() if across]
    once = "exactly" if claim.read.quantity.name.startswith("partition") else "at least"
    need_room(sum(len(inside) * len(across) for inside, across in sides))
    held: dict[tuple[int, int], int] = {}
    for cell in (cell for inside, across in sides for cell in product(inside, across)):
        held[cell] = held.get(cell, 0) + 1

    def conditions() -> Iterator[str]:
        yield f"(<= {len(sides)}.0 value)"
        for cell in product(range(len(rows)), range(len(rows[0]))):
            count = held.get(cell, 0)
            fits = count == 1 if once == "exactly" else count >= 1
            allowed = "01*" if fits and not count else "1*" if fits else "0*" if not count else "*"
            yield _is(*cell, *allowed)

    return f"every 1 lies in {once} one of {len(sides)} rectangles, no 0 in any: {_listed(sides)}", conditions()


def _listed(sides: Sequence[Any]) -> str:
    return "; ".join(f"rows {list(inside)}, columns {list(across)}" for inside, across in sides)


def _conflicts(claim: StatedClaim, rows: Rows) -> Shown:
    """Rows (columns) of which any two differ; of ``distinct`` one of each kind."""
    of, value = claim.proof.get("of", "rows"), int(claim.read.value or 0)
    lines = rows if of == "rows" else tuple(map("".join, zip(*rows, strict=True)))
    chosen = claim.proof.get("lines", [lines.index(line) for line in dict.fromkeys(lines)])
    need_room(len(chosen) ** 2, "pairs of lines")

    def conditions() -> Iterator[str]:
        yield f"(or (= value 0.0) (> {len(chosen)}.0 {2 ** max(value - 1, 0)}.0))"
        for a, b in combinations(chosen, 2):
            j = next(j for j, pair in enumerate(zip(lines[a], lines[b], strict=True)) if {*pair} == {"0", "1"})
            one, other = ((a, j), (b, j)) if of == "rows" else ((j, a), (j, b))
            yield f"(or {' '.join(f'(and {_is(*one, x)} {_is(*other, y)})' for x, y in ('01', '10'))})"

    return f"of {len(chosen)} {of} any two have 0 and 1 in some place, so that so many need the value", conditions()


def _messages(claim: StatedClaim, rows: Rows) -> Shown:
    """A message for each row, after which the answer at every column is known; of ``distinct`` a kind of row each."""
    sent = claim.proof.get("messages", [rows.index(row) for row in rows])
    groups: dict[int, list[int]] = {}
    for r, message in enumerate(sent):
        groups.setdefault(message, []).append(r)

    def conditions() -> Iterator[str]:
        yield f"(<= {len(groups)}.0 {2 ** int(claim.read.value or 0)}.0)"
        for group, c in product(groups.values(), range(len(rows[0]))):
            known = {rows[r][c] for r in group} - {"*"}
            yield all_of(_is(r, c, "*", *sorted(known)[:1]) for r in group)

    return f"rows of one message, one of {len(groups)}, do not have 0 and 1 in any column: {sent}", conditions()


def _shattered(claim: StatedClaim, rows: Rows) -> Shown:
    chosen = claim.proof["columns"]
    shown = {tuple(row[c] for c in chosen): r for r, row in enumerate(rows)}

    def conditions() -> Iterator[str]:
        yield f"(>= {len(chosen)}.0 value)"
        for word in product("01", repeat=len(chosen)):
            yield all_of(_is(shown[word], c, x) for c, x in zip(chosen, word, strict=True))

    return f"on the columns {chosen} the rows show all {2 ** len(chosen)} words", conditions()


def _heavy(claim: StatedClaim, rows: Rows) -> Shown:
    inside, across = claim.proof["rectangle"]
    total = " ".join(f"(ite {_is(r, c, '1')} 1.0 (- 1.0))" for r in inside for c in across)
    total, cells = f"(+ 0.0 0.0 {total})", f"{len(rows) * len(rows[0])}.0"
    proves = f"over the rectangle of {_listed([(inside, across)])} the entries (1 or -1), or their negatives, add up"
    conditions = iter([f"(or (>= {total} (* value {cells})) (>= (- {total}) (* value {cells})))"])
    return f"{proves} to at least the value times the number of cells", conditions


def _protocol(claim: StatedClaim, rows: Rows) -> Shown:
    """What comes to each leaf of a protocol tree, and how deep it lies."""
    everything = tuple(range(len(rows))), tuple(range(len(rows[0])))

    def conditions() -> Iterator[str]:
        waiting = [(*everything, 0)]
        for node in claim.proof["nodes"]:
            here, there, depth = waiting.pop()
            if node[0] < 2:
                yield f"(<= {depth}.0 value)"
                yield all_of(_is(r, c, str(node[0]), "*") for r in here for c in there)
            elif node[0] == 2:
                one, other = ([r for r in here if (r in node[1:]) == zero] for zero in (True, False))
                waiting += [(tuple(other), there, depth + 1), (tuple(one), there, depth + 1)]
            else:
                one, other = ([c for c in there if (c in node[1:]) == zero] for zero in (True, False))
                waiting += [(here, tuple(other), depth + 1), (here, tuple(one), depth + 1)]

    return (
        "what comes to a leaf of the protocol, in its order, has the answer of the leaf, and no leaf is deeper",
        conditions(),
    )


EXHIBITS = {
    "fooling": _fooling,
    "rectangles": _cover,
    "lines": _cover,
    "conflicts": _conflicts,
    "messages": _messages,
    "distinct": lambda claim, rows: (_conflicts if claim.read.side == "lower" else _messages)(claim, rows),
    "shattered": _shattered,
    "heavy-rectangle": _heavy,
    "protocol": _protocol,
}
"""Exhibit -> what it shows, and the conditions, of a claim and the matrix as it sees it."""


def rank(claim: StatedClaim, name: str, rows: Rows) -> Script:
    """A part that has an inverse (lower ends), or a product of two narrow matrices (upper ends)."""
    prime, value = {"rank_gf2": 2, "rank_gf3": 3}.get(name, 0), int(claim.read.value or 0)
    table = [[Fraction(1 if x == "1" else -(name == "rank_sign")) for x in row] for row in rows]
    need_room(len(rows) * len(rows[0]) * min(value, len(rows), len(rows[0])))
    over, lower = f"modulo {prime}" if prime else "over the rational numbers", claim.read.side == "lower"
    script = Script(
        "QF_NIA" if prime else "QF_NRA", claim.words,
        f"some {value} rows and columns are a matrix with an inverse {over}" if lower else
        f"the matrix is F G {over}, where F has {value} columns",
        "That m_r_c are the entries of the matrix, one of each kind of equal rows and columns",
    )  # fmt: skip
    m = [script.vector(f"m_{r}", row) for r, row in enumerate(table)]
    pivots, reduced = eliminated(table, prime)
    if lower:
        chosen = pivots[:value]
        columns, size = [c for _, c in chosen], len(chosen)
        bordered = [
            [table[r][c] for c in columns] + [Fraction(i == j) for j in range(size)] for i, (r, _) in enumerate(chosen)
        ]
        F, right = (
            [[m[r][c] for c in columns] for r, _ in chosen],
            [row[size:] for row in eliminated(bordered, prime)[1]],
        )
        wanted = [[script.number(int(i == j)) for j in range(size)] for i in range(size)]
        script.require(f"(>= {script.number(size)} {script.number(value)})")
    else:
        F = [script.vector(f"f_{r}", [row[c] for _, c in pivots]) for r, row in enumerate(table)]
        right, wanted = reduced, m
        script.require(f"(<= {script.number(len(pivots))} {script.number(value)})")
    if sum(len(str(x)) for row in right for x in row) > MOST_BYTES // 2:
        raise TooLargeError(f"a factor has more than {MOST_BYTES // 2} digits")
    G = [script.vector(f"g_{k}", row) for k, row in enumerate(right)]
    for line, names in zip(F, wanted, strict=True):
        for j, entry in enumerate(names):
            total = script.sum(f"(* {x} {G[k][j]})" for k, x in enumerate(line))
            script.require(f"(= (mod (- {total} {entry}) {prime}) 0)" if prime else f"(= {total} {entry})")
    return script


def eliminated(rows: Matrix, prime: int) -> tuple[list[tuple[int, int]], Matrix]:
    """The places of the pivots, (row as given, column), and the rows in reduced echelon form, zero rows left out.

    >>> eliminated([[Fraction(0), Fraction(2)], [Fraction(0), Fraction(1)]], 0)
    ([(0, 1)], [[Fraction(0, 1), Fraction(1, 1)]])
    """

    def kept(number: Fraction) -> Fraction:
        return Fraction(int(number) % prime) if prime else number

    def without(row: list[Fraction], pivot: list[Fraction], column: int) -> list[Fraction]:
        factor = row[column]
        return [kept(x - factor * y) for x, y in zip(row, pivot, strict=True)] if factor else row

    left = [(r, [kept(x) for x in row]) for r, row in enumerate(rows)]
    done: list[tuple[int, int, list[Fraction]]] = []
    for column in range(len(rows[0])):
        place = next((k for k, (_, row) in enumerate(left) if row[column]), None)
        if place is None:
            continue
        number, pivot = left.pop(place)
        inverse = Fraction(pow(int(pivot[column]), -1, prime)) if prime else 1 / pivot[column]
        pivot = [kept(x * inverse) for x in pivot]
        left = [(r, without(row, pivot, column)) for r, row in left]
        done = [(r, c, without(row, pivot, column)) for r, c, row in done]
        done.append((number, column, pivot))
    return [(r, c) for r, c, _ in done], [row for _, _, row in done]
