"""Matrices of a catalogue as text: small pictures, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .catalogue import Entry
from .tally import shown

SYMBOLS = {"+": "■ ", "1": "■ ", "-": "· ", "0": "· ", "*": "  "}
"""An entry of a matrix, two columns wide, so that a square matrix looks square."""

TIES = SYMBOLS | {"0": "○ "}
"""The same for patterns over - 0 +, where 0 is a tie."""

GAP = 3
"""Columns between two pictures."""


def picture(rows: Sequence[str]) -> list[str]:
    r"""The lines of a matrix's picture.

    >>> print("\n".join(picture(["+-+", "-++"])))
    ■ · ■
    · ■ ■
    """
    symbols = TIES if set("".join(rows)) & set("+-") else SYMBOLS
    return ["".join(symbols.get(entry, f"{entry} ") for entry in row).rstrip() for row in rows]


def side_by_side(entries: Iterable[Entry], quantities: Sequence[str], width: int) -> Iterator[str]:
    """Lines with the pictures of classes side by side, each with its numbers and its key below.

    Parameters
    ----------
    entries : iterable of Entry
        Those without the field ``rows``, words of one length, are a line each.
    quantities : fields that are told
    width : int
        Columns of the terminal.
    """
    line: list[list[str]] = []
    for entry in entries:
        rows = matrix_of(entry)
        numbers = [f"{name} {shown(entry.fields.get(name))}" for name in quantities]
        if rows is None:
            rest = [f"{name} {shown(x)}" for name, x in entry.fields.items() if name not in quantities]
            yield "  ".join([entry.key, *numbers, *rest])
            continue
        block = [*picture(rows), *numbers, entry.key]
        if line and sum(_width(one) + GAP for one in [*line, block]) - GAP > width:
            yield from _joined(line)
            line = []
        line.append(block)
    yield from _joined(line)


def matrix_of(entry: Entry) -> list[str] | None:
    """The field ``rows`` of an entry, if it is a matrix in words; else None."""
    rows = entry.fields.get("rows")
    return rows if isinstance(rows, list) and rows and all(isinstance(row, str) for row in rows) else None


def _width(block: Sequence[str]) -> int:
    return max(map(len, block))


def _joined(blocks: Sequence[Sequence[str]]) -> Iterator[str]:
    if not blocks:
        return
    height = max(map(len, blocks))
    for k in range(height):
        cells = [f"{block[k] if k < len(block) else '':{_width(block)}}" for block in blocks]
        yield (" " * GAP).join(cells).rstrip()
    yield ""
