"""Every kind of lower bound against every kind of upper bound: shared parts, averages, and tiny computations.

As ``test_lower_against_upper.py``, for questions about several heads and about outputs.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

import crossing_ends as ends
import tiny_evidence as tiny
from headcount.questions.finite_task import FiniteTask
from headcount.questions.grid import GRIDS
from headcount.questions.least_size import LeastSize, least_size
from headcount.questions.outputs import Averages, Computation
from headcount.questions.scope import Scope
from headcount.questions.selection import SparseAveraging
from headcount.questions.separation import Separation
from headcount.questions.shared_averaging import SharedAveraging
from headcount.questions.unit_class import UnitClass
from headcount.solvers.units.fixed_case_search import Refuted, key_order
from headcount.solvers.units.fixed_case_search import search_cases as search_units
from headcount.solvers.units.fixed_tables import FixedTables
from headcount.solvers.units.fixed_units import FixedUnits


@pytest.mark.parametrize("combine", ["sum", "concat"])
def test_shared(combine):
    for N in (1, 2, 3, 4):
        for q in range(1, N + 1):
            for heads in range(1, min(q, 2) + 1):
                question = SharedAveraging(N, q, heads, combine)
                for p, grid, gap in ends.GRID_CLASSES:
                    found = [
                        tiny.shared_tables(question, tuple(GRIDS[grid](p)), m, gap) for m in range(3) if p * m * N <= 8
                    ]
                    quantity = least_size(question, unit_class=f"GRID({p}, {grid}, gap {gap})")
                    by_cases = filter(None, (ends.keys_by_cases(question, p, grid, gap, m) for m in range(2)))
                    ends.crossing(quantity, [{"kind": "counting"}, *by_cases], [e for e in found if e])
                for grid, m in product(GRIDS, (0, 1)):
                    at = {
                        p: tiny.shared_tables(question, tuple(GRIDS[grid](p)), m, 1) for p in (1, 2) if p * m * N <= 8
                    }
                    quantity = least_size(question, "p", f"GRID(p, {grid}, gap 1)", m=m)
                    ends.crossing(quantity, [{"kind": "counting"}], lambda p, at=at: [at[p]] if at.get(p) else [])


@pytest.mark.parametrize("N", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_averages(N):
    counting = [{"kind": "protocol-cost", "argument": "counting"}]
    for q, p, grid in product(range(1, N + 1), (1, 2), GRIDS):
        numbers = tuple(GRIDS[grid](p))
        tried = [tiny.averaging_heads(Averages(N, q), numbers, m, tiny.fixed(p)) for m in (0, 1) if p * m * N <= 6]
        for error in (Fraction(0), Fraction(1, q) - Fraction(1, 100), *(found[0] for found in tried if found)):
            found = [evidence for _, evidence in filter(None, tried)]
            lowers = [*counting, *separations(N, q, p, grid)]
            ends.crossing(least_size(Averages(N, q), unit_class=f"FIXED({p}, {grid})", error=error), lowers, found)
            for m in (0, 1):
                size = least_size(Averages(N, q), "p", f"FIXED(p, {grid})", m=m, error=error)
                lowers = [*counting, *separations(N, q, p, grid, m)]
                ends.crossing(size, lowers, lambda value, p=p, found=found: found if value == p else [])
                heads = least_size(Averages(N, q), "H", f"FIXED({p}, {grid})", m=m, error=error)
                ends.crossing(heads, counting, found)
        best = tiny.averaging_heads(Averages(N, q), (-1, 0, 1), 1, tiny.saturated) if N <= 3 else None
        if best:
            lowers = list(separations(N, q, 1, "twos"))
            ends.crossing(least_size(Averages(N, q), unit_class="SATURATED", error=best[0]), lowers, [best[1]])


@cache
def separations(N: int, q: int, p: int, grid: str, m: int | None = None):
    """Evidence ``separation`` by every bound of scores that it might rest on, of m or, with a width, of p."""
    found = []
    for question in (SparseAveraging(N, q), Separation(N, q, q)):
        real = least_size(question)
        symmetric = [{"kind": "symmetric", "size": size} for size in range(N + 1)]
        low = ends.greatest(real, symmetric)
        found += [
            in_place(real, low, evidence) for evidence in symmetric if ends.accepted(real, "lower", low, evidence)
        ]
        for gap in range(1, 5):
            if m is None:
                scores = least_size(question, unit_class=f"GRID({p}, {grid}, gap {gap})")
                refuted = {width + 1: ends.keys_by_cases(question, p, grid, gap, width) for width in range(3)}
            else:
                scores = least_size(question, "p", f"GRID(p, {grid}, gap {gap})", m=m)
                refuted = {bits + 1: ends.keys_by_cases(question, bits, grid, gap, m) for bits in (1, 2)}
            found += [in_place(scores, value, evidence) for value, evidence in refuted.items() if evidence]
    return tuple(found)


def in_place(quantity: LeastSize, value: int, evidence):
    """The evidence that rests on this bound, stated and proved in place."""
    stated = {"question": quantity.question.to_json(), **quantity.to_json(), "side": "lower", "value": value}
    return {"kind": "separation", "of": {**stated, "evidence": evidence}}


@pytest.mark.parametrize(
    ("N", "base"), [(2, "3/2"), (3, "2"), (3, "5/4"), pytest.param(4, "2", marks=pytest.mark.slow)]
)
def test_averages_by_real_softmax(N, base):
    """The best error of all tables over a few numbers, against what an error asks of the scores."""
    least, best = Fraction(base), {}
    weigh = lambda scores: [least ** (s - min(scores)) for s in scores]  # noqa: E731
    for q, m in product(range(1, N + 1), (0, 1)):
        error, evidence = tiny.averaging_heads(Averages(N, q), (-2, -1, 0, 1, 2)[: 5 if N < 4 else 4], m, weigh)
        best[q, m] = error
        size = least_size(Averages(N, q), unit_class="SOFTMAX", error=error)
        lowers = [*separations(N, q, 1, "midrise"), {"kind": "centre"}, {"kind": "crossings"}]
        ends.crossing(size, lowers, [{**evidence, "base": base}])
    assert best[N, 0] == 0 and best[1, 1] < best[1, 0]


def listed(length: int, position: int | None):
    """All tables of a length over two symbols with answers 0 and 1, at one position or at all."""
    words = list(product((0, 1), repeat=length))
    asked = length if position is None else 1
    for code in product((0, 1), repeat=len(words) * asked):
        rows = [code[k * asked : (k + 1) * asked] for k in range(len(words))]
        wanted = [
            tuple(row) if position is None else tuple(row[0] if i == position else None for i in range(length))
            for row in rows
        ]
        task = FiniteTask(
            "table", (("alphabet", 2), ("length", length)), tuple(zip(words, wanted, strict=True)), position
        )
        yield Computation(task)


def units(question: Computation, weights: str, bits: int, numbers, m: int, threshold: bool):
    """All units of one head, width m and dv = 1, with tables by token and, if it is there, a null token."""
    for null in (False, True):
        rows = list(product(numbers, repeat=m))
        for queries, keys in product(product(rows, repeat=2), product(rows, repeat=2 + null)):
            for values in product(numbers, repeat=2 + null):
                head = {
                    "queries": {"by": "token", "rows": [list(v) for v in queries]},
                    "keys": [{"by": "token", "rows": [list(v) for v in keys[:2]]}],
                    "values": [{"by": "token", "rows": [[v] for v in values[:2]]}],
                    "null_keys": [list(v) for v in keys[2:]],
                    "null_values": [[v] for v in values[2:]],
                }
                layer = {
                    "weights": weights,
                    "bits": bits,
                    "combine": "sum",
                    "order": 2,
                    "monomials": [[0, 1]],
                    "heads": [head],
                }
                unit = {"alphabet": 2, "layers": [layer], "read_outs": []}
                for at in ("0", "1/2", "-1/2") if threshold else (None,):
                    yield {"kind": "unit", "unit": unit, **({"at": at} if threshold else {})}


@pytest.mark.parametrize(
    ("length", "position", "step"), [(1, None, 1), (2, 0, 5), pytest.param(2, 0, 1, marks=pytest.mark.slow)]
)
def test_computations(length, position, step):
    disjointness = [{"kind": "protocol-cost", "argument": "disjointness", "n": n} for n in (1, 2)]
    counting = {"kind": "protocol-cost", "argument": "counting"}
    for question in list(listed(length, position))[::step]:
        for read_out in ("any", "threshold"):
            for p, grid in ((1, "twos"), (1, "midrise")):
                found = list(units(question, "fixed", p, tuple(GRIDS[grid](p)), 0, read_out == "threshold"))
                quantity = least_size(question, unit_class=f"FIXED({p}, {grid})", read_out=read_out)
                ends.crossing(quantity, [*disjointness, counting], found)
            size = least_size(question, unit_class="SATURATED", read_out=read_out)
            ends.crossing(size, [], list(units(question, "saturated", 0, (0, 1), 0, read_out == "threshold")))


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_units_by_cases(step):
    """Class FIXED, tables by token, with and without a null token; also where p or H is asked for."""
    for question, null, read_out in product(list(listed(2, 0))[::step], (False, True), ("any", "threshold")):
        scope = Scope(null=null, tables="token", combine="sum")
        for grid in GRIDS:
            at = {p: units_of(question, p, grid, null, read_out) for p in (1, 2)}
            for p in (1, 2):
                proofs = {m: unit_cases(question, p, grid, m, read_out, scope) for m in (0, 1)[: 3 - p]}
                size = least_size(question, unit_class=f"FIXED({p}, {grid})", read_out=read_out, scope=scope)
                ends.crossing(size, [cases({m: proof}) for m, proof in proofs.items() if proof], at[p])
            proof = unit_cases(question, 1, grid, 1, read_out, scope)  # m = dv = 1, for values as wide as queries
            size = least_size(question, unit_class=f"FIXED(1, {grid})", dv=None, read_out=read_out, scope=scope)
            low, _ = ends.crossing(size, [cases({1: proof})] if proof else [], at[1])
            assert low == 1 + bool(proof)
            proofs = {p: unit_cases(question, p, grid, 0, read_out, scope) for p in (1, 2)}
            lowers = [cases({1: proofs[1]})] if proofs[1] else []
            lowers += [cases(proofs)] if all(proofs.values()) else []
            size = least_size(question, "p", f"FIXED(p, {grid})", m=0, read_out=read_out, scope=scope)
            ends.crossing(size, lowers, lambda p, at=at: at.get(p, []))
            size = LeastSize(question, "H", UnitClass("FIXED", 1, grid), 0, None, read_out=read_out, scope=scope)
            ends.crossing(size, lowers[:1], at[1])


def units_of(question, p, grid, null, read_out):
    numbers = tuple(GRIDS[grid](p))
    found = units(question, "fixed", p, numbers, 0, read_out == "threshold")
    return [e for e in found if null or not e["unit"]["layers"][0]["heads"][0]["null_keys"]][:200]


def unit_cases(question, p, grid, m, read_out, scope):
    units = FixedUnits(question.of, p, grid, m, 1, 1, read_out, scope.combine, scope.null, scope.tables)
    tables = FixedTables(units)
    proof = search_units(tables, key_order(tables))
    return proof if isinstance(proof, Refuted) else None


def cases(proofs):
    refuted = [{"size": size, "symmetries": proof.symmetries, "tree": proof.tree} for size, proof in proofs.items()]
    return {"kind": "fixed-cases", "refuted": refuted}


@pytest.mark.parametrize("length", [2, 3])
def test_threshold_heads(length):
    words = list(product((0, 1), repeat=length))
    weights = [
        {"kind": "threshold-degree", "degree": d, "weights": [[list(w), 1] for w in chosen]}
        for d in range(1, length + 1)
        for k in (2, 4)
        for token in (0, 1)
        for chosen in combinations([w for w in words if w[0] == token], k)
    ]
    for question in list(listed(2, 0) if length == 2 else _some(listed_at_first(3))):
        cuts = list(_cuts(question, length))
        found = list(_softmax(question)) if length == 2 else []
        low, _ = ends.crossing(least_size(question, "H", "THRESH"), [*weights, *cuts], found)
        assert low <= length


def listed_at_first(length):
    yield from listed(length, 0)


def _some(questions):
    return [question for k, question in enumerate(questions) if k % 11 == 0]


def _cuts(question: Computation, length: int):
    """Alice holds position 1, Bob what is left."""
    answers = {word: wanted[0] for word, wanted in question.of.listed}
    for token in (0, 1):
        columns = list(product((0, 1), repeat=length - 2))
        signs = tuple("".join("-+"[answers[token, a, *b]] for b in columns) for a in (0, 1))
        told = {"token": token, "alice": [1], "rows": [[0], [1]], "columns": [list(b) for b in columns]}
        yield {"kind": "cut-rank", **told, "of": tiny.premise(signs, True)}


def _softmax(question: Computation):
    """One head: for each token its weights, the values common to both."""
    answers = {word: wanted[0] for word, wanted in question.of.listed}
    for values in product((-2, 0, 1, 2), repeat=4):
        rows = []
        for token in (0, 1):
            for row in product((1, 2, 4), repeat=3):
                weights = [*row[:2], *row[1:]] if token == 0 else [row[0], row[0], *row[1:]]
                outputs = {b: weights[token] * values[token] + weights[2 + b] * values[2 + b] for b in (0, 1)}
                if all(outputs[b] != 0 and (outputs[b] > 0) == answers[token, b] for b in (0, 1)):
                    rows.append(weights)
                    break
        if len(rows) == 2:
            yield {"kind": "softmax-weights", "at": "0", "heads": [{"weights": rows, "values": list(values)}]}
            return
