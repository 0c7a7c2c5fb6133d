"""Local search for fixed-point units, automorphisms of tasks, and the two ends together."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest

import fixed_claims as fixed
from headcount import Answer
from headcount.bounds.bound import certificate
from headcount.bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit, unit_of
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import Scope, UnitClass, computation_question, least_size, qsa_question
from headcount.questions.unit_class import SATURATED
from headcount.questions.unit_file import read_unit
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard
from headcount.search.cell_search import rise
from headcount.search.class_bounds import least_bound
from headcount.search.fixed import FixedCells
from headcount.solvers.outcome import Verdict
from headcount.solvers.units.fixed_point_unit_search import NotFound, TableWalk, search_fixed_unit
from headcount.solvers.units.fixed_tables import Automorphism, FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits
from headcount.solvers.units.task_automorphisms import task_automorphisms


def asked(question, resource="m", p=1, m=1, H=1, dv=1, read_out="any", combine="concat", **scope):
    """The least m, p or H, the other sizes as given."""
    unit_class = UnitClass("FIXED", 0 if resource == "p" else p, "midrise")
    given = Scope(**{"null": False, "combine": combine} | scope)
    return least_size(question, resource, unit_class, m=m, heads=H, dv=dv, read_out=read_out, scope=given)


def parity(k):
    words = product((0, 1), repeat=k)
    return fixed.listed(2, k + 1, [((0, *w), (sum(w) % 2,) + (None,) * k) for w in words])


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize(
    ("read_out", "combine", "H"), [("any", "concat", 2), ("any", "sum", 2), ("threshold", "sum", 1)]
)
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("tables", ["both", "token"])
def test_what_is_found_is_a_unit(grid, read_out, combine, H, null, tables):
    question = computation_question("match", order=2, M=2, N=2)
    units = FixedUnits(question.of, 2, grid, 1, H, 1, read_out, combine, null, tables)
    found = search_fixed_unit(FixedTables(units), starts=200)
    assert isinstance(found, Found)
    unit = unit_of(units, found)
    fixed.verify_unit(question, unit, read_out, found.at)
    scope = Scope(null, tables, combine)
    size = least_size(question, "m", UnitClass("FIXED", 2, grid), heads=H, read_out=read_out, scope=scope)
    cell = decide_fixed_unit(size, 1, 4)
    assert cell.status is Verdict.FEASIBLE
    assert cell.bound.value == 1
    assert isinstance(check(certificate(question, cell.bound)), Accepted)


@pytest.mark.parametrize(
    "more",
    [
        {"heads": 2}, {"heads": 2, "combine": "sum"}, {"read_out": "threshold"}, {"null": True}, {"rounds": True},
        {"rounds": True, "null": True, "heads": 2}, {"ties": "leftmost"}, {"tables": "additive"}, {"tables": "token"},
        {"tables": "relative"}, {"mask": ((0,), (0, 1), (1, 2)), "heads": 2},
    ],
    ids=str,
)  # fmt: skip
def test_what_a_move_changes_is_all_that_is_computed(more):
    """After any number of moves rows, pairs and costs are those of the tables, computed afresh."""
    task = computation_question("match", order=3, M=3, N=3).finite
    walk = TableWalk(FixedTables(FixedUnits(task, 2, m=1, **more)), np.random.default_rng(5))
    for _ in range(6):
        walk.descend(float("inf"), 1)
        kept, equal = [rows.copy() for rows in walk.rows], walk.equal
        walk.start_from(walk.held)
        assert all((a == b).all() for a, b in zip(kept, walk.rows, strict=True))
        assert (equal is None) == ("threshold" in more.values() or "sum" in more.values())
        if equal is not None:
            assert (equal == walk.equal).all() and walk.equal.sum() == walk._costs(walk.rows)[0]


def test_search_gives_up_where_there_is_nothing():
    problem = FixedTables(FixedUnits(fixed.equality(3).of, 1, m=0))
    assert isinstance(search_fixed_unit(problem, starts=5), NotFound)


def test_broken_unit_is_noticed():
    question = fixed.equality(3)
    cell = decide_fixed_unit(asked(question), 1)
    stated = json.loads(json.dumps(cell.evidence["unit"]))
    values = stated["layers"][0]["heads"][0]["values"][0]["rows"]
    stated["layers"][0]["heads"][0]["values"][0]["rows"] = [[1] for _ in values]
    with pytest.raises(RuntimeError, match="fails at position"):
        fixed.verify_unit(question, read_unit(stated), "any", Fraction(0))


# --- automorphisms ------------------------------------------------------------


def automorphisms_by_enumeration(task):
    """Every permutation of positions with every renaming of two tokens at each."""
    found, tables = 0, FixedTables(FixedUnits(task, 1))
    renamings = list(permutations(range(task.alphabet)))
    for positions in permutations(range(task.length)):
        for tokens in product(renamings, repeat=task.length):
            found += fixed.respects(tables, Automorphism(positions, tokens))
    return found


@pytest.mark.parametrize(
    "question", [fixed.equality(2), parity(2), fixed.listed(2, 2, [((0, 1), (1, 0)), ((1, 1), (0, 1))])]
)
def test_all_automorphisms_are_found(question):
    task = question.of
    found = task_automorphisms(task, float("inf"), most=1000)
    assert all(fixed.respects(FixedTables(FixedUnits(task, 1)), automorphism) for automorphism in found)
    used = [len({word[j] for word, _ in task.listed}) for j in range(task.length)]
    spare = 2 ** used.count(1)  # a token that never occurs may be renamed or not; one of the two is named
    assert (len(found) + 1) * spare == automorphisms_by_enumeration(task) or used.count(1)


# --- both ends ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "resource", "sizes", "value"),
    [
        (fixed.equality(2), "m", {}, 0),
        (fixed.equality(3), "m", {}, 1),
        (fixed.equality(3), "H", {"m": 0}, 2),
        (fixed.equality(3), "p", {"m": 0}, 2),
        (fixed.equality(4), "H", {"m": 0, "combine": "sum"}, 3),
        (fixed.equality(2), "m", {"read_out": "threshold"}, 1),
        (fixed.equality(3), "m", {"read_out": "threshold"}, 2),
        (parity(3), "m", {}, 0),
        (parity(2), "m", {"p": 2, "read_out": "threshold"}, 1),
    ],
)
def test_thresholds(question, resource, sizes, value):
    cells = FixedCells(Asked(asked(question, resource, **sizes)))
    board = LocalBoard(cells.asked, 0, float("inf"), (least_bound(cells.asked), None))
    rise(board, cells)
    bracket = board.answer()
    assert (bracket.lower.value, bracket.upper.value) == (value, value)
    verdict = check(bracket.certificate())
    assert (verdict.lower, verdict.upper) == (value, value)
    scope = cells.asked.least.scope
    about, said = f"scope=null=False tables={scope.tables} combine={scope.combine}", verdict.statement
    assert about in said and said.endswith(f": {value} <= {resource} <= {value}")


def test_open_above():
    """Three sums of two signs do not tell five symbols from each other; of three heads nothing is said."""
    cells = FixedCells(Asked(asked(fixed.equality(5), "H", m=0, combine="sum")))
    two = cells.decide(2, 5.0)
    assert two.status is Verdict.INFEASIBLE
    bracket = Answer(cells.asked, cells.lower_bound({2: two}, 3), None)
    assert (bracket.lower.value, bracket.upper, bracket.closed, bracket.certified) == (3, None, False, True)
    assert bracket.to_json()["upper"] is None
    assert isinstance(check(bracket.certificate()), Accepted)


def test_truncated_weights_escape_the_threshold_degree():
    """XOR of two bits, threshold read-out, one head: impossible with a real softmax (threshold degree 2), and done here
    with p = 2: weights that are cut off depend on the highest score, so the row is no quotient of linear forms."""
    cell = decide_fixed_unit(asked(parity(2), p=2, read_out="threshold"), 1, 12)
    assert cell.status is Verdict.FEASIBLE
    one_bit = decide_fixed_unit(asked(parity(2), read_out="threshold"), 1, 12)
    assert one_bit.status is Verdict.INFEASIBLE


def test_bad_sizes():
    question = fixed.equality(2)
    for size, value, words in (
        (asked(question, "p"), 0, "p must be an integer >= 1"),
        (asked(question, "H"), 0, "H must be"),
        (asked(question), -1, "m must be an integer >= 0"),
        (asked(question), 0.5, "m must be an integer >= 0"),
        (asked(question, dv=0), 1, "dv must be"),
        (asked(question, p=3), 9, "entries to choose from"),
        (asked(qsa_question(4, 1)), 1, "must be a computation"),
        (replace(asked(question), scope=None), 1, "must be in class FIXED or .* and have a scope"),
        (replace(asked(question), unit_class=SATURATED), 1, "must be in class FIXED or .* and have a scope"),
    ):
        with pytest.raises(ValueError, match=words):
            decide_fixed_unit(size, value)
