"""What an attention unit computes: the exact definition, real softmax in balls, and fast NumPy forms."""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from ..questions import PAIRWISE as PAIRWISE
    from ..questions import STRASSEN as STRASSEN
    from ..questions import ScorePolynomial as ScorePolynomial
    from ..questions import Unit as Unit
    from ..questions import attend as attend
    from ..questions import tensor as tensor
    from .arguments import require_grid as require_grid
    from .arrays_file import load_arrays as load_arrays
    from .arrays_file import save_arrays as save_arrays
    from .balls import ball_attention as ball_attention
    from .balls import error_upper as error_upper
    from .balls import softmax_weighing as softmax_weighing
    from .exact import ExactOutputs as ExactOutputs
    from .exact import base_two_attention as base_two_attention
    from .exact import fixed_point_attention as fixed_point_attention
    from .exact import saturated_attention as saturated_attention
    from .masks import AttentionError as AttentionError
    from .masks import SparseMask as SparseMask
    from .masks import append_null as append_null
    from .masks import causal as causal
    from .masks import from_lists as from_lists
    from .masks import from_pattern as from_pattern
    from .masks import from_sparse as from_sparse
    from .masks import window as window
    from .masks import with_null as with_null
    from .probability_maps import PROBABILITY_MAPS as PROBABILITY_MAPS
    from .probability_maps import Entmax as Entmax
    from .probability_maps import Hardmax as Hardmax
    from .probability_maps import PositiveShare as PositiveShare
    from .probability_maps import ProbabilityMap as ProbabilityMap
    from .rounded import rounded_outputs as rounded_outputs
    from .selection import selection_margin as selection_margin
    from .softmax import softmax_attention as softmax_attention
    from .softmax import softmax_weights as softmax_weights
    from .units import summary as summary
    from .units import unit_outputs as unit_outputs
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            ".questions": "PAIRWISE STRASSEN ScorePolynomial Unit attend tensor",
            "arguments": "require_grid",
            "arrays_file": "load_arrays save_arrays",
            "balls": "ball_attention error_upper softmax_weighing",
            "exact": "ExactOutputs base_two_attention fixed_point_attention saturated_attention",
            "masks": "AttentionError SparseMask append_null causal from_lists from_pattern from_sparse window "
            "with_null",
            "probability_maps": "PROBABILITY_MAPS Entmax Hardmax PositiveShare ProbabilityMap",
            "rounded": "rounded_outputs",
            "selection": "selection_margin",
            "softmax": "softmax_attention softmax_weights",
            "units": "summary unit_outputs",
        },
    )
