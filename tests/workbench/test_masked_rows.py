"""``probe --mask``: keys that a position does not see are no condition."""

from itertools import combinations

import pytest

from headcount import probe
from headcount.questions import SignPattern, pattern_question, qsa_question
from headcount.tasks import TaskError
from headcount.workbench.search.masked_rows import masked


@pytest.mark.parametrize(("mask", "sees"), [("window w=2", lambda i, j: abs(i - j) <= 2), ("star", None)])
def test_rows_are_the_subsets_that_a_position_sees(mask, sees):
    sees = sees or (lambda i, j: 6 in (i, j) or (i - j) % 6 in (0, 1, 5))
    wanted = set()
    for i in range(7):
        row = [j for j in range(7) if sees(i, j)]
        for y in combinations(row, 2):
            wanted.add("".join("0" if j in y else "-" if j in row else "*" for j in range(7)))
    assert set(masked(qsa_question(7, 2), mask).pattern.rows) == wanted


@pytest.mark.parametrize(
    ("N", "q", "mask", "m"),
    [(12, 2, "block w=3", 2), (12, 2, "window w=2", 4), (12, 1, "star", 2), (9, 2, "dense", 4), (8, 2, "block w=2", 0)],
)
def test_the_least_width_under_a_mask(N, q, mask, m):
    """A block of w keys needs min(2q, w - 1); a mask that hides nothing changes nothing."""
    bracket = probe(masked(qsa_question(N, q), mask), budget=1000)
    assert (bracket.lower.value, bracket.upper.value) == (m, m)


def test_the_rows_of_a_pattern_are_its_positions():
    question = pattern_question(SignPattern(("+-+", "-+-", "--+"), null=True))
    found = masked(question, "window w=1")
    assert found.pattern.rows == ("+-*", "-+-", "*-+") and found.null


@pytest.mark.parametrize(
    ("question", "mask", "words"),
    [
        (qsa_question(6, 2), "", "must name a sparse pattern"),
        (qsa_question(6, 2), "strided w=2", "one layer on 6 positions"),
        (qsa_question(6, 2), "window w=1 n=7", "one layer on 6 positions.*got 1 on 7"),
        (qsa_question(6, 4), "window w=1", "no position sees 4 keys"),
        (qsa_question(40, 6), "dense", "at most 20000 are written"),
        (pattern_question(SignPattern(("+-",), null=True)), "dense", "a row and a column for each position"),
    ],
)
def test_what_is_no_mask(question, mask, words):
    with pytest.raises(TaskError, match=words):
        masked(question, mask)


def test_the_command(headcount):
    code, said, _ = headcount("probe", "qsa", "N=12", "q=2", "--mask", "block w=3")
    assert code == 0 and "'qsa under block 3'" in said and "class SIGN: 2 <= m <= 2" in said
    code, _, said = headcount("probe", "parity", "k=2", "--class", "thresh", "--mask", "dense")
    assert code == 2 and "--mask does not apply to class thresh" in said
