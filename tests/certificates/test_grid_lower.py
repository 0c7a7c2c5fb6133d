"""Refutations of sizes of class GRID, against all tables of keys and queries gone through one by one."""

import json
import random
from fractions import Fraction
from itertools import combinations, product

import pytest

from headcount.certificates.evidence.selection.grid_lower import proved_no_pattern_unit, proved_no_shared_unit
from headcount.certificates.evidence.selection.key_placement import KeySearch, Lattice, OutOfTestsError, alike
from headcount.certificates.reading.node import Node
from headcount.certificates.shared_evidence import proved_by_shared_tables
from headcount.certificates.shared_heads import shared_problems
from headcount.certificates.statement.grid import GRIDS
from headcount.certificates.statement.selection import match2_question, pattern_question, qsa_question
from headcount.certificates.statement.sign_pattern import SignPattern
from headcount.certificates.statement.unit_class import UnitClass
from headcount.certificates.verdict import MalformedError, RejectionError

EXHAUST = {"kind": "grid-exhaustion", "tests": 100_000}


def grid(bits, name, gap=1):
    return UnitClass.parse(f"GRID({bits}, {name}, gap {gap})")


def row_fits(word, scores, threshold, gap):
    """The definition: class GRID, a threshold in halves."""
    return all(
        {"*": True, "0": s == threshold, "+": s >= threshold + gap, "-": s <= threshold - gap}[symbol]
        for symbol, s in zip(word, scores, strict=True)
    )


def exists_by_brute_force(pattern, values, width, gap):
    points = list(product(values, repeat=width))
    dot = {(a, b): sum(x * y for x, y in zip(a, b, strict=True)) for a in points for b in points}
    halves = [Fraction(k, 2) for k in range(-2 * max(dot.values()) - 9, 2 * max(dot.values()) + 10)]
    for keys in product(points, repeat=len(pattern.rows[0]) + pattern.null):

        def fits(word, keys=keys):
            for w in points:
                scores = [dot[w, key] for key in keys]
                thresholds = [scores.pop()] if pattern.null else halves
                if any(row_fits(word, scores, t, gap) for t in thresholds):
                    return True
            return False

        if all(fits(word) for word in pattern.rows):
            return True
    return False


def refuted(evidence, question, unit_class, width):
    try:
        return bool(proved_no_pattern_unit(Node(evidence, "evidence"), question, unit_class, width))
    except RejectionError:
        return False


@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("null", [True, False])
def test_exhaustion_agrees_with_all_tables_on_random_patterns(name, null):
    rng = random.Random(7)
    seen = set()
    for _ in range(8):
        rows = tuple("".join(rng.choice("-0+*-+") for _ in range(3)) for _ in range(3))
        pattern = SignPattern(rows, null=null)
        for bits, width, gap in ((1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 2, 2)):
            exists = exists_by_brute_force(pattern, GRIDS[name](bits), width, gap)
            assert refuted(EXHAUST, pattern_question(pattern), grid(bits, name, gap), width) == (not exists)
            if refuted({"kind": "grid-counting"}, pattern_question(pattern), grid(bits, name, gap), width):
                assert not exists
            seen.add(exists)
    assert seen == {True, False}


def shares_by_brute_force(positions, q, heads, combine, values, width, gap):
    points = list(product(values, repeat=width))
    families = set()
    for keys in product(points, repeat=positions):
        tops = set()
        for w in points:
            scores = [sum(a * b for a, b in zip(w, key, strict=True)) for key in keys]
            best = max(scores)
            if not any(best - gap < s < best for s in scores):
                tops.add(frozenset(j for j, s in enumerate(scores) if s == best))
        families.add(frozenset(tops))
    for chosen in product(families, repeat=heads):
        met = []
        for y in combinations(range(positions), q):
            met.append({
                tuple(map(len, parts))
                for parts in product(*chosen)
                if sorted(j for part in parts for j in part) == list(y)
            })  # fmt: skip
        if all(met) and (combine == "concat" or set.intersection(*met)):
            return True
    return False


@pytest.mark.parametrize("combine", ["sum", "concat"])
@pytest.mark.parametrize("name", GRIDS)
def test_shared_heads_agree_with_all_tables(name, combine):
    seen = set()
    for positions, q, heads, bits, width in [
        (3, 2, 2, 1, 1), (4, 2, 2, 1, 1), (4, 2, 2, 2, 1), (4, 3, 2, 1, 1), (4, 3, 2, 1, 2),
        (3, 3, 2, 1, 1), (4, 2, 1, 1, 2), (4, 2, 2, 1, 2), (3, 2, 2, 2, 1), (3, 2, 3, 1, 1),
    ]:  # fmt: skip
        exists = shares_by_brute_force(positions, q, heads, combine, GRIDS[name](bits), width, 1)
        node, of = Node(EXHAUST if heads <= q else {"kind": "grid-counting"}, "evidence"), grid(bits, name)
        try:
            answer = bool(proved_no_shared_unit(node, positions, q, combine, of, width, heads))
        except RejectionError:
            answer = False
        assert answer == (not exists)
        try:
            proved_no_shared_unit(Node({"kind": "grid-counting"}, "e"), positions, q, combine, of, width, heads)
            assert not exists
        except RejectionError:
            pass
        seen.add(exists)
    assert seen == {True, False}


