"""The rule clauses as DIMACS and LRAT: the systems of the checker make the clauses, one printer writes them all.

A row of ``SYSTEMS`` says, for a system, which objects are refuted, and what their variables mean. What the clauses
mean, and why they hold, stands in the text of the system, which the files repeat.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ...bounds.lower.independent_vectors import independence_evidence
from ...certificates.clauses import SYSTEMS as FORMS
from ...certificates.meaning.pattern import pattern_of
from ...certificates.meaning.quantities import seen
from ...certificates.schema import Record
from ...certificates.systems import REFUTATION, System
from ...certificates.systems.chirotope import Chirotope
from ...certificates.systems.dependency import Dependency
from ...certificates.systems.layers import Layers
from ...certificates.systems.order import Order
from ...certificates.systems.protocols import Colouring, Split
from ...certificates.systems.rectangles import Fooling, Rectangles, Terms
from ...certificates.theorems.lines import vectors
from ...certificates.verdict import Accepted
from ...elaborate.certify import certify
from ...solvers.sign_rank.independence import independent_columns
from .refutation import Refutation, together
from .stated_claim import Exported, StatedClaim

Says = Callable[[int], Any]
Refuted = tuple[str, System, Record, Mapping[str, Any], Says]
"""Where the name of the files ends, the system, a record with its refutation, more that is supposed, and variables."""


def refutations(claim: StatedClaim) -> Exported:
    """Every refutation of a proof by clauses."""
    name = claim.proof["system"]
    p = FORMS[name][0].read({**claim.fields}, "proof", claim.meter)
    about = {"system": name, **{key: claim.fields[key] for key in p.fields if key in claim.fields}}
    about = {key: item for key, item in about.items() if key not in (*REFUTATION, "independent", "parts")}
    means = inspect.getdoc(inspect.getmodule(FORMS[name][1])) or ""
    found = [
        Refutation(suffix, {**about, **more}, means, says, [*given(system, of)], of.lemmas)
        for suffix, system, of, more, says in SYSTEMS[name](p, claim)
    ]
    made = together(claim, found)
    if name == "splits":
        return Exported({**made.by, "parts": [part[:3] for part in claim.fields["parts"]]}, made.files)
    return made


def given(system: System, p: Record) -> Iterator[tuple[Sequence[Any], tuple[int, ...]]]:
    """The clauses that the system makes of the numbers of a refutation, each with its schema."""
    for schema, runs in p.given:
        for numbers in runs:
            yield (schema, *numbers), getattr(system, schema)(*numbers)


def _signs(listed: Sequence[Any], uniform: bool = False) -> Says:
    if uniform:
        return lambda v: {"positive": listed[v - 1]}
    return lambda v: {"positive" if v % 2 else "negative": listed[(v - 1) // 2]}


def _dependency(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    rows, _ = vectors(claim.read, p.of, claim.meter)
    yield "", Dependency(rows, p.set, claim.meter), p, {}, _signs(p.set)


def _chirotope(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    rows, _ = vectors(claim.read, p.of, claim.meter)
    basis = p.independent.set if p.independent else ()
    system = Chirotope(rows, p.dimension, p.uniform, p.sets, basis, claim.meter)
    yield "", system, p, {"independent": basis} if basis else {}, _signs(p.sets, p.uniform)
    if p.independent:
        says = {"system": "dependency", "set": basis}
        yield "-independent", Dependency(rows, basis, claim.meter), p.independent, says, _signs(basis)


def _rectangles(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    name, rows = seen(claim.read, claim.meter)
    system = Rectangles(rows, p.slots, p.order, name == "partition1", claim.meter)
    yield "", system, p, {"disjoint": system.disjoint, "matrix": rows}, _in_slots(system)


def _terms(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    system = Terms(claim.read.statement, p.slots, p.order, claim.meter)
    yield "", system, p, {"numbers": system.numbers}, _in_slots(system)


def _in_slots(system: Rectangles) -> Says:
    height, width = system.R, system.C

    def says(v: int) -> Any:
        slot, line = divmod(v - 1, height + width + height * width)
        if line < height + width:
            return {"slot": slot, "row": line} if line < height else {"slot": slot, "column": line - height}
        return {"slot": slot, "holds": divmod(line - height - width, width)}

    return says


def _fooling(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    _, rows = seen(claim.read, claim.meter)
    system = Fooling(rows, p.size, p.rectangles, claim.meter)
    cells = system.R * system.C

    def says(v: int) -> Any:
        if v <= cells:
            return {"entry": divmod(v - 1, system.C)}
        group, count = divmod(v - cells - 1, p.size + 1)
        return {"groups": group + 1, "at least": count + 1}

    yield "", system, p, {"matrix": rows}, says


def _colouring(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    _, rows = seen(claim.read, claim.meter)
    k = 1 << p.bits
    yield (
        "", Colouring(rows, k, p.pinned, claim.meter), p, {"matrix": rows},
        lambda v: {"row": (v - 1) // k, "message": (v - 1) % k},
    )  # fmt: skip


def _rows(v: int) -> Any:
    return {"row": v - 1}


def _columns(v: int) -> Any:
    return {"column": v - 1}


def _splits(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    proved: list[Any] = []
    for number, (depth, lines, parts) in enumerate(p.parts):
        part = depth, (frozenset(lines[0]), frozenset(lines[1]))
        for side, refutation in enumerate(parts):
            who = ("alice", "bob")[side]
            says = {"part": number, "depth": depth, "rows": lines[0], "columns": lines[1], "first": who}
            line = _rows if side == 0 else _columns
            yield f"-{number}-{who}", Split(part, [*proved], side, claim.meter), refutation, says, line
        proved.append(part)


def _order(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    n = claim.read.statement.n
    yield (
        "",
        Order(claim.read.statement, claim.meter),
        p,
        {},
        lambda v: {"place": (v - 1) // n, "position": (v - 1) % n},
    )


def _layers(p: Record, claim: StatedClaim) -> Iterator[Refuted]:
    for at, part in zip(claim.read.refuted(), p.parts, strict=True):
        system = Layers(claim.read, at, claim.meter)
        yield f"-{at}", system, part, {claim.read.symbol: at}, _said(system)


def _said(system: Layers) -> Says:
    names = {"Symbol": ("layers", "word", "position", "symbol"), "Entry": ("layer", "kind", "symbol", "entry")}
    names |= {"Key": ("layer", "word", "position", "entry"), "Keys": ("layer", "word", "positions", "entries")}

    def says(v: int) -> Any:
        kind, *about = system.variables[v - 1]
        return {kind: dict(zip(names[kind], map(_written, about), strict=True))}

    return says


def _written(about: Any) -> Any:
    if isinstance(about, tuple):
        return [_written(item) for item in about]
    return str(about) if isinstance(about, Fraction) else about


SYSTEMS: Mapping[str, Callable[[Record, StatedClaim], Iterator[Refuted]]] = {
    "dependency": _dependency,
    "chirotope": _chirotope,
    "rectangles": _rectangles,
    "terms": _terms,
    "fooling": _fooling,
    "colouring": _colouring,
    "splits": _splits,
    "order": _order,
    "layers": _layers,
}
"""System -> what is refuted, in the order of the proof."""

MAX_KEYS, MAX_CELLS = 12, 100_000
"""Most keys whose independence is searched for, and the largest pattern: a second or two for twelve keys."""
CODES = {"-": -1, "0": 0, "+": 1, "*": 2}


def independent_keys(claim: StatedClaim) -> Exported | None:
    """The theorem ``columns independent`` at a small size, by clauses; None if there are too many, or none are found.

    The theorem holds at all sizes; here the refutation of a dependency of the first k keys is searched for, and
    checked before it is written.
    """
    size, pattern = claim.proof["k"], pattern_of(claim.read.statement, claim.meter)
    if size > MAX_KEYS or pattern.count * pattern.columns > MAX_CELLS:
        return None
    table = np.array([[CODES[symbol] for symbol in row[:size]] for row in pattern.homogeneous()], dtype=np.int8)
    found = independent_columns(table, restarts=1, enough=size)
    if found is None or len(found.columns) < size:
        return None
    evidence = {"kind": "independence", "vectors": "columns", **independence_evidence(found)}
    draft = {"question": claim.question, "claims": [{**claim.claim, "evidence": evidence}]}
    made = certify(draft)
    if not isinstance(made.verdict, Accepted):
        return None
    value = {**claim.value, "proof": made.certificate["claims"][0]["proof"]}
    return refutations(StatedClaim(claim.number, value, claim.question, claim.read, ()))
