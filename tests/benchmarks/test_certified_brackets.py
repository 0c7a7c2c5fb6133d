"""A sample of the certified brackets, asked of z3: tables at the upper bound, none below the lower one.

z3's steps are counted, so that what is left open is the same on every machine; all brackets are in
``benchmarks/cross_examination.py``.
"""

import random
from collections import Counter

import pytest

import _certified_brackets as brackets
from draws import until
from headcount.bounds.solver_decision import decide_by_z3
from headcount.questions import least_size, qsa_question
from headcount.solvers.outcome import Verdict

WORK = 200_000
SAMPLE = 20


def answers(quantity, ends):
    """What z3 said, and what the certificates say, of each side."""
    for value, wanted in brackets.sides(quantity, ends):
        yield decide_by_z3(quantity, value, work=WORK).status, wanted


def agrees(pairs):
    return all(said in (wanted, Verdict.OPEN) for said, wanted in pairs)


@pytest.fixture(scope="module")
def asked():
    """Small ones; where ties and stars come together, z3's nonlinear arithmetic does not keep to its steps."""
    found = brackets.certified_brackets()
    assert len(found) > 400
    return [
        (quantity, ends)
        for quantity, ends in found.items()
        if not brackets.is_asked(quantity, ends)
        and (quantity.question.finite or quantity.question.columns <= 5)
        and not (quantity.question.is_pattern and {"0", "*"} <= set("".join(quantity.question.pattern.rows)))
    ]


def test_z3_agrees_with_a_sample(asked, rotating_seed):
    assert len(asked) > 100
    decided, drawn = Counter(), random.Random(rotating_seed).sample(asked, len(asked))
    for number in until(decided, {True: SAMPLE // 2 + 1}, SAMPLE):
        quantity, ends = drawn[number]
        found = list(answers(quantity, ends))
        assert agrees(found), quantity.words
        decided.update(said is wanted for said, wanted in found)


def test_a_false_end_is_noticed():
    """q-SA(5, 2) needs m = 4: neither 3 from above nor 5 from below passes."""
    quantity = least_size(qsa_question(5, 2))
    assert agrees(answers(quantity, brackets.Ends(4, 4)))
    assert not agrees(answers(quantity, brackets.Ends(3, 3)))
    assert not agrees(answers(quantity, brackets.Ends(5, 5)))


def test_what_is_not_asked():
    found = {brackets.is_asked(quantity, ends) for quantity, ends in brackets.certified_brackets().items()}
    assert found == {"", "no formula", "too large", "nothing to ask"}
