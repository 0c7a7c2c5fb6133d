"""Units that fail: what is found is the first failure, certified; units that are right have none."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

import headcount
from headcount.bounds.constructions.averaging.moment_curve_averaging import qsa_moment_curve
from headcount.bounds.constructions.registry import construction_from_words
from headcount.bounds.constructions.unit_failure import (
    NoFailure,
    UnitFailure,
    averaging_failure,
    class_of,
    unit_failure,
)
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import Head, Layer, Table, Unit, at_position, averaging_question, computation_question
from headcount.tasks import Cycle3, InductionHeads, Match3, SequenceTask
from headcount.tasks.named_computation import named_computation

RIGHT = ["match2 M=3 N=3", "match3-third-order M=3 N=3", "match3-histogram M=3 N=3", "cycle3-strassen N=3"]
RIGHT += ["match3-bigram M=3 N=3", "match3-local M=3 N=3 K=1"]


def keys_swapped(unit):
    """The keys of the first two symbols exchanged, in every head of the first layer."""
    heads = []
    for head in unit.layers[0].heads:
        first, *others = head.keys
        heads.append(
            replace(head, keys=(replace(first, rows=(first.rows[1], first.rows[0], *first.rows[2:])), *others))
        )
    return replace(unit, layers=(replace(unit.layers[0], heads=tuple(heads)), *unit.layers[1:]))


@pytest.mark.parametrize("words", RIGHT)
def test_constructions_are_right_and_broken_ones_are_not(words):
    built = construction_from_words(words.split())
    at = built.threshold if built.answer is None else None
    found = unit_failure(built.task, built.unit, at)
    assert found == NoFailure(built.task.alphabet**built.task.N, True)
    if words.startswith(("match2 ", "match3-third", "cycle3")):  # the others look keys up by position, or not at all
        broken = unit_failure(built.task, keys_swapped(built.unit), at)
        assert isinstance(broken, UnitFailure)
        assert isinstance(check(broken.certificate()), Accepted)
        assert broken.statement == check(json.dumps(broken.certificate()).encode()).statement
        failing = broken.certificate()["claims"][0]["proof"]["inputs"]
        assert str(broken).startswith(f"{broken.statement}: at {failing[0]}")


def parity_unit(values):
    """The mean of the values of two bits."""
    blind = Table("token", ((), ()))
    return Unit(2, (Layer((Head(blind, (blind,), (Table("token", tuple((v,) for v in values)),)),)),))


def all_units():
    for left, right in product((-1, 0, 1), repeat=2):
        yield parity_unit((left, right))


@pytest.mark.parametrize("threshold", [None, Fraction(1, 2), Fraction(-1, 3)])
def test_found_iff_brute_force_finds_one(threshold):
    """All nine units, for two tasks: failure iff the definition run on all inputs shows one, and the same first one."""
    seen = set()
    for task in (computation_question("match", order=2, M=2, N=2), computation_question("match", order=3, M=2, N=2)):
        for unit in all_units():
            found = unit_failure(task, unit, threshold)
            wrong = first_wrong(task, unit, threshold)
            assert isinstance(found, UnitFailure) == (wrong is not None), (unit, threshold)
            if wrong is not None:
                assert found.certificate()["claims"][0]["proof"]["inputs"][-1] == list(wrong)
            seen.add(isinstance(found, UnitFailure))
    assert True in seen


def first_wrong(task, unit, threshold):
    told = {}
    for tokens, answers in task.finite.pairs():
        for i, (row, answer) in enumerate(zip(unit.outputs(tokens), answers, strict=True)):
            if threshold is None:
                if told.setdefault((i, tokens[i], row), answer) != answer:
                    return tokens
            elif row[0] == threshold or (row[0] > threshold) != bool(answer):
                return tokens
    return None


def test_only_the_inputs_given_are_tried():
    task, unit = computation_question("match", order=2, M=2, N=2), parity_unit((0, 1))
    everything = unit_failure(task, unit, Fraction(1, 2)).certificate()["claims"][0]["proof"]["inputs"]
    assert everything == [[0, 0]]
    assert unit_failure(task, unit, Fraction(1, 2), inputs=[(1, 1)]) == NoFailure(1, False)
    assert unit_failure(task, unit, Fraction(1, 2), inputs=[(1, 1), (0, 1)]) != NoFailure(2, False)
    with pytest.raises(ValueError, match="inputs must be inputs of"):
        unit_failure(listed_or(), unit, inputs=[(0, 0)])


def listed_or():
    answers = (((0, 1), (1, None)), ((1, 1), (1, None)))
    return computation_question("table", answers=answers, label="or", alphabet=2, length=2)


def test_a_position_and_a_list():
    unit = parity_unit((0, 1))
    assert isinstance(unit_failure(listed_or(), unit, 0), NoFailure)
    assert isinstance(unit_failure(listed_or(), unit, 1), UnitFailure)
    with pytest.raises(ValueError, match="must be a computation"):
        unit_failure(averaging_question(3, 1), unit, 0)
    one = at_position(computation_question("match", order=2, M=2, N=2), 1)
    assert " position=1," in str(unit_failure(one, unit, Fraction(1, 2)))


class Own(SequenceTask):
    """A user's task: is the first bit the last one?"""

    name, alphabet, N = "ends-agree", 2, 3

    def evaluate(self, tokens):
        return (int(tokens[0] == tokens[-1]),) * 3

    def near_miss(self, kind, rng):
        return (0, 1, 0)


