"""Which kinds of evidence prove bounds of units whose outputs count: one row for each."""

from ..kind import AVERAGING, EVERY, OUTPUTS, Kind
from ..trivial import by_nothing
from .averaging import by_averaging
from .cut_cost import by_cut_cost
from .explicit_unit import by_unit
from .fixed_cases import by_fixed_cases
from .protocol_cost import by_protocol_cost
from .separated_weights import by_centre, by_crossings, by_saturation, by_separation
from .threshold import by_cut_rank, by_softmax_weights, by_threshold_degree
from .told_token import by_told_token

OUTPUT_KINDS = (
    Kind("trivial", "lower", OUTPUTS, EVERY, by_nothing, any_order=True, masks=True),
    Kind("fixed-cases", "lower", ("computation",), ("FIXED",), by_fixed_cases),
    Kind("protocol-cost", "lower", OUTPUTS, ("FIXED",), by_protocol_cost),
    Kind("cut-cost", "lower", ("computation",), ("FIXED",), by_cut_cost),
    Kind("told-token", "lower", ("computation",), ("FIXED",), by_told_token),
    Kind("separation", "lower", ("averaging",), AVERAGING, by_separation),
    Kind("threshold-degree", "lower", ("computation",), ("THRESH",), by_threshold_degree),
    Kind("cut-rank", "lower", ("computation",), ("THRESH",), by_cut_rank),
    Kind("averaging", "upper", ("averaging",), AVERAGING, by_averaging),
    Kind("centre", "lower", ("averaging",), ("SOFTMAX",), by_centre),
    Kind("crossings", "lower", ("averaging",), ("SOFTMAX",), by_crossings),
    Kind("saturation", "upper", ("averaging",), ("SOFTMAX",), by_saturation),
    Kind("unit", "upper", ("computation",), ("FIXED", "SATURATED"), by_unit, masks=True),
    Kind("softmax-weights", "upper", ("computation",), ("THRESH",), by_softmax_weights),
)
"""Every kind of evidence about values."""
