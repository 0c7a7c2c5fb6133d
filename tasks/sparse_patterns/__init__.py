"""Sparse attention patterns: by name, combined, drawn by chance, or a user's graph."""

from typing import TYPE_CHECKING

from ...lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .array_lists import ArrayLists as ArrayLists
    from .attention_pattern import AttentionPattern as AttentionPattern
    from .attention_pattern import with_self_loops as with_self_loops
    from .drawn import random_rows as random_rows
    from .named import NAMED as NAMED
    from .pattern_words import attention_pattern as attention_pattern
    from .pattern_words import pattern_from_words as pattern_from_words
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "array_lists": "ArrayLists",
            "attention_pattern": "AttentionPattern with_self_loops",
            "drawn": "random_rows",
            "named": "NAMED",
            "pattern_words": "attention_pattern pattern_from_words",
        },
    )
