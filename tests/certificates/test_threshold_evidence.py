"""Class THRESH: what the provers accept is true of real units and polynomials, and spoilt evidence is refused."""

import random
from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat

import drafted
from headcount.bounds.unit_classes.threshold_heads import (
    cut_rank_heads,
    intersection_question,
    least_heads,
    parity_question,
    public_output_question,
    searched_heads,
    symmetric_heads,
)
from headcount.certificates.refuse import Malformed, Refused
from headcount.questions import at_position
from headcount.questions.least_size import LeastSize
from headcount.questions.unit_class import THRESH


def proved(evidence, question, position, value=1):
    """The number of heads that the evidence proves, of either side."""
    quantity = LeastSize(at_position(question, position), "H", THRESH, heads=None)
    side = "upper" if evidence["kind"] == "softmax-weights" else "lower"
    claim = drafted.of_quantity(quantity, side, 99 if side == "upper" else value, evidence)
    return drafted.proved(quantity.question.to_json(), claim)


def rejected(evidence, question, position):
    with pytest.raises(Refused) as caught:
        proved(evidence, question, position)
    return caught.value.code


@pytest.mark.parametrize("heads", [1, 2, 3])
def test_the_cleared_output_has_the_rank_that_the_proof_says(heads):
    rng = random.Random(heads)
    symbols = 2 ** (heads + 1)  # one token for Alice, one for Bob: any functions a_h, g_h and b_h, e_h occur
    weights = [[rng.randint(1, 99) for _ in range(2 * symbols)] for _ in range(heads)]
    values = [[rng.randint(1, 99) for _ in range(2 * symbols)] for _ in range(heads)]
    matrix = []
    for a in range(symbols):
        row = []
        for b in range(symbols, 2 * symbols):
            sums = [w[a] + w[b] for w in weights]
            value = -Fraction(50)
            for w, v, total in zip(weights, values, sums, strict=True):
                value += Fraction(w[a] * v[a] + w[b] * v[b], total)
            for total in sums:
                value *= total
            row.append(fmpq(value.numerator, value.denominator))
        matrix.append(row)
    rank = fmpq_mat(matrix).rank()
    assert rank == 2 ** (heads + 1) - 2  # attained, so the count in the proof cannot be bettered by rank alone
    assert [least_heads(r) for r in (2 ** (heads + 1) - 2, 2 ** (heads + 1) - 1)] == [heads, heads + 1]


def test_cut_evidence():
    question = intersection_question(2)
    end = cut_rank_heads(question, 4, (0, 1))
    evidence = end.claim()["evidence"]
    assert proved(evidence, question, 4) == end.value == 2
    other = {**evidence, "alice": [0, 2]}  # both bits of pair 0: the pattern has sign-rank 2 only
    assert rejected(other, question, 4) == "map"
    assert rejected({**evidence, "token": 1}, question, 4) == "map"  # never stands there
    for wrong in ({**evidence, "alice": [0, 4]}, {**evidence, "token": 2}, {**evidence, "alice": [1, 0]}):
        with pytest.raises((Malformed, Refused)):
            proved(wrong, question, 4)


def test_upper_evidence_is_run_on_every_input():
    question = intersection_question(2)
    found = searched_heads(question, 4, 2)
    evidence = found.claim()["evidence"]
    assert proved(evidence, question, 4) == 2
    assert rejected({**evidence, "at": "10000000"}, question, 4) == "evaluate"
    assert rejected(evidence, parity_question(4), 4) == "evaluate"
    heads = [{**head, "weights": [[0] * 10, *head["weights"][1:]]} for head in evidence["heads"]]
    with pytest.raises((Malformed, Refused)):  # a softmax weight is positive
        proved({**evidence, "heads": heads}, question, 4)


def test_symmetric_heads_are_run_on_every_input():
    question = parity_question(2)
    evidence = symmetric_heads(question).claim()["evidence"]
    assert proved(evidence, question, 2) == 2
    assert rejected({**evidence, "at": "0"}, question, 2) == "evaluate"
    with pytest.raises((Malformed, Refused)):
        proved(evidence, parity_question(3), 3)


def test_questions_that_the_class_is_not_asked_about():
    evidence = {"kind": "threshold-degree", "degree": 1, "weights": [[[0, 0], 1]]}
    for question, position in ((parity_question(1), 2), (parity_question(1), -1)):
        with pytest.raises(ValueError, match="position"):
            proved(evidence, question, position)
    three = public_output_question(1, lambda word: 2 * word[0], "twice")
    with pytest.raises((Malformed, Refused)):
        proved({**evidence, "weights": [[[1, 0], 1]]}, three, 1)
