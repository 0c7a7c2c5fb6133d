"""Displays of headcount's nouns in IPython: HTML and SVG in a notebook, readable text in a terminal.

Most nouns show themselves (``_repr_html_``). The checker and the questions hold no display code, so their nouns, and
others that are better shown from here, are registered with IPython's formatters by name. Registering imports none of
them; a display is imported when it is first needed.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

OWN = ""
"""The noun shows itself: its ``_repr_html_``, or its ``str``."""

DISPLAYS: tuple[tuple[str, str, str, str], ...] = (
    ("questions.sign_pattern", "SignPattern", "html_certificates.sign_pattern_html", OWN),
    ("questions.matrix", "CommunicationMatrix", "html_certificates.matrix_html", OWN),
    ("questions.unit", "Unit", "html_certificates.unit_html", "html_certificates.unit_words"),
    ("certificates.verdict", "Accepted", "html_certificates.verdict_html", OWN),
    ("certificates.verdict", "Rejected", "html_certificates.verdict_html", OWN),
    ("certificates.verdict", "Malformed", "html_certificates.verdict_html", OWN),
    ("certificates.verdict", "Undecided", "html_certificates.verdict_html", OWN),
    ("tasks.task", "Task", "html_results.task_html", "html_results.task_words"),
    ("tasks.pair_detection", "Match2", OWN, "html_results.task_words"),
    ("bounds.bound", "Bound", OWN, OWN),
    (
        "bounds.constructions.construction",
        "Construction",
        "html_results.construction_html",
        "html_results.construction_words",
    ),
    (
        "bounds.constructions.averaging.averaging_construction",
        "AveragingConstruction",
        OWN,
        "html_results.construction_words",
    ),
    ("bounds.constructions.explicit_construction", "ExplicitConstruction", OWN, "html_results.construction_words"),
    (
        "bounds.constructions.construction",
        "Verification",
        "html_results.verification_html",
        "html_results.verification_words",
    ),
    (
        "bounds.upper.unit_tables",
        "UnitTables",
        "html_certificates.unit_tables_html",
        "html_certificates.unit_tables_words",
    ),
    ("measures.measured", "MeasureBound", "html_results.measure_bound_html", OWN),
    ("measures.measured", "Measured", "html_results.measured_display", "html_results.measured_words"),
    ("measures.measurement", "Measurement", OWN, OWN),
    ("reductions.excluded_sizes.excluded_region", "ExcludedRegion", OWN, OWN),
    ("reductions.laws", "Refuted", "html_results.laws_html", OWN),
    ("reductions.laws", "Undecided", "html_results.laws_html", "html_results.laws_words"),
    ("reductions.laws", "Verified", "html_results.laws_html", OWN),
    ("reductions.problem_graph", "Path", OWN, OWN),
    ("reductions.reduction", "Encoded", OWN, OWN),
    ("reductions.reduction", "Reduction", "html_results.reduction_html", "html_results.reduction_words"),
    (
        "reductions.reduction",
        "SizedReduction",
        "html_results.sized_reduction_html",
        "html_results.sized_reduction_words",
    ),
    ("reductions.protocols.transcript", "Transcript", OWN, OWN),
    ("workbench.frontier.frontier", "Frontier", OWN, OWN),
    ("workbench.search.answer", "Answer", OWN, OWN),
    ("workbench.search.answer", "AnswerTable", OWN, OWN),
    ("workbench.search.reachability", "Reachability", OWN, OWN),
    ("workbench.search.protocol_runs", "ProtocolRuns", OWN, OWN),
    ("workbench.facade.reduce", "Reduced", OWN, OWN),
    ("workbench.claims.report", "ClaimReport", OWN, OWN),
)
"""Module and name of a noun, its display as HTML, its display as text. Subclasses are shown the same way, but the text
of one with a ``__repr__`` of its own (every dataclass) is that, unless it is listed itself."""

GRAPH = ("networkx.classes.digraph", "DiGraph")
"""The graph of problems has a class that is not ours; other graphs keep their display."""


def register(shell: Any) -> None:
    """Register all displays with an IPython shell; ``import headcount`` does so if one is running.

    Where IPython begins after the import, ``%load_ext headcount`` does so.

    Parameters
    ----------
    shell : IPython.core.interactiveshell.InteractiveShell
    """
    html = shell.display_formatter.formatters["text/html"]
    plain = shell.display_formatter.formatters["text/plain"]
    package = __name__.partition(".")[0]
    for module, name, page, words in DISPLAYS:
        if page:
            html.for_type_by_name(f"{package}.{module}", name, _html_display(page))
        plain.for_type_by_name(f"{package}.{module}", name, _plain_display(words))
    html.for_type_by_name(*GRAPH, _html_display("html_results.problem_graph_html"))
    plain.for_type_by_name(*GRAPH, _plain_display("html_results.problem_graph_words"))


def _html_display(page: str) -> Callable[[Any], str | None]:
    def display(noun: Any) -> str | None:
        own = getattr(type(noun), "_repr_html_", None)  # a user's task may have a display of its own
        shown: str | None = own(noun) if own is not None else _found(page)(noun)
        return shown

    return display


def _plain_display(words: str) -> Callable[[Any, Any, bool], None]:
    def display(noun: Any, printer: Any, cycle: bool) -> None:
        nested = len(printer.stack) > 1  # in a list a repr reads better than a text of several lines
        printer.text(repr(noun) if nested else (_found(words) if words else str)(noun))

    return display


def _found(place: str) -> Callable[[Any], Any]:
    module, _, function = place.partition(".")
    found: Callable[[Any], Any] = getattr(import_module(f".{module}", __package__), function)
    return found
