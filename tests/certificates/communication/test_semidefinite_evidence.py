"""Positive semidefinite matrices and what they prove, against floating-point values and against tampering."""

import copy
import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.core.verdict import Accepted, Malformed, Rejected
from headcount.questions import CommunicationMatrix
from headcount.core.check import check
from headcount.legacy.kernel.positive_semidefinite import eliminated
from headcount.solvers.exact_definiteness import is_positive_semidefinite, squares_and_remainder


def verdict(rows, measure, side, value, evidence, alpha=None):
    matrix = CommunicationMatrix(tuple(rows))
    claim = {"measure": measure, "side": side, "value": str(value), "evidence": evidence}
    if alpha is not None:
        claim["alpha"] = str(alpha)
    file = {"format": "headcount-certificate", "version": 2, "question": matrix.to_json(), "claims": [claim]}
    return check(json.loads(json.dumps(file)))


def triangle(matrix):
    return [[int(x) for x in row[: i + 1]] for i, row in enumerate(matrix)]


def test_all_small_integer_matrices_against_principal_minors():
    """Positive semidefinite exactly if no principal minor is negative."""
    shown = {True: 0, False: 0}
    for a, b, c, d, e, f in product((-1, 0, 1, 2), repeat=6):
        minors = (
            a, c, f, a * c - b * b, a * f - d * d, c * f - e * e,
            a * c * f + 2 * b * d * e - c * d * d - f * b * b - a * e * e,
        )  # fmt: skip
        expected = min(minors) >= 0
        matrix = [[a], [b, c], [d, e, f]]
        assert is_positive_semidefinite(matrix) == expected == eliminated(matrix), matrix
        assert expected or not squares_and_remainder(matrix), matrix
        shown[expected] += 1
    assert min(shown.values()) > 100


@pytest.mark.parametrize("order", [2, 7, 20])
def test_random_gram_matrices_of_full_and_of_less_rank(order):
    generator = np.random.default_rng(order)
    for rank in (order, order - 1):
        vectors = generator.integers(-50, 51, (order, rank)).astype(object)
        gram = vectors @ vectors.T
        assert is_positive_semidefinite(triangle(gram))
        if rank < order:  # singular, so nothing can be taken away
            assert not is_positive_semidefinite(triangle(gram - np.eye(order, dtype=int).astype(object)))


def test_room_of_one_is_enough_for_the_fast_test():
    generator = np.random.default_rng(1)
    vectors = generator.integers(-(2**20), 2**20, (12, 5)).astype(object)
    gram = vectors @ vectors.T
    assert not squares_and_remainder(triangle(gram))
    assert squares_and_remainder(triangle(gram + np.eye(12, dtype=int).astype(object)))


EQ1_GRAM = {"kind": "gram", "scale": 1, "rows": [[1], [-1, 1]], "columns": [[1], [-1, 1]]}
XOR = ("10", "01")


@pytest.mark.parametrize(
    ("value", "edit", "code"),
    [
        ("1", {}, None),
        ("1/2", {}, "value-not-proved"),
        ("1", {"columns": [[1], [1, 1]]}, "not-positive-definite"),
        ("1", {"scale": 2}, "not-positive-definite"),
    ],
)
def test_gram_of_gamma2(value, edit, code):
    got = verdict(XOR, "gamma2", "upper", value, {**EQ1_GRAM, **edit})
    assert isinstance(got, Accepted) if code is None else got.code == code


@pytest.mark.parametrize("measure", ["gamma2_inf", "gamma2_alpha"])
def test_block_has_to_keep_to_its_interval(measure):
    alpha = Fraction(11, 10) if measure == "gamma2_alpha" else None
    gram = {"kind": "gram", "scale": 10, "rows": [[12], [-12, 12]], "columns": [[12], [-12, 12]]}
    blocks = {9: False, 10: True, 11: True, 12: alpha is None}
    for entry, fine in blocks.items():
        got = verdict(XOR, measure, "upper", "6/5", {**gram, "block": [[entry, -entry], [-entry, entry]]}, alpha)
        assert isinstance(got, Accepted) == fine
        assert fine or got.code == "entry-out-of-range"
    star = verdict(("1*", "**"), measure, "upper", "1", {**EQ1_GRAM, "block": [[1, -1], [-1, 1]]}, alpha)
    assert isinstance(star, Accepted)