def test_a_task_of_ones_own_is_listed_with_what_fails():
    found = unit_failure(Own(), parity_unit((0, 1)))
    question = found.certificate()["question"]
    assert len(question["answers"]) == 2
    assert check(found.certificate()).assumptions != ()


def test_a_function_with_the_name_of_a_task_is_not_that_task():
    pretender = headcount.task(alphabet=8, length=3, name="cycle3")(lambda x: [0, 0, 0])
    assert named_computation(pretender) == {}


def test_named_computations():
    assert named_computation(Cycle3(3)) == {"task": "computation", "of": "cycle3", "N": 3}
    assert named_computation(InductionHeads(3, 4))["of"] == "induction-heads"
    assert named_computation(Match3(5, 4))["order"] == 3
    assert not named_computation(Own())


def test_classes():
    assert class_of(parity_unit((0, 5))) == "SATURATED"
    fixed = Layer(parity_unit((-1, 1)).layers[0].heads, weights="fixed", bits=1)
    assert class_of(Unit(2, (fixed,))) == "FIXED(1, midrise)"
    soft = Layer(parity_unit((0, 5)).layers[0].heads, weights="base_two")
    with pytest.raises(ValueError, match="saturated weights"):
        class_of(Unit(2, (soft,)))
    masked = Unit(2, (replace(parity_unit((0, 5)).layers[0], mask=((0,), (0, 1))),))
    with pytest.raises(ValueError, match="no mask"):
        unit_failure(computation_question("match", order=2, M=2, N=2), masked)


@pytest.mark.parametrize("N, q", [(5, 2), (6, 3)])
def test_averaging_is_right_and_weights_cut_off_are_not(N, q):
    built = qsa_moment_curve(N, q)
    right = averaging_failure(built)
    assert isinstance(right, NoFailure)
    assert (right.inputs, right.exhaustive) == (comb(N, q), True)
    doubled = replace(built, divisor=2 * built.divisor)
    wrong = averaging_failure(doubled)
    assert isinstance(check(wrong.certificate()), Accepted)
    assert "greatest error at a subset is 1/2, more than 0" in str(wrong)
    assert isinstance(averaging_failure(doubled, Fraction(1, 2)), NoFailure)


def test_the_error_of_a_failing_subset_by_all_signs():
    """Keys of two positions exchanged: the error of the certificate's subset is attained by some z."""
    built = qsa_moment_curve(5, 2)
    (head,) = built.heads
    keys = head.keys.copy()
    keys[[0, 1]] = keys[[1, 0]]
    broken = replace(built, heads=(replace(head, keys=keys),))
    evidence = averaging_failure(broken).certificate()["claims"][0]["proof"]
    subset = evidence["subset"]
    assert tuple(subset) in set(combinations(range(5), 2))
    scores = [sum(a * b for a, b in zip(evidence["heads"][0]["queries"][0], key, strict=True)) for key in keys.tolist()]
    top = [j for j in range(5) if scores[j] == max(scores)]
    worst = max(
        abs(Fraction(sum(z[j] for j in top), len(top)) - Fraction(sum(z[j] for j in subset), 2))
        for z in product((-1, 1), repeat=5)
    )
    assert f"greatest error at a subset is {worst}, more than 0" in str(averaging_failure(broken))


def test_time_runs_out():
    task = computation_question("match", order=2, M=3, N=4)
    built = construction_from_words(["match2", "M=3", "N=4"])
    assert unit_failure(task, built.unit, built.threshold, most=1).inputs == 1
    assert unit_failure(task, built.unit, built.threshold, seconds=-1.0).inputs == 1
    assert averaging_failure(qsa_moment_curve(5, 2), most=1) == NoFailure(1, False)
    assert averaging_failure(qsa_moment_curve(5, 2), seconds=-1.0) == NoFailure(1, False)
