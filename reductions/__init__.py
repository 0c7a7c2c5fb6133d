"""Executable lower bounds: encoders from two-party functions to tasks, attention as a protocol, explicit constants."""

from ..tasks.two_party.functions import disj, eq, gt
from .laws import verify_exhaustive
from .laws_by_solver import verify_symbolic
from .protocols.cut import Cut
from .protocols.half_cut_protocol import HalfCutProtocol
from .protocols.query_cut_protocol import QueryCutProtocol
from .reduction import Owner, Reduction, ReductionError
from .reduction_certificate import counterexample_certificate, reduction_certificate
from .registry import REDUCTIONS, find_reduction

__all__ = [
    "REDUCTIONS",
    "Cut",
    "HalfCutProtocol",
    "Owner",
    "QueryCutProtocol",
    "Reduction",
    "ReductionError",
    "counterexample_certificate",
    "disj",
    "eq",
    "find_reduction",
    "gt",
    "reduction_certificate",
    "verify_exhaustive",
    "verify_symbolic",
]
