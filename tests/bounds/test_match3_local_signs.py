"""Match3Local with one-bit queries and keys: the windows, the unit, and what no width allows."""

import numpy as np
import pytest

from headcount import construct
from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.sequences.match3_local_signs import band_pattern
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import least_size, pattern_question
from headcount.search.ask import ask
from headcount.search.asked import Asked

LEAST = {(4, 1): 4, (6, 1): 5, (8, 1): 5, (8, 2): 6, (12, 1): 6}
"""(N, K) -> the least width in one bit."""


@pytest.mark.parametrize("N, K", [*list(LEAST)[:4], (5, 0), (16, 1), (40, 2)])
def test_every_window_is_tied_above_the_others(N, K):
    built = construct("match3-local-signs", M=2, N=N, K=K)
    (head,) = built.unit.layers[0].heads
    queries, keys = np.array(head.queries.rows), np.array(head.keys[0].rows)
    assert set(np.unique(queries)) | set(np.unique(keys)) <= {-1, 1}
    scores = queries @ keys.T
    for i, row in enumerate(scores):
        window = [j for j in range(N) if abs(i - j) <= K]
        assert len(set(row[window].tolist())) == 1
        assert np.delete(row, window).max() <= row[i] - 2
    assert built.size.m == LEAST.get((N, K), built.size.m)
    assert built.verify(samples=20, work=10**6).passed


@pytest.mark.parametrize("N, K, unit", [(6, 1, True), (30, 1, False)])
def test_certificates_are_about_windows_and_the_unit(N, K, unit):
    built = construct("match3-local-signs", M=2, N=N, K=K)
    bundle = built.certificate()
    assert isinstance(check(bundle), Accepted)
    assert bundle["question"]["rows"] == list(band_pattern(N, K).rows)
    assert [claim["unit_class"].split("(")[0] for claim in bundle["claims"]] == ["GRID", "FIXED"][: 1 + unit]
    assert {claim["value"] for claim in bundle["claims"]} == {built.size.m}


@pytest.mark.parametrize(
    "N, K", [(6, 1), pytest.param(8, 1, marks=pytest.mark.slow), pytest.param(8, 2, marks=pytest.mark.slow)]
)
def test_no_fewer_dimensions_do(N, K):
    asked = Asked(least_size(pattern_question(band_pattern(N, K)), "m", "GRID(1, midrise, gap 2)"))
    answer = ask(asked, 1000)
    assert answer.closed and answer.certified
    assert answer.upper.value == LEAST[N, K]


def test_windows_of_other_keys_are_refused():
    """A flipped entry of a key, and the windows of another distance."""
    built = construct("match3-local-signs", M=2, N=6, K=1)
    bundle = built.certificate()
    bundle["claims"] = bundle["claims"][:1]
    assert isinstance(check(bundle), Accepted)
    other = {**bundle, "question": {**bundle["question"], "rows": list(band_pattern(6, 2).rows)}}
    assert not isinstance(check(other), Accepted)
    bundle["claims"][0]["proof"]["heads"][0]["keys"][2][0] *= -1
    assert not isinstance(check(bundle), Accepted)


@pytest.mark.parametrize(
    "sizes, said",
    [
        ({"N": 5, "K": 2}, "N must be at least 2 K \\+ 2 = 6"),
        ({"N": 8, "K": 1, "m": 4}, "no keys of m=4 were found"),
        ({"N": 8, "K": 1, "m": 0}, "m, the width of queries and keys"),
        ({"N": 8, "K": 1, "seed": -1}, "seed, the seed of the keys"),
    ],
)
def test_bad_sizes(sizes, said):
    with pytest.raises(ConstructionError, match=said):
        construct("match3-local-signs", M=2, **sizes)
