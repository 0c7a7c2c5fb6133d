"""Every kind of lower end against every kind of upper end, on all tiny questions: no two accepted bounds cross.

Questions are built as objects and not through the command line, which would write some of them another way. For each
quantity all evidence of ``tiny_evidence.py`` is tried at rising values of a lower end and falling ones of an upper end;
the greatest accepted lower value must not exceed the least accepted upper value. A falsehood of any one kind of
evidence shows as long as the other side is strong; a planted one must be found.
"""

import importlib.util
import inspect
import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from headcount.certificates import Accepted, check
from headcount.certificates.evidence import kinds, restriction
from headcount.certificates.evidence.outputs.fixed_units import FixedUnits
from headcount.certificates.evidence.selection.grid_cases import lists_of_rows
from headcount.certificates.meter import Meter
from headcount.certificates.statement.finite_task import FiniteTask
from headcount.certificates.statement.grid import GRIDS
from headcount.certificates.statement.least_size import LeastSize, least_size
from headcount.certificates.statement.outputs import Averages, Computation
from headcount.certificates.statement.question import Question
from headcount.certificates.statement.scope import Scope
from headcount.certificates.statement.selection import Matching, Pattern, SparseAveraging
from headcount.certificates.statement.shared_averaging import SharedAveraging
from headcount.certificates.statement.sign_pattern import SignPattern
from headcount.certificates.statement.unit_class import UnitClass
from headcount.solvers.units.fixed_case_search import Refuted, key_order
from headcount.solvers.units.fixed_case_search import search_cases as search_units
from headcount.solvers.units.fixed_tables import FixedTables
from headcount.solvers.units.grid_case_search import CasesClosed, search_cases


