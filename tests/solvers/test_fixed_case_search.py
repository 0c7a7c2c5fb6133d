"""The search for fixed-point tables, against the enumeration of all tables by the evaluator.

Whatever is refuted has a proof that the checker replays; whatever is not has tables that do the task.
"""

import time
from itertools import product
from random import Random

import pytest

import fixed_claims as fixed
from headcount.questions import Head, Layer, Table, Unit
from headcount.questions.grid import GRIDS
from headcount.solvers.outcome import NotDecided
from headcount.solvers.units.fixed_case_search import Branching, Refuted, key_order, search_cases
from headcount.solvers.units.fixed_tables import Automorphism, FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits


def exclusive_or(blank):
    """Two bits, with a blank position before them that is asked, or asked at the first of them."""
    words = list(product((0, 1), repeat=2))
    if blank:
        return fixed.listed(2, 3, [((0, *w), (sum(w) % 2, None, None)) for w in words])
    return fixed.listed(2, 2, [(w, (sum(w) % 2, None)) for w in words])


def exists_by_enumeration(question, p, grid, m, heads, read_out, combine, null):
    """Whether some unit does the task: every table by position and token, every head, run by the evaluator."""
    task = question.of
    vectors = list(product(GRIDS[grid](p), repeat=m))
    values = list(product(GRIDS[grid](p), repeat=1))
    pairs = list(product(vectors, values))
    used = sorted({(j, token) for word, _ in task.pairs() for j, token in enumerate(word)})
    asked = sorted({(i, word[i]) for word, wanted in task.pairs() for i, a in enumerate(wanted) if a is not None})
    size = task.alphabet * task.length

    def table(entries, filler):
        return Table("both", tuple(entries.get(divmod(row, task.alphabet), filler) for row in range(size)))

    one_head = []
    for chosen in product(pairs, repeat=len(used)):
        keys = table({t: k for t, (k, _) in zip(used, chosen, strict=True)}, vectors[0])
        vals = table({t: v for t, (_, v) in zip(used, chosen, strict=True)}, values[0])
        for queries in product(vectors, repeat=len(asked)):
            query = table(dict(zip(asked, queries, strict=True)), vectors[0])
            one_head.append(Head(query, (keys,), (vals,)))
            if null:
                one_head += [Head(query, (keys,), (vals,), (k,), (v,)) for k, v in pairs]
    for chosen in product(one_head, repeat=heads):
        unit = Unit(task.alphabet, (Layer(chosen, weights="fixed", bits=p, combine=combine),))
        told, low, high, fine = {}, None, None, True
        for word, wanted in task.pairs():
            rows = unit.outputs(word)
            for i, answer in enumerate(wanted):
                if answer is None:
                    continue
                fine = fine and told.setdefault((i, word[i], rows[i]), answer) == answer
                if answer:
                    high = rows[i][0] if high is None else min(high, rows[i][0])
                else:
                    low = rows[i][0] if low is None else max(low, rows[i][0])
            if read_out == "any" and not fine:
                break
        if fine if read_out == "any" else low is None or high is None or low < high:
            return True
    return False


SINGLE = fixed.listed(2, 1, [((0,), (0,)), ((1,), (1,))])
AND = fixed.listed(2, 2, [(w, (w[0] & w[1], None)) for w in product((0, 1), repeat=2)])
PROMISE = fixed.listed(2, 2, [((0, 0), (0, None)), ((0, 1), (1, None)), ((1, 0), (1, 1))])
THREE = fixed.listed(3, 2, [((0, y), (int(y == 1), None)) for y in range(3)])
MIXED = fixed.listed(2, 3, [((0, *w), (sum(w) % 2, None, None)) for w in product((0, 1), repeat=2)])
TERNARY = fixed.listed(4, 2, [((0, y), (y, None)) for y in range(4)])


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("m", [0, 1])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize(
    "question", [SINGLE, AND, PROMISE, exclusive_or(False), MIXED, THREE], ids=["one", "and", "part", "xor", "mix", "3"]
)
def test_search_agrees_with_enumeration_of_one_head(question, grid, read_out, m, null):
    if m and (question is MIXED or (null and len(question.of.listed) == 4)):
        question = THREE  # 4^5 tables and more, each with 5 null tokens, are too many here
    combine = "sum" if read_out == "threshold" else "concat"
    tables = FixedTables(FixedUnits(question.of, 1, grid, m, 1, 1, read_out, combine, null))
    expected = exists_by_enumeration(question, 1, grid, m, 1, read_out, combine, null)
    assert fixed.outcome_of(question, tables) is (Found if expected else Refuted)


