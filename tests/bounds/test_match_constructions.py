"""Match2, Match3, Match-s: scores against brute force, every input at small sizes, near misses at large ones."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.sequences.match_units import (
    conic_keys,
    match2_unit,
    match3_third_order,
    match_s_unit,
)
from headcount.bounds.constructions.sequences.trigonometric_tables import (
    NoThresholdError,
    match_margin,
    proved_scale,
    trigonometric_tables,
    tuple_scores,
)
from headcount.certificates.check import check
from headcount.tasks import TaskError


def brute_force_scores(construction):
    """Score of (query token, key tokens) for all tuples of types; None is the null token."""
    head = construction.unit.layers[0].heads[0]
    order = construction.task.order
    M = construction.task.M
    for x in range(M):
        for chosen in product([*range(M), None], repeat=order - 1):
            score = 0
            for a, entry in enumerate(head.queries.rows[x]):
                for table, null, y in zip(head.keys, head.null_keys, chosen, strict=True):
                    entry *= null[a] if y is None else table.rows[y][a]
                score += entry
            yield x, chosen, score


def separated(construction, gap):
    """Whether matching tuples beat the null tuple by the gap and all others, mixed ones included, lose to it by it."""
    M = construction.task.M
    scores = list(brute_force_scores(construction))
    null = {x: score for x, chosen, score in scores if set(chosen) == {None}}
    for x, chosen, score in scores:
        if set(chosen) == {None}:
            continue
        matches = None not in chosen and (x + sum(chosen)) % M == 0
        if (score - null[x] if matches else null[x] - score) < gap:
            return False
    return True


# --- separation, all types -----------------------------------------------------


@pytest.mark.parametrize("keys", ["conic", "circle"])
@pytest.mark.parametrize("gap", [1, 3])
@pytest.mark.parametrize("M", [1, 2, 3, 4, 5, 12, 31])
def test_match2_separates(M, gap, keys):
    built = match2_unit(M, keys=keys, gap=gap)
    assert separated(built, gap)
    assert built.size.m == 3


@pytest.mark.parametrize("M", range(1, 13))
def test_match3_separates(M):
    built = match3_third_order(M)
    assert separated(built, 1)
    assert built.size.m == 5
    assert built.size.p <= built.theorem.formula["p"][1]


@pytest.mark.parametrize(("order", "M", "gap"), [(3, 9, 5), (4, 1, 1), (4, 2, 1), (4, 6, 1), (5, 3, 1), (5, 4, 2)])
def test_match_s_separates(order, M, gap):
    built = match_s_unit(order, M, gap=gap)
    assert separated(built, gap)
    assert built.size.m == 2 ** (order - 1) + 1


def test_the_proved_scale_is_enough():
    """The inequality holds for its own scale, where the search is not used, and for larger ones."""
    for order, M, gap in [(2, 4, 1), (2, 11, 1), (2, 11, 7), (3, 4, 1), (3, 7, 1), (3, 9, 4), (4, 5, 1)]:
        proved = proved_scale(order, M, gap)
        for scale in (proved, proved + 1, 3 * proved):
            assert separated(match_s_unit(order, M, gap=gap, scale=scale), gap)


def test_the_searched_scale_is_the_least():
    """Below it no threshold separates, whatever product of three integers it is."""
    for M in (5, 7, 9, 12):
        least = trigonometric_tables(3, M).scale
        assert 1 < least < proved_scale(3, M)
        for scale in range(1, least):
            with pytest.raises(NoThresholdError):
                trigonometric_tables(3, M, scale=scale)
            cosines = [math.floor(scale * math.cos(2 * math.pi * x / M) + 0.5) for x in range(M)]
            sines = [math.floor(scale * math.sin(2 * math.pi * x / M) + 0.5) for x in range(M)]
            limit = 2 ** max(map(abs, cosines + sines)).bit_length() - 1
            matching, others = [], [0]
            for x, y, z in product(range(M), repeat=3):
                score = cosines[x] * (cosines[y] * cosines[z] - sines[y] * sines[z]) - sines[x] * (
                    sines[y] * cosines[z] + cosines[y] * sines[z]
                )
                (matching if (x + y + z) % M == 0 else others).append(score)
            low, high = max(others) + 1, min(matching) - 1
            factors = range(1, limit + 1)
            assert not any(low <= a * b * c <= high for a, b, c in combinations_with_replacement(factors, 3))


# --- the conic -----------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 20, 101])
def test_conic_keys(n):
    conic = conic_keys(n)
    assert len(conic.keys) == len(conic.queries) == n
    for y, z in product(range(n), repeat=2):
        score = sum(a * b for a, b in zip(conic.queries[y], conic.keys[z], strict=True))
        assert score >= 1 if y == z else score <= -1
    assert all(key[0] * key[2] == key[1] ** 2 for key in conic.keys)
    assert max(abs(entry) for row in (*conic.queries, *conic.keys) for entry in row) <= conic.R


def test_the_conic_needs_half_the_bits():
    for M in (64, 256, 1024):
        built = match2_unit(M)
        assert built.size.p <= built.theorem.formula["p"][1] <= math.ceil(math.log2(M)) + 3
        assert match2_unit(M, keys="circle").size.p > built.size.p
    assert abs(conic_keys(5000).R / 5000 - 2 * math.pi / 3) < 0.05


# --- the unit does the task ------------------------------------------------------


@pytest.mark.parametrize(
    "built",
    [
        match2_unit(6, 4),
        match2_unit(6, 4, keys="circle"),
        match3_third_order(5, 4),
        match3_third_order(2, 5),
        match_s_unit(4, 5, 3),
        match_s_unit(5, 2, 3),
    ],
    ids=lambda built: f"{built.name}-{built.unit.order}",
)
def test_all_inputs(built):
    done = built.verify()
    assert done.passed
    assert done.exhaustive
    assert done.inputs == built.task.M**built.task.N
    assert done.margin >= 1
    assert check(built.certificate()).exit_code == 0


@pytest.mark.slow
def test_large_match3_on_near_misses():
    """N = 64, M = 4096, at the proved scale: sums that are 1 and -1 mod M among the inputs."""
    built = match3_third_order(4096, 64)
    done = built.verify(samples=9)
    assert done.passed
    assert not done.exhaustive
    assert done.inputs == 9
    assert done.margin >= 2
    assert built.certificate() is None
    assert built.size.p == 25


@pytest.mark.parametrize("keys", ["conic", "circle"])
def test_large_match2_on_near_misses(keys):
    done = match2_unit(1000, 100, keys=keys).verify(samples=12)
    assert done.passed
    assert not done.exhaustive
    assert done.inputs == 12


def test_margin_against_brute_force():
    """For an input: the least over positions of best winner minus best loser."""
    built = match3_third_order(6, 3)
    scores = {(x, chosen): score for x, chosen, score in brute_force_scores(built)}
    for tokens in built.task.instances():
        margins = []
        for x in tokens:
            here = {chosen: scores[x, chosen] for chosen in product([*tokens, None], repeat=2)}
            winners = {c for c in here if None not in c and (x + sum(c)) % 6 == 0} or {(None, None)}
            margins.append(max(here[c] for c in winners) - max(here[c] for c in here if c not in winners))
        assert built.margin_of(tokens) == min(margins)


def test_scores_beyond_machine_integers():
    queries, keys = [(2**70, -3)], [[(2**65, 1), (1, 0)], [(1, 2**66)]]
    assert tuple_scores(queries, keys).tolist() == [[[2**135 - 3 * 2**66], [2**70]]]


# --- softmax ---------------------------------------------------------------------


@pytest.mark.parametrize("keys", ["conic", "circle", "third order"])
@pytest.mark.parametrize(("gap", "weights"), [(2, "base_two"), (5, "base_two"), (2, "fixed")])
def test_error_with_weights_two_to_the_score(gap, weights, keys):
    """At most N 2^-g, and exactly read off at 1/2 if 2^g > N; the same with weights cut to p = 3 bits.

    Of third order at most 2^-g + (N + 1)^2 2^-g.
    """
    N, most = 3, Fraction(3, 2**gap)
    if keys == "third order":
        gap += 4
        built, most = match3_third_order(4, N, gap=gap), Fraction(1 + (N + 1) ** 2, 2**gap)
    else:
        built = match2_unit(5, N, keys=keys, gap=gap)
    (layer,) = built.unit.layers
    unit = replace(built.unit, layers=(replace(layer, weights=weights, bits=3 if weights == "fixed" else 0),))
    worst = Fraction(0)
    for tokens in built.task.instances():
        for row, wanted in zip(unit.outputs(tokens), built.task.evaluate(tokens), strict=True):
            worst = max(worst, abs(row[0] - wanted))
            assert int(row[0] > Fraction(1, 2)) == wanted
    assert worst <= most


# --- wrong variants are caught ---------------------------------------------------


def altered(built, **changes):
    """The construction with other tables in its head."""
    (layer,) = built.unit.layers
    head = replace(layer.heads[0], **changes)
    unit = replace(built.unit, layers=(replace(layer, heads=(head,)),))
    return replace(built, tables=unit, margin_of=match_margin(unit, built.task.order, built.task.M))


@pytest.mark.parametrize("built", [match2_unit(5, 3), match2_unit(7, 3, keys="circle"), match3_third_order(7, 3)])
def test_wrong_units_are_caught(built):
    head = built.unit.layers[0].heads[0]
    assert built.verify().passed
    rotated = replace(head.keys[0], rows=head.keys[0].rows[1:] + head.keys[0].rows[:1])
    (first, *others), nulls = head.keys[0].rows, head.null_keys
    negated = replace(head.keys[0], rows=(tuple(-entry for entry in first), *others))
    wrong = {
        "keys of the next token": altered(built, keys=(rotated, *head.keys[1:])),
        "one key negated": altered(built, keys=(negated, *head.keys[1:])),
        "no null token": altered(built, null_keys=(), null_values=()),
        "null token has value 1": altered(built, null_values=((1,),) * len(nulls)),
    }
    for name, construction in wrong.items():
        done = replace(construction, margin_of=None).verify()
        assert not done.passed, name
        tokens = done.counterexample
        assert construction.answers(tokens, construction.unit.outputs(tokens)) != built.task.evaluate(tokens)


def test_a_wrong_threshold_is_caught():
    """The null token's score moved up to the matching scores, or down to the others."""
    for built, factors in ((match3_third_order(7, 4), (2, Fraction(1, 4))), (match2_unit(9, 4, keys="circle"), (2,))):
        head = built.unit.layers[0].heads[0]
        for factor in factors:
            moved = tuple(tuple(int(entry * factor) for entry in null) for null in head.null_keys[-1:])
            wrong = altered(built, null_keys=(*head.null_keys[:-1], *moved))
            done = wrong.verify()
            assert not done.passed
        assert not separated(wrong, 1)


