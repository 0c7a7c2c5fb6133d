"""Units and averages as scripts: the output rows of their heads on every input, as quotients of sums.

What a row of a head depends on is the query and the keys that are seen, in any order, so inputs share conditions. With
read-out ``any`` rows at a position and token whose answers differ are asserted to differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any

from ...core.evaluate.units import PROOF, _made, _mask
from ...core.meaning.tasks import Task, task_of
from ...core.meaning.units import NULL, Head, Output, Unit
from .record import Exported
from .script import Script, TooLargeError, need_room, real_number, require_sizes
from .stated_claim import StatedClaim
from .vectors import entries, grid_function

LOGIC = "QF_NIRA"
MOST_ROWS = 20_000
"""Inputs times positions that are gone through."""
MOST_SPREAD = 10_000
"""Most that the scores of a query may differ by where weights are powers of a base."""
WEIGHT = "weight(d) is the weight of a score d below the highest of its row"


def weight_function(script: Script, values: Sequence[int]) -> None:
    """``weight(d)``: a list of its values for d = 0, 1, .., then 0."""
    term = "0"
    for d in reversed(range(len(values))):
        term = f"(ite (= d {d}) {values[d]} {term})"
    script.function("weight", [("d", "Int")], "Int", term)


def weights(script: Script, name: str, scores: Sequence[str], top: int) -> list[str]:
    """The weights of scores, the highest of which is ``top``; their sum is ``Z_name``."""
    script.define(f"t_{name}", top)
    some = " ".join(f"(= {s} t_{name})" for s in scores)
    script.require(f"(and {' '.join(f'(<= {s} t_{name})' for s in scores)} (or false {some}))")
    found = [script.define(f"a_{name}_{j}", f"(weight (- t_{name} {s}))") for j, s in enumerate(scores)]
    script.define(f"Z_{name}", script.sum(found))
    return found


def quotient(one: str, other: str) -> str:
    """A quotient of integers."""
    return f"(/ (to_real {one}) (to_real {other}))"


def averages(claim: StatedClaim) -> Exported:
    """Heads that average over every q-subset, up to the error of the claim."""
    p, s, bits = claim.fields, claim.read.statement, claim.read.sizes(int(claim.read.value or 0)).bits
    heads, base = p["heads"], Fraction(p.get("base", 2))
    need_room(comb(s.N, s.q) * s.N * sum(2 + len(head["keys"][0]) for head in heads))
    scores = [[[sum(map(prod, zip(q, k, strict=True))) for k in one["keys"]] for q in one["queries"]] for one in heads]
    spread = max(max(row) - min(row) for table in scores for row in table) if "base" in p else bits
    need_room(50 * spread if spread <= MOST_SPREAD else 10**9, "steps of a score")
    script = Script(
        LOGIC, claim.words, "for every subset the sum of |e_j| over the positions j is at most the error, e_j being the "
        "weight of position j in the output less 1/q if j is in the subset",
        f"that these are all the subsets; that no z in [-1, 1]^N makes the error larger than that sum; that {WEIGHT}"
        + (f", as in a softmax of scores times the logarithm of {base}" if "base" in p else ""),
    )  # fmt: skip
    require_sizes(script, claim, m=max(len(head["keys"][0]) for head in heads), heads=len(heads))
    grid = grid_function(script, claim)
    weight_function(script, [base.numerator ** (spread - d) * base.denominator**d for d in range(spread + 1)])
    script.function("size", [("x", "Real")], "Real", "(ite (>= x 0.0) x (- x))")
    shares = [entries(script, f"c_{h}", (one["share"], -one["share"]), grid)[0] for h, one in enumerate(heads)]
    keys = [[entries(script, f"u_{h}_{j}", u, grid) for j, u in enumerate(one["keys"])] for h, one in enumerate(heads)]
    d = script.define("D", p["divisor"])
    for r, y in enumerate(combinations(range(s.N), s.q)):
        script.remark(f"subset {r}: {' '.join(map(str, y))}")
        parts: list[list[str]] = [[f"(- {real_number(Fraction(1, s.q))})"] if j in y else [] for j in range(s.N)]
        for h, head in enumerate(heads):
            w = entries(script, f"w_{h}_{r}", head["queries"][r], grid)
            names = [script.define(f"s_{h}_{r}_{j}", script.dot(w, u)) for j, u in enumerate(keys[h])]
            for j, a in enumerate(weights(script, f"{h}_{r}", names, max(scores[h][r]))):
                parts[j].append(quotient(f"(* {shares[h]} {a})", f"(* {d} Z_{h}_{r})"))
        errors = script.sum(f"(size {script.sum(part)})" for part in parts)
        script.require(f"(<= {errors} {real_number(claim.read.quantity.error)})")
    return script.exported(claim.name)


def units(claim: StatedClaim) -> Exported:
    """A unit that computes a finite task: its row at every position of every input, and the answer."""
    p, q = PROOF.read(claim.fields, "proof", claim.meter), claim.read.quantity
    task, at = _task(claim), p.at
    layers, bits = len(p.unit.layers), claim.read.sizes(int(claim.read.value or 0)).bits
    masks = [_mask(q.pattern, t, task.length, claim.meter) for t in range(layers)] if q.pattern is not None else None
    made = _made(p.unit, task, q.unit_class.grid, bits, masks, claim.meter)
    script = Script(
        LOGIC, claim.words, "on every input, rows of one position and token are equal only if the answers are, so some "
        "function of these reads them off" if at is None else
        f"on every input the first coordinate is above {at} where the answer is 1, and below it where it is 0",
        f"that these are all the inputs and their answers; that {WEIGHT}; that the keys of a row are those of the "
        "input, in any order" + "; that the symbols of a further layer are those of its read-out" * (layers > 1),
    )  # fmt: skip
    m, dv, order = (max(getattr(head, size) for head in made.all_heads) for size in ("m", "dv", "order"))
    require_sizes(script, claim, m=m, heads=max(map(len, made.heads)), order=order, layers=layers, dv=dv)
    written = _Written(script, made, claim)
    answers: dict[Any, dict[Output, tuple[int | None, list[str]]]] = {}
    for tokens, wanted in task.inputs():
        script.remark(f"input {' '.join(map(str, tokens))}: {' '.join('-' if a is None else str(a) for a in wanted)}")
        symbols = tokens
        for t, read_out in enumerate(made.read_outs):
            rows = [written.row(t, i, symbols) for i in range(len(tokens))]
            for names, row in rows:
                written.once(*(f"(= {name} {real_number(x)})" for name, x in zip(names, row, strict=True)))
            symbols = tuple(read_out[x, row] for x, (_, row) in zip(symbols, rows, strict=True))
            script.remark(f"layer {t + 2}: {' '.join(map(str, symbols))}")
        for i, answer in enumerate(wanted):
            if answer is None:
                continue
            names, row = written.row(layers - 1, i, symbols)
            if at is not None:
                written.once(f"({'>' if answer else '<'} {names[0]} {real_number(at)})")
                continue
            first, same = answers.setdefault((i, tokens[i]), {}).setdefault(row, (answer, names))
            written.once(
                *(f"(= {a} {b})" for a, b in zip(names, same, strict=True) if a != b), *["false"] * (first != answer)
            )
    for found in answers.values():
        need_room(len(found) ** 2, "pairs of rows")
        for (one, names), (other, others) in combinations(found.values(), 2):
            if one != other:
                differ = " ".join(f"(not (= {a} {b}))" for a, b in zip(names, others, strict=True))
                script.require(f"(or false {differ})")
    return script.exported(claim.name)


class _Written:
    """The tables of a unit as constants, and its rows as terms; what was written once is not written again."""

    def __init__(self, script: Script, made: Unit, claim: StatedClaim) -> None:
        self.script, self.made, self.known, self.products = script, made, dict[Any, Any](), 0
        grid = grid_function(script, claim)
        weight_function(script, [1 << made.bits - d for d in range(made.bits + 1)])
        self.tables: dict[Any, list[list[str]]] = {}
        for t, h, head in ((t, h, head) for t, heads in enumerate(made.heads) for h, head in enumerate(heads)):
            of = head.head
            parts = {"q0": of.queries.rows} | {
                f"{letter}{a}": (*table.rows, *nulls[a : a + 1])
                for letter, tables, nulls in (("k", of.keys, of.null_keys), ("v", of.values, of.null_values))
                for a, table in enumerate(tables)
            }
            for part, rows in parts.items():
                names = [entries(script, f"{part}_{t}_{h}_{r}", row, grid) for r, row in enumerate(rows)]
                self.tables[t, h, part] = names

    def once(self, *conditions: str) -> None:
        """Conditions, if they have not been written."""
        for condition in conditions:
            if condition not in self.known:
                self.known[condition] = None
                self.script.require(condition)

    def row(self, t: int, i: int, tokens: Sequence[int]) -> tuple[list[str], Output]:
        """Names of the coordinates of the row at a position, and its value."""
        kinds = [j * self.made.alphabets[t] + token for j, token in enumerate(tokens)]
        seen = [kinds[j] for j in self.made.masks[t][i]] if self.made.masks else kinds
        parts = [self._head(t, h, kinds[i], seen) for h in range(len(self.made.heads[t]))]
        if len(parts) == 1 or self.made.layers[t].combine == "concat":
            return [name for names, _ in parts for name in names], sum((row for _, row in parts), ())
        sums = [self.script.sum(column) for column in zip(*(names for names, _ in parts), strict=True)]
        return sums, tuple(map(sum, zip(*(row for _, row in parts), strict=True)))

    def _head(self, t: int, h: int, query: int, seen: Sequence[int]) -> tuple[list[str], Output]:
        head = self.made.heads[t][h]
        if head.by_token:
            query, seen = query % head.alphabet, [kind % head.alphabet for kind in seen]
        key = t, h, query, tuple(sorted(seen))
        if key not in self.known:
            name = f"{t}_{h}_{len(self.known)}"
            row, here = head.row(query, seen), (*sorted(seen), *[NULL] * bool(head.head.null_keys))
            tuples = list(product(here, repeat=head.parts))
            self._need(len(tuples) * (2 + head.dv))
            scores = [self._score(t, h, head, query, chosen) for chosen in tuples]
            found = weights(self.script, name, scores, max(head.scores[query, chosen] for chosen in tuples))
            values = [self._vectors(t, h, head, "v", chosen) for chosen in tuples]
            sums = ([f"(* {' '.join((a, *(x[c] for x in of)))})" for a, of in zip(found, values, strict=True)]
                    for c in range(head.dv))  # fmt: skip
            names = [
                self.script.define(f"r_{name}_{c}", quotient(self.script.sum(terms), f"Z_{name}"), "Real")
                for c, terms in enumerate(sums)
            ]
            self.known[key] = names, row
        return self.known[key]

    def _score(self, t: int, h: int, head: Head, query: int, chosen: tuple[int, ...]) -> str:
        key = "score", t, h, query, chosen
        if key not in self.known:
            self._need(head.m * sum(map(len, head.monomials)))
            parts = [*self._vectors(t, h, head, "q", (query,)), *self._vectors(t, h, head, "k", chosen)]
            terms = (f"(* 1 {' '.join(parts[k][a] for k in each)})" for each in head.monomials for a in range(head.m))
            self.known[key] = self.script.define(f"s_{t}_{h}_{len(self.known)}", self.script.sum(terms))
        return self.known[key]

    def _vectors(self, t: int, h: int, head: Head, letter: str, chosen: tuple[int, ...]) -> list[list[str]]:
        """The vectors of kinds (position * A + token), or of the null token, in the tables of a letter."""
        tables = {"q": (head.head.queries,), "k": head.head.keys, "v": head.head.values}[letter]
        places = (
            -1
            if kind == NULL
            else {"both": kind, "token": kind % head.alphabet, "position": kind // head.alphabet}[of.by]
            for of, kind in zip(tables, chosen, strict=True)
        )
        return [self.tables[t, h, f"{letter}{a}"][place] for a, place in enumerate(places)]

    def _need(self, products: int) -> None:
        self.products += products
        need_room(self.products)


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
        LOGIC, claim.words,
        f"all weights are at least 1, and on every input the sum of the heads' means is above {at} where the answer at "
        f"position {position} is 1, and below it where it is 0",
        "that these are all the inputs and their answers; that positive weights are those of a softmax (their "
        f"logarithms are inner products of queries [x = s] with keys of width {task.alphabet}); a_h_s_k is the weight "
        f"of key k for token s, v_h_k its value, key {task.alphabet} j + x being token x at position j, and the last "
        "one the null token",
    )  # fmt: skip
    require_sizes(script, claim, heads=len(heads))
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
            means.append(quotient(script.dot(names, [f"v_{h}_{k}" for k in here]), script.sum(names)))
        if wanted[position] is not None:
            script.require(f"({'>' if wanted[position] else '<'} {script.sum(means)} {real_number(at)})")
    return script.exported(claim.name)
