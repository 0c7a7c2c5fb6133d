"""The claim that a given unit does not do its task: ``{"claim": "unit-fails", "unit_class": .., "evidence": {..}}``.

Of a ``computation`` the evidence names one or two inputs, on which the unit is run. With read-out ``threshold`` it
fails if an output lies on the wrong side, or equals the threshold, whatever the answer: no output of a unit that
computes with a threshold equals it (see ``explicit_unit.py``). With ``any`` it fails if position, token and output row
agree twice where the answers differ, so that no function of them is right. It fails as well if a read-out between two
layers lacks a pair that occurs. Of ``averaging`` the evidence names a subset y, the heads with their
queries for y alone, and the ``error`` that some z in {-1, 1}^N exceeds (see ``averaging.py``).
"""

from fractions import Fraction

from ...messages import short_number
from ...reading import Node
from ...reading.questions import read_question
from ...reading.units import read_unit
from ...statement.finite_task import FiniteTask, Wanted, Word
from ...statement.outputs import Averages, Computation
from ...statement.question import Question
from ...statement.unit_class import UnitClass
from .averaging import charge_errors, differences_for, read_heads, weights_of
from .explicit_unit import first_fault, require_class, require_shape


def unit_fails(about: Node, claim: Node) -> tuple[str, str, tuple[str, ...]]:
    """What is proved, how, and what is assumed, in words."""
    question = read_question(about)
    why = why_it_fails(question, claim.fields(("claim", "unit_class", "evidence"), ("question",)))
    return f"{question.words}: {why}", why, (question.assumption,) if question.assumption else ()


def why_it_fails(question: Question, fields: dict[str, Node]) -> str:
    """In words, why the unit or the heads of the evidence do not do the task."""
    if not isinstance(question, Computation | Averages):
        fields["claim"].fail("must be about a computation or averaging")
    unit_class = _read_class(fields["unit_class"])
    evidence = fields["evidence"]
    if isinstance(question, Computation):
        evidence.field("kind").word(("input",))
        return _failing_unit(evidence, question.of, unit_class)
    evidence.field("kind").word(("subset",))
    return _failing_heads(evidence, question, unit_class)


def _read_class(node: Node) -> UnitClass:
    try:
        unit_class = UnitClass.parse(node.text())
    except ValueError as error:
        node.fail(str(error))
    if "outputs" not in unit_class.family.asked or unit_class.asks_for_bits:
        node.fail("must be SATURATED or FIXED(p, grid) with a number p")
    return unit_class


def _failing_unit(node: Node, task: FiniteTask, unit_class: UnitClass) -> str:
    fields = node.fields(("kind", "unit", "inputs"), ("at",))
    unit = read_unit(fields["unit"])
    at = fields["at"].fraction() if "at" in fields else None
    require_shape(fields["unit"], unit, task)
    require_class(fields["unit"], unit, unit_class)
    inputs = [_read_input(tokens, task) for tokens in fields["inputs"].some(2)]
    fault = first_fault(node, unit, inputs, at)
    if fault is None:
        fields["inputs"].reject("no-counterexample", "the unit is right there")
    after = "any read-out" if at is None else f"outputs compared with {short_number(at)}"
    layers = "one layer" if len(unit.layers) == 1 else f"{len(unit.layers)} layers"
    size = f"m = {unit.m}, H = {unit.H}, order {unit.order}, {layers}"
    return f"this unit of class {unit_class} ({size}; {after}) is wrong: {fault[1]}"


def _read_input(node: Node, task: FiniteTask) -> tuple[Word, Wanted]:
    tokens = node.integers(0, task.alphabet - 1, task.length)
    node.meter.charge(task.steps)
    answers = task.answers_to(tokens)
    if answers is None:
        node.fail("must be an input of the list")
    return tokens, tuple(answer if task.position in (None, i) else None for i, answer in enumerate(answers))


def _failing_heads(node: Node, question: Averages, unit_class: UnitClass) -> str:
    fields = node.fields(("kind", "subset", "heads", "divisor", "error"))
    subset = fields["subset"].increasing(0, question.N - 1, question.q)
    divisor, allowed = fields["divisor"].integer(1), fields["error"].fraction()
    if allowed < 0:
        fields["error"].fail("must not be negative")
    heads = read_heads(fields["heads"], 1, question.N, unit_class)
    weigh, bits = weights_of(unit_class)
    charge_errors(node, heads, divisor * question.q, bits)
    differences, common = differences_for(heads, 0, subset, divisor, weigh)
    error = Fraction(sum(map(abs, differences.values())), common)
    if error <= allowed:
        node.reject("no-counterexample", f"the greatest error there is {short_number(error)}")
    ones = ", ".join(str(j) for j in sorted(differences)[:40] if differences[j] > 0) or "no position"
    wrong = f"wrong by {short_number(error)}, more than {short_number(allowed)}"
    named = f"the subset {list(subset)[:40]}"
    return (
        f"these heads of class {unit_class} (H = {len(heads)}) are wrong: "
        f"for {named} the output is {wrong}, where z is 1 at {ones} and else -1"
    )
