"""q-SA constructions against brute force: every subset at small sizes, and what the definitions say.

Curves rounded to p bits: which p selects, and that the proved error is the softmax's.

Tables that would not fit are refused before they are begun, in a sentence; those that fit are built.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount import check
from headcount.bounds.constructions.averaging import rounded_curve as curves
from headcount.bounds.constructions.averaging.averaging_construction import AveragingConstruction
from headcount.bounds.constructions.averaging.moment_curve_averaging import NODES, lattice_circle, qsa_moment_curve
from headcount.bounds.constructions.averaging.shared_heads import (
    code_parameters,
    code_words,
    qsa_multi_head,
    qsa_superimposed_code,
)
from headcount.bounds.constructions.averaging.sign_keys import qsa_sign_keys
from headcount.bounds.constructions.construction import MOST_NUMBERS, ConstructionError, require_room
from headcount.bounds.constructions.registry import construction_from_words
from headcount.questions import base_two, bits_needed, fixed_point, saturated

SMALL = [(1, 1), (4, 1), (5, 2), (6, 3), (7, 2), (8, 4), (9, 3), (5, 5), (9, 4)]
MAKERS = {
    **{f"moment-{nodes}": lambda N, q, nodes=nodes: qsa_moment_curve(N, q, nodes) for nodes in NODES},
    "signs": qsa_sign_keys,
    "random-signs": lambda N, q: qsa_sign_keys(N, q, m=44, seed=1),
    "code": qsa_superimposed_code,
    "code-excess": lambda N, q: qsa_superimposed_code(N, q, excess=2),
    "one-head": lambda N, q: qsa_multi_head(N, q, 1),
    "q-heads": lambda N, q: qsa_multi_head(N, q, q),
    "q-sign-heads": lambda N, q: qsa_multi_head(N, q, q, keys="sign-keys"),
    "two-heads": lambda N, q: qsa_multi_head(N, q, min(2, q)),
    "two-sign-heads": lambda N, q: qsa_multi_head(N, q, min(2, q), keys="sign-keys"),
}


def brute_scores(built, subset):
    """Plain Python over the rule's output: no code shared with the fast forms."""
    found = []
    for head in built.heads:
        query = [int(e) for e in head.query(subset[head.start : head.stop])]
        found.append([sum(a * int(b) for a, b in zip(query, row, strict=True)) for row in head.keys.tolist()])
    return found


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("N", "q"), SMALL)
def test_every_subset_is_averaged(name, N, q):
    built = MAKERS[name](N, q)
    least = None
    for subset in combinations(range(N), q):
        weights = [Fraction(0)] * N
        for head, scores in zip(built.heads, brute_scores(built, subset), strict=True):
            best = max(scores)
            winners = [j for j, score in enumerate(scores) if score == best]
            assert tuple(winners) == subset[head.start : head.stop]
            below = [best - score for score in scores if score < best]
            least = min([*below, *([] if least is None else [least])], default=least)
            for j in winners:
                weights[j] += Fraction(head.share, len(winners) * built.divisor)
        assert weights == [Fraction(int(j in subset), q) for j in range(N)]
        assert built.error(subset) == 0
        assert built.spread(subset) == 0
    verification = built.verify()
    assert verification.passed
    assert verification.exhaustive
    assert verification.inputs == comb(N, q)
    assert verification.margin == (1 if least is None else least)


@pytest.mark.parametrize("name", MAKERS)
def test_sizes_are_those_of_the_tables(name):
    built = MAKERS[name](7, 3)
    unit, size = built.unit, built.size
    assert (size.m, size.dv, size.H, size.parameters) == (unit.m, unit.dv, unit.H, unit.parameters)
    assert size.p == bits_needed(unit.entries, size.grid)
    heads = unit.layers[0].heads
    assert size.query_bits == bits_needed((e for h in heads for row in h.queries.rows for e in row), size.grid)
    assert size.key_bits == bits_needed((e for h in heads for row in h.keys[0].rows for e in row), size.grid)
    assert size.value_bits == bits_needed((e for h in heads for row in h.values[0].rows for e in row), size.grid)


