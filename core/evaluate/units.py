"""Exhibits of computations: units that are run on every input, and units that fail at one.

``unit``             classes FIXED and SATURATED. Masks are the rows of the claim's sparse pattern. What follows with
                     read-out ``any`` is an arbitrary function of position, token and output row: it exists iff no two
                     inputs agree in these three at a position where their answers differ (``look_up`` may list it).
                     With ``threshold`` the answer is 1 iff the first output is above ``at``, which it never equals.
``softmax-weights``  class THRESH: positive integer weights, row s those that token s at the position gives to the keys,
                     key j A + x being token x at position j, a last one the null token; and the values of the keys.
                     Any weights are exponentials of scores, and any scores are inner products of queries [x_i = s]
                     with keys of width A. The answer is 1 iff the sum of the heads' outputs is above ``at``.
``failing-unit``     the fact that a unit does not do its task, by one or two inputs. A unit that computes with a
                     threshold is never at it, whatever the answer.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.masks import row_of
from ..meaning.tasks import Task, Wanted, Word, task_of
from ..meaning.units import OUTPUT, UNIT, Unit, longest
from ..meter import ENTRY, Meter, product_steps
from ..refuse import need
from ..schema import Record, fraction, integer, many, pair, record
from ..text import short
from .exhibit import bits_of, need_grid, need_upper, read, sized

LookUp = dict[Any, int]
SIDE = "an output is on the wrong side of the threshold, or equals it"
SEEN = pair(pair(pair(integer(0), integer(0)), OUTPUT), integer())
OPTIONAL = {"bits": None, "at": None, "look_up": None}
PROOF = record({"unit": UNIT, "bits": integer(1), "at": fraction(), "look_up": many(SEEN)}, OPTIONAL)


def unit(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """A unit that computes a finite task on all its inputs."""
    p, q, meter = read(PROOF, proof, book), claim.quantity, book.meter
    need_upper(claim, "computation", "FIXED SATURATED")
    need(
        (p.at is not None) == (q.read_out == "threshold"), "the threshold of the read-out is missing, or there is none"
    )
    need(p.at is None or p.look_up is None, "a threshold needs no look-up")
    if q.scope is not None:
        _need_scope(p.unit, q.scope)
    task, layers = task_of(claim.statement, meter), len(p.unit.layers)
    masks = [_mask(q.pattern, t, task.length, meter) for t in range(layers)] if q.pattern is not None else None
    made = _made(p.unit, task, q.unit_class.grid, bits_of(claim, p.bits), masks, meter)
    listed = None if p.look_up is None else dict(p.look_up)
    need(listed is None or len(listed) == len(p.look_up), "the look-up lists something twice")
    wrong = _fault(made, task.inputs(made.each), p.at, listed, meter)
    need(wrong is None, wrong or "")
    m, dv, order = (max(getattr(head, size) for head in made.all_heads) for size in ("m", "dv", "order"))
    value = sized(claim, made.bits, m, max(map(len, made.heads)), order, layers, dv)
    return Proved(value, f"a unit of order {order}, layers {layers}, dv = {dv}, run on all {task.size} inputs")


def _mask(pattern: Record, t: int, n: int, meter: Meter) -> list[list[int]]:
    meter.charge(100 * n)
    rows = [row_of(pattern.layers[t % len(pattern.layers)], i, n, meter) for i in range(n)]
    meter.charge(20 * sum(len(part) for row in rows for part in row))
    return [sorted(set().union(*row)) for row in rows]


def _made(unit: Record, task: Task, grid: str, bits: int, masks: list[list[list[int]]] | None, meter: Meter) -> Unit:
    made = Unit(unit, task.alphabet, task.length, bits, masks, meter)
    for head in made.all_heads:
        need_grid(head.vectors, grid, bits)
    return made


def _need_scope(unit: Record, scope: Record) -> None:
    for layer in unit.layers:
        tables = [table for head in layer.heads for table in (head.queries, *head.keys, *head.values)]
        pairwise = (layer.order, layer.monomials) == (2, ((0, 1),))
        by_token = scope.tables == "both" or all(table.by == "token" for table in tables)
        summed = scope.combine == "concat" or layer.combine == "sum" or len(layer.heads) == 1
        null = scope.null or not any(head.null_keys for head in layer.heads)
        need(pairwise and by_token and summed and null, "the unit is not of the kind that the claim is about")


def _fault(
    made: Unit, inputs: Iterable[tuple[Word, Wanted]], at: Fraction | None, listed: LookUp | None, meter: Meter
) -> str | None:
    """What is wrong at the first input at which something is."""
    known: LookUp = {} if listed is None else listed
    for x, wanted in inputs:
        rows = made.rows(x)
        if rows is None:
            return "a read-out between two layers lacks a pair that occurs"
        for i, (row, answer) in enumerate(zip(rows, wanted, strict=True)):
            seen = ((i, x[i]), row)
            if answer is None:  # not asked for
                continue
            if at is not None:
                if row[0] == at or answer != (row[0] > at):
                    return SIDE
            elif listed is None and seen not in known:
                meter.charge(ENTRY + 100 * len(row) + sum(map(_length, row)) // 8)
                known[seen] = answer
            elif known.get(seen) != answer:
                return "the answer is no function of position, token and row, or not the one listed"
    return None


def _length(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


HEADS = many(record({"weights": many(many(integer(1))), "values": many(integer())}), 1, 256)


def softmax_weights(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """Heads of positive weights whose summed output is on the right side of a threshold."""
    p = read(record({"at": fraction(), "heads": HEADS}), proof, book)
    need_upper(claim, "computation", "THRESH")
    task, count = task_of(claim.statement, book.meter), len(p.heads)
    keys, long = task.length * task.alphabet, _length(p.at)
    for head in p.heads:
        need(len(head.values) in (keys, keys + 1) and len(head.weights) == task.alphabet, "a head is of a wrong shape")
        need(all(len(row) == len(head.values) for row in head.weights), "weights and values differ in number")
        long = max(long, longest(head.weights), longest([head.values]))
    each = 40 + 2 * task.length * product_steps(long, long) + 4 * product_steps(count * long, 2 * long)
    for x, wanted in task.inputs(count * each):
        answer, here, output = wanted[task.position or 0], x[task.position or 0], Fraction(0)
        tokens = [j * task.alphabet + token for j, token in enumerate(x)]
        for head in p.heads:
            row, chosen = head.weights[here], tokens + [keys] * (len(head.values) - keys)
            output += Fraction(sum(row[k] * head.values[k] for k in chosen), sum(row[k] for k in chosen))
        need(answer is None or (output != p.at and answer == (output > p.at)), SIDE)
    return Proved(sized(claim, 0, task.alphabet, count), f"{count} heads with positive weights, run on every input")


FAILING = record({"unit": UNIT, "at": fraction(), "inputs": many(many(integer(0)), 1, 2)}, {"at": None})


def failing_unit(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """A unit that is wrong at one input, or at two that it cannot tell apart."""
    p, q, meter = read(FAILING, proof, book), claim.quantity, book.meter
    need(q.kind == "unit-fails" and claim.statement.kind == "computation", "the exhibit shows that a unit fails")
    task = task_of(claim.statement, meter)
    made = _made(p.unit, task, q.unit_class.grid, q.unit_class.bits, None, meter)
    meter.charge(2 * made.each)
    inputs = [(x, wanted) for x in p.inputs if (wanted := task.wanted(x)) is not None]
    need(len(inputs) == len(p.inputs), "what is named is no input of the task")
    wrong = _fault(made, inputs, p.at, None, meter)
    need(wrong is not None, "the unit is right there")
    return Proved(None, f"{wrong} ({'any read-out' if p.at is None else f'threshold {short(p.at)}'})")


EXHIBITS = {"unit": unit, "softmax-weights": softmax_weights, "failing-unit": failing_unit}