@pytest.mark.parametrize("seed", range(8))
def test_search_agrees_with_enumeration_of_random_tasks(seed):
    random = Random(seed)
    words = random.sample(list(product((0, 1), repeat=2)), 3)
    rows = [(word, (random.randrange(2), random.choice((0, 1, None)))) for word in words]
    question = fixed.listed(2, 2, rows)
    for read_out, (p, m) in product(("any", "threshold"), ((1, 0), (2, 0), (1, 1))):
        tables = FixedTables(FixedUnits(question.of, p, "midrise", m, 1, 1, read_out, "sum"))
        keys = key_order(tables)
        expected = exists_by_enumeration(question, p, "midrise", m, 1, read_out, "sum", False)
        for order in (keys, keys[::-1]):
            assert fixed.outcome_of(question, tables, order) is (Found if expected else Refuted)


def test_both_verdicts_occur():
    """What the tests above compare is not always the same answer."""
    for read_out, yes, no in (("any", AND, TERNARY), ("threshold", AND, exclusive_or(True))):
        for question, verdict in ((yes, Found), (no, Refuted)):
            tables = FixedTables(FixedUnits(question.of, 1, "midrise", 0, 1, 1, read_out, "sum"))
            assert fixed.outcome_of(question, tables) is verdict
            assert exists_by_enumeration(question, 1, "midrise", 0, 1, read_out, "sum", False) == (verdict is Found)


@pytest.mark.parametrize("combine", ["concat", "sum"])
@pytest.mark.parametrize(("question", "m"), [(TERNARY, 0), (THREE, 0), (SINGLE, 1), (AND, 0)])
@pytest.mark.parametrize("grid", ["midrise", "twos"])
def test_search_agrees_with_enumeration_of_two_heads(question, m, combine, grid):
    tables = FixedTables(FixedUnits(question.of, 1, grid, m, 2, 1, "any", combine))
    expected = exists_by_enumeration(question, 1, grid, m, 2, "any", combine, False)
    assert fixed.outcome_of(question, tables) is (Found if expected else Refuted)


@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("p", [1, 2])
def test_symmetry_and_order_change_no_verdict(read_out, p):
    """All orders with and without queries, with and without automorphisms: the rules leave nothing out that counts."""
    for question, moves in (
        (
            exclusive_or(True),
            [Automorphism((0, 2, 1), ((0, 1),) * 3), Automorphism((0, 1, 2), ((0, 1), (1, 0), (1, 0)))],
        ),
        (fixed.equality(2), [Automorphism((0, 1), ((1, 0), (1, 0)))]),
    ):
        for m in (0, 1):
            if p == 2 and m == 1:
                continue  # feasible, and found late
            tables = FixedTables(FixedUnits(question.of, p, "midrise", m, 1, 1, read_out, "sum"))
            assert all(fixed.respects(tables, move) for move in moves)
            keys = key_order(tables)
            queries = tuple(Branching(True, query) for query in tables.query_types)
            orders = (keys, keys[::-1], (*queries, *keys), (*keys, *queries))
            outcomes = {fixed.outcome_of(question, tables, order, some) for order in orders for some in ((), moves)}
            assert len(outcomes) == 1


def test_a_limit_is_kept():
    tables = FixedTables(FixedUnits(fixed.equality(4).of, 1, "midrise", 0))
    assert search_cases(tables, key_order(tables), most_nodes=10).nodes == 11
    assert isinstance(search_cases(tables, key_order(tables), deadline=time.monotonic() + 60), Refuted)
    late = FixedTables(FixedUnits(fixed.equality(4).of, 1, "midrise", 1, 1, 1, "threshold", "sum"))
    assert isinstance(search_cases(late, key_order(late), deadline=time.monotonic() - 1), NotDecided)
