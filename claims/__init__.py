"""Claims: statements about small instances, each to be proved or refuted by a certificate.

``least`` and ``measured`` are quantities; compared with numbers or with each other they are statements; ``claim`` makes
a claim of a function that returns one, over a range of parameters. The pytest plugin (``pytest_plugin``) runs
the claims of any project in which headcount is installed.
"""

from ..solvers.outcome import Verdict
from .binary_logarithm import ceil_log2
from .claim_over_range import Claim, ClaimRaisedError, claim
from .decision import Decision, decide
from .effort import Effort
from .encoder_truth import reduces
from .errors import ClaimError
from .interval import Interval
from .least_size import least
from .measured_quantity import measured
from .ranges import Matrices, Values, matrices, random_matrices
from .report import ClaimReport, Outcome
from .sparse_pattern import assumption_1, hops, hops_finite, path_exists, self_attending
from .statement import Expression, Quantity, Statement
from .store import ClaimStore
from .under_pattern import depth_of_whole_input, universal_layers
from .unit_truth import averages, computes

__all__ = [
    "Claim",
    "ClaimError",
    "ClaimRaisedError",
    "ClaimReport",
    "ClaimStore",
    "Decision",
    "Effort",
    "Expression",
    "Interval",
    "Matrices",
    "Outcome",
    "Quantity",
    "Statement",
    "Values",
    "Verdict",
    "assumption_1",
    "averages",
    "ceil_log2",
    "claim",
    "computes",
    "decide",
    "depth_of_whole_input",
    "hops",
    "hops_finite",
    "least",
    "matrices",
    "measured",
    "path_exists",
    "random_matrices",
    "reduces",
    "self_attending",
    "universal_layers",
]
