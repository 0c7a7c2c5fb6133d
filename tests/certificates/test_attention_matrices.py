"""Evidence about attention matrices: lower against upper bounds on all that is tiny, mutants, weights in floats.

``measured`` decides by the definition, with logarithms, whether scores realise a matrix; no part of the checker does.
"""

import random
from fractions import Fraction
from itertools import combinations, product
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


def claims(question):
    """(lower, upper) evidence made without any engine, but for the covers of ``radon``."""
    size = least_size(question, "m", "SOFTMAX")
    threshold, tie = question.signs_on("+"), question.signs_on("0")
    lower = [
        {"kind": "threshold", "of": tiny.premise(threshold, False)},
        {"kind": "tie", "of": tiny.premise(tie, False)},
        *(bound.evidence.content for k in range(2, question.L + 1) if (bound := radon_lower(question, k))),
    ]
    upper = [{"kind": "interpolation"}, {"kind": "identity"}]
    uppers = [(value, evidence) for value in range(4) for evidence in tiny.real_uppers(tie, False)]
    for value, evidence in uppers:
        pattern = {"question": {"task": "pattern", "rows": list(tie), "null": False}, "resource": "m"}
        stated = {**pattern, "unit_class": "SIGN", "side": "upper", "value": value, "evidence": evidence}
        upper.append({"kind": "tie", "of": stated})
    return size, lower, [*upper, *tables(question)]


def tables(question):
    """Score tables on a line and in a plane, from small numbers, that attain the tolerances."""
    for width, entries in ((1, (-3, -2, -1, 0, 1, 2, 3)), (2, (-1, 0, 1))):
        vectors = list(product(entries, repeat=width))
        for keys in combinations(vectors, question.L):
            found = []
            for row in question.entries:
                for query in vectors:
                    scores = [tiny.dot(query, key) for key in keys]
                    off, near = measured([row], [scores])
                    if off <= question.ratio + 1e-9 and near <= question.zero + 1e-9:
                        found.append(query)
                        break
                else:
                    break
            if len(found) == len(question.entries):
                evidence = {"kind": "score-tables", "dimension": width, "denominator": 1, "precision": 64}
                yield {**evidence, "queries": [list(q) for q in found], "keys": [list(k) for k in keys]}
                break


def supports(columns):
    """All sets of two or three different supports, up to nothing."""
    sets = [set(c) for size in range(1, columns + 1) for c in combinations(range(columns), size)]
    return [chosen for count in (2, 3) for chosen in combinations(sets, count)]


TINY = [(2, chosen) for chosen in supports(2)] + [(3, chosen) for chosen in supports(3)]


PARTS = 12
"""A run goes through a third of the matrices, another one every day."""


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("part", range(4))
def test_lower_against_upper(part, rotating_seed):
    closed = 0
    for number, (columns, chosen) in enumerate(TINY[part + 4 * (rotating_seed % 3) :: PARTS]):
        weighted = number % 2
        ratio = ("0", "1/2", "1", "3")[number % 4]
        question = matrix(chosen, columns, ratio, "-1", lambda i, j, w=weighted: 1 + w * ((i + j) % 2))
        if any(len({w for _, w in row}) == 1 and row[0][1] > 1 for row in question.entries):
            question = matrix(chosen, columns, ratio, "-1")
        low, high = ends.crossing(*claims(question))
        closed += low == high
    assert closed > 0


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
