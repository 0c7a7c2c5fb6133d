"""Units that compute a finite task (``unit``, ``softmax-weights``) as a script: their rows on every input.

A row of a head is S / Z, S the sum of weights times values, Z the sum of weights. What a row depends on is the query
and the keys that are seen, in any order, so inputs share conditions. With read-out ``any`` every row is named as a
list of fractions, and rows at a position and token whose answers differ are asserted to differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product

from ...core.meter import Meter
from ...legacy.evidence.patterns.rows import paid_row
from ...questions.finite_task import FiniteTask
from ...questions.layer import NULL, Head, Table
from ...questions.outputs import Computation
from ...questions.reading.units import read_unit
from ...questions.sparse_pattern import SparsePattern
from ...questions.unit import Run, Unit
from ...questions.unit_class import UnitClass
from .asked import require_sizes, size_of, value_of
from .averages import highest, weight_function
from .grid_tables import in_grid
from .script import Script, TooLargeError, integer, need_room
from .stated_claim import UNLIMITED, StatedClaim

MOST_CASES = 20_000
"""Inputs times positions that are gone through."""


def unit_runs(claim: StatedClaim) -> Script:
    """The script of an upper bound by a unit: its row at every position of every input, and the answer."""
    size = size_of(claim)
    unit, task = read_unit(claim.node("unit")), _task(claim)
    need_room_for(task, task.length)
    at = Fraction(claim.evidence["at"]) if "at" in claim.evidence else None
    after = (
        "rows of one position and token are equal only if the answers are, so some function of these reads them off"
        if at is None
        else f"the first coordinate is above {at} where the answer is 1, and below it where it is 0"
    )
    layers = "" if len(unit.layers) == 1 else "; that the symbols of a further layer are those that its read-out lists"
    script = Script(
        "QF_NIA",
        claim.words,
        f"on every input every position gets the row that is written, and {after}",
        f"that these are all the inputs and their answers{layers}; that weight(d) is the weight of a score d below the "
        "highest; that the keys named in a condition are those of the input, in any order",
    )
    require_sizes(script, claim, m=unit.m, heads=unit.H, order=unit.order, layers=len(unit.layers), dv=unit.dv)
    if size.scope is not None:
        script.remark(f"scope: {size.scope.words}")
        script.require(*["false"] * (not size.scope.holds(unit)))
    written = _WrittenUnit(script, unit, size.unit_class_at(value_of(claim)), size.pattern)
    answers: dict[tuple[int, int], dict[tuple[tuple[Fraction, ...], int], None]] = {}
    run = Run(unit)
    for tokens, wanted in task.pairs():
        stages = list(run.stages(tokens))
        script.remark(
            f"input {' '.join(map(str, tokens))}, answers {' '.join('-' if a is None else str(a) for a in wanted)}"
        )
        for k, (symbols, rows) in enumerate(stages[:-1]):
            script.remark(f"layer {k + 1}: symbols {' '.join(map(str, stages[k + 1][0]))}")
            for i, row in enumerate(rows):
                written.require_row(k, i, symbols, row)
        symbols, rows = stages[-1]
        for i, (row, answer) in enumerate(zip(rows, wanted, strict=True)):
            if answer is None:
                continue
            if at is not None:
                written.require_side(len(stages) - 1, i, symbols, at, answer)
                continue
            written.require_row(len(stages) - 1, i, symbols, row)
            answers.setdefault((i, tokens[i]), {})[row, answer] = None
    for (i, token), found in answers.items():
        _require_apart(script, i, token, found)
    return script


def need_room_for(task: FiniteTask, each: int) -> None:
    """Refuse tasks with more inputs than are gone through."""
    if task.count * each > MOST_CASES:
        raise TooLargeError(
            f"the task has {task.count} inputs of {task.length} symbols; at most {MOST_CASES} rows are written"
        )


def _require_apart(
    script: Script, position: int, token: int, found: dict[tuple[tuple[Fraction, ...], int], None]
) -> None:
    """That rows with different answers differ in some coordinate."""
    script.remark(f"rows at position {position} with token {token}")
    need_room(len(found) ** 2, "pairs of rows")
    for (one, answer), (other, another) in combinations(found, 2):
        if answer != another:
            pairs = zip(one, other, strict=True)
            differ = " ".join(
                f"(not (= (* {integer(a.numerator)} {b.denominator}) (* {integer(b.numerator)} {a.denominator})))"
                for a, b in pairs
            )
            script.require(f"(or false {differ})")


class _WrittenUnit:
    """The tables of a unit as constants, and its rows as terms; what was written once is not written again."""

    def __init__(self, script: Script, unit: Unit, unit_class: UnitClass, pattern: SparsePattern | None) -> None:
        self.script, self.unit, self.pattern = script, unit, pattern
        self.alphabets = [unit.alphabet, *(read_out.alphabet for read_out in unit.read_outs)]
        self.products = 0
        self.known: set[str] = set()
        self.scores: dict[str, int] = {}
        self.cases: dict[tuple[object, ...], str] = {}
        self.heads: list[list[dict[str, list[list[str]]]]] = []
        weight_function(script, unit_class.family.weights, unit_class.bits, Fraction(1), 0)
        for k, layer in enumerate(unit.layers):
            self.heads.append([self._tables(f"{k}_{h}", head, unit_class) for h, head in enumerate(layer.heads)])

    def _tables(self, name: str, head: Head, unit_class: UnitClass) -> dict[str, list[list[str]]]:
        parts = {"q": head.queries.rows}
        for a, (keys, values) in enumerate(zip(head.keys, head.values, strict=True), start=1):
            parts[f"k{a}"] = (*keys.rows, *head.null_keys[a - 1 : a])
            parts[f"v{a}"] = (*values.rows, *head.null_values[a - 1 : a])
        return {
            part: [in_grid(self.script, f"{part}_{name}_{r}", row, unit_class) for r, row in enumerate(rows)]
            for part, rows in parts.items()
        }

    def require_row(self, layer: int, i: int, tokens: Sequence[int], row: Sequence[Fraction]) -> None:
        """That the row at a position is this one."""
        for c, (sums, total) in enumerate(self._columns(layer, i, tokens)):
            self._once(f"(= (* {row[c].denominator} {sums}) (* {integer(row[c].numerator)} {total}))")

    def require_side(self, layer: int, i: int, tokens: Sequence[int], at: Fraction, answer: int) -> None:
        """That the first coordinate is on the side of the threshold that the answer says."""
        sums, total = self._columns(layer, i, tokens)[0]
        sign = ">" if answer else "<"
        self._once(f"({sign} (* {at.denominator} {sums}) (* {integer(at.numerator)} {total}))")

    def _once(self, condition: str) -> None:
        if condition not in self.known:
            self.known.add(condition)
            self.script.require(condition)

    def _columns(self, layer: int, i: int, tokens: Sequence[int]) -> list[tuple[str, str]]:
        """Numerator and denominator of each coordinate of a row."""
        shape = self.unit.layers[layer]
        parts = [self._head(layer, h, i, tokens) for h in range(len(shape.heads))]
        if shape.combine == "concat" or len(parts) == 1:
            return [(sums, total) for columns, total in parts for sums in columns]
        totals = [total for _, total in parts]
        found = []
        for c in range(len(parts[0][0])):
            terms = (
                _product([columns[c], *(total for g, total in enumerate(totals) if g != h)])
                for h, (columns, _) in enumerate(parts)
            )
            found.append((self.script.sum(terms), _product(totals)))
        return found

    def _head(self, layer: int, h: int, i: int, tokens: Sequence[int]) -> tuple[list[str], str]:
        """The names of a head's sums, and of its sum of weights."""
        shape, alphabet = self.unit.layers[layer], self.alphabets[layer]
        head = shape.heads[h]
        query = _row_of(head.queries, i, tokens[i], alphabet)
        seen: Iterable[int] = range(len(tokens))
        if self.pattern is not None:  # not the mask: what the claim says
            seen = set().union(*paid_row(Meter(UNLIMITED), self.pattern.layer(layer + 1), i))
        types = sorted((tokens[j] if _by_token(head) else j * alphabet + tokens[j]) for j in seen)
        key = (layer, h, query, tuple(types))
        if key not in self.cases:
            self.cases[key] = f"{layer}_{h}_{len(self.cases)}"
            here = [*types, NULL] if head.null_keys else types
            need_room(self.products + len(here) ** (shape.polynomial.order - 1))
            self._write(self.cases[key], layer, h, query, list(product(here, repeat=shape.polynomial.order - 1)))
        name = self.cases[key]
        return [f"S_{name}_{c}" for c in range(head.value_width)], f"Z_{name}"

    def _write(self, name: str, layer: int, h: int, query: int, tuples: list[tuple[int, ...]]) -> None:
        """The sums of one head for one query and the tuples of keys that it sees."""
        width = self.unit.layers[layer].heads[h].value_width
        self.products += len(tuples) * (2 + width)
        need_room(self.products)
        scores = [self._score(layer, h, query, chosen) for chosen in tuples]
        top = self.script.define(f"t_{name}", max(self.scores[score] for score in scores))
        highest(self.script, top, list(dict.fromkeys(scores)))
        weights = [f"(weight (- {top} {score}))" for score in scores]
        for c in range(width):
            values = [self._value(layer, h, chosen, c) for chosen in tuples]
            terms = (f"(* {w} {v})" for w, v in zip(weights, values, strict=True))
            self.script.define(f"S_{name}_{c}", self.script.sum(terms))
        self.script.define(f"Z_{name}", self.script.sum(weights))

    def _score(self, layer: int, h: int, query: int, chosen: tuple[int, ...]) -> str:
        """The name of the score of a query and a tuple of keys."""
        name = f"s_{layer}_{h}_{query}_{'_'.join('null' if key == NULL else str(key) for key in chosen)}"
        if name not in self.scores:
            shape = self.unit.layers[layer]
            head, names = shape.heads[h], self.heads[layer][h]
            rows = [
                ("q", query),
                *((f"k{a}", self._place(layer, h, "keys", a, key)) for a, key in enumerate(chosen, 1)),
            ]
            vectors = [names[part][row] for part, row in rows]
            numbers = [head.queries.rows[query]]
            for a, key in enumerate(chosen):
                row = self._place(layer, h, "keys", a + 1, key)
                numbers.append(head.null_keys[a] if key == NULL else head.keys[a].rows[row])
            self.products += head.width * sum(map(len, shape.polynomial.monomials))
            need_room(self.products)
            terms = (
                _product([vectors[part][k] for part in monomial])
                for monomial in shape.polynomial.monomials
                for k in range(head.width)
            )
            self.script.define(name, self.script.sum(terms))
            self.scores[name] = shape.polynomial.score(numbers)
        return name

    def _value(self, layer: int, h: int, chosen: tuple[int, ...], c: int) -> str:
        """A coordinate of the product of the values of a tuple."""
        names = self.heads[layer][h]
        return _product([names[f"v{a}"][self._place(layer, h, "values", a, key)][c] for a, key in enumerate(chosen, 1)])

    def _place(self, layer: int, h: int, which: str, part: int, key: int) -> int:
        """The row of a key type in the table of a part; that of the null token comes last."""
        head, alphabet = self.unit.layers[layer].heads[h], self.alphabets[layer]
        table: Table = getattr(head, which)[part - 1]
        if key == NULL:
            return len(table.rows)
        position, token = (0, key) if _by_token(head) else divmod(key, alphabet)
        return _row_of(table, position, token, alphabet)


