"""Every claim of the corpora and the ledger about a sparse pattern: the same verdict with evidence and with a proof."""

from exhibits import compared

HOPS = ("far-pair", "hops", "closed-sets")
PATHS = ("order", "in-order", "two-ends", "components")
DEPTH = ("two-inputs", "uniform-heads")


def agree(kinds, about):
    """All verdicts are the same, and some are for the claim."""
    found = compared(kinds, about)
    assert set(found) == set(kinds)
    for kind, (accepted, _, _, _, _, _, different) in found.items():
        assert not different, (kind, different[0])
        assert accepted >= 2, (kind, accepted)


def test_hops():
    agree((*HOPS, "centre"), lambda claim: claim.get("unit_class") != "SOFTMAX")


def test_paths():
    agree(PATHS, lambda claim: True)


def test_depth():
    agree(DEPTH, lambda claim: True)


def test_positions_that_attend_to_themselves():
    agree(("trivial",), lambda claim: "self-attending" in claim.get("claim", ""))
