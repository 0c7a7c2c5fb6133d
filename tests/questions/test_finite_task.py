"""Finite tasks: worked by hand, and against definitions written a second time."""

import pytest

import task_answers
from headcount.questions import FINITE_TASKS, FiniteTask, computation_question
from headcount.questions.finite_task import MAX_INPUTS
from headcount.questions.reading import read_question

SMALL = [
    *({"of": "match", "order": s, "M": M, "N": N} for s in (2, 3, 4) for M in (1, 2, 3, 5) for N in (1, 2, 3)),
    *({"of": "match3-local", "M": M, "N": N, "K": K} for M in (2, 3, 4) for N in (1, 3, 4) for K in (0, 1, 2, 9)),
    *({"of": "match3-bigram", "M": M, "N": N} for M in (1, 2, 3, 5) for N in (1, 2, 3, 4)),
    *({"of": "cycle3", "N": N} for N in (1, 2, 3)),
    *({"of": "induction-heads", "A": A, "N": N} for A in (1, 2, 3) for N in (1, 2, 3, 5)),
    *({"of": "k-hop", "A": A, "N": N, "k": k} for A in (1, 2, 3) for N in (1, 3, 5) for k in (1, 2, 3)),
    *({"of": "composition", "n": n} for n in (1, 2, 3)),
]


@pytest.mark.parametrize("sizes", SMALL, ids=str)
def test_answers_equal_the_second_definition(sizes):
    question = read_question({"task": "computation", **sizes})
    pairs = list(question.finite.pairs())
    assert pairs == [(x, tuple(answers)) for x, answers in task_answers.inputs_and_answers(sizes)]
    assert question.finite.count == len(pairs) == question.finite.alphabet**question.finite.length


def test_answers_to_one_input():
    finite = computation_question("cycle3", N=3).finite
    assert all(finite.answers_to(tokens) == answers for tokens, answers in finite.pairs())
    listed = computation_question("table", answers=(((1, 0), (7, None)),), alphabet=2, length=2).finite
    assert listed.answers_to((1, 0)) == (7, None)
    assert listed.answers_to((0, 1)) is None


def test_counts_of_what_is_too_long_to_go_through():
    assert FiniteTask("match", (("order", 2), ("M", 10**6), ("N", 10**6))).count == MAX_INPUTS + 1
    assert FiniteTask("match", (("order", 2), ("M", 1), ("N", 10**6))).count == 1
    assert FiniteTask("cycle3", (("N", 20),)).count == MAX_INPUTS + 1


def test_a_table_is_what_is_listed():
    listed = (((1, 0), (7, -2)), ((0, 0), (0, 0)))
    question = computation_question("table", answers=listed, label="x' y", alphabet=2, length=2)
    assert tuple(question.finite.pairs()) == listed
    assert question.finite.count == 2
    assert question.name == "x_ y"
    assert read_question(question.to_json()) == question


@pytest.mark.parametrize(
    "name, parameters, words",
    [
        ("parity", {"N": 3}, "must be match or match3-local"),
        ("match", {"order": 3, "M": 2}, "lacks the field 'N'"),
        ("match", {"order": 3, "M": 2, "N": 2, "K": 1}, "unknown field 'K'"),
        ("match", {"order": 1, "M": 2, "N": 2}, ">= 2 <= 8, got 1"),
        ("match", {"order": 3, "M": 2, "N": 2.0}, "must be an integer"),
        ("cycle3", {"N": 21}, "<= 20, got 21"),
        ("table", {"alphabet": 2, "length": 2}, "must have 1 or more entries, got 0"),
        ("table", {"alphabet": 2, "length": 1, "answers": (((2,), (0,)),)}, "must have tokens below 'alphabet'"),
    ],
)
def test_questions_that_are_none(name, parameters, words):
    with pytest.raises(ValueError, match=words):
        computation_question(name, **parameters)


def test_every_task_is_among_those_compared():
    assert {sizes["of"] for sizes in SMALL} == set(FINITE_TASKS) - {"table"}
