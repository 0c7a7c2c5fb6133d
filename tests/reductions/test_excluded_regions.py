"""Bounds with explicit constants: counts by brute force, hand-made thresholds, records, and no construction inside."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import ceil, comb, log2

import pytest

from headcount.attention import unit_outputs
from headcount.bounds.constructions.registry import construction_from_words
from headcount.questions import Head, Layer, Table, Unit, bits_needed
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.encoders.disj_to_qsa import disj_to_qsa
from headcount.reductions.excluded_sizes.counting_lower import qsa_counting_lower, qsa_query_count
from headcount.reductions.excluded_sizes.disjointness_lower import (
    match3_disjointness_lower,
    match3_smaller_disjointness_lower,
    qsa_disjointness_lower,
)
from headcount.reductions.excluded_sizes.excluded_region import ExcludedRegionError, Standing
from headcount.reductions.excluded_sizes.lower_bounds import LOWER_BOUNDS, lower_bounds_for
from headcount.reductions.protocols.cost import CostError, OneWayCost, RowSumCost
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.half_cut_protocol import HalfCutProtocol
from headcount.reductions.protocols.query_cut_protocol import QueryCutProtocol
from headcount.reductions.reduction import Owner
from headcount.tasks import Match3, SparseAveraging, TaskError

# ---- the communication parts


@pytest.mark.parametrize(("N", "q"), [(N, q) for N in range(1, 7) for q in range(1, N + 1)])
def test_query_count_is_the_number_of_distinct_rows_and_they_are_far_apart(N, q):
    """Alice holds (z_N, y), Bob the other values; rows by the definition of the task."""
    task = SparseAveraging(N, q)
    rows = set()
    for y in combinations(range(N), q):
        for own in (-1, 1):
            others = product((-1, 1), repeat=N - 1)
            rows.add(tuple(task.evaluate(((*z, own), (y,) * N))[N - 1] for z in others))
    assert len(rows) == qsa_query_count(N, q)
    for one, two in combinations(rows, 2):
        assert max(abs(a - b) for a, b in zip(one, two, strict=True)) >= Fraction(2, q)


def test_counting_beats_one_way_disjointness_everywhere():
    for q in range(1, 40):
        for N in range(2 * q + 1, 2 * q + 60, 7):
            assert qsa_counting_lower(N, q).required > qsa_disjointness_lower(N, q, read_out="row").required == q


def test_counting_is_false_for_read_outs_that_see_the_token():
    """Seven sums detect twelve bits: the row tells all values, 9 bits one way, against 11 'required'."""
    columns = detecting_columns(3)
    values = Table("both", tuple(tuple(-z * bit for bit in column) for column in columns for z in (0, 1)))
    zeros = Table("token", ((0,), (0,)))
    unit = Unit(2, (Layer((Head(zeros, (zeros,), (values,)),), weights="fixed", bits=1),))
    assert bits_needed(unit.entries) == 1
    inputs = list(product((0, 1), repeat=12))
    outputs = unit_outputs(unit, inputs)
    assert len({tuple(row) for row in outputs.fractions()[:, 0]}) == 2**12  # a read-out that knows y can average

    counting = qsa_counting_lower(12, 6, dv=7)
    assert (counting.bits(1, 1, 1), counting.required) == (9, 11)
    assert counting.excludes(1, 1, 1)
    assert "row alone" in counting.condition
    assert not qsa_disjointness_lower(12, 5, dv=7).excludes(1, 1, 1)


def detecting_columns(k):
    """Lindstroem's detecting matrix: a column for T and j < |T|, a row for S; 1 on 2^j odd-sized subsets of T as S & T.

    Alternating sums over the rows S inside T give sum_j 2^j x_(T, j) plus what larger sets contribute.
    """
    sets = range(1, 2**k)
    found = []
    for T in sets:
        odd = [S for S in sets if S & T == S and S.bit_count() % 2]
        found += [tuple(int(S & T in odd[: 2**j]) for S in sets) for j in range(T.bit_count())]
    return found


# ---- thresholds


def test_match3_thresholds_by_hand():
    """N = 65, n = 32, p = 1, H = 1, dv = m: l = bits(m + 1), lead 2, Z <= 64: 7, each sum <= 64: 7."""
    region = match3_disjointness_lower(65)
    assert region.required == 32
    assert [region.bits(m, 1, 1) for m in (1, 2, 3)] == [1 + 2 + 7 + 7, 2 + 2 + 7 + 14, 2 + 2 + 7 + 21]
    assert [region.excludes(m, 1, 1) for m in (1, 2, 3)] == [True, True, False]  # 17, 25 < 32; 32 is not
    assert region.least_m(1, 1) == 3
    assert region.standing is Standing.PROVED
    assert region.unit_class == "FIXED(p, twos)"


def test_qsa_thresholds_by_hand():
    """N = 64, q = 4: C(64, 4) + C(63, 3) = 675087, 20 bits; p = 1, H = 1: m + bits(m + 1) + 1."""
    region = qsa_counting_lower(64, 4)
    assert comb(64, 4) + comb(63, 3) == 675087
    assert region.required == ceil(log2(675087)) == 20
    assert [region.bits(m, 1, 1) for m in (14, 15)] == [14 + 4 + 1, 15 + 4 + 1]
    assert (region.least_m(1, 1), region.least_H(1, 1)) == (15, 7)  # H (1 + 1 + 1) >= 20


@pytest.mark.parametrize("dv", [1, 3, "m"])
@pytest.mark.parametrize("entry", LOWER_BOUNDS, ids=lambda entry: entry.name)
def test_least_sizes_are_the_first_that_are_not_excluded(entry, dv):
    region = entry.make(*{"match3": (65,), "qsa": (41, 20), "composition": (65,)}[entry.task], dv=dv)
    for fixed in (1, 2, 3):
        for least, excluded in (
            (region.least_m, lambda x, f=fixed: region.excludes(x, f, f)),
            (lambda f, _: region.least_H(f, f), lambda x, f=fixed: region.excludes(f, f, x)),
            (lambda f, _: region.least_p(f, f), lambda x, f=fixed: region.excludes(f, x, f)),
        ):
            value = least(fixed, fixed)
            assert not excluded(value)
            assert value == 1 or excluded(value - 1)


def test_with_narrow_values_m_counts_by_its_logarithm_only():
    region = match3_disjointness_lower(257, dv=1)
    least = region.least_m(1, 1)
    assert region.excludes(least - 1, 1, 1) and not region.excludes(least, 1, 1)
    assert least.bit_length() == 128 - 2 - 9 - 9  # l makes up for what lead, Z and one sum leave


# ---- the registry


@pytest.mark.parametrize("entry", LOWER_BOUNDS, ids=lambda entry: entry.name)
def test_words_of_the_registry(entry):
    arguments = {"match3": {"N": 65}, "qsa": {"N": 41, "q": 20}, "composition": {"n": 65}}[entry.task]
    for dv, grid in product((2, "m"), ("twos", "midrise")):
        region = entry.make(**arguments, dv=dv, grid=grid)
        assert json.loads(json.dumps(region.record()))["argument"] == region.argument == entry.name
        assert str(region).count("\n") == 4
        assert region._repr_html_().count("<tr>") == 3


def test_bounds_that_apply():
    def names(task, **parameters):
        return [region.argument for region in lower_bounds_for(task, parameters)]

    assert (
        names("match3", N=65) == names("match3", N=65, M=66) == ["match3-disjointness", "match3-smaller-disjointness"]
    )
    assert names("match3", N=64) == ["match3-disjointness"]
    assert names("match3", N=65, M=65) == names("match3", N=2) == names("match2", N=65) == []
    assert names("qsa", N=5, q=3) == ["qsa-counting"]
    assert names("qsa", N=7, q=3) == ["qsa-counting", "qsa-disjointness", "qsa-disjointness-row"]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: match3_disjointness_lower(2), ExcludedRegionError, "at least 3"),
        (lambda: match3_disjointness_lower(0), TaskError, "N, the length"),
        (lambda: match3_disjointness_lower(9.0), TaskError, "N, the length"),
        (lambda: match3_disjointness_lower(9, dv=0), CostError, "dv must be"),
        (lambda: match3_disjointness_lower(9, dv="n"), CostError, "dv must be"),
        (lambda: match3_disjointness_lower(9, grid="gray"), CostError, "grid must be"),
        (lambda: qsa_disjointness_lower(6, 3), ExcludedRegionError, r"2q \+ 1 = 7, got 6"),
        (lambda: qsa_disjointness_lower(7, 3, read_out="all"), ExcludedRegionError, "read_out must be"),
        (lambda: qsa_counting_lower(3, 4), TaskError, "q must be at most N"),
        (lambda: qsa_counting_lower(3, 2).excludes(0, 1, 1), CostError, "m must be"),
        (lambda: qsa_counting_lower(3, 2).least_m(0, 1), CostError, "p must be"),
        (lambda: qsa_counting_lower(3, 2).least_m(1, 1.5), CostError, "H must be"),
    ],
)
def test_bad_input_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


# ---- consistency: what exists is not excluded


def as_fixed(unit, margin):
    """The saturated unit as FIXED(p): queries stretched until every loser lies more than p below, entries in p bits."""
    layer = unit.layers[0]
    p = bits_needed(unit.entries)
    while True:
        stretch = 1 if margin is None else -(-(p + 1) // margin)
        heads = tuple(
            replace(h, queries=Table(h.queries.by, tuple(tuple(stretch * x for x in row) for row in h.queries.rows)))
            for h in layer.heads
        )
        fixed = Unit(unit.alphabet, (replace(layer, heads=heads, weights="fixed", bits=p),))
        if bits_needed(fixed.entries) <= p:
            return fixed
        p += 1


BUILT = [
    "qsa-moment-curve N=5 q=2", "qsa-moment-curve N=7 q=3", "qsa-superimposed-code N=6 q=2",
    "qsa-multi-head N=7 q=3 H=3", "qsa-multi-head N=6 q=2 H=2 keys=sign-keys", "qsa-multi-head N=6 q=4 H=2",
    "match3-histogram M=4 N=3", "match3-histogram M=6 N=5", "match3-histogram M=10 N=9", "match3-histogram M=66 N=65",
]  # fmt: skip


@pytest.mark.parametrize("words", BUILT)
def test_no_construction_lies_in_an_excluded_region(words):
    """As a FIXED(p) unit that computes the task, at its own m, p, H and dv; also with m and dv counted as one."""
    built = construction_from_words(words.split())
    margin = built.verify(samples=50, work=10**7).margin
    unit = as_fixed(built.unit, margin)
    task = built.task
    inputs = [task.symbols(tokens) for tokens in task.samples(30, 1)]
    assert (unit_outputs(unit, inputs).fractions() == unit_outputs(built.unit, inputs).fractions()).all()

    p = unit.layers[0].bits
    regions = [*lower_bounds_for(task.name, task.parameters, dv=unit.dv)]
    assert regions
    for region in regions:
        assert not region.excludes(unit.m, p, unit.H), region
    wide = max(unit.m, unit.dv)
    for region in lower_bounds_for(task.name, task.parameters, dv="m"):
        assert not region.excludes(wide, p, unit.H), region


@pytest.mark.parametrize(
    "words",
    [
        *(f"qsa-moment-curve N={N} q={q}" for N, q in ((33, 16), (64, 4), (129, 64))),
        *(f"qsa-multi-head N={N} q={q} H={q} keys=sign-keys" for N, q in ((33, 16), (257, 8), (1025, 64))),
        *(f"qsa-superimposed-code N={N} q={q}" for N, q in ((64, 2), (1024, 4))),
    ],
)
def test_no_large_construction_lies_in_an_excluded_region(words):
    """At the p of its tables, which is at most that of the FIXED(p) unit: the cost only grows with p."""
    built = construction_from_words(words.split())
    size = built.size
    for region in lower_bounds_for("qsa", {"N": built.task.N, "q": built.task.q}, dv=size.dv, grid=size.grid):
        assert not region.excludes(size.m, size.p, size.H), region


# ---- the whole argument, run


@pytest.mark.parametrize("n", [1, 2, 3])
def test_disjointness_is_decided_by_a_match3_unit_across_the_cut(n):
    """Encoders, a unit that does Match3, the half cut, the announcing bit: DISJ_n on every pair of inputs."""
    sized = disj_to_match3.at(n)
    built = construction_from_words(["match3-histogram", f"M={sized.sizes['M']}", f"N={sized.sizes['N']}"])
    unit = as_fixed(built.unit, None)
    protocol = HalfCutProtocol(unit, Cut(sized.owners), sized.output_position)
    assert protocol.cost == RowSumCost(n) == match3_disjointness_lower(2 * n + 1).cost
    lengths = set()
    for a, b in product(product((0, 1), repeat=n), repeat=2):
        tokens = sized.tokens(a, b)
        run = protocol.run(tokens, announce=lambda row, t=tokens: 1 - built.answers(t[:1], [row])[0])
        assert int(run.messages[-1].bits) == sized.source.evaluate(a, b)
        lengths.add(run.total)
    assert lengths == {protocol.formula_bits + 1}
    assert protocol.formula_bits >= n


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("sees_token", [False, True])
def test_disjointness_is_decided_by_an_averaging_unit_across_the_cut(n, sees_token):
    sized = disj_to_qsa.at(n)
    built = construction_from_words(["qsa-moment-curve", f"N={2 * n + 1}", f"q={n}"])
    unit = as_fixed(built.unit, built.verify().margin)
    cut, position = Cut(sized.owners), sized.output_position
    if sees_token:
        protocol = HalfCutProtocol(unit, cut, position, answering=Owner.ALICE)
        assert protocol.cost == RowSumCost(n, query_sent=True) == qsa_disjointness_lower(2 * n + 1, n).cost
    else:
        protocol = QueryCutProtocol(unit, cut, position)
        assert protocol.cost == OneWayCost()
    for a, b in product(product((0, 1), repeat=n), repeat=2):
        tokens = built.task.symbols(sized.encode(a, b).task_input)
        run = protocol.run(tokens, announce=lambda row: sized.read_out(row[0] / built.divisor))
        assert int(run.messages[-1].bits) == sized.source.evaluate(a, b)
        assert run.total == protocol.formula_bits + 1


def test_fewer_tokens_can_exclude_more():
    """N = 65, n = 31, p = 1, H = 1, dv = m: l + 2 + 6 + 6 m, against 31."""
    region = match3_smaller_disjointness_lower(65)
    assert region.required == 31
    assert [region.bits(m, 1, 1) for m in (3, 4)] == [2 + 2 + 6 + 18, 3 + 2 + 6 + 24]
    assert region.least_m(1, 1) == 4
    for N in (63, 64):
        with pytest.raises(ExcludedRegionError):
            match3_smaller_disjointness_lower(N)
        assert match3_disjointness_lower(N).required == 31


def test_with_fewer_pairs_and_dummies_match3_still_decides_disjointness():
    """The encoding of DISJ_n with public 1s appended, by the definition, for all inputs, any modulus M >= N + 1."""
    for n, dummies, more in ((1, 3, 0), (2, 2, 1), (3, 1, 0), (3, 4, 2), (1, 1, 2), (2, 1, 0)):
        M = 2 * n + 1 + dummies + 1 + more
        sized = disj_to_match3.at(n, M=M)
        for a in sized.source.alice_inputs():
            for b in sized.source.bob_inputs():
                tokens = (*sized.encode(a, b).tokens, *(1,) * dummies)
                assert 1 - Match3(M, len(tokens)).evaluate(tokens)[0] == sized.source.evaluate(a, b)
