"""Schemas under hostile numbers are true of random objects; no false claim about a tiny statement is accepted."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import corpora
from asking import proves
from clause_objects import OBJECTS
from headcount.certificates.schema import Record
from headcount.certificates.systems.chirotope import Chirotope
from headcount.certificates.systems.order import Order
from headcount.certificates.systems.protocols import Colouring
from headcount.certificates.systems.rectangles import Rectangles
from made_clauses import METER, Found, made
from refutation_attack import FAMILIES, attack
from statement_judge import statements
from tiny_sign_ranks import dependent


@pytest.mark.parametrize("make", OBJECTS, ids=lambda make: make.__name__)
def test_clauses_are_true_of_random_objects(make: Callable[[Random, Found], None]) -> None:
    found: Found = Counter()
    for seed in range(120):
        make(Random(seed), found)
    assert found["made"] > 50 and found["refused"] > 50, found
    assert not found["FALSE"], found


@pytest.mark.parametrize("name", FAMILIES)
def test_no_false_claim_is_accepted(name: str) -> None:
    found: Counter[str] = Counter()
    attack(name, Random(7), 10, 30, found)
    assert not found["FALSE"], found
    assert found["other"] >= 3 and found["provable"] >= 3, found
    assert found["power"] >= 0.9 * found["provable"], found


SIZE = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 2}
THREE = ["+--", "-+-", "--+"]


def shown(question: Any, claim: Any) -> Any:
    """The proof that there is for three columns of which each row selects one."""
    rows = (*question["rows"], "+++") if not question["null"] else tuple(question["rows"])
    return {"rule": "clauses", "system": "dependency", "of": "columns", **dependent(rows, (0, 1, 2))}


def test_the_added_row_counts_once() -> None:
    affine = {"task": "pattern", "rows": ["+00", "0+0", "00+"], "null": False}
    blank = {**affine, "null": True}
    for question, m in ((affine, 2), (blank, 3)):
        proof = shown(question, None)
        assert proves({**SIZE, "value": m, "proof": proof}, question)
        assert not proves({**SIZE, "value": m + 1, "proof": proof}, question)


def test_only_what_the_system_speaks_of_is_bounded() -> None:
    rows = {"task": "pattern", "rows": THREE, "null": False}
    proof = shown(rows, None)
    assert proves({**SIZE, "proof": proof}, rows)
    near = {"task": "scored", "score": "euclidean", "of": {"task": "pattern", "rows": THREE, "null": False}}
    cosine = {**near, "score": "cosine"}
    grid = {"unit_class": "GRID(2, midrise, gap 1)"}
    fewer_bits = {"resource": "p", "m": 4, "unit_class": "GRID(p, midrise, gap 1)"}
    for question, changed in (
        (near, {}),  # one coordinate is enough: three points on a line
        (cosine, {}),
        (rows, {"side": "upper"}),
        (rows, grid),
        (rows, fewer_bits),
        ({"task": "shared", "N": 3, "q": 2, "heads": 2, "combine": "sum"}, grid),
        (
            {"task": "attention-matrix", "L": 3, "ratio": "1", "zero": "-1", "rows": [[[0, 1]], [[1, 1]], [[2, 1]]]},
            {"unit_class": "SOFTMAX"},
        ),
        ({"task": "permutation-matrix", "L": 3}, {"unit_class": "SOFTMAX"}),
        ({"task": "averaging", "N": 3, "q": 1}, {"unit_class": "SOFTMAX", "error": "1/4"}),
        ({"task": "match", "order": 3, "M": 3}, {}),
    ):
        assert not proves({**SIZE, **changed, "proof": proof}, question), (question, changed)
    matrix = {"task": "communication", "of": "matrix", "rows": ["10", "11"]}
    signs = {"rule": "clauses", "system": "dependency", "of": "columns", **dependent(("+-", "++"), (0, 1))}
    assert proves({"measure": "sign_rank", "side": "lower", "value": "2", "proof": signs}, matrix)
    for measure in ("rank_q", "D", "cover1", "fooling1", "vc_rows"):
        assert not proves({"measure": measure, "side": "lower", "value": "1", "proof": signs}, matrix)


def test_proofs_do_not_pass_to_other_quantities() -> None:
    """Every proof that the corpora hold, on claims of other measures, facts and sides."""
    tried = 0
    for where, certificate in corpora.accepted().items():
        for question, new in statements(certificate):
            if new["proof"].get("system") not in ("colouring", "splits", "fooling", "rectangles", "order"):
                continue
            if question["task"] == "sparse-pattern":
                for fact in ("path", "self-attending", "hops-infinite"):
                    assert not proves({"claim": fact, "proof": new["proof"]}, question)
                continue
            turned = {"lower": "upper", "upper": "lower"}[new["side"]]
            assert not proves({**new, "side": turned}, question)
            alike = ("cover1", "partition1") if new["measure"][:5] in ("cover", "parti") else (new["measure"],)
            for measure in ("D", "one_way_ab", "cover1", "partition1", "fooling1", "rank_q", "vc_rows", "sign_rank"):
                if measure not in alike:
                    tried += 1
                    assert not proves({**new, "measure": measure}, question), (where, measure)
    assert tried > 50


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_last_place_has_no_step(n: int) -> None:
    lists = Record("lists", {"lists": ((),) * n})
    system = Order(Record("sparse-pattern", {"n": n, "layers": (lists,)}), METER)
    for v in range(-1, n + 1):
        for u in range(-1, n + 1):
            assert made(system, "step", [n - 1, v, u]) is None
            assert made(system, "step", [-1, v, u]) is None


def test_sizes_at_the_ends() -> None:
    for d in (0, 4):
        proof = {"rule": "clauses", "system": "chirotope", "of": "columns", "dimension": d, "uniform": True,
                 "sets": [[0, 1, 2]], "given": [["choice", [1]]], "lemmas": []}  # fmt: skip
        claim = {**SIZE, "value": max(d, 1), "proof": proof}
        assert not proves(claim, {"task": "pattern", "rows": THREE, "null": True})
    whole = Chirotope(("+-+",), 3, True, [(0, 1, 2)], (), METER)  # all columns: one set, no identity
    assert made(whole, "choice", [-1]) == (-1,) and made(whole, "cramer", [0, 0, 1, 2]) is None
    none = Rectangles(("01",), 0, [], False, METER)
    assert made(none, "some", [0, 1]) == () and made(none, "some", [0, 0]) is None
    assert made(Colouring(("01", "10"), 1, [0, 1], METER), "pin", [1]) == ()


def test_what_is_missing_is_refused() -> None:
    system = Chirotope(("+*-", "*++"), 1, True, [(0,), (1,), (2,)], (), METER)
    assert made(system, "choice", []) is None  # an empty clause would be a contradiction
    whole = [0, 0, 0, 0, 2, 0, 1, 1]
    assert all(made(system, "product", whole[:k]) is None for k in range(len(whole) + 1))
    assert all(made(system, "lex", [0, 1, 2, 1, 1, 1, 1][:k]) is None for k in range(8))
    assert all(
        made(system, name, [9] * k) is None for name in ("cramer", "plucker", "product", "lex") for k in range(9)
    )


def test_a_file_chooses_once() -> None:
    system = Chirotope(("+*", "*+"), 1, True, [(0,), (1,)], (), METER)
    assert made(system, "choice", [2]) == (2,)
    assert made(system, "choice", [1]) is None and made(system, "choice", [2]) == (2,)
    assert made(system, "lex", [1, 0, 1, 1, 1, -1, 2]) is None


@pytest.mark.parametrize(
    "change",
    [
        {"given": []},
        {"lemmas": [[[], []]]},
        {"lemmas": [[[0], [0]]]},
        {"lemmas": [[[], [99]]]},
        {"lemmas": [[[], [-1]]]},
        {"given": [["nonzero", []]]},
        {"given": [["__init__", [0]]]},
        {"given": [["if_false", [1]]]},
        {"given": [["nonzero", [1]]]},
        {"given": [["exclusive", []]]},
        {"given": [["row"]], "lemmas": []},
        {"set": []},
        {"set": [0, 0]},
        {"of": "lines"},
    ],
)
def test_what_is_no_refutation(change: dict[str, Any]) -> None:
    question = {"task": "pattern", "rows": THREE, "null": False}
    proof = {**shown(question, None), **change}
    assert not proves({**SIZE, "proof": proof}, question)
