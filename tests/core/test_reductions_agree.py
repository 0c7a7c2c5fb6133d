"""Every claim of the corpora and the ledger about reductions and output layers: the same verdict, before and after."""

from exhibits import compared


def test_reductions_and_hidden_states():
    found = compared(("all-pairs", "pair", "runs", "points"))
    assert set(found) == {"all-pairs", "pair", "runs", "points"}
    for kind, (accepted, _, _, _, _, _, different) in found.items():
        assert not different, (kind, different[0])
        assert accepted >= 3, (kind, accepted)