def _by_token(head: Head) -> bool:
    return all(table.by == "token" for table in (*head.keys, *head.values))


def _row_of(table: Table, position: int, token: int, alphabet: int) -> int:
    """The number of the row that ``Table.vector`` gives."""
    return {"token": token, "position": position, "both": position * alphabet + token}[table.by]


def _product(factors: Sequence[str]) -> str:
    return factors[0] if len(factors) == 1 else f"(* {' '.join(factors)})"


def softmax_weights(claim: StatedClaim) -> Script:
    """The script of an upper bound of H in class THRESH: positive weights, and the output's side on every input."""
    task, evidence = _task(claim), claim.evidence
    position, at = task.position, Fraction(evidence["at"])
    assert position is not None  # class THRESH asks for it
    heads, keys = evidence["heads"], task.length * task.alphabet
    need_room_for(task, 1)
    need_room(task.count * len(heads) * 2 * (task.length + 1) * len(heads))
    script = Script(
        "QF_NIA",
        claim.words,
        f"all weights are at least 1, and on every input the sum of the heads' means S / Z is above {at} where the "
        f"answer at position {position} is 1, and below it where it is 0",
        "that these are all the inputs and their answers; that positive weights are those of a softmax (their "
        "logarithms "
        f"are inner products of queries [x = s] with keys of width {task.alphabet}); a_h_s_k is the weight of key k "
        "for "
        f"token s, v_h_k its value, key {task.alphabet} j + x being token x at position j, and the last one the null "
        "token",
    )
    require_sizes(script, claim, heads=len(heads))
    for h, head in enumerate(heads):
        for s, row in enumerate(head["weights"]):
            script.require(f"(and {' '.join(f'(>= {name} 1)' for name in script.vector(f'a_{h}_{s}', row))})")
        script.vector(f"v_{h}", head["values"])
    for number, (tokens, answers) in enumerate(task.pairs()):
        answer = answers[position]
        if answer is None:
            continue
        script.remark(f"input {' '.join(map(str, tokens))}: {answer}")
        chosen = [j * task.alphabet + token for j, token in enumerate(tokens)]
        for h, head in enumerate(heads):
            here = [*chosen, keys] if len(head["values"]) > keys else chosen
            weights = [f"a_{h}_{tokens[position]}_{k}" for k in here]
            script.define(f"S_{h}_{number}", script.dot(weights, [f"v_{h}_{k}" for k in here]))
            script.define(f"Z_{h}_{number}", script.sum(weights))
        totals = [f"Z_{h}_{number}" for h in range(len(heads))]
        output = script.sum(
            _product([f"S_{h}_{number}", *(total for g, total in enumerate(totals) if g != h)])
            for h in range(len(heads))
        )
        side = ">" if answer else "<"
        script.require(f"({side} (* {at.denominator} {output}) {_product([integer(at.numerator), *totals])})")
    return script


def _task(claim: StatedClaim) -> FiniteTask:
    question = size_of(claim).question
    assert isinstance(question, Computation)  # the table of writers
    return question.of
