"""Real data: which items are relevant to which queries, from files and from Python, merged before it is written out."""

from .all_subsets import WORD, subsets_from_words
from .given import relevance_from
from .merged import Asked, MergedRelevance, merge
from .reader import FORMATS, format_of, read_relevance
from .relevance import Relevance, relevance

__all__ = [
    "FORMATS",
    "WORD",
    "Asked",
    "MergedRelevance",
    "Relevance",
    "format_of",
    "merge",
    "read_relevance",
    "relevance",
    "relevance_from",
    "subsets_from_words",
]
