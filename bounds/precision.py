"""How precisely the checker takes logarithms."""

MAX_PRECISION = 4096
"""Logarithms of weights are enclosed to within 1 / this, at most."""