def test_a_margin_can_be_negative():
    """The margin speaks of the scores, whatever the outputs are."""
    built = match3_third_order(7, 4)
    head = built.unit.layers[0].heads[0]
    wrong = altered(built, null_keys=(tuple(9 * entry for entry in head.null_keys[0]), *head.null_keys[1:]))
    assert wrong.margin_of((1, 2, 4, 0)) < 0 < built.margin_of((1, 2, 4, 0))


@pytest.mark.parametrize("built", [match2_unit(12), match2_unit(12, keys="circle"), match3_third_order(7)])
def test_fewer_bits_or_a_larger_gap_are_refused(built):
    """The tables need their p bits, and have the gap that is claimed, not a larger one."""
    (claim,) = built.certificate()["claims"]
    bits = max(built.size.query_bits, built.size.key_bits)
    assert claim["unit_class"] == f"GRID({bits}, twos, gap 1)"
    for unit_class, reason in (
        (f"GRID({bits - 1}, twos, gap 1)", "an entry is not in the grid"),
        (f"GRID({bits}, twos, gap 99)", "fails"),
    ):
        bundle = built.certificate()
        bundle["claims"][0]["unit_class"] = unit_class
        verdict = check(bundle)
        assert verdict.code == "evaluate" and reason in verdict.reason


# --- misuse ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: match2_unit(0), "M, .*got 0; try"),
        (lambda: match2_unit(5, 0), "N, .*got 0; try"),
        (lambda: match2_unit(5, keys="polygon"), "keys must be conic or circle, got 'polygon'; try"),
        (lambda: match2_unit(5, gap=0), "gap, .*must be .*got 0; try"),
        (lambda: match3_third_order(-1), "M, .*got -1; try"),
        (lambda: match3_third_order(12, scale=3), "scale=3 is too small.*try scale="),
        (lambda: match3_third_order(12, gap=1.5), "gap, .*must be .*got 1.5; try"),
        (lambda: match_s_unit(1, 5), "order, .*got 1; try"),
        (lambda: match_s_unit(40, 5), "order must be at most 8, got 40.*try"),
    ],
)
def test_misuse(make, said):
    with pytest.raises((ConstructionError, TaskError), match=said):
        make()
