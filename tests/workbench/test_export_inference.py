"""Bounds by a cited inequality as scripts: contradictory exactly if the bound follows, for two solvers."""

import json
import random
from fractions import Fraction

import pytest

import corpora
import other_solvers
from headcount import CommunicationMatrix
from headcount.questions import MEASURES, StatedBound
from headcount.questions.least_size import measure_of
from headcount.core.theorems.inequalities import Product
from headcount.legacy.theorems.readings import READINGS
from headcount.workbench.export import stated_claims
from headcount.workbench.export.inference import FUNCTIONS, written
from headcount.workbench.export.kinds import exported
from headcount.workbench.theorems import stored_certificates

MATRIX = CommunicationMatrix(("0110", "1010"))


def bound(name, side, value):
    parameter = {"alpha": Fraction(2), "epsilon": Fraction(1, 8)}.get(MEASURES[name].parameter)
    return StatedBound(measure_of(MATRIX, name, parameter), side, value)


def rounded(name, side, value):
    """What a value says of a measure that may be an integer."""
    if not MEASURES[name].integral:
        return value
    return Fraction(
        -(-value.numerator // value.denominator) if side == "lower" else value.numerator // value.denominator
    )


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: f"{reading.conclusion} {reading.inequality.name}")
def test_each_reading_is_contradictory_up_to_its_value_and_not_beyond(reading, rotating_seed):
    chance, (name, side) = random.Random(rotating_seed), reading.conclusion
    for _ in range(3):
        values = [Fraction(chance.randint(1, 6)) for _ in reading.premises]
        parameter = next((p for p in map(parameter_of, (name, *(one for one, _ in reading.premises))) if p), None)
        proved = reading.conclude(tuple(values), 8, parameter)
        found = rounded(name, side, max(proved, Fraction(0)))
        premises = tuple(bound(one, of, value) for (one, of), value in zip(reading.premises, values, strict=True))
        script, source = written(bound(name, side, found), premises, reading.inequality.name)
        assert other_solvers.z3_says(script) == other_solvers.cvc5_says(script) == "unsat"
        assert source.startswith(reading.inequality.name)
        step = Fraction(1) if MEASURES[name].integral else Fraction(1, 1000)
        beyond = found + step if side == "lower" else found - step
        if beyond >= 0:
            script, _ = written(bound(name, side, beyond), premises, reading.inequality.name)
            assert other_solvers.z3_says(script) == "sat", (values, found)


def parameter_of(name):
    return {"alpha": Fraction(2), "epsilon": Fraction(1, 8)}.get(MEASURES[name].parameter)


def test_every_function_of_the_inequalities_is_written():
    named = {reading.inequality.function for reading in READINGS if not isinstance(reading.inequality, Product)}
    assert named == set(FUNCTIONS)


def test_another_theorem_is_refused():
    with pytest.raises(ValueError, match="does not conclude"):
        written(bound("D", "lower", Fraction(2)), (bound("partition", "upper", Fraction(4)),), "partition <= 2^D")


def test_all_inferences_of_the_ledger_and_the_corpora():
    texts = [path.read_text() for path in corpora.files("accept", corpora.OF_MEASURES)]
    scripts = {}
    for text in (*texts, *stored_certificates().values()):
        for claim in stated_claims(json.loads(text)):
            if claim.kind == "theorem":
                (file,) = exported(claim).files
                body = file.content[file.content.index("(set-logic") :]
                scripts[body] = file
                assert f"from claim{'s' * (len(claim.premises) > 1)} {claim.premises[0]}" in file.proves
    assert len(scripts) > 100
    for body, file in scripts.items():
        assert other_solvers.z3_says(file.content) == "unsat", body


def test_a_power_that_is_too_long_is_not_written():
    claims = [
        {"measure": "D", "side": "upper", "value": "9" * 500, "evidence": {"kind": "tree"}},
        {"measure": "partition", "side": "upper", "value": "9" * 600, "evidence": {"kind": "theorem", "from": [0]}},
    ]
    claims[1]["evidence"]["name"] = "partition <= 2^D"
    question = {"task": "communication", "of": "disj", "n": 1}
    assert "2^64" in exported(stated_claims({"question": question, "claims": claims})[1]).by["not exported"]
