"""Pictures of least dimensions against L: what constructions need, their formulas, d = L and d = 2k."""

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator, StrMethodFormatter

from .lettering import ACCENT, COLOURS, INK

MARKERS = {"least-squares": "o", "projection": "s", "optimised": "v", "convex": "^", "polynomial": "x"}
OF_METHODS = {
    "projection": ACCENT,
    "least-squares": INK,
    "optimised": "#8d6a9f",
    "convex": "#3d7ea6",
    "polynomial": "#4f8f6b",
}
NAMES = {
    "projection": "random projection",
    "least-squares": "random keys",
    "optimised": "descent",
    "convex": "convex programs",
}

Points = Mapping[tuple[str, int], Sequence[tuple[int, int]]]
"""Method and k to pairs of L and d."""

Formula = Callable[[int, int], float]
"""Of L and k; nan where there is none."""


def dimensions_figure(points: Points, formula: Formula, title: str) -> Figure:
    """The picture of one method, a curve for each k.

    Parameters
    ----------
    points : mapping of (method, k) to pairs (L, d)
    formula : function of L and k
    title : str

    Examples
    --------
    >>> figure = dimensions_figure({("polynomial", 2): [(64, 4), (128, 4)]}, lambda L, k: 2 * k, "2k")
    >>> len(figure.axes)
    1
    """
    figure = Figure(figsize=(8, 5.5), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, fontsize=10)
    sizes = sorted({L for found in points.values() for L, _ in found})
    labels: list[tuple[float, str, str]] = []
    for number, ((method, k), found) in enumerate(sorted(points.items(), key=lambda entry: entry[0][1])):
        colour = COLOURS[number % len(COLOURS)]
        labels.append((_draw_found(axes, method, found, colour)[1], f"k = {k}", colour))
        axes.plot(sizes, [formula(L, k) for L in sizes], "--", color=colour, linewidth=1, marker=_mark(sizes))
        axes.axhline(2 * k, color=colour, linestyle=":", linewidth=1)
        axes.annotate(f"2k = {2 * k}", (0.99, 2 * k), xycoords=("axes fraction", "data"), color=colour, fontsize=8,
                      va="bottom", ha="right")  # fmt: skip
    _draw_frame(axes, sizes)
    _write_beside(axes, labels)
    axes.set_ylabel("d: least found, and formula (dashed)")
    return figure


def methods_figure(points: Points, formulas: Mapping[str, Formula]) -> Figure:
    """The picture of all methods, a panel for each k.

    Parameters
    ----------
    points : mapping of (method, k) to pairs (L, d)
    formulas : what is proved to be enough, for some of the methods

    Examples
    --------
    >>> figure = methods_figure({("optimised", 2): [(64, 4), (128, 4)]}, {"projection": lambda L, k: k * math.log(L)})
    >>> [axes.get_title() for axes in figure.axes]
    ['k = 2 nonzeros in a row']
    """
    sparsities = sorted({k for _, k in points})
    figure = Figure(figsize=(1.6 + 3.6 * len(sparsities), 5), layout="constrained")
    panels = figure.subplots(1, len(sparsities), sharey=True, squeeze=False)[0]
    sizes = sorted({L for found in points.values() for L, _ in found})
    labels: list[tuple[float, str, str]] = []
    for axes, k in zip(panels, sparsities, strict=True):
        labels = []
        for method, colour in OF_METHODS.items():
            if method in formulas:
                values = [formulas[method](L, k) for L in sizes]
                axes.plot(sizes, values, "--", color=colour, linewidth=1, marker=_mark(sizes))
                labels.append((values[-1], "proved", colour))
            if (method, k) not in points:
                continue
            L, d = _draw_found(axes, method, points[method, k], colour)
            if sizes[-1] == L:
                labels.append((d, NAMES.get(method, method), colour))
            else:
                over = d > 2 * k  # clear of the line of polynomials
                axes.annotate(NAMES.get(method, method), (L, d), (0, 6 if over else -6), textcoords="offset points",
                              color=colour, fontsize=8, va="bottom" if over else "top", ha="center")  # fmt: skip
        green = OF_METHODS["polynomial"]
        axes.axhline(2 * k, color=green, linewidth=1.5)
        axes.annotate(f"d = 2k = {2 * k}: polynomials", (1, 2 * k), (-4, 2), xycoords=("axes fraction", "data"),
                      textcoords="offset points", color=green, fontsize=8, va="bottom", ha="right")  # fmt: skip
        axes.set_title(f"k = {k} nonzeros in a row" if k > 1 else "k = 1: permutations", fontsize=10)
        _draw_frame(axes, sizes)
    _write_beside(panels[-1], labels)
    panels[0].set_ylabel("d, dimension of queries and keys")
    return figure


