"""An array of symbols as a drawing: a coloured cell per entry, for sign patterns and communication matrices."""

from collections.abc import Mapping, Sequence

from ...display.html import Html, paragraph, svg

MAX_SIDE = 64
"""Most rows and columns drawn. A larger array is cut off and not sampled: evenly spaced rows of, say, a Hadamard matrix
are all equal, and would show something that is not there; its corner is a matrix of the same kind."""

WRITTEN_SIDE = 16
"""Up to this many rows and columns the symbols are written into the cells, so that nothing hangs on colours."""

HATCHED = "*"
PIXELS = 320
LARGEST_CELL, LEAST_CELL = 18, 5


def grid_drawing(rows: Sequence[str], colours: Mapping[str, str], words: str) -> Html:
    """Rows of equally many symbols, each cell in its symbol's colour; ``*`` is hatched.

    Parameters
    ----------
    rows : words over the keys of ``colours`` and ``*``, at least one
    colours : symbol -> colour
    words : what it is, for those who cannot see it

    Examples
    --------
    >>> drawn = grid_drawing(["+-*"], {"+": "red", "-": "blue"}, "three entries")
    >>> drawn.count("<path"), drawn.count("<text")
    (6, 3)
    >>> "the first 64 of 100 rows and 64 of 70 columns" in grid_drawing(["+" * 70] * 100, {"+": "red"}, "")
    True
    """
    seen = [row[:MAX_SIDE] for row in rows[:MAX_SIDE]]
    height, width = len(seen), len(seen[0])
    cell = max(LEAST_CELL, min(LARGEST_CELL, PIXELS // max(height, width)))
    shapes = []
    for symbol, colour in colours.items():
        runs = _runs(seen, symbol, cell)
        if runs:
            shapes.append(f'<path d="{runs}" fill="{colour}"/>')
    if hatch := _hatch(seen, cell):
        shapes.append(f'<path d="{_runs(seen, HATCHED, cell)}" fill="#ffffff"/>')
        shapes.append(f'<path d="{hatch}" stroke="#888888" stroke-width="1" fill="none"/>')
    if cell > 2 * LEAST_CELL:
        lines = "".join(f"M0 {i * cell}H{width * cell}" for i in range(height + 1))
        lines += "".join(f"M{j * cell} 0V{height * cell}" for j in range(width + 1))
        shapes.append(f'<path d="{lines}" stroke="#ffffff" stroke-width="0.6" fill="none"/>')
    frame = f"M0.5 0.5H{width * cell - 0.5}V{height * cell - 0.5}H0.5z"
    shapes.append(f'<path d="{frame}" stroke="#999999" stroke-width="1" fill="none"/>')
    if max(height, width) <= WRITTEN_SIDE:
        shapes += _symbols(seen, cell)
    drawn = svg(width * cell, height * cell, words, shapes)
    if (height, width) == (len(rows), len(rows[0])):
        return drawn
    cut = f"the first {height} of {len(rows)} rows and {width} of {len(rows[0])} columns"
    return Html(drawn + paragraph(f"shown: {cut}"))


def legend(colours: Mapping[str, tuple[str, str]]) -> Html:
    """Coloured squares with their symbols and meanings; ``colours`` is symbol -> (colour, meaning)."""
    return paragraph(
        *(
            part
            for symbol, (colour, meaning) in colours.items()
            for part in (
                Html(f'<span style="background:{colour};color:#222;border:1px solid #999;padding:0 5px">'),
                symbol,
                Html("</span> "),
                f"{meaning} \u2003",
            )
        )
    )


def _runs(rows: Sequence[str], symbol: str, cell: int) -> str:
    """Rectangles over the runs of a symbol: a path is far shorter than a rectangle per cell."""
    found = []
    for i, row in enumerate(rows):
        j = row.find(symbol)
        while j >= 0:
            end = j
            while end < len(row) and row[end] == symbol:
                end += 1
            found.append(f"M{j * cell} {i * cell}h{(end - j) * cell}v{cell}h-{(end - j) * cell}z")
            j = row.find(symbol, end)
    return "".join(found)


def _hatch(rows: Sequence[str], cell: int) -> str:
    return "".join(
        f"M{j * cell} {(i + 1) * cell}l{cell}-{cell}"
        for i, row in enumerate(rows)
        for j, symbol in enumerate(row)
        if symbol == HATCHED
    )


def _symbols(rows: Sequence[str], cell: int) -> list[str]:
    middle = 'text-anchor="middle" fill="#222"'
    return [
        f'<text x="{j * cell + cell / 2:g}" y="{i * cell + cell / 2 + 4:g}" {middle}>{symbol}</text>'
        for i, row in enumerate(rows)
        for j, symbol in enumerate(row)
    ]
