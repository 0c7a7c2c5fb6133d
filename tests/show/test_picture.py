"""Pictures: written for every kind of upper evidence, with the lines where the pattern says they are."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

from headcount import Match2, SignPattern, SparseAveraging, assumption_one, polytope_figure, probe
from headcount.bounds import UnitTables, unit_tables
from headcount.questions import pattern_question, qsa_question
from headcount.show.pictures.bracket import draw_bracket
from headcount.show.pictures.polytope import _placed, _threshold
from headcount.show.pictures.sparse_pattern import sparse_pattern_figure


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_is_written(tmp_path, ending):
    path = tmp_path / f"out.{ending}"
    draw_bracket(probe(SparseAveraging(5, 1), budget=1000), path)
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[ending]
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("rows", [("++-", "+-+", "-++"), ("+-", "-+", "**"), ("0-", "-0"), ("+", "-")])
@pytest.mark.parametrize("null", [True, False])
def test_thresholds_separate_what_the_pattern_separates(tmp_path, rows, null):
    bracket = probe(SignPattern(rows, null), budget=1000)
    unit = unit_tables(bracket.upper)
    keys, queries = _placed(unit)
    for number, row in enumerate(rows):
        threshold = _threshold(unit, number, row)
        for key, symbol in zip(keys, row, strict=True):
            score = sum(x * float(y) for x, y in zip(queries[number], key, strict=True))
            if symbol != "*":
                side = 0 if abs(score - threshold) < 1e-9 else (score > threshold) - (score < threshold)
                assert side == "-0+".index(symbol) - 1
    draw_bracket(bracket, tmp_path / "out.png")
    assert (tmp_path / "out.png").stat().st_size > 1000


def test_a_pattern_too_large_is_declined(tmp_path):
    with pytest.raises(ValueError, match="too large to be drawn"):
        draw_bracket(probe(qsa_question(1000, 50), budget=1000), tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()


def test_a_lower_bound_has_no_unit():
    bracket = probe(pattern_question(SignPattern(("+-", "-+"), null=True)), budget=1000)
    with pytest.raises(ValueError, match="only an upper bound has a unit"):
        unit_tables(bracket.lower)


# ---- the polytope of the keys


def tables(keys, queries, null=False):
    exact = [tuple(tuple(map(Fraction, row)) for row in rows) for rows in (queries, keys)]
    return UnitTables(*exact, len(keys[0]), null)


def collections(axes, kind):
    return [found for found in axes.collections if isinstance(found, kind)]


CUBE = tuple(product((0, 1), repeat=3))


@pytest.mark.parametrize(("query", "selected", "edges"), [((1, 0, 0), 4, 4), ((1, 1, 0), 2, 1), ((1, 1, 1), 1, 0)])
def test_a_query_selects_a_face_of_the_cube(query, selected, edges):
    axes = polytope_figure(tables(CUBE, [query])).axes[0]
    assert axes.name == "3d"
    assert "(8 vertices, 12 edges, 6 facets), query 0" in axes.get_title()
    hull, face = collections(axes, Line3DCollection)
    assert (len(hull._segments3d), len(face._segments3d)) == (12, edges)
    whole, chosen = collections(axes, Poly3DCollection)
    assert len(whole._faces) == 6
    assert len(chosen._faces) == (selected == 4)
    assert sum(text.get_text().strip().isdigit() for text in axes.texts) == 8


@pytest.mark.parametrize("row", range(6))
def test_two_keys_of_the_simplex_are_an_edge(row):
    bracket = probe(SparseAveraging(4, 2), budget=1000)
    axes = polytope_figure(bracket, row=row).axes[0]
    hull, face = collections(axes, Line3DCollection)
    assert (len(hull._segments3d), len(face._segments3d)) == (6, 1)
    keys = unit_tables(bracket.upper).keys
    wanted = {
        tuple(map(float, keys[j])) for j, symbol in enumerate(bracket.question.pattern.rows[row]) if symbol == "0"
    }
    assert {tuple(point) for point in face._segments3d[0]} == wanted


def test_pairs_that_sum_to_zero_have_a_plane_through_the_null_token():
    bracket = probe(Match2(7), budget=1000)
    for row in range(7):
        axes = polytope_figure(bracket, row=row).axes[0]
        assert "(7 vertices, 15 edges, 10 facets)" in axes.get_title()
        assert "null" in [text.get_text().strip() for text in axes.texts]
        _, plane = collections(axes, Poly3DCollection)
        corners = np.asarray(plane._faces[0])
        normal = np.linalg.svd(corners)[2][-1]
        assert np.abs(corners @ normal).max() < 1e-9
        keys, _ = _placed(unit_tables(bracket.upper))
        sides = np.sign(np.array([[float(x) for x in key] for key in keys]) @ normal)
        alone = -row % 7  # the key that is selected is alone on its side
        assert [side == sides[alone] for side in sides] == [j == alone for j in range(7)]


@pytest.mark.parametrize(("N", "m", "counts"), [(2, 1, "2 vertices, 1 edges"), (5, 2, "5 vertices, 5 edges")])
def test_lines_of_all_queries_in_the_plane(N, m, counts):
    bracket = probe(SparseAveraging(N, 1), budget=1000)
    assert bracket.upper.value == m
    axes = polytope_figure(bracket, row=1).axes[0]
    assert axes.name != "3d"
    assert counts in axes.get_title()
    assert len([line for line in axes.lines if type(line).__name__ == "AxLine"]) == N
    assert len(axes.texts) == N


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    "keys",
    [
        [(t, t * t, 1) for t in range(6)],
        [(t, 2 * t, 3 * t) for t in range(4)],
        [(1, 2, 3)] * 3,
        [(0, 0, 0)],
        [(t, 0) for t in range(4)],
        [(5,)] * 2,
        [(t, t * t, t**3) for t in range(100)],
    ],
)
@pytest.mark.parametrize("null", [True, False])
def test_keys_in_a_plane_on_a_line_in_a_point(tmp_path, keys, null):
    width = len(keys[0])
    unit = tables(keys, [(1,) * width, (0,) * width, (1, -1, 2)[:width]], null)
    for row in range(3):
        figure = polytope_figure(unit, row=row)
        figure.savefig(tmp_path / "out.png")
        assert ("too many for their hull" in figure.axes[0].get_title()) == (len(keys) > 80)


def test_a_bracket_with_three_dimensions_is_drawn_with_its_polytope(tmp_path, monkeypatch):
    seen = []
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda figure, *args, **kwargs: seen.append(figure))
    for task, names in ((Match2(5), ["rectilinear", "3d"]), (SparseAveraging(6, 2), ["rectilinear"])):
        draw_bracket(probe(task, budget=1000), tmp_path / "out.png")
        assert [axes.name for axes in seen.pop().axes] == names


def test_without_an_upper_end_there_is_no_picture(tmp_path):
    open_above = replace(probe(SparseAveraging(4, 1), budget=1000), upper=None)
    with pytest.raises(ValueError, match="must have an upper bound in class SIGN, got None; see probe"):
        polytope_figure(open_above)
    with pytest.raises(ValueError, match="must have an upper bound in class SIGN, got None; see probe"):
        draw_bracket(open_above, tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()


def test_what_cannot_be_drawn_is_refused():
    narrow = probe(SparseAveraging(4, 1), budget=1000)
    with pytest.raises(ValueError, match="row must be from 0 to 3, got 4"):
        polytope_figure(narrow, row=4)
    with pytest.raises(ValueError, match="row must be from 0 to 3, got -1"):
        polytope_figure(narrow, row=-1)
    with pytest.raises(ValueError, match="m <= 3 to be drawn, got m = 4"):
        polytope_figure(probe(SparseAveraging(6, 2), budget=1000))
    with pytest.raises(ValueError, match="too large to be drawn"):
        polytope_figure(probe(qsa_question(10**6, 1), budget=1000))


# ---- sparse patterns


@pytest.mark.parametrize("words", ["strided n=64 w=8", "star n=32", "fixed n=30 w=7", "window n=4 w=1"])
def test_titles_of_a_sparse_pattern_do_not_collide(words):
    """The title of the figure is above those of its layers, and the names of the axes are inside."""
    figure = sparse_pattern_figure(assumption_one(words))
    canvas = FigureCanvasAgg(figure)
    canvas.draw()

    def box(artist):
        return artist.get_window_extent(canvas.get_renderer())

    assert max(box(axes.title).y1 for axes in figure.axes) < box(figure._suptitle).y0
    assert all(box(axes.xaxis.label).y0 >= 0 for axes in figure.axes)
    layers = figure.axes[:-1]  # the last one is the colour bar
    assert all(box(left.title).x1 < box(right.title).x0 for left, right in pairwise(layers))
