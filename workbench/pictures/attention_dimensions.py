"""A picture of least dimensions against L: curves for each number of nonzeros, the formula, d = L and d = 2k."""

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

COLOURS = ("#2e4057", "#d1495b", "#66a182", "#edae49", "#8d6a9f", "#3d7ea6")
MARKERS = {"least-squares": "o", "projection": "s", "optimised": "v", "polynomial": "x"}

Points = Mapping[tuple[str, int], Sequence[tuple[int, int]]]
"""Method and k to pairs of L and d."""


def dimensions_figure(points: Points, formula: Callable[[int, int], float], title: str) -> Figure:
    """The picture of one method.

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
    figure = Figure(figsize=(7.5, 5.5), layout="constrained")
    axes = figure.subplots()
    axes.set_title(title, fontsize=10)
    sizes = sorted({L for found in points.values() for L, _ in found})
    colours = draw_dimensions(axes, points)
    for k, colour in colours.items():
        axes.plot(
            sizes, [formula(L, k) for L in sizes], "--", color=colour, linewidth=1, label=f"formula, k = {k}"
        )  # fmt: skip
    axes.legend(fontsize=8, ncols=2)
    axes.set_ylabel("least d found")
    return figure


def draw_dimensions(axes: Axes, points: Points, *, fit: bool = True) -> dict[int, str]:
    """Points, the line through them in ln L, and the lines d = L and d = 2k; returns the colour of each k."""
    sparsities = sorted({k for _, k in points})
    colours = {k: COLOURS[number % len(COLOURS)] for number, k in enumerate(sparsities)}
    sizes = np.array(sorted({L for found in points.values() for L, _ in found}))
    for (method, k), found in points.items():
        axes.plot(
            [L for L, _ in found], [d for _, d in found], MARKERS.get(method, "^"), color=colours[k], markersize=4,
            label=f"{method}, k = {k}",
        )  # fmt: skip
        if fit and len({L for L, _ in found}) > 2:
            slope, _, start = fitted(found)
            own = np.array(sorted({L for L, _ in found}))
            axes.plot(own, slope * np.log(own) + start, color=colours[k], linewidth=0.8)
    for k, colour in colours.items():
        axes.axhline(2 * k, color=colour, linestyle=":", linewidth=1)
        axes.annotate(f"2k = {2 * k}", (sizes[-1], 2 * k), color=colour, fontsize=8, va="bottom", ha="right")
    axes.plot(sizes, sizes, color="black", linewidth=1, label="d = L")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("L, positions")
    return colours


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
