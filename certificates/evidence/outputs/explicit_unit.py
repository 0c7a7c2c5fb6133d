"""Evidence that a unit computes a finite task: ``unit``. It is run on every input, exactly.

``any``        the network after attention is an arbitrary function of position, token and output row: it exists iff
               no two inputs agree in these three at a position where their answers differ. With a ``look_up``, its list
               of values, each answer has to be the one that is listed.
``threshold``  the answer is 1 iff the first output coordinate is greater than a rational ``at``, which it never equals.

Under a sparse pattern layer t of the unit has to let each position see what layer t of the pattern does, no more, no
less; if all positions see all keys it may have no mask.
"""

from collections.abc import Iterable
from fractions import Fraction

from ...messages import short_number
from ...meter import ENTRY, Meter
from ...reading import Node
from ...reading.units import LookUp, read_look_up, read_unit
from ...statement.attention import PAIRWISE, STRASSEN, Output, ScorePolynomial, tensor
from ...statement.finite_task import FiniteTask, Wanted, Word
from ...statement.least_size import LeastSize
from ...statement.outputs import Computation
from ...statement.size import size_of
from ...statement.sparse_pattern import SparsePattern
from ...statement.unit import Run, Unit
from ...statement.unit_class import UnitClass
from ..patterns.rows import paid_row
from ..proof import Premises, Proved
from ..selection.tables import require_grid
from ..size import size_proved


def by_unit(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "unit", "unit": {..}}``, with ``"at": "1/2"`` where the claim's read-out is a threshold.

    With read-out ``any`` it may have ``"look_up": [[position, token, row, answer], ..]``.
    """
    assert isinstance(quantity.question, Computation)  # the table of kinds
    task = quantity.question.of
    threshold = quantity.read_out == "threshold"
    fields = node.fields(("kind", "unit", *(("at",) if threshold else ())), () if threshold else ("look_up",))
    at = fields["at"].fraction() if "at" in fields else None
    unit = read_unit(fields["unit"])
    require_shape(fields["unit"], unit, task)
    require_class(fields["unit"], unit, quantity.unit_class_at(value), quantity.pattern)
    if quantity.scope is not None and not quantity.scope.holds(unit):
        fields["unit"].reject("unit-outside-class", f"is not one with {quantity.scope.words}")
    listed = read_look_up(fields["look_up"], unit, task.length) if "look_up" in fields else None
    width = sum(head.value_width for head in unit.layers[-1].heads)
    charge_inputs(node.meter, task, task.length * (20 + 20 * width))  # rows are hashed and compared
    fault = first_fault(node, unit, task.pairs(), at, listed)
    if fault is not None:
        node.reject(fault[0], fault[1])
    scores = " and ".join(sorted({_score_words(layer.polynomial) for layer in unit.layers}))
    null = any(head.null_keys for layer in unit.layers for head in layer.heads)
    function = f"{'any' if listed is None else 'a listed'} function of position, token and row"
    after = f"read off as {function}" if at is None else f"compared with {short_number(at)}"
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


def require_class(node: Node, unit: Unit, unit_class: UnitClass, pattern: SparsePattern | None = None) -> None:
    """Reject a unit whose weights or entries are not those of the class, or masks not those of the pattern."""
    wanted = unit_class.family.weights, unit_class.bits
    for t, (layer, layer_node) in enumerate(zip(unit.layers, node.field("layers").items(), strict=True), start=1):
        if (layer.weights, layer.bits) != wanted:
            layer_node.reject("unit-outside-class", f"weights {layer.weights}, p = {short_number(layer.bits)}")
        if pattern is not None:
            _require_mask(layer_node, layer.mask, pattern, t)
        elif layer.mask is not None:
            layer_node.reject("unit-outside-class", "has a mask; without a pattern every position sees all keys")
        for head, place in zip(layer.heads, layer_node.field("heads").items(), strict=True):
            for name in ("keys", "values"):
                for table, table_node in zip(getattr(head, name), place.field(name).items(), strict=True):
                    require_grid(table_node.field("rows"), unit_class, table.rows)
                require_grid(place.field(f"null_{name}"), unit_class, getattr(head, f"null_{name}"))
            require_grid(place.field("queries").field("rows"), unit_class, head.queries.rows)


def _require_mask(node: Node, mask: tuple[Word, ...] | None, pattern: SparsePattern, t: int) -> None:
    """Reject a layer in which some position sees other keys than in layer t of the pattern."""
    for i in range(pattern.n):
        row = paid_row(node.meter, pattern.layer(t), i)
        node.meter.charge(2 * sum(map(len, row)) + pattern.n)
        seen = set().union(*row)
        if seen != set(range(pattern.n) if mask is None else mask[i]):
            node.reject("unit-outside-class", f"position {i} does not see the keys of layer {t} of the pattern")


def charge_inputs(meter: Meter, task: FiniteTask, steps: int) -> None:
    """Pay for going through all inputs of a task: their answers, and so many steps for each."""
    each = 10 + steps + (0 if task.listed else task.steps)
    if task.listed:
        meter.charge(len(task.listed) * each)
    else:
        meter.charge_power(task.alphabet, task.length, each)


def first_fault(
    node: Node, unit: Unit, pairs: Iterable[tuple[Word, Wanted]], at: Fraction | None, listed: LookUp | None = None
) -> tuple[str, str] | None:
    """The rejection code of the first input at which the unit is wrong, and why; None if it is right at all."""
    run = Run(unit, node.meter)
    known: dict[tuple[int, int, Output], tuple[int, Word]] = {}
    for tokens, answers in pairs:  # some answer is asked for, or the question would not have been read
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
            if listed is not None:
                if seen not in listed:
                    return "output-not-read", f"the look-up lacks what occurs {where}"
                if listed[seen] != answer:
                    found = f"{short_number(listed[seen])} is looked up {where}"
                    return "answer-wrong", f"{found}, where the answer is {short_number(answer)}"
                continue
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
