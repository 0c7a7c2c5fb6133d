"""A sample of mutated exports: each is noticed by one of the two programs, or still right."""

import pytest

from _export_mutations import MUTATIONS
from mutated_exports import counted


@pytest.mark.parametrize("count", [2 * len(MUTATIONS), pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_slips_through(count):
    table, slipped = counted(count, seed=19)
    assert not slipped
    assert set(table) == set(MUTATIONS)
    assert all(held["right"] < held["all"] for held in table.values())
    for mutation in ("hint changed", "lemma literal flipped", "lemma dropped"):
        assert table[mutation]["lrat"] == table[mutation]["all"]
