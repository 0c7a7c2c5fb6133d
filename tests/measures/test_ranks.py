"""Ranks of named matrices, at sizes where elimination over Q is too slow, and the primes that upper bounds take."""

import pytest

from engine_runs import exact
from headcount.certificates.evaluate import ranks
from headcount.certificates.evaluate.ranks import MERSENNE, rank_of
from headcount.certificates.meter import Meter
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix


def test_fields_differ():
    """The complement of the 4 x 4 identity has determinant -3: rank 3 over GF(3) only."""
    complements = [f"rank_{field}_complement" for field in ("q", "gf2", "gf3")]
    assert exact(CommunicationMatrix.named("eq", 2), *complements) == [4, 4, 3]
    assert exact(("011", "101", "110"), "rank_gf2") == 2


def test_reference_values():
    for name, both in {"eq": [4, 4], "disj": [4, 3], "ip": [3, 4], "gt": [3, 4]}.items():
        assert exact(CommunicationMatrix.named(name, 2), "rank_q", "rank_q_complement") == both
    assert exact(CommunicationMatrix.named("ip", 5), "rank_gf2") == 5


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
    assert exact(matrix, "rank_q") == 512  # closed by the rank over GF(2)
    known = Known(matrix)
    with pytest.raises(Declined, match="elimination over Q of a 512x512 matrix"):
        for bound in ENGINES["rank_sign"](matrix, known, Effort()):
            known.add(bound)
    assert known.value("rank_sign", "lower") >= 511
    assert known.value("rank_sign", "upper") == 512
