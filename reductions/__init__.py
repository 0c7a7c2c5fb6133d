"""Executable lower bounds: encoders from two-party functions to tasks, attention as a protocol, explicit constants."""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from ..tasks.two_party.functions import disj as disj
    from ..tasks.two_party.functions import eq as eq
    from ..tasks.two_party.functions import gt as gt
    from .laws import verify_exhaustive as verify_exhaustive
    from .laws_by_solver import verify_symbolic as verify_symbolic
    from .protocols.cut import Cut as Cut
    from .protocols.half_cut_protocol import HalfCutProtocol as HalfCutProtocol
    from .protocols.query_cut_protocol import QueryCutProtocol as QueryCutProtocol
    from .reduction import Owner as Owner
    from .reduction import Reduction as Reduction
    from .reduction import ReductionError as ReductionError
    from .reduction_certificate import counterexample_certificate as counterexample_certificate
    from .reduction_certificate import reduction_certificate as reduction_certificate
    from .registry import REDUCTIONS as REDUCTIONS
    from .registry import find_reduction as find_reduction
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            ".tasks.two_party.functions": "disj eq gt",
            "laws": "verify_exhaustive",
            "laws_by_solver": "verify_symbolic",
            "protocols.cut": "Cut",
            "protocols.half_cut_protocol": "HalfCutProtocol",
            "protocols.query_cut_protocol": "QueryCutProtocol",
            "reduction": "Owner Reduction ReductionError",
            "reduction_certificate": "counterexample_certificate reduction_certificate",
            "registry": "REDUCTIONS find_reduction",
        },
    )
