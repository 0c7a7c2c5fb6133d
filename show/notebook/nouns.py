"""Notebook displays of nouns that have none of their own: the checker's, tasks, constructions, reductions."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...attention import summary
from ...bounds.constructions.construction import Construction, Verification
from ...bounds.upper.unit_tables import UnitTables
from ...certificates.verdict import Accepted, Rejected, Undecided, Verdict
from ...display.html import Html, badge, bracket_line, framed, paragraph, table, text
from ...measures import measurement
from ...measures.measured import MeasureBound, Measured
from ...questions import CommunicationMatrix, SignPattern, Unit
from ...questions.layer import Head, Layer
from ...reductions import laws
from ...reductions.reduction import Reduction, SizedReduction
from ...tasks import Task
from .svg_grid import grid_drawing, legend

if TYPE_CHECKING:
    import networkx as nx

SIGN_COLOURS = {
    "-": ("#c6d4e8", "below"),
    "0": ("#f2b134", "selected (tie)"),
    "+": ("#e07a86", "above"),
    "*": ("#ffffff", "no condition"),
}
BIT_COLOURS = {"0": ("#f7f7f5", "0"), "1": ("#b9bdc4", "1"), "*": ("#ffffff", "not promised")}

Row = Sequence[int] | Sequence[Fraction]

SHOWN_HEADS = 4
SHOWN_VECTORS, SHOWN_WIDTH = 12, 12
MAX_BITS = 40
"""Numbers with more bits are not written out."""


def sign_pattern_html(pattern: SignPattern) -> Html:
    """The cells of a sign pattern, rows are query types."""
    rows, columns = pattern.shape
    words = f"{rows}x{columns} sign pattern with{'' if pattern.null else 'out'} a null token"
    return _cells(words, pattern.rows, SIGN_COLOURS)


def matrix_html(matrix: CommunicationMatrix) -> Html:
    """The cells of a communication matrix, rows are Alice's inputs."""
    return _cells(matrix.words, matrix.rows, BIT_COLOURS)


def unit_html(unit: Unit) -> Html:
    """The sizes of a unit, and the tables of its first heads, shortened where they are large."""
    heads = [(number, layer, k, head) for number, layer in enumerate(unit.layers) for k, head in enumerate(layer.heads)]
    parts: list[str] = [_head_html(*entry) for entry in heads[:SHOWN_HEADS]]
    if len(heads) > SHOWN_HEADS:
        parts.append(f"{len(heads) - SHOWN_HEADS} more heads")
    return framed(f"attention unit over {unit.alphabet} symbols", unit_words(unit), *parts)


def unit_words(unit: Unit) -> str:
    """The sizes of a unit, in words."""
    return str(summary(unit))


def unit_tables_html(tables: UnitTables) -> Html:
    """Queries and keys side by side, shortened where they are large."""
    return framed(unit_tables_words(tables), _side_by_side({"queries": tables.queries, "keys": tables.keys}))


def unit_tables_words(tables: UnitTables) -> str:
    """The sizes of the tables, in words."""
    null = f"with{'' if tables.null else 'out'} a null token"
    return f"tables of width m = {tables.m}: {len(tables.queries)} queries, {len(tables.keys)} keys, {null}"


def verdict_html(verdict: Verdict) -> Html:
    """The checker's answer as a badge, with what it is about."""
    if isinstance(verdict, Accepted):
        line = bracket_line(verdict.lower, verdict.upper)
        rows = [("claim", claim) for claim in verdict.claims] + [("assumes", words) for words in verdict.assumptions]
        return framed(verdict.statement, paragraph(badge("ACCEPTED"), " ", line), table(rows))
    kind, _, said = str(verdict).partition(" ")
    if isinstance(verdict, Undecided):
        return framed("the checker's answer", paragraph(badge(kind), f" {said}"))
    code = [("code", verdict.code)] if isinstance(verdict, Rejected) else []
    rows = [*code, ("where", verdict.where), ("reason", verdict.reason)]
    return framed("the checker's answer", paragraph(badge(kind)), table(rows))


def _cells(words: str, rows: tuple[str, ...], colours: Mapping[str, tuple[str, str]]) -> Html:
    plain = {symbol: colour for symbol, (colour, _) in colours.items() if symbol != "*"}
    present = {symbol: shown for symbol, shown in colours.items() if any(symbol in row for row in rows)}
    return framed(words, grid_drawing(rows, plain, words), legend(present))


def _side_by_side(tables: Mapping[str, Sequence[Row]]) -> Html:
    """Tables of vectors with their names above them."""
    cells = "".join(
        f'<td style="vertical-align:top;text-align:left">{paragraph(name)}{_vectors(rows)}</td>'
        for name, rows in tables.items()
    )
    return Html(f"<table><tbody><tr>{cells}</tr></tbody></table>")


