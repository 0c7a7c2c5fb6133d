"""A first upper bound in class GRID: tables in which every key has coordinates of its own."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ..bounds.bound import Bound, TooLongToCheckError
from .asked import Asked
from .class_bounds import class_bound

OWN = "every key has coordinates of its own"
WIDEST = 4096
"""Widest tables that are written down."""


def own_coordinates_upper(asked: Asked) -> Bound | None:
    """m <= the width of tables in which every key has coordinates of its own: they exist in every grid.

    A key has two coordinates of its own; it is ``on`` there and ``off`` at all others. Query entries at the two are
    (on, on) for +, (on, off) for 0, (off, off) for -. midrise, on = 1 and off = -1: scores are -sum(query) + 2 (sum of
    the two), so 4, 0, -4 up to a shift of the row; a null key that is off everywhere ties with 0. twos, on = -1 and
    off = 0: scores are 2, 1, 0; a null key ties with 0 if it is on in one coordinate more, where all queries are on and
    all other keys off. Rows without + (and no null token) are selected with one coordinate: 2, -2 up to a shift, or
    1, 0. Where no row tells keys apart, none is needed. So neighbours are 4 (midrise) or 1 (twos) apart, and copies of
    all coordinates multiply that up to the gap.

    None if the tables are too large to be written down or checked.
    """
    rows, null = asked.question.pattern.rows, asked.question.null
    columns = len(rows[0])
    own, extra, copies = own_layout(asked)
    on, off = (1, -1) if asked.unit_class.grid == "midrise" else (-1, 0)
    width = (own * columns + extra) * copies
    if width > WIDEST:
        return None
    if asked.shared:
        return _shared_upper(asked, width, copies, on, off)
    entries = {"+": (on, on), "0": (on, off), "-": (off, off), "*": (off, off)}
    queries = [(*(x for symbol in row for x in entries[symbol][:own]), *((on,) * extra)) * copies for row in rows]
    keys = [(*(on if c // own == j else off for c in range(own * columns)), *((off,) * extra)) for j in range(columns)]
    evidence: dict[str, Any] = {
        "kind": "tables",
        "dimension": width,
        "queries": queries,
        "keys": [key * copies for key in keys],
    }
    if null:
        evidence["null_key"] = ((off,) * (own * columns) + (on,) * extra) * copies
    return _tables_end(asked, width, evidence)


def own_layout(asked: Asked) -> tuple[int, int, int]:
    """Coordinates of each key, coordinates of the null key, and copies of all of them."""
    rows, null, midrise = asked.question.pattern.rows, asked.question.null, asked.unit_class.grid == "midrise"
    copies = -(-asked.unit_class.gap // (4 if midrise else 1))
    if not asked.shared and not any(_tells_apart(row, null) for row in rows):
        return 0, 0, copies
    return 2 if null or any("+" in row for row in rows) else 1, 1 if null and not midrise else 0, copies


def _tells_apart(row: str, null: bool) -> bool:
    """Whether some scores of a row have to differ, or to differ from the null token's."""
    return len(set(row) - {"*"} | ({"0"} if null else set())) > 1


def _shared_upper(asked: Asked, width: int, copies: int, on: int, off: int) -> Bound | None:
    """The first head selects all but H - 1 positions of the subset, each of the others one."""
    sizes = dict(asked.question.parameters)
    positions, q, heads = sizes["N"], sizes["q"], asked.least.heads or 1
    keys = [tuple(on if c == j else off for c in range(positions)) * copies for j in range(positions)]
    tables = []
    for h in range(heads):
        parts = [y[: q - heads + 1] if not h else (y[q - heads + h],) for y in combinations(range(positions), q)]
        queries = [tuple(on if c in part else off for c in range(positions)) * copies for part in parts]
        tables.append({"queries": queries, "keys": keys})
    return _tables_end(asked, width, {"kind": "shared-tables", "heads": tables})


def _tables_end(asked: Asked, width: int, evidence: dict[str, Any]) -> Bound | None:
    try:
        return class_bound(asked, "upper", width, OWN, evidence)
    except TooLongToCheckError:
        return None
