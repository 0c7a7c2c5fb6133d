"""The claim that a given unit does not do its task: ``{"claim": "unit-fails", "unit_class": .., "evidence": {..}}``.

Of a ``computation`` the evidence names one or two inputs, on which the unit is run. With read-out ``threshold`` it
fails if an output lies on the wrong side, or equals the threshold, whatever the answer: no output of a unit that
computes with a threshold equals it (see ``unit_evidence``). With ``any`` it fails if position, token and output row
agree twice where the answers differ, so that no function of them is right. It fails as well if a read-out between two
layers lacks a pair that occurs. Of ``averaging`` the evidence names a subset y, the heads with their
queries for y alone, and the ``error`` that some z in {-1, 1}^N exceeds (see ``averaging_evidence``).
"""

from fractions import Fraction

from .averaging_evidence import bound_steps, differences_for, read_heads
from .finite_task import FiniteTask, Wanted, Word
from .question import Question
from .reading import Node
from .unit import Output, Unit
from .unit_class import UnitClass
from .unit_evidence import MAX_TUPLES, bound_work, require_class, require_shape
from .unit_file import read_unit
from .unit_runner import remembering
from .verdict import Accepted, RejectionError, short_number


def is_failure(claim: Node) -> bool:
    """Whether it is a claim of this module."""
    return isinstance(claim.value, dict) and claim.value.get("claim") == "unit-fails"


def check_failure(question: Question, claims: Node) -> Accepted:
    """Decide whether the evidence proves the one claim that a unit fails.

    Raises
    ------
    RejectionError, MalformedError
        Turned into verdicts by ``check``.
    """
    (claim,) = claims.items(1)
    fields = claim.fields(("claim", "unit_class", "evidence"))
    if question.task not in ("computation", "averaging"):
        fields["claim"].fail("must be about a computation or averaging")
    unit_class = _read_class(fields["unit_class"])
    evidence = fields["evidence"]
    kind = evidence.field("kind")
    if kind.value == "input" and question.finite is not None:
        unit, why = _failing_unit(evidence, question.finite, unit_class)
    elif kind.value == "subset" and question.task == "averaging":
        unit, why = _failing_heads(evidence, question, unit_class)
    else:
        kind.fail("must be input for a computation, subset for averaging")
    statement = f"{question.words}: {unit} wrong: {why}"
    return Accepted(statement, (f"unit-fails: {why}",), (question.assumption,) if question.assumption else ())


def _read_class(node: Node) -> UnitClass:
    try:
        unit_class = UnitClass.parse(node.text())
    except ValueError as error:
        node.fail(str(error))
    if unit_class.name not in ("FIXED", "SATURATED") or unit_class.asks_for_bits:
        node.fail("must be SATURATED or FIXED(p, grid) with a number p")
    return unit_class


def _failing_unit(node: Node, task: FiniteTask, unit_class: UnitClass) -> tuple[str, str]:
    fields = node.fields(("kind", "unit", "read_out", "inputs"))
    unit = read_unit(fields["unit"])
    kind, at = fields["read_out"].field("kind"), None
    if kind.value == "threshold":
        at = fields["read_out"].fields(("kind", "at"))["at"].fraction()
    elif kind.value == "any":
        fields["read_out"].fields(("kind",))
    else:
        kind.fail("must be any or threshold")
    require_shape(fields["unit"], unit, task)
    require_class(fields["unit"], unit, unit_class)
    given = fields["inputs"].items()
    if not 1 <= len(given) <= 2:  # before any of them is answered
        fields["inputs"].fail(f"must hold one or two inputs, got {len(given)}")
    inputs = [_read_input(tokens, task) for tokens in given]
    sizes = (("alphabet", task.alphabet), ("length", task.length))
    bound_work(node, unit, FiniteTask("table", sizes, tuple(inputs), task.position))
    after = "any read-out" if at is None else f"outputs compared with {short_number(at)}"
    layers = "one layer" if len(unit.layers) == 1 else f"{len(unit.layers)} layers"
    size = f"m = {unit.m}, H = {unit.H}, order {unit.order}, {layers}"
    return f"this unit of class {unit_class} ({size}; {after}) is", _why_it_fails(node, unit, inputs, at)


def _read_input(node: Node, task: FiniteTask) -> tuple[Word, Wanted]:
    tokens = node.integers(0, task.alphabet - 1)
    node.items(task.length)
    if task.steps > MAX_TUPLES:
        node.fail(f"has answers that may take more than {MAX_TUPLES} steps")
    answers = task.answers_to(tokens)
    if answers is None:
        node.fail("must be an input of the list")
    return tokens, tuple(answer if task.position in (None, i) else None for i, answer in enumerate(answers))


def _why_it_fails(node: Node, unit: Unit, inputs: list[tuple[Word, Wanted]], at: Fraction | None) -> str:
    outputs = remembering(unit)
    known: dict[tuple[int, int, Output], tuple[int, Word]] = {}
    for tokens, answers in inputs:
        try:
            rows = outputs(tokens)
        except KeyError:
            return f"a read-out between two layers lacks a pair that occurs for {list(tokens)}"
        for i, (row, answer) in enumerate(zip(rows, answers, strict=True)):
            if answer is None:
                continue
            if at is not None and row[0] == at:  # the read-out is not defined there, whatever the answer
                return f"output {short_number(at)} equals the threshold at position {i} of {list(tokens)}"
            if at is not None and answer != (row[0] > at):
                where = f"at position {i} of {list(tokens)}"
                return f"output {short_number(row[0])} {where}, where the answer is {short_number(answer)}"
            other, before = known.setdefault((i, tokens[i], row), (answer, tokens))
            if at is None and other != answer:
                same = f"the same token and output row at position {i} of {list(before)} and {list(tokens)}"
                return f"{same}, where the answers are {short_number(other)} and {short_number(answer)}"
    raise RejectionError("no-counterexample", f"{node.path}.inputs", "the unit is right there")


def _failing_heads(node: Node, question: Question, unit_class: UnitClass) -> tuple[str, str]:
    fields = node.fields(("kind", "subset", "heads", "divisor", "error"))
    positions, q = (dict(question.parameters)[name] for name in ("N", "q"))
    subset = fields["subset"].increasing(0, positions - 1)
    fields["subset"].items(q)
    divisor, allowed = fields["divisor"].integer(1), fields["error"].fraction()
    if allowed < 0:
        fields["error"].fail("must not be negative")
    heads = read_heads(fields["heads"], 1, positions, unit_class)
    bound_steps(node, heads, divisor * q, unit_class)
    differences, common = differences_for(heads, 0, subset, divisor, unit_class)
    error = Fraction(sum(map(abs, differences.values())), common)
    if error <= allowed:
        raise RejectionError("no-counterexample", node.path, f"the greatest error there is {short_number(error)}")
    ones = ", ".join(str(j) for j in sorted(differences) if differences[j] > 0) or "no position"
    wrong = f"wrong by {short_number(error)}, more than {short_number(allowed)}"
    why = f"for the subset {list(subset)} the output is {wrong}, where z is 1 at {ones} and else -1"
    return f"these heads of class {unit_class} (H = {len(heads)}) are", why