def test_sum_and_concat_differ():
    """(4, 3) with one bit of two's complement: concat does it at m = 2, sum does not."""
    of = grid(1, "twos")
    assert "fails" in proved_no_shared_unit(Node(EXHAUST, "e"), 4, 3, "sum", of, 2, 2)
    with pytest.raises(RejectionError, match="width 2"):
        proved_no_shared_unit(Node(EXHAUST, "e"), 4, 3, "concat", of, 2, 2)


def test_fewer_positions_refute_more():
    evidence = {**EXHAUST, "positions": 5}
    assert refuted(evidence, qsa_question(40, 1), grid(1, "midrise"), 2)  # five keys, four corners of a square
    assert not refuted({**EXHAUST, "positions": 4}, qsa_question(40, 1), grid(1, "midrise"), 2)


@pytest.mark.parametrize("evidence", [{"kind": "grid-exhaustion", "tests": 3}, {"kind": "grid-exhaustion", "tests": 1}])
def test_an_unfinished_search_proves_nothing(evidence):
    with pytest.raises(RejectionError, match="tests"):
        proved_no_pattern_unit(Node(evidence, "e"), qsa_question(5, 1), grid(1, "midrise"), 2)


@pytest.mark.parametrize(
    ("evidence", "size", "width"),
    [
        ({"kind": "grid-exhaustion", "tests": 10**9}, 5, 2),
        ({"kind": "grid-exhaustion", "tests": 5_000_000, "positions": 400}, 500, 2),
        ({"kind": "grid-exhaustion", "tests": 100}, 5, 13),
        ({"kind": "nonsense"}, 5, 2),
        ({"kind": "grid-counting", "tests": 1}, 5, 2),
    ],
)
def test_limits(evidence, size, width):
    with pytest.raises(MalformedError):
        proved_no_pattern_unit(Node(evidence, "e"), qsa_question(size, 1), grid(1, "midrise"), width)


def test_counting():
    count = Node({"kind": "grid-counting"}, "e")
    assert "35 rows" in proved_no_pattern_unit(count, qsa_question(7, 3), grid(1, "midrise"), 5)
    with pytest.raises(RejectionError, match="suffice"):
        proved_no_pattern_unit(count, qsa_question(7, 3), grid(1, "midrise"), 6)
    assert proved_no_pattern_unit(count, match2_question(5), grid(1, "twos"), 2)
    with pytest.raises(RejectionError):
        proved_no_pattern_unit(count, match2_question(4), grid(1, "twos"), 2)
    assert proved_no_pattern_unit(count, qsa_question(10**9, 10**8), grid(8, "twos"), 1000)
    assert proved_no_shared_unit(count, 7, 3, "sum", grid(1, "twos"), 1, 3)
    staircase = SignPattern(("+---", "++--", "+++-"), null=False)  # one query, three thresholds
    with pytest.raises(RejectionError):
        proved_no_pattern_unit(count, pattern_question(staircase), grid(1, "twos"), 0)


def test_alike_columns():
    assert alike([((word,),) for word in match2_question(5).pattern.rows]) == (0,) * 5
    assert alike([(("0+-",),), (("0-+",),)]) == (0, 1, 1)


def test_a_search_stops_at_its_limit():
    rows = shared_problems(6, 2, 1, "sum")[0]
    search = KeySearch(rows, Lattice("midrise", 2, 3), 1, 50)
    with pytest.raises(OutOfTestsError):
        search.run()
    assert search.tests == 51


def by_hand():
    """(3, 2), one head picks one of the two, the other the other."""
    return {
        "kind": "shared-tables",
        "heads": [
            # {0,1}, {0,2}, {1,2}: head 0 takes 0, 0, 1; head 1 takes 1, 2, 2
            {"queries": [[1, 1], [1, 1], [-1, -1]], "keys": [[1, 1], [-1, -1], [1, -1]]},
            {"queries": [[-1, -1], [1, 1], [1, 1]], "keys": [[1, -1], [-1, -1], [1, 1]]},
        ],
    }


def test_shared_tables():
    size = proved_by_shared_tables(Node(by_hand(), "e"), 3, 2, "sum", grid(1, "midrise", 2))
    assert (size.m, size.heads) == (2, 2)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda e: e["heads"][0]["queries"].__setitem__(0, [-1, -1]), "parts-wrong"),
        (lambda e: e["heads"][0]["keys"].__setitem__(0, [3, 1]), "grid-exceeded"),
        (lambda e: e["heads"][0]["queries"].pop(), "table-wrong-shape"),
        (lambda e: e["heads"].pop(), "parts-wrong"),
    ],
)
def test_wrong_shared_tables(edit, code):
    evidence = json.loads(json.dumps(by_hand()))
    edit(evidence)
    with pytest.raises(RejectionError) as caught:
        proved_by_shared_tables(Node(evidence, "e"), 3, 2, "concat", grid(1, "midrise"))
    assert caught.value.verdict.code == code


def test_shared_tables_keep_the_gap():
    with pytest.raises(RejectionError) as caught:
        proved_by_shared_tables(Node(by_hand(), "e"), 3, 2, "sum", grid(1, "midrise", 3))
    assert caught.value.verdict.code == "gap-missed"
