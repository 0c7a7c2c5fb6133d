"""Notebook displays of tasks, constructions, reductions and brackets that have none of their own."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...bounds.constructions.construction import Construction, Verification
from ...display.html import Html, badge, framed, paragraph, table, text
from ...measures.measured import MeasureBound, Measured
from ...measures.measurement import measured_html, row_of
from ...reductions.laws import LAWS, Refuted, Undecided, Verified
from ...reductions.reduction import Reduction, SizedReduction
from ...tasks import Task
from .svg_graph import FACES, graph_drawing
from .svg_grid import legend

if TYPE_CHECKING:
    import networkx as nx


def task_html(task: Task) -> Html:
    """Name and parameters, and the first line of the definition."""
    return framed(task_words(task), paragraph(_first_line(task)))


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


def measured_display(entry: Measured) -> Html:
    """One measure, as a line of a measurement's table."""
    return measured_html(entry.measure, [entry])


def measured_words(entry: Measured) -> str:
    """One measure: lower bound, upper bound, state, how it is known."""
    lower, upper, state, how = row_of(entry)
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


def laws_html(outcome: Verified | Refuted | Undecided) -> Html:
    """What the check of a reduction's laws came to, with the counterexample if there is one."""
    title = f"{outcome.reduction} n={outcome.n}: the laws of a reduction"
    if isinstance(outcome, Verified):
        counts = f"{outcome.pairs} pairs of inputs" if outcome.yes is None else f"{outcome.yes} pairs with value 1"
        counts += "" if outcome.no is None else f", {outcome.no} with value 0"
        return framed(title, paragraph(badge(outcome.status or "CHECKED"), f" {counts}; {outcome.method}"))
    if isinstance(outcome, Undecided):
        return framed(title, paragraph(badge("OPEN"), f" {laws_words(outcome)}"))
    rows: list[tuple[object, object]] = [("law", f"{outcome.law}: {LAWS[outcome.law]}")]
    rows += [(name, getattr(outcome, name)) for name in ("a", "b", "tokens", "wanted", "got")]
    rows += [(name, getattr(outcome, name)) for name in ("position", "other") if getattr(outcome, name) is not None]
    return framed(title, paragraph(badge("REFUTED")), table(rows))


def laws_words(outcome: Undecided) -> str:
    """That the solver did not finish."""
    return str(outcome)


def problem_graph_html(graph: "nx.DiGraph") -> Html | None:
    """The drawing of the graph of problems; None for any other graph, which keeps its own display."""
    if not is_problem_graph(graph):
        return None
    kinds = {"f": (FACES["two-party"], "two-party function"), "T": (FACES["task"], "task")}
    checked = sum(bool(edge["checks"]) for _, _, edge in graph.edges(data=True))
    note = paragraph(f"{checked} of {graph.number_of_edges()} reductions checked (solid), the others dashed")
    title = "who computes the right one computes the left one"
    return framed(title, graph_drawing(graph), legend(kinds), note)


def problem_graph_words(graph: "nx.DiGraph") -> str:
    """An arrow per line."""
    if not is_problem_graph(graph):
        return repr(graph)
    return "\n".join(f"{source} -> {target}: {edge['sizes']}" for source, target, edge in graph.edges(data=True))


def is_problem_graph(graph: "nx.DiGraph") -> bool:
    """Whether it is a non-empty graph with what ``problem_graph`` writes on its nodes and edges, and has no cycle."""
    import networkx as nx

    return (
        graph.number_of_edges() > 0
        and all(kind in FACES for _, kind in graph.nodes(data="kind"))
        and all({"sizes", "checks", "reduction"} <= set(edge) for _, _, edge in graph.edges(data=True))
        and nx.is_directed_acyclic_graph(graph)
    )


def _construction_title(construction: Construction) -> str:
    return f"{construction.name} {_named(construction.parameters)}"


def _size(construction: Construction) -> str:
    size = construction.size
    layers = f"{size.layers} layer{'s' * (size.layers > 1)}"
    shape = f"m = {size.m}, p = {size.p} ({size.grid}), H = {size.H}, order {size.order}, {layers}, dv = {size.dv}"
    stored = "tables by a rule" if size.parameters is None else f"{size.parameters} numbers stored"
    return f"{shape}; m p H = {size.bits} bits, {stored}"


def _owned(reduction: SizedReduction) -> dict[str, int]:
    owners = [str(owner) for owner in reduction.owners]
    return {owner: owners.count(owner) for owner in sorted(set(owners))}


def _named(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items())


def _first_line(task: Task) -> str:
    return (type(task).__doc__ or "").strip().partition("\n")[0]
