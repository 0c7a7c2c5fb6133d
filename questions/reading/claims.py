"""What a claim says: a bound of a quantity. FORMAT.rst describes the fields."""

from fractions import Fraction

from ..depth import DepthOf
from ..hops import HopsOf
from ..least_size import READ_OUTS, LeastSize, MeasureOf, StatedBound
from ..matrix import CommunicationMatrix
from ..outputs import Averages, Computation
from ..question import Question
from ..retrieval import Retrieval
from ..scope import Scope
from ..scored import Scored
from ..sparse_pattern import SparsePattern
from ..unit_class import UnitClass
from .matrices import read_matrix, read_measure
from .node import Node
from .questions import read_question
from .sparse_patterns import read_pattern

Subject = Question | CommunicationMatrix | SparsePattern
"""What a bound may be about."""

SIDES = ("lower", "upper")
SIZES = ("m", "heads", "order", "layers", "dv")
MAX_SIZES = 1000
"""Most sizes that a claim ``excluded`` lists."""


def read_remarks(fields: dict[str, Node]) -> None:
    """Remarks are texts, and that is all that is looked at."""
    for remark in fields["remarks"].items() if "remarks" in fields else ():
        remark.text()


def read_subject(node: Node) -> Subject:
    """What a bound is about: a question, a communication matrix, or a sparse pattern."""
    if node.field("task").value == "sparse-pattern":
        return read_pattern(node)
    return read_matrix(node) if node.field("task").value == "communication" else read_question(node)


def read_bound(node: Node, subject: Subject) -> StatedBound:
    """The bound that a claim states about the subject."""
    if isinstance(subject, SparsePattern):
        return _hops_bound(node, subject)
    if isinstance(subject, CommunicationMatrix):
        return _measure_bound(node, subject)
    return _depth_bound(node, subject) if node.has("quantity") else _size_bound(node, subject)


def _measure_bound(node: Node, matrix: CommunicationMatrix) -> StatedBound:
    measure, parameter = read_measure(node, matrix)
    parameters = (measure.parameter,) if measure.parameter else ()
    fields = node.fields(("measure", "side", "value", *parameters), ("question",))
    side = fields["side"].word(SIDES)
    value = fields["value"].fraction()
    if value < 0:
        fields["value"].fail("must not be negative, because no measure is")
    if measure.integral and value.denominator != 1:
        fields["value"].fail(f"must be an integer, because {measure.name} is one")
    return StatedBound(MeasureOf(matrix, measure, parameter), side, value)


def _hops_bound(node: Node, pattern: SparsePattern) -> StatedBound:
    fields = node.fields(("quantity", "side", "value"), ("question",))
    fields["quantity"].word(("hops",))
    return StatedBound(HopsOf(pattern), fields["side"].word(SIDES), Fraction(fields["value"].integer(1)))


def _depth_bound(node: Node, question: Question) -> StatedBound:
    fields = node.fields(("quantity", "pattern", "side", "value"), ("question",))
    fields["quantity"].word(("depth",))
    if not isinstance(question, Computation):
        fields["quantity"].fail(f"is for the computation of a finite task, which {question.words} is not")
    pattern = _read_pattern(fields["pattern"], question)
    return StatedBound(DepthOf(question, pattern), fields["side"].word(SIDES), Fraction(fields["value"].integer(0)))


def _size_bound(node: Node, question: Question) -> StatedBound:
    fields = node.fields(
        ("resource", "unit_class", "side", "value"),
        ("question", *SIZES, "scope", "pattern", "error", "read_out"),
    )
    outputs = question.asks_for == "outputs"
    resource = fields["resource"].word(("m", "p", "H") if outputs else ("m", "p"))
    unit_class = _read_class(fields["unit_class"], resource, question)
    side = fields["side"].word(SIDES)
    value = fields["value"].integer(0 if resource == "m" else 1)
    for name in ("m", "heads"):
        if name in fields and name[0] == resource.lower():
            fields[name].fail("must be left out, because it is what is asked for")
    if "answers" in unit_class.family.asked:
        _require_nothing_fixed(fields, question)
        return StatedBound(LeastSize(question, resource, unit_class, heads=None), side, Fraction(value))
    if resource != "m" and "m" not in fields:
        node.fail(f"lacks the field 'm', which is held fixed where {resource} is asked for")
    computed = isinstance(question, Computation)
    m = fields["m"].integer(0) if "m" in fields else None
    heads = None if resource == "H" else _size(fields, "heads", question.heads, None if outputs else question.heads)
    order = _size(fields, "order", max(2, question.order), None if computed else question.order)
    layers = _size(fields, "layers", 1, None if computed else 1)
    if not computed and "dv" in fields:
        fields["dv"].fail("is held fixed for a computation only")
    as_wide = resource == "m" and "dv" in fields and fields["dv"].value == "m"
    dv = None if as_wide else _size(fields, "dv", 1, None)
    error, read_out = _read_error(node, fields, question), _read_out(node, fields, question)
    scope = read_scope(fields["scope"]) if "scope" in fields else None
    if scope is not None and (computed, unit_class.name, order, layers) != (True, "FIXED", 2, 1):
        fields["scope"].fail("is for computations in class FIXED with order 2 and one layer")
    pattern = None
    if "pattern" in fields:
        if not isinstance(question, Computation) or not unit_class.family.masks:
            fields["pattern"].fail("is for computations in class SATURATED")
        pattern = _read_pattern(fields["pattern"], question)
    quantity = LeastSize(question, resource, unit_class, m, heads, order, layers, dv, error, read_out, scope, pattern)
    return StatedBound(quantity, side, Fraction(value))


