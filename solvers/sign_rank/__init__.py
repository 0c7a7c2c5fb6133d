"""Realisations of sign patterns and tensors, and oriented matroids that exclude them."""
