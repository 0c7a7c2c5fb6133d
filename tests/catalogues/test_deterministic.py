"""The catalogue of exact D: against the definition, and hostile certificates."""

import copy

import pytest

from headcount.catalogues.depth_certificates import no_tree_evidence
from headcount.catalogues.deterministic import DETERMINISTIC
from headcount.certificates.check import check
from headcount.elaborate.certify import certify
from matrix_depth import naive_depth

pytestmark = pytest.mark.xdist_group("compiled")  # a few seconds in a new checkout, in one worker


def settled(n, some=slice(None)):
    return DETERMINISTIC.settle(n, DETERMINISTIC.keys(n)[some], None)


def claimed(certificate, measure, side):
    return next(claim for claim in certificate["claims"] if (claim["measure"], claim["side"]) == (measure, side))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_d_is_that_of_the_definition(n):
    for entry in settled(n):
        rows = tuple(tuple(int(x) for x in row) for row in entry.key.split("/"))
        assert entry.fields["D"] == [naive_depth(rows)] * 2


def test_degenerate_sizes():
    assert [(entry.key, entry.fields["D"], entry.fields["difference"]) for entry in settled(1)] == [
        ("0", [0, 0], [0, 0]), ("1", [0, 0], [0, 0])
    ]  # fmt: skip
    assert {entry.key: entry.fields["rank_q"] for entry in settled(2)} == {
        "00/01": [1, 1], "01/10": [2, 2], "01/11": [2, 2]
    }  # fmt: skip


def test_differences_of_order_5():
    """Some classes where ranks do not explain D, and some where they do."""
    found = settled(5, slice(0, 60))
    assert {tuple(entry.fields["difference"]) for entry in found} == {(0, 0), (1, 1)}
    for entry in found:
        (certificate,) = entry.claims
        assert check(certificate)
        proof = claimed(certificate, "D", "lower")["proof"]
        assert (len(proof.get("parts", ())) > 1) == (entry.fields["difference"] == [1, 1])


@pytest.mark.parametrize("change", ["value", "upper", "leaf", "rank", "split", "depth"])
def test_hostile_certificates_are_refused(change):
    entry = next(entry for entry in settled(5, slice(0, 60)) if entry.fields["difference"] == [1, 1])
    certificate = copy.deepcopy(entry.claims[0])
    lower, upper = (claimed(certificate, "D", side) for side in ("lower", "upper"))
    rank = claimed(certificate, "rank_q", "lower")
    if change == "value":
        lower["value"] = "5"
    elif change == "upper":
        upper["value"] = "3"
    elif change == "leaf":
        leaf = next(node for node in upper["proof"]["nodes"] if node in ([0], [1]))
        leaf[0] ^= 1
    elif change == "rank":
        rank["value"] = str(int(rank["value"]) + 1)
    elif change == "split":  # a part that ranks do not exclude
        lower["proof"]["parts"][-1] = lower["proof"]["parts"][-1][:3]
    else:  # a part of depth j said to exclude j + 1
        lower["proof"]["parts"][-1][0] += 1
    verdict = check(certificate)
    assert not verdict and verdict.code


def test_there_is_no_evidence_against_a_tree_that_there_is():
    with pytest.raises(ValueError, match="there is a tree of depth 2"):
        no_tree_evidence([0b01, 0b10], 2, 2, 0)


def test_too_few_leaves_are_refused():
    question = {"task": "communication", "of": "matrix", "rows": ["01", "10"]}
    evidence = no_tree_evidence([0b10, 0b01], 2, 2, 5)  # ranks that it has not
    claim = {"measure": "D", "side": "lower", "value": "3", "evidence": evidence}
    assert not certify({"question": question, "claims": [claim]}).verdict