def _read_pattern(node: Node, question: Computation) -> SparsePattern:
    """What each position of a task sees, layer by layer."""
    pattern = read_pattern(node)
    if pattern.n != question.of.length:
        node.fail(f"must be on the {question.of.length} positions of the task, got {pattern.n}")
    return pattern


def read_excluded(node: Node, question: Question) -> list[StatedBound]:
    """The bounds that a claim ``excluded`` stands for: at each of its sizes m, p, H, dv, the least m exceeds m."""
    averages = isinstance(question, Averages)
    extra = ("error",) if averages else ("read_out",)
    fields = node.fields(("claim", "unit_class", "sizes", "evidence", *extra), ("question",))
    unit_class = _read_class(fields["unit_class"], "p", question)
    if unit_class.name != "FIXED":
        fields["unit_class"].fail("must be FIXED(p, grid), with the letter p")
    error, read_out = _read_error(node, fields, question), _read_out(node, fields, question)
    scope = None if averages else Scope()
    bounds = []
    for size in fields["sizes"].some(MAX_SIZES):
        m, p, heads, dv = (entry.integer(1) for entry in size.items(4))
        least = LeastSize(question, "m", unit_class.at(p), None, heads, 2, 1, dv, error, read_out, scope)
        bounds.append(StatedBound(least, "lower", Fraction(m + 1)))
    return bounds


def _read_error(node: Node, fields: dict[str, Node], question: Question) -> Fraction:
    """The error, which is held fixed for averages."""
    if not isinstance(question, Averages):
        if "error" in fields:
            fields["error"].fail("is held fixed for averages only")
        return Fraction(0)
    error = node.field("error").fraction()
    if error < 0:
        fields["error"].fail("must not be negative")
    return error


def _read_out(node: Node, fields: dict[str, Node], question: Question) -> str:
    """What follows the unit of a computation."""
    if isinstance(question, Computation):
        return node.field("read_out").word(READ_OUTS)
    if "read_out" in fields:
        fields["read_out"].fail("is for a computation only")
    return ""


def _require_nothing_fixed(fields: dict[str, Node], question: Question) -> None:
    if not isinstance(question, Computation) or question.of.position is None:
        fields["unit_class"].fail("is for a question with a field 'position', whose answer is read off")
    for name in (*SIZES, "scope", "pattern", "error", "read_out"):
        if name in fields:
            fields[name].fail("must be left out in class THRESH: nothing but the number of heads is bounded")


def _read_class(node: Node, resource: str, question: Question) -> UnitClass:
    try:
        unit_class = UnitClass.parse(node.text())
    except ValueError as error:
        node.fail(str(error))
    family = unit_class.family
    answers = "answers" in family.asked and isinstance(question, Computation)
    averages = "averages" in family.asked and isinstance(question, Averages)
    if question.asks_for not in family.asked and not answers and not averages:
        node.fail(f"must be a class that can be asked for {question.words}, got {unit_class}")
    if question.task == "shared" and not family.bits:
        node.fail(f"must be GRID, since real heads of every width share out subsets as one does; got {unit_class}")
    if isinstance(question, Retrieval | Scored) and family.gap:
        node.fail(f"must be SIGN, since such scores are asked of real keys; got {unit_class}")
    if answers and resource != "H":
        node.fail("must not be THRESH unless the resource is H")
    if unit_class.asks_for_bits != (resource == "p"):
        node.fail("must have the letter p in place of its bits if the resource is p, and only then")
    return unit_class


def _size(fields: dict[str, Node], name: str, least: int, most: int | None) -> int:
    return fields[name].integer(least, most) if name in fields else least


def read_scope(node: Node) -> Scope:
    """The scope in the field ``scope`` of a claim."""
    fields = node.fields(("null", "tables", "combine"))
    combine = fields["combine"].word(("concat", "sum"))
    return Scope(fields["null"].truth(), fields["tables"].word(("both", "token")), combine)
