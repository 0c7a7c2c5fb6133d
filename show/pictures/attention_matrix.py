"""A picture of a realised attention matrix: the weights that come out, and its dimension beside the others."""

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...attention import softmax_weights
from ...bounds.constructions.attention_matrices import Approximation, FixedAttention
from .lettering import ACCENT, INK

MOST_DRAWN = 512
"""Rows and columns that are drawn."""

LEAST_DRAWN = -12
"""log10 of a weight below which all look alike."""


def draw_approximation(found: Approximation, path: Path) -> None:
    """Write the picture; the ending of the file name says the format (png, svg, pdf).

    Left the first 512 rows and columns of the matrix that comes out, log10; right the dimension found, on a log axis,
    with 2k, L - 1 and what is proved of the method.
    """
    figure = Figure(figsize=(11, 5), layout="constrained")
    left, right = figure.subplots(1, 2)
    figure.suptitle(
        f"{found.matrix.words}\n{found.method}: delta = {found.delta:g}, eps2 = {found.eps2:g}", fontsize=10
    )
    image = left.imshow(_weights(found), vmin=LEAST_DRAWN, vmax=0, cmap="magma", interpolation="nearest")
    figure.colorbar(image, ax=left, label="log10 of the attention weight")
    left.set_xlabel("key position")
    left.set_ylabel("query position")
    _draw_dimensions(right, found)
    figure.savefig(path, dpi=120)


def _weights(found: Approximation) -> np.ndarray:
    shown = min(found.matrix.L, MOST_DRAWN)
    unit = found.unit
    if isinstance(unit, FixedAttention):
        weights = softmax_weights(unit.queries[:shown], unit.keys)[:, :shown]
    else:  # scores in product form, which does not cancel
        weights = unit.weights(shown)[:, :shown]
    logarithms: np.ndarray = np.log10(np.maximum(weights, 10.0**LEAST_DRAWN))
    return logarithms


def _draw_dimensions(axes: Axes, found: Approximation) -> None:
    matrix = found.matrix
    bars = [
        (f"found, {found.method}", found.d, INK),
        ("2k, polynomials", 2 * matrix.k, "#66a182"),
        ("L - 1, a simplex", matrix.L - 1, "#8c6d46"),
    ]
    proved = {"projection": "proved", "least-squares": "proved, normal keys"}
    if found.method in proved:
        bars.insert(1, (proved[found.method], found.formula, ACCENT))
    names, values, colours = zip(*bars, strict=True)
    drawn = axes.barh(names, values, color=colours, log=True)
    axes.bar_label(drawn, labels=[str(value) for value in values], padding=3)
    axes.set_xlim(0.8, 4 * max(values))
    axes.invert_yaxis()
    axes.set_xlabel("dimension of queries and keys")
