"""Sparse attention matrices from fixed attention: the input alone says which matrix comes out."""

from .any_scores import any_scores as any_scores
from .any_scores import any_scores_dimension as any_scores_dimension
from .approximate import METHODS as METHODS
from .approximate import Approximation as Approximation
from .approximate import approximate as approximate
from .descent import convex as convex
from .descent import convex_tables as convex_tables
from .descent import optimised as optimised
from .fixed_attention import FixedAttention as FixedAttention
from .least_dimension import BudgetOverError as BudgetOverError
from .least_dimension import DimensionError as DimensionError
from .polynomial_keys import PolynomialAttention as PolynomialAttention
from .polynomial_keys import polynomial_keys as polynomial_keys
from .random_keys import guaranteed_dimension as guaranteed_dimension
from .random_keys import least_squares as least_squares
from .random_keys import projection as projection
from .random_keys import proved_dimension as proved_dimension
from .ratios import Ratios as Ratios
from .ratios import exact_ratios as exact_ratios
from .ratios import least_bits as least_bits
from .ratios import rounded_tables as rounded_tables
from .ratios import streamed_ratios as streamed_ratios
