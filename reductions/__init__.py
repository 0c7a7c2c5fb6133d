"""Executable lower bounds: encoders from two-party functions to tasks, attention as a protocol, explicit constants."""

from .architectures import compare_architectures
from .cut import Cut, half_cut, query_cut
from .excluded_region import ExcludedRegion
from .first_layer_width import qsa_first_layer_width
from .half_cut_protocol import HalfCutProtocol
from .laws import verify_exhaustive, verify_symbolic
from .lower_bounds import LOWER_BOUNDS, lower_bounds_for
from .problem_graph import reduction_between
from .query_cut_protocol import QueryCutProtocol
from .reduction import Encoded, Owner, Reduction, ReductionError
from .reduction_certificate import counterexample_certificate, reduction_certificate
from .registry import REDUCTIONS, find_reduction
from .streaming_state import least_machine, least_states, qsa_streaming_bits
from .transcript import Transcript
from .two_party import TwoPartyError, TwoPartyFunction, disj, eq, gt, index, ip

__all__ = [
    "LOWER_BOUNDS",
    "REDUCTIONS",
    "Cut",
    "Encoded",
    "ExcludedRegion",
    "HalfCutProtocol",
    "Owner",
    "QueryCutProtocol",
    "Reduction",
    "ReductionError",
    "Transcript",
    "TwoPartyError",
    "TwoPartyFunction",
    "compare_architectures",
    "counterexample_certificate",
    "disj",
    "eq",
    "find_reduction",
    "gt",
    "half_cut",
    "index",
    "ip",
    "least_machine",
    "least_states",
    "lower_bounds_for",
    "qsa_first_layer_width",
    "qsa_streaming_bits",
    "query_cut",
    "reduction_between",
    "reduction_certificate",
    "verify_exhaustive",
    "verify_symbolic",
]
