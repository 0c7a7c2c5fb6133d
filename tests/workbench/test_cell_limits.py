"""The size limit on shared out subsets: against a slow count, with a hint that is the largest size and can be had."""

import re
from itertools import combinations, product

import pytest

from headcount.questions import qsa_question
from headcount.questions.question import MAX_CELLS
from headcount.tasks import TaskError
from headcount.workbench.search import few_subsets
from headcount.workbench.search.few_subsets import require_few_subsets


def refusal(N, q, heads=1):
    """What the refusal says; empty if the size is possible."""
    try:
        require_few_subsets(qsa_question(N, q), heads)
    except TaskError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("most", [0, 1, 6, 40, 500])
def test_against_the_words_written_out(most, monkeypatch):
    """Every subset with a head for each of its positions, once for every head."""
    monkeypatch.setattr(few_subsets, "MOST_DEMANDS", most)
    for N in range(1, 7):
        for q in range(1, N + 1):
            for heads in range(1, min(q, 3) + 1):
                subsets = list(combinations(range(N), q))
                words = [(s, shares) for s in subsets for shares in product(range(heads), repeat=q)]
                assert bool(refusal(N, q, heads)) == (len(words) * heads > most), (N, q, heads)


@pytest.mark.parametrize("heads", [1, 2, 3])
@pytest.mark.parametrize("q", [1, 2, 3, 4, 7, 12, 300])
def test_the_hint_is_the_largest_possible_size(q, heads):
    said = refusal(10**9, q, heads)
    named = re.search(r"N=(\d+) would be possible", said)
    if named is None:
        assert "try a smaller q" in said
        assert refusal(q, q, heads)
    else:
        N = int(named[1])
        assert not refusal(N, q, heads)
        assert refusal(N + 1, q, heads)


def test_what_cannot_be_written_out_is_refused_before_any_work():
    """5000 subsets are few, but each is a row of 5000 scores: 2000^2 = MAX_CELLS is the end."""
    assert MAX_CELLS == 2000**2
    assert "N=2000 would be possible" in refusal(5000, 1)
    assert not refusal(2000, 1)
    assert "N=200 would be possible" in refusal(201, 2)
    assert refusal(10**9, 10**9)


def test_nearly_all_positions_are_few_subsets():
    """C(300, 299) = 300, however large q is."""
    assert not refusal(300, 299)
    assert refusal(300, 280)
