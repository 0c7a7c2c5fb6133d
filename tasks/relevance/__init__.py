"""Real data: which items are relevant to which queries, from files and from Python, merged before it is written out."""

from .all_subsets import WORD, all_subsets, subsets_from_words
from .given import relevance_from
from .graphs import relevance_of_graph
from .merged import Asked, MergedRelevance, merge
from .reader import FORMATS, format_of, read_relevance
from .relevance import Relevance, relevance

__all__ = [
    "FORMATS",
    "WORD",
    "Asked",
    "MergedRelevance",
    "Relevance",
    "all_subsets",
    "format_of",
    "merge",
    "read_relevance",
    "relevance",
    "relevance_from",
    "relevance_of_graph",
    "subsets_from_words",
]
