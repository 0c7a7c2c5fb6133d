"""How large an instance of disjointness the checker counts with."""

MAX_PAIRS = 100_000
"""Largest n."""
