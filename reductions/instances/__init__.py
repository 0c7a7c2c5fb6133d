"""Reductions of whole instances: a question about lines, or about a pattern, becomes one about the least width."""
