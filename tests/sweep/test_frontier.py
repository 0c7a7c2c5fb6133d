"""``headcount frontier``: maps against deciding every cell and brute force, what is written, mistakes of the user's."""

import csv
import json
import os
from itertools import product

import pytest

from headcount import frontier
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import GRIDS, Scope, UnitClass, computation_question, least_size, match2_question, qsa_question
from headcount.solvers.outcome import Verdict
from headcount.sweep.frontier.cell_limits import widest_difference
from headcount.sweep.frontier.cells import Cell, CellAnswer, CellQuestion
from headcount.sweep.frontier.feasibility_map import ContradictionError, FeasibilityMap
from headcount.sweep.frontier.frontier import Frontier
from headcount.sweep.frontier.picture import frontier_figure
from headcount.sweep.frontier.theory import theory_curves
from headcount.tasks import TaskError

FEASIBLE, INFEASIBLE, OPEN = Verdict.FEASIBLE, Verdict.INFEASIBLE, Verdict.OPEN


def answer(status):
    side = "upper" if status is Verdict.FEASIBLE else "lower"
    evidence = json.dumps({"claims": [{"side": side}]}) if status is not OPEN else ""
    return CellAnswer(status, "told", evidence, 0.0)


def on_grid(question, grid="midrise", gap=1, sharing="sum"):
    """The task in class GRID."""
    return CellQuestion(least_size(question, "m", UnitClass("GRID", 0, grid, gap)), sharing)


WHOLE = CellQuestion(
    least_size(
        computation_question("match", order=2, M=3, N=2),
        unit_class="FIXED(p, midrise)",
        read_out="any",
        scope=Scope(null=False, combine="sum"),
    )
)
"""A task in class FIXED."""


# --- filling ------------------------------------------------------------------


@pytest.mark.in_turn(4)
@pytest.mark.parametrize(
    ("asked", "m", "H"),
    [
        (on_grid(qsa_question(5, 2)), range(2, 6), [1, 2]),
        (on_grid(qsa_question(4, 2), "twos", sharing="concat"), range(1, 6), [1, 2]),
        (on_grid(match2_question(3), "twos", 2), range(1, 5), [1]),
        (WHOLE, range(2), [1, 2]),
    ],
)
def test_filling_says_what_deciding_every_cell_says(asked, m, H):
    filled = frontier(asked, m, [1, 2], H, budget=1000)
    every = frontier(asked, m, [1, 2], H, budget=1000, fill=False)
    assert filled.closed
    assert [(c.cell, c.verdict) for c in filled.cells] == [(c.cell, c.verdict) for c in every.cells]
    assert {c.verdict for c in filled.cells} == {FEASIBLE, INFEASIBLE}
    assert all(c.filled_from is None and c.evidence for c in every.cells)
    assert any(c.filled_from for c in filled.cells)
    for cell in filled.cells:
        if cell.filled_from is not None:
            source = filled.at(cell.filled_from.m, cell.filled_from.p, cell.filled_from.H)
            assert source.filled_from is None
            assert source.verdict is cell.verdict
            larger, smaller = (cell.cell, source.cell) if cell.verdict is FEASIBLE else (source.cell, cell.cell)
            for size in "mpH":
                low, high = getattr(smaller, size), getattr(larger, size)
                assert low <= high if size in asked.monotone else low == high


def brute_force(N, q, m, p, grid, gap):
    """Whether keys in the grid exist such that every q-subset has a query in the grid that selects it."""
    points = list(product(GRIDS[grid](p), repeat=m))
    rows = [row for row in product("0-", repeat=N) if row.count("0") == q]

    def selects(w, keys, row):
        scores = [sum(a * b for a, b in zip(w, key, strict=True)) for key in keys]
        top = {s for s, symbol in zip(scores, row, strict=True) if symbol == "0"}
        return len(top) == 1 and all(
            s <= max(top) - gap for s, symbol in zip(scores, row, strict=True) if symbol == "-"
        )

    return any(all(any(selects(w, keys, row) for w in points) for row in rows) for keys in product(points, repeat=N))


@pytest.mark.parametrize(("N", "q", "grid", "gap"), [(3, 1, "midrise", 1), (3, 2, "twos", 1), (3, 1, "midrise", 5)])
def test_maps_agree_with_brute_force(N, q, grid, gap):
    found = frontier(on_grid(qsa_question(N, q), grid, gap), [1, 2], [1, 2], budget=1000)
    for cell in found.cells:
        if (cell.cell.m, cell.cell.p) != (2, 2):
            expected = brute_force(N, q, cell.cell.m, cell.cell.p, grid, gap)
            assert (cell.verdict is FEASIBLE) == expected, cell.cell


