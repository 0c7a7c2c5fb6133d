"""Whether the checker will find a matrix positive semidefinite, at a cost that a certificate may ask for."""

from ..certificates.meter import Meter, OverLimitError
from ..solvers.exact_definiteness import Triangle, is_positive_semidefinite

MAX_ORDER = 512
"""Largest order of a matrix that a certificate asks about."""
ALLOWED = 10**8
"""Most steps, about ten seconds."""


def shown_positive_semidefinite(triangle: Triangle) -> bool:
    """Whether the checker says so within the steps allowed.

    >>> shown_positive_semidefinite([[1], [1, 1]]), shown_positive_semidefinite([[1], [2, 3]])
    (True, False)
    """
    try:
        return is_positive_semidefinite(triangle, Meter(ALLOWED))
    except OverLimitError:
        return False
