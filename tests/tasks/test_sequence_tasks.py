"""Tasks on sequences: instances, samples, near misses, bad input; ``test_finite_task.py`` has the definitions."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount import (
    Cycle3,
    Match2,
    Match3,
    Match3Bigram,
    Match3Local,
    MatchS,
    PairDetection,
    SelectionTask,
    SparseAveraging,
    Task,
    TopK,
)
from headcount.tasks import TASKS, Composition, InductionHeads, KHop, SequenceTask, TaskError, question_from_words
from headcount.tasks.sequences.matching import match_free_tokens

SEQUENCE_TASKS = [entry for entry in TASKS if issubclass(entry.make, SequenceTask)]
SMALL = {
    "induction-heads": {"A": 3, "N": 4},
    "k-hop": {"A": 3, "N": 4, "k": 1},
    "composition": {"n": 2},
    "match3": {"M": 5, "N": 3},
    "match": {"order": 4, "M": 5, "N": 3},
    "match3-local": {"M": 4, "K": 1, "N": 4},
    "match3-bigram": {"M": 4, "N": 4},
    "cycle3": {"N": 3},
}


def match_by_counting(order, modulus, tokens):
    """A multiset of tokens that sums to 0 and contains x_i."""
    reachable = set()
    for chosen in combinations_with_replacement(sorted(set(tokens)), order):
        if sum(chosen) % modulus == 0:
            reachable |= set(chosen)
    return tuple(int(x in reachable) for x in tokens)


@pytest.mark.parametrize("entry", SEQUENCE_TASKS, ids=lambda entry: entry.name)
def test_instances_and_samples(entry):
    task = entry.make(**SMALL[entry.name])
    assert task.parameters == SMALL[entry.name]
    everything = list(task.instances())
    assert len(everything) == len(set(everything)) == task.alphabet**task.N
    drawn = list(task.samples(60, seed=1))
    assert len(drawn) == 60
    assert set(drawn) <= set(everything)
    assert drawn == list(task.samples(60, seed=1)) != list(task.samples(60, seed=2))
    assert all(task.symbols(tokens) == tokens and task.length(tokens) == task.N for tokens in drawn)
    for tokens in (everything, drawn):
        outputs = Counter(output for one in tokens for output in task.evaluate(one))
        assert set(outputs) == ({0, 1, 2, 3} if entry.name in ("induction-heads", "k-hop") else {0, 1})


@given(st.integers(2, 5), st.integers(1, 40), st.integers(1, 12), st.integers(0, 10**6))
def test_match_free(order, modulus, count, seed):
    tokens = match_free_tokens(order, modulus, count, random.Random(seed))
    assert len(tokens) == count
    assert all(0 <= token < modulus for token in tokens)
    if order % modulus:
        assert not any(match_by_counting(order, modulus, tokens))


@pytest.mark.parametrize(("modulus", "length"), [(12, 4), (101, 16), (4096, 64)])
def test_near_misses_are_near(modulus, length):
    """NO instances have a sum of +1 or -1, and the planted ones have a match."""
    rng = random.Random(5)
    task = Match3(modulus, length)
    no, yes = task.near_miss(0, rng), [task.near_miss(1, rng) for _ in range(3)]
    assert not any(task.evaluate(no))
    assert all(any(task.evaluate(tokens)) for tokens in yes)
    assert any((x + y + z) % modulus in (1, modulus - 1) for x in no for y in no for z in no)


def test_local_near_misses_are_at_the_border():
    rng = random.Random(2)
    task = Match3Local(50, 2, 9)
    inside = [task.evaluate(task.near_miss(0, rng)) for _ in range(20)]
    outside = [task.evaluate(task.near_miss(1, rng)) for _ in range(20)]
    assert all(any(outputs) for outputs in inside)
    assert sum(any(outputs) for outputs in outside) < 10


@pytest.mark.parametrize(("A", "N"), [(2, 2), (3, 5)])
def test_near_misses_of_induction_heads(A, N):
    task, rng = InductionHeads(A, N), random.Random(0)
    for _ in range(50):
        unseen, twice = task.near_miss(0, rng), task.near_miss(1, rng)
        assert task.evaluate(unseen)[-1] == A
        assert twice.count(twice[-1]) == 1 + min(2, N - 1)


def test_samples_of_the_selection_tasks():
    task = SparseAveraging(5, 2)
    for values, subsets in task.samples(30, seed=3):
        assert len(values) == len(subsets) == 5
        assert all(len(set(y)) == 2 and list(y) == sorted(y) and set(y) <= set(range(5)) for y in subsets)
    symbols = {task.symbols(tokens) for tokens in task.instances()}
    assert {s for one in symbols for s in one} == set(range(task.alphabet))
    assert len(symbols) == 2**5 * 10  # different inputs, different symbols
    assert all(1 <= len(tokens) <= 3 and max(tokens) < 7 for tokens in Match2(7).samples(50, seed=1))


# --- misuse --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "parameters", "said"),
    [
        (MatchS, {"order": 1, "M": 3}, "order, .*>= 2, got 1; try"),
        (Match3, {"M": 0}, "M, .*>= 1, got 0; try"),
        (Match3, {"M": 3, "N": 0}, "N, .*>= 1, got 0; try"),
        (Match3, {"M": "3"}, "M, .*got '3'; try"),
        (Match3Local, {"M": 3, "K": -1}, "K, .*>= 0, got -1; try"),
        (Match3Bigram, {"M": True}, "M, .*got True; try"),
        (Cycle3, {"N": 0}, "N, .*>= 1, got 0; try"),
        (TopK, {"N": 3, "k": 4}, "k must be at most N = 3, got 4; try"),
        (TopK, {"N": 3, "k": 2, "least": 3}, "least must be at most k = 2, got 3; try"),
        (Match2, {"M": -3}, "M, .*got -3; try"),
        (PairDetection, {"alphabet": 0, "relation": max}, "alphabet .*try"),
        (Composition, {"n": 0}, "n, the size of the domain, must be an integer >= 1, got 0"),
        (KHop, {"A": 3, "N": 6, "k": 0}, "k, the number of hops"),
        (InductionHeads, {"A": 2, "N": 1.0}, "N, .*got 1.0"),
    ],
)
def test_impossible_parameters(make, parameters, said):
    with pytest.raises(TaskError, match=said):
        make(**parameters)


@pytest.mark.parametrize("entry", SEQUENCE_TASKS, ids=lambda entry: entry.name)
def test_there_is_nothing_to_probe(entry):
    """Without a sign pattern of order 2, the refusal says what can be done instead."""
    with pytest.raises(TaskError) as caught:
        question_from_words(entry.example.split())
    assert f"{entry.name} has no sign pattern of order 2" in str(caught.value)
    reduced = ("induction-heads", "k-hop", "composition")
    what = "headcount reduce " if entry.name in reduced else "headcount construct "
    assert what in str(caught.value)


def test_match3_names_its_construction():
    with pytest.raises(TaskError, match=r"headcount construct match3-third-order M=5 N=4$"):
        question_from_words(["match3", "M=5"])


def test_a_users_task_without_a_pattern(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from headcount import Task\n"
        "class Mine(Task):\n"
        "    name = 'mine'\n"
        "    def evaluate(self, tokens): return tokens\n"
        "    def instances(self): return iter([(0, 1), (1, 1)])\n"
        "    def length(self, tokens): return len(tokens)\n"
        "task = Mine()\n"
    )
    with pytest.raises(TaskError, match="mine has no sign pattern of order 2 to probe; subclass SelectionTask"):
        question_from_words([f"{path}:task"])


def test_the_default_samples_are_instances():
    class Two(Task):
        def evaluate(self, tokens):
            return tokens

        def instances(self):
            return iter([(0, 1), (1, 1)])

        def length(self, tokens):
            return len(tokens)

    assert set(Two().samples(50, seed=0)) == {(0, 1), (1, 1)}
    assert not isinstance(Two(), SelectionTask)


def test_numbers_of_subsets_are_lexicographic():
    for N, q in ((1, 1), (5, 1), (6, 3), (7, 7), (8, 5)):
        task = SparseAveraging(N, q)
        subsets = list(combinations(range(N), q))
        assert [task.query_type(((1,) * N, (subset,) * N), 0) for subset in subsets] == list(range(len(subsets)))
    for wrong in ((1, 0), (0, 0), (0, 9), (0,)):
        with pytest.raises(LookupError):
            SparseAveraging(4, 2).query_type(((1,) * 4, (wrong,) * 4), 0)