@pytest.mark.parametrize(("monotone", "reached"), [("mp", {(3, 2, 1), (3, 3, 1), (4, 2, 1), (4, 3, 1)}), ("mH", None)])
def test_only_monotone_sizes_are_filled(monotone, reached):
    feasibility = FeasibilityMap(range(1, 5), [1, 2, 3], [1, 2], monotone)
    feasibility.learn(Cell(3, 2, 1), answer(FEASIBLE))
    found = {(c.cell.m, c.cell.p, c.cell.H) for c in feasibility.cells() if c.verdict is FEASIBLE}
    assert found == (reached or {(3, 2, 1), (4, 2, 1), (3, 2, 2), (4, 2, 2)})
    feasibility.learn(Cell(1, 2, 2), answer(INFEASIBLE))
    below = {(c.cell.m, c.cell.p, c.cell.H) for c in feasibility.cells() if c.verdict is INFEASIBLE}
    assert below == ({(1, 1, 2), (1, 2, 2)} if monotone == "mp" else {(1, 2, 1), (1, 2, 2)})


def test_answers_outside_of_the_map_fill_it():
    feasibility = FeasibilityMap([4, 5], [2], [1], "mp")
    feasibility.learn(Cell(3, 1, 1), answer(FEASIBLE))
    assert [c.filled_from for c in feasibility.cells()] == [Cell(3, 1, 1)] * 2
    assert feasibility.next_cell() is None


# --- contradictions -----------------------------------------------------------


def test_a_contradiction_is_no_answer():
    for first, second in (((3, FEASIBLE), (4, INFEASIBLE)), ((4, INFEASIBLE), (3, FEASIBLE))):
        feasibility = FeasibilityMap(range(1, 6), [1], [1], "m")
        feasibility.learn(Cell(first[0], 1, 1), answer(first[1]))
        with pytest.raises(ContradictionError, match=f"m={second[0]} p=1 H=1 is {second[1].existence}"):
            feasibility.learn(Cell(second[0], 1, 1), answer(second[1]))
    unordered = FeasibilityMap(range(1, 6), [1, 2], [1], "m")
    unordered.learn(Cell(3, 1, 1), answer(FEASIBLE))
    unordered.learn(Cell(3, 2, 1), answer(INFEASIBLE))  # not monotone in p: nothing wrong


# --- what is printed and written ----------------------------------------------


def test_json_csv_picture(headcount, tmp_path):
    words = ("frontier", "qsa", "N=5", "q=2", "--bits", "1:2", "--heads", "1:2", "--m", "1:5")
    code, out, err = headcount(*words, "--json", "--csv", "a.csv", "--plot", "a.png")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["closed"]
    assert [(w["H"], w["p"], w["lower"], w["upper"]) for w in found["least_m"]] == [
        (1, 1, 5, 5), (1, 2, 4, 4), (2, 1, 3, 3), (2, 2, 2, 2),
    ]  # fmt: skip
    assert len(found["cells"]) == 20
    for cell in found["cells"]:
        assert set(cell) - {"filled_from"} == {"m", "p", "H", "status", "method", "seconds"}
    with open(tmp_path / "a.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(int(r["m"]), int(r["p"]), int(r["H"]), r["status"]) for r in rows] == [
        (c["m"], c["p"], c["H"], c["status"]) for c in found["cells"]
    ]
    assert (tmp_path / "a.png").stat().st_size > 5000
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "a.png"]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(
    "words",
    [
        "qsa N=5 q=2 --heads 1:2 --bits 1:2 --combine concat",
        "match2 M=3 --grid twos --bits 1:2 --m 1:4",
        "match2 M=3 N=2 --class fixed --bits 1 --heads 1:2 --m 0:2 --dv 1 --read-out threshold",
        "match3 M=4 N=2 --class fixed --bits 1 --m 1:2 --dv m",
        "parity k=2 --class fixed --bits 1 --m 0:1 --dv 2",
    ],
)
def test_certificates_of_all_that_was_decided(headcount, tmp_path, words):
    code, out, _ = headcount("frontier", *words.split(), "--json", "-o", "certs")
    assert code == 0
    cells = json.loads(out)["cells"]
    own = {f"H{c['H']}-p{c['p']}-m{c['m']}.json": c for c in cells if "filled_from" not in c}
    assert sorted(os.listdir(tmp_path / "certs")) == sorted(own)
    for name, cell in own.items():
        verdict = check(tmp_path / "certs" / name)
        assert isinstance(verdict, Accepted), verdict
        assert f"({cell['p']}, " in verdict.statement
        if cell["status"] == "feasible":
            assert (verdict.lower, verdict.upper) == (None, cell["m"])
        else:
            assert verdict.upper is None
            assert verdict.lower > cell["m"]


def test_the_table(headcount):
    code, out, _ = headcount("frontier", "match2", "M=4", "--bits", "1:2", "--m", "2:4")
    assert code == 0
    assert "class GRID(p, midrise, gap 1)" in out
    assert [line.split() for line in out.splitlines()[2:5]] == [
        ["H", "p", "least", "m", "of", "2..4", "counting", "reals"],
        ["1", "1", "4", ">=", "2", "=", "3"],
        ["1", "2", "3", ">=", "1", "=", "3"],
    ]


