"""Refutations of fixed-point units: against the enumeration of all tables by the evaluator, and tampered with."""

import json
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from headcount.certificates import Head, Layer, Table, Unit, averaging_question, computation_question
from headcount.certificates.claim import Setting
from headcount.certificates.finite_task import FiniteTask
from headcount.certificates.fixed_lower import proved_by_refutation
from headcount.certificates.fixed_tables import NULL_TYPE, Automorphism, FixedTables
from headcount.certificates.protocol_cost import proved_by_protocol_cost
from headcount.certificates.question import Question, at_position
from headcount.certificates.reading import Node
from headcount.certificates.scope import Scope, read_scope
from headcount.certificates.table_search import Found, LimitReached, Refuted, first_tables, key_order
from headcount.certificates.unit import GRIDS
from headcount.certificates.unit_class import UnitClass
from headcount.certificates.verdict import MalformedError, RejectionError


def listed(alphabet, length, rows):
    parameters = (("alphabet", alphabet), ("length", length))
    return Question("computation", parameters, None, "listed", FiniteTask("table", parameters, tuple(rows)))


def equality(symbols):
    words = product(range(symbols), repeat=2)
    return listed(symbols, 2, [((x, y), (int(x == y), None)) for x, y in words])


def exclusive_or(blank):
    """Two bits, with a blank position before them that is asked, or asked at the first of them."""
    words = list(product((0, 1), repeat=2))
    if blank:
        return listed(2, 3, [((0, *w), (sum(w) % 2, None, None)) for w in words])
    return listed(2, 2, [(w, (sum(w) % 2, None)) for w in words])


def setting(p=1, grid="midrise", m=None, heads=1, resource="m", dv=1, read_out="any", null=False):
    heads = None if resource == "H" else heads
    unit_class = UnitClass("FIXED", 0 if resource == "p" else p, grid)
    return Setting(resource, unit_class, m, heads, 2, 1, Fraction(0), dv, read_out, Scope(null=null))


def evidence(question, sizes, *, p=1, m=1, heads=1, resource="m", **options):
    """A refutation with key types in their order."""
    stated = {"kind": "fixed-refutation", "read_out": {"kind": options.get("read_out", "any")}, "searches": []}
    for size in sizes:
        shape = {"m": (p, size, heads), "p": (size, m, heads), "H": (p, m, size)}[resource]
        tables = FixedTables(question.finite, shape[0], "midrise", shape[1], shape[2], null=options.get("null", False))
        order = [["null"] if b.type == NULL_TYPE else ["key", *b.type] for b in key_order(tables)]
        stated["searches"].append({"size": size, "order": order, "automorphisms": []})
    return stated


def prove(stated, question, given):
    prover = proved_by_refutation if stated["kind"] == "fixed-refutation" else proved_by_protocol_cost
    return prover(Node(json.loads(json.dumps(stated)), "evidence"), question, given)


# --- the search against all tables --------------------------------------------


def exists_by_enumeration(question, p, grid, m, heads, read_out, combine, null):
    """Whether some unit does the task: every table by position and token, every head, run by the evaluator."""
    task = question.finite
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


SINGLE = listed(2, 1, [((0,), (0,)), ((1,), (1,))])
AND = listed(2, 2, [(w, (w[0] & w[1], None)) for w in product((0, 1), repeat=2)])
PROMISE = listed(2, 2, [((0, 0), (0, None)), ((0, 1), (1, None)), ((1, 0), (1, 1))])
THREE = listed(3, 2, [((0, y), (int(y == 1), None)) for y in range(3)])
MIXED = listed(2, 3, [((0, *w), (sum(w) % 2, None, None)) for w in product((0, 1), repeat=2)])
TERNARY = listed(4, 2, [((0, y), (y, None)) for y in range(4)])


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("m", [0, 1])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize(
    "question", [SINGLE, AND, PROMISE, exclusive_or(False), MIXED, THREE], ids=["one", "and", "part", "xor", "mix", "3"]
)
def test_search_agrees_with_enumeration_of_one_head(question, grid, read_out, m, null):
    if m and (question is MIXED or (null and len(question.finite.listed) == 4)):
        question = THREE  # 4^5 tables and more, each with 5 null tokens, are too many here
    combine = "sum" if read_out == "threshold" else "concat"
    tables = FixedTables(question.finite, 1, grid, m, 1, 1, read_out, combine, null)
    outcome = first_tables(tables, key_order(tables))
    expected = exists_by_enumeration(question, 1, grid, m, 1, read_out, combine, null)
    assert isinstance(outcome, Found if expected else Refuted)


