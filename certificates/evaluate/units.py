"""Exhibits of computations: units that are run on every input, and units that fail at one.

``unit``             classes of tables, SATURATED. Masks are the rows of the claim's sparse pattern. Additive tables are
                     sums u_x + v_i: the vectors of two tokens differ by the same at all positions. What follows with
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

from ..claims import Claim
from ..meaning.masks import seen_by
from ..meaning.tasks import Task, Wanted, Word, task_of
from ..meaning.units import OUTPUT, UNIT, Masks, Unit, longest
from ..meter import ENTRY, Meter, product_steps
from ..refuse import need
from ..schema import Record, fraction, integer, many, pair, record
from ..text import short
from ..unit_class import FAMILIES, TABULATED, UnitClass
from .exhibit import Exhibit, Shown, bits_of, need_grid, sized

SIDE = "an output is on the wrong side of the threshold, or equals it"


def unit(p: Record, claim: Claim, meter: Meter) -> Shown:
    """A unit that computes a finite task on all its inputs."""
    q, task, layers = claim.quantity, task_of(claim.statement, meter), p.unit.layers
    need((p.at is not None) == (q.read_out == "threshold"), "a threshold is given exactly if the read-out is one")
    need(p.at is None or p.look_up is None, "a threshold needs no look-up")
    if q.scope is not None:
        _need_scope(p.unit, q.scope, task, meter)
    masks = [seen_by(q.pattern, t, meter) for t in range(len(layers))] if q.pattern is not None else None
    bits = bits_of(claim, p.bits)
    relative = q.scope is not None and q.scope.tables == "relative"
    made = _made(p.unit, task, q.unit_class, bits, masks, meter, relative)
    listed = None if p.look_up is None else dict(p.look_up)
    need(listed is None or len(listed) == len(p.look_up), "the look-up lists something twice")
    wrong = _fault(made, task.inputs(made.each), p.at, listed, meter)
    need(wrong is None, wrong or "")
    m, dv, order = (max(getattr(head, size) for head in made.all_heads) for size in ("m", "dv", "order"))
    value = sized(claim, bits, m, max(map(len, made.heads)), order, len(layers), dv)
    return value, f"a unit of order {order}, layers {len(layers)}, dv = {dv}, run on all {task.size} inputs"


def _made(
    unit: Record, task: Task, of: UnitClass, bits: int, masks: Masks | None, meter: Meter, relative: bool = False
) -> Unit:
    ties, rounds = FAMILIES[of.name].ties, FAMILIES[of.name].rounds
    shape = (task.alphabet, task.length, 0 if ties else bits, masks, meter)
    made = Unit(unit, *shape, rounds, ties or "average", relative)
    need_grid((vector for head in made.all_heads for vector in head.vectors), of.grid, bits)
    return made


def _need_scope(unit: Record, scope: Record, task: Task, meter: Meter) -> None:
    for layer in unit.layers:
        tables = [table for head in layer.heads for table in (head.queries, *head.keys, *head.values)]
        pairwise = (layer.order, layer.monomials) == (2, ((0, 1),))
        by = {table.by for table in tables if scope.tables != "additive" or not _additive(table, task.alphabet, meter)}
        summed = scope.combine == "concat" or layer.combine == "sum" or len(layer.heads) == 1
        null = scope.null or not any(head.null_keys for head in layer.heads)
        looked_up = scope.tables in ("both", "relative") or by <= {"token"}
        need(pairwise and looked_up and summed and null, "the unit is not of the kind that the claim is about")


def _additive(table: Record, alphabet: int, meter: Meter) -> bool:
    """Whether the vectors of two tokens differ by the same at all positions; all rows have one width."""
    if table.by != "both":
        return True
    meter.charge(sum(20 + 4 * len(row) for row in table.rows))
    first = [table.rows[k - k % alphabet] for k in range(len(table.rows))]
    steps = [[b - a for a, b in zip(*pair, strict=True)] for pair in zip(first, table.rows, strict=True)]
    return steps == steps[:alphabet] * (len(steps) // alphabet)


def _fault(
    made: Unit, inputs: Iterable[tuple[Word, Wanted]], at: Fraction | None, listed: dict[Any, int] | None, meter: Meter
) -> str | None:
    """What is wrong at the first input at which something is."""
    known = listed or {}
    for x, wanted in inputs:
        rows = made.rows(x)
        if rows is None:
            return "a read-out between two layers lacks a pair that occurs"
        for i, answer in enumerate(wanted):
            row, seen = rows[i], ((i, x[i]), rows[i])
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


def softmax_weights(p: Record, claim: Claim, meter: Meter) -> Shown:
    """Heads of positive weights whose summed output is on the right side of a threshold."""
    task, count = task_of(claim.statement, meter), len(p.heads)
    keys, here, long = task.length * task.alphabet, task.position or 0, _length(p.at)
    for head in p.heads:
        need(len(head.values) in (keys, keys + 1) and len(head.weights) == task.alphabet, "a head is of a wrong shape")
        need(all(len(row) == len(head.values) for row in head.weights), "weights and values differ in number")
        long = max(long, longest([*head.weights, head.values]))
    each = 40 + 2 * task.length * product_steps(long, long) + 4 * product_steps(count * long, 2 * long)
    for x, wanted in task.inputs(count * each):
        output, tokens = Fraction(0), [j * task.alphabet + token for j, token in enumerate(x)]
        for head in p.heads:
            row, chosen = head.weights[x[here]], tokens + [keys] * (len(head.values) - keys)
            output += Fraction(sum(row[k] * head.values[k] for k in chosen), sum(row[k] for k in chosen))
        answer = wanted[here]
        need(answer is None or (output != p.at and answer == (output > p.at)), SIDE)
    return sized(claim, 0, task.alphabet, count), f"{count} heads with positive weights, run on every input"


def failing_unit(p: Record, claim: Claim, meter: Meter) -> Shown:
    """A unit that is wrong at one input, or at two that it cannot tell apart."""
    cls, task = claim.quantity.unit_class, task_of(claim.statement, meter)
    made = _made(p.unit, task, cls, cls.bits, None, meter)
    meter.charge(2 * made.each)
    inputs = [(x, wanted) for x in p.inputs if (wanted := task.wanted(x)) is not None]
    need(len(inputs) == len(p.inputs), "what is named is no input of the task")
    wrong = _fault(made, inputs, p.at, None, meter)
    need(wrong is not None, "the unit is right there")
    return None, f"{wrong} ({'any read-out' if p.at is None else f'threshold {short(p.at)}'})"


SEEN = pair(pair(pair(integer(0), integer(0)), OUTPUT), integer())
OPTIONAL = {"bits": None, "at": None, "look_up": None}
FORM = record({"unit": UNIT, "bits": integer(1), "at": fraction(), "look_up": many(SEEN)}, OPTIONAL)
HEADS = many(record({"weights": many(many(integer(1))), "values": many(integer())}), 1, 256)
WEIGHTS = record({"at": fraction(), "heads": HEADS})
FAILING = record({"unit": UNIT, "at": fraction(), "inputs": many(many(integer(0)), 1, 2)}, {"at": None})
EXHIBITS = {
    "unit": Exhibit(f"upper size computation {'|'.join((*TABULATED, 'SATURATED'))}", FORM, unit),
    "softmax-weights": Exhibit("upper size computation THRESH", WEIGHTS, softmax_weights),
    "failing-unit": Exhibit("unit-fails computation", FAILING, failing_unit),
}