def test_weights_of_the_wrong_sign():
    """At a sign's wrong side gamma2_alpha pays alpha, gamma2_inf refuses; at * both refuse."""
    rows = ("101", "011")
    weights = {
        "kind": "weights",
        "block": [[2, -2, -1], [-2, 2, 2]],
        "row_weights": [7, 7],
        "column_weights": [5, 5, 4],
    }
    assert isinstance(verdict(rows, "gamma2_alpha", "lower", Fraction(2 * (10 - 3), 28), weights, 3), Accepted)
    assert verdict(rows, "gamma2_alpha", "lower", Fraction(15, 28), weights, 3).code == "value-not-proved"
    assert verdict(rows, "gamma2_inf", "lower", 0, weights).code == "entry-out-of-range"
    assert verdict(("10*", "011"), "gamma2_alpha", "lower", 0, weights, 3).code == "entry-out-of-range"
    assert verdict(rows, "gamma2", "lower", Fraction(18, 28), weights).exit_code == 0
    assert verdict(rows, "gamma2", "lower", Fraction(19, 28), weights).code == "value-not-proved"
    assert verdict(rows, "gamma2_01", "lower", Fraction(10, 28), weights).exit_code == 0
    assert verdict(rows, "gamma2_01", "lower", Fraction(11, 28), weights).code == "value-not-proved"


def test_evidence_speaks_of_the_different_rows_and_columns():
    assert isinstance(verdict(("10", "10", "01"), "gamma2", "upper", 1, EQ1_GRAM), Accepted)
    assert isinstance(verdict(("100", "011"), "gamma2", "upper", 1, EQ1_GRAM), Accepted)
    assert isinstance(verdict(("10", "11", "01"), "gamma2", "upper", 1, EQ1_GRAM), Malformed)
    assert verdict(("10", "10", "11"), "gamma2", "upper", 1, EQ1_GRAM).code == "not-positive-definite"


def test_copies_count_for_norms():
    """The trace norm and the norm of the 3 x 2 matrix of ones are sqrt 6, those of one entry 1."""
    ones = ("11", "11", "11")
    gram = {"kind": "gram", "scale": 100, "rows": [[82]], "columns": [[123]]}
    assert isinstance(verdict(ones, "trace_norm", "upper", Fraction(246, 100), gram), Accepted)
    assert verdict(ones, "trace_norm", "upper", 2, gram).code == "value-not-proved"
    weights = {"kind": "weights", "block": [[244]], "row_weights": [300], "column_weights": [200]}
    assert isinstance(verdict(ones, "trace_norm", "lower", Fraction(244, 100), weights), Accepted)
    heavier = {**weights, "block": [[245]]}
    assert verdict(ones, "trace_norm", "lower", Fraction(245, 100), heavier).code == "not-positive-definite"
    assert isinstance(verdict(ones, "spectral_norm", "upper", "5/2", {"kind": "gram-of-rows", "norm": "5/2"}), Accepted)
    low = verdict(ones, "spectral_norm", "upper", "12/5", {"kind": "gram-of-rows", "norm": "12/5"})
    assert low.code == "not-positive-definite"


def test_every_accepted_bound_of_random_evidence_is_true():
    """All total 2 x 3 matrices with random weights and vectors: what is accepted agrees with the norms."""
    generator = random.Random(3)
    accepted = 0
    for word in product("01", repeat=6):
        rows = ("".join(word[:3]), "".join(word[3:]))
        height, width = len(set(rows)), len(set(zip(*rows, strict=True)))
        signs = np.array(CommunicationMatrix(rows).signs)
        singular = np.linalg.svd(signs, compute_uv=False)
        for _ in range(6):
            weights = {
                "kind": "weights",
                "block": [[generator.randint(-2, 2) for _ in range(width)] for _ in range(height)],
                "row_weights": [generator.randint(0, 6) for _ in range(height)],
                "column_weights": [generator.randint(1, 6) for _ in range(width)],
            }
            for value in (Fraction(k, 4) for k in range(4, 24)):
                if isinstance(verdict(rows, "trace_norm", "lower", value, weights), Accepted):
                    accepted += 1
                    assert value <= singular.sum() + 1e-9
            x, y = ([generator.randint(-2, 2) for _ in range(size)] for size in (2, 3))
            vectors = {"kind": "vectors", "left": [*x], "right": [*y]}
            if any(x) and any(y):
                for value in (Fraction(k, 8) for k in range(8, 24)):
                    if isinstance(verdict(rows, "spectral_norm", "lower", value, vectors), Accepted):
                        accepted += 1
                        assert value <= singular[0] + 1e-9
        for value in (Fraction(k, 8) for k in range(8, 24)):
            upper = verdict(rows, "spectral_norm", "upper", value, {"kind": "gram-of-rows", "norm": str(value)})
            assert isinstance(upper, Accepted) == (float(value) >= singular[0] - 1e-12)
        assert isinstance(verdict(rows, "spectral_norm", "upper", 3, {"kind": "row-sums"}), Accepted)
        assert verdict(rows, "spectral_norm", "upper", 1, {"kind": "row-sums"}).code == "value-not-proved"
    assert accepted > 200