@pytest.mark.parametrize("name", MAKERS)
def test_the_explicit_unit_computes_the_task(name):
    built = MAKERS[name](6, 2)
    for tokens in built.task.samples(12, 5):
        rows = built.unit.outputs(built.task.symbols(tokens))
        assert tuple(row[0] / built.divisor for row in rows) == built.task.evaluate(tokens)


def test_classes_named_in_certificates():
    def unit_class(built):
        assert check(built.certificate()).upper == built.size.m
        return built.certificate()["claims"][0]["unit_class"]

    assert unit_class(qsa_superimposed_code(9, 2)) == "GRID(1, midrise, gap 4)"
    assert unit_class(qsa_multi_head(8, 3, 3, keys="sign-keys")) == "FIXED(1, midrise)"  # gap 2 > p = 1
    assert unit_class(qsa_multi_head(8, 4, 2)) == "SATURATED"  # gap 1


@pytest.mark.parametrize(
    ("weigh", "weights", "bits"), [(saturated, "saturated", 0), (fixed_point(1), "fixed", 1), (base_two, "base_two", 0)]
)
def test_error_is_the_worst_over_all_values(weigh, weights, bits):
    """Brute force over z in {-1, 1}^N through the reference evaluator; the curve at N = 5 has gap 1: errors occur."""
    built = qsa_moment_curve(5, 2, "plain")
    unit = built.unit_with(weights, bits)
    for subset in combinations(range(5), 2):
        worst = Fraction(0)
        for z in product((-1, 1), repeat=5):
            symbols = built.task.symbols((z, (subset,) * 5))
            output = unit.outputs(symbols)[0][0] / built.divisor
            worst = max(worst, abs(output - Fraction(sum(z[j] for j in subset), 2)))
        assert built.error(subset, weigh) == worst
        assert (worst > 0) == (weights != "saturated" and built.margin(subset) <= (bits or 10**9))


@pytest.mark.parametrize("built", [qsa_moment_curve(6, 2), qsa_superimposed_code(6, 3), qsa_multi_head(6, 4, 2)])
def test_error_stays_below_the_inequality(built):
    """2 (N - s) 2^-g / (s + (N - s) 2^-g) for each head, weighed by s/q."""
    N, q = built.task.N, built.task.q
    seen = 0
    for subset in combinations(range(N), q):
        bound = Fraction(0)
        for head, scores in zip(built.heads, built.scores(subset), strict=True):
            part = head.part(subset)
            s, off = len(part), [scores[j] for j in range(N) if j not in part]
            outside = (N - s) * Fraction(1, 2 ** (scores[part[0]] - max(off)))
            bound += Fraction(s, q) * 2 * outside / (s + outside)
        error = built.error(subset, base_two)
        assert 0 < error <= bound
        seen += 1
    assert seen == comb(N, q)


@settings(max_examples=30, deadline=None)
@given(subset=st.sets(st.integers(0, 199), min_size=3, max_size=3).map(lambda s: tuple(sorted(s))))
@pytest.mark.parametrize("name", ["moment-centred", "moment-circle", "signs", "code", "q-sign-heads"])
def test_random_subsets_of_two_hundred(name, subset):
    built = _large(name)
    scores = brute_scores(built, subset)
    assert [list(s) for s in built.scores(subset)] == scores
    margins = []
    for head, found in zip(built.heads, scores, strict=True):
        part = head.part(subset)
        assert len({found[j] for j in part}) == 1
        margins.append(found[part[0]] - max(found[j] for j in range(200) if j not in part))
    assert built.margin(subset) == min(margins) > 0


def _large(name, made={}):  # noqa: B006  (made once for all examples)
    if name not in made:
        made[name] = MAKERS[name](200, 3)
    return made[name]


