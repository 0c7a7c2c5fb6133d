"""Keys of a code, and bounds of keys of p bits: against all subsets one by one, and against all sign keys there are."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb, log2

import pytest
from flint import fmpq_mat

from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted

GIVEN = {"format": "headcount-certificate", "version": 3}


def accepted(question, unit_class, side, value, proof):
    """Whether a claim about m is accepted."""
    claim = {"resource": "m", "unit_class": unit_class, "side": side, "value": value, "proof": proof}
    return isinstance(check({**GIVEN, "question": question, "claims": [claim]}), Accepted)


def qsa(N, q):
    """The statement."""
    return {"task": "qsa", "N": N, "q": q}


def code_keys(columns, modulus):
    """The keys that a code stands for, from the definition: signs, or parts of (1 + i) i^x."""
    found = []
    for a in product(range(modulus), repeat=len(columns[0])):
        exponents = [sum(x * y for x, y in zip(a, c, strict=True)) % modulus for c in columns]
        if modulus == 2:
            found.append(tuple((-1) ** x for x in exponents))
            continue
        for b in (0, 1):
            points = [((1, 1), (-1, 1), (-1, -1), (1, -1))[(x + b) % 4] for x in exponents]
            found.append(tuple(part for point in points for part in point))
    return found


def is_face(keys, y):
    """Whether some query ties the keys y above all others: exactly, by elimination of inequalities.

    (Fourier, Motzkin, on <w, u_j - u_i> < 0 and = 0, i the first of y.) For a few coordinates only.
    """
    first, *others = y
    equal = [[a - b for a, b in zip(keys[j], keys[first], strict=True)] for j in others]
    below = [[a - b for a, b in zip(key, keys[first], strict=True)] for j, key in enumerate(keys) if j not in y]
    basis = kernel(equal, len(keys[first]))
    rows = {tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for vector in basis) for row in below}
    return feasible(rows, len(basis))


def kernel(rows, width):
    """A basis of the vectors orthogonal to the rows."""
    if not rows:
        return [[Fraction(i == j) for j in range(width)] for i in range(width)]
    reduced, rank = fmpq_mat(len(rows), width, [x for row in rows for x in row]).rref()
    table = [[Fraction(int(x.p), int(x.q)) for x in row] for row in reduced.tolist()][:rank]
    pivots = [next(j for j, x in enumerate(row) if x) for row in table]
    free = [j for j in range(width) if j not in pivots]
    return [[Fraction(j == f) if j not in pivots else -table[pivots.index(j)][f] for j in range(width)] for f in free]


def feasible(rows, width):
    """Whether all rows are negative on some vector."""
    for i in reversed(range(width)):
        if (0,) * (i + 1) in rows:
            return False
        up = [r for r in rows if r[i] > 0]
        down = [r for r in rows if r[i] < 0]
        rows = {r[:i] for r in rows if not r[i]}
        rows |= {tuple(x / a[i] - y / b[i] for x, y in zip(a[:i], b[:i], strict=True)) for a in up for b in down}
    return () not in rows


def selects(keys, q):
    """Whether all q-subsets are faces."""
    return all(is_face(keys, y) for y in combinations(range(len(keys)), q))


def test_the_oracle():
    square = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    assert selects(square, 1)
    assert is_face(square, (0, 1))
    assert not is_face(square, (0, 2))
    assert not selects([(1,), (1,)], 1)


@pytest.mark.parametrize("modulus", [2, 4])
def test_coherence_against_all_subsets(modulus):
    rng = random.Random(modulus)
    seen = {True: 0, False: 0}
    for _ in range(60):
        k, n = rng.choice([(1, 2), (1, 3), (2, 3)] if modulus == 4 else [(1, 2), (2, 3), (2, 5), (3, 4), (3, 7)])
        columns = [[rng.randrange(modulus) for _ in range(k)] for _ in range(n)]
        keys = code_keys(columns, modulus)[: rng.randint(2, 8)]
        for q in range(1, min(4, len(keys))):
            proof = {"rule": "evaluate", "exhibit": "coherence", "modulus": modulus, "columns": columns}
            said = accepted(qsa(len(keys), q), "KEYS(1, midrise)", "upper", len(keys[0]), proof)
            assert not said or selects(keys, q), (columns, q)
            seen[said] += 1
    assert min(seen.values()) >= 10


def test_translates_against_all_subsets():
    """Accepted with honest queries exactly if all subsets are faces; with edited ones never if they are not."""
    rng, seen = random.Random(1), {True: 0, False: 0}
    for _ in range(60):
        k = rng.choice([1, 2, 3])
        q = rng.choice([1, 2, 2, 3])
        n = rng.randint(max(1, k - 1), 7)
        columns = [[rng.randrange(2) for _ in range(k)] for _ in range(n)]
        keys = code_keys(columns, 2)
        if q > len(keys) - 1:
            continue
        queries = []
        for others in combinations(range(1, len(keys)), q - 1):
            w = [sum(keys[j][t] for j in (0, *others)) for t in range(n)]
            queries.append([*w, -sum(w)])
        if rng.random() < 0.2:
            queries[rng.randrange(len(queries))][rng.randrange(n)] += 1
        proof = {"rule": "evaluate", "exhibit": "translates", "columns": columns, "queries": queries}
        said = accepted(qsa(len(keys), q), "KEYS(1, midrise)", "upper", n, proof)
        assert not said or selects(keys, q), (columns, q)
        seen[said] += 1
    assert min(seen.values()) >= 5


def test_intersecting_codes_are_those_that_do_pairs():
    """q = 2: the sum of two keys does it if any two words meet, and nothing does if they do not."""
    rng, seen = random.Random(2), {True: 0, False: 0}
    for _ in range(40):
        k = rng.choice([2, 2, 3])
        columns = [[rng.randrange(2) for _ in range(k)] for _ in range(rng.randint(3, 8))]
        words = [{t for t, x in enumerate(key) if x < 0} for key in code_keys(columns, 2)[1:]]
        meets = all(a & b for a, b in combinations(words, 2)) and all(words)
        assert meets == selects(code_keys(columns, 2), 2)
        seen[meets] += 1
    assert min(seen.values()) >= 5


@pytest.mark.parametrize("m, q, most", [(2, 1, 4), (3, 1, 8), (3, 2, 4), pytest.param(4, 2, 6, marks=pytest.mark.slow)])
def test_lower_bounds_against_all_sign_keys(m, q, most):
    """``most`` keys of m signs do it, and one more never does; no accepted lower bound says otherwise."""
    signs = list(product((1, -1), repeat=m))

    def some(count):  # the first key may be (1, .., 1): multiply all by its signs
        return any(selects([signs[0], *rest], q) for rest in combinations(signs[1:], count - 1))

    assert some(most)
    assert most == 2**m or not some(most + 1)
    for N in range(q + 1, most + 1):
        for name in ("sums", "sums of bits"):
            proof = {"rule": "theorem", "name": name, "k": q}
            assert not accepted(qsa(N, q), "KEYS(1, midrise)", "lower", m + 1, proof)


def entropy_bound(N, q):
    """The bound by entropy, in floats."""
    count, largest = comb(N, q), 0.0
    for K in range(1, N):
        ways = [comb(K, x) * comb(N - K, q - x) / count for x in range(q + 1)]
        largest = max(largest, -sum(p * log2(p) for p in ways if p))
    return log2(count) / largest


@pytest.mark.parametrize("N, q", [(2, 1), (16, 2), (64, 3), (9, 8), (100, 50), (1000, 2)])
def test_the_entropy_bound_is_what_it_says(N, q):
    """Within what rounding loses, and never above."""
    proof = {"rule": "theorem", "name": "sums of bits", "k": q}
    bound = entropy_bound(N, q)
    assert not accepted(qsa(N, q), "KEYS(1, midrise)", "lower", int(bound + 1 + 1e-9), proof) or bound % 1 > 1e-9
    assert accepted(qsa(N, q), "KEYS(1, midrise)", "lower", max(1, int(bound * 0.98 - 1e-9) + 1), proof)
    above = int(bound) + 1 if bound % 1 > 1e-9 else round(bound)
    assert not accepted(qsa(N, q), "KEYS(1, midrise)", "lower", above + 1, proof)


@pytest.mark.parametrize("q, N", [(2, 4), (2, 6), (3, 5), (1, 3)])
def test_all_small_claims_have_a_side_that_is_refused(q, N):
    """No value is both refuted and reached: a lower bound above an upper one is accepted for no code."""
    uppers = [
        n
        for n in range(1, 8)
        for columns in ([[x >> i & 1 for i in range(3)] for x in range(1, n + 1)],)
        if accepted(
            qsa(N, q), "KEYS(1, midrise)", "upper", n,
            {"rule": "evaluate", "exhibit": "coherence", "modulus": 2, "columns": columns},
        )
    ]  # fmt: skip
    lowers = [
        v
        for v in range(1, 9)
        for name in ("sums", "sums of bits")
        if accepted(qsa(N, q), "KEYS(1, midrise)", "lower", v, {"rule": "theorem", "name": name, "k": q})
    ]
    assert lowers
    assert max(lowers) <= min(uppers, default=99)
