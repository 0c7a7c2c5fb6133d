"""Exhibits about matrices as scripts: fooling sets, covers, messages, protocols, ranks, compared with the matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from flint import fmpq, fmpq_mat, fmpz_mat, nmod_mat

from ...certificates.evaluate.matrices import RANKS
from ...certificates.meaning.matrices import different
from ...certificates.meaning.quantities import SEEN_AS, seen
from .programs import matrix_script
from .script import MOST_BYTES, Script, TooLargeError, all_of, need_room, some_of
from .stated_claim import Exported, StatedClaim

Rows = tuple[str, ...]


def matrices(claim: StatedClaim) -> Exported | None:
    """A script for each exhibit about a 0/1 matrix; None where it is about something else, or about completions."""
    exhibit = claim.proof["exhibit"]
    if claim.read.quantity.kind != "measure" or claim.read.statement.kind != "communication":
        return None
    if exhibit.startswith("completion"):
        return None
    name, rows = seen(claim.read, claim.meter)
    if name in RANKS:
        return rank(claim, name, different(rows, claim.meter)).exported()
    view = SEEN_AS.get(claim.read.quantity.name)
    turned = f", which is {view[1].__name__}" if view else ""
    believe = f"That m_r_c are the entries of the matrix{turned} (2: *)"
    proves, *conditions = EXHIBITS[exhibit](claim, rows)
    script = matrix_script(claim, rows, proves, believe)
    script.require(*conditions)
    return script.exported()


def _is(r: int, c: int, among: str) -> str:
    return some_of(f"(= m_{r}_{c} {'01*'.index(x)}.0)" for x in among)


def _fooling(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    entries = claim.proof["entries"]
    need_room(len(entries) ** 2)
    yield f"these {len(entries)} entries are 1, and any two span a rectangle with a 0 in it: {entries}"
    yield f"(>= {len(entries)}.0 value)"
    yield from (_is(r, c, "1") for r, c in entries)
    yield from (f"(or {_is(r, d, '0')} {_is(s, c, '0')})" for (r, c), (s, d) in combinations(entries, 2))


def _cover(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    """``rectangles`` and ``lines``: the equal rows (columns) with some 1, times the places where they have it."""
    of, sides = claim.proof.get("of"), claim.proof.get("rectangles", [])
    if of:
        groups: dict[tuple[int, ...], list[int]] = {}
        for number, line in enumerate(_lines(rows, of)):
            groups.setdefault(tuple(j for j, x in enumerate(line) if x == "1"), []).append(number)
        sides = [(one, across)[:: 1 if of == "rows" else -1] for across, one in groups.items() if across]
    need_room(sum(len(inside) * len(across) for inside, across in sides))
    most = 1 if claim.read.quantity.name.startswith("partition") else len(sides)
    yield f"every 1 lies in {'exactly' if most == 1 else 'at least'} one of {len(sides)} rectangles, no 0 in any"
    yield f"(<= {len(sides)}.0 value)"
    held = Counter(cell for inside, across in sides for cell in product(inside, across))
    for cell in product(range(len(rows)), range(len(rows[0]))):
        yield _is(*cell, "0*" if not held[cell] else "1*" if held[cell] <= most else "*")


def _lines(rows: Rows, of: str) -> Rows:
    return rows if of == "rows" else tuple(map("".join, zip(*rows, strict=True)))


def _conflicts(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    """Rows (columns) of which any two differ; of ``distinct`` one of each kind."""
    of, value = claim.proof.get("of", "rows"), int(claim.read.value or 0)
    lines = _lines(rows, of)
    chosen = claim.proof.get("lines", [lines.index(line) for line in dict.fromkeys(lines)])
    need_room(len(chosen) ** 2, "pairs of lines")
    yield f"of {len(chosen)} {of} any two have 0 and 1 in some place, so that so many need the value: {chosen}"
    yield f"(or (= value 0.0) (> {len(chosen)}.0 {2 ** max(value - 1, 0)}.0))"
    for a, b in combinations(chosen, 2):
        j = next(j for j, pair in enumerate(zip(lines[a], lines[b], strict=True)) if {*pair} == {"0", "1"})
        (r, c), (s, d) = ((a, j), (b, j)) if of == "rows" else ((j, a), (j, b))
        yield f"(or {' '.join(f'(and {_is(r, c, x)} {_is(s, d, y)})' for x, y in ('01', '10'))})"


def _messages(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    """A message for each row, after which the answer at every column is known; of ``distinct`` a kind of row each."""
    sent = claim.proof.get("messages", [rows.index(row) for row in rows])
    groups = [[r for r, other in enumerate(sent) if other == message] for message in dict.fromkeys(sent)]
    yield f"rows of one message, one of {len(groups)}, do not have 0 and 1 in any column: {sent}"
    yield f"(<= {len(groups)}.0 {2 ** int(claim.read.value or 0)}.0)"
    for group, c in product(groups, range(len(rows[0]))):
        known = sorted({rows[r][c] for r in group} - {"*"})[:1]
        yield all_of(_is(r, c, "".join(["*", *known])) for r in group)


def _shattered(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    chosen = claim.proof["columns"]
    shown = {tuple(row[c] for c in chosen): r for r, row in enumerate(rows)}
    yield f"on the columns {chosen} the rows show all {2 ** len(chosen)} words"
    yield f"(>= {len(chosen)}.0 value)"
    for word in product("01", repeat=len(chosen)):
        yield all_of(_is(shown[word], c, x) for c, x in zip(chosen, word, strict=True))


def _heavy(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    inside, across = claim.proof["rectangle"]
    yield f"over rows {inside}, columns {across} the entries (1 or -1) or their negatives sum to value R C or more"
    total = " ".join(f"(ite {_is(r, c, '1')} 1.0 (- 1.0))" for r in inside for c in across)
    least = f"(* value {len(rows) * len(rows[0])}.0)"
    yield f"(or (>= (+ 0.0 0.0 {total}) {least}) (>= (- (+ 0.0 0.0 {total})) {least}))"


def _protocol(claim: StatedClaim, rows: Rows) -> Iterator[str]:
    """What comes to each leaf of a protocol tree, and how deep it lies."""
    yield "what comes to a leaf of the protocol, in its order, has the answer of the leaf, and no leaf is deeper"
    waiting = [([*range(len(rows))], [*range(len(rows[0]))], 0)]
    for kind, *zero in claim.proof["nodes"]:
        *sides, depth = waiting.pop()
        if kind < 2:
            if zero:
                raise ValueError("a leaf lists nothing")
            yield f"(<= {depth}.0 value)"
            yield all_of(_is(r, c, f"{kind}*") for r, c in product(*sides))
            continue
        for goes in (False, True):
            part = [x for x in sides[kind - 2] if (x in zero) == goes]
            waiting.append((part, sides[1], depth + 1) if kind == 2 else (sides[0], part, depth + 1))
    if waiting:
        raise ValueError("a node is missing")


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
"""Exhibit -> what it shows, then the conditions, of a claim and the matrix as it sees it."""


def rank(claim: StatedClaim, name: str, rows: Rows) -> Script:
    """A part that has an inverse (lower bounds), or a product of two narrow matrices (upper bounds)."""
    prime, value = {"rank_gf2": 2, "rank_gf3": 3}.get(name, 0), int(claim.read.value or 0)
    table = [[1 if x == "1" else -(name == "rank_sign") for x in row] for row in rows]
    need_room(len(rows) * len(rows[0]) * min(value, len(rows), len(rows[0])))
    over, lower = f"modulo {prime}" if prime else "over the rational numbers", claim.read.side == "lower"
    script = Script(
        claim, "QF_NIA" if prime else "QF_NRA",
        f"some {value} rows and columns are a matrix with an inverse {over}" if lower else
        f"the matrix is F G {over}, where F has {value} columns",
        "That m_r_c are the entries of the matrix, one of each kind of equal rows and columns",
    )  # fmt: skip
    m = script.matrix("m", table)
    reduced, size = _matrix(table, prime).rref()
    sizes = (value, size) if lower else (size, value)
    script.require(f"(<= {script.number(sizes[0])} {script.number(sizes[1])})")
    if lower:
        rows_of = _pivots(_matrix(table, prime).transpose())[:value]
        part = [table[r] for r in rows_of]
        columns = _pivots(_matrix(part, prime))
        F, places = [[m[r][c] for c in columns] for r in rows_of], range(len(rows_of))
        right = _matrix([[row[c] for c in columns] for row in part], prime).inv()
        wanted = [[script.number(int(i == j)) for j in places] for i in places]
    else:
        pivots = _pivots(reduced)
        F = script.matrix("f", ([row[c] for c in pivots] for row in table))
        right, wanted = reduced, m
    written = [
        [_fraction(right[k, j]) for j in range(right.ncols())] for k in range(size if not lower else len(rows_of))
    ]
    if sum(len(str(x)) for row in written for x in row) > MOST_BYTES // 2:
        raise TooLargeError(f"a factor has more than {MOST_BYTES // 2} digits")
    G = script.matrix("g", written)
    for line, names in zip(F, wanted, strict=True):
        for j, entry in enumerate(names):
            total = script.sum(f"(* {x} {G[k][j]})" for k, x in enumerate(line))
            script.require(f"(= (mod (- {total} {entry}) {prime}) 0)" if prime else f"(= {total} {entry})")
    return script


def _matrix(rows: Sequence[Sequence[int]], prime: int) -> Any:
    """A matrix over the rational numbers, or modulo a prime."""
    size = len(rows), len(rows[0]) if rows else 0
    entries = [x for row in rows for x in row]
    return nmod_mat(*size, entries, prime) if prime else fmpq_mat(fmpz_mat(*size, entries))


def _pivots(matrix: Any) -> list[int]:
    """The columns in which the rows of the reduced echelon form begin."""
    reduced, size = matrix.rref()
    return [next(c for c in range(matrix.ncols()) if reduced[r, c] != 0) for r in range(size)]


def _fraction(entry: Any) -> Fraction:
    return Fraction(int(entry.p), int(entry.q)) if isinstance(entry, fmpq) else Fraction(int(entry))