def test_counted_work_decides_whether_all_subsets_are_run():
    built = qsa_moment_curve(9, 2)  # 36 subsets, 9 keys of 4 entries
    for work, exhaustive in ((36 * (36 + 6000) - 1, False), (36 * (36 + 6000), True)):
        done = built.verify(samples=5, work=work)
        assert (done.passed, done.exhaustive) == (True, exhaustive)
        assert (done.inputs == 36) == exhaustive
    assert built.verify(samples=5, seconds=-1.0).inputs == 1


def test_large_sizes_by_rule():
    built = qsa_superimposed_code(65536, 4)
    assert built.size.parameters is None
    verification = built.verify(samples=30)
    assert verification.passed
    assert not verification.exhaustive
    assert verification.inputs >= 30
    assert "proved for all" in verification.scope
    assert built.certificate() is None
    with pytest.raises(ConstructionError, match="smaller N"):
        _ = built.unit


@pytest.mark.parametrize("name", MAKERS)
def test_a_changed_key_is_found(name):
    built = MAKERS[name](9, 3)
    head = built.heads[0]
    keys = head.keys.copy()
    keys[[2, 5]] = keys[[5, 2]]
    original = head.query
    broken = replace(built, heads=(replace(head, keys=keys, query=lambda part: original(part)), *built.heads[1:]))
    verification = broken.verify()
    assert not verification.passed
    assert verification.error > 0
    assert broken.error(verification.counterexample) == verification.error
    assert broken.certificate() is None


def test_wrong_shares_are_found():
    built = qsa_multi_head(7, 3, 2)
    equal = replace(built, heads=tuple(replace(head, share=1) for head in built.heads), divisor=2)
    verification = equal.verify()
    assert not verification.passed
    assert verification.error == Fraction(1, 3)  # weights 1/4, 1/4, 1/2 instead of 1/3 each


def test_query_bound_holds_for_every_subset():
    for nodes in NODES:
        for N, q in ((8, 1), (9, 3), (10, 4)):
            (head,) = qsa_moment_curve(N, q, nodes).heads
            largest = max(abs(int(e)) for y in combinations(range(N), q) for e in head.query(y))
            assert largest <= head.query_range[1]


def test_nodes():
    for N in (1, 4, 12, 48, 100):
        points = lattice_circle(N)
        assert len(set(points)) == N
        assert len({x * x + y * y for x, y in points}) == 1


def test_code_words_agree_seldom():
    for N, q in ((30, 2), (50, 3), (100, 2)):
        n, r, k = code_parameters(N, q)
        words = code_words(N, n, r, k).astype(int)
        overlap = words @ words.T
        assert (np.diag(overlap) == n).all()
        assert (overlap - n * np.eye(N, dtype=int)).max() <= k - 1
        assert n > q * (k - 1)
        assert r**k >= N


def test_the_point_at_infinity_is_used():
    words = code_words(9, 4, 3, 2).astype(int)  # four points over F_3: the last is infinity
    overlap = words @ words.T - 4 * np.eye(9, dtype=int)
    assert overlap.max() == 1


def test_q_heads_take_close_to_the_fewest_bits():
    for N, q in ((1000, 16), (20, 3)):
        built = qsa_multi_head(N, q, q, keys="sign-keys")
        assert built.size.bits == q * ceil(log2(N))
        assert log2(comb(N, q)) <= built.size.bits
        assert built.proved
        assert built.verify(samples=20).passed


def test_subset_is_refused():
    built = qsa_moment_curve(5, 2)
    for subset in ((0,), (1, 0), (0, 0), (0, 5), (-1, 2)):
        with pytest.raises(ConstructionError, match=r"2 increasing positions among 0 \.\. 4"):
            built.scores(subset)


def test_base_two_weights_of_large_scores_are_refused():
    with pytest.raises(ConstructionError, match="fixed_point"):
        qsa_moment_curve(200, 4).weights((0, 1, 2, 199), base_two)


