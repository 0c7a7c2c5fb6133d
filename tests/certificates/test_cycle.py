"""The theorem on cycles: accepted where the oracle agrees, refused after every edit, never above a realisation."""

import itertools
import random

import numpy as np
import pytest

from drafted import checked
from exact_sign_rank import sign_rank
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Malformed
from headcount.solvers.sign_rank.cycles import best_cycle, eliminated, signs_of

EQ_4 = ("-+++", "+-++", "++-+", "+++-")
TWO = [[0, 0, 1], [1, 0, 1]]


def certificate(rows, members, value, *, null=True, of="columns", **claim):
    stated = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": value, **claim}
    stated["proof"] = {"rule": "theorem", "name": "cycle", "of": of, "members": [list(one) for one in members]}
    question = {"task": "pattern", "rows": list(rows), "null": null}
    return {"format": "headcount-certificate", "version": 3, "question": question, "claims": [stated]}


def accepted(rows, members, value, **more):
    return isinstance(check(certificate(rows, members, value, **more)), Accepted)


def turned(rows):
    return ["".join(column) for column in zip(*rows, strict=True)]


def random_pattern(rng, rows, columns, letters="+-+-+-*0"):
    return ["".join(rng.choice(letters) for _ in range(columns)) for _ in range(rows)]


def test_four_columns_by_hand():
    members = [(1, 0, 1, 2), (0, 0, 1, 2), (2, 0, 1, 2), (3, 0, 1, 2)]  # +-+, -++ = +--, ++-, +++
    assert accepted(EQ_4, members, 3)
    assert not accepted(EQ_4, members, 4)
    assert accepted(EQ_4, members, 3, of="rows")
    assert accepted(EQ_4, members, 2, null=False)
    assert not accepted(EQ_4, members, 3, null=False)


def test_without_a_null_token_the_row_of_plus_may_be_used():
    rows = ["+-"]
    assert accepted(rows, [[0, 0, 1], [1, 0, 1]], 1, null=False)
    assert not accepted(rows, [[0, 0, 1], [1, 0, 1]], 1)


@pytest.mark.parametrize("members", [[], [[]], [[0, 0], [0, 0]], [[0, 0, 1], [1, 0]], [[0, 0, 1], [1, 0, -1]], [0, 1]])
def test_what_is_malformed(members):
    cert = certificate(["++", "+-"], [], 2)
    cert["claims"][0]["proof"]["members"] = members
    assert isinstance(check(cert), Malformed)


@pytest.mark.parametrize(
    "claim",
    [
        {"unit_class": "GRID(2, midrise, gap 1)"},
        {"side": "upper"},
        {"resource": "p", "m": 2},
        {"unit_class": "SOFTMAX"},
    ],
)
def test_of_other_quantities_it_says_nothing(claim):
    assert not accepted(["++", "+-"], TWO, 2, **claim)


def test_an_edit_of_a_cycle_is_refused():
    """A member dropped or doubled, or another row or column in its place, unless it shows the same signs."""
    rng = random.Random(3)
    for _ in range(12):
        rows = random_pattern(rng, 7, 7, "+-")
        found = best_cycle(signs_of(rows), rng)
        members = [list(one) for one in found.members]
        assert accepted(rows, members, found.size)
        for k in range(len(members)):
            assert not accepted(rows, members[:k] + members[k + 1 :], found.size)
            assert not accepted(rows, [*members, members[k]], found.size)
            r, *columns = members[k]
            for other in range(len(rows)):
                words = [[rows[i][c] for c in columns] for i in (r, other)]
                same = len({x == y for x, y in zip(*words, strict=True)}) == 1
                assert accepted(rows, [*members[:k], [other, *columns], *members[k + 1 :]], found.size) == same


