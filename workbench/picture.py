"""A picture of a bracket: the sign pattern, and, for m <= 2, the keys with the line of each query."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from ..bounds.bound import Bracket
from ..bounds.unit_tables import UnitTables, unit_tables

CODES = {"-": 0, "0": 1, "+": 2, "*": 3}
COLOURS = ("#c6d4e8", "#f2b134", "#d1495b", "#ffffff")
MAX_ROWS = 400
MAX_LINES = 24


def draw_bracket(bracket: Bracket, path: Path) -> None:
    """Write the picture of a bracket; the ending of the file name says the format (png, svg, pdf).

    Rows beyond 400 are left out of the pattern's picture, and query lines beyond 24; the picture says so.

    Raises
    ------
    ValueError
        If the pattern cannot be written out, or the format is unknown.
    """
    if not bracket.question.can_be_written_out:
        raise ValueError("the pattern is too large to be drawn; try smaller parameters")
    lines = bracket.upper.value in (1, 2)
    figure = Figure(figsize=(11 if lines else 6, 5), layout="constrained")
    axes = figure.subplots(1, 2 if lines else 1, squeeze=False)[0]
    figure.suptitle(f"{bracket.question.words}\nclass SIGN: {bracket.lower.value} <= m <= {bracket.upper.value}")
    _draw_pattern(axes[0], bracket)
    if lines:
        _draw_keys(axes[1], unit_tables(bracket.upper), bracket.question.pattern.rows)
    figure.savefig(path, dpi=120)


def _draw_pattern(axes: Axes, bracket: Bracket) -> None:
    pattern = bracket.question.pattern
    rows = pattern.rows[:MAX_ROWS]
    image = np.array([[CODES[symbol] for symbol in row] for row in rows])
    axes.imshow(image, cmap=ListedColormap(COLOURS), vmin=0, vmax=3, aspect="auto", interpolation="nearest")
    left_out = len(pattern.rows) - len(rows)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel("query type" + (f" ({left_out} more)" if left_out else ""))
    axes.set_xlabel("key type")
    words = {"-": "below", "0": "selected (tie)", "+": "above", "*": "no condition"}
    present = [symbol for symbol in CODES if any(symbol in row for row in rows)]
    handles = [Patch(facecolor=COLOURS[CODES[s]], edgecolor="grey", label=f"{s} {words[s]}") for s in present]
    axes.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncols=4, frameon=False)


def _draw_keys(axes: Axes, unit: UnitTables, rows: tuple[str, ...]) -> None:
    keys = np.array([[float(x) for x in key] + [0.0] * (2 - unit.m) for key in unit.keys])
    if unit.null:  # only directions matter: put the keys on the unit circle, the null token at the origin
        keys /= np.maximum(np.linalg.norm(keys, axis=1, keepdims=True), 1e-300)
        axes.plot(0, 0, "s", color="black")
        axes.annotate("null", (0, 0), textcoords="offset points", xytext=(5, -12))
    axes.set_title("keys, and the line of each query's threshold")
    axes.plot(keys[:, 0], keys[:, 1], "o", color="#2e4057", zorder=3)
    for number, key in enumerate(keys):
        axes.annotate(str(number), key, textcoords="offset points", xytext=(4, 4))
    low, high = keys.min(axis=0), keys.max(axis=0)
    margin = 0.15 * np.maximum(high - low, 1e-9).max()
    axes.set_xlim(low[0] - margin, high[0] + margin)
    axes.set_ylim(low[1] - margin, high[1] + margin)
    for number, exact in enumerate(unit.queries[:MAX_LINES]):
        query = np.array([float(x) for x in exact] + [0.0] * (2 - unit.m))
        if not query.any():
            continue
        threshold = 0.0 if unit.null else _threshold(unit, number, rows[number])
        base = query * threshold / (query @ query)
        direction = (-query[1], query[0])
        axes.axline(base, (base[0] + direction[0], base[1] + direction[1]), color="#d1495b", linewidth=0.6)
    if len(unit.queries) > MAX_LINES:
        axes.set_xlabel(f"lines of the first {MAX_LINES} queries")


def _threshold(unit: UnitTables, number: int, row: str) -> float:
    """The score of the selected keys, or, in a row without zeros, a score between those above and those below."""
    scores = unit.scores(number)
    by_symbol = {symbol: [x for x, s in zip(scores, row, strict=True) if s == symbol] for symbol in "-0+"}
    if by_symbol["0"]:
        return float(by_symbol["0"][0])
    if not by_symbol["+"] and not by_symbol["-"]:
        return float(max(scores))
    low = max(by_symbol["-"]) if by_symbol["-"] else min(by_symbol["+"]) - 2
    high = min(by_symbol["+"]) if by_symbol["+"] else low + 2
    return float((low + high) / 2)
