"""Which kinds of evidence prove bounds of units that select, or whose weights are given: one row for each."""

from ..kind import EVERY, MATRICES, MATRIX, PATTERNS, SCORES, Kind
from ..restriction import of_size
from ..trivial import by_nothing
from .attention_matrix import by_any_scores, by_interpolation, by_threshold, by_tie_lower, by_tie_upper
from .counting import by_counting
from .curves import by_identity, by_polynomial, by_squares
from .grid_cases import by_grid_cases
from .margin import by_margin
from .planarity import by_planarity
from .radon import by_radon
from .retrieval import by_curve, by_distances, by_other_score_lower, by_other_score_upper, by_simplex
from .score_tables import by_score_tables
from .scored import by_inner_products, by_other_scores, by_points, by_trigonometry
from .shared_tables import by_shared_tables
from .sign_rank import by_chirotope, by_independence, by_symmetry
from .tables import by_tables

SELECTING = (*SCORES, "retrieval", "scored", *MATRICES)

SELECTION_KINDS = (
    Kind("trivial", "lower", SELECTING, EVERY, by_nothing, any_order=True, masks=True),
    Kind("independence", "lower", PATTERNS, ("SIGN",), by_independence),
    Kind("symmetric", "lower", PATTERNS, ("SIGN",), by_symmetry),
    Kind("chirotope", "lower", PATTERNS, ("SIGN",), by_chirotope),
    Kind("planarity", "lower", PATTERNS, ("SIGN",), by_planarity),
    Kind("restriction", "lower", PATTERNS, ("SIGN", "GRID"), of_size, any_order=True),
    Kind("counting", "lower", SCORES, ("GRID",), by_counting),
    Kind("margin", "lower", PATTERNS, ("GRID",), by_margin),
    Kind("grid-cases", "lower", SCORES, ("GRID",), by_grid_cases),
    Kind("tables", "upper", PATTERNS, ("SIGN", "GRID"), by_tables, any_order=True),
    Kind("polynomial", "upper", PATTERNS, ("SIGN",), by_polynomial),
    Kind("squares", "upper", PATTERNS, ("SIGN",), by_squares),
    Kind("identity", "upper", PATTERNS, ("SIGN",), by_identity),
    Kind("symmetric", "lower", ("retrieval",), ("SIGN",), by_distances),
    Kind("other-score", "lower", ("retrieval",), ("SIGN",), by_other_score_lower),
    Kind("other-score", "upper", ("retrieval",), ("SIGN",), by_other_score_upper),
    Kind("squares", "upper", ("retrieval",), ("SIGN",), by_curve),
    Kind("identity", "upper", ("retrieval",), ("SIGN",), by_simplex),
    Kind("threshold", "lower", MATRICES, ("SOFTMAX",), by_threshold),
    Kind("tie", "lower", MATRIX, ("SOFTMAX",), by_tie_lower),
    Kind("radon", "lower", MATRIX, ("SOFTMAX",), by_radon),
    Kind("tie", "upper", MATRICES, ("SOFTMAX",), by_tie_upper),
    Kind("interpolation", "upper", MATRICES, ("SOFTMAX",), by_interpolation),
    Kind("identity", "upper", MATRICES, ("SOFTMAX",), by_any_scores),
    Kind("score-tables", "upper", MATRIX, ("SOFTMAX",), by_score_tables),
    Kind("other-score", "lower", ("scored",), ("SIGN",), by_inner_products),
    Kind("other-score", "upper", ("scored",), ("SIGN",), by_other_scores),
    Kind("tables", "upper", ("scored",), ("SIGN",), by_points),
    Kind("trigonometric", "upper", ("scored",), ("SIGN",), by_trigonometry),
    Kind("shared-tables", "upper", ("shared",), ("GRID",), by_shared_tables),
)
"""Every kind of evidence about scores."""
