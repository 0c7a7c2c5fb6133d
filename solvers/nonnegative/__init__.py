"""Sums of nonnegative matrices of rank 1: factors of a matrix, and clauses that say that there are few terms."""
