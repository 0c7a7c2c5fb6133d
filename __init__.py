"""How many heads, how wide, how many bits an attention layer needs.

``probe(task)`` brackets the least embedding dimension of a task and ``check(certificate)`` decides whether a bracket's
evidence proves it. Names are loaded when they are first used, so that checking a certificate imports no solver.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bounds import Bound, Bracket
    from .bounds.constructions.registry import construct
    from .bounds.sparse_patterns.assumption_one import assumption_one
    from .certificates import Accepted, CommunicationMatrix, Malformed, Rejected, SignPattern, check
    from .tasks import (
        Composition,
        Cycle3,
        InductionHeads,
        KHop,
        Match2,
        Match3,
        Match3Bigram,
        Match3Local,
        MatchS,
        PairDetection,
        SelectionTask,
        SparseAveraging,
        Task,
        TopK,
        read_pattern,
    )
    from .workbench.export import export
    from .workbench.matrices.measure_matrices import measure_matrices
    from .workbench.pictures.construction import construction_figure
    from .workbench.pictures.polytope import polytope_figure
    from .workbench.search.classes.class_probe import probe_class
    from .workbench.search.least_dimension import least_dimension
    from .workbench.search.measure import measure
    from .workbench.search.probe import probe
    from .workbench.search.reachable import reachable

__version__ = "0.1.0"

_HOME = {
    "Accepted": "certificates",
    "Bound": "bounds",
    "Bracket": "bounds",
    "CommunicationMatrix": "certificates",
    "Composition": "tasks",
    "Cycle3": "tasks",
    "InductionHeads": "tasks",
    "KHop": "tasks",
    "Malformed": "certificates",
    "Match2": "tasks",
    "Match3": "tasks",
    "Match3Bigram": "tasks",
    "Match3Local": "tasks",
    "MatchS": "tasks",
    "PairDetection": "tasks",
    "Rejected": "certificates",
    "SelectionTask": "tasks",
    "SignPattern": "certificates",
    "SparseAveraging": "tasks",
    "TopK": "tasks",
    "Task": "tasks",
    "assumption_one": "bounds.sparse_patterns.assumption_one",
    "check": "certificates",
    "construct": "bounds.constructions.registry",
    "construction_figure": "workbench.pictures.construction",
    "export": "workbench.export",
    "least_dimension": "workbench.search.least_dimension",
    "measure": "workbench.search.measure",
    "measure_matrices": "workbench.matrices.measure_matrices",
    "polytope_figure": "workbench.pictures.polytope",
    "probe": "workbench.search.probe",
    "probe_class": "workbench.search.classes.class_probe",
    "reachable": "workbench.search.reachable",
    "read_pattern": "tasks",
}

__all__ = [
    "Accepted",
    "Bound",
    "Bracket",
    "CommunicationMatrix",
    "Composition",
    "Cycle3",
    "InductionHeads",
    "KHop",
    "Malformed",
    "Match2",
    "Match3",
    "Match3Bigram",
    "Match3Local",
    "MatchS",
    "PairDetection",
    "Rejected",
    "SelectionTask",
    "SignPattern",
    "SparseAveraging",
    "TopK",
    "Task",
    "assumption_one",
    "check",
    "construct",
    "construction_figure",
    "export",
    "least_dimension",
    "measure",
    "measure_matrices",
    "polytope_figure",
    "probe",
    "probe_class",
    "reachable",
    "read_pattern",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _show_in_notebooks() -> None:
    """Register the displays, if this is imported in a notebook or in IPython."""
    running = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if running is not None:
        from .workbench.notebook.displays import register

        register(running)


_show_in_notebooks()
