"""Questions about outputs and shared heads, written, read again, and asked at one position."""

import pytest

from headcount.questions import at_position, computation_question, shared_question
from headcount.questions.finite_task import FiniteTask


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
