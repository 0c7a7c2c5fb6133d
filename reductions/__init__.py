"""Executable lower bounds: encoders from two-party functions to tasks, attention as a protocol, explicit constants."""

from ..tasks.two_party.functions import TwoPartyError, TwoPartyFunction, disj, eq, gt, index, ip
from .excluded_sizes.excluded_region import ExcludedRegion
from .excluded_sizes.first_layer_width import qsa_first_layer_width
from .excluded_sizes.lower_bounds import LOWER_BOUNDS, lower_bounds_for
from .excluded_sizes.streaming_state import least_machine, least_states, qsa_streaming_bits
from .laws import verify_exhaustive, verify_symbolic
from .problem_graph import reduction_between
from .protocols.cut import Cut, half_cut, query_cut
from .protocols.half_cut_protocol import HalfCutProtocol
from .protocols.query_cut_protocol import QueryCutProtocol
from .protocols.transcript import Transcript
from .reduction import Encoded, Owner, Reduction, ReductionError
from .reduction_certificate import counterexample_certificate, reduction_certificate
from .registry import REDUCTIONS, find_reduction

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
