"""A sample of mutated refutations: what one of the two programs accepts is still right."""

import pytest

from _export_mutations import MUTATIONS
from mutated_exports import counted


@pytest.mark.parametrize("count", [20 * len(MUTATIONS), pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_slips_through(count):
    table, slipped = counted(count, seed=19)
    assert not slipped
    assert set(table) == set(MUTATIONS)
    assert all(held["nobody"] < held["all"] for held in table.values())
    for mutation in ("lemma literal flipped", "lemma dropped"):
        assert table[mutation]["nobody"] + table[mutation]["dratify"] == 0
    assert table["hint changed"]["nobody"] <= count // 500  # another clause may give the same literal
