"""Evidence that a unit computes a finite task: ``unit``. It is run on every input, exactly.

``any``        the network after attention is an arbitrary function of position, token and output row: it exists iff
               no two inputs agree in these three at a position where their answers differ.
``threshold``  the answer is 1 iff the first output coordinate is greater than a rational ``at``, which it never equals.
"""

from collections.abc import Iterable
from fractions import Fraction

from ...meter import ENTRY, Meter
from ...reading import Node
from ...reading.units import read_unit
from ...statement.attention import PAIRWISE, STRASSEN, Output, ScorePolynomial, tensor
from ...statement.finite_task import FiniteTask, Wanted, Word
from ...statement.least_size import LeastSize, size_of
from ...statement.outputs import Computation
from ...statement.unit import Run, Unit
from ...statement.unit_class import UnitClass
from ...verdict import short_number
from ..proof import Premises, Proved
from ..selection.tables import require_grid
from ..size import size_proved


def by_unit(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "unit", "unit": {..}}``, with ``"at": "1/2"`` where the claim's read-out is a threshold."""
    assert isinstance(quantity.question, Computation)  # the table of kinds
    task = quantity.question.of
    fields = node.fields(("kind", "unit", *(("at",) if quantity.read_out == "threshold" else ())))
    at = fields["at"].fraction() if "at" in fields else None
    unit = read_unit(fields["unit"])
    require_shape(fields["unit"], unit, task)
    require_class(fields["unit"], unit, quantity.unit_class_at(value))
    if quantity.scope is not None and not quantity.scope.holds(unit):
        fields["unit"].reject("unit-outside-class", f"is not one with {quantity.scope.words}")
    charge_inputs(node.meter, task, task.length)
    fault = first_fault(node, unit, task.pairs(), at)
    if fault is not None:
        node.reject(fault[0], fault[1])
    scores = " and ".join(sorted({_score_words(layer.polynomial) for layer in unit.layers}))
    null = any(head.null_keys for layer in unit.layers for head in layer.heads)
    after = "read off as any function of position, token and row" if at is None else f"compared with {short_number(at)}"
    sides = " side by side" if any(layer.combine == "concat" for layer in unit.layers) else ""
    how = f"a unit with {scores}, dv = {unit.dv}, with{'' if null else 'out'} a null token, run on every input "
    how += f"({task.count} in all), its outputs{sides} {after}"
    return size_proved(node, quantity, value, size_of(unit), how)


def _score_words(polynomial: ScorePolynomial) -> str:
    if polynomial == PAIRWISE:
        return "pairwise scores"
    if polynomial == STRASSEN:
        return "Strassen scores"
    return "tensor scores" if polynomial == tensor(polynomial.order) else "scores of a polynomial"


def require_shape(node: Node, unit: Unit, task: FiniteTask) -> None:
    """Reject a unit whose tables are not for the task's symbols and positions."""
    if unit.alphabet != task.alphabet:
        reason = f"an alphabet of {short_number(unit.alphabet)} symbols where the task has {task.alphabet}"
        node.reject("table-wrong-shape", reason)
    if unit.length not in (None, task.length):
        reason = f"tables for sequences of length {unit.length} where the task has {task.length}"
        node.reject("table-wrong-shape", reason)


def require_class(node: Node, unit: Unit, unit_class: UnitClass) -> None:
    """Reject a unit whose weights or entries are not those of the class."""
    wanted = unit_class.family.weights, unit_class.bits
    for layer, layer_node in zip(unit.layers, node.field("layers").items(), strict=True):
        if (layer.weights, layer.bits) != wanted:
            layer_node.reject("unit-outside-class", f"weights {layer.weights}, p = {short_number(layer.bits)}")
        if layer.mask is not None and not unit_class.family.masks:
            layer_node.reject("unit-outside-class", "has a mask; in this class every position sees all keys")
        for head, place in zip(layer.heads, layer_node.field("heads").items(), strict=True):
            for name in ("keys", "values"):
                for table, table_node in zip(getattr(head, name), place.field(name).items(), strict=True):
                    require_grid(table_node.field("rows"), unit_class, table.rows)
                require_grid(place.field(f"null_{name}"), unit_class, getattr(head, f"null_{name}"))
            require_grid(place.field("queries").field("rows"), unit_class, head.queries.rows)


def charge_inputs(meter: Meter, task: FiniteTask, steps: int) -> None:
    """Pay for going through all inputs of a task: their answers, and so many steps for each."""
    each = 10 + steps + (0 if task.listed else task.steps)
    if task.listed:
        meter.charge(len(task.listed) * each)
    else:
        meter.charge_power(task.alphabet, task.length, each)


def first_fault(
    node: Node, unit: Unit, pairs: Iterable[tuple[Word, Wanted]], at: Fraction | None
) -> tuple[str, str] | None:
    """The rejection code of the first input at which the unit is wrong, and why; None if it is right at all."""
    run = Run(unit, node.meter)
    known: dict[tuple[int, int, Output], tuple[int, Word]] = {}
    for tokens, answers in pairs:
        try:
            rows = run.outputs(tokens)
        except KeyError:
            return "read-out-undefined", f"a read-out between two layers lacks a pair that occurs for {_word(tokens)}"
        for i, (row, answer) in enumerate(zip(rows, answers, strict=True)):
            if answer is None:  # not asked for
                continue
            where = f"at position {i} of {_word(tokens)}"
            if at is not None:
                if row[0] == at:  # the read-out is not defined there, whatever the answer
                    return "answer-wrong", f"output {short_number(at)} equals the threshold {where}"
                if answer != (row[0] > at):
                    found = f"output {short_number(row[0])} {where}"
                    return "answer-wrong", f"{found}, where the answer is {short_number(answer)}"
                continue
            seen = (i, tokens[i], row)
            if seen not in known:
                node.meter.charge(ENTRY + 8 * len(tokens) + 100 * len(row) + sum(_bits(entry) for entry in row) // 8)
                known[seen] = answer, tokens
            other, before = known[seen]
            if other != answer:
                same = f"the same token and output row at position {i} of {_word(before)} and {_word(tokens)}"
                answers_differ = f"where the answers are {short_number(other)} and {short_number(answer)}"
                return "answer-not-determined", f"{same}, {answers_differ}"
    return None


def _bits(number: Fraction) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _word(tokens: Word) -> str:
    return f"{list(tokens[:40])}{' ..' if len(tokens) > 40 else ''}"
