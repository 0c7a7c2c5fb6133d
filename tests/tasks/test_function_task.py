"""A task from a function: what it is given, what it may return, and what is refused."""

import pytest

import headcount
from headcount import TaskError
from headcount.tasks.finite_questions import sequence_question


@headcount.task(alphabet=2, length=3)
def reversal(x):
    return x[::-1]


@headcount.task(alphabet=2, length=3)
def last_only(x):
    """Whether the first two tokens differ, asked at the last position alone."""
    return [None, None, x[0] ^ x[1]]


@pytest.mark.parametrize("tokens", [(0, 1), (0, 1, 1, 0), [0, 1, 5], (0, 1, -1), (0, 1, 0.5), (0, 1, "1")])
def test_tokens_are_checked_before_the_function_sees_them(tokens):
    with pytest.raises(TaskError, match=r"the tokens of reversal must be 3 integers 0 \.\. 1, got .*; try \(0, 0, 0\)"):
        reversal(tokens)


def test_nothing_may_be_asked_at_a_position():
    assert last_only((1, 0, 1)) == last_only.answers((1, 0, 1)) == (None, None, 1)
    question = sequence_question(last_only)
    assert question.finite.position == 2  # where alone an answer is asked for


def test_none_is_no_answer_of_a_reduction():
    sized = headcount.reduction(
        "ip", last_only, 1, alice=lambda a: {1: a[0]}, bob=lambda b: {2: b[0]}, public={3: 0}
    )  # fmt: skip
    found = headcount.reduce(sized, verify=True)
    assert found.holds is False
    assert found.checks[0].got == "no answer: the task asks for none there"


@pytest.mark.parametrize("answers", [None, 3, [0, 1], [0, 1, 0.5], [0, 1, "1"]])
def test_other_answers_are_refused(answers):
    task = headcount.task(alphabet=2, length=3, name="wrong")(lambda x: answers)
    with pytest.raises(TaskError, match="wrong must return 3 integers, an answer for each position"):
        task((0, 0, 0))


def test_the_decorator_needs_its_parentheses():
    with pytest.raises(TaskError, match=r"got the function plain itself; write @task\(alphabet=2, length=3\)"):

        @headcount.task
        def plain(x):
            return x

    with pytest.raises(TaskError, match=r"needs the number of symbols in parentheses, got none"):
        headcount.task()
    with pytest.raises(TaskError, match="alphabet, the number of symbols, must be an integer >= 1, got 0"):
        headcount.task(alphabet=0, length=2)(lambda x: x)


@headcount.task(alphabet=2, length=2)
def previous(x):
    return [0, *x[:-1]]


def test_a_task_made_of_a_function():
    assert (previous.name, dict(previous.parameters), repr(previous)) == (
        "previous",
        {"A": 2, "N": 2},
        "previous(A=2, N=2)",
    )
    assert previous((1, 1)) == previous.evaluate((1, 1)) == (0, 1)
    assert len(list(previous.instances())) == 4
    assert all(set(tokens) <= {0, 1} and len(tokens) == 2 for tokens in previous.samples(9))
    assert headcount.task(alphabet=3)(lambda x: x)(2).evaluate((2, 1)) == (2, 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: headcount.task(alphabet=2, length=True)(lambda x: x), "length, the number of tokens, must be"),
        (lambda: headcount.task(alphabet=2, length=2)(3), "a function of the tokens is needed, got 3"),
        (lambda: headcount.task(alphabet=2, length=2)(lambda x: x[5]).evaluate((0, 0)), "raised IndexError for"),
    ],
)
def test_what_makes_no_task(make, words):
    with pytest.raises(TaskError, match=words):
        make()