@pytest.mark.parametrize("seed", range(8))
def test_search_agrees_with_enumeration_of_random_tasks(seed):
    random = Random(seed)
    words = random.sample(list(product((0, 1), repeat=2)), 3)
    rows = [(word, (random.randrange(2), random.choice((0, 1, None)))) for word in words]
    question = listed(2, 2, rows)
    for read_out, (p, m) in product(("any", "threshold"), ((1, 0), (2, 0), (1, 1))):
        tables = FixedTables(question.finite, p, "midrise", m, 1, 1, read_out, "sum")
        keys = key_order(tables)
        expected = exists_by_enumeration(question, p, "midrise", m, 1, read_out, "sum", False)
        for order in (keys, keys[::-1]):
            assert isinstance(first_tables(tables, order), Found if expected else Refuted)


def test_both_verdicts_occur():
    """What the tests above compare is not always the same answer."""
    for read_out, yes, no in (("any", AND, TERNARY), ("threshold", AND, exclusive_or(True))):
        for question, verdict in ((yes, Found), (no, Refuted)):
            tables = FixedTables(question.finite, 1, "midrise", 0, 1, 1, read_out, "sum")
            assert isinstance(first_tables(tables, key_order(tables)), verdict)
            assert exists_by_enumeration(question, 1, "midrise", 0, 1, read_out, "sum", False) == (verdict is Found)


@pytest.mark.parametrize("combine", ["concat", "sum"])
@pytest.mark.parametrize(("question", "m"), [(TERNARY, 0), (THREE, 0), (SINGLE, 1), (AND, 0)])
@pytest.mark.parametrize("grid", ["midrise", "twos"])
def test_search_agrees_with_enumeration_of_two_heads(question, m, combine, grid):
    tables = FixedTables(question.finite, 1, grid, m, 2, 1, "any", combine)
    expected = exists_by_enumeration(question, 1, grid, m, 2, "any", combine, False)
    assert isinstance(first_tables(tables, key_order(tables)), Found if expected else Refuted)


def test_four_symbols_tell_sum_from_concat():
    """Two signs give three sums and four pairs: the cases in which the two kinds of heads differ."""
    outcomes = {}
    for combine in ("concat", "sum"):
        tables = FixedTables(TERNARY.finite, 1, "midrise", 0, 2, 1, "any", combine)
        outcomes[combine] = type(first_tables(tables, key_order(tables)))
    assert outcomes == {"concat": Found, "sum": Refuted}


@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("p", [1, 2])
def test_symmetry_and_order_change_no_verdict(read_out, p):
    """All orders with and without queries, with and without automorphisms: the rules leave nothing out that counts."""
    for question, moves in (
        (
            exclusive_or(True),
            [Automorphism((0, 2, 1), ((0, 1),) * 3), Automorphism((0, 1, 2), ((0, 1), (1, 0), (1, 0)))],
        ),
        (equality(2), [Automorphism((0, 1), ((1, 0), (1, 0)))]),
    ):
        for m in (0, 1):
            if p == 2 and m == 1:
                continue  # feasible, and found late
            tables = FixedTables(question.finite, p, "midrise", m, 1, 1, read_out, "sum")
            assert all(tables.respects(move) for move in moves)
            keys = key_order(tables)
            queries = tuple(type(keys[0])(True, query) for query in tables.query_types)
            orders = (keys, keys[::-1], (*queries, *keys), (*keys, *queries))
            outcomes = {type(first_tables(tables, order, some)) for order in orders for some in ((), moves)}
            assert len(outcomes) == 1


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize("read_out", ["any", "threshold"])
def test_symmetries_stay_in_the_grid(grid, read_out):
    tables = FixedTables(equality(2).finite, 2, grid, 2, 2, 1, read_out, "sum")
    vectors, values = set(tables.vectors(2)), set(tables.vectors(1))
    some = [(((a, b), (c,)), ((b, c), (a,))) for a, b, c in product(GRIDS[grid](2), repeat=3)]
    for symmetry in tables.symmetries:
        for entry in some:
            assert all(key in vectors and value in values for key, value in symmetry(entry))
        for queries in product(sorted(vectors)[::3], repeat=2):
            assert set(symmetry(queries)) <= vectors


def test_keys_that_differ_for_some_query_are_both_tried():
    """EQ on four symbols by a threshold, p = 1: two coordinates are needed, and are enough."""
    outcomes = []
    for m in (1, 2):
        tables = FixedTables(equality(4).finite, 1, "midrise", m, 1, 1, "threshold", "sum")
        outcomes.append(type(first_tables(tables, key_order(tables))))
    assert outcomes == [Refuted, Found]


