"""Histogram, bigram, local and Strassen constructions: every input at small sizes, sizes, wrong variants caught."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.sequences.cycle3_strassen import cycle3_strassen
from headcount.bounds.constructions.sequences.match3_heads import match3_bigram, match3_histogram, match3_local
from headcount.bounds.constructions.sequences.match_units import match2_unit
from headcount.certificates.check import check
from headcount.questions import computation_question
from headcount.questions.unit import Run
from headcount.tasks import TaskError

SMALL = [
    *(match3_histogram(*sizes) for sizes in ((1, 2), (2, 4), (6, 4))),
    *(match3_bigram(*sizes) for sizes in ((1, 1), (5, 1), (4, 2), (3, 6), (6, 4))),
    *(match3_local(*sizes) for sizes in ((4, 1, 0), (4, 5, 0), (4, 6, 1), (4, 4, 1), (2, 9, 2), (4, 5, 2), (4, 3, 7))),
    *map(cycle3_strassen, (1, 2, 3)),
]


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("built", SMALL, ids=lambda b: "-".join([b.name, *map(str, b.parameters.values())]))
def test_all_inputs(built):
    """By the exact fast forms, by the definition (on every seventh input), and by the checker."""
    done = built.verify()
    assert done.passed
    assert done.exhaustive
    assert done.inputs == built.task.alphabet**built.task.N
    assert done.margin is None or done.margin >= 1
    for tokens in list(built.task.instances())[::7]:
        assert built.answers(tokens, built.unit.outputs(tokens)) == built.task.evaluate(tokens)
    bundle = built.certificate()
    verdict = check(bundle)
    assert verdict.exit_code == 0
    assert verdict.upper == built.size.m
    assert bundle["question"]["task"] == "computation"


@pytest.mark.parametrize(
    "built", [match3_bigram(50, 100), match3_local(20, 128, 2), cycle3_strassen(9)], ids=lambda b: b.name
)
def test_near_misses_at_larger_sizes(built):
    done = built.verify(samples=12)
    assert done.passed
    assert not done.exhaustive
    assert done.margin >= 1
    assert built.certificate() is None


def test_counted_work_decides_whether_all_inputs_are_run():
    """2^4 inputs: neither a clock nor anything else does."""
    built = match3_local(2, 4, 1)
    steps = built.steps_per_input
    assert steps == 4 * (5 + 100)  # a head of order 2: 4 positions and a null token
    for work, exhaustive in ((16 * steps - 1, False), (16 * steps, True)):
        done = built.verify(samples=3, work=work)
        assert (done.passed, done.exhaustive, done.inputs) == (True, exhaustive, 16 if exhaustive else 3)
    assert not built.verify(samples=3, seconds=-1.0).exhaustive


# --- sizes ------------------------------------------------------------------------


def test_sizes_are_those_of_the_theorems():
    assert [match3_bigram(M, N).size.m for M, N in ((1, 1), (9, 4), (30, 20))] == [3, 3, 3]
    assert match3_bigram(9, 4).size.layers == 2
    for reach in (0, 1, 2, 3):
        built = match3_local(3, 20, reach)
        assert built.size.m == 2 * reach + 2
        assert built.size.dv == 2 * reach + 1
        assert match3_local(3, 2 * reach + 2, reach).size.m == 2 * reach + 1
        assert match3_local(3, 2 * reach + 1, reach).size.m == 1
    assert [cycle3_strassen(N).size.m for N in (1, 2, 5)] == [4, 7, 16]
    assert all(set(cycle3_strassen(N).unit.entries) == {0, 1} for N in (1, 4))
    for M in (2, 5, 9):
        size = match3_histogram(M, 3).size
        assert (size.m, size.dv, size.p, size.order, size.query_bits, size.key_bits) == (1, M - 1, 2, 2, 1, 1)


def test_binomial_keys_are_short():
    """Powers of t would need 6 log2(32) + 1 bits and more at N = 64, K = 2."""
    assert match3_local(3, 64, 2).size.p == 22
    assert match3_local(3, 64, 1).size.p == 17


def test_windows_tie_exactly():
    """The scores of each position: one value on its window, lower by 1 or more elsewhere."""
    for N, reach in product(range(1, 13), range(4)):
        head = match3_local(2, N, reach).unit.layers[0].heads[0]
        length = min(2 * reach + 1, N)
        for i, query in enumerate(head.queries.rows):
            scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key in head.keys[0].rows]
            best = [j for j, score in enumerate(scores) if score == max(scores)]
            assert best == list(range(best[0], best[0] + length))
            assert {j for j in range(N) if abs(i - j) <= reach} <= set(best)
        assert len(head.queries.rows) == N


def test_the_first_layer_copies_the_successor():
    built = match3_bigram(5, 4)
    (_, first), (symbols, _) = Run(built.unit).stages((3, 1, 4, 2))
    assert [int(row[0]) for row in first] == [1, 4, 2, 5]  # the last one: 5 = M, no successor
    assert [divmod(symbol, 6) for symbol in symbols] == [(3, 4), (1, 0), (4, 1), (2, 5)]


# --- wrong variants are caught ------------------------------------------------------


def with_head(built, layer=-1, **changes):
    """The construction with other tables in the head of a layer."""
    layers = list(built.unit.layers)
    head = replace(layers[layer].heads[0], **changes)
    layers[layer] = replace(layers[layer], heads=(head,))
    return replace(built, tables=replace(built.unit, layers=tuple(layers)))


def rolled(table, steps=1):
    return replace(table, rows=table.rows[steps:] + table.rows[:steps])


def caught(construction):
    done = construction.verify(samples=100)
    return not done.passed and construction.answers(
        done.counterexample, construction.unit.outputs(done.counterexample)
    ) != construction.task.evaluate(done.counterexample)


def test_wrong_units_are_caught():
    bigram, local, cycle, histogram = (
        match3_bigram(5, 4),
        match3_local(5, 5, 1),
        cycle3_strassen(3),
        match3_histogram(5),
    )
    first, last = (layer.heads[0] for layer in bigram.unit.layers)
    window, strassen, share = (b.unit.layers[0].heads[0] for b in (local, cycle, histogram))
    ones = replace(first.values[0], rows=tuple((0,) if row == (5,) else row for row in first.values[0].rows))
    assert caught(with_head(bigram, 0, queries=rolled(first.queries)))  # copies the one after the successor
    assert caught(with_head(bigram, 0, values=(ones,)))  # the last position gets a successor
    assert caught(with_head(bigram, 1, null_keys=(), null_values=()))
    assert caught(with_head(bigram, 1, queries=rolled(last.queries, 6)))
    assert caught(with_head(local, queries=rolled(window.queries)))
    assert caught(with_head(local, values=(rolled(window.values[0]),)))
    assert caught(with_head(cycle, null_keys=(), null_values=()))
    assert caught(with_head(cycle, keys=(rolled(strassen.keys[0]), strassen.keys[1])))
    assert caught(with_head(cycle, null_keys=(strassen.null_keys[0], (0,) * 10)))
    assert caught(with_head(histogram, values=(rolled(share.values[0]),)))


def test_wrong_read_outs_are_caught():
    assert caught(replace(cycle3_strassen(3), threshold=Fraction(1, 2)))  # one triangle gives 1/2
    assert caught(replace(cycle3_strassen(3), threshold=Fraction(-1)))
    histogram = match3_histogram(4, 3)
    assert caught(replace(histogram, answer=lambda position, token, row: int(row[0] > 0)))
    local = match3_local(5, 5, 1)
    assert caught(replace(local, answer=lambda position, token, row: local.answer(max(position - 1, 0), token, row)))


def test_the_checkers_tasks_are_ours():
    """The definitions that the checker has of its own agree with ``tasks`` on every input."""
    for built in (*SMALL, match2_unit(5, 3)):
        task, parameters = built.task, dict(built.task.parameters)
        name = task.name
        if name == "match3":
            name, parameters = "match", {"order": 3, **parameters}
        pairs = dict(computation_question(name, **parameters).finite.pairs())
        assert pairs == {tokens: task.evaluate(tokens) for tokens in task.instances()}


# --- misuse --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: match3_histogram(0), "M, .*got 0; try"),
        (lambda: match3_bigram(5, 0), "N, .*got 0; try"),
        (lambda: match3_local(5, 4, -1), "K, .*got -1; try"),
        (lambda: cycle3_strassen(0), "N, .*got 0; try"),
        (lambda: cycle3_strassen(13), "N must be at most 12, got 13.*try"),
    ],
)
def test_misuse(make, said):
    with pytest.raises((ConstructionError, TaskError), match=said):
        make()
