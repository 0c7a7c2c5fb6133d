"""z3's formulas against brute force: every answer YES and NO, and tables that are what they claim to be.

z3's work is counted in its own steps, so that nothing here depends on the machine.
"""

import random
from collections import Counter
from importlib import import_module
from itertools import product

import numpy as np
import pytest
import z3

from draws import until
from exact_sign_rank import sign_rank
from headcount.bounds.solver_decision import decide_by_z3
from headcount.bounds.unit_classes.fixed_unit_bounds import branching_orders
from headcount.questions import (
    Scope,
    SignPattern,
    computation_question,
    least_size,
    pattern_question,
    qsa_question,
    shared_question,
)
from headcount.questions.grid import GRIDS
from headcount.solvers.outcome import Verdict
from headcount.solvers.sign_rank.rationalise import has_signs
from headcount.solvers.smt.fixed_formula import fixed_formula
from headcount.solvers.smt.formula import Formula, ask_z3
from headcount.solvers.smt.grid_formula import grid_formula
from headcount.solvers.smt.sign_formula import integer_tables, sign_formula
from headcount.solvers.units.fixed_case_search import Refuted, search_cases
from headcount.solvers.units.fixed_tables import FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits

WORK = 5_000_000
"""Steps of z3 for each question: some seconds, if it should ever need them."""


def answer(formula):
    return ask_z3(formula, work=WORK).status.existence


def signs(rows):
    return np.array([[{"-": -1, "0": 0, "+": 1, "*": 2}[s] for s in row] for row in rows], dtype=np.int8)


@pytest.mark.parametrize("symbols", ["+-", "+-0", "+-*", "+-0*"])
def test_sign_rank_against_brute_force(symbols, rotating_seed):
    """The gauge fixes nothing that a pattern needs: at the sign-rank there are tables, one below there are none."""
    rng = random.Random(rotating_seed)
    for _ in range(12):
        shape = rng.choice([(2, 3), (3, 3), (3, 4), (4, 4)])
        rows = tuple("".join(rng.choice(symbols) for _ in range(shape[1])) for _ in range(shape[0]))
        rank = sign_rank(rows)
        for d in range(max(rank - 1, 0), min(rank + 2, min(shape) + 1)):
            found = ask_z3(sign_formula(rows, d), work=WORK)
            assert found.status.existence == ("feasible" if d >= rank else "infeasible"), (rows, d)
            if d >= rank:
                assert has_signs(signs(rows), *integer_tables(rows, d, found.values))


def brute_grid(rows, values, width, gap):
    """Whether keys and queries exist, by trying all keys."""
    vectors = list(product(values, repeat=width))
    columns = len(rows[0][0][0])

    def meets(word, query, keys):
        scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in keys]
        at = {s: [score for symbol, score in zip(word, scores, strict=True) if symbol == s] for s in "-0+"}
        highest = max(at["-"], default=min(scores) - 2 * gap)  # the lowest threshold that clears the scores at -
        level = at["0"][0] if at["0"] else highest + gap
        return (
            all(s == level for s in at["0"])
            and all(level - s >= gap for s in at["-"])
            and all(s - level >= gap for s in at["+"])
        )

    return any(
        all(any(meets(word, query, keys) for query in vectors) for ((word,),) in rows)
        for keys in product(vectors, repeat=columns)
    )


@pytest.mark.parametrize(
    ("grid", "bits", "width"), [("midrise", 1, 1), ("midrise", 1, 2), ("twos", 1, 2), ("twos", 2, 1)]
)
def test_grids_against_brute_force(grid, bits, width, rotating_seed):
    """Taking the lexicographic maximum loses no tables."""
    rng = random.Random(rotating_seed)
    values, said = GRIDS[grid](bits), Counter()
    for _ in until(said, {"feasible", "infeasible"}, 25):
        rows = [((("".join(rng.choice("+-0*") for _ in range(3))),),) for _ in range(rng.randint(1, 3))]
        gap = rng.choice((1, 2))
        found = answer(grid_formula(rows, values, width, gap))
        assert found == ("feasible" if brute_grid(rows, values, width, gap) else "infeasible"), (rows, gap)
        said[found] += 1


