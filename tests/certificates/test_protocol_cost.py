"""Sizes excluded by what an attention unit costs as a protocol: the counts with all constants, and what they need."""

from fractions import Fraction
from math import comb

import pytest

import fixed_claims as fixed
from headcount.certificates.refuse import Refused
from headcount.questions import averaging_question, computation_question
from headcount.questions.least_size import LeastSize
from headcount.questions.unit_class import UnitClass


def cost_evidence(argument, **fields):
    return {"kind": "protocol-cost", "argument": argument, **fields}


def largest(stated, question, given):
    """The largest value that the counts prove, the evidence names no number, the claim does."""

    def proves(value):
        try:
            return fixed.prove(stated, question, given, value) == value
        except Refused:
            return False

    low = given(question).least  # which needs no proof
    high = low + 1
    while proves(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if proves(middle) else (low, middle)
    return low


def test_disjointness_counts():
    """n = 30, p = 1, midrise, one head, dv = 1: T = (m + 1) * 2 * 61 * 61 < 2^30 iff m + 1 < 144281.4."""
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30)
    value = largest(stated, question, fixed.setting(p=1))
    assert value == -(-(2**30) // (2 * 61 * 61)) - 1
    transcripts = [(m + 1) * 2 * 61 * 61 for m in (value - 1, value)]
    assert transcripts[0] < 2**30 <= transcripts[1]
    value = largest(stated, question, fixed.setting(p=1, m=1, resource="H"))
    assert (2 * 2 * 61 * 61) ** (value - 1) < 2**30 <= (2 * 2 * 61 * 61) ** value


def test_counting_of_averages():
    question = averaging_question(64, 4)
    value = largest(cost_evidence("counting"), question, setting_with_error(Fraction(1, 5)))
    needed = comb(63, 4) + 2 * comb(63, 3)
    assert 2 ** (value - 1) * value * 2 < needed <= 2**value * (value + 1) * 2  # midrise, p = 1: m + 1 scores
    with pytest.raises(Refused):
        fixed.prove(cost_evidence("counting"), question, setting_with_error(Fraction(1, 4)))


def test_huge_sizes_take_no_time():
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30)
    huge = 10**1000
    assert largest(stated, question, fixed.setting(p=4096, heads=huge, dv=huge)) == 0
    value = largest(stated | {"n": 2}, question, fixed.setting(p=1, m=huge, resource="H", dv=huge))
    assert value == 1


def setting_with_error(error):
    return lambda question: LeastSize(question, "m", UnitClass("FIXED", 1, "midrise"), error=error)
