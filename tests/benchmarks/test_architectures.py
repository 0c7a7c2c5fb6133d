"""The comparison of architectures: each number against the place it comes from, and what the separation says."""

import doctest
from math import comb, log2

import pytest

import _architectures as architectures
from headcount import construct, probe
from headcount.reductions.excluded_sizes.first_layer_width import first_layer_width, qsa_functionals
from headcount.reductions.excluded_sizes.streaming_state import streaming_state
from headcount.tasks import SparseAveraging, TaskError

compare_architectures = architectures.compare_architectures


def test_examples_are_true():
    assert doctest.testmod(architectures, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


@pytest.mark.parametrize(("N", "q"), [(3, 1), (4, 1), (4, 2), (4, 3)])
def test_every_number_is_the_enumerated_one(N, q):
    found = compare_architectures(N, q)
    assert found.value("recurrent", "bits of state", "exact") == streaming_state(SparseAveraging(N, q)).bits
    assert (
        found.value("fully connected", "first-layer width", "exact") == first_layer_width(qsa_functionals(N, q)).width
    )
    bracket = probe(SparseAveraging(N, q))
    assert bracket.lower.value == bracket.upper.value == found.value("attention", "m", "exact")


@pytest.mark.parametrize(("N", "q"), [(8, 3), (64, 2), (300, 8), (4096, 4)])
def test_attention_bits(N, q):
    found = compare_architectures(N, q)
    lower, upper = (found.value("attention", "m p H", side) for side in ("lower", "upper"))
    assert 2 ** (lower - 1) < comb(N, q) <= 2**lower
    built = construct("qsa-superimposed-code", N=N, q=q)
    assert upper == built.size.bits >= lower
    assert built.verify(samples=30, work=10**7).passed


def test_the_separation_grows():
    """At q = 4 attention's bits grow like log N, the others like N."""
    small, large = compare_architectures(64, 4), compare_architectures(65536, 4)
    assert large.value("attention", "m p H", "upper") < 5 * small.value("attention", "m p H", "upper")
    assert large.value("attention", "m p H", "upper") < 4 * 4 * log2(65536)
    assert large.value("recurrent", "bits of state", "exact") == 65535
    assert large.value("fully connected", "first-layer width", "exact") == 65536


def test_every_line_has_a_side_a_class_and_a_reason():
    found = compare_architectures(8, 3)
    for size in found.sizes:
        assert size.side in ("lower", "upper", "exact")
        assert size.status in ("CERTIFIED", "PROVED")
        assert size.unit_class
        assert size.why
        assert str(size.value) in str(size)
    assert str(found).count("\n") == len(found.sizes)
    with pytest.raises(KeyError):
        found.value("attention", "m", "lower")


@pytest.mark.parametrize(
    ("N", "q", "said"), [(4, 4, "at most N - 1"), (4, 0, "at least 1"), (4, 5, "at most N"), (10**7, 2, "1000000")]
)
def test_mistakes(N, q, said):
    with pytest.raises(TaskError, match=said):
        compare_architectures(N, q)


@pytest.mark.parametrize(("N", "q"), [(4, 2), (8, 3), (64, 4), (4096, 8)])
def test_the_fixed_point_lines_are_one_bracket(N, q):
    found = compare_architectures(N, q)
    lower, upper = (found.value("attention", "m at p = H = dv = 1", side) for side in ("lower", "upper"))
    assert 1 <= lower <= upper


@pytest.mark.parametrize(("N", "q"), [(4, 2), (5, 1), (9, 2)])
def test_the_superimposed_code_is_a_fixed_point_unit_of_one_bit(N, q):
    built = construct("qsa-superimposed-code", N=N, q=q)
    task, unit = built.task, built.unit_with("fixed", 1)
    assert set(unit.entries) == {-1, 1}
    for tokens in task.samples(20):
        assert [row[0] for row in unit.outputs(task.symbols(tokens))] == list(task.evaluate(tokens))
