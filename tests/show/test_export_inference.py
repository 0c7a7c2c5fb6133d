"""Bounds that follow by an inequality: a solver makes the step, and only the step that the checker makes."""

import re
from fractions import Fraction

import pytest

from headcount.certificates.check import check
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.theorems.functions import FUNCTIONS as CORE
from headcount.certificates.theorems.inequalities import INEQUALITIES
from headcount.show.export.inequalities import FUNCTIONS
from headcount.show.export.rules import exported
from headcount.show.export.stated_claim import stated_claims
from other_solvers import z3_says

MATRIX = {"task": "communication", "of": "matrix", "rows": ["0110", "1010", "0011"]}
VALUES = {"task": "values", "rows": [[0, 1, 1, 2], [1, 3, 1, 0], [0, 0, 1, 1]]}
BOUNDS = ("partition_bound", "smooth_rectangle0", "smooth_rectangle1")
PARAMETERS = {"gamma2_alpha": {"alpha": "2"}, **{name: {"epsilon": "1/4"} for name in BOUNDS}}


def stated(name, side, value):
    return {"measure": name, "side": side, "value": str(value), **PARAMETERS.get(name, {})}


def ends_of(name):
    """The measures on either side of an inequality, and its function, in words."""
    sides = name.split(" <= ")
    ends = [[word for word in re.findall(r"\w+", side) if word in MEASURES] for side in sides]
    return ends, sides[1].replace(" + ".join(ends[1]), "{}")


def step(name, side, given):
    """A claim by this inequality from premises with these values, whose own value is still to be said."""
    ends, _ = ends_of(name)
    known, (asked, *more) = ends if side == "lower" else ends[::-1]
    if more:
        return None
    least = {"rule": "theorem", "name": "least"}
    premises = [{**stated(one, side, x), "proof": least} for one, x in zip(known, given, strict=False)]
    return {**stated(asked, side, 0), "proof": {"rule": "theorem", "name": name, "from": premises}}


def about(claim):
    """A matrix of which the measure is defined."""
    named = {claim["measure"], *(one["measure"] for one in claim["proof"]["from"])}
    return MATRIX if all("communication" in MEASURES[name].about for name in named) else VALUES


def says(claim, value):
    """What z3 says of the claim with a value, as if its premises were proved."""
    claims = stated_claims({"question": about(claim), "claims": [{**claim, "value": str(value)}]})
    return z3_says(exported(claims[0]).files[0].content)


SUMS = [name for name in INEQUALITIES if " * " not in name]


@pytest.mark.parametrize("name", SUMS)
def test_the_step_of_the_checker_is_the_step_of_a_solver(name):
    """The best value that follows does, in the eyes of z3, and a value beyond does not."""
    for side in ("lower", "upper"):
        claim = step(name, side, (3, 2))
        if claim is None:
            continue
        total, function = Fraction(3 + 2 * (len(claim["proof"]["from"]) > 1)), CORE[ends_of(name)[1]]
        best = max(function[side == "lower"](total, 12), Fraction(0))
        if stated_claims({"question": about(claim), "claims": [claim]})[0].read.integral:
            best = Fraction(-(-best // 1) if side == "lower" else best // 1)
        assert says(claim, best) == "unsat"
        far = best + 1 if side == "lower" else best - 1
        assert far < 0 or says(claim, far) == "sat"


def test_every_function_is_written():
    assert set(FUNCTIONS) == set(CORE)


def test_products_of_measures():
    matrix = {"task": "communication", "of": "matrix", "rows": ["10", "01"]}
    norm = {
        "measure": "spectral_norm",
        "side": "upper",
        "value": "2",
        "proof": {"rule": "psd", "system": "norm", "norm": "2"},
    }
    name = "forster * spectral_norm >= sqrt(R C)"
    claim = {
        "measure": "forster",
        "side": "lower",
        "value": "1",
        "proof": {"rule": "theorem", "name": name, "from": [0]},
    }
    certificate = {"format": "headcount-certificate", "version": 3, "question": matrix, "claims": [norm, claim]}
    assert check(certificate).exit_code == 0
    for value, expected in (("1", "unsat"), ("1/2", "unsat"), ("9/8", "sat")):
        claims = stated_claims({**certificate, "claims": [norm, {**claim, "value": value}]})
        found = exported(claims[1])
        assert found.by["inference"] == "claim-1.smt2"
        assert z3_says(found.files[0].content) == expected
