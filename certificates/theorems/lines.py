"""Rows of a pattern any two of which need different queries, columns any two of which need different keys. Trusted.

*Rows.* If one query serves two rows, its scores order the columns for both. So rows r, s with columns c, d such that r
says c above d and s says d above c have different queries. Star-free rows with as many of each symbol are such if they
differ: for no level is the set of columns at or above it in the one row contained in that of the other. A null key is a
last column of ``0``. *Columns.* If a row has different symbols at two columns, neither a star, their keys differ.

Also the lines of the pattern whose sign-rank a claim bounds.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from ..claims import Claim
from ..meaning.pattern import pattern_of
from ..meter import Meter
from ..refuse import need
from ..schema import word
from .case import Case

OF = word("columns", "rows")


def vectors(claim: Claim, of: str, meter: Meter) -> tuple[tuple[str, ...], int]:
    """The pattern whose sign-rank the claim bounds below, and how much the bound is less; ``rows``: transposed."""
    q = claim.quantity
    sized = q.kind == "size" and q.resource == "m" and q.unit_class.name == "SIGN"
    need(sized or (q.kind == "measure" and q.name == "sign_rank"), "the bound is one of m in class SIGN, and sign-rank")
    pattern = pattern_of(claim.statement, meter)
    need(claim.side == "lower" and pattern.plain, "it is for lower bounds, by inner products of single queries")
    meter.charge((pattern.count + 1) * (60 + 3 * pattern.columns))
    rows = tuple(pattern.homogeneous())
    return (rows if of == "columns" else tuple(map("".join, zip(*rows, strict=True)))), pattern.offset


def named(x: Case, columns: bool) -> tuple[list[str], bool]:
    """The lines that evidence names (all of them if none), and whether the columns are meant."""
    pattern = pattern_of(x.s, x.meter)
    need(pattern.plain, "the pattern is not one of inner products, one query for each row")
    rows = [word + "0" * pattern.null for word in pattern.words()]
    x.meter.charge(3 * len(rows) * len(rows[0]))
    lines = list(map("".join, zip(*rows, strict=True))) if columns else rows
    chosen = x.p.fields.get("lines", ())
    need(max(chosen, default=0) < len(lines), "there is no such line")
    return [lines[i] for i in chosen] if chosen else lines, pattern.null


def apart(lines: Sequence[str], columns: bool, meter: Meter) -> bool:
    """Whether any two of the rows cross (of the columns: differ in a row, neither a star)."""
    counts = {tuple(map(line.count, "+0*")) for line in lines}
    if all(stars == 0 for *_, stars in counts) and (columns or len(counts) == 1):
        return len(set(lines)) == len(lines)
    meter.charge(len(lines) ** 2 * (60 + len(lines[0])))
    level = {"-": 0, "0": 1, "+": 2}
    for one, other in combinations(lines, 2):
        seen = [(level[a], level[b]) for a, b in set(zip(one, other, strict=True)) if "*" not in a + b]
        if columns and all(a == b for a, b in seen):
            return False
        if not columns and not any(a > c and b < d for a, b in seen for c, d in seen):
            return False
    return True


def different(columns: bool) -> Callable[[Case], int]:
    """The number of lines, once any two of them are known to need two vectors."""

    def number(x: Case) -> int:
        lines, _ = named(x, columns)
        need(apart(lines, columns, x.meter), "two of the lines may have the same vector")
        return len(lines)

    return number


def shown(x: Case) -> int:
    """How many queries the star-free rows need."""
    lines, null = named(x, False)
    return -(-len({line for line in lines if "*" not in line}) // (1 if null else 2 * len(lines[0]) + 1))
