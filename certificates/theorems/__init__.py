"""Theorems: what holds at any size, or of any matrix, by a proof that is written once; a table in each file."""
