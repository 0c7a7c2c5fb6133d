"""A picture of a frontier: a heat map m x p for every H, with what theory says drawn over it."""

from pathlib import Path
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ...show.pictures.lettering import fitted
from ...solvers.outcome import Verdict
from .frontier import Frontier
from .theory import theory_curves

COLOURS = {Verdict.INFEASIBLE: "#f2b48a", Verdict.OPEN: "#f4f1ea", Verdict.FEASIBLE: "#9fc5e3"}
CODES = {status: number for number, status in enumerate(COLOURS)}
LINES: dict[str, tuple[str, Literal["-", "--", ":"], float]] = {
    "lower": ("#1d3557", "-", 2.6),
    "exact": ("black", "--", 1.8),
    "upper": ("#6a4c93", ":", 2.6),
}
COLUMNS = 3
MOST_MARKED = 600
"""Most cells of a panel in which the ones with an answer of their own are marked."""


def draw_frontier(found: Frontier, path: Path) -> None:
    """Write the picture (``frontier_figure``); the ending of the file name says the format (png, svg, pdf)."""
    frontier_figure(found).savefig(path, dpi=130)


def frontier_figure(found: Frontier) -> Figure:
    """One panel for every H: p to the right, m upwards; a curve of theory runs below the least m that it names.

    A dot marks a cell that was decided itself; the others follow from it by monotonicity.
    """
    columns = min(COLUMNS, len(found.H))
    rows = -(-len(found.H) // columns)
    wide = min(max(3.0, 0.7 * len(found.p) + 1.2), 9.0)
    tall = min(max(2.6, 0.42 * len(found.m) + 1.0), 9.0)
    figure = Figure(figsize=(max(6.5, wide * columns), tall * rows + 1.7), layout="constrained")
    panels = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True)
    labels: dict[str, str] = {}
    for number, axes in enumerate(panels.flat):
        if number >= len(found.H):
            axes.set_visible(False)
            continue
        draw_panel(axes, found, found.H[number], labels)
        if number % columns == 0:
            axes.set_ylabel("m, width of queries and keys")
        if number + columns >= len(found.H):
            axes.set_xlabel("p, bits per number")
            axes.tick_params(labelbottom=True)
    setting = f", {found.asked.setting}" if found.asked.setting and (len(found.H) > 1 or found.H[0] > 1) else ""
    words = f"{found.asked.question.words}\nclass {found.asked.unit_class}{setting}"
    figure.suptitle(fitted(words, figure, 11), fontsize=11)
    figure.legend(handles=_handles(found, labels), loc="outside lower center", ncols=2, frameon=False, fontsize=9)
    return figure


def draw_panel(axes: Axes, found: Frontier, heads: int, labels: dict[str, str]) -> None:
    """The map of one H; ``labels`` gets the curves of theory that were drawn, and their roles."""
    image = np.zeros((len(found.m), len(found.p)))
    marks = []
    for mapped in found.cells:
        if heads == mapped.cell.H:
            row, column = found.m.index(mapped.cell.m), found.p.index(mapped.cell.p)
            image[row, column] = CODES[mapped.verdict]
            if mapped.verdict is not Verdict.OPEN and mapped.filled_from is None:
                marks.append((column, row))
            if mapped.verdict is Verdict.OPEN and image.size <= MOST_MARKED:
                axes.text(column, row, "?", ha="center", va="center", color="#6b5b1e")
    colours = ListedColormap(list(COLOURS.values()))
    axes.imshow(image, cmap=colours, vmin=0, vmax=2, origin="lower", aspect="auto", interpolation="nearest")
    if marks and image.size <= MOST_MARKED:
        axes.plot(*zip(*marks, strict=True), ".", color="#444444", markersize=5)
    _name_ticks(axes, found)
    axes.set_title(f"H = {heads}", fontsize=10)
    for line in (*np.arange(0.5, len(found.p) - 1),):
        axes.axvline(line, color="white", linewidth=0.8)
    for line in (*np.arange(0.5, len(found.m) - 1),):
        axes.axhline(line, color="white", linewidth=0.8)
    for curve in theory_curves(found.asked, found.p, heads):
        _draw_curve(axes, found, curve.widths, curve.role)
        labels.setdefault(f"{curve.name}: {curve.law}", curve.role)


def _name_ticks(axes: Axes, found: Frontier) -> None:
    for axis, sizes in ((axes.xaxis, found.p), (axes.yaxis, found.m)):
        step = -(-len(sizes) // 16)
        axis.set_ticks(range(0, len(sizes), step), [str(size) for size in sizes[::step]])
    axes.set_xlim(-0.5, len(found.p) - 0.5)
    axes.set_ylim(-0.5, len(found.m) - 0.5)


def _draw_curve(axes: Axes, found: Frontier, widths: tuple[int, ...], role: str) -> None:
    """A staircase along the lower edges of the cells of least m; ranges of m have no holes on the command line."""
    colour, style, thickness = LINES[role]
    below = [sum(m < width for m in found.m) - 0.5 for width in widths]
    x = [edge for column in range(len(widths)) for edge in (column - 0.5, column + 0.5)]
    y = [level for level in below for _ in range(2)]
    axes.plot(x, y, color=colour, linestyle=style, linewidth=thickness, clip_on=False, zorder=4)


def _handles(found: Frontier, labels: dict[str, str]) -> list[Patch | Line2D]:
    words = {verdict: verdict.existence for verdict in Verdict}
    words[Verdict.OPEN] = f"open ({found.budget:g} s a cell)"
    present = {mapped.verdict for mapped in found.cells}
    handles: list[Patch | Line2D] = [
        Patch(facecolor=COLOURS[status], edgecolor="grey", label=word)
        for status, word in words.items()
        if status in present
    ]
    if any(mapped.filled_from for mapped in found.cells):
        said = "decided itself (the others follow)"
        handles.append(Line2D([], [], marker=".", color="#444444", linestyle="none", label=said))
    for name, role in labels.items():
        colour, style, thickness = LINES[role]
        handles.append(Line2D([], [], color=colour, linestyle=style, linewidth=thickness, label=name))
    return handles
