"""What an attention unit computes: the exact definition, real softmax in balls, and fast NumPy forms."""

from ..questions import PAIRWISE, STRASSEN, ScorePolynomial, Unit, attend, tensor
from .arguments import require_grid
from .arrays_file import load_arrays, save_arrays
from .balls import ball_attention, error_upper, softmax_weighing
from .exact import ExactOutputs, base_two_attention, fixed_point_attention, saturated_attention
from .masks import (
    AttentionError,
    SparseMask,
    append_null,
    causal,
    from_lists,
    from_pattern,
    from_sparse,
    window,
    with_null,
)
from .probability_maps import PROBABILITY_MAPS, Entmax, Hardmax, PositiveShare, ProbabilityMap
from .rounded import rounded_outputs
from .selection import selection_margin
from .softmax import softmax_attention, softmax_weights
from .units import summary, unit_outputs

__all__ = [
    "PAIRWISE",
    "PROBABILITY_MAPS",
    "STRASSEN",
    "ScorePolynomial",
    "Unit",
    "attend",
    "tensor",
    "AttentionError",
    "Entmax",
    "ExactOutputs",
    "Hardmax",
    "PositiveShare",
    "ProbabilityMap",
    "SparseMask",
    "append_null",
    "ball_attention",
    "base_two_attention",
    "causal",
    "error_upper",
    "fixed_point_attention",
    "from_lists",
    "from_pattern",
    "from_sparse",
    "load_arrays",
    "require_grid",
    "rounded_outputs",
    "saturated_attention",
    "save_arrays",
    "selection_margin",
    "softmax_attention",
    "softmax_weighing",
    "softmax_weights",
    "summary",
    "unit_outputs",
    "window",
    "with_null",
]
