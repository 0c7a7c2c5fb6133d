"""Constructions for q-sparse averaging: keys, queries, exact ties, and their certificate."""

NODES = ("plain", "centred", "chebyshev", "circle")
"""Where nodes of a curve lie: 0 .. N-1; the same around 0; rounded cosines; lattice points on a circle."""
