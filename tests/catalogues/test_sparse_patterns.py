"""The table of sparse patterns against matrix powers and all orders."""

from itertools import permutations

import numpy as np
import pytest

import headcount
from headcount.catalogues.catalogue import Stated
from headcount.catalogues.sparse_patterns import SPARSE_PATTERNS, rows_of


def hops(rows):
    """By powers of the matrix; "none" if no power is full."""
    seen = np.array([[j in row for j in range(len(rows))] for row in rows])
    reached = seen
    for layers in range(1, len(rows) + 2):
        if reached.all():
            return layers
        reached = reached @ seen
    return "none"


def has_path(rows):
    return any(
        all(order[i] in rows[order[i + 1]] for i in range(len(order) - 1)) for order in permutations(range(len(rows)))
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_brute_force(n):
    entries = headcount.atlas("sparse_patterns", n=n)
    assert len(entries) == SPARSE_PATTERNS.count(n)
    for entry in entries:
        rows = entry.fields["attends_to"]
        assert rows == rows_of(n, entry.key) and all(i in row for i, row in enumerate(rows))
        least, path = hops(rows), has_path(rows)
        assert entry.fields["hops"] == [least, least]
        assert entry.fields["path"] is path
        assert entry.fields["assumption1"] is (path and least != "none")


def test_finite_hops_are_strong_connection():
    """A035512 of the encyclopedia: directed graphs, up to isomorphism, that are strongly connected."""
    infinite = [headcount.atlas("sparse_patterns", n=n).tally["hops"].get("none", 0) for n in range(1, 6)]
    assert [SPARSE_PATTERNS.count(n) - none for n, none in enumerate(infinite, start=1)] == [1, 1, 5, 83, 5048]


def test_a_fact_and_its_opposite_cross():
    """Where both are claimed, the bracket has its lower bound above its upper one, and the check tells."""
    stated = SPARSE_PATTERNS.stated(2, "3")["path"]
    assert isinstance(stated, Stated)

    def certificate(*claims):
        return {"question": stated.question, "claims": [{"claim": claim, "proof": {}} for claim in claims]}

    assert stated.bracket([certificate("path")]) == [1, 1]
    assert stated.bracket([certificate("no-path")]) == [0, 0]
    assert stated.bracket([certificate("path", "no-path")]) == [1, 0]
    assert stated.bracket([certificate()]) == [None, None]