def fitted(found: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
    """Slope of d on ln L, two standard errors of it, and the value at ln L = 0; at least three points.

    >>> [round(number, 6) for number in fitted([(1, 2), (math.e, 5), (math.e**2, 8)])]
    [3.0, 0.0, 2.0]
    """
    x, y = np.array([(math.log(L), d) for L, d in found]).T
    (slope, start) = np.polyfit(x, y, 1)
    rest = float(((y - slope * x - start) ** 2).sum()) / max(len(x) - 2, 1)
    error = math.sqrt(rest / float(((x - x.mean()) ** 2).sum()))
    return float(slope), 2 * error, float(start)


def _draw_found(axes: Axes, method: str, found: Sequence[tuple[int, int]], colour: str) -> tuple[int, float]:
    """The points and the line through them in ln L; where it ends."""
    axes.plot(
        [L for L, _ in found], [d for _, d in found], MARKERS.get(method, "^"), color=colour, markersize=4, alpha=0.6
    )
    own = sorted({L for L, _ in found})
    if len(own) > 2:
        slope, _, start = fitted(found)
        ends = [slope * math.log(L) + start for L in own]
    else:
        ends = [median(d for size, d in found if size == L) for L in own]
    axes.plot(own, ends, color=colour, linewidth=1.2)
    return own[-1], ends[-1]


def _draw_frame(axes: Axes, sizes: Sequence[int]) -> None:
    """Axes, and the line d = L above which a dimension says nothing."""
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    drawn = [float(d) for line in axes.lines for d in np.ravel(line.get_ydata())]
    top = 2 * max(max(sizes), *(d for d in drawn if math.isfinite(d)))
    axes.plot(sizes, sizes, color="black", linewidth=1, marker=_mark(sizes))
    axes.fill_between(sizes, sizes, [top] * len(sizes), color="black", alpha=0.05, linewidth=0)
    axes.set_ylim(1.4, top)
    axes.annotate("d = L: always enough", (sizes[-1], sizes[-1]), (-3, 3), textcoords="offset points", fontsize=8,
                  ha="right")  # fmt: skip
    axes.xaxis.set_major_locator(FixedLocator([float(L) for L in sizes[:: 1 + len(sizes) // 6]]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    axes.set_xlabel("L, positions")
    axes.spines[["top", "right"]].set_visible(False)


def _mark(sizes: Sequence[int]) -> str:
    """Of one size there is no line to be seen."""
    return "_" if len(sizes) == 1 else ""


def _write_beside(axes: Axes, labels: Sequence[tuple[float, str, str]]) -> None:
    """Labels at the right edge at their heights, moved apart where they would overlap."""
    low, high = (math.log(end) for end in axes.get_ylim())
    least = 0.045 * (high - low)
    before = -math.inf
    for value, text, colour in sorted(labels):
        if math.isnan(value):
            continue
        height = before = max(math.log(value), before + least)
        axes.annotate(text, (1.02, math.exp(height)), xycoords=("axes fraction", "data"), color=colour, fontsize=8.5,
                      va="center", annotation_clip=False)  # fmt: skip
