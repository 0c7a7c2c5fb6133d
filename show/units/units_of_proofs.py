"""Units read off the proofs of upper bounds, with the claim.

A proof by an exhibit holds tables, and the claim says the rest: weights, bits, masks. Each kind of exhibit has a reader
here, which makes the unit. What a file claims of its unit is proved again in ``claims_of_files``.

Tokens. Averages q-SA(N, q): token s < C means z = -1 and the subset of number s in lexicographic order, token C + s
means z = 1 and the same; C = C(N, q). Selections (sign patterns): token r asks row r of the pattern, key j is that of
column j, and the row of the output is the weight on each column (of several heads side by side).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import Any

from ...bounds.averages import softmax_gap
from ...bounds.bound import (
    Bound,
    CheckerRefusedError,
    bounds_in,
    certified_bound,
)
from ...bounds.upper.unit_tables import unit_tables
from ...display.input_error import InputError
from ...questions import Head, Layer, LeastSize, Table, Unit, bits_needed, least_size, read_unit
from ...questions.outputs import Averages
from .runnable_unit import RunnableUnit, natural

Proof = Mapping[str, Any]
Rows = Sequence[Sequence[int]]

LARGEST = 2_000_000
"""Most entries of tables that are written out for an upper bound whose proof has none."""

LONGEST_BASE = 4000
"""Most bits of the base of a softmax."""


class StoredUnitError(InputError):
    """There is no unit to be taken away, or it is not what is claimed of it; the message says why."""


class MalformedClaimError(InputError):
    """What a file claims of a unit says nothing that could be true; the message names the field."""


class TooLongClaimError(StoredUnitError):
    """The checker came to no verdict about what is claimed within its limit of steps: nothing is refuted."""


def read_off(bound: Bound) -> RunnableUnit:
    """The unit that an upper bound was proved with, with the claim.

    Raises
    ------
    StoredUnitError
        If it is a lower bound, or its proof has no unit.
    """
    if bound.side != "upper":
        raise StoredUnitError(f"a unit comes with an upper bound, and this is a lower one: {bound}")
    proof = bound.evidence.proof
    named = proof.get("exhibit" if proof["rule"] == "evaluate" else "name", proof["rule"])
    maker = MAKERS.get(named)
    if maker is None:
        raise StoredUnitError(
            f"{bound.resource} <= {bound.value} rests on {proof['rule']}: {named}, which has no integer tables "
            f"({', '.join(MAKERS)} have); build a unit with headcount construct"
        )
    return maker(bound, proof)


def _claim(bound: Bound, kind: str, **more: Any) -> dict[str, Any]:
    stated = {name: value for name, value in bound.proved().items() if name != "proof"}
    return {"question": bound.question.to_json(), "bound": stated, "evidence": kind, "more": given(more)}


def given(more: Mapping[str, Any]) -> dict[str, Any]:
    """What is not None."""
    return {name: value for name, value in more.items() if value is not None}


# ---- units of a computation

WEIGHTS = {"FIXED": "fixed", "ROUNDED": "rounded", "LEFTMOST": "leftmost", "RIGHTMOST": "rightmost"}
"""Class -> weights of its layers; of all others, those of saturated attention."""


def _weighed(quantity: LeastSize, value: int) -> dict[str, Any]:
    """Weights and bits of a layer of the class."""
    weights = WEIGHTS.get(quantity.unit_class.name, "saturated")
    return {"weights": weights, "bits": quantity.unit_class_at(value).bits if weights in ("fixed", "rounded") else 0}


def _computation(bound: Bound, proof: Proof) -> RunnableUnit:
    quantity, finite = bound.quantity, bound.question.finite
    assert finite is not None  # it is a computation
    scope, pattern, tables = quantity.scope, quantity.pattern, proof["unit"]
    beside: dict[str, Any] = {"relative": scope is not None and scope.tables == "relative"}
    layers = []
    for k, layer in enumerate(tables["layers"], start=1):
        mask = None if pattern is None else [list(row) for row in pattern.layer(k).written]
        layers.append({**layer, **_weighed(quantity, bound.value), "mask": mask, **beside})
    read_outs = [
        {**one, "symbols": [[x, row, symbol] for (x, row), symbol in one["symbols"]]} for one in tables["read_outs"]
    ]
    written = {"alphabet": finite.alphabet, "layers": [given(layer) for layer in layers], "read_outs": read_outs}
    at, listed = proof.get("at"), proof.get("look_up")
    look_up = listed and [[i, x, row, answer] for ((i, x), row), answer in listed]
    claim = _claim(bound, "unit", look_up=look_up)
    return RunnableUnit(read_unit(written), at=None if at is None else Fraction(at), claim=claim)


# ---- averages


def _averages(bound: Bound, proof: Proof) -> RunnableUnit:
    base = None if proof.get("base") is None else Fraction(proof["base"])
    weighed = _weighed(bound.quantity, bound.value) if base is None else {"weights": "base_two"}
    claim = _claim(bound, "averaging", divisor=proof["divisor"], base=proof.get("base"))
    scale = None if base is None else natural(base)
    return RunnableUnit(averaging_unit(proof["heads"], **weighed), scale, base, proof["divisor"], claim=claim)


def averaging_unit(heads: Sequence[Mapping[str, Any]], **weighed: Any) -> Unit:
    """Heads with a query for each subset, keys by position and a share, as a unit of tables."""
    made = []
    for head in heads:
        values = [[c] for c in (-head["share"], head["share"]) for _ in head["queries"]]
        made.append(_head("token", [*head["queries"]] * 2, "position", head["keys"], "token", values))
    return Unit(2 * len(heads[0]["queries"]), (Layer(tuple(made), **weighed),))


def _saturation(bound: Bound, proof: Proof) -> RunnableUnit:
    """Scores of a selection, multiplied up: base 2^g is enough for scores that are apart by 1, and less may not be."""
    if not isinstance(bound.question, Averages) or bound.quantity.unit_class.name != "SOFTMAX":
        raise StoredUnitError(f"no unit is read off the proof of {bound}; take headcount construct with an error")
    (selected,) = bounds_in({"question": bound.question.to_json(), "claims": [proof["of"]]})
    few, N, q = dict(selected.question.parameters)["q"], bound.question.N, bound.question.q
    _require_room(comb(N, few) * selected.value + comb(N, q) * bound.value, bound)
    queries, keys = _integers(selected)
    if few < q:  # some of each subset get all the weight: the first of them
        numbers = {y: k for k, y in enumerate(combinations(range(N), few))}
        queries = [queries[numbers[y[:few]]] for y in combinations(range(N), q)]
    gap = softmax_gap(N, few, max(bound.quantity.error - (1 - Fraction(few, q)), Fraction(1, 2**64)))
    head = {"queries": queries, "keys": keys, "share": few}  # what the others would add is missing
    while gap <= LONGEST_BASE:
        found = {"kind": "averaging", "heads": [head], "divisor": q, "base": str(2**gap)}
        try:
            return read_off(certified_bound(bound.quantity, "upper", bound.value, bound.how, found))
        except CheckerRefusedError:
            gap *= 2
    raise StoredUnitError(f"no weights short enough to be replayed were found for {bound}; ask of a smaller task")


# ---- averages whose weights are too long for the checker: the selection is certified, and the error follows

SELECTED = "selected"
"""Evidence: queries and keys of averages that tie each subset above all others, with the gap of the claim."""


def selected_averages(bound: Bound, scale: float) -> RunnableUnit:
    """Real softmax of the scores of a selection of all q-subsets in a grid, times a scale."""
    (head,) = bound.evidence.proof["heads"]
    unit = averaging_unit([{**head, "share": 1}], weights="base_two")
    return RunnableUnit(unit, scale, claim=_claim(bound, SELECTED))


# ---- selections


def _selection(bound: Bound, proof: Proof) -> RunnableUnit:
    """Of a sign pattern with ties or a null token, in a grid: weights on the columns."""
    return _of_heads(bound, proof["heads"])


def _real_selection(bound: Bound, proof: Proof) -> RunnableUnit:
    """The same of real tables, as integers: in the least grid that holds them."""
    question = bound.question
    if question.task not in ("qsa", "match", "pattern", "separation") or not (
        question.null or question.pattern.has_zeros
    ):
        raise StoredUnitError(
            f"{bound.resource} <= {bound.value} is about scores above a threshold, which no head selects; "
            "headcount dimension writes such vectors"
        )
    queries, keys = _integers(bound)
    head: dict[str, Any] = {"queries": queries, "keys": keys}
    if question.null:
        head["null_key"] = [0] * bound.value
    bits = bits_needed((entry for row in (*queries, *keys, (0,)) for entry in row), "twos")
    asked = least_size(question, "m", f"GRID({bits}, twos, gap 1)")
    found = {"kind": "tables", "dimension": bound.value, **head}
    return read_off(certified_bound(asked, "upper", bound.value, bound.how, found))


def _integers(bound: Bound) -> tuple[list[list[int]], list[list[int]]]:
    """Integer tables of a bound in class SIGN; twice as large, so that a threshold fits between two scores."""
    _require_room((len(bound.question.rows) + bound.question.columns) * (bound.value + 1), bound)
    tables = unit_tables(bound)
    scale = lcm(*(entry.denominator for key in tables.keys for entry in key), 1)
    keys = [[int(entry * scale) for entry in key] for key in tables.keys]
    queries = []
    for query in tables.queries:
        common = 2 * lcm(*(entry.denominator for entry in query), 1)
        queries.append([int(entry * common) for entry in query])
    return queries, keys


def _require_room(entries: int, bound: Bound) -> None:
    if entries > LARGEST:
        raise StoredUnitError(
            f"the tables of {bound.question.words} would have some {entries:,} entries, and at most {LARGEST:,} are "
            "written out; ask of a smaller task"
        )


def _of_heads(bound: Bound, heads: Sequence[Mapping[str, Any]]) -> RunnableUnit:
    columns, made = len(heads[0]["keys"]), []
    one_hot = [[int(i == j) for j in range(columns)] for i in range(columns)]
    for head in heads:
        null = head.get("null_key")
        nulls = ((), ()) if null is None else ((tuple(null),), ((0,) * columns,))
        made.append(_head("token", head["queries"], "position", head["keys"], "position", one_hot, *nulls))
    unit = Unit(len(heads[0]["queries"]), (Layer(tuple(made), combine="concat" if len(made) > 1 else "sum"),))
    kind = "shared-tables" if bound.question.task == "shared" else "tables"
    return RunnableUnit(unit, claim=_claim(bound, kind))


def _head(q: str, queries: Rows, k: str, keys: Rows, v: str, values: Rows, *nulls: Any) -> Head:
    def table(by: str, rows: Iterable[Sequence[int]]) -> Table:
        return Table(by, tuple(map(tuple, rows)))

    return Head(table(q, queries), (table(k, keys),), (table(v, values),), *nulls)


Maker = Callable[[Bound, Proof], RunnableUnit]
MAKERS: Mapping[str, Maker] = {
    "unit": _computation,
    "averaging": _averages,
    "averages": _saturation,
    "tables": _selection,
    **dict.fromkeys(("order", "points", "identity", "squares"), _real_selection),
}
"""How a proof is written -> the unit that is read off it."""
