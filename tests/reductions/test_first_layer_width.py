"""Rank of functionals: known answers, the proof's two ends run as networks, and the sharp error."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.reductions.excluded_sizes.first_layer_width import (
    first_layer_width,
    functionals_of,
    qsa_first_layer_width,
    qsa_functionals,
)
from headcount.tasks import TaskError


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.tuples(*[st.integers(-2, 2)] * n), min_size=1, max_size=5)))
def test_the_rank(rows):
    assert first_layer_width(rows).width == np.linalg.matrix_rank(np.array(rows, dtype=float))


@pytest.mark.parametrize(("N", "q", "d"), [(N, q, d) for N in range(1, 7) for q in range(1, N + 1) for d in (1, 2)])
def test_qsa_against_the_proof(N, q, d):
    measured, proved = first_layer_width(qsa_functionals(N, q, d)), qsa_first_layer_width(N, q, d)
    assert (measured.width, measured.inputs) == (proved.width, proved.inputs) == (d if q == N else N * d, N * d)


@pytest.mark.parametrize(("N", "q"), [(3, 1), (4, 2), (4, 3), (5, 2)])
def test_the_discrete_part_costs_no_row(N, q):
    """Width N does it: the first row holds 2 L C + z_1; decode C, the subset's number in base B, and z."""
    L, B = 2, 2 * N + 1  # |z_1| <= 1 < L; positions 1 .. N
    for y in combinations(range(1, N + 1), q):
        for z in product((Fraction(-1), Fraction(1, 3), Fraction(1)), repeat=N):
            first = 2 * L * sum(B**k * c for k, c in enumerate(y)) + z[0]
            code = round(first / (2 * L))
            values = (first - 2 * L * code, *z[1:])
            subset = [code // B**k % B for k in range(q)]
            assert sum(values[j - 1] for j in subset) == sum(z[j - 1] for j in y)


@pytest.mark.parametrize(("N", "q"), [(N, q) for N in range(2, 8) for q in range(1, N)])
def test_the_error_is_sharp(N, q):
    """The kernel (1, -a, .., -a) confuses outputs by exactly 1/(2q - 1); a kernel of other shape by no less."""
    bound = Fraction(1, 2 * q - 1)

    def confusion(v):
        return max(abs(sum(v[j] for j in y)) / q for y in combinations(range(N), q))

    assert confusion((Fraction(1), *[-bound] * (N - 1))) == bound
    for rest in product(
        (Fraction(-1), -2 * bound, -bound, -bound / 2, Fraction(0), Fraction(1, 2)), repeat=min(N - 1, 4)
    ):
        assert confusion((Fraction(1), *rest, *[-bound] * (N - 1 - len(rest)))) >= bound


def test_functionals_of_a_task_of_ones_own():
    rows = functionals_of(lambda z, c: [z[0] + c * z[1], z[2]], (0, 1, 2), 3)
    assert len(rows) == 4  # the second output is the same for all choices
    assert first_layer_width(rows).width == 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: functionals_of(lambda z, c: [z[0] ** 2], (0,), 2), "must be linear"),
        (lambda: functionals_of(lambda z, c: [z[0] + 1], (0,), 2), "must be linear"),
        (lambda: functionals_of(lambda z, c: [z[0]], (0,), 0), "inputs"),
        (lambda: first_layer_width([]), "at least one"),
        (lambda: first_layer_width([(1, 2), (1,)]), "one length"),
        (lambda: first_layer_width([(1, 0.5)]), "integers or Fractions"),
        (lambda: first_layer_width([[0] * 2001] * 2000), "at most 4000000 entries"),
        (lambda: qsa_first_layer_width(3, 4), "q must be at most N"),
        (lambda: qsa_first_layer_width(3, 2, 0), "d, the dimension of the values"),
    ],
)
def test_mistakes(call, said):
    with pytest.raises(TaskError, match=said):
        call()