def test_the_picture_shows_every_panel_and_curve():
    asked = on_grid(qsa_question(6, 2))
    feasibility = FeasibilityMap(range(1, 7), [1, 2, 3], [1, 2], "mp")
    for (m, p), H in product([(6, 1), (4, 2), (2, 3)], (1, 2)):
        feasibility.learn(Cell(m, p, H), answer(FEASIBLE))
        feasibility.learn(Cell(m - 1, p, H), answer(INFEASIBLE if p != 2 else OPEN))
    feasibility.learn(Cell(2, 2, 1), answer(INFEASIBLE))
    found = Frontier(asked, tuple(range(1, 7)), (1, 2, 3), (1, 2), feasibility.cells(), 1.0)
    figure = frontier_figure(found)
    assert [axes.get_title() for axes in figure.axes] == ["H = 1", "H = 2"]
    image = figure.axes[0].images[0].get_array()
    assert image.shape == (6, 3)
    assert [list(image[:, 0]), image[2, 1]] == [[0, 0, 0, 0, 0, 2], 1]
    assert [text.get_text() for text in figure.axes[0].texts] == ["?"]
    counting, reals = [
        line for line in figure.axes[0].lines if line.get_marker() == "None" and len(line.get_xdata()) == 6
    ]
    assert list(counting.get_ydata()) == [3 - 0.5, 3 - 0.5, 1 - 0.5, 1 - 0.5, 1 - 0.5, 1 - 0.5]
    assert set(reals.get_ydata()) == {3 - 0.5}
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels[:3] == ["feasible", "infeasible", "open (1 s a cell)"]
    assert any("2 ceil(q/H)" in label for label in labels)


def test_theory_never_contradicts_a_map():
    for asked in (on_grid(qsa_question(5, 1)), on_grid(match2_question(4), "twos")):
        found = frontier(asked, range(1, 7), [1, 2], budget=1000)
        for p in (1, 2):
            for curve in theory_curves(asked, [p], 1):
                width = found.least_width(p, 1)
                assert width.closed
                assert width.upper is None or width.upper >= curve.widths[0]


def test_what_is_known_without_a_search_comes_first():
    def stop(known, at_work, words):
        if known.decided():
            raise KeyboardInterrupt

    found = frontier(on_grid(qsa_question(10, 4)), range(1, 13), range(1, 7), jobs=1, budget=1000, watch=stop)
    assert found.interrupted
    assert {found.least_width(p, 1).lower for p in range(1, 7)} == {8}


def test_the_sign_rank_refutes_many_bits():
    found = frontier(on_grid(match2_question(6)), [1, 2], [1, 4, 8], budget=1000)
    assert {c.verdict for c in found.cells} == {INFEASIBLE}
    assert "class SIGN" in found.at(2, 8, 1).method
    assert "8, midrise" in check(json.loads(found.at(2, 8, 1).evidence)).statement


def test_a_pattern_file_and_a_fixed_point_task(headcount, tmp_path):
    (tmp_path / "ring.txt").write_text("00---\n-00--\n--00-\n---00\n0---0\n")
    code, out, _ = headcount("frontier", "ring.txt", "--m", "1:3", "--bits", "1:2", "--json")
    assert code == 0
    assert [w["upper"] for w in json.loads(out)["least_m"]] == [None, 3]
    words = ("match2", "M=3", "N=2", "--class", "fixed", "--m", "0:2", "--bits", "1")
    code, out, _ = headcount("frontier", *words, "--dv", "1", "--read-out", "threshold", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["least_m"] == [{"p": 1, "H": 1, "lower": 2, "upper": 2, "no_size": False}]
    assert found["unit_class"] == "FIXED(p, midrise)"


# --- mistakes -----------------------------------------------------------------


def test_mistakes_from_python():
    for resource, unit_class in (("m", "GRID(2, midrise, gap 1)"), ("m", "SIGN"), ("p", "GRID(p, midrise, gap 1)")):
        with pytest.raises(ValueError, match="written with the letter p"):
            CellQuestion(least_size(qsa_question(4, 1), resource, unit_class))
    asked = on_grid(qsa_question(4, 1))
    for m, p, options, part in (
        ([2, 1], [1], {}, "m must be increasing"),
        ([1], [0], {}, "bits must be increasing integers from 1 to 64"),
        ([], [1], {}, "m must be"),
        ([1], [1], {"budget": 0}, "budget must be"),
        ([1], [1], {"budget": float("inf")}, "budget must be"),
        ([1], [1], {"jobs": 0}, "jobs must be"),
    ):
        with pytest.raises(TaskError, match=part):
            frontier(asked, m, p, **options)
    with pytest.raises(KeyError, match="m=9 p=1 H=1 is not on the map"):
        frontier(asked, [1], [1]).at(9, 1, 1)


def test_widest_difference_by_brute_force():
    for grid, p, m in product(("midrise", "twos"), (1, 2), (1, 2)):
        points = list(product(GRIDS[grid](p), repeat=m))
        reached = max(
            sum(w * (a - b) for w, a, b in zip(query, one, two, strict=True))
            for query in points for one in points for two in points
        )  # fmt: skip
        assert widest_difference(grid, p, m) == reached
