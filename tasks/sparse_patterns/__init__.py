"""Sparse attention patterns: by name, combined, drawn by chance, or a user's graph."""

from .array_lists import ArrayLists
from .attention_pattern import AttentionPattern, with_self_loops
from .drawn import random_rows
from .named import NAMED
from .pattern_words import attention_pattern, pattern_from_words

__all__ = [
    "NAMED",
    "ArrayLists",
    "AttentionPattern",
    "attention_pattern",
    "pattern_from_words",
    "random_rows",
    "with_self_loops",
]