@pytest.mark.parametrize(
    ("make", "argument"),
    [
        (lambda: qsa_moment_curve(4, 5), "q must be at most N = 4, got 5"),
        (lambda: qsa_moment_curve(4, 0), "q, the number of positions averaged, must be an integer >= 1, got 0"),
        (lambda: qsa_superimposed_code(0, 1), "N, the number of positions"),
        (lambda: qsa_superimposed_code(4.0, 1), r"N, the number of positions, must be an integer >= 1, got 4.0"),
        (lambda: qsa_superimposed_code(9, 2, excess=0), "excess"),
        (lambda: qsa_moment_curve(4, 2, nodes="random"), r"nodes must be one of plain, centred, chebyshev, circle"),
        (lambda: qsa_sign_keys(100, 2, m=6), r"m must give N = 100 different keys .* try m=8"),
        (lambda: qsa_sign_keys(100, 2, m=0), "m, the embedding dimension, must be an integer >= 1"),
        (lambda: qsa_sign_keys(100, 2, seed=-1), "seed"),
        (lambda: qsa_sign_keys(100, 2, bits=5), r"bits, the precision p of queries, must be 1 .. 4, got 5"),
        (lambda: qsa_multi_head(9, 3, 4), "H must be at most q = 3"),
        (lambda: qsa_multi_head(9, 3, 0), "H, the number of heads"),
        (lambda: qsa_multi_head(9, 3, 2, keys="circle"), "keys must be one of"),
    ],
)
def test_bad_parameters_are_refused(make, argument):
    with pytest.raises(ConstructionError, match=argument):
        make()


def test_bad_key_tables_are_refused():
    built = qsa_moment_curve(5, 2)
    for keys, word in ((np.zeros((4, 4), dtype=np.int64), "one row per position"), (np.zeros((5, 4)), "integers")):
        with pytest.raises(ConstructionError, match=word):
            AveragingConstruction(
                built.name, built.task, built.theorem, (replace(built.heads[0], keys=keys),), built.divisor
            )


@pytest.mark.parametrize("nodes", curves.ROUNDED_NODES)
def test_proved_error_is_that_of_the_softmax(nodes):
    subsets = list(combinations(range(7), 2))
    found = curves.rounded_curve_error(7, 2, nodes, 9, subsets)
    head = curves.rounded_curve_head(7, 2, nodes, 9)
    assert np.abs(head.keys.astype(int)).max() <= 255
    worst = 0.0
    for y in subsets:
        scores = np.array([int(s) for s in head.scores(y)], dtype=float) * float(found.temperature)
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        weights[list(y)] -= 0.5
        worst = max(worst, np.abs(weights).sum())
    assert worst <= float(found.error) <= worst + 1e-9


def test_rounded_needs_more_bits_at_chebyshev_nodes():
    bits = {nodes: curves.least_bits_when_rounded(12, 2, nodes, 12).bits for nodes in curves.ROUNDED_NODES}
    assert bits["circle"] < bits["centred"] < bits["chebyshev"]


@pytest.mark.parametrize(
    "words",
    [
        "qsa-moment-curve N=1000000 q=400",
        "qsa-multi-head N=1000000 q=400 H=2",
        "qsa-sign-keys N=1000000 q=100",
        "qsa-superimposed-code N=1000000 q=50",
        "match3-histogram M=1000000",
        "match3-local M=100000 N=1000 K=400",
    ],
)
def test_what_would_not_fit_is_refused(words):
    with pytest.raises(ConstructionError, match=r"GiB.* are written out; try \w=\d+$") as refused:
        construction_from_words(words.split())
    sizes = words.split()[1:]
    remedy = str(refused.value).rpartition("try ")[2]
    changed = [remedy if size.split("=")[0] == remedy.split("=")[0] else size for size in sizes]
    assert changed != sizes


def test_numbers_of_python_are_counted_and_packed_ones_are_not():
    require_room(MOST_NUMBERS, 1, 1, "N=1")
    require_room(2 * MOST_NUMBERS, 1, 8, "N=1", packed=True)
    with pytest.raises(ConstructionError):
        require_room(MOST_NUMBERS + 1, 1, 1, "N=1")
