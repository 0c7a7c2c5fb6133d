"""Exported refutations: all that we have are replayed strictly, and variables mean what their comments say."""

import itertools
import json
import random
from contextlib import suppress

import pytest

import proved
import strict_lrat
from headcount.certificates.book import Book
from headcount.certificates.claims import Claim
from headcount.certificates.clauses import SYSTEMS as FORMS
from headcount.certificates.meter import UNLIMITED, Meter
from headcount.certificates.refuse import Refused
from headcount.certificates.rules import RULES
from headcount.show.export.clauses import MAX_KEYS, SYSTEMS
from headcount.show.export.refutation import lrat_lines, strict
from headcount.show.export.rules import exported
from headcount.show.export.stated_claim import StatedClaim, stated_claims
from headcount.show.export.trees import resolution

SEARCHED = "theorem: columns independent"


def refutations(claim):
    """The texts of a claim's refutations and proofs."""
    texts = {file.name: file.content for file in exported(claim).files}
    return [(texts[name], texts[name.replace(".cnf", ".lrat")]) for name in texts if name.endswith(".cnf")]


def require_strict(claim, cnf, lrat):
    """A strict program accepts the proof, and the comments say what there is."""
    assert strict_lrat.replay(cnf, lrat) >= 1
    comments, clauses, _ = strict_lrat.read_dimacs(cnf)
    assert comments["headcount"] == ["refutation 2"]
    assert json.loads(comments["question"][0]) == claim.question
    assert json.loads(comments["claim"][0]) == claim.claim
    assert "system" in json.loads(comments["supposed"][0])
    assert json.loads(comments["means"][0])
    said = strict_lrat.labels(cnf, "variable")
    assert {abs(literal) for clause in clauses for literal in clause} == set(said)
    assert list(strict_lrat.labels(cnf, "clause")) == list(range(1, len(clauses) + 1))


def test_every_refutation_of_the_corpora_is_replayed_strictly():
    kinds = {}
    for kind, claims in proved.claims().items():
        for claim in claims:
            if kind.startswith(("clauses", "tree")) or (kind == SEARCHED and claim.proof["k"] < 7):
                assert "refutations" in exported(claim).by or not kind.startswith("clauses")
                for cnf, lrat in refutations(claim):
                    require_strict(claim, cnf, lrat)
                    kinds[kind] = kinds.get(kind, 0) + 1
    assert set(kinds) == {*(f"clauses: {system}" for system in FORMS), "tree: shattered", "tree: rectangles", SEARCHED}
    assert sum(kinds.values()) > 60


@pytest.mark.slow
def test_every_refutation_of_the_ledger_is_replayed_strictly():
    replayed = 0
    for _, certificate in proved.refuting():
        for claim in stated_claims(certificate):
            if claim.kind.startswith(("clauses", "tree", SEARCHED)):
                for cnf, lrat in refutations(claim):
                    require_strict(claim, cnf, lrat)
                    replayed += 1
    assert replayed > 290


def stated(question, claim, proof):
    """A claim that nobody has checked."""
    value = {
        **claim,
        "question": question,
        "proof": {"rule": "clauses", **proof, "given": [["some", []]], "lemmas": []},
    }
    read = Book(Meter(UNLIMITED), RULES).stated(value, "claim")
    assert isinstance(read, Claim)
    return StatedClaim(0, value, question, read, ())


def systems(claim):
    """The system of a claim, and what its variables say."""
    form, _ = FORMS[claim.proof["system"]]
    for _, system, _, _, says in SYSTEMS[claim.proof["system"]](form.read(claim.fields, "proof", claim.meter), claim):
        yield system, says


def clauses(system, numbers):
    """All clauses that the system makes of these numbers, by schema."""
    for schema, count in system.schemas.items():
        for chosen in itertools.product(numbers, repeat=count if count >= 0 else ~count):
            with suppress(Refused):
                yield schema, getattr(system, schema)(*chosen)


def measure(name, side, value):
    return {"measure": name, "side": side, "value": value}


def matrix(rows):
    return {"task": "communication", "of": "matrix", "rows": rows}


