"""How many heads, how wide, how many bits an attention layer needs.

Ask for the least size of a layer that does a task; the answer is a bracket, ``lower <= m <= upper``, whose two
bounds carry evidence that ``check``, a small independent checker, has replayed.

>>> import headcount
>>> bracket = headcount.probe("qsa N=6 q=2")
>>> bracket.lower.value, bracket.upper.value, bracket.certified
(4, 4, True)

The functions, each like the command of its name (``headcount probe --help`` has all the options):

==================  ==================================================================================================
``probe``           the least width m, bits p or heads H of a unit for a task, a sign pattern, a graph, a matrix
``frontier``        which sizes (m, p, H) there are units of
``measure``         the communication measures of a 0/1 matrix or of a function of two inputs
``dimension``       how wide embeddings have to be for relevance data: an array, a sparse one, a table, a graph, a file
``reduce``          a two-party function encoded in a task, and the encoding checked; one of your own by ``reduction``
``lower_bounds``    sizes (m, p, H) that communication excludes, as ``headcount bounds`` prints them
``protocol``        a unit run as a protocol between Alice and Bob
``construct``       an explicit unit, with its size
``approximate``     a sparse attention matrix by the input alone
``pattern``         whether a sparse attention pattern satisfies the universality conditions, and after how many layers
``reachable``       which classes an output layer can predict at all
``atlas``           a catalogue of all small matrices or patterns with certified numbers
``export``          the evidence of a certificate for other people's programs
``check``           whether a certificate proves what it claims
``check_verified``  the same, by a checker that is proved in Coq (``make verified``)
``unit``            the unit of an answer or a construction, to be saved, run elsewhere, read back and checked
==================  ==================================================================================================

What they take: words as on the command line, ``"qsa N=6 q=2"``; tasks (``SparseAveraging``, ``Match2``, .., or a
function under the decorator ``task``); rows of entries, NumPy and SciPy arrays, tables, networkx graphs; files. Claims
about all sizes of a range are written with ``claim``, ``least``, ``measured`` and ``reduces``, and run by pytest.

Names are loaded when they are first used, so that checking a certificate imports no solver.
"""

import sys as _sys
import typing as _typing
from importlib import import_module as _import_module

if _typing.TYPE_CHECKING:
    from .bounds import Bound
    from .bounds.constructions.attention_matrices import approximate
    from .bounds.constructions.universal.network import universal_network
    from .bounds.sparse_patterns.assumption_one import assumption_one
    from .bounds.sparse_patterns.assumption_one import assumption_one as pattern
    from .catalogues.atlas import atlas
    from .certificates.check import check
    from .certificates.verdict import Accepted, Malformed, Rejected
    from .claims import Matrices, ceil_log2, claim, least, measured, random_matrices, reduces
    from .facade.check_verified import check_verified
    from .facade.construct import construct
    from .facade.dimension import dimension
    from .facade.frontier import frontier
    from .facade.lower_bounds import lower_bounds
    from .facade.measure import measure
    from .facade.probe import probe
    from .facade.protocol import protocol
    from .facade.reduce import reduce
    from .questions import CommunicationMatrix, SignPattern
    from .reductions.encoders.encoder_synthesis import least_modulus
    from .reductions.own_reduction import reduction
    from .reductions.problem_graph import problem_graph
    from .search.answer import Answer, AnswerTable
    from .search.ask import ask
    from .search.reachable import reachable
    from .search.settle import question_of
    from .show.export.folder import export
    from .show.pictures.construction import construction_figure
    from .show.pictures.polytope import polytope_figure
    from .show.pictures.regions import regions_figure
    from .show.units.given import unit
    from .sweep.frontier.picture import frontier_figure
    from .sweep.matrices.measure_matrices import measure_matrices
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
        SequenceTask,
        SparseAveraging,
        Task,
        TaskError,
        TopK,
        read_pattern,
    )
    from .tasks.function_task import task
    from .tasks.sign_patterns import sign_pattern
    from .tasks.two_party.matrices import communication_matrix

__version__ = "0.1.0"

