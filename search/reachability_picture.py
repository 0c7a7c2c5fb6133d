"""The rows of an output layer in the plane, their hull, and the classes that no hidden state puts on top."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.spatial import ConvexHull, QhullError

from ..show.pictures.lettering import ACCENT, INK, PALE
from ..tasks import TaskError
from .reachability import Reachability

MAX_LABELS = 60


def output_layer_figure(answer: Reachability) -> Figure:
    """The rows as points of the plane; classes that are not argmaxable are red crosses.

    Without bias a class is argmaxable exactly if its row is a vertex of the hull that no other row shares. With a bias
    the hull says less, and the title says so.

    Parameters
    ----------
    answer : Reachability
        Of a layer with d = 2.

    Raises
    ------
    TaskError
        If d is not 2.
    """
    layer = answer.layer
    if layer.d != 2:
        raise TaskError(f"a picture of the classes needs d = 2, got d = {layer.d}; leave it out")
    figure = Figure(figsize=(6, 6), layout="constrained")
    axes = figure.add_subplot()
    points = layer.weights
    try:
        hull = points[ConvexHull(points).vertices]
        axes.fill(*hull.T, color=PALE, alpha=0.5, zorder=0)
        axes.plot(*np.vstack([hull, hull[:1]]).T, color=INK, linewidth=1, zorder=1)
    except (QhullError, ValueError):  # on a line, or too few: there is no area
        pass
    red = {j for number in answer.unreachable if len(answer.sets[number]) == 1 for j in answer.sets[number]}
    out = np.array([j in red for j in range(layer.classes)])
    axes.scatter(points[~out, 0], points[~out, 1], color=INK, s=24, zorder=2)
    if out.any():
        axes.scatter(
            points[out, 0], points[out, 1], color=ACCENT, marker="x", s=40, zorder=3, label="unreachable alone"
        )
        axes.legend(loc="best")
    if layer.classes <= MAX_LABELS:
        for j, point in enumerate(points):
            name = layer.spell(j).strip("'\"").replace("$", r"\$")
            axes.annotate(name, point, xytext=(4, 4), textcoords="offset points", fontsize=8)
    axes.axhline(0, color=INK, linewidth=0.4)
    axes.axvline(0, color=INK, linewidth=0.4)
    axes.set_aspect("equal", adjustable="datalim")
    bias = "; biases are not drawn" if layer.bias is not None else ""
    axes.set_title(f"{len(answer.reachable)} reachable, {len(answer.unreachable)} not, {len(answer.open)} open{bias}")
    axes.set_xlabel("first coordinate of a row")
    axes.set_ylabel("second coordinate of a row")
    return figure
