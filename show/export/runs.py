"""Units as scripts: the output rows of their heads on every input, as quotients of sums.

What a row of a head depends on is the query and the keys that are seen, in any order, so inputs share conditions. With
read-out ``any`` rows at a position and token whose answers differ are asserted to differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from ...certificates.evaluate.units import EXHIBITS, _made
from ...certificates.meaning.masks import seen_by
from ...certificates.meaning.pattern import NULL
from ...certificates.meaning.tasks import Task, task_of
from ...certificates.meaning.units import Head, Output
from ...certificates.schema import Record
from ...certificates.unit_class import FAMILIES
from .script import Named, Script, TooLargeError, need_room, real_number, term_of
from .stated_claim import Exported, StatedClaim

LOGIC = "QF_NIRA"
MOST_ROWS = 20_000
"""Inputs times positions that are gone through."""
WEIGHT = "weight(d) is the weight of a score d below the highest of its row"


def weight_function(script: Script, values: Sequence[int]) -> None:
    """``weight(d)``: a list of its values for d = 0, 1, .., then 0."""
    term = "0"
    for d in reversed(range(len(values))):
        term = f"(ite (= d {d}) {values[d]} {term})"
    script.function("weight", [("d", "Int")], "Int", term)


def weights(script: Script, name: str, scores: Sequence[Named], values: Sequence[int]) -> tuple[list[Named], Named]:
    """The weights of scores, which are looked up in a list by what is missing to the highest one, and their sum."""
    t = script.define(f"t_{name}", int(max(scores)))
    some = " ".join(f"(= {s.term} {t})" for s in scores)
    script.require(f"(and {' '.join(f'(<= {s.term} {t})' for s in scores)} (or false {some}))")
    found = []
    for j, s in enumerate(scores):
        below = int(max(scores)) - int(s)
        term = script.define(f"a_{name}_{j}", f"(weight (- {t} {s.term}))")
        found.append(Named(values[below] if below < len(values) else 0, term))
    return found, script.named(f"Z_{name}", sum(found))


def quotient(one: int, other: int) -> str:
    """A quotient of integers, as a term."""
    return f"(/ (to_real {term_of(one)}) (to_real {term_of(other)}))"


def units(claim: StatedClaim) -> Exported:
    """A unit that computes a finite task: the checker runs it, on heads that write down how they get their rows."""
    p, q = EXHIBITS["unit"].form.read(claim.fields, "proof", claim.meter), claim.read.quantity
    task, at = _task(claim), p.at
    layers, bits = len(p.unit.layers), p.bits or q.unit_class.bits
    if FAMILIES[q.unit_class.name].rounds:
        raise TooLargeError("rounded sums are not written out; the checker runs the unit")
    masks = [seen_by(q.pattern, t, claim.meter) for t in range(layers)] if q.pattern is not None else None
    relative = q.scope is not None and q.scope.tables == "relative"
    made = _made(p.unit, task, q.unit_class, bits, masks, claim.meter, relative)
    ties = FAMILIES[q.unit_class.name].ties
    if ties not in ("", "average"):
        raise TooLargeError(f"of keys of highest score the {ties} one has all weight, which is not written")
    script = Script(
        claim, LOGIC, "on every input, rows of one position and token are equal only if the answers are, so some "
        "function of these reads them off" if at is None else
        f"on every input the first coordinate is above {at} where the answer is 1, and below it where it is 0",
        f"that these are all the inputs and their answers; that {WEIGHT}; that the keys of a row are those of the "
        "input, in any order; that rows of several heads are added up, or stand side by side, and that symbols of a "
        "further layer are looked up, as the unit says",
    )  # fmt: skip
    m, dv, order = (max(getattr(head, size) for head in made.all_heads) for size in ("m", "dv", "order"))
    script.require_sizes(m=m, heads=max(map(len, made.heads)), order=order, layers=layers, dv=dv)
    if p.bits:
        script.require(f"(<= {p.bits} {claim.read.value})")
    script.write_grid(bits)
    values = [1] if ties else [1 << bits - d for d in range(bits + 1)]
    weight_function(script, values)
    for number, head in enumerate(made.all_heads):
        head.head = _named(script, head.head, str(number))
        setattr(head, "row", _Rows(script, head, str(number), values))  # noqa: B010 -- a method, in mypy's eyes
    answers: dict[Any, dict[Output, int]] = {}
    listed = None if p.look_up is None else dict(p.look_up)
    for tokens, wanted in task.inputs():
        script.remark(f"input {' '.join(map(str, tokens))}: {' '.join('-' if a is None else str(a) for a in wanted)}")
        for i, (row, answer) in enumerate(zip(made.rows(tokens) or (), wanted, strict=True)):
            if answer is not None:
                of = answers.setdefault((i, tokens[i]), {}) if at is None else answers.setdefault((), {})
                script.require(*["false"] * (of.setdefault(row if at is None else row[:1], answer) != answer))
                script.require(*["false"] * (listed is not None and listed.get(((i, tokens[i]), row)) != answer))
    for found in answers.values():
        need_room(len(found) ** (1 + (at is None)), "pairs of rows")
        if at is not None:
            script.require(*(f"({'>' if a else '<'} {real_number(x)} {real_number(at)})" for (x,), a in found.items()))
            continue
        for (row, one), (other, another) in combinations(found.items(), 2):
            if one != another:
                pairs = zip(map(real_number, row), map(real_number, other), strict=True)
                script.require(f"(or false {' '.join(f'(not (= {a} {b}))' for a, b in pairs)})")
    return script.exported()


def _named(script: Script, part: Any, name: str) -> Any:
    """A part of a head with constants for its integers, of which its scores and values are then made."""
    if isinstance(part, Record):
        return Record("", {key: _named(script, item, f"{key}_{name}") for key, item in part.fields.items()})
    if not isinstance(part, tuple):
        return part
    if part and isinstance(part[0], int):
        return script.entries(name, part)
    return tuple(_named(script, item, f"{name}_{k}") for k, item in enumerate(part))


class _Rows:
    """The rows of a head: each of them is written once, and has the value that the unit goes on with."""

    products = 0

    def __init__(self, script: Script, head: Head, name: str, values: Sequence[int]) -> None:
        self.script, self.head, self.name, self.values = script, head, name, values
        self.known: dict[tuple[int, tuple[int, ...]], Output] = {}
        self.scores: dict[tuple[int, tuple[int, ...]], Named] = {}

    def __call__(self, query: int, kinds: Sequence[int]) -> Output:
        head, script = self.head, self.script
        if head.by_token:
            query, kinds = query % head.alphabet, [kind % head.alphabet for kind in kinds]
        key = query, tuple(sorted(kinds))
        if key not in self.known:
            name = f"{self.name}_{len(self.known)}"
            tuples = list(product((*key[1], *[NULL] * bool(head.head.null_keys)), repeat=head.parts))
            self.products += len(tuples) * (2 + head.dv + head.m * sum(map(len, head.monomials)))
            need_room(self.products)
            scores = [self._score(query, chosen) for chosen in tuples]
            found, total = weights(script, name, scores, self.values)
            pairs = [(a, head._value(chosen)) for a, chosen in zip(found, tuples, strict=True)]
            sums = [sum(a * value[c] for a, value in pairs) for c in range(head.dv)]
            names = [script.define(f"r_{name}_{c}", quotient(S, total), "Real") for c, S in enumerate(sums)]
            self.known[key] = tuple(Fraction(int(S), int(total)) for S in sums)
            script.require(*(f"(= {r} {real_number(x)})" for r, x in zip(names, self.known[key], strict=True)))
        return self.known[key]

    def _score(self, query: int, chosen: tuple[int, ...]) -> Named:
        key = query, chosen
        if key not in self.scores:
            self.scores[key] = self.script.named(f"s_{self.name}_{len(self.scores)}", self.head._score(*key))
        return self.scores[key]


def _task(claim: StatedClaim) -> Task:
    task = task_of(claim.read.statement, claim.meter)
    if task.size * task.length > MOST_ROWS:
        raise TooLargeError(
            f"the task has {task.size} inputs of {task.length} symbols; at most {MOST_ROWS} rows are written"
        )
    return task


def softmax_weights(claim: StatedClaim) -> Exported:
    """Heads of positive weights whose summed output is on the right side of a threshold, on every input."""
    p, task = claim.fields, _task(claim)
    heads, keys, position, at = p["heads"], task.length * task.alphabet, task.position or 0, Fraction(p["at"])
    need_room(task.size * len(heads) * 2 * (task.length + 1))
    script = Script(
        claim, LOGIC,
        f"all weights are at least 1, and on every input the sum of the heads' means is above {at} where the answer at "
        f"position {position} is 1, and below it where it is 0",
        "that these are all the inputs and their answers; that positive weights are those of a softmax (their "
        f"logarithms are inner products of queries [x = s] with keys of width {task.alphabet}); a_h_s_k is the weight "
        f"of key k for token s, v_h_k its value, key {task.alphabet} j + x being token x at position j, and the last "
        "one the null token",
    )  # fmt: skip
    script.require_sizes(heads=len(heads))
    for h, head in enumerate(heads):
        for s, row in enumerate(head["weights"]):
            script.require(*(f"(>= {name} 1)" for name in script.vector(f"a_{h}_{s}", row)))
        script.vector(f"v_{h}", head["values"])
    for tokens, wanted in task.inputs():
        script.remark(f"input {' '.join(map(str, tokens))}: {wanted[position]}")
        chosen = [j * task.alphabet + token for j, token in enumerate(tokens)]
        means = []
        for h, head in enumerate(heads):
            here = [*chosen, *[keys] * (len(head["values"]) > keys)]
            names = [f"a_{h}_{tokens[position]}_{k}" for k in here]
            total = script.dot(names, [f"v_{h}_{k}" for k in here])
            means.append(f"(/ (to_real {total}) (to_real {script.sum(names)}))")
        if wanted[position] is not None:
            script.require(f"({'>' if wanted[position] else '<'} {script.sum(means)} {real_number(at)})")
    return script.exported()