_HOME = {
    "Accepted": "certificates.verdict",
    "Answer": "search.answer",
    "AnswerTable": "search.answer",
    "Bound": "bounds",
    "CommunicationMatrix": "questions",
    "Composition": "tasks",
    "Cycle3": "tasks",
    "InductionHeads": "tasks",
    "KHop": "tasks",
    "Malformed": "certificates.verdict",
    "Match2": "tasks",
    "Match3": "tasks",
    "Match3Bigram": "tasks",
    "Match3Local": "tasks",
    "MatchS": "tasks",
    "Matrices": "claims",
    "PairDetection": "tasks",
    "Rejected": "certificates.verdict",
    "SelectionTask": "tasks",
    "SequenceTask": "tasks",
    "SignPattern": "questions",
    "SparseAveraging": "tasks",
    "Task": "tasks",
    "TaskError": "tasks",
    "TopK": "tasks",
    "approximate": "bounds.constructions.attention_matrices",
    "ask": "search.ask",
    "assumption_one": "bounds.sparse_patterns.assumption_one",
    "atlas": "catalogues.atlas",
    "ceil_log2": "claims",
    "check": "certificates.check",
    "check_verified": "facade.check_verified",
    "claim": "claims",
    "communication_matrix": "tasks.two_party.matrices",
    "construct": "facade.construct",
    "construction_figure": "show.pictures.construction",
    "dimension": "facade.dimension",
    "export": "show.export.folder",
    "frontier": "facade.frontier",
    "frontier_figure": "sweep.frontier.picture",
    "least": "claims",
    "least_modulus": "reductions.encoders.encoder_synthesis",
    "lower_bounds": "facade.lower_bounds",
    "measure": "facade.measure",
    "measure_matrices": "sweep.matrices.measure_matrices",
    "measured": "claims",
    "pattern": "bounds.sparse_patterns.assumption_one:assumption_one",
    "polytope_figure": "show.pictures.polytope",
    "probe": "facade.probe",
    "problem_graph": "reductions.problem_graph",
    "protocol": "facade.protocol",
    "question_of": "search.settle",
    "random_matrices": "claims",
    "reachable": "search.reachable",
    "read_pattern": "tasks",
    "reduce": "facade.reduce",
    "reduces": "claims",
    "reduction": "reductions.own_reduction",
    "regions_figure": "show.pictures.regions",
    "sign_pattern": "tasks.sign_patterns",
    "task": "tasks.function_task",
    "unit": "show.units.given",
    "universal_network": "bounds.constructions.universal.network",
}

__all__ = [
    "Accepted",
    "Answer",
    "AnswerTable",
    "Bound",
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
    "Matrices",
    "PairDetection",
    "Rejected",
    "SelectionTask",
    "SequenceTask",
    "SignPattern",
    "SparseAveraging",
    "Task",
    "TaskError",
    "TopK",
    "approximate",
    "ask",
    "assumption_one",
    "atlas",
    "ceil_log2",
    "check",
    "check_verified",
    "claim",
    "communication_matrix",
    "construct",
    "construction_figure",
    "dimension",
    "export",
    "frontier",
    "frontier_figure",
    "least",
    "least_modulus",
    "lower_bounds",
    "measure",
    "measure_matrices",
    "measured",
    "pattern",
    "polytope_figure",
    "probe",
    "problem_graph",
    "protocol",
    "question_of",
    "random_matrices",
    "reachable",
    "read_pattern",
    "reduce",
    "reduces",
    "reduction",
    "regions_figure",
    "sign_pattern",
    "task",
    "unit",
    "universal_network",
]


def __getattr__(name: str) -> _typing.Any:
    if name in _HOME:
        home, _, own = _HOME[name].partition(":")
        return getattr(_import_module(f".{home}", __name__), own or name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]


def load_ipython_extension(shell: _typing.Any) -> None:
    """Register the displays: ``%load_ext headcount``, where IPython began after the import."""
    from .show.notebook.displays import register

    register(shell)


def _show_in_notebooks() -> None:
    """Register the displays, if this is imported in a notebook or in IPython."""
    running = getattr(_sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if running is not None:
        load_ipython_extension(running)


_show_in_notebooks()