def _load(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


tiny = _load(Path(__file__).with_name("tiny_evidence.py"))
MOST = 8
"""Largest value tried."""
GRID_CLASSES = [(p, grid, gap) for p in (1, 2) for grid in GRIDS for gap in (1, 2)]


def accepted(quantity: LeastSize, side: str, value: int, evidence) -> bool:
    claim = {**quantity.to_json(), "side": side, "value": value, "evidence": evidence}
    bundle = {
        "format": "headcount-certificate",
        "version": 2,
        "question": quantity.question.to_json(),
        "claims": [claim],
    }
    return isinstance(check(json.dumps(bundle).encode()), Accepted)


def greatest(quantity: LeastSize, evidence) -> int:
    """The greatest lower value that is accepted with any of the evidence."""
    best = 0 if quantity.resource == "m" else 1
    assert accepted(quantity, "lower", best, {"kind": "trivial"}), quantity
    for found in evidence:
        while best < MOST and accepted(quantity, "lower", best + 1, found):
            best += 1
    return best


def least(quantity: LeastSize, evidence) -> int | None:
    """The least upper value that is accepted; evidence is a list, or a function of the value."""
    for value in range(0 if quantity.resource == "m" else 1, MOST + 1):
        if any(
            accepted(quantity, "upper", value, found) for found in (evidence(value) if callable(evidence) else evidence)
        ):
            return value
    return None


def crossing(quantity: LeastSize, lower, upper) -> tuple[int, int | None]:
    low, high = greatest(quantity, lower), least(quantity, upper)
    assert high is None or low <= high, f"{quantity.words}: {low} <= {quantity.symbol} <= {high}"
    return low, high


# --- patterns


def words_of(question: Question) -> tuple[tuple[str, ...], bool]:
    """The pattern of a question, written out here."""
    if isinstance(question, Pattern):
        return question.signs.rows, question.signs.null
    if isinstance(question, Matching):
        M = question.M
        return tuple("".join("+" if (x + y) % M == 0 else "-" for y in range(M)) for x in range(M)), True
    sets = combinations(range(question.N), question.q)
    return tuple("".join("0" if j in y else "-" for j in range(question.N)) for y in sets), False


def real_lowers(question: Question):
    rows, null = words_of(question)
    yield from tiny.of_pattern(rows, null)
    if isinstance(question, SparseAveraging):
        yield from ({"kind": "symmetric", "size": size} for size in range(question.N + 1))
    if isinstance(question, Matching):  # order 2: what is no tuple must not count as one
        yield from tiny.of_tuples(question)


def refute_pattern(question: Question, grids=GRID_CLASSES) -> None:
    """Class SIGN and classes GRID, resources m and p, and all of them together: what reals cannot do no grid can."""
    rows, null = words_of(question)
    real = least_size(question)
    low, high = crossing(real, real_lowers(question), list(tiny.real_uppers(rows, null)))
    assert high is not None
    as_real = {"kind": "restriction", "of": {**real.to_json(), "side": "lower", "value": low}}
    evidence = next(e for e in [{"kind": "trivial"}, *real_lowers(question)] if accepted(real, "lower", low, e))
    as_real["of"]["evidence"] = evidence
    for p, grid, gap in grids:
        numbers = tuple(GRIDS[grid](p))
        narrow = least_size(question, unit_class=f"GRID({p}, {grid}, gap {gap})")
        found = [tiny.tables(rows, null, numbers, width, gap, False) for width in range(3)]
        by_cases = [keys_by_cases(question, p, grid, gap, width) for width in range(4 if p * len(rows) < 4 else 2)]
        lowers = [{"kind": "counting"}, as_real, *grid_lowers(narrow), *filter(None, by_cases)]
        below, above = crossing(narrow, lowers, [e for e in found if e])
        assert above is None or above >= low
        assert below >= low or not accepted(narrow, "lower", low, as_real)
    for grid, gap, m in product(GRIDS, (1, 2), (0, 1, 2)):
        bits = least_size(question, "p", f"GRID(p, {grid}, gap {gap})", m=m)
        at = {p: tiny.tables(rows, null, tuple(GRIDS[grid](p)), m, gap, False) for p in (1, 2)}
        by_bits = list(filter(None, (keys_by_cases(question, p, grid, gap, m) for p in (1, 2))))
        crossing(
            bits,
            [{"kind": "counting"}, as_real, *grid_lowers(bits), *by_bits],
            lambda p, at=at: [at[p]] if at.get(p) else [],
        )


def keys_by_cases(question: Question, p: int, grid: str, gap: int, width: int):
    """Evidence of kind ``grid-cases`` that a size is refuted, or None."""
    trees = []
    for rows in lists_of_rows(question, question.columns, Meter()):
        outcome = search_cases(rows, grid, p, width, gap, limit=20_000)
        if not isinstance(outcome, CasesClosed):
            return None
        trees.append(outcome.tree)
    return {"kind": "grid-cases", "trees": trees}


def grid_lowers(quantity: LeastSize):
    """Parts of a pattern, whose real bound is stated in place."""
    rows, null = words_of(quantity.question)
    for s, t, words in list(tiny.parts(rows))[::9]:
        if len(s) < len(rows) or len(t) < len(rows[0]):
            yield {"kind": "restriction", "of": tiny.premise(words, null), "rows": s, "columns": t}


def patterns(height: int, width: int):
    """One pattern over -0+ of each class under permutations of the rows and columns, and exchange of + and -."""
    flip = str.maketrans("+-", "-+")
    seen = set()
    for word in product("-0+", repeat=height * width):
        rows = ["".join(word[i * width : (i + 1) * width]) for i in range(height)]
        images = []
        for order in permutations(range(width)):
            moved = ["".join(row[j] for j in order) for row in rows]
            images += [tuple(sorted(moved)), tuple(sorted(row.translate(flip) for row in moved))]
        if min(images) not in seen:
            seen.add(min(images))
            yield min(images)


def every_pattern(*shapes):
    return [Pattern(SignPattern(rows, null)) for shape in shapes for rows in patterns(*shape) for null in (False, True)]


QUICK = [
    *(Matching(2, M) for M in (1, 2, 3)),
    *(SparseAveraging(N, q) for N in (1, 2, 3) for q in range(1, N + 1)),
    *every_pattern((1, 1), (1, 2), (2, 1)),
    *every_pattern((2, 2))[::5],
]
FULL = [
    Matching(2, 4),
    *(SparseAveraging(N, q) for N in (4, 5) for q in range(1, N + 1) if (N, q) not in ((5, 2), (5, 3))),  # minutes each
    *every_pattern((2, 2), (1, 3), (3, 1), (2, 3), (3, 2)),
]


@pytest.mark.parametrize("question", QUICK, ids=lambda question: f"{question.task}-{question.words[:40]}")
def test_patterns(question):
    refute_pattern(question, GRID_CLASSES[::3])


EVERY = 4
"""A run of the slow tests goes through one of so many of the patterns, another one every day."""


@pytest.mark.slow
def test_other_patterns_every_day(rotating_seed):
    for question in FULL[rotating_seed % EVERY :: EVERY]:
        refute_pattern(question, GRID_CLASSES[::2])


@pytest.mark.parametrize(("order", "M"), [(3, 1), (3, 2), (4, 1)])
def test_tuples(order, M):
    question = Matching(order, M)
    quantity = least_size(question)
    found = [tiny.tuple_tables(order, M, (-1, 0, 1), width) for width in (1, 2)]
    low, _ = crossing(quantity, tiny.of_tuples(question), [e for e in found if e])
    assert low >= 1
    gapped = least_size(question, unit_class="GRID(2, twos, gap 1)")
    crossing(gapped, tiny.of_tuples(question), [e for e in found if e])


@pytest.mark.slow
@pytest.mark.parametrize(("order", "M"), [(3, 3), (3, 4), (4, 2), (4, 3)])
def test_longer_tuples(order, M):
    question = Matching(order, M)
    crossing(least_size(question), tiny.of_tuples(question), [])


# --- shared parts, averages, computations


@pytest.mark.parametrize("combine", ["sum", "concat"])
def test_shared(combine):
    for N in (1, 2, 3, 4):
        for q in range(1, N + 1):
            for heads in range(1, min(q, 2) + 1):
                question = SharedAveraging(N, q, heads, combine)
                for p, grid, gap in GRID_CLASSES:
                    found = [
                        tiny.shared_tables(question, tuple(GRIDS[grid](p)), m, gap) for m in range(3) if p * m * N <= 8
                    ]
                    quantity = least_size(question, unit_class=f"GRID({p}, {grid}, gap {gap})")
                    by_cases = filter(None, (keys_by_cases(question, p, grid, gap, m) for m in range(2)))
                    crossing(quantity, [{"kind": "counting"}, *by_cases], [e for e in found if e])
                for grid, m in product(GRIDS, (0, 1)):
                    at = {
                        p: tiny.shared_tables(question, tuple(GRIDS[grid](p)), m, 1) for p in (1, 2) if p * m * N <= 8
                    }
                    quantity = least_size(question, "p", f"GRID(p, {grid}, gap 1)", m=m)
                    crossing(quantity, [{"kind": "counting"}], lambda p, at=at: [at[p]] if at.get(p) else [])


@pytest.mark.parametrize("N", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_averages(N):
    counting = [{"kind": "protocol-cost", "argument": "counting"}]
    for q, p, grid in product(range(1, N + 1), (1, 2), GRIDS):
        numbers = tuple(GRIDS[grid](p))
        tried = [tiny.averaging_heads(Averages(N, q), numbers, m, tiny.fixed(p)) for m in (0, 1) if p * m * N <= 6]
        for error in (Fraction(0), Fraction(1, q) - Fraction(1, 100), *(found[0] for found in tried if found)):
            found = [evidence for _, evidence in filter(None, tried)]
            crossing(least_size(Averages(N, q), unit_class=f"FIXED({p}, {grid})", error=error), counting, found)
            for m in (0, 1):
                size = least_size(Averages(N, q), "p", f"FIXED(p, {grid})", m=m, error=error)
                crossing(size, counting, lambda value, p=p, found=found: found if value == p else [])
                heads = least_size(Averages(N, q), "H", f"FIXED({p}, {grid})", m=m, error=error)
                crossing(heads, counting, found)
        best = tiny.averaging_heads(Averages(N, q), (-1, 0, 1), 1, tiny.saturated) if N <= 3 else None
        if best:
            crossing(least_size(Averages(N, q), unit_class="SATURATED", error=best[0]), [], [best[1]])


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
                crossing(quantity, [*disjointness, counting], found)
            size = least_size(question, unit_class="SATURATED", read_out=read_out)
            crossing(size, [], list(units(question, "saturated", 0, (0, 1), 0, read_out == "threshold")))


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
                crossing(size, [cases({m: proof}) for m, proof in proofs.items() if proof], at[p])
            proofs = {p: unit_cases(question, p, grid, 0, read_out, scope) for p in (1, 2)}
            lowers = [cases({1: proofs[1]})] if proofs[1] else []
            lowers += [cases(proofs)] if all(proofs.values()) else []
            size = least_size(question, "p", f"FIXED(p, {grid})", m=0, read_out=read_out, scope=scope)
            crossing(size, lowers, lambda p, at=at: at.get(p, []))
            size = LeastSize(question, "H", UnitClass("FIXED", 1, grid), 0, None, read_out=read_out, scope=scope)
            crossing(size, lowers[:1], at[1])


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
        low, _ = crossing(least_size(question, "H", "THRESH"), [*weights, *cuts], found)
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


# --- the law finds what it is for


def test_a_planted_falsehood_is_found(monkeypatch):
    """The false bound of old: a flattening of order 2 with a column for tuples that are none, which is not compared."""
    source = inspect.getsource(restriction)
    compared = "_require_equal(fields, r, c, question.cell(parts), pattern.rows[r][c])"
    flawed = source.replace("question.order > 2 and node.has", "node.has").replace(
        f"            {compared}", f"            if NULL_PART not in others:\n                {compared}"
    )
    assert flawed.count("if NULL_PART not in others") == 1 and "question.order > 2 and" not in flawed
    namespace = {"__name__": restriction.__name__, "__package__": restriction.__package__}
    exec(compile(flawed, restriction.__file__, "exec"), namespace)
    listed = tuple(
        replace(kind, prover=namespace["of_size"]) if kind.name == "restriction" else kind for kind in kinds.KINDS
    )
    monkeypatch.setattr(kinds, "KINDS", listed)
    for M in (2, 3):
        with pytest.raises(AssertionError, match=rf"Match2\(M={M}\).* <= m <= "):
            refute_pattern(Matching(2, M), [])
