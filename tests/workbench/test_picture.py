"""Pictures: written for every kind of upper evidence, with the lines where the pattern says they are."""

import pytest

from headcount import SignPattern, SparseAveraging, probe
from headcount.bounds import unit_tables
from headcount.certificates import pattern_question, qsa_question
from headcount.workbench.picture import _threshold, draw_bracket


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_picture_is_written(tmp_path, ending):
    path = tmp_path / f"out.{ending}"
    draw_bracket(probe(SparseAveraging(5, 1), budget=20), path)
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[ending]
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("rows", [("++-", "+-+", "-++"), ("+-", "-+", "**"), ("0-", "-0"), ("+", "-")])
@pytest.mark.parametrize("null", [True, False])
def test_thresholds_separate_what_the_pattern_separates(tmp_path, rows, null):
    bracket = probe(SignPattern(rows, null), budget=20)
    unit = unit_tables(bracket.upper)
    for number, row in enumerate(rows):
        threshold = 0 if null else _threshold(unit, number, row)
        for score, symbol in zip(unit.scores(number), row, strict=True):
            if symbol != "*":
                assert (float(score) > threshold) - (float(score) < threshold) == "-0+".index(symbol) - 1
    draw_bracket(bracket, tmp_path / "out.png")
    assert (tmp_path / "out.png").stat().st_size > 1000


def test_a_pattern_too_large_is_declined(tmp_path):
    with pytest.raises(ValueError, match="too large to be drawn"):
        draw_bracket(probe(qsa_question(1000, 50), budget=20), tmp_path / "out.png")
    assert not (tmp_path / "out.png").exists()


def test_a_lower_bound_has_no_unit():
    bracket = probe(pattern_question(SignPattern(("+-", "-+"), null=True)), budget=20)
    with pytest.raises(ValueError, match="only an upper bound has a unit"):
        unit_tables(bracket.lower)