def test_what_is_found_does_the_task_and_a_limit_is_kept():
    tables = FixedTables(equality(3).finite, 1, "midrise", 1)
    found = first_tables(tables, key_order(tables))
    assert isinstance(found, Found)
    keys, queries, told = dict(found.keys), dict(found.queries), {}
    for case in tables.cases:
        row = tables.row(queries[case.query], [keys[key] for key in case.keys])
        assert told.setdefault((case.site, row), case.answer) == case.answer
    assert isinstance(first_tables(tables, key_order(tables), limit=20), LimitReached)


def test_rows_are_those_of_the_evaluator():
    tables = FixedTables(AND.finite, 2, "twos", 1, 2, 1, "any", "sum")
    entries = [(((1,), (-2,)), ((-1,), (1,))), (((0,), (1,)), ((-2,), (-1,)))]
    row = tables.row(((1,), (-2,)), entries)
    heads = []
    for h, query in enumerate((1, -2)):
        keys = Table("position", tuple(entry[h][0] for entry in entries))
        values = Table("position", tuple(entry[h][1] for entry in entries))
        heads.append(Head(Table("token", ((query,),) * 2), (keys,), (values,)))
    output = Unit(2, (Layer(tuple(heads), weights="fixed", bits=2),)).outputs((0, 0))[0]
    assert Fraction(*row) == output[0]
    assert tables.first_coordinate(((1,), (-2,)), entries) == output[0]


# --- the evidence -------------------------------------------------------------


def test_refutation_proves_one_more():
    question = equality(3)
    value, how = prove(evidence(question, [0]), question, setting())
    assert value == 1 and "no unit with m = 0" in how
    value, _ = prove(evidence(question, [1], m=0, resource="H"), question, setting(m=0, resource="H"))
    assert value == 2  # one head of width 0 tells two symbols from each other


def test_null_token_is_covered_if_it_is_said_to_be():
    question = equality(3)
    assert prove(evidence(question, [0], null=True), question, setting(null=True))[0] == 1
    with pytest.raises(MalformedError, match="type that occurs"):
        prove(evidence(question, [0], null=True), question, setting())


def test_unit_that_exists_is_not_refuted():
    question = equality(3)
    with pytest.raises(RejectionError, match="not refuted"):
        prove(evidence(question, [1]), question, setting())


def test_bits_are_refuted_one_by_one():
    """EQ on 3 symbols, m = 0: p = 1 fails, p = 2 does. A search for p = 2 alone would prove nothing about p = 1."""
    question = equality(3)
    value, _ = prove(evidence(question, [1], m=0, resource="p"), question, setting(m=0, resource="p"))
    assert value == 2
    with pytest.raises(MalformedError, match="one for every p from 1 on"):
        prove(evidence(question, [2], m=0, resource="p"), question, setting(m=0, resource="p"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"searches": []}, "one search"),
        ({"read_out": {"kind": "any", "at": "0"}}, "unknown field"),
        ({"null": True}, "unknown field"),
    ],
)
def test_malformed_evidence(change, words):
    question = equality(3)
    with pytest.raises(MalformedError, match=words):
        prove(evidence(question, [0]) | change, question, setting())


@pytest.mark.parametrize(
    "order",
    [[["key", 2, 0]], [["key", 0, 0], ["key", 0, 0]], [["null"]], [["query", 1, 0]], [["value", 0, 0]], [[]]],
)
def test_order_names_types_that_occur_once(order):
    question = equality(3)
    stated = evidence(question, [0])
    stated["searches"][0]["order"] = order
    with pytest.raises(MalformedError):
        prove(stated, question, setting())


@pytest.mark.parametrize("change", [{"combine": "both"}, {"tables": "position"}, {"null": 1}, {"order": 2}])
def test_malformed_scopes(change):
    assert read_scope(Node(Scope().to_json(), "scope")) == Scope()
    with pytest.raises(MalformedError):
        read_scope(Node(Scope().to_json() | change, "scope"))


def test_false_automorphism_is_rejected():
    question = listed(2, 2, [((x, y), (x & (1 - y), None)) for x, y in product((0, 1), repeat=2)])
    stated = evidence(question, [0])
    stated["searches"][0]["automorphisms"] = [[[0, 1], [[1, 0], [1, 0]]]]
    with pytest.raises(RejectionError, match="other answers"):
        prove(stated, question, setting())
    stated["searches"][0]["automorphisms"] = [[[0, 0], [[0, 1], [0, 1]]]]
    with pytest.raises(MalformedError, match="permutation"):
        prove(stated, question, setting())


