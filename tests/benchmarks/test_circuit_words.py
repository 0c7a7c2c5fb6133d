"""Words of circuits: what is refuted has a larger sign-rank, vectors are not refuted, damaged steps are refused."""

import itertools

import numpy as np
import pytest

import exact_sign_rank
import open_cases
from _circuit_search import Step, search, signs_of_question
from circuit_words import refutes
from headcount.solvers.sign_rank.cycles import eliminated

pytestmark = pytest.mark.xdist_group("compiled signs")  # what it compiles shares parts with small sign-ranks

IDENTITY = np.array([[-1, 1, 1, 1], [1, -1, 1, 1], [1, 1, -1, 1], [1, 1, 1, -1]])


def exact(signs):
    return exact_sign_rank.sign_rank(tuple("".join("-+"[x > 0] for x in row) for row in signs.tolist()))


def test_what_is_refuted_has_a_larger_sign_rank(rotating_seed):
    """On five columns, against brute force; both answers are planted."""
    rng = np.random.default_rng(rotating_seed)
    for rows, j in itertools.product((4, 6, 9, 12), (2, 3)):
        for _ in range(4):
            signs = rng.choice([-1, 1], (rows, 5))
            steps = search(signs, j).steps
            assert steps is None or (exact(signs) > j and refutes(signs.tolist(), j, steps))
    planted = search(np.ones((3, 5), int), 2).steps, search(np.array([*itertools.product([-1, 1], repeat=5)]), 2).steps
    assert planted[0] is None and planted[1] is not None


@pytest.mark.parametrize("j", [2, 3, 4])
def test_vectors_of_j_coordinates_are_not_refuted(j):
    rng = np.random.default_rng(j)
    for count in (6, 20, 60):
        signs = np.sign(rng.normal(size=(count, j)) @ rng.normal(size=(j, j + 4))).astype(int)
        assert search(signs, j).steps is None
        assert eliminated(signs.astype(np.int8), j).cycle is None


def test_each_part_of_a_step_is_needed():
    (step,) = search(IDENTITY, 2).steps
    assert refutes(IDENTITY.tolist(), 2, [step])
    for k in range(len(step.members)):
        assert not refutes(IDENTITY.tolist(), 2, [Step((), step.members[:k] + step.members[k + 1 :])])
    assert not refutes(IDENTITY.tolist(), 1, [step])
    for k in range(4):
        assert not refutes(np.delete(IDENTITY, k, axis=0).tolist(), 2, [step])


def test_words_of_even_and_odd_parity_exclude_different_ones():
    """On three columns in the plane all four words but one are excluded; nothing is said by words that are no cycle."""
    rows = [[-1, 1, 1], [1, -1, 1], [1, 1, -1]]
    words = (0, ~1, ~2), (0, ~1, 2), (0, 1, ~2), (0, 1, 2)
    none_left = [Step(words[:0], words)]  # the last is shown by no row
    assert not refutes(rows, 2, none_left)
    assert not refutes(rows, 2, [Step(words, ())])  # odd: excludes words off the list, of which there is none
    assert not refutes(rows, 2, [Step(words[3:], words[:3])])  # odd: the circuit's word is + + +, which is left
    assert refutes([*rows, [1, 1, 1]], 2, [Step(words[3:], words[:3]), Step((), words)])


@pytest.mark.slow
def test_the_open_case_that_steps_refute():
    signs = signs_of_question({case.name: case for case in open_cases.cases()}["signs-20-2"].ask()).T
    assert eliminated(np.ascontiguousarray(signs).astype(np.int8), 5).cycle is None
    steps = search(signs, 5).steps
    assert steps is not None and len(steps) > 10 and refutes(signs.tolist(), 5, steps)
    for k in range(0, len(steps) - 1, 5):
        assert not refutes(signs.tolist(), 5, steps[:k] + steps[k + 1 :])
    assert not refutes(signs[:-1].tolist(), 5, steps)