def _head_html(layer_number: int, layer: Layer, number: int, head: Head) -> Html:
    weights = f"{layer.weights}, p = {layer.bits}" if layer.bits else layer.weights
    title = f"layer {layer_number + 1}, head {number + 1}: order {layer.polynomial.order}, weights {weights}"
    named = [("queries", head.queries)]
    for what, tables in (("keys", head.keys), ("values", head.values)):
        named += [(f"{what} {part}".removesuffix(" 1"), listed) for part, listed in enumerate(tables, start=1)]
    side_by_side = _side_by_side({f"{name}, by {listed.by}": listed.rows for name, listed in named})
    null = [
        paragraph(f"null token: {name} ", ", ".join(f"({', '.join(_entries(row))})" for row in vectors))
        for name, vectors in (("key", head.null_keys), ("value", head.null_values))
        if vectors
    ]
    return Html(f'<details open="open"><summary>{title}</summary>{side_by_side}{"".join(null)}</details>')


def _vectors(rows: Sequence[Row]) -> Html:
    shown = [(f"{i}:", *_entries(row)) for i, row in enumerate(rows[:SHOWN_VECTORS])]
    if len(rows) > SHOWN_VECTORS:
        return Html(table(shown) + paragraph(f"{len(rows) - SHOWN_VECTORS} more rows"))
    return table(shown)


def _entries(row: Row) -> list[str]:
    shown = [_number(entry) for entry in row[:SHOWN_WIDTH]]
    return [*shown, f".. ({len(row)} entries)"] if len(row) > SHOWN_WIDTH else shown


def _number(entry: int | Fraction) -> str:
    """A number, or its sign and how many bits it has."""
    bits = max(abs(entry.numerator).bit_length(), entry.denominator.bit_length())
    return str(entry) if bits <= MAX_BITS else f"{'-' if entry < 0 else ''}[{bits} bits]"


def task_html(task: Task) -> Html:
    """Name and parameters, and the first line of the definition."""
    return framed(task_words(task), _first_line(task))


def task_words(task: Task) -> str:
    """Name and parameters.

    >>> from headcount.tasks import Match2, SparseAveraging
    >>> task_words(SparseAveraging(6, 2)), task_words(Match2(7))
    ('qsa(N=6, q=2)', 'match2(M=7)')
    """
    return f"{task.name}({_named(task.parameters)})" if task.parameters else task.name


def construction_html(construction: Construction) -> Html:
    """What it computes, its sizes, the theorem it makes concrete and the source."""
    theorem = construction.theorem
    rows: list[tuple[object, object]] = [("computes", task_words(construction.task)), ("size", _size(construction))]
    rows.append(("theorem", theorem.words))
    for resource, (expression, value) in theorem.formula.items():
        rows.append((f"{resource}, as stated", expression if value is None else f"{expression} = {value:g}"))
    rows.append(("source", theorem.source))
    return framed(_construction_title(construction), table(rows))


def construction_words(construction: Construction) -> str:
    """The same in plain text."""
    theorem = construction.theorem
    lines = [_construction_title(construction), f"  computes {task_words(construction.task)}"]
    return "\n".join([*lines, f"  size     {_size(construction)}", f"  theorem  {theorem.words} ({theorem.source})"])


def verification_html(run: Verification) -> Html:
    """What was run, and what came out."""
    found = "CHECKED" if run.passed else "not decided" if run.undecided else "REFUTED"
    rows = [("inputs", run.scope), ("positions", run.positions)]
    rows += [(name, value) for name, value in (("margin", run.margin), ("error", run.error)) if value is not None]
    if not run.passed:
        rows.append(
            ("not decided on" if run.undecided else "wrong on", f"{run.counterexample} {run.undecided}".strip())
        )
    return framed("the unit, run against the definition", paragraph(badge(found)), table(rows))


def verification_words(run: Verification) -> str:
    """The same in plain text.

    >>> verification_words(Verification("all 8 inputs", 8, 24, True, margin=2))
    'right on all 8 inputs (24 positions), margin 2'
    """
    margin = "" if run.margin is None else f", margin {run.margin}"
    if run.passed:
        return f"right on {run.scope} ({run.positions} positions){margin}"
    fault = f"not decided ({run.undecided})" if run.undecided else "wrong"
    return f"{fault} on {run.counterexample}, among {run.scope}"


def measured_html(entry: Measured) -> Html:
    """One measure, as a line of a measurement's table."""
    return measurement.measured_html(entry.measure, [entry])


def measured_words(entry: Measured) -> str:
    """One measure: lower bound, upper bound, state, how it is known."""
    lower, upper, state, how = measurement.row_of(entry)
    return f"{entry.measure}: {lower} to {upper}, {state}; {how}"


def measure_bound_html(bound: MeasureBound) -> Html:
    """A bound of a measure, its status and method."""
    relation = "&ge;" if bound.side == "lower" else "&le;"
    claim = Html(f"{text(bound.measure)} {relation} {text(bound.value)}")
    return framed(bound.measure, table([(claim, badge(bound.status), bound.evidence.method)]))


