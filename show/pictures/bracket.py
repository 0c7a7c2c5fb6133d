"""A picture of a bracket: the sign pattern, and, for m <= 3, the polytope of the keys with what a query selects."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from ...bounds.bound import Bound
from ...bounds.upper.unit_tables import unit_tables
from .lettering import fitted
from .polytope import CODES, COLOURS, WIDEST, draw_polytope

MAX_ROWS = 400


def draw_bracket(bracket: Any, path: Path) -> None:
    """Write the picture of a bracket; the ending of the file name says the format (png, svg, pdf).

    Rows beyond 400 are left out of the pattern's picture, and query lines beyond 24; the picture says so. The polytope
    of the keys (``polytope_figure``) is drawn with query 0.

    Raises
    ------
    ValueError
        If the pattern cannot be written out, no unit is known, or the format is unknown.
    """
    if not bracket.question.can_be_written_out:
        raise ValueError("the pattern is too large to be drawn; try smaller parameters")
    upper = bracket.upper
    if not isinstance(upper, Bound):
        raise ValueError(f"the bracket must have an upper bound in class SIGN, got {upper}; see probe")
    m = upper.value
    keys = 1 <= m <= WIDEST
    figure = Figure(figsize=(11 if keys else 6, 5), layout="constrained")
    words = f"{bracket.question.words}\nclass SIGN: {bracket.lower.value} <= m <= {m}"
    figure.suptitle(fitted(words, figure))
    _draw_pattern(figure.add_subplot(1, 2 if keys else 1, 1), bracket)
    if keys:
        axes = figure.add_subplot(1, 2, 2, projection="3d" if m == WIDEST else None)
        draw_polytope(axes, unit_tables(upper), bracket.question.pattern.rows, 0)
    figure.savefig(path, dpi=120)


def _draw_pattern(axes: Axes, bracket: Any) -> None:
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