CORPUS = Path(__file__).parent / "accept"
KINDS = ("gram-", "weights-", "short-side-", "gram-of-rows-", "vectors-", "row-sums-")
NORMS = ("gamma2", "trace_norm", "spectral_norm")
FILES = sorted(
    path
    for path in CORPUS.glob("*.json")
    if path.name.startswith(KINDS) and json.loads(path.read_text())["claims"][0]["measure"].startswith(NORMS)
)


def test_there_are_accepted_files_of_every_kind():
    assert {kind for kind in KINDS if any(path.name.startswith(kind) for path in FILES)} == set(KINDS)


def true_range(matrix, measure, alpha):
    """[low, high] around the measure, from floating point; only for what the mutated files ask."""
    from headcount.measures.factorisation_norms import intervals
    from headcount.solvers.factorisation_path import central_path

    signs = np.array(matrix.signs, dtype=float)
    singular = np.linalg.svd(signs, compute_uv=False)
    if measure == "trace_norm":
        return singular.sum() - 1e-9, singular.sum() + 1e-9
    if measure == "spectral_norm":
        return singular[0] - 1e-9, singular[0] + 1e-9
    values = np.array([[{"0": 0.0, "1": 1.0, "*": np.nan}[x] for x in row] for row in matrix.rows])
    low, high = intervals(values, measure, alpha)
    points = list(central_path(low, high))
    return max(p.lower for p in points) - 1e-6, min(p.upper for p in points) + 1e-6


def mutated(value, generator):
    """A copy with one number or text of the evidence changed."""
    result = copy.deepcopy(value)
    places = []

    def walk(node, parent, key):
        if isinstance(node, dict):
            for name, entry in node.items():
                walk(entry, node, name)
        elif isinstance(node, list):
            for i, entry in enumerate(node):
                walk(entry, node, i)
        elif isinstance(node, int) and not isinstance(node, bool):
            places.append((parent, key))

    walk(result["claims"][0]["evidence"], None, None)
    if places:
        parent, key = generator.choice(places)
        parent[key] = generator.choice([0, -parent[key], parent[key] + generator.choice([-1, 1]), 2 * parent[key]])
    claim = result["claims"][0]
    if generator.random() < 0.5:
        # Claim a little more: a wrong acceptance would otherwise hide behind the old value.
        value = Fraction(claim["value"])
        claim["value"] = str(value * Fraction(11, 10) if claim["side"] == "lower" else value * Fraction(9, 10))
    return result


@given(st.randoms(use_true_random=False), st.sampled_from(FILES))
@settings(max_examples=150, deadline=None)
def test_accepted_mutants_are_true(generator, path):
    file = mutated(json.loads(path.read_text()), generator)
    got = check(file)
    if not isinstance(got, Accepted):
        assert isinstance(got, Rejected | Malformed)
        return
    question, claim = file["question"], file["claims"][0]
    if question["of"] == "matrix":
        matrix = CommunicationMatrix(tuple(question["rows"]))
    else:
        matrix = CommunicationMatrix.named(question["of"], question["n"])
    alpha = Fraction(claim["alpha"]) if "alpha" in claim else None
    low, high = true_range(matrix, claim["measure"], alpha)
    value = Fraction(claim["value"])
    assert value <= high if claim["side"] == "lower" else value >= low
