"""A picture of a communication matrix with a cover, partition, fooling set or protocol tree drawn on it.

What is drawn is the witness of the upper bound (of a fooling set: of the lower bound) that the checker accepted.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle as Box

from ...measures.measured import MeasureBound
from ...measures.measurement import Measurement
from ...questions import CommunicationMatrix
from ...tasks import TaskError
from .lettering import ACCENT, fitted, input_words

DRAWN = ("D", "fooling0", "fooling1", "cover0", "cover1", "partition0", "partition1")
"""The measures whose witness can be drawn."""

GREYS = ("#f7f7f5", "#b9bdc4", "#ffffff")
"""Of the entries 0, 1 and ``*``."""
MAX_SIDE = 256
LABELLED = 20
"""Up to this many rows and columns the entries are written into the cells."""


def draw_matrix(result: Measurement, path: Path, shown: str) -> None:
    """Write the picture of ``matrix_figure``; the ending of the file name says the format."""
    matrix_figure(result, shown).savefig(path, dpi=130)


def matrix_figure(result: Measurement, shown: str) -> Figure:
    """The matrix, and what was found on it: rectangles in colours (stripes where they overlap), a fooling set in boxes.

    ``shown`` is one of ``DRAWN`` that was measured, or empty for the matrix alone. A matrix with more than ``MAX_SIDE``
    rows or columns is cut off there, and the picture says so.
    """
    matrix = result.matrix
    if not isinstance(matrix, CommunicationMatrix):
        raise TaskError(f"pictures are drawn of 0/1 matrices, got {matrix}; leave ‹plot› out")
    rows, columns = (min(side, MAX_SIDE) for side in matrix.shape)
    side = min(max(rows, columns, 6) * 0.34 + 1.6, 12)
    figure = Figure(figsize=(max(side * columns / max(rows, columns), 4.5), side), layout="constrained")
    axes = figure.subplots()
    image = np.array([["01*".index(x) for x in row[:columns]] for row in matrix.rows[:rows]])
    axes.imshow(image, cmap=ListedColormap(GREYS), vmin=0, vmax=2, interpolation="nearest")
    title = matrix.words
    if rows < matrix.shape[0] or columns < matrix.shape[1]:
        title += f"\nfirst {rows} rows and {columns} columns"
    if shown:
        title += "\n" + _draw_witness(axes, result, shown)
    axes.set_title(fitted(title, figure, 10), fontsize=10)
    axes.set_xlabel("Bob's inputs")
    axes.set_ylabel("Alice's inputs")
    if max(rows, columns) <= LABELLED:
        for (i, j), code in np.ndenumerate(image):
            axes.annotate("01*"[code], (j, i), ha="center", va="center", fontsize=8, color="#333333", zorder=4)
        alice, bob = input_words(matrix)
        axes.set_xticks(range(columns), bob[:columns], rotation=90 if max(map(len, bob)) > 2 else 0)
        axes.set_yticks(range(rows), alice[:rows])
    return figure


def _draw_witness(axes: Axes, result: Measurement, shown: str) -> str:
    """Draw it, and say in words what it is."""
    entry = result[shown]
    bound = _with_own_evidence(entry.lower if shown.startswith("fooling") else entry.upper)
    if bound is None:
        return f"no witness of {shown} to draw: its bound follows from other measures"
    content = bound.evidence.content
    if "pairs" in content:
        _circle(axes, content["pairs"])
        what = f"a fooling set of {len(content['pairs'])}"
    elif "rectangles" in content:
        _colour(axes, [(set(rows), set(columns)) for rows, columns in content["rectangles"]])
        what = f"{len(content['rectangles'])} rectangles"
    elif content["kind"] == "lines":
        found = _lines(cast(CommunicationMatrix, result.matrix), content["of"] == "columns", shown[-1])
        _colour(axes, found)
        what = f"{len(found)} rectangles, one for each of the different {content['of']}"
    elif "root" in content:
        leaves = _leaves(content["root"], *map(range, result.matrix.shape))
        _colour(axes, leaves)
        what = f"the {len(leaves)} leaves of a protocol of depth {int(bound.value)}"
    else:
        return f"{bound}"
    ends = [end.value for end in entry.ends]
    return f"{what}: " + (f"{shown} = {bound.value}" if entry.closed else f"{min(ends)} <= {shown} <= {max(ends)}")


def _with_own_evidence(bound: MeasureBound | None) -> MeasureBound | None:
    """The bound itself, or the one it follows from if it is the same value of a stronger measure."""
    while bound is not None and bound.premises:
        same = [premise for premise in bound.premises if premise.value == bound.value]
        bound = same[0] if len(bound.premises) == 1 and same else None
    return bound


def _circle(axes: Axes, pairs: list[list[int]]) -> None:
    for i, j in pairs:
        axes.add_patch(Box((j - 0.42, i - 0.42), 0.84, 0.84, fill=False, edgecolor=ACCENT, linewidth=2.2, zorder=3))


def _colour(axes: Axes, rectangles: list[tuple[set[int], set[int]]]) -> None:
    """Each rectangle has a colour; a cell in several is split into stripes, one for each."""
    listed: list[Any] = [cast(ListedColormap, colormaps[name]).colors for name in ("tab20", "tab20b")]
    strong, dull = listed
    palette = [*strong[::2], *strong[1::2], *dull]
    holders: dict[tuple[int, int], list[int]] = {}
    for number, (rows, columns) in enumerate(rectangles):
        for i in rows:
            for j in columns:
                if i < MAX_SIDE and j < MAX_SIDE:
                    holders.setdefault((i, j), []).append(number)
    for (i, j), numbers in holders.items():
        for k, number in enumerate(numbers):
            width = 0.92 / len(numbers)
            corner = (j - 0.46 + k * width, i - 0.46)
            axes.add_patch(Box(corner, width, 0.92, facecolor=palette[number % len(palette)], alpha=0.8, linewidth=0))


def _lines(matrix: CommunicationMatrix, turned: bool, value: str) -> list[tuple[set[int], set[int]]]:
    """Equal rows (or columns) times the places where they have the value."""
    alike: dict[tuple[int, ...], set[int]] = {}
    for i, line in enumerate((matrix.transposed if turned else matrix).rows):
        places = tuple(j for j, entry in enumerate(line) if entry == value)
        if places:
            alike.setdefault(places, set()).add(i)
    return [(set(places), lines) if turned else (lines, set(places)) for places, lines in alike.items()]


def _leaves(node: Any, rows: Iterable[int], columns: Iterable[int]) -> list[tuple[set[int], set[int]]]:
    """The rectangles of the leaves of a protocol tree, those that hold a cell."""
    rows, columns = set(rows), set(columns)
    if not rows or not columns:
        return []
    if not isinstance(node, dict):
        return [(rows, columns)]
    zero = set(node["zero"])
    first, second = node["children"]
    if node["owner"] == "A":
        return [*_leaves(first, rows & zero, columns), *_leaves(second, rows - zero, columns)]
    return [*_leaves(first, rows, columns & zero), *_leaves(second, rows, columns - zero)]
