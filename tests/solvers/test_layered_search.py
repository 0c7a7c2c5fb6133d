"""Units of several layers that the search finds, run by the definition; and exhaustive search where it is possible."""

from itertools import product

import pytest

from headcount.bounds.bound import NO_SIZE
from headcount.bounds.unit_classes.equal_views import no_size
from headcount.bounds.unit_classes.layered_unit_bounds import layered_unit
from headcount.bounds.unit_classes.told_token import told_token_lower
from headcount.questions import computation_question, least_size
from headcount.questions.finite_task import FiniteTask
from headcount.search.fixed import first_lower, fixed_plan
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of
from headcount.solvers.units.fixed_point_unit_search import NotFound
from headcount.solvers.units.fixed_units import FixedUnits, units_of
from headcount.solvers.units.layered_unit_search import search_layered_unit
from headcount.solvers.units.told_values import told_values
from two_layers import exists


def finite(name, **sizes):
    return FiniteTask(name, tuple(sizes.items()))


def does(unit, units, at=None):
    """Whether the unit's rows tell the answers, by the definition of units; with ``at`` by the first coordinate."""
    told = {}
    for word, answers in units.task.pairs():
        for i, (row, answer) in enumerate(zip(unit.outputs(word), answers, strict=True)):
            if answer is not None and at is not None:
                if row[0] == at or (row[0] > at) != answer:
                    return False
            elif answer is not None and told.setdefault((i, word[i], row), answer) != answer:
                return False
    return True


FOUND = [
    (FixedUnits(finite("induction-heads", A=2, N=3), bits=1, m=0), 2),
    (FixedUnits(finite("induction-heads", A=2, N=4), bits=1, m=1), 2),
    (FixedUnits(finite("match", order=2, M=3, N=3), bits=1, m=1), 2),
    pytest.param(FixedUnits(finite("match", order=3, M=3, N=3), bits=1, m=1, heads=2), 3, marks=pytest.mark.slow),
    (FixedUnits(finite("match", order=2, M=3, N=2), bits=2, m=1, dv=2, grid="twos"), 2),
    (FixedUnits(finite("match", order=2, M=2, N=2), bits=1, m=1, read_out="threshold", combine="sum"), 2),
    (FixedUnits(finite("induction-heads", A=2, N=4), bits=1, m=1, mask=((0,), (0, 1), (0, 1, 2), (0, 1, 2, 3))), 2),
    (FixedUnits(finite("induction-heads", A=2, N=3), bits=1, m=1, rounds=True), 2),
    (FixedUnits(finite("match", order=2, M=3, N=2), bits=1, m=1, heads=2, rounds=True), 2),
    (FixedUnits(finite("induction-heads", A=2, N=3), bits=1, m=1, ties="average"), 2),
    (FixedUnits(finite("match", order=2, M=3, N=2), bits=1, m=1, ties="leftmost"), 2),
    (FixedUnits(finite("match", order=2, M=2, N=2), bits=1, m=1, ties="rightmost", grid="twos"), 3),
]  # fmt: skip


@pytest.mark.parametrize(("units", "layers"), FOUND, ids=str)
def test_units_that_are_found_do_the_task(units, layers):
    found = search_layered_unit(units, layers, choices=300)
    assert not isinstance(found, NotFound)
    unit = layered_unit(found)
    assert len(unit.layers) == layers and (unit.m, unit.H, unit.dv) == (units.m, units.heads, units.dv)
    assert all(-(2**units.bits) <= entry < 2**units.bits for entry in unit.entries)
    at = found.layers[-1][1].at if units.read_out == "threshold" else None
    assert does(unit, units, at)
    again = search_layered_unit(units, layers, choices=300)
    assert again == found


def test_the_read_out_sees_the_token_of_the_input_only():
    """Copy both tokens everywhere: one row of one bit a coordinate cannot hold what the first layer has told."""
    words = list(product(range(4), repeat=2))
    task = FiniteTask("table", (("alphabet", 4), ("length", 2)), tuple((w, (w[1], w[0])) for w in words))
    assert isinstance(search_layered_unit(FixedUnits(task, bits=1, m=0), 2, choices=10), NotFound)


def copied(symbols):
    """The first token, asked at the second position, which holds 0."""
    answers = tuple(((a, 0), (None, a)) for a in range(symbols))
    return computation_question("table", answers=answers, label="copied", alphabet=symbols, length=2)


TINY = {
    **{f"match {order} {M}": computation_question("match", order=order, M=M, N=2) for order in (2, 3) for M in (2, 3)},
    "heads 2": computation_question("induction-heads", A=2, N=2),
    "heads 3": computation_question("induction-heads", A=2, N=3),
    "composition": computation_question("composition", n=1),
    "cycle": computation_question("cycle3", N=2),
    **{f"copied {symbols}": copied(symbols) for symbols in (2, 3, 4, 5)},
}


@pytest.mark.parametrize("name", TINY)
def test_bounds_against_all_units_of_two_layers_without_queries(name):
    """m = 0, dv = p = H = 1: a lower bound m >= 1 only if no unit is right, and a unit that is found is there."""
    question = TINY[name]
    asked = least_size(question, "m", "FIXED(1, midrise)", layers=2, read_out="any")
    truth = exists(question.finite, (-1, 1))
    lower = told_token_lower(asked, told_values(question.finite))
    assert not (truth and lower is not None)
    assert (lower is not None) == (name == "copied 5")  # 5 values cost 3 bits, and two layers tell two
    found = search_layered_unit(FixedUnits(question.finite, bits=1, m=0), 2, choices=60)
    assert truth != isinstance(found, NotFound)


def test_both_answers_occur():
    """A row is one of three numbers, so that four values are too many, although two layers are told two bits."""
    wanted = {"copied 2": True, "copied 3": True, "copied 4": False, "copied 5": False}
    assert {name: exists(TINY[name].finite, (-1, 1)) for name in wanted} == wanted


def equal(symbols, back):
    """Is the last of two tokens the first one, asked at the last (or, ``back``, at the first, which sees no other)?"""
    pairs = product(range(symbols), repeat=2)
    answers = tuple(((a, b), (int(a == b), None) if back else (None, int(a == b))) for a, b in pairs)
    return computation_question("table", answers=answers, label="equal", alphabet=symbols, length=2)


@pytest.mark.parametrize(("symbols", "bound"), [(2, 0), (3, 0), pytest.param(5, 1, marks=pytest.mark.slow)])
def test_causal_masks_against_all_units_of_two_layers_without_queries(symbols, bound):
    """Each pair of symbols is told apart by some second token, which hers does not see: 5 of them cost 3 bits."""
    question = equal(symbols, back=False)
    asked = question_of(question, ProbeOptions("fixed", bits=1, dv=1, layers=2, mask="causal"))
    assert first_lower(asked).value == bound
    truth = exists(question.finite, (-1, 1), causal=True)
    assert truth or bound == 1 or symbols == 3
    assert truth <= (bound == 0)
    units = units_of(asked.stated, 0)
    assert truth != isinstance(search_layered_unit(units, 2, choices=60), NotFound)
    hidden = question_of(equal(symbols, back=True), ProbeOptions("fixed", bits=1, layers=2, mask="causal"))
    assert fixed_plan(hidden).lower.value == NO_SIZE


def test_no_size_depends_on_the_layers():
    """A window of one: the ends see each other after two layers, and no size will do with one."""
    for layers, none in ((1, True), (2, False), (3, False)):
        asked = question_of("match2 M=3 N=3", ProbeOptions("fixed", bits=1, layers=layers, mask="window w=1"))
        assert (no_size(asked.stated) is not None) == none
