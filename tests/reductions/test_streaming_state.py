"""Least states of a recurrent machine, against a second way to find them and against proofs for all sizes."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.reductions.excluded_sizes.streaming_state import (
    least_machine,
    least_states,
    qsa_streaming_bits,
    streaming_state,
)
from headcount.tasks import Cycle3, Match3, SparseAveraging, TaskError
from headcount.tasks.sequences.matching import Match3Bigram


def rows(outputs, alphabets, emit, t):
    """Distinct rows of cut t, from the definition."""
    found = set()
    for prefix in product(*alphabets[:t]):
        row = []
        for suffix in product(*alphabets[t:]):
            said = tuple(outputs((*prefix, *suffix)))
            row.append({"last": said[-1:], "end": said, "each": said[t:]}[emit])
        found.add(tuple(row))
    return len(found)


@given(st.integers(0, 2**16 - 1), st.integers(0, 2**16 - 1))
def test_states_are_the_distinct_rows(first, second):
    def outputs(x):
        number = int("".join(map(str, x)), 2)
        return (0, first >> number & 1, x[0], second >> number & 1)

    alphabets = [(0, 1)] * 4
    for emit in ("last", "end"):
        found = least_states(outputs, alphabets, emit)
        assert found.states == tuple(rows(outputs, alphabets, emit, t) for t in range(4))


@given(st.lists(st.integers(0, 2), min_size=40, max_size=40))
def test_causal_tasks_and_their_machine(table):
    def outputs(x):
        return tuple(table[int("".join(map(str, (1, *x[: i + 1]))), 3)] for i in range(3))

    alphabets = [(0, 1), (0, 1, 2), (0, 1)]
    table = [*table, *table]
    machine = least_machine(outputs, alphabets, "each")
    assert [len(step) for step in machine.steps] == [rows(outputs, alphabets, "each", t) for t in range(3)]
    for tokens in product(*alphabets):
        assert machine.run(tokens) == outputs(tokens)


@pytest.mark.parametrize("emit", ["last", "end"])
@pytest.mark.parametrize("task", [Match3(4, N=4), Match3Bigram(3, N=4), Cycle3(3)], ids=lambda task: task.name)
def test_the_machine_does_the_task(task, emit):
    machine = least_machine(task.evaluate, [range(task.alphabet)] * task.N, emit)
    assert tuple(map(len, machine.steps)) == streaming_state(task, emit).states
    for tokens in task.instances():
        outputs = task.evaluate(tokens)
        assert machine.run(tokens) == (outputs if emit == "end" else outputs[-1:])


@pytest.mark.parametrize(("N", "q"), [(N, q) for N in range(1, 5) for q in range(1, N + 1)] + [(5, 1), (5, 4)])
def test_qsa_against_the_proof(N, q):
    found = streaming_state(SparseAveraging(N, q))
    assert found.states == tuple(t + 1 if q == N else 2**t for t in range(N))
    assert found.bits == qsa_streaming_bits(N, q)


@pytest.mark.parametrize(("N", "q"), [(N, q) for N in (5, 6, 7) for q in range(1, N + 1)])
def test_qsa_with_the_subset_told_at_the_end_only(N, q):
    """The same with tokens z_1, .., z_(N-1), (z_N, y_N): what y_1 .. y_(N-1) say has no influence on the last
    output."""
    subsets = [y for y in product((0, 1), repeat=N) if sum(y) == q]
    alphabets = [(-1, 1)] * (N - 1) + [tuple(product((-1, 1), subsets))]

    def outputs(x):
        z, y = (*x[:-1], x[-1][0]), x[-1][1]
        return [sum(a * b for a, b in zip(z, y, strict=True))]

    assert least_states(outputs, alphabets).bits == qsa_streaming_bits(N, q)


def test_all_outputs_take_more_state_than_the_last():
    """q-SA(3, 1): after two tokens z_1, z_2 are known, and each of y_1, y_2 matters by the value it names, or is 3.

    That is one of 2 things if z_1 = z_2, else one of 3: 2 * 2^2 + 2 * 3^2 = 26. After one token y_1 may name 1, 2 or
    3: 6.
    """
    task = SparseAveraging(3, 1)
    assert streaming_state(task, "end").states == (1, 6, 26)
    assert streaming_state(task, "last").states == (1, 2, 4)


def test_one_bit_and_no_bit():
    constant = least_states(lambda x: [0] * 3, [(0, 1)] * 3, "each")
    assert (constant.states, constant.bits, constant.cut) == ((1, 1, 1), 0, 0)
    parity = least_states(lambda x: [sum(x) % 2], [(0, 1)] * 6)
    assert (parity.states, parity.bits, parity.cut) == ((1, 2, 2, 2, 2, 2), 1, 1)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: streaming_state(Match3(4, N=3), "each"), "depends on later tokens"),
        (lambda: streaming_state(Match3(4, N=3), "first"), "emit must be one of last, end, each"),
        (lambda: streaming_state(SparseAveraging(6, 3)), "at most 2000000 inputs"),
        (lambda: streaming_state("match3"), "must be a SequenceTask"),
        (lambda: least_states(sum, []), "at least one"),
        (lambda: least_states(sum, [(0, 1), ()]), "none empty"),
        (lambda: qsa_streaming_bits(4, 5), "q must be at most N"),
        (lambda: least_machine(lambda x: x, [(0, 1)] * 2).run((0,)), "must be 2"),
        (lambda: least_machine(lambda x: x, [(0, 1)] * 2).run((0, 2)), "must be one of alphabet 1"),
    ],
)
def test_mistakes(call, said):
    with pytest.raises(TaskError, match=said):
        call()
