"""Every claim of the corpora and the ledger about units and averages: the same verdict with evidence and with a proof.

Claims of averages with a value one less, and one more, are compared as well.
"""

from exhibits import compared


def agree(kinds, least, others=(-1, 1)):
    """All verdicts are the same, and so many are for the claim."""
    found = compared(kinds, others=others)
    assert set(found) == set(kinds)
    for kind, (accepted, _, _, _, _, _, different) in found.items():
        assert not different, (kind, different[0])
        assert accepted >= least, (kind, accepted)


def test_units():
    agree(("unit",), 60, others=())


def test_averages():
    agree(("averaging", "softmax-weights"), 30)


def test_units_that_fail():
    agree(("input", "subset"), 3)