def reduction_html(reduction: Reduction) -> Html:
    """The encoding in a line, and where it comes from."""
    chosen = ", ".join(("n", *reduction.parameters))
    rows = [("encoding", reduction.summary), ("sizes chosen", chosen), ("source", reduction.citation)]
    return framed(f"{reduction.source} to {reduction.target}", table(rows))


def reduction_words(reduction: Reduction) -> str:
    """Name, encoding and source."""
    return f"{reduction.name}: {reduction.summary} ({reduction.citation})"


def sized_reduction_html(reduction: SizedReduction) -> Html:
    """A reduction at one size: who owns how many positions, and the alphabet."""
    rows: list[tuple[object, object]] = list(_owned(reduction).items())
    positions = ", ".join(map(str, reduction.read_positions))
    rows += [("output read at", f"position {positions}"), ("alphabet", reduction.alphabet_words)]
    return framed(sized_reduction_words(reduction), table(rows))


def sized_reduction_words(reduction: SizedReduction) -> str:
    """Name, sizes and how many positions each party owns."""
    owned = ", ".join(f"{owner} {count}" for owner, count in _owned(reduction).items())
    return f"{reduction.name}: {_named(reduction.sizes)}; tokens: {owned}"


def laws_html(outcome: laws.Verified | laws.Refuted | laws.Undecided) -> Html:
    """What the check of a reduction's laws came to, with the counterexample if there is one."""
    title = f"{outcome.reduction} n={outcome.n}: the laws of a reduction"
    if isinstance(outcome, laws.Verified):
        counts = f"{outcome.pairs} pairs of inputs" if outcome.yes is None else f"{outcome.yes} pairs with value 1"
        counts += "" if outcome.no is None else f", {outcome.no} with value 0"
        return framed(title, paragraph(badge(outcome.status or "CHECKED"), f" {counts}; {outcome.method}"))
    if isinstance(outcome, laws.Undecided):
        return framed(title, paragraph(badge("OPEN"), f" {outcome}"))
    rows: list[tuple[object, object]] = [("law", f"{outcome.law}: {laws.LAWS[outcome.law]}")]
    rows += [(name, getattr(outcome, name)) for name in ("a", "b", "tokens", "wanted", "got")]
    rows += [(name, getattr(outcome, name)) for name in ("position", "other") if getattr(outcome, name) is not None]
    return framed(title, paragraph(badge("REFUTED")), table(rows))


def problem_graph_html(graph: nx.DiGraph) -> Html | None:
    """The drawing of the graph of problems; None for any other graph, which keeps its own display."""
    if not is_problem_graph(graph):
        return None
    from matplotlib import rc_context

    from ..pictures.reduction import problem_graph_figure

    drawing = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "headcount"}):
        problem_graph_figure(graph).savefig(drawing, format="svg", metadata={"Date": None})
    checked = sum(bool(edge["checks"]) for _, _, edge in graph.edges(data=True))
    note = f"{checked} of {graph.number_of_edges()} reductions checked (solid), the others dashed"
    svg = drawing.getvalue()
    return framed("who computes the right one computes the left one", Html(svg[svg.index("<svg") :]), note)


def problem_graph_words(graph: nx.DiGraph) -> str:
    """An arrow per line."""
    if not is_problem_graph(graph):
        return repr(graph)
    return "\n".join(f"{source} -> {target}: {edge['sizes']}" for source, target, edge in graph.edges(data=True))


def is_problem_graph(graph: nx.DiGraph) -> bool:
    """Whether it is a non-empty graph with what ``problem_graph`` writes on its nodes and edges, and has no cycle."""
    import networkx as nx

    return (
        graph.number_of_edges() > 0
        and all(kind in ("two-party", "task") for _, kind in graph.nodes(data="kind"))
        and all({"sizes", "checks", "reduction"} <= set(edge) for _, _, edge in graph.edges(data=True))
        and nx.is_directed_acyclic_graph(graph)
    )


def _construction_title(construction: Construction) -> str:
    return f"{construction.name} {_named(construction.parameters)}"


def _size(construction: Construction) -> str:
    size = construction.size
    layers = f"{size.layers} layer{'s' * (size.layers > 1)}"
    shape = f"m = {size.m}, {size.p_words} ({size.grid}), H = {size.H}, order {size.order}, {layers}, dv = {size.dv}"
    stored = "tables by a rule" if size.parameters is None else f"{size.parameters} numbers stored"
    return f"{shape}; {size.bits_words}, {stored}"


def _owned(reduction: SizedReduction) -> dict[str, int]:
    owners = [str(owner) for owner in reduction.owners]
    return {owner: owners.count(owner) for owner in sorted(set(owners))}


def _named(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items())


def _first_line(task: Task) -> str:
    return (type(task).__doc__ or "").strip().partition("\n")[0]