def test_an_object_satisfies_the_clauses_about_it(rotating_seed):
    """For an object that exists the comments give each variable a value, with which all clauses are true."""
    chance, made = random.Random(rotating_seed), set()
    for _ in range(30):
        inside = [
            (
                sorted(chance.sample(range(3), chance.randint(1, 3))),
                sorted(chance.sample(range(3), chance.randint(1, 3))),
            )
            for _ in range(2)
        ]
        held = [[k for k, (a, b) in enumerate(inside) if r in a and c in b] for c in range(3) for r in range(3)]
        cells = [[held[3 * c + r] for c in range(3)] for r in range(3)]
        rows = ["".join("1" if cell else "0" for cell in line) for line in cells]
        cover = stated(matrix(rows), measure("cover1", "lower", "9"), {"system": "rectangles", "slots": 2})

        def in_cover(says, inside=inside, cells=cells):
            rows_of, columns_of = inside[says["slot"]]
            if "holds" in says:
                r, c = says["holds"]
                return says["slot"] in cells[r][c]
            return says["row"] in rows_of if "row" in says else says["column"] in columns_of

        messages = stated(matrix(rows), measure("one_way_ab", "lower", "9"), {"system": "colouring", "bits": 2})
        kinds = list(dict.fromkeys(rows))
        order = chance.sample(range(3), 3)
        lists = [sorted({j for i, j in zip(order[1:], order, strict=False) if i == k} | {k}) for k in range(3)]
        pattern = {"task": "sparse-pattern", "n": 3, "layers": [{"name": "lists", "lists": lists}]}
        path = stated(pattern, {"claim": "no-path"}, {"system": "order"})
        cases = [
            (cover, in_cover),
            (messages, lambda says, kinds=kinds, rows=rows: kinds.index(rows[says["row"]]) == says["message"]),
            (path, lambda says, order=order: order[says["place"]] == says["position"]),
        ]
        for claim, true in cases:
            for system, says in systems(claim):
                for schema, clause in clauses(system, range(4)):
                    assert any(true(says(abs(x))) == (x > 0) for x in clause), (schema, clause)
                    made.add(schema)
    assert made >= {"zero", "inside", "some", "apart", "place", "position", "step"}


def test_signs_of_vectors_satisfy_the_clauses_about_them():
    """The dependency 1, -2, 1 of columns (0, 1), (1, 1), (2, 1), and the signs of their determinants."""
    keys, queries = [(0, 1), (1, 1), (2, 1)], list(itertools.product((-2, -1, 1, 2), (-1, 3)))
    rows = ["".join("-0+"[1 + (x > 0) - (x < 0)] for k in keys for x in [q[0] * k[0] + q[1] * k[1]]) for q in queries]
    question = {"task": "pattern", "rows": rows, "null": True}
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 3}
    dependency = stated(question, claim, {"system": "dependency", "of": "columns", "set": [0, 1, 2]})
    signs = {0: 1, 1: -1, 2: 1}
    ((system, says),) = systems(dependency)
    literals, found = [x for v in range(1, 7) for x in (v, -v)], 0
    for r, clause in itertools.product(range(len(rows)), itertools.combinations(literals, 3)):
        made = None
        with suppress(Refused):  # most clauses do not follow
            made = system.row(r, *clause)
        if made is None:
            continue
        found += 1
        truth = {v: signs[next(iter(says(v).values()))] * (1 if "positive" in says(v) else -1) > 0 for v in range(1, 7)}
        assert any(truth[abs(x)] == (x > 0) for x in made)
    assert found > 20


def test_symmetric_keys_of_large_sizes_are_not_exported():
    proof = {"rule": "theorem", "name": "columns independent", "k": MAX_KEYS + 1}
    claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": MAX_KEYS, "proof": proof}
    (large,) = stated_claims({"question": {"task": "qsa", "N": 1000, "q": 20}, "claims": [claim]})
    assert "closed form" in exported(large).by["not exported"]


def test_trees_become_resolutions(rotating_seed):
    """Random trees of splits over six variables, whose leaves need only some of their literals."""
    chance = random.Random(rotating_seed)
    for _ in range(100):
        leaves, given = [], []
        waiting = [()]
        while waiting:
            path = waiting.pop()
            if len(path) == 6 or (path and chance.random() < 0.3):
                clause = tuple(-x for x in path if chance.random() < 0.8)
                given.append(clause)
                leaves.append((path, len(given) - 1, clause))
                continue
            v = chance.choice([v for v in range(1, 7) if v not in map(abs, path)])
            waiting += [(*path, -v), (*path, v)]
        cnf = f"p cnf 6 {len(given)}\n" + "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in given)
        assert strict_lrat.replay(cnf, "".join(lrat_lines(given, resolution(leaves, len(given)))))


def test_a_clause_with_a_literal_and_its_negation_moves_the_numbers():
    given = [(1, 2, -1), (1,), (-1, 2), (-2,)]
    assert strict(given[0]) is None
    assert list(lrat_lines(given, [((2,), (1, 2)), ((), (4, 3))])) == ["4 2 0 1 2 0\n", "5 0 4 3 0\n"]


def test_a_literal_or_a_hint_that_stands_twice_is_left_out():
    plain = list(lrat_lines([(1, 2), (-1,), (-2,)], [((2,), (0, 1)), ((), (3, 2))]))
    twice = [((1, 2, 1), (-1, -1), (-2,)), [((2, 2), (0, 0, 1, 1)), ((5, -5), ()), ((), (3, 3, 2, 0)), ((1,), (0,))]]
    assert list(lrat_lines(*twice)) == plain


def test_a_proof_that_was_never_checked_is_refused():
    with pytest.raises(ValueError, match="does not follow from its hints"):
        list(lrat_lines([(1, 2)], [((), (0,))]))
