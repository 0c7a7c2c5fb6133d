"""Sizes excluded by what an attention unit costs as a protocol: the counts with all constants, and what they need."""

import importlib.util
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from headcount.certificates import averaging_question, computation_question
from headcount.certificates.claim import Setting
from headcount.certificates.statement.outputs import at_position
from headcount.certificates.statement.unit_class import UnitClass
from headcount.certificates.verdict import MalformedError, RejectionError


def _load(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


fixed = _load(Path(__file__).parent / "fixed_claims.py")


def cost_evidence(argument, **fields):
    return {"kind": "protocol-cost", "argument": argument, **fields}


def test_disjointness_counts():
    """n = 30, p = 1, midrise, one head, dv = 1: T = (m + 1) * 2 * 61 * 61 < 2^30 iff m + 1 < 144281.4."""
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30, read_out={"kind": "any"})
    value, how = fixed.prove(stated, question, fixed.setting(p=1))
    assert value == -(-(2**30) // (2 * 61 * 61)) - 1
    transcripts = [(m + 1) * 2 * 61 * 61 for m in (value - 1, value)]
    assert transcripts[0] < 2**30 <= transcripts[1]
    assert "2^30" in how
    value, _ = fixed.prove(stated, question, fixed.setting(p=1, m=1, resource="H"))
    assert (2 * 2 * 61 * 61) ** (value - 1) < 2**30 <= (2 * 2 * 61 * 61) ** value


def test_disjointness_needs_its_encoding():
    for M, N in ((61, 61), (62, 60)):
        question = computation_question("match", order=3, M=M, N=N)
        with pytest.raises(RejectionError, match="needs match of order 3"):
            fixed.prove(cost_evidence("disjointness", n=30, read_out={"kind": "any"}), question, fixed.setting())
    with pytest.raises(RejectionError):
        question = computation_question("match", order=2, M=62, N=61)
        fixed.prove(cost_evidence("disjointness", n=30, read_out={"kind": "any"}), question, fixed.setting())


def test_counting_of_averages():
    question = averaging_question(64, 4)
    value, _ = fixed.prove(cost_evidence("counting", error="1/5"), question, setting_with_error(Fraction(1, 5)))
    needed = comb(63, 4) + 2 * comb(63, 3)
    assert 2 ** (value - 1) * value * 2 < needed <= 2**value * (value + 1) * 2  # midrise, p = 1: m + 1 scores
    with pytest.raises(RejectionError, match="error below 1/q"):
        fixed.prove(cost_evidence("counting", error="1/4"), question, setting_with_error(Fraction(1, 4)))


def test_disjointness_is_asked_at_the_public_token():
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30, read_out={"kind": "any"})
    assert fixed.prove(stated, at_position(question, 0), fixed.setting(p=1)) == fixed.prove(
        stated, question, fixed.setting(p=1)
    )
    with pytest.raises(RejectionError, match="first position"):
        fixed.prove(stated, at_position(question, 1), fixed.setting(p=1))


def test_huge_sizes_take_no_time():
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30, read_out={"kind": "any"})
    huge = 10**1000
    assert fixed.prove(stated, question, fixed.setting(p=4096, heads=huge, dv=huge))[0] == 0
    value, _ = fixed.prove(stated | {"n": 2}, question, fixed.setting(p=1, m=huge, resource="H", dv=huge))
    assert value == 1
    with pytest.raises(MalformedError, match="entries to choose from"):
        fixed.prove(fixed.evidence(fixed.equality(3), [1]), fixed.equality(3), fixed.setting(m=huge, resource="H"))


def setting_with_error(error):
    return Setting("m", UnitClass("FIXED", 1, "midrise"), None, 1, 2, 1, error, 1, "")
