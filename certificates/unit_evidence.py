"""Evidence that a unit computes a finite task: ``unit``. It is run on every input, exactly.

``any``        the network after attention is an arbitrary function of position, token and output row: it exists iff
               no two inputs agree in these three at a position where their answers differ.
``threshold``  the answer is 1 iff the first output coordinate is greater than a rational, which it never equals.
"""

from fractions import Fraction

from .claim import Size
from .finite_task import MAX_INPUTS, FiniteTask, Word
from .question import Question
from .reading import Node
from .scope import Scope
from .unit import PAIRWISE, STRASSEN, Output, ScorePolynomial, Unit, tensor
from .unit_class import UnitClass
from .unit_file import read_unit, unit_length
from .unit_runner import by_token, remembering
from .upper_evidence import MAX_PRODUCTS
from .verdict import RejectionError, short_number

MAX_TUPLES = 20_000_000
"""Most scores that are compared in one check (some ten seconds): inputs x positions x heads x tuples of keys."""

MAX_SCORES = 5_000_000
"""Most different scores that are remembered."""


SHORT = 1024
"""Bits up to which an integer counts as one."""


def proved_by_unit(node: Node, question: Question, unit_class: UnitClass, scope: Scope | None = None) -> Size:
    """The size of the unit, once it has been run on every input of the task. It has to lie within the scope, if any."""
    assert question.finite is not None  # the only questions that this evidence is asked for
    task = question.finite
    fields = node.fields(("kind", "unit", "read_out"))
    unit = read_unit(fields["unit"])
    read_out = fields["read_out"]
    kind, at = read_out.field("kind"), None
    if kind.value == "threshold":
        at = read_out.fields(("kind", "at"))["at"].fraction()
    elif kind.value == "any":
        read_out.fields(("kind",))
    else:
        kind.fail("must be any or threshold")
    require_shape(fields["unit"], unit, task)
    require_class(fields["unit"], unit, unit_class)
    if scope is not None and not scope.holds(unit):
        raise RejectionError("unit-outside-class", fields["unit"].path, f"is not one with {scope.words}")
    bound_work(node, unit, task)
    _run(node, unit, task, at)
    scores = " and ".join(sorted({_score_words(layer.polynomial) for layer in unit.layers}))
    null = any(head.null_keys for layer in unit.layers for head in layer.heads)
    after = "read off as any function of position, token and row" if at is None else f"compared with {short_number(at)}"
    sides = " side by side" if any(layer.combine == "concat" for layer in unit.layers) else ""
    words = f"a unit with {scores}, dv = {unit.dv}, with{'' if null else 'out'} a null token, run on every input "
    words += f"({task.count} in all), its outputs{sides} {after}"
    return Size(unit.m, words, unit.H, unit.order, len(unit.layers), unit.dv)


def _score_words(polynomial: ScorePolynomial) -> str:
    if polynomial == PAIRWISE:
        return "pairwise scores"
    if polynomial == STRASSEN:
        return "Strassen scores"
    return "tensor scores" if polynomial == tensor(polynomial.order) else "scores of a polynomial"


def require_shape(node: Node, unit: Unit, task: FiniteTask) -> None:
    """Reject a unit whose tables are not for the task's symbols and positions."""
    if unit.alphabet != task.alphabet:
        reason = f"an alphabet of {unit.alphabet} symbols where the task has {task.alphabet}"
        raise RejectionError("table-wrong-shape", node.path, reason)
    if unit_length(unit) not in (None, task.length):
        reason = f"tables for sequences of length {unit_length(unit)} where the task has {task.length}"
        raise RejectionError("table-wrong-shape", node.path, reason)


def require_class(node: Node, unit: Unit, unit_class: UnitClass) -> None:
    """Reject a unit whose weights or entries are not those of the class."""
    wanted = ("fixed", unit_class.bits) if unit_class.name == "FIXED" else ("saturated", 0)
    for k, layer in enumerate(unit.layers):
        path = f"{node.path}.layers[{k}]"
        if (layer.weights, layer.bits) != wanted:
            raise RejectionError("unit-outside-class", path, f"weights {layer.weights}, p = {layer.bits}")
        if layer.mask is not None:
            raise RejectionError("unit-outside-class", path, "has a mask; in this class every position sees all keys")
        for h, head in enumerate(layer.heads):
            for name in ("keys", "values"):
                for t, table in enumerate(getattr(head, name)):
                    unit_class.require_grid(table.rows, f"{path}.heads[{h}].{name}[{t}].rows")
                unit_class.require_grid(getattr(head, f"null_{name}"), f"{path}.heads[{h}].null_{name}")
            unit_class.require_grid(head.queries.rows, f"{path}.heads[{h}].queries.rows")


def bound_work(node: Node, unit: Unit, task: FiniteTask) -> None:
    """Refuse a unit that would have to compute too many scores on the task's inputs."""
    if task.count > MAX_INPUTS:
        node.fail(f"is about more than {MAX_INPUTS} inputs")
    length, runs, remembered, products = task.length, 0, 0, 0
    longest = max((entry.bit_length() for entry in unit.entries), default=0)
    alphabets = [unit.alphabet, *(read_out.alphabet for read_out in unit.read_outs)]
    for layer, alphabet in zip(unit.layers, alphabets, strict=True):
        parts = layer.polynomial.order - 1
        # A product of ``order`` entries, times a weight of up to p bits, costs by its length.
        size = 1 + (layer.polynomial.order * longest + layer.bits) // SHORT
        for head in layer.heads:
            here = task.count * length * (length + bool(head.null_keys)) ** parts
            types = (alphabet if by_token(head) else alphabet * length) + 1
            scores = min(here, len(head.queries.rows) * types**parts)
            factors = sum(map(len, layer.polynomial.monomials))
            runs, remembered = runs + here, remembered + scores * size
            products += size * (scores * (factors * head.width + parts * head.value_width) + here * head.value_width)
    for amount, most, what in (
        (runs, MAX_TUPLES, "scores to be compared"),
        (remembered, MAX_SCORES, "scores to be remembered"),
        (products, MAX_PRODUCTS, "products to be added"),
    ):
        if amount > most:
            node.fail(f"needs {amount} {what}; at most {most} are")


def _run(node: Node, unit: Unit, task: FiniteTask, at: Fraction | None) -> None:
    outputs = remembering(unit)
    known: dict[tuple[int, int, Output], tuple[int, Word]] = {}
    for tokens, answers in task.pairs():
        try:
            rows = outputs(tokens)
        except KeyError:
            raise RejectionError("read-out-undefined", f"{node.path}.unit.read_outs", f"input {list(tokens)}") from None
        for i, (row, answer) in enumerate(zip(rows, answers, strict=True)):
            if answer is None:  # not asked for
                continue
            if at is None:
                other, before = known.setdefault((i, tokens[i], row), (answer, tokens))
                if other != answer:
                    reason = f"answers {other} and {answer} at position {i} of {list(before)} and {list(tokens)}"
                    raise RejectionError("answer-not-determined", node.path, reason)
            elif row[0] == at or answer != (row[0] > at):
                reason = f"answer {answer} at position {i} of {list(tokens)}"
                raise RejectionError("answer-wrong", node.path, reason)
