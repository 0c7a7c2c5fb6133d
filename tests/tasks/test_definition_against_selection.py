"""Every selection task: selecting as its pattern asks computes what its definition says, by brute force."""

import importlib
import inspect
from itertools import combinations, product

import pytest

from headcount import Match2, PairDetection, SignPattern, SparseAveraging, TopK
from headcount.certificates.check import check
from headcount.tasks import TASKS, SelectionTask, question_from_words

SMALL = {
    "qsa": [{"N": n, "q": q} for n in range(1, 6) for q in range(1, n + 1)],
    "topk": [{"N": n, "k": k, "least": j} for n in range(1, 6) for k in range(1, n + 1) for j in range(1, k + 1)],
    "match2": [{"M": m} for m in range(1, 8)],
}

SELECTIONS = [entry for entry in TASKS if issubclass(entry.make, SelectionTask)]


@pytest.mark.parametrize("entry", SELECTIONS, ids=lambda entry: entry.name)
def test_no_disagreement_on_small_sizes(entry):
    assert SMALL[entry.name], "a new task needs small sizes here"
    for parameters in SMALL[entry.name]:
        task = entry.make(**parameters)
        assert task.disagreement() is None, parameters
        assert task.parameters == parameters
        assert any(True for _ in task.instances())


@pytest.mark.parametrize("entry", TASKS, ids=lambda entry: entry.name)
def test_entries_are_complete(entry):
    assert entry.summary
    assert entry.example.split()[0] == entry.name
    named = {word.partition("=")[0] for word in entry.example.split()[1:]}
    assert set(entry.parameters) <= named <= {*entry.parameters, *entry.optional}
    assert not set(entry.parameters) & set(entry.optional)
    if entry in SELECTIONS:
        question_from_words(entry.example.split())
    assert inspect.getdoc(entry.make)
    said = inspect.getdoc(importlib.import_module(entry.make.__module__)) + inspect.getdoc(entry.make)
    assert "Sanford" in said or "arXiv" in said


@pytest.mark.parametrize("entry", SELECTIONS, ids=lambda entry: entry.name)
def test_both_answers_occur(entry):
    """The comparison would be empty if all outputs were the same."""
    task = entry.make(**SMALL[entry.name][-3])
    assert len({output for tokens in task.instances() for output in task.evaluate(tokens)}) > 1


@pytest.mark.parametrize("modulus", range(2, 7))
def test_a_wrong_relation_is_caught(modulus):
    class Wrong(Match2):
        def pattern(self):
            rows = super().pattern().rows
            return SignPattern((rows[-1], *rows[:-1]), null=True)

    assert Wrong(modulus).disagreement() is not None


def altered(make, parameters, r, c):
    """A task whose pattern has one other entry."""
    pattern = make(**parameters).pattern()
    other = {"+": "-", "-": "0" if make is SparseAveraging else "+", "0": "-"}[pattern.rows[r][c]]
    rows = list(pattern.rows)
    rows[r] = rows[r][:c] + other + rows[r][c + 1 :]
    wrong = SignPattern(tuple(rows), pattern.null)
    return type("Altered", (make,), {"pattern": lambda self: wrong})(**parameters)


def test_every_single_wrong_entry_of_averaging_is_caught():
    for r, c in product(range(6), range(4)):
        assert altered(SparseAveraging, {"N": 4, "q": 2}, r, c).disagreement() is not None, (r, c)


def test_every_single_wrong_entry_of_top_k_is_caught():
    for r, c in product(range(len(TopK(4, 2).pattern().rows)), range(4)):
        assert altered(TopK, {"N": 4, "k": 2}, r, c).disagreement() is not None, (r, c)


def test_every_single_wrong_entry_of_match2_is_caught():
    """Except in the row of a token that matches itself: its output is 1 whatever else is selected."""
    for modulus in (4, 5):
        for r, c in product(range(modulus), repeat=2):
            harmless = 2 * r % modulus == 0 and r != c
            assert (altered(Match2, {"M": modulus}, r, c).disagreement() is None) == harmless, (modulus, r, c)


def test_a_wrong_definition_is_caught():
    class Wrong(SparseAveraging):
        def evaluate(self, tokens):
            values, subsets = tokens
            return tuple(values[subset[0]] for subset in subsets)

    assert Wrong(3, 2).disagreement() is not None


def test_pair_detection_by_hand():
    task = PairDetection(3, lambda x, y: x == y + 1, name="predecessor")
    assert task.pattern().rows == ("---", "+--", "-+-")
    assert task.evaluate((0, 2, 1)) == (0, 1, 1)
    assert task.disagreement() is None
    assert task.question().words == "the 3x3 sign pattern 'predecessor' with a null token"


def test_definitions_are_the_papers():
    for n in range(2, 7):
        task = Match2(n)
        for tokens in product(range(n), repeat=2):
            wanted = tuple(int(any((x + y) % n == 0 for y in tokens)) for x in tokens)
            assert task.evaluate(tokens) == wanted
    pattern = SparseAveraging(5, 2).pattern()
    assert not pattern.null
    assert [{j for j in range(5) if row[j] == "0"} for row in pattern.rows] == list(map(set, combinations(range(5), 2)))
    assert all(set(row) <= set("0-") for row in pattern.rows)


def test_named_questions_are_stated_by_name():
    """The checker rebuilds the pattern of a named task; a certificate holds the parameters only."""
    assert SparseAveraging(6, 2).question().to_json() == {"task": "qsa", "N": 6, "q": 2}
    assert TopK(6, 2).question().to_json() == {"task": "separation", "N": 6, "least": 1, "most": 2}
    assert Match2(7).question().to_json() == {"task": "match", "order": 2, "M": 7}
    for task in (SparseAveraging(5, 3), TopK(5, 3, 2), Match2(6)):
        assert task.question().pattern == task.pattern()


def test_the_checker_knows_the_named_tasks():
    for entry in SELECTIONS:
        question = question_from_words(entry.example.split()).to_json()
        claim = {
            "resource": "m",
            "unit_class": "SIGN",
            "side": "lower",
            "value": 0,
            "proof": {"rule": "theorem", "name": "least"},
        }
        certificate = {"format": "headcount-certificate", "version": 3, "question": question, "claims": [claim]}
        assert check(certificate).exit_code == 0


@pytest.mark.parametrize("rows", [("0**", "*0*", "**0"), ("---", "0--", "00-")])
def test_a_pattern_that_leaves_open_what_is_attended_to_agrees_with_no_definition(rows):
    """A star beside a zero may take the head; without a null token a head selects something."""
    pattern = SignPattern(rows, null=False)
    task = type("Altered", (SparseAveraging,), {"pattern": lambda self: pattern})(3, 1)
    assert task.disagreement() is not None
    assert task.question().explicit == pattern  # the subclass's own pattern is the one that is asked about


def test_counting_needs_more_than_signs():
    class CountSmaller(PairDetection):
        def evaluate(self, tokens):
            return tuple(sum(y < x for y in tokens) for x in tokens)

        def read_out(self, tokens, position, selected):
            return len(selected)

    assert CountSmaller(3, lambda x, y: y < x).disagreement() is not None
    assert PairDetection(3, lambda x, y: y < x).disagreement() is None
