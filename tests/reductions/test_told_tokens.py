"""What a token or a table has to tell: counts by brute force, units that do the task, constants by hand."""

from itertools import product
from math import ceil, log2

import pytest

from headcount.reductions import find_reduction
from headcount.reductions.excluded_sizes.composition_lower import (
    composition_counting_lower,
    published_composition_error,
)
from headcount.reductions.excluded_sizes.excluded_region import ExcludedRegionError
from headcount.reductions.excluded_sizes.layered_bounds import layered_bounds
from headcount.reductions.excluded_sizes.lower_bounds import LAYERED_BOUNDS
from headcount.reductions.excluded_sizes.path_bounds import lower_bounds
from headcount.reductions.excluded_sizes.token_lower import (
    composition_token_lower,
    cycle3_token_lower,
    induction_heads_token_lower,
    k_hop_token_lower,
    told_token,
)
from headcount.reductions.protocols.cost import CostError
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.layered_protocol import LayeredProtocol
from headcount.reductions.protocols.random_layered_unit import random_layered_unit
from headcount.reductions.reduction import Owner
from headcount.tasks import Composition, Cycle3, InductionHeads, KHop, Match3
from telling_units import telling_unit

A, B, P = Owner.ALICE, Owner.BOB, Owner.PUBLIC


@pytest.mark.parametrize("n", [1, 2, 3])
def test_different_rows_of_composition(n):
    """n^n different rows: Alice's f against Bob's g, x fixed, by the task's definition."""
    task, words = Composition(n), list(product(range(n), repeat=n))
    rows = {tuple(task.evaluate((*f, *g, 0))[-1] for g in words) for f in words}
    assert len(rows) == n**n
    assert composition_counting_lower(n).required == ceil(log2(n**n))


HOPS = ((2, 3, 1), (4, 7, 3), (9, 9, 3), (5, 5, 2))
TOLD = [
    (Cycle3(N), cycle3_token_lower(N, 2)) for N in (3, 4, 7)
] + [
    *((Composition(n), composition_token_lower(n, 2)) for n in (1, 2, 3, 8, 9)),
    *((InductionHeads(size, N), induction_heads_token_lower(size, N, 2)) for size in (2, 3, 9, 10) for N in (3, 4, 6)),
    *((KHop(size, N, k), k_hop_token_lower(size, N, k, 2)) for size, N, k in HOPS),
]  # fmt: skip


@pytest.mark.parametrize(("task", "region"), TOLD, ids=lambda x: "" if hasattr(x, "cost") else str(x))
def test_a_token_is_told_by_the_outputs_that_are_read(task, region):
    """All values of the token give different outputs at the positions read, and only that token changes."""
    told = told_token(task)
    words = told.inputs()
    answers = {tuple(task.evaluate(tokens)[i] for i in told.read) for tokens in words}
    assert len(answers) == len(words)
    assert region.required == told.bits == (len(words) - 1).bit_length()
    assert region.cost.rows == len(told.read)
    assert told.position not in told.read
    assert len({tokens[: told.position] + tokens[told.position + 1 :] for tokens in words}) == 1
    assert all(0 <= x < task.alphabet for tokens in words for x in tokens)


@pytest.mark.parametrize("D", [1, 2, 3])
def test_one_token_across_the_cut(D):
    """Random units on Cycle3(5): the rows are the unit's, D H (m + dv) p bits, Bob says nothing."""
    told = told_token(Cycle3(5))
    words, read = told.inputs(), tuple(i + 1 for i in told.read)
    owners = tuple(A if i == told.position else P for i in range(5))
    for seed, grid in product(range(3), ("twos", "midrise")):
        unit = random_layered_unit(words, 32, 2, 2, 2, D=D, dv=2, seed=seed, grid=grid)
        protocol = LayeredProtocol(unit, Cut(owners), read, grid, one_way=True)
        assert protocol.formula_bits == cycle3_token_lower(5, D, 2, grid).bits(2, 2, 2)
        for tokens in words:
            run, rows = protocol.run(tokens), unit.outputs(tokens)
            assert run.answer == tuple(entry for i in read for entry in rows[i - 1])
            assert run.total == protocol.formula_bits
            assert run.by_sender(B) == 0


def looking_up(n, p, D):
    """f(g(x)) by D layers for g constant: the last averages the tables, one-hot by position and bit."""
    width = (n - 1).bit_length()
    return telling_unit(2 * n + 1, n, p, D, lambda i: range(width) if i < n else range(0), n * width)


