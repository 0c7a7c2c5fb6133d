"""The table of provers, and the questions that it speaks of, written and read again."""

from itertools import combinations, product

import pytest

from headcount.core.check import check
from headcount.core.verdict import Malformed
from headcount.legacy.evidence.kind import EVERY, MATRICES, OUTPUTS, SCORES
from headcount.legacy.evidence.kinds import kinds_of_task
from headcount.legacy.evidence.outputs.kinds import OUTPUT_KINDS
from headcount.legacy.evidence.selection.kinds import SELECTION_KINDS
from headcount.questions import FAMILIES, at_position, computation_question, shared_question
from headcount.questions.finite_task import FiniteTask
from headcount.questions.reading.node import Node
from headcount.questions.reading.questions import read_question

KINDS = (*SELECTION_KINDS, *OUTPUT_KINDS)


def test_no_two_rows_give_one_kind_two_meanings():
    for one, other in combinations(KINDS, 2):
        if (one.name, one.side) == (other.name, other.side):
            both = set(product(one.tasks, one.families)) & set(product(other.tasks, other.families))
            assert not both, (one, other)


def test_rows_name_what_there_is():
    for kind in KINDS:
        assert kind.side in ("lower", "upper")
        assert kind.tasks
        assert set(kind.tasks) <= {*SCORES, *OUTPUTS, *MATRICES, "retrieval", "scored"}
        assert set(kind.families) <= set(EVERY) == set(FAMILIES)


def test_rows_lie_in_the_table_of_their_tasks():
    for kind in KINDS:
        assert all(kind in kinds_of_task(task) for task in kind.tasks)


PROMISE = (((0, 0), (0, None)), ((0, 1), (None, None)), ((1, 1), (None, 1)))


@pytest.mark.parametrize(
    "question",
    [
        shared_question(6, 3, 2, "sum"),
        shared_question(6, 3, 3, "concat"),
        computation_question("match", order=3, M=5, N=4, position=3),
        computation_question("table", answers=PROMISE, label="part", alphabet=2, length=2),
        computation_question("table", answers=PROMISE, alphabet=2, length=2, position=0),
    ],
)
def test_questions_survive_their_file(question):
    assert read_question(Node(question.to_json(), "question")) == question


def test_one_position_is_asked_for():
    question = computation_question("match", order=2, M=3, N=2)
    asked = at_position(question, 1)
    assert asked.words == "the computation of match(order=2, M=3, N=2) at position 1"
    for (tokens, answers), (same, wanted) in zip(question.finite.pairs(), asked.finite.pairs(), strict=True):
        assert (same, wanted) == (tokens, (None, answers[1]))
    assert at_position(asked, 1) == asked
    assert FiniteTask("match", question.parameters).position is None
    for other, position in ((asked, 0), (question, 2), (question, -1), (shared_question(4, 2, 2, "sum"), 0)):
        with pytest.raises(ValueError, match=r"position|computation"):
            at_position(other, position)


@pytest.mark.parametrize(
    "arguments", [(4, 2, 3, "sum"), (4, 2, 0, "sum"), (4, 5, 1, "sum"), (4, 0, 1, "sum"), (4, 2, 2, "mean")]
)
def test_impossible_shares(arguments):
    with pytest.raises(ValueError, match="must be"):
        shared_question(*arguments)


def test_a_sentence_names_the_kinds_that_would_do():
    claim = {"resource": "p", "unit_class": "GRID(p, twos, gap 1)", "m": 2, "side": "lower", "value": 2}
    certificate = {
        "format": "headcount-certificate",
        "version": 2,
        "question": {"task": "qsa", "N": 5, "q": 1},
        "claims": [{**claim, "evidence": {"kind": "guess"}}],
    }
    verdict = check(certificate)
    assert isinstance(verdict, Malformed)
    for kind in ("trivial", "restriction", "counting", "grid-cases"):
        assert kind in verdict.reason
