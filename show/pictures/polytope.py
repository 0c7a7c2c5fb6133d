"""The polytope of the keys in the plane and in space, and the face, line or plane that belongs to a query."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

from ...bounds.bound import Bound
from ...bounds.upper.unit_tables import UnitTables, unit_tables
from .key_polytope import MAX_KEYS, KeyPolytope, key_polytope
from .lettering import ACCENT, INK, PALE

CODES = {"-": 0, "0": 1, "+": 2, "*": 3}
COLOURS = (PALE, "#f2b134", ACCENT, "#ffffff")
WIDEST = 3
MAX_LINES = 24
MAX_LABELS = 40
MOST_STRETCHED = 1000.0
FINEST = 2.0**20


def polytope_figure(bracket_or_tables: Any | UnitTables, *, row: int = 0) -> Figure:
    """The keys of a unit of width m <= 3 as points, their convex hull, and what one query selects.

    A key is coloured by its symbol in the pattern's row. Without a null token, a query whose row has zeros and no ``+``
    attends to a face of the hull: that face is drawn in red. Any other query has a red line (m <= 2) or plane (m = 3)
    between the keys above and the keys below. For m <= 2 the lines of the other queries are drawn thinly, 24 at most;
    for m = 3 the plane is looked along, so that it is a horizontal line too, and the keys above it are on top.

    With a null token a score is compared with 0, so only the directions of keys matter, up to a linear map: a map that
    opens a narrow cone of keys is applied, keys are scaled to length 1 (queries accordingly), and the null token is the
    black square at the origin. The hull is that of the scaled keys: another scaling of the same unit has other facets.

    Parameters
    ----------
    bracket_or_tables : Any or UnitTables
        A bracket for m in class SIGN whose upper bound is at most 3, or the tables of one. For tables alone, the row is
        read off their scores: the keys of the highest score are selected (or, with a null token, those that score 0).
    row : int >= 0
        The query type, counted from 0.

    Guarantee
    ---------
    Tables are rational, and so is all that the picture depends on: which keys are vertices, edges and facets of the
    hull of the points as placed, and which of them a query selects, is decided exactly. Where the points, lines and
    planes stand is a drawing in floating point. More than 80 different keys are drawn without their hull.

    Raises
    ------
    ValueError
        If the unit is wider than 3, the bracket is not about m in class SIGN, the pattern is too large to be written
        out, or there is no such row.

    Examples
    --------
    >>> from headcount.bounds import sparse_averaging_upper, unit_tables
    >>> from headcount.questions import qsa_question
    >>> figure = polytope_figure(unit_tables(sparse_averaging_upper(qsa_question(4, 1))), row=2)
    >>> figure.axes[0].get_title()
    'keys, their convex hull (4 vertices, 4 edges), query 2'
    """
    unit, rows, words = _tables_and_rows(bracket_or_tables)
    if not 0 <= row < len(rows):
        raise ValueError(
            f"row must be from 0 to {len(rows) - 1}, got {row}; the queries of the tables are counted from 0"
        )
    figure = Figure(figsize=(6.2, 5.4), layout="constrained")
    if words:
        figure.suptitle(words)
    draw_polytope(figure.add_subplot(projection="3d" if unit.m == WIDEST else None), unit, rows, row)
    return figure


def draw_polytope(axes: Any, unit: UnitTables, rows: Sequence[str], row: int) -> None:
    """Draw it on axes, which have to be three-dimensional for m = 3."""
    keys, queries = _placed(unit)
    points = np.array([[float(x) for x in key] for key in keys])
    hull = key_polytope(keys) if len(set(keys)) <= MAX_KEYS else None
    _draw_hull(axes, points, hull, INK, 0.12, 0.8)
    symbols = rows[row]
    face = [j for j, symbol in enumerate(symbols) if symbol == "0"]
    plane = not face or "+" in symbols or unit.null  # or a line
    if not plane:
        chosen = key_polytope([keys[j] for j in face]) if len({keys[j] for j in face}) <= MAX_KEYS else None
        _draw_hull(axes, points[face], chosen, ACCENT, 0.45, 3.0)
    elif unit.m == WIDEST:
        _draw_plane(axes, points, queries[row], _threshold(unit, row, symbols), unit.null)
    if unit.m < WIDEST:
        for number in sorted({*range(min(len(queries), MAX_LINES)), row}):
            draw_line(
                axes, np.array(queries[number]), _threshold(unit, number, rows[number]), 2.0 if number == row else 0.5
            )
        if len(queries) > MAX_LINES:
            axes.set_xlabel(f"lines of the first {MAX_LINES} queries")
    colours = [COLOURS[CODES[symbol]] for symbol in symbols]
    flat = {} if unit.m < WIDEST else {"depthshade": False}
    axes.scatter(*points.T, s=42, c=colours, edgecolors=INK, linewidths=1.0, zorder=5, **flat)
    if unit.null:
        axes.scatter(*([0.0] for _ in points[0]), s=40, c="black", marker="s", zorder=5, **flat)
        _label(axes, np.zeros(len(points[0])), "null")
        if unit.m == WIDEST:
            axes.set_axis_off()  # the numbers on them would be those of one scaling among many
    for number, point in enumerate(points[:MAX_LABELS]):
        _label(axes, point, str(number))
    if unit.m < WIDEST:
        frame(axes, np.vstack([points, np.zeros(2)]) if unit.null else points)
    elif plane:
        _look_along(axes, points, queries[row], zoom=1.15 if unit.null else 0.9)  # axes and their numbers take room
    axes.set_title(_title(hull, row, unit.null), fontsize=10)


def _tables_and_rows(subject: Any | UnitTables) -> tuple[UnitTables, tuple[str, ...], str]:
    """The tables, the sign pattern that goes with them, and what it is in words."""
    if isinstance(subject, UnitTables):
        _require_narrow(subject.m)
        return subject, tuple(_row_of(subject, number) for number in range(len(subject.queries))), ""
    end = subject.upper
    if not isinstance(end, Bound):
        raise ValueError(f"the bracket must have an upper bound in class SIGN, got {end}; see probe")
    if (end.resource, end.unit_class) != ("m", "SIGN"):
        raise ValueError(
            f"the bracket must be about m in class SIGN, got {end.resource} in {end.unit_class}; see probe"
        )
    _require_narrow(end.value)
    if not subject.question.can_be_written_out:
        raise ValueError("the pattern is too large to be drawn; try smaller parameters")
    return unit_tables(end), subject.question.pattern.rows, f"{subject.question.words}, m = {end.value}"


def _require_narrow(m: int) -> None:
    if m > WIDEST:
        raise ValueError(f"keys must have width m <= {WIDEST} to be drawn, got m = {m}; try smaller parameters")


def _row_of(unit: UnitTables, number: int) -> str:
    scores = unit.scores(number)
    middle = Fraction(0) if unit.null else max(scores)
    return "".join("+" if score > middle else "0" if score == middle else "-" for score in scores)


def _placed(unit: UnitTables) -> tuple[list[tuple[Fraction, ...]], list[tuple[float, ...]]]:
    """Where keys and queries are drawn: in three dimensions for m = 3, else in two."""
    beside = (Fraction(0),) * (2 - unit.m)
    keys, queries = [(*key, *beside) for key in unit.keys], [(*query, *beside) for query in unit.queries]
    if unit.null:
        sizes = [max(map(abs, column)) or Fraction(1) for column in zip(*keys, strict=True)]
        queries = [tuple(map(mul, query, sizes)) for query in queries]
    largest = [max(map(abs, query)) or Fraction(1) for query in queries]  # a float might not hold the entries
    drawn = [tuple(float(x / most) for x in query) for query, most in zip(queries, largest, strict=True)]
    if not unit.null:
        return keys, drawn
    points = np.array([[float(x / size) for x, size in zip(key, sizes, strict=True)] for key in keys])
    opening = _opening(points)
    points = points @ opening
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    points /= np.where(lengths > 0, lengths, 1)
    turned = np.array(drawn) @ np.linalg.inv(opening).T
    return [tuple(map(Fraction, point)) for point in points.tolist()], [tuple(query) for query in turned.tolist()]


def _opening(points: np.ndarray) -> np.ndarray:
    """A matrix for the keys that opens a narrow cone of them; the inverse of its transpose is for the queries.

    Without it the keys of a moment curve and the null token lie almost in one plane. The inverse root of the sum of
    u u^T over the keys' directions u makes that sum the identity, as nearly as a stretch by ``MOST_STRETCHED`` can.
    """
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    units = points / np.where(lengths > 0, lengths, 1)
    squares, directions = np.linalg.eigh(units.T @ units)
    roots = np.sqrt(np.maximum(squares, (squares.max() or 1) / MOST_STRETCHED**2))
    opening: np.ndarray = np.round((directions / roots) @ directions.T * FINEST) / FINEST  # so that a cube stays one
    return opening


def _threshold(unit: UnitTables, number: int, row: str) -> float:
    """The score between what is above and what is below, for the query scaled to greatest entry 1.

    That of the selected keys, if there are any; 0 with a null token.
    """
    if unit.null:
        return 0.0
    scores = unit.scores(number)
    by_symbol = {symbol: [x for x, s in zip(scores, row, strict=True) if s == symbol] for symbol in "-0+"}
    if by_symbol["0"]:
        middle = by_symbol["0"][0]
    elif not by_symbol["+"] and not by_symbol["-"]:
        middle = max(scores)
    else:
        low = max(by_symbol["-"]) if by_symbol["-"] else min(by_symbol["+"]) - 2
        high = min(by_symbol["+"]) if by_symbol["+"] else low + 2
        middle = (low + high) / 2
    return float(middle / (max(map(abs, unit.queries[number]), default=Fraction(0)) or 1))


def _draw_hull(
    axes: Any, points: np.ndarray, hull: KeyPolytope | None, colour: str, alpha: float, linewidth: float
) -> None:
    if hull is None:
        return
    if points.shape[1] == WIDEST:
        sides = [points[list(cycle)] for cycle in hull.polygons]
        axes.add_collection3d(Poly3DCollection(sides, facecolor=colour, edgecolor="none", alpha=alpha), autolim=False)
        edges = [points[list(edge)] for edge in hull.edges]
        axes.add_collection3d(Line3DCollection(edges, colors=colour, linewidths=linewidth), autolim=False)
    else:
        for cycle in hull.polygons:
            axes.fill(*points[list(cycle)].T, facecolor=colour, alpha=alpha, edgecolor="none", zorder=1)
        for edge in hull.edges:
            axes.plot(*points[list(edge)].T, color=colour, linewidth=linewidth, zorder=2)
    if hull.dimension == 0 and linewidth > 1:  # a selected vertex
        axes.scatter(*points[:1].T, s=190, facecolors="none", edgecolors=colour, linewidths=2, zorder=4)


def draw_line(axes: Axes, normal: np.ndarray, threshold: float, linewidth: float) -> None:
    """The line <normal, x> = threshold of a plane, if there is one."""
    if normal.any():
        base = normal * threshold / (normal @ normal)
        axes.axline(base, (base[0] - normal[1], base[1] + normal[0]), color=ACCENT, linewidth=linewidth, zorder=3)


def _draw_plane(axes: Any, points: np.ndarray, query: tuple[float, ...], threshold: float, null: bool) -> None:
    """The part of the plane <query, x> = threshold inside the box around all points."""
    seen = np.vstack([points, np.zeros(3)]) if null else points
    low, high = seen.min(axis=0), seen.max(axis=0)
    margin = np.maximum(0.08 * (high - low), 0.02 * max((high - low).max(), 1e-9))
    corners = np.array(list(product((0, 1), repeat=3)))
    normal, box = np.array(query), (low - margin) + corners * (high - low + 2 * margin)
    heights = box @ normal - threshold
    pairs = [(i, j) for i in range(8) for j in range(i) if np.abs(corners[i] - corners[j]).sum() == 1]
    cuts = [
        box[i] + (box[j] - box[i]) * heights[i] / (heights[i] - heights[j])
        for i, j in pairs
        if (heights[i] > 0) != (heights[j] > 0)
    ]
    if len(cuts) < 3:
        return
    middle = np.mean(cuts, axis=0)
    scale = np.maximum(high - low + 2 * margin, 1e-12)  # angles in the box as it is drawn, so that the order is right
    _, _, basis = np.linalg.svd((np.array(cuts) - middle) / scale)
    flat = (np.array(cuts) - middle) / scale @ basis[:2].T
    polygon = np.array(cuts)[np.argsort(np.arctan2(flat[:, 1], flat[:, 0]))]
    axes.add_collection3d(Poly3DCollection([polygon], facecolor=ACCENT, edgecolor=ACCENT, alpha=0.2), autolim=False)


def _look_along(axes: Any, points: np.ndarray, query: tuple[float, ...], zoom: float) -> None:
    """Look along the plane, so that it is a line with the keys above it on top, and at the keys' broad side."""
    axes.set_proj_type("ortho")  # else only one line of sight would lie in the plane
    axes.set_box_aspect((1, 1, 1), zoom=zoom)
    sides = np.array([high - low for low, high in (axes.get_xlim(), axes.get_ylim(), axes.get_zlim())])
    normal = np.array(query) * sides
    if not normal.any():
        return
    basis = np.linalg.svd(normal[None])[2]
    up, along = normal / np.linalg.norm(normal), basis[1:]
    shadow = (points - points.mean(axis=0)) / sides @ along.T
    sight = np.linalg.svd(shadow)[2][-1] @ along  # in the plane, where the keys are spread least
    eye = -sight if sight.sum() < 0 else sight
    elevation, azimuth = np.arcsin(np.clip(eye[2], -1, 1)), np.arctan2(eye[1], eye[0])
    zenith = np.array([-np.sin(elevation) * np.cos(azimuth), -np.sin(elevation) * np.sin(azimuth), np.cos(elevation)])
    roll = -np.arctan2(np.cross(zenith, up) @ eye, zenith @ up)
    axes.view_init(*np.degrees((elevation, azimuth, roll)))
    for drawn in axes.collections:
        drawn.set_clip_on(False)  # corners of the box may stand out of the square that it is drawn in


def _label(axes: Any, point: np.ndarray, text: str) -> None:
    if len(point) == WIDEST:
        axes.text(*point, f"  {text}", fontsize=9, zorder=6)
    else:
        axes.annotate(text, point, textcoords="offset points", xytext=(5, 5), zorder=6)


def frame(axes: Axes, points: np.ndarray) -> None:
    """Leave a margin around points of the plane, also where they lie on a line."""
    low, high = points.min(axis=0), points.max(axis=0)
    largest = max((high - low).max(), 1e-9)
    margin = np.where(high - low > 0.02 * largest, 0.15 * (high - low), 0.15 * largest)
    axes.set_xlim(low[0] - margin[0], high[0] + margin[0])
    axes.set_ylim(low[1] - margin[1], high[1] + margin[1])


def _title(hull: KeyPolytope | None, row: int, null: bool) -> str:
    keys = "keys scaled to length 1" if null else "keys"
    if hull is None:
        return f"{keys} (too many for their hull), query {row}"
    counts = f"{len(hull.vertices)} vertices, {len(hull.edges)} edges"
    if hull.dimension == WIDEST:
        counts += f", {len(hull.polygons)} facets"
    return f"{keys}, their convex hull ({counts}), query {row}"
