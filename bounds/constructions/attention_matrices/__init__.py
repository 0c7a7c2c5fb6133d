"""Sparse attention matrices from fixed attention: the input alone says which matrix comes out."""

from .any_scores import any_scores, any_scores_dimension
from .approximate import Approximation, approximate
from .convex_keys import convex, convex_tables
from .fixed_attention import FixedAttention
from .least_dimension import BudgetOverError, DimensionError
from .least_squares_keys import least_squares, proved_dimension
from .optimised_keys import optimised
from .polynomial_keys import PolynomialAttention, polynomial_keys
from .projection import guaranteed_dimension, projection
from .ratios import Ratios, exact_ratios, streamed_ratios
from .request import METHODS
from .rounded_tables import least_bits, rounded_tables

__all__ = [
    "METHODS",
    "Approximation",
    "BudgetOverError",
    "DimensionError",
    "FixedAttention",
    "PolynomialAttention",
    "Ratios",
    "any_scores",
    "any_scores_dimension",
    "approximate",
    "convex",
    "convex_tables",
    "exact_ratios",
    "guaranteed_dimension",
    "least_bits",
    "least_squares",
    "optimised",
    "polynomial_keys",
    "projection",
    "proved_dimension",
    "rounded_tables",
    "streamed_ratios",
]
