"""Evidence about attention matrices: Radon bounds against scores that exist, and weights in floating point.

``measured`` decides by the definition, with logarithms, whether scores realise a matrix; no part of the checker does.
"""

import random
from fractions import Fraction
from math import log2

import pytest

import corpora
import crossing_ends as ends
import tiny_evidence as tiny
from headcount.bounds.attention_matrices.radon import radon_limit, radon_lower
from headcount.certificates.check import check
from headcount.questions import AttentionRatios, least_size


def measured(rows, scores):
    """The (ratio, zero) that scores attain: how far off ratios are, and how near zeros come, as exponents of 2."""
    off, near = 0.0, float("-inf")
    for row, given in zip(rows, scores, strict=True):
        on = {j: given[j] - log2(w) for j, w in row}
        off = max(off, max(on.values()) - min(on.values()))
        outside = [s for j, s in enumerate(given) if j not in on]
        near = max([near, *(s - min(given[j] for j, _ in row) for s in outside)])
    return off, near


def matrix(supports, columns, ratio, zero, weight=lambda i, j: 1):
    rows = tuple(tuple((j, weight(i, j)) for j in sorted(support)) for i, support in enumerate(supports))
    return AttentionRatios(columns, rows, Fraction(ratio), Fraction(zero))


def test_all_but_one_of_four():
    """J - I: 3 dimensions below r = 1 (a simplex does), and 2 from there on (the square does)."""
    but_one = [set(range(4)) - {i} for i in range(4)]
    assert radon_lower(matrix(but_one, 4, "99/100", "-1"), 4).value == 3
    assert radon_lower(matrix(but_one, 4, "1", "-1"), 4) is None
    assert check(corpora.accepted()["matrix-score-tables"]).upper == 2


@pytest.mark.parametrize("width", [1, 2, 3])
def test_radon_against_scores_that_exist(width, rotating_seed):
    """Random keys and half-spaces; whatever spread they have, no lower bound may exceed their width."""
    rng, tried = random.Random(rotating_seed + width), 0
    for _ in range(100):
        keys = [[rng.randint(-4, 4) for _ in range(width)] for _ in range(width + 2)]
        rows, scores = [], []
        for _ in range(12):
            query = [rng.randint(-4, 4) for _ in range(width)]
            given = [tiny.dot(query, key) for key in keys]
            cut = rng.choice(sorted(set(given)))
            least = min(s for s in given if s >= cut)
            if min(given) < cut:
                rows.append({j for j, s in enumerate(given) if s >= cut})
                gap = least - max(s for s in given if s < cut)
                scores.append([Fraction(s, gap) for s in given])
        if not rows:
            continue
        uniform = [tuple((j, 1) for j in sorted(row)) for row in rows]
        spread = max(max(s[j] for j in row) - min(s[j] for j in row) for row, s in zip(rows, scores, strict=True))
        limit = radon_limit(uniform, len(keys), len(keys))
        assert limit.spread is not None and limit.spread <= spread
        tried += limit.spread > 0
    assert tried > 0


def test_weights_in_floating_point_agree_with_score_tables():
    rng = random.Random(5)
    verdicts = set()
    for _ in range(300):
        chosen = [set(rng.sample(range(4), rng.randint(1, 3))) for _ in range(2)]
        weights = [[rng.choice((1, 2, 3, 5)) for _ in range(4)] for _ in chosen]
        for i, row in enumerate(chosen):
            weights[i][min(row)] = 1
        keys = [[rng.randint(-4, 4), rng.randint(-4, 4)] for _ in range(4)]
        queries = [[rng.randint(-4, 4), rng.randint(-4, 4)] for _ in chosen]
        scores = [[tiny.dot(q, k) / 4 for k in keys] for q in queries]
        question = matrix(chosen, 4, rng.choice(("1", "3/2", "4")), "-1/2", lambda i, j, w=weights: w[i][j])
        off, near = measured(question.entries, scores)
        evidence = {"kind": "score-tables", "dimension": 2, "denominator": 4, "precision": 4096, "keys": keys}
        found = ends.accepted(least_size(question, "m", "SOFTMAX"), "upper", 2, {**evidence, "queries": queries})
        margin = 1e-3  # precision 4096, twice
        if off <= question.ratio - margin and near <= question.zero:
            assert found
        if off > question.ratio + 1e-9 or near > question.zero + 1e-9:
            assert not found
        verdicts.add(found)
    assert verdicts == {True, False}