@pytest.mark.parametrize(
    ("question", "resource", "unit_class", "m", "least"),
    [
        (qsa_question(5, 1), "m", "GRID(1, midrise, gap 1)", None, 3),
        (qsa_question(4, 1), "p", "GRID(p, midrise, gap 1)", 2, 1),
        (shared_question(3, 2, 2, "sum"), "m", "GRID(1, midrise, gap 1)", None, 2),
        (shared_question(4, 2, 2, "concat"), "m", "GRID(1, midrise, gap 1)", None, 2),
        (pattern_question(SignPattern(("+-", "-+"), null=True)), "m", "GRID(1, twos, gap 1)", None, 4),
        (pattern_question(SignPattern(("+--", "-+-", "--+"), null=True)), "m", "SIGN", None, 2),
        (qsa_question(4, 2), "m", "SIGN", None, 3),
    ],
)
def test_least_sizes(question, resource, unit_class, m, least):
    """Found at the least size, and certified; refuted below it."""
    asked = least_size(question, resource, unit_class, m=m)
    found = decide_by_z3(asked, least, work=WORK)
    assert (found.status, str(found.bound.evidence.status)) == (Verdict.FEASIBLE, "CERTIFIED")
    if least > (0 if resource == "m" else 1):
        below = decide_by_z3(asked, least - 1, work=WORK)
        assert (below.status, below.bound) == (Verdict.INFEASIBLE, None)


@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize(("heads", "combine"), [(1, "concat"), (2, "sum"), (2, "concat")])
def test_fixed_units_against_the_search_by_cases(read_out, null, heads, combine):
    for modulus, m in [(2, 0), (2, 1), (3, 0)] + [(3, 1)] * (heads == 1):
        task = computation_question("match", order=2, M=modulus, N=2).finite
        units = FixedUnits(task, 1, m=m, heads=heads, read_out=read_out, combine=combine, null=null)
        tables = FixedTables(units)
        found = ask_z3(fixed_formula(tables), work=WORK)
        assert found.status.existence == ("feasible" if exhaustive(tables) else "infeasible"), units


def exhaustive(tables):
    """Whether the search by cases finds tables; its refutations are replayed elsewhere."""
    for order in branching_orders(tables):
        outcome = search_cases(tables, order, (), most_nodes=100_000)
        if isinstance(outcome, Refuted | Found):
            return isinstance(outcome, Found)
    raise AssertionError("the search by cases did not end")


def test_a_unit_of_class_fixed_is_certified():
    match2 = computation_question("match", order=2, M=3, N=2)
    asked = least_size(match2, "m", "FIXED(1, midrise)", read_out="any", scope=Scope(null=False))
    assert str(decide_by_z3(asked, 1, work=WORK).bound.evidence.status) == "CERTIFIED"
    assert decide_by_z3(asked, 0, work=WORK).status is Verdict.INFEASIBLE


def test_irrational_tables_are_made_rational():
    """sqrt 2 in tables without ties is cut to decimals; ties are met anew by vectors nearby."""
    root = ask_z3(Formula("QF_NRA", ((x := z3.Real("x")) * x == 2, x > 0), {"x": x})).values["x"]
    assert z3.is_algebraic_value(root)
    one = z3.RealVal(1)
    values = {"w_0_0": one, "w_0_1": -root, "u_0_0": root, "u_0_1": one / 2, "u_1_0": one, "u_1_1": one}
    values = {name: z3.simplify(value) for name, value in values.items()}
    assert has_signs(signs(("+-",)), *integer_tables(("+-",), 2, values))
    tied = {"w_0_0": root, "w_0_1": one, "u_0_0": one, "u_0_1": z3.simplify(-root)}
    assert has_signs(signs(("0",)), *integer_tables(("0",), 2, tied))  # w and u may move a little, and stay orthogonal


def test_tables_that_stay_irrational_are_z3s_word(monkeypatch):
    monkeypatch.setattr(import_module("headcount.bounds.solver_decision"), "integer_tables", lambda *_: ())
    found = decide_by_z3(least_size(qsa_question(4, 2)), 3, work=WORK)
    assert (found.status, found.bound.side, found.bound.value) == (Verdict.FEASIBLE, "upper", 3)
    assert str(found.bound.evidence.status) == "PROVED-BY-SOLVER"


def test_no_answer_is_none():
    """A limit of z3's steps that is not enough leaves the question open, whatever the machine."""
    rows = qsa_question(9, 3).rows
    one, two = (ask_z3(sign_formula(rows, 5), work=200_000) for _ in range(2))
    assert one.status is two.status is Verdict.OPEN
    assert one.reason == two.reason


def test_problems_without_a_formula():
    with pytest.raises(ValueError, match="class FIXED"):
        decide_by_z3(least_size(computation_question("match", order=2, M=2, N=2, position=0), "H", "THRESH"), 1)
