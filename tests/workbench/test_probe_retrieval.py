"""``headcount probe topk`` by cosine and Euclidean distance."""

import pytest

from headcount import check
from headcount.certificates.verdict import Accepted
from headcount.workbench.claims import ClaimError, claim, least


def test_any_size_at_once(headcount, tmp_path):
    path = tmp_path / "nearest.json"
    words = ("topk", "N=1000000", "k=9", "--score", "euclidean", "-o", str(path))
    code, out, _ = headcount("probe", *words)
    assert code == 0 and "class SIGN: 17 <= m <= 17" in out
    verdict = check(path)
    assert isinstance(verdict, Accepted) and (verdict.lower, verdict.upper) == (17, 17)


def test_exact_sizes_stay_open_and_say_so(headcount):
    code, out, _ = headcount("probe", "topk", "N=8", "k=4", "least=4", "--score", "cosine", "--budget", "2")
    assert code == 5 and "by inner products" in out and "other scores are not searched" in out


def test_claims():
    @claim(N=[5, 7], k=[1, 2])
    def nearest(N, k):
        "Nearest keys take one dimension less."
        words = f"topk N={N} k={k}"
        return least("m", words, score="euclidean") == least("m", words, score="cosine") - 1

    assert {verdict.name for verdict in nearest.run().verdicts.values()} == {"PROVED"}
    with pytest.raises(ClaimError, match="score must be one of"):
        least("m", "topk N=5 k=2", score="l2")