@pytest.mark.parametrize(("n", "D"), [(2, 1), (3, 1), (3, 2), (4, 3)])
def test_a_unit_that_composes_is_not_excluded(n, D):
    """The row tells all of f; Bob, who knows g and x, reads f(g(x)) off: no bound may exclude this size."""
    unit = looking_up(n, 1, D)
    width = (n - 1).bit_length()
    protocol = LayeredProtocol(unit, Cut((A,) * n + (B,) * n + (P,)), (2 * n + 1,), one_way=D == 1)
    for f in list(product(range(n), repeat=n))[:27]:
        for j in range(n):
            tokens = (*f, *(j,) * n, 0)
            row = [int(-entry * (2 * n + 1)) for entry in protocol.run(tokens).answer]
            said = sum(row[j * width + k] << k for k in range(width))
            assert said == Composition(n).evaluate(tokens)[-1]
    regions = layered_bounds("composition", {"n": n}, D, dv=unit.dv)
    regions += lower_bounds("composition", {"n": n}, dv=unit.dv) if D == 1 else ()
    assert regions
    assert not any(region.excludes(unit.m, 1, unit.H) for region in regions)


@pytest.mark.parametrize(("target", "more"), [("induction-heads", {}), ("k-hop", {"k": 3}), ("composition", {})])
def test_index_one_way(target, more):
    """Random units on all inputs of INDEX_3: one way, the unit's own row, within the formula of the bound."""
    sized = find_reduction("index", target).at(3, **more)
    pairs = list(product(sized.source.alice_inputs(), sized.source.bob_inputs()))
    words = [sized.tokens(a, b) for a, b in pairs]
    unit = random_layered_unit(words, sized.target.alphabet, 3, 1, D=1, dv=3, seed=1)
    protocol = LayeredProtocol(unit, Cut(sized.owners), sized.read_positions, one_way=True)
    name = f"index -> {target} (level sums)"
    (region,) = (r for r in lower_bounds(target, sized.target.parameters, dv=3) if r.argument == name)
    assert (region.required, region.bits(3, 1, 1)) == (3, protocol.formula_bits)
    for tokens in words:
        run = protocol.run(tokens)
        assert run.answer == unit.outputs(tokens)[sized.output_position - 1]
        assert (run.by_sender(B), run.total) == (0, protocol.formula_bits)


def test_constants_by_hand():
    """One head, p = 1, dv = 1: l + 2 (bits(n + 1) + bits(n + 1)) >= n log2 n at n = 64: l >= 384 - 28."""
    region = composition_counting_lower(64, dv=1)
    assert region.excludes(4, 1, 1)
    assert region.bits(2, 1, 1) == 2 + 2 * (7 + 7)
    assert [cycle3_token_lower(12, D).least_m(1, 1) for D in (1, 2, 5)] == [5, 3, 1]
    assert induction_heads_token_lower(3, 5, 1).required == 1
    for D, k in product(range(1, 9), (2, 7, 30)):  # more than the triangles give, wherever D H (m + dv) p decides
        for m in range(1, 40):
            if D * 2 * m < 3 * k - 2:
                assert cycle3_token_lower(3 * k, D).excludes(m, 1, 1)


def test_the_published_bound_is_quoted_with_its_range():
    assert published_composition_error(2, 1, 1) == 0
    assert published_composition_error(3, 1, 1) == pytest.approx((3 * log2(3) - 2) / (9 * log2(3)))
    assert published_composition_error(10**6, 1, 1) < 1 / 3
    with pytest.raises(CostError):
        published_composition_error(1, 1, 1)


def test_nothing_is_excluded_once_a_token_fits_into_its_key_and_value():
    """H (m + dv) p >= log2 A: at two layers and more no bound by a cut reaches there."""
    for task in (Cycle3(6), Composition(8), InductionHeads(9, 9), KHop(4, 11, 2), Match3(7, 5)):
        width = (task.alphabet - 1).bit_length()
        for D in (2, 3):
            for region in layered_bounds(task.name, dict(task.parameters), D, dv=1):
                assert not region.excludes(max(1, width - 1), 1, 1)


def test_the_registries():
    for entry in LAYERED_BOUNDS:
        given = {"N": 12, "n": 12, "A": 5, "k": 2}
        region = entry.make(**{name: given[name] for name in entry.parameters}, layers=2)
        assert (region.argument, region.task, region.layers) == (entry.name, entry.task, 2)
        assert "2 layers" in region.statement
        assert region.record()["cost"]["layers"] == 2


def test_refusals():
    for wrong in (
        lambda: cycle3_token_lower(2, 1),
        lambda: induction_heads_token_lower(1, 5, 1),
        lambda: k_hop_token_lower(3, 4, 2, 1),
        lambda: told_token(Match3(5, 5)),
    ):
        with pytest.raises(ExcludedRegionError):
            wrong()
