"""What the options of ``headcount probe`` ask for: classes, finite tasks by name, every mistake a user can make."""

from functools import partial
from itertools import product

import pytest

from headcount.questions import match2_question, qsa_question, shared_question
from headcount.questions.unit_class import SIGN
from headcount.workbench.search.finite_questions import finite_question
from headcount.workbench.search.probe_options import ProbeOptions
from headcount.workbench.search.settle import question_of as settle


@pytest.fixture
def run(headcount):
    """``headcount probe`` with some words."""
    return partial(headcount, "probe")


def test_classes_are_guessed_from_the_options():
    words = ["qsa", "N=6", "q=2"]
    assert settle(words, ProbeOptions()).unit_class == SIGN
    for options in (ProbeOptions(bits=2), ProbeOptions(bits=2, gap=3), ProbeOptions(minimise="p", width=4)):
        assert settle(words, options).unit_class.name == "GRID"
    asked = settle(["match3", "M=5"], ProbeOptions())
    assert (asked.unit_class, asked.is_tensor) == (SIGN, True)
    assert settle(["match2", "M=5"], ProbeOptions(order=2)).question == match2_question(5)
    several = [settle(words, ProbeOptions(bits=1, heads=h)).held_fixed for h in (1, 2)]
    assert several == [{}, {"H": 2, "combine": "sum"}]


def test_what_claims_state():
    """Heads that share out subsets stand in the question; a threshold is compared with the first of several heads."""
    words = ["qsa", "N=5", "q=2"]
    two = shared_question(5, 2, 2, "concat")
    shared = settle(words, ProbeOptions(bits=1, heads=2, combine="concat"))
    assert (shared.question, shared.stated.question, shared.stated.heads) == (qsa_question(5, 2), two, 2)
    counted = settle(words, ProbeOptions(bits=1, width=3, minimise="H", combine="concat"))
    assert (shared.counts_heads, counted.counts_heads) == (False, True)
    assert [counted.width_with(heads).question for heads in (1, 2)] == [qsa_question(5, 2), two]
    for read_out, combine, stated in (("any", "sum", "sum"), ("threshold", "sum", "concat")):
        options = ProbeOptions("fixed", bits=1, heads=2, read_out=read_out, combine=combine)
        whole = settle(["eq", "A=2"], options)
        assert (whole.combine, whole.held_fixed["combine"], whole.stated.scope.combine) == (combine, combine, stated)
        assert whole.stated.heads == 2


@pytest.mark.parametrize(
    ("words", "position", "wanted"),
    [
        ("parity k=2", None, {(0, 0, 0): 0, (0, 1, 0): 1, (1, 0, 0): 1, (1, 1, 0): 0}),
        ("disj n=1", 2, {(0, 0, 0): 1, (0, 1, 0): 1, (1, 0, 0): 1, (1, 1, 0): 0}),
        ("gt n=1", None, {(0, 0, 0): 0, (0, 1, 0): 0, (1, 0, 0): 1, (1, 1, 0): 0}),
        ("eq A=2", None, {(0, 0): 1, (0, 1): 0, (1, 0): 0, (1, 1): 1}),
        ("match2 M=2 N=2", 0, {(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}),
        ("match3 M=4 N=2", 1, {(0, 0): 1, (1, 1): 0, (2, 2): 0, (1, 2): 1, (2, 1): 1, (1, 3): 0}),
    ],
)
def test_finite_tasks_by_name(words, position, wanted):
    question = finite_question(words.split(), position)
    at = question.finite.position
    found = {tokens: answers[at] for tokens, answers in question.finite.pairs()}
    assert all(found[tokens] == answer for tokens, answer in wanted.items())
    assert all(sum(a is not None for a in answers) == 1 for _, answers in question.finite.pairs())


def test_match3_by_name_is_match3_by_definition():
    question = finite_question(["match3", "M=4", "N=2"])
    for tokens, answers in question.finite.pairs():
        for x, answer in zip(tokens, answers, strict=True):
            assert answer == any((x + y + z) % 4 == 0 for y, z in product(tokens, repeat=2))
