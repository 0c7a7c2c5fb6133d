"""Ranks against elimination over Fractions and over the integers modulo p, written anew."""

import itertools
import random
from fractions import Fraction

import pytest

from headcount.certificates.evaluate import ranks
from headcount.certificates.evaluate.ranks import MERSENNE, rank_of
from headcount.certificates.meter import Meter
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix

RANKS = [name for name in ENGINES if name.startswith("rank")]


def measured(measure, matrix):
    known = Known(matrix)
    for bound in ENGINES[measure](matrix, known, Effort(1e18)):
        known.add(bound)
    assert known.closed(measure)
    return int(known.value(measure, "lower"))


def brute(measure, rows):
    table = [[int(x) for x in row] for row in rows]
    if measure.endswith("complement"):
        table = [[1 - x for x in row] for row in table]
    if measure == "rank_sign":
        table = [[2 * x - 1 for x in row] for row in table]
    prime = {"rank_gf2": 2, "rank_gf3": 3}.get(measure[:8])
    table = [[x % prime if prime else Fraction(x) for x in row] for row in table]
    rank = 0
    for column in range(len(table[0])):
        pivot = next((i for i in range(rank, len(table)) if table[i][column]), None)
        if pivot is None:
            continue
        table[rank], table[pivot] = table[pivot], table[rank]
        for i in range(rank + 1, len(table)):
            if prime:
                factor = table[i][column] * pow(table[rank][column], -1, prime)
                table[i] = [(x - factor * y) % prime for x, y in zip(table[i], table[rank], strict=True)]
            else:
                factor = table[i][column] / table[rank][column]
                table[i] = [x - factor * y for x, y in zip(table[i], table[rank], strict=True)]
        rank += 1
    return rank


@pytest.mark.parametrize("measure", RANKS)
def test_small_matrices(measure):
    words = ["".join(word) for word in itertools.product("01", repeat=3)]
    for rows in itertools.islice(itertools.product(words, repeat=3), 0, None, 5):
        assert measured(measure, CommunicationMatrix(rows)) == brute(measure, rows), rows


@pytest.mark.parametrize("measure", RANKS)
def test_low_rank_and_random(measure):
    rng = random.Random(measure)
    for size, width, distinct in ((7, 5, 7), (6, 9, 3), (12, 12, 12), (20, 17, 8)):
        some = ["".join(rng.choice("01") for _ in range(width)) for _ in range(distinct)]
        rows = tuple(rng.choice(some) for _ in range(size))
        assert measured(measure, CommunicationMatrix(rows)) == brute(measure, rows), rows


def test_fields_differ():
    """The complement of the 4 x 4 identity has determinant -3: rank 3 over GF(3) only."""
    matrix = CommunicationMatrix.named("eq", 2)
    found = {measure: measured(measure, matrix) for measure in RANKS}
    assert found["rank_q_complement"] == 4
    assert found["rank_gf3_complement"] == 3
    assert found["rank_gf2_complement"] == 4
    assert measured("rank_gf2", CommunicationMatrix(("011", "101", "110"))) == 2


def test_reference_values():
    table = {"eq": (4, 4), "disj": (4, 3), "ip": (3, 4), "gt": (3, 4)}
    for name, both in table.items():
        matrix = CommunicationMatrix.named(name, 2)
        assert (measured("rank_q", matrix), measured("rank_q_complement", matrix)) == both
    assert measured("rank_gf2", CommunicationMatrix.named("ip", 5)) == 5


@pytest.mark.parametrize("rank", [1, 2, 6, 29, 30, 61])
def test_the_prime_exceeds_hadamards_bound(rank, monkeypatch):
    """An upper bound takes a prime that is larger than all minors of order rank + 1."""
    used, eliminate = [], ranks.rank_modulo
    monkeypatch.setattr(ranks, "rank_modulo", lambda rows, *how: used.append(how[0]) or eliminate(rows, *how))
    rows = ["".join("01"[j == min(i, rank - 1)] for j in range(rank + 2)) for i in range(rank + 1)]
    assert rank_of(tuple(rows), "rank_q", "upper", Meter(10**9)) == rank
    assert (2 ** used[-1] - 1) ** 2 > (rank + 1) ** (rank + 1)
    assert used[-1] in MERSENNE
    if used[-1] > MERSENNE[0]:
        assert (2 ** MERSENNE[MERSENNE.index(used[-1]) - 1] - 1) ** 2 <= (rank + 1) ** (rank + 1)


def test_the_largest_prime_is_enough_for_all_matrices_that_can_be_checked():
    """An elimination costs more than n^3 steps, of which the checker takes 400 million by default."""
    assert (2 ** MERSENNE[-1] - 1) ** 2 > 5000**5000


def test_the_exponents_are_those_of_mersenne_primes():
    """Lucas-Lehmer: 2^e - 1 is prime if and only if s_(e-2) = 0, where s_0 = 4 and s -> s^2 - 2."""
    for exponent in MERSENNE[:6]:
        s = 4
        for _ in range(exponent - 2):
            s = (s * s - 2) % (2**exponent - 1)
        assert s == 0


def test_beyond_the_limit_over_the_rationals():
    matrix = CommunicationMatrix.named("disj", 9)
    assert measured("rank_q", matrix) == 512  # closed by the rank over GF(2)
    known = Known(matrix)
    with pytest.raises(Declined, match="elimination over Q of a 512x512 matrix"):
        for bound in ENGINES["rank_sign"](matrix, known, Effort(1e18)):
            known.add(bound)
    assert known.value("rank_sign", "lower") >= 511
    assert known.value("rank_sign", "upper") == 512
