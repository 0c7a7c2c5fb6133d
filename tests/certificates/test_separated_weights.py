"""What an error of averages asks of scores, against weights of random scores with the best constant."""

import random
from fractions import Fraction
from itertools import combinations

from headcount.bounds.averages import asked_of_scores
from headcount.questions import averaging_question, least_size
from headcount.questions.attention import fixed_point
from headcount.questions.selection import SparseAveraging
from headcount.questions.separation import Separation


def least_error(weights, q):
    """The least sum |c w_j - [j < q]/q| over all c: convex in c, so least where a term is 0."""
    ones = [Fraction(1, q) if j < q else Fraction(0) for j in range(len(weights))]
    return min(
        sum(abs(c * w - one) for w, one in zip(weights, ones, strict=True))
        for c in {Fraction(0), *(Fraction(1, q * w) for w in weights if w)}
    )


def cases(count, seed):
    rng = random.Random(seed)
    for _ in range(count):
        N, p, grid = rng.randint(2, 5), rng.randint(1, 4), rng.choice(["midrise", "twos"])
        q, step = rng.randint(1, N - 1), 2 if grid == "midrise" else 1
        scores = [step * rng.randint(-5, 0) for _ in range(N)]
        if rng.random() < 0.7:  # the subset near the top
            scores[:q] = [-step * (rng.random() < 0.2) for _ in range(q)]
        yield N, q, p, grid, scores


def test_scores_do_what_the_error_asks_of_them():
    """Random scores whose error is below 1/q; each gap that is asked for is reached exactly by some."""
    tight, seen = set(), set()
    for N, q, p, grid, scores in cases(40_000, 1):
        error = least_error(fixed_point(p)(scores), q)
        if error * q >= 1:
            continue
        on, off = scores[:q], scores[q:]
        for size in asked_of_scores(least_size(averaging_question(N, q), "m", f"FIXED({p}, {grid})", error=error)):
            gap = size.unit_class.gap
            seen.add((size.question.task, gap))
            if isinstance(size.question, SparseAveraging):
                assert len(set(on)) == 1 and on[0] - max(off) >= max(1, gap), (scores, p, grid, error)
                if gap and on[0] - max(off) == gap:
                    tight.add((grid, gap))
            else:
                assert min(on) - max(off) >= max(1, 2 * gap), (scores, p, grid, error)
    assert {("separation", 0), ("separation", 1), ("qsa", 0)} <= seen
    assert {("twos", gap) for gap in range(2, 5)} | {("midrise", gap) for gap in (2, 4, 6)} <= tight


def test_some_scores_are_not_tied():
    """The error from which on scores need not be tied is met: 3/4 and 1/2 of 1/q."""
    for grid, scores, share in (("midrise", [0, -2, -6], Fraction(3, 4)), ("twos", [0, -1, -6], Fraction(1, 2))):
        error = least_error(fixed_point(4)(scores), 2)
        assert error * 2 == share
        just_below = error - Fraction(1, 1000)
        for eps, tied in ((error, False), (just_below, True)):
            asked = asked_of_scores(least_size(averaging_question(3, 2), "m", f"FIXED(4, {grid})", error=eps))
            assert (asked[1].question == SparseAveraging(3, 2)) == tied


def test_rows_by_definition():
    for N, least, most in ((1, 1, 1), (4, 2, 2), (4, 1, 3)):
        question = Separation(N, least, most)
        sets = [set(y) for size in range(least, most + 1) for y in combinations(range(N), size)]
        assert [{j for j, symbol in enumerate(row) if symbol == "+"} for row in question.pattern.rows] == sets
        assert question.cells == N * len(sets) and not question.null
    assert Separation(10**9, 1, 10**9).cells > 4_000_000