def test_part_of_an_order_refutes_the_whole():
    """EQ on 4 symbols: three of the symbols of the second token already need more than two signs."""
    question = equality(4)
    stated = evidence(question, [0])
    stated["searches"][0]["order"] = [
        ["key", 0, 0],
        ["key", 0, 1],
        ["key", 1, 0],
        ["key", 1, 1],
        ["key", 1, 2],
        ["key", 0, 2],
    ]
    assert prove(stated, question, setting())[0] == 1
    stated["searches"][0]["order"] = [["key", 0, 0], ["key", 1, 0]]
    with pytest.raises(RejectionError, match="not refuted"):
        prove(stated, question, setting())


def test_scope_of_a_unit():
    table = Table("token", ((1,), (1,)))
    plain = Unit(2, (Layer((Head(table, (table,), (table,)),) * 2, weights="fixed", bits=1),))
    null = Unit(2, (Layer((Head(table, (table,), (table,), ((1,),), ((1,),)),), weights="fixed", bits=1),))
    assert Scope(null=False, tables="token", combine="sum").holds(plain)
    assert not Scope(null=False).holds(null) and Scope(null=True).holds(null)
    placed = Table("position", ((1,), (1,)))
    by_position = Unit(2, (Layer((Head(placed, (table,), (table,)),), weights="fixed", bits=1),))
    assert Scope().holds(by_position) and not Scope(tables="token").holds(by_position)


# --- protocol costs -----------------------------------------------------------


def cost_evidence(argument, **fields):
    return {"kind": "protocol-cost", "argument": argument, **fields}


def test_disjointness_counts():
    """n = 30, p = 1, midrise, one head, dv = 1: T = (m + 1) * 2 * 61 * 61 < 2^30 iff m + 1 < 144281.4."""
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30, read_out={"kind": "any"})
    value, how = prove(stated, question, setting(p=1))
    assert value == -(-(2**30) // (2 * 61 * 61)) - 1
    transcripts = [(m + 1) * 2 * 61 * 61 for m in (value - 1, value)]
    assert transcripts[0] < 2**30 <= transcripts[1]
    assert "2^30" in how
    value, _ = prove(stated, question, setting(p=1, m=1, resource="H"))
    assert (2 * 2 * 61 * 61) ** (value - 1) < 2**30 <= (2 * 2 * 61 * 61) ** value


def test_disjointness_needs_its_encoding():
    for M, N in ((61, 61), (62, 60)):
        question = computation_question("match", order=3, M=M, N=N)
        with pytest.raises(RejectionError, match="needs match of order 3"):
            prove(cost_evidence("disjointness", n=30, read_out={"kind": "any"}), question, setting())
    with pytest.raises(RejectionError):
        question = computation_question("match", order=2, M=62, N=61)
        prove(cost_evidence("disjointness", n=30, read_out={"kind": "any"}), question, setting())


def test_counting_of_averages():
    question = averaging_question(64, 4)
    value, _ = prove(cost_evidence("counting", error="1/5"), question, setting_with_error(Fraction(1, 5)))
    needed = comb(63, 4) + 2 * comb(63, 3)
    assert 2 ** (value - 1) * value * 2 < needed <= 2**value * (value + 1) * 2  # midrise, p = 1: m + 1 scores
    with pytest.raises(RejectionError, match="error below 1/q"):
        prove(cost_evidence("counting", error="1/4"), question, setting_with_error(Fraction(1, 4)))


def test_disjointness_is_asked_at_the_public_token():
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30, read_out={"kind": "any"})
    assert prove(stated, at_position(question, 0), setting(p=1)) == prove(stated, question, setting(p=1))
    with pytest.raises(RejectionError, match="first position"):
        prove(stated, at_position(question, 1), setting(p=1))


def test_huge_sizes_take_no_time():
    question = computation_question("match", order=3, M=62, N=61)
    stated = cost_evidence("disjointness", n=30, read_out={"kind": "any"})
    huge = 10**1000
    assert prove(stated, question, setting(p=4096, heads=huge, dv=huge))[0] == 0
    value, _ = prove(stated | {"n": 2}, question, setting(p=1, m=huge, resource="H", dv=huge))
    assert value == 1
    with pytest.raises(MalformedError, match="entries to choose from"):
        prove(evidence(equality(3), [1]), equality(3), setting(m=huge, resource="H"))


def test_masked_answers_refute_less():
    """EQ on three symbols, asked at the second position only, is as hard; asked at none of the two, it is nothing."""
    words = list(product(range(3), repeat=2))
    question = listed(3, 2, [((x, y), (int(x == y), 0)) for x, y in words])
    assert prove(evidence(question, [0]), at_position(question, 0), setting())[0] == 1
    with pytest.raises(RejectionError, match="not refuted"):
        prove(evidence(question, [0]), at_position(question, 1), setting())


def setting_with_error(error):
    return Setting("m", UnitClass("FIXED", 1, "midrise"), None, 1, 2, 1, error, 1, "")
