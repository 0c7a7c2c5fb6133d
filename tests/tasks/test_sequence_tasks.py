"""Tasks on sequences: outputs by hand, independent definitions on all small inputs, near misses, bad input."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount import Cycle3, Match2, Match3, Match3Bigram, Match3Local, MatchS, SelectionTask, SparseAveraging, Task
from headcount.tasks import TASKS, SequenceTask, TaskError, question_from_words
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


# --- by hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "tokens", "wanted"),
    [
        (Match3(7, 3), (1, 2, 4), (1, 1, 1)),  # 1 + 2 + 4
        (Match3(7, 3), (1, 1, 1), (0, 0, 0)),  # 3 only
        (Match3(7, 3), (1, 5, 6), (1, 1, 0)),  # 1 + 1 + 5; from 6: 18, 17, 13, 16, 12, 8 are no multiples of 7
        (Match3(3, 1), (1,), (1,)),  # three times itself
        (Match3(1, 1), (0,), (1,)),
        (MatchS(2, 6, 2), (2, 4), (1, 1)),
        (MatchS(2, 6, 2), (2, 3), (0, 1)),  # 3 with itself
        (MatchS(4, 9, 2), (1, 2), (0, 0)),  # sums 4 .. 8
        (MatchS(4, 8, 2), (1, 2), (0, 1)),  # 8 only as 2 + 2 + 2 + 2
        (Match3Local(7, 1, 4), (1, 2, 3, 4), (0, 1, 1, 0)),  # 2 + 2 + 3 = 7
        # 1 sees 1, 2, 0; 2 sees all, and 1 + 2 + 4 = 7; 0 sees itself; 4 sees 2, 0, 4
        (Match3Local(7, 2, 4), (1, 2, 0, 4), (0, 1, 1, 0)),
        (Match3Local(7, 0, 2), (0, 3), (1, 0)),
        (Match3Local(3, 0, 2), (1, 2), (1, 1)),
        (Match3Bigram(7, 3), (1, 2, 4), (1, 0, 1)),  # pair sums 3, 6; 4 + 3 and 1 + 6
        (Match3Bigram(7, 3), (3, 1, 4), (1, 0, 0)),  # pair sums 4, 5: 3 + 4; (3, 4) are no neighbours
        (Match3Bigram(5, 1), (0,), (0,)),  # no pair at all
        (Cycle3(3), (0b010, 0b100, 0b001), (1, 1, 1)),  # 0 -> 1 -> 2 -> 0
        (Cycle3(3), (0b110, 0b100, 0b000), (0, 0, 0)),  # a path and a shortcut
        (Cycle3(3), (0b010, 0b001, 0b000), (0, 0, 0)),  # two steps are no triangle
        (Cycle3(2), (0b11, 0b01), (1, 1)),  # 0 -> 0 -> 1 -> 0
        (Cycle3(1), (1,), (1,)),  # a loop three times
    ],
)
def test_by_hand(task, tokens, wanted):
    assert task.evaluate(tokens) == wanted


# --- independent definitions --------------------------------------------------


def match_by_counting(order, modulus, tokens):
    """A multiset of tokens that sums to 0 and contains x_i."""
    reachable = set()
    for chosen in combinations_with_replacement(sorted(set(tokens)), order):
        if sum(chosen) % modulus == 0:
            reachable |= set(chosen)
    return tuple(int(x in reachable) for x in tokens)


@pytest.mark.parametrize(("order", "modulus", "length"), [(2, 5, 4), (3, 6, 4), (3, 2, 5), (4, 5, 4), (5, 3, 3)])
def test_match_again(order, modulus, length):
    task = MatchS(order, modulus, length)
    for tokens in task.instances():
        assert task.evaluate(tokens) == match_by_counting(order, modulus, tokens)


def test_orders_two_and_three_are_match2_and_match3():
    for tokens in product(range(5), repeat=3):
        assert MatchS(2, 5, 3).evaluate(tokens) == Match2(5).evaluate(tokens)
        assert MatchS(3, 5, 3).evaluate(tokens) == Match3(5, 3).evaluate(tokens)


@pytest.mark.parametrize(("modulus", "reach", "length"), [(3, 1, 5), (4, 1, 4), (5, 2, 4), (5, 0, 3), (3, 9, 4)])
def test_local_again(modulus, reach, length):
    """Local matching is matching within each window."""
    task = Match3Local(modulus, reach, length)
    for tokens in task.instances():
        for i, output in enumerate(task.evaluate(tokens)):
            window = tokens[max(0, i - reach) : i + reach + 1]
            assert output == match_by_counting(3, modulus, window)[i - max(0, i - reach)]


@pytest.mark.parametrize(("modulus", "length"), [(5, 4), (3, 6), (2, 5), (4, 1)])
def test_bigram_again(modulus, length):
    task = Match3Bigram(modulus, length)
    for tokens in task.instances():
        sums = {(a + b) % modulus for a, b in pairwise(tokens)}
        assert task.evaluate(tokens) == tuple(int(-x % modulus in sums) for x in tokens)


@pytest.mark.parametrize("vertices", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_triangles_are_the_diagonal_of_the_cube(vertices):
    task = Cycle3(vertices)
    for tokens in task.instances():
        adjacency = np.array([[token >> j & 1 for j in range(vertices)] for token in tokens])
        cube = np.linalg.matrix_power(adjacency, 3)
        assert task.evaluate(tokens) == tuple(int(cube[i, i] > 0) for i in range(vertices))


# --- samples -------------------------------------------------------------------


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
