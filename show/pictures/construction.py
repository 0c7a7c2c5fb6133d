"""A picture of a construction: keys with the line of each query, the scores of one position, the attention weights."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ...bounds.constructions.averaging.averaging_construction import AveragingConstruction
from ...bounds.constructions.construction import Construction, ConstructionError
from ...questions import Head, Layer, Unit
from ...questions.unit import Run
from .lettering import ACCENT, INK, fitted
from .polytope import MAX_LABELS, MAX_LINES, draw_line, frame

MAX_TUPLES = 20_000
SAMPLES = 30


def draw_construction(construction: Construction, path: Path, *, seed: int = 0) -> None:
    """Write the picture of a construction (``construction_figure``); the ending of the file name says the format."""
    construction_figure(construction, seed=seed).savefig(path, dpi=120)


def construction_figure(construction: Construction, *, seed: int = 0) -> Figure:
    """The picture of a construction on one example input.

    Panels: the keys with the lines that separate the winners from the others (units of width 2, or 3 with keys in a
    plane); the scores of one position in order, with the weight that each receives; the attention matrix (order 2), or
    the weights of all pairs for that position (order 3 and above: the first two key parts).

    Averaging heads whose tables are too large to be written out are drawn on a hard subset: scores, and the keys of the
    first positions.
    """
    try:
        unit = construction.unit
    except ConstructionError:
        if not isinstance(construction, AveragingConstruction):
            raise
        return _averaging_figure(construction, seed)
    tokens, position = _telling_input(construction, seed)
    *_, (symbols, _) = Run(unit).stages(construction.task.symbols(tokens))
    alphabet = unit.read_outs[-1].alphabet if unit.read_outs else unit.alphabet
    view = _View(unit.layers[-1], symbols, alphabet, position)
    panels: list[Callable[[Axes], None]] = [view.draw_scores, view.draw_weights]
    flat = _plane(unit)
    if flat is not None:
        panels.insert(0, flat)
    figure = _titled(construction, len(panels))
    for axes, draw in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        draw(axes)
    return figure


def _titled(construction: Construction, panels: int) -> Figure:
    figure = Figure(figsize=(5.2 * panels, 5), layout="constrained")
    words = " ".join(f"{name}={value}" for name, value in construction.parameters.items())
    size = construction.size
    title = f"{construction.name} {words}: m = {size.m}, {size.p_words}, H = {size.H}, order {size.order}"
    figure.suptitle(fitted(title, figure))
    return figure


def _averaging_figure(construction: AveragingConstruction, seed: int) -> Figure:
    figure = _titled(construction, 2)
    left, right = figure.subplots(1, 2)
    subset = min(construction.subsets(SAMPLES, seed), key=lambda y: (construction.margin(y), y))
    head = construction.heads[0]
    part = frozenset(head.part(subset))
    scores = construction.scores(subset)[0]
    ranked = sorted(range(len(scores)), key=lambda j: (-scores[j], j))[:MAX_TUPLES]
    chosen = [place for place, j in enumerate(ranked) if j in part]
    left.plot(range(len(ranked)), [float(scores[j]) for j in ranked], ".", color=INK, markersize=2, label="other keys")
    left.plot(chosen, [float(scores[ranked[place]]) for place in chosen], "o", color=ACCENT, label="to be averaged")
    left.set_title(f"scores of the subset {', '.join(map(str, sorted(part)[:6]))}{', ..' if len(part) > 6 else ''}")
    left.set_xlabel("key, by score")
    left.legend(frameon=False)
    corner = head.keys[:MAX_LABELS, : 2 * MAX_LABELS].astype(float)
    picture = right.imshow(corner, cmap="coolwarm", aspect="auto", interpolation="nearest")
    figure.colorbar(picture, ax=right, label="entry")
    right.set_title(f"keys of the first {len(corner)} of {len(head.keys)} positions")
    right.set_xlabel("coordinate")
    right.set_ylabel("position")
    return figure


def _telling_input(construction: Construction, seed: int) -> tuple[Any, int]:
    """A sample on which both answers occur, if one is found soon, and a position with the greatest answer."""
    candidates = list(construction.task.samples(SAMPLES, seed))
    answers = [construction.task.evaluate(tokens) for tokens in candidates]
    best = max(range(len(candidates)), key=lambda k: (len(set(answers[k])) > 1, -k))
    asked = [i for i, answer in enumerate(answers[best]) if answer is not None]
    return candidates[best], max(asked, key=lambda i: (answers[best][i], -i))


def _plane(unit: Unit) -> Callable[[Axes], None] | None:
    """The drawing of keys and lines, or None if the keys of the last layer cannot be seen in a plane.

    Width 2: the keys themselves. Width 3 with a null token: only the sign of <q, k - null> matters, so each difference
    may be scaled; if some functional is positive on all of them they are drawn in the plane where it is 1.
    """
    layer = unit.layers[-1]
    head = layer.heads[0]
    if layer.polynomial.order != 2 or head.width not in (2, 3) or bool(head.null_keys) != (head.width == 3):
        return None
    keys = np.array([[float(x) for x in key] for key in head.keys[0].rows])
    queries = np.array([[float(x) for x in query] for query in head.queries.rows[:MAX_LINES]])
    if head.width == 2:
        levels = [_between(scores) for scores in queries @ keys.T]
        return lambda axes: _draw_plane(axes, keys, queries, levels, len(head.queries.rows))
    keys = keys - np.array([float(x) for x in head.null_keys[0]])
    functionals = [np.array(f) for f in product((0, 1, -1), repeat=3) if any(f)]
    height = next((f for f in functionals if np.all(keys @ f > 0)), None)
    if height is None:
        return None
    height = height / (height @ height)  # in the plane <height, x> = <height, height>, a point is height + its foot
    basis = np.linalg.svd(height[None, :])[2][1:]
    points = keys / (keys @ height)[:, None] * (height @ height)
    levels = [-float(query @ height) for query in queries]
    return lambda axes: _draw_plane(axes, points @ basis.T, queries @ basis.T, levels, len(head.queries.rows))


def _draw_plane(axes: Axes, points: np.ndarray, normals: np.ndarray, levels: Sequence[float], queries: int) -> None:
    axes.set_title("keys, and the line of each query")
    axes.plot(points[:, 0], points[:, 1], "o", color=INK, zorder=3, markersize=4)
    for number, point in enumerate(points[:MAX_LABELS]):
        axes.annotate(str(number), point, textcoords="offset points", xytext=(4, 4), fontsize=8)
    frame(axes, points)
    for normal, level in zip(normals, levels, strict=True):
        draw_line(axes, normal, level, 0.6)
    if queries > MAX_LINES:
        axes.set_xlabel(f"lines of the first {MAX_LINES} queries")


def _between(scores: np.ndarray) -> float:
    """A level between the highest score and the next lower one."""
    best = scores.max()
    others = scores[scores < best]
    return float((best + others.max()) / 2) if len(others) else float(best)


class _View:
    """Scores and weights of the first head of a layer on one input."""

    def __init__(self, layer: Layer, symbols: tuple[int, ...], alphabet: int, position: int) -> None:
        self.layer, self.symbols, self.alphabet = layer, symbols, alphabet
        self.head: Head = layer.heads[0]
        self.null = bool(self.head.null_keys)
        self.position = position

    def _row(self, i: int) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
        """The tuples that position i may attend to (-1: the null token), their scores and their weights."""
        head, layer = self.head, self.layer
        allowed = list(range(len(self.symbols)) if layer.mask is None else layer.mask[i])
        if self.null:
            allowed.append(-1)

        def key(part: int, j: int) -> tuple[int, ...]:
            if j < 0:
                return head.null_keys[part]
            return head.keys[part].vector(j, self.symbols[j], self.alphabet)

        query = head.queries.vector(i, self.symbols[i], self.alphabet)
        tuples = list(product(allowed, repeat=layer.polynomial.order - 1))
        scores = [
            layer.polynomial.score((query, *(key(part, j) for part, j in enumerate(chosen)))) for chosen in tuples
        ]
        return tuples, scores, layer.weigh(scores)

    def draw_scores(self, axes: Axes) -> None:
        """The scores of one position, greatest first; those that receive weight are marked."""
        tuples, scores, weights = self._row(self.position)
        ranked = sorted(range(len(scores)), key=lambda k: (-scores[k], k))[:MAX_TUPLES]
        heights = [float(scores[k]) for k in ranked]
        places = range(len(ranked))
        won = [place for place in places if weights[ranked[place]]]
        axes.plot(places, heights, ".", color=INK, label="no weight")
        axes.plot(won, [heights[place] for place in won], "o", color=ACCENT, label="attended to")
        if self.null:
            nothing = tuples.index((-1,) * (self.layer.polynomial.order - 1))
            axes.axhline(float(scores[nothing]), color="grey", linewidth=0.8, linestyle="--", label="null token")
        what = "key" if self.layer.polynomial.order == 2 else "tuple of keys"
        axes.set_title(f"scores of position {self.position}")
        axes.set_xlabel(f"{what}, by score")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(frameon=False)

    def draw_weights(self, axes: Axes) -> None:
        """The attention matrix; for tuples, the weights of all pairs of the first two parts for one position."""
        count = len(self.symbols) + self.null
        order = self.layer.polynomial.order
        image = np.zeros((len(self.symbols) if order == 2 else count, count))
        for i in range(len(self.symbols)) if order == 2 else (self.position,):
            tuples, _, weights = self._row(i)
            total = sum(weights)
            for chosen, weight in zip(tuples, weights, strict=True):
                place = (i, chosen[0]) if order == 2 else chosen[:2]
                image[place] += float(Fraction(weight, total))
        picture = axes.imshow(image, cmap="magma_r", vmin=0, vmax=1)
        axes.figure.colorbar(picture, ax=axes, shrink=0.7, label="weight")
        axes.set_title("attention weights" + ("" if order == 2 else f" of position {self.position}"))
        axes.set_xlabel("key position" + (", the null token last" if self.null else ""))
        axes.set_ylabel("query position" if order == 2 else "first key position")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True))
