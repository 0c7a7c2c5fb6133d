"""Displays of headcount's nouns in IPython: HTML and SVG in a notebook, readable text in a terminal.

Most nouns show themselves (``_repr_html_``; ``Summary`` is shown in full as text). The checker and the questions hold
no display code, so their nouns, and others that are better shown from here, are registered with IPython's formatters by
name. Registering imports none of them; the displays are imported when the first one is needed.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

DISPLAYS: dict[str, tuple[str, str]] = {
    "questions.sign_pattern.SignPattern": ("sign_pattern_html", ""),
    "questions.matrix.CommunicationMatrix": ("matrix_html", ""),
    "questions.unit.Unit": ("unit_html", "unit_words"),
    "certificates.verdict.Accepted": ("verdict_html", ""),
    "certificates.verdict.Rejected": ("verdict_html", ""),
    "certificates.verdict.Malformed": ("verdict_html", ""),
    "certificates.verdict.Undecided": ("verdict_html", ""),
    "tasks.task.Task": ("task_html", "task_words"),
    "tasks.pair_detection.Match2": ("", "task_words"),
    "bounds.bound.Bound": ("", ""),
    "bounds.constructions.construction.Construction": ("construction_html", "construction_words"),
    "bounds.constructions.averaging.averaging_construction.AveragingConstruction": ("", "construction_words"),
    "bounds.constructions.explicit_construction.ExplicitConstruction": ("", "construction_words"),
    "bounds.constructions.construction.Verification": ("verification_html", "verification_words"),
    "bounds.upper.unit_tables.UnitTables": ("unit_tables_html", "unit_tables_words"),
    "measures.measured.MeasureBound": ("measure_bound_html", ""),
    "measures.measured.Measured": ("measured_html", "measured_words"),
    "reductions.laws.Refuted": ("laws_html", ""),
    "reductions.laws.Undecided": ("laws_html", ""),
    "reductions.laws.Verified": ("laws_html", ""),
    "reductions.problem_graph.Path": ("", ""),
    "reductions.reduction.Encoded": ("", ""),
    "reductions.reduction.Reduction": ("reduction_html", "reduction_words"),
    "reductions.reduction.SizedReduction": ("sized_reduction_html", "sized_reduction_words"),
    "search.reachability.Reachability": ("", ""),
}
"""A noun -> what shows it as HTML and as text in ``nouns.py``; empty: it shows itself (its ``_repr_html_``, its
``str``). Subclasses are shown the same way, but the text of one with a ``__repr__`` of its own (every dataclass) is
that, unless it is listed itself."""

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
    for noun, (page, words) in DISPLAYS.items():
        module, _, name = f"{package}.{noun}".rpartition(".")
        if page:
            html.for_type_by_name(module, name, partial(_html, page))
        plain.for_type_by_name(module, name, partial(_plain, words))
    html.for_type_by_name(*GRAPH, partial(_html, "problem_graph_html"))
    plain.for_type_by_name(*GRAPH, partial(_plain, "problem_graph_words"))


def _html(page: str, noun: Any) -> str | None:
    own = getattr(type(noun), "_repr_html_", None)  # a user's task may have a display of its own
    shown: str | None = own(noun) if own is not None else _found(page)(noun)
    return shown


def _plain(words: str, noun: Any, printer: Any, cycle: bool) -> None:
    nested = len(printer.stack) > 1  # in a list a repr reads better than a text of several lines
    printer.text(repr(noun) if nested else (_found(words) if words else str)(noun))


def _found(function: str) -> Callable[[Any], Any]:
    found: Callable[[Any], Any] = getattr(import_module(".nouns", __package__), function)
    return found