def test_the_bound_never_exceeds_the_sign_rank():
    """Brute force over small patterns with stars and ties, from the columns and from the rows."""
    rng = random.Random(5)
    reached = 0
    for _ in range(250):
        rows = random_pattern(rng, rng.randint(1, 6), rng.randint(1, 5), rng.choice(["+-", "+-+-*", "+-0*"]))
        null = rng.random() < 0.5
        whole = rows if null else [*rows, "+" * len(rows[0])]
        truth = sign_rank(whole)
        for of, seen in (("columns", whole), ("rows", turned(whole))):
            found = best_cycle(signs_of(seen), rng)
            if found is not None:
                reached += found.size == truth
                assert found.size <= truth
                assert accepted(rows, found.members, found.size - (not null), null=null, of=of)
                assert not accepted(rows, found.members, found.size + 1 - (not null), null=null, of=of)
    assert reached > 200


def test_the_definition_by_brute_force():
    """All sets of members of tiny patterns: some cycle is accepted if and only if the elimination finds one."""
    rng = random.Random(8)
    yes = 0
    for _ in range(40):
        rows = random_pattern(rng, 3, 3, "+-+-*")
        for j in (1, 2):
            shown = [
                (r, *columns)
                for columns in itertools.combinations(range(3), j + 1)
                for r in range(3)
                if {rows[r][c] for c in columns} <= {"+", "-"}
            ]
            some = any(
                accepted(rows, chosen, j + 1)
                for size in range(1, len(shown) + 1)
                for chosen in itertools.combinations(shown, size)
            )
            assert some == (eliminated(signs_of(rows), j).cycle is not None)
            yes += some
    assert 10 < yes < 70


def hostile(d, patterns, seed):
    """Cycles of patterns that are nearly one that vectors of R^d have, and edits of them: none shows more than d.

    Returns how many were tried, and for how many patterns the cycles of their own show d.
    """
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    tried = tight = 0
    for _ in range(patterns):
        R, n = rng.randint(d + 2, 9), rng.randint(d + 2, 8)
        table = generator.normal(size=(R, d)) @ generator.normal(size=(d, n))
        rows = ["".join("*" if rng.random() < 0.1 else "+-"[int(x < 0)] for x in row) for row in table]
        own = best_cycle(signs_of(rows), rng)
        tight += own is not None and own.size == d
        assert own is None or own.size <= d
        for _ in range(20):
            wrong = [[*row] for row in rows]
            for _ in range(rng.randint(2, R * n)):
                wrong[rng.randrange(R)][rng.randrange(n)] = rng.choice("+-")
            found = eliminated(signs_of(["".join(row) for row in wrong]), d).cycle
            if found is not None:
                members = [list(one) for one in found.members]
                for _ in range(4):
                    tried += 1
                    assert not accepted(rows, members, d + 1)
                    member = rng.choice(members)
                    member[rng.randrange(len(member))] = rng.randrange(max(R, n))
    return tried, tight


@pytest.mark.parametrize("d", [1, 2, 3])
def test_hostile_cycles_on_patterns_that_vectors_have(d):
    tried, tight = hostile(d, 12, d)
    assert tried > 20
    assert tight >= 6 or d == 1


def test_the_draft_of_an_engine_is_elaborated():
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 2}
    evidence = {"kind": "cycle", "of": "columns", "members": TWO}
    question = {"task": "pattern", "rows": ["++", "+-"], "null": True}
    assert isinstance(checked({"question": question, "claims": [{**claim, "evidence": evidence}]}), Accepted)
    matrix = {"task": "communication", "of": "matrix", "rows": ["11", "10"]}
    sign = {"measure": "sign_rank", "side": "lower", "value": "2", "evidence": evidence}
    assert isinstance(checked({"question": matrix, "claims": [sign]}), Accepted)


if __name__ == "__main__":  # python test_cycle.py PATTERNS SEED
    import sys

    for width in (1, 2, 3, 4):
        print(f"d = {width}: {hostile(width, int(sys.argv[1]), int(sys.argv[2]))[0]} cycles, none accepted")
